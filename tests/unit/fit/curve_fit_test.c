#include "fit/curve_fit.h"
#include "fit/fit.h"

#include "tap.h"

#include <math.h>

static const sx_slope_range NONE = { 0, 0 };

/* Relative 1e-12: sums of a few doubles; hand-worked fractions are given as such. */
static bool near(double got, double want)
{
    return fabs(got - want) <= 1e-12 * fmax(1, fabs(want));
}

static void is_fit(sx_curve_form form, const double *n, const double *t, size_t points,
                   sx_slope_range flat, sx_curve want)
{
    sx_curve got = { .a = NAN };
    bool fits = sx_curve_fit_form(form, n, t, points, flat, &got);
    ok(fits && got.form == form && near(got.a, want.a) && near(got.b, want.b) &&
           near(got.deviation, want.deviation),
       "%s: got a = %.15g, b = %.15g, deviation %.15g; want %.15g, %.15g, %.15g",
       sx_curve_form_name(form), got.a, got.b, got.deviation, want.a, want.b,
       want.deviation);
}

static void test_constant(void)
{
    const double n[] = { 16, 64, 144, 256 };
    is_fit(SX_CURVE_CONSTANT, n, (double[]) { 10, 10, 10, 50 }, 4, NONE,
           (sx_curve) { .a = 10 });
    /* 9 is farthest from 4; 1, 2, 4 have the mean 7/3 and the variance 42/27. */
    is_fit(SX_CURVE_CONSTANT, n, (double[]) { 1, 2, 4, 9 }, 4, NONE,
           (sx_curve) { .a = 7.0 / 3, .deviation = sqrt(42.0 / 27) / (7.0 / 3) });
    is_fit(SX_CURVE_CONSTANT, n, (double[]) { 2, 4 }, 2, NONE,
           (sx_curve) { .a = 3, .deviation = 1.0 / 3 });
    is_fit(SX_CURVE_CONSTANT, n, (double[]) { 7 }, 1, NONE, (sx_curve) { .a = 7 });
    is_fit(SX_CURVE_CONSTANT, n, (double[]) { 10, NAN, 10, NAN }, 4, NONE,
           (sx_curve) { .a = 10 });
    is_fit(SX_CURVE_CONSTANT, n, (double[]) { 0, 0, 0, 0 }, 4, NONE,
           (sx_curve) { .a = 0 });
    sx_curve curve;
    ok(sx_curve_fit_form(SX_CURVE_CONSTANT, n, (double[]) { -1, 1 }, 2, NONE, &curve) &&
           isinf(curve.deviation),
       "values around 0 cannot be judged relative to their mean");
}

static void test_linear(void)
{
    const double n[] = { 1, 2, 3 };
    /* Slope 3/2, offset -2/3; residuals 1/6, -1/3, 1/6; mean 7/3. */
    is_fit(
        SX_CURVE_LINEAR, n, (double[]) { 1, 2, 4 }, 3, NONE,
        (sx_curve) { .a = 1.5, .b = -2.0 / 3, .deviation = sqrt(1.0 / 18) / (7.0 / 3) });
    is_fit(SX_CURVE_LINEAR, n, (double[]) { 5, NAN, 9 }, 3, NONE,
           (sx_curve) { .a = 2, .b = 3 });
    sx_curve curve = { .a = 77 };
    ok(!sx_curve_fit_form(SX_CURVE_LINEAR, n, (double[]) { 5, NAN, NAN }, 3, NONE,
                          &curve),
       "one point has no line");
    ok(!sx_curve_fit_form(SX_CURVE_LINEAR, (double[]) { 4, 4 }, (double[]) { 5, 6 }, 2,
                          NONE, &curve),
       "two points at one n have no line");
    ok(!sx_curve_fit_form(SX_CURVE_CONSTANT, n, (double[]) { NAN, NAN, NAN }, 3, NONE,
                          &curve) &&
           curve.a == 77,
       "no point has no constant, and the result is untouched");
}

static void test_slope_threshold(void)
{
    const double n[] = { 10, 20, 30 }, rising[] = { 101, 102, 103 },
                 falling[] = { 97, 94, 91 };
    const sx_slope_range paper = { -0.2, 0.2 }, printed = { -INFINITY, 0.2 };
    /* The slope 0.1 is taken as 0, and the value is b = 100: residuals 1, 2, 3. */
    is_fit(SX_CURVE_LINEAR, n, rising, 3, paper,
           (sx_curve) { .a = 0, .b = 100, .deviation = sqrt(14.0 / 3) / 100 });
    is_fit(SX_CURVE_LINEAR, n, falling, 3, paper, (sx_curve) { .a = -0.3, .b = 100 });
    is_fit(SX_CURVE_LINEAR, n, falling, 3, printed,
           (sx_curve) { .a = 0, .b = 100, .deviation = sqrt(126.0 / 3) / 100 });
}

static void test_inverse(void)
{
    const double n[] = { 1, 2, 4 };
    is_fit(SX_CURVE_INVERSE, n, (double[]) { 8, 4, 2 }, 3, NONE, (sx_curve) { .a = 8 });
    /* k = 8, 8, 20: 20 is left out. */
    is_fit(SX_CURVE_INVERSE, n, (double[]) { 8, 4, 5 }, 3, NONE, (sx_curve) { .a = 8 });
    /* k = 2, 4, 12 without 12: mean 3, deviation 1. */
    is_fit(SX_CURVE_INVERSE, n, (double[]) { 2, 2, 3 }, 3, NONE,
           (sx_curve) { .a = 3, .deviation = 1.0 / 3 });
}

static void test_inverse_constant(void)
{
    is_fit(SX_CURVE_INVERSE_CONSTANT, (double[]) { 1, 2, 4 }, (double[]) { 11, 7, 5 }, 3,
           NONE, (sx_curve) { .a = 8, .b = 3 });
    /* t n = 1, 2, 4 at n = 1, 2, 3: the line of test_linear. */
    is_fit(
        SX_CURVE_INVERSE_CONSTANT, (double[]) { 1, 2, 3 }, (double[]) { 1, 1, 4.0 / 3 },
        3, NONE,
        (sx_curve) { .a = -2.0 / 3, .b = 1.5, .deviation = sqrt(1.0 / 18) / (7.0 / 3) });
}

/* NIST StRD, Norris: certified to 15 digits. */
static void test_norris(void)
{
    static const double data[36][2] = {
        { 0.1, 0.2 },     { 338.8, 337.4 }, { 118.1, 118.2 }, { 888.0, 884.6 },
        { 9.2, 10.1 },    { 228.1, 226.5 }, { 668.5, 666.3 }, { 998.5, 996.3 },
        { 449.1, 448.6 }, { 778.9, 777.0 }, { 559.2, 558.2 }, { 0.3, 0.4 },
        { 0.1, 0.6 },     { 778.1, 775.5 }, { 668.8, 666.9 }, { 339.3, 338.0 },
        { 448.9, 447.5 }, { 10.8, 11.6 },   { 557.7, 556.0 }, { 228.3, 228.1 },
        { 998.0, 995.8 }, { 888.8, 887.6 }, { 119.6, 120.2 }, { 0.3, 0.3 },
        { 0.6, 0.3 },     { 557.6, 556.8 }, { 339.3, 339.1 }, { 888.0, 887.2 },
        { 998.5, 999.0 }, { 778.9, 779.0 }, { 10.2, 11.1 },   { 117.6, 118.3 },
        { 228.9, 229.2 }, { 668.4, 669.1 }, { 449.2, 448.9 }, { 0.2, 0.5 }
    };
    double x[36], y[36], mean = 0;
    for (int i = 0; i < 36; i++) {
        y[i] = data[i][0];
        x[i] = data[i][1];
        mean += y[i] / 36;
    }
    sx_curve curve = { .a = NAN };
    ok(sx_curve_fit_form(SX_CURVE_LINEAR, x, y, 36, NONE, &curve), "Norris has a line");
    /* NIST asks for a relative error below 1e-9 or so of double precision codes. */
    ok(fabs(curve.a / 1.00211681802045 - 1) < 1e-12, "slope %.15g", curve.a);
    ok(fabs(curve.b / -0.262323073774029 - 1) < 1e-10, "intercept %.15g", curve.b);
    /* The certified residual standard deviation has n - 2 in it. */
    double rms = 0.884796396144373 * sqrt(34.0 / 36);
    ok(fabs(curve.deviation * mean / rms - 1) < 1e-9, "deviation %.15g", curve.deviation);
}

/* Forms of noise-free fields, times in ns. */
static void test_selection(void)
{
    const double n[] = { 16, 64, 144, 256 };
    double line[4], mixed[4], constant[4], inverse[4], empty[4];
    for (int i = 0; i < 4; i++) {
        line[i] = 5e5 * n[i] + 1e6;
        mixed[i] = 8e7 / n[i] + 1e6;
        inverse[i] = 8e7 / n[i];
        constant[i] = 1e6;
        empty[i] = NAN;
    }
    sx_curve c[5];
    sx_error err;
    sx_curve_data data = {
        4, 5, n, (const double *const[]) { line, mixed, constant, inverse, empty }, NULL
    };
    is_int(sx_curve_select_paper(&data, c, &err), SX_OK, "status");
    ok(c[0].form == SX_CURVE_LINEAR && near(c[0].a, 5e5) && near(c[0].b, 1e6),
       "the line: a = %g, b = %g in ns", c[0].a, c[0].b);
    ok(c[1].form == SX_CURVE_INVERSE_CONSTANT && near(c[1].a, 8e7) && near(c[1].b, 1e6),
       "inverse + constant: a = %g, b = %g in ns", c[1].a, c[1].b);
    ok(c[2].form == SX_CURVE_CONSTANT && near(c[2].a, 1e6),
       "one vote each for two forms is a tie: the constant stays one, though others fit "
       "as well");
    ok(c[3].form == SX_CURVE_INVERSE, "and inverse is not inverse + 0");
    ok(c[4].form == SX_CURVE_CONSTANT && c[4].a == 0 && isnan(c[4].deviation),
       "a field without values");

    data = (sx_curve_data) { 4, 2, n, (const double *const[]) { constant, line }, NULL };
    is_int(sx_curve_select_paper(&data, c, &err), SX_OK, "status");
    ok(c[0].form == SX_CURVE_LINEAR && c[1].form == SX_CURVE_LINEAR && c[0].a == 0 &&
           near(c[0].b, 1e6),
       "an undecided field takes the form of the decided one");
    data = (sx_curve_data) { 4, 1, n, (const double *const[]) { constant }, NULL };
    is_int(sx_curve_select_paper(&data, c, &err), SX_OK, "status");
    ok(c[0].form == SX_CURVE_CONSTANT, "none decided: the fewest parameters");
    data.points = 1;
    is_int(sx_curve_select_paper(&data, c, &err), SX_OK, "status");
    ok(c[0].form == SX_CURVE_CONSTANT && c[0].a == 1e6, "one point is a constant");
}

/* Rounding makes the deviations of nested forms differ in the last bits, in either
 * direction. */
static void test_rounding(void)
{
    const double n[] = { 3, 7, 11, 13 };
    int inverse = 0;
    for (int k = 1; k <= 200; k++) {
        double t[4];
        for (int i = 0; i < 4; i++)
            t[i] = k * 1e6 / 7 / n[i];
        sx_curve c;
        sx_curve_data data = { 4, 1, n, (const double *const[]) { t }, NULL };
        inverse +=
            sx_curve_select_paper(&data, &c, NULL) == SX_OK && c.form == SX_CURVE_INVERSE;
    }
    is_int(inverse, 200, "noise-free k/n that are found to be that");
}

/* dmin + dt < di has to hold for all other i. */
static void test_decision_step(void)
{
    const double n[] = { 4, 16, 36, 64 };
    for (int step = 0; step < 2; step++) {
        /* Lines that a constant or an inverse nearly fits, and that nothing else fits. */
        double slope = step ? 9 : 0.9, t[4], decided[4];
        for (int i = 0; i < 4; i++) {
            t[i] = 1e3 * (500 + slope * n[i]);
            decided[i] = 1e3 * (5 + 800 / n[i]);
        }
        sx_curve one[4], c[2];
        for (int k = 0; k < 4; k++)
            ok(sx_curve_fit_form((sx_curve_form)k, n, t, 4,
                                 (sx_slope_range) { -200, 200 }, &one[k]),
               "form %d fits", k);
        sx_curve_data data = { 4, 2, n, (const double *const[]) { t, decided }, NULL };
        is_int(sx_curve_select_paper(&data, c, NULL), SX_OK, "status");
        double next = fmin(one[0].deviation, one[3].deviation);
        is_int(c[1].form, SX_CURVE_INVERSE_CONSTANT, "the decided field");
        if (step)
            ok(next > 0.05 && c[0].form == SX_CURVE_LINEAR, "next at %g: decided", next);
        else
            ok(next < 0.05 && c[0].form == SX_CURVE_INVERSE_CONSTANT,
               "next at %g: deferred", next);
    }
}

static void test_units(void)
{
    /* 1 a rank is steep for a frequency, and flat for a time in ns. */
    const double n[] = { 4, 16, 36, 64 }, t[] = { 14, 26, 46, 74 };
    sx_curve c[2];
    const double unit[] = { SX_CURVE_UNIT_NONE, SX_CURVE_UNIT_NS };
    sx_curve_data data = { 4, 2, n, (const double *const[]) { t, t }, unit };
    is_int(sx_curve_select_paper(&data, c, NULL), SX_OK, "status");
    ok(c[0].form == SX_CURVE_LINEAR && near(c[0].a, 1), "a frequency grows by 1 a rank");
    ok(c[1].form != SX_CURVE_LINEAR || c[1].a == 0, "a time in ns does not");
    /* A falling time: -300 ns a rank. */
    const double falling[] = { 98800, 95200, 89200, 80800 };
    data = (sx_curve_data) { 4, 1, n, (const double *const[]) { falling }, NULL };
    sx_curve fall, printed;
    is_int(sx_curve_select_paper(&data, &fall, NULL), SX_OK, "status");
    is_int(sx_curve_select_paper_printed(&data, &printed, NULL), SX_OK, "status");
    ok(fall.form == SX_CURVE_LINEAR && near(fall.a, -300), "falls by 300 ns a rank");
    ok(printed.form != SX_CURVE_LINEAR, "as printed, no line falls");
}

static void test_invalid(void)
{
    const double n[] = { 4, 0 }, t[] = { 1, 2 };
    sx_curve c = { .a = 77 };
    sx_curve_data data = { 2, 1, n, (const double *const[]) { t }, NULL };
    is_int(sx_curve_select_paper(&data, &c, NULL), SX_INVALID, "0 ranks");
    ok(c.a == 77, "the result is untouched on failure");
    ok(sx_curve_selector_named("paper") &&
           sx_curve_selector_named("paper")->select == sx_curve_select_paper,
       "the table has the paper's selector");
    ok(!sx_curve_selector_named("papers"), "and no other of a similar name");
}

int main(void)
{
    sx_fit_init();
    test_constant();
    test_linear();
    test_slope_threshold();
    test_inverse();
    test_inverse_constant();
    test_norris();
    test_selection();
    test_rounding();
    test_decision_step();
    test_units();
    test_invalid();
    return tap_done();
}
