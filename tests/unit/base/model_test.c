/* What a model says without its data: logarithms and distributions against the C library and tables, values and
 * intervals against what can be worked by hand. */
#include "base/elementary.h"
#include "base/model.h"
#include "base/student.h"

#include "tap.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* A few units in the last place: each function is some tens of operations. */
static bool near(double got, double want)
{
    return fabs(got - want) <= 1e-14 * fmax(1, fabs(want));
}

static void test_elementary(void)
{
    int logs = 0, exps = 0, roots = 0;
    for (int i = 0; i < 2000; i++) {
        double x = exp((i - 1000) * 0.3), y = (i - 1000) * 0.3;
        logs += near(sx_log(x), log(x)) && near(sx_log2(x), log2(x));
        exps += fabs(sx_exp(y) / exp(y) - 1) < 1e-14;
        int power = i % 73 - 36;
        double z = exp((i - 1000) * 0.01), want = pow(z, power / 12.0);
        roots += fabs(sx_root_power(z, power) / want - 1) < 1e-14;
    }
    is_int(logs, 2000, "logarithms as the library's");
    is_int(exps, 2000, "exponentials as the library's");
    is_int(roots, 2000, "powers in twelfths as the library's");
    ok(sx_log2(1024) == 10 && sx_log2(0.125) == -3,
       "logarithms of powers of 2 are whole");
    ok(sx_root_power(4096, 6) == 64 && sx_root_power(27, 12) == 27,
       "roots of squares are whole");
    ok(sx_log(0) == -INFINITY && isnan(sx_log(-1)) && isinf(sx_exp(1000)) &&
           sx_exp(-1000) == 0,
       "ends of the range");
}

/* Several at once are the same bits as one by one, whatever their number; and what is asked roughly is near enough. */
static void test_together(void)
{
    enum { MOST = 21 };
    const double odd[] = { NAN, INFINITY, -INFINITY, 709.69, -744.9, -710, 0, -1e300 };
    int same = 0, about = 0;
    for (size_t n = 0; n <= MOST; n++) {
        double x[MOST] = { 0 }, power[MOST];
        for (size_t i = 0; i < n; i++)
            x[i] = (i + n) % 3 ? ((double)i - 9.3) * (double)n * 1.7
                               : odd[(i + n) / 3 % (sizeof odd / sizeof *odd)];
        sx_exp_each(x, n, power);
        for (size_t i = 0; i < n; i++) {
            const double alone = sx_exp(x[i]);
            same += memcmp(&alone, &power[i], sizeof alone) == 0;
        }
    }
    for (int i = 0; i < 2000; i++) {
        const double x = exp((i - 1000) * 0.3), above = log2(x) - sx_log2_about(x);
        about += above > -1e-12 && above < SX_LOG2_ABOUT;
    }
    is_int(same, MOST * (MOST + 1) / 2,
           "exponentials of several at once are those of one");
    is_int(about, 2000, "a logarithm that is nearly so much");
}

static void test_student(void)
{
    /* 95 % points of Student's t from any table, and two closed forms. */
    ok(fabs(sx_student_below(2.015048373, 5) - 0.95) < 1e-9, "5 degrees of freedom");
    ok(fabs(sx_student_below(-1.697260887, 30) - 0.05) < 1e-9, "30 degrees of freedom");
    ok(near(sx_student_below(1, 1), 0.75), "Cauchy's distribution at 1");
    ok(near(sx_student_below(1, 2), 0.5 + 1 / (2 * sqrt(3))),
       "2 degrees of freedom at 1");
    ok(near(sx_log_gamma(0.5), log(sqrt(M_PI))) && near(sx_log_gamma(11), log(3628800)),
       "gamma of 1/2 and 11");
    sx_student one = { 1, 10, 2, 5 };
    ok(fabs(sx_student_quantile(&one, 1, 0.95) - (10 + 2 * 2.015048373)) < 1e-8,
       "a quantile of one part");
    sx_student two[] = { { 3, -100, 1, 9 }, { 1, 100, 1, 9 } };
    ok(fabs(sx_student_quantile(two, 2, 0.375) + 100) < 1e-8,
       "half of three quarters is in the middle of the first part");
    ok(fabs(sx_student_quantile(two, 2, 0.875) - 100) < 1e-8, "and of the other");
    sx_student points[] = { { 1, 3, 0, 1 }, { 1, 5, 0, 1 } };
    ok(fabs(sx_student_quantile(points, 2, 0.25) - 3) < 1e-9 &&
           fabs(sx_student_quantile(points, 2, 0.75) - 5) < 1e-9,
       "parts without width are steps");
}

/* 2 + 8 / p, with 1 and 4 as variances of the coefficients, -1 as covariance. */
static const sx_model hyperbola = {
    .parameters = 1,
    .forms = 1,
    .form = { { .weight = 1,
                .freedom = 5,
                .noise = 0.5,
                .coefficient = { 2, 8 },
                .root = { 0.86602540378443865, -0.5, 2 },
                .term = { { .power = { 0 } }, { .power = { -12 } } },
                .terms = 2 } }
};

static void test_predict(void)
{
    sx_model_prediction p;
    double at = 2, t = 2.015048373;
    ok(sx_model_predict(&hyperbola, &at, 0.9, &p, NULL) == SX_OK, "it predicts");
    ok(p.value == 6, "the value %g", p.value);
    double half = t; /* 1 - 2/2 + 4/4 = 1 */
    ok(fabs(p.low - (6 - half)) < 1e-8 && fabs(p.high - (6 + half)) < 1e-8,
       "the mean is in %g .. %g", p.low, p.high);
    half = t * sqrt(1 + 9);
    ok(p.run_low == 0 && fabs(p.run_high - (6 + half)) < 1e-8,
       "a run is in %g .. %g, not below 0", p.run_low, p.run_high);
    sx_model two = hyperbola;
    two.forms = 2;
    two.form[1] = two.form[0];
    two.form[1].coefficient[1] = -100; /* negative at 2: as if it were not there */
    sx_model_prediction q;
    ok(sx_model_predict(&two, &at, 0.9, &q, NULL) == SX_OK && q.high == p.high,
       "a form that is negative takes no part");
    two.form[1].coefficient[1] = 800;
    ok(sx_model_predict(&two, &at, 0.9, &q, NULL) == SX_OK && q.value == 6 &&
           q.high > 390 && q.low < 6,
       "what the form leaves open is in the interval: %g .. %g", q.low, q.high);
    two.form[0].weight = 0;
    two.form[0].coefficient[0] = 100;
    ok(sx_model_predict(&two, &at, 0.9, &q, NULL) == SX_OK && q.value == 104 &&
           fabs(q.low - 104) < 1e-8 && fabs(q.high - (402 + t)) < 1e-6,
       "a form that is shown only is the value, and in no interval but to hold it: %g in "
       "%g .. %g",
       q.value, q.low, q.high);
    sx_error err = { 0 };
    at = 0;
    ok(sx_model_predict(&two, &at, 0.9, &q, &err) == SX_INVALID, "0: %s", err.text);
    at = 1;
    ok(sx_model_predict(&two, &at, 1, &q, &err) == SX_INVALID, "all: %s", err.text);
}

static void is_formula(const sx_model *model, const char *const *names, const char *want)
{
    sx_buffer text = SX_BUFFER_INIT;
    sx_model_text(model, names, &text);
    is_text(text.data, want, "the formula");
    sx_buffer_finish(&text);
}

static void test_text(void)
{
    const char *const names[] = { "ranks", "n" };
    is_formula(&hyperbola, NULL, "2 + 8 / p");
    sx_model model = hyperbola;
    model.form[0].coefficient[1] = -0.5;
    model.form[0].term[1].log[0] = 2;
    is_formula(&model, names, "2 - 0.5 / ranks * log2(ranks)^2");
    model.parameters = 2;
    model.form[0].term[0] = (sx_model_term) { .power = { 8, 36 } };
    is_formula(&model, names, "2 * ranks^(2/3) * n^3 - 0.5 / ranks * log2(ranks)^2");
    is_formula(&model, NULL, "2 * p1^(2/3) * p2^3 - 0.5 / p1 * log2(p1)^2");
    model = hyperbola;
    model.form[0].term[0].to = 64;
    model.form[0].term[1].from = 64;
    is_formula(&model, NULL, "2 if p < 64; 8 / p if p >= 64");
    double at[] = { 63, 64 };
    ok(sx_model_form_at(&model.form[0], 1, &at[0]) == 2 &&
           sx_model_form_at(&model.form[0], 1, &at[1]) == 0.125,
       "each piece in its range");
}

/* Half of the hyperbola, give or take a tenth of that. */
static void test_share(void)
{
    const sx_model_share share = { .by = 0.5, .factor = 0.1, .noise = 0.25 };
    const sx_model half = sx_model_share_of(&hyperbola, &share);
    sx_model_prediction p;
    double at = 2, t = 2.015048373;
    ok(sx_model_predict(&half, &at, 0.9, &p, NULL) == SX_OK && p.value == 3,
       "the value %g", p.value);
    ok(fabs(p.high - (3 + t * sqrt(0.25 + 0.09))) < 1e-8, "the mean is below %g", p.high);
    ok(fabs(p.run_high - (3 + t * sqrt(0.25 + 0.09 + 0.5625))) < 1e-8,
       "a run is below %g, with noise of its own", p.run_high);
}

int main(void)
{
    test_elementary();
    test_together();
    test_student();
    test_predict();
    test_share();
    test_text();
    return tap_done();
}
