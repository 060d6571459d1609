/* Which of several known quantities, alone or two together, a value is linear in. */
#include "fit/model_linear.h"
#include "tap.h"

#include <math.h>

enum { POINTS = 5, QUANTITIES = 3 };

/* Calls, steps and bytes of five scales. */
static const double at[POINTS * QUANTITIES] = { 100, 200, 9e6, 100, 300, 5e6, 100, 400,
                                                3e6, 100, 500, 2e6, 100, 600, 1e6 };

static sx_model fit(const double *value, const double *of, size_t points, double *noise)
{
    sx_model model;
    const sx_linear_data data = { QUANTITIES, points, at, value, of, 0, 2, 100 };
    sx_model_linear_fit(&data, &model, noise);
    return model;
}

static void close_to(double value, double want, const char *what)
{
    ok(fabs(value - want) <= 1e-6 * want, "%s: %.9g, want %.9g", what, value, want);
}

static double value_at(const sx_model *model, double calls, double steps, double bytes)
{
    return sx_model_form_at(&model->form[0], QUANTITIES,
                            (double[]) { calls, steps, bytes });
}

static void test_one(void)
{
    double value[POINTS], of[POINTS], noise;
    for (int i = 0; i < POINTS; i++) {
        of[i] = 1e6;
        value[i] = 25 * at[i * QUANTITIES + 1] * (i % 2 ? 1.001 : 0.999);
    }
    sx_model model = fit(value, of, POINTS, &noise);
    ok(model.form[0].weight <= 0, "the mean of all forms is in no interval");
    close_to(value_at(&model, 0, 1, 0), model.form[0].coefficient[1], "a cost of each");
    ok(fabs(value_at(&model, 1, 2000, 1) - 50000) < 50, "what they cost");
    ok(noise > 1e-6 && noise < 1e-4, "noise is relative to the whole: %g", noise);
    for (int i = 0; i < POINTS; i++) {
        of[i] *= 1e-6;
        value[i] *= 1e-6;
    }
    sx_model other = fit(value, of, POINTS, &noise);
    close_to(other.form[1].weight, model.form[1].weight, "another unit: the same weight");
    close_to(other.form[1].coefficient[0], 1e-6 * model.form[1].coefficient[0],
             "and coefficients in that unit");
}

static void test_two(void)
{
    double value[POINTS], of[POINTS], noise;
    for (int i = 0; i < POINTS; i++) {
        value[i] = 30 * at[i * QUANTITIES] + 2e-3 * at[i * QUANTITIES + 2];
        of[i] = value[i];
    }
    sx_model model = fit(value, of, POINTS, &noise);
    is_int(model.form[1].terms, 2, "two quantities");
    ok(model.form[1].weight > 0.99, "and no others: %g", model.form[1].weight);
    close_to(value_at(&model, 1000, 5, 1e6), 32000, "both");
    double weight = 0;
    for (uint32_t i = 0; i < model.forms; i++)
        weight += model.form[i].weight;
    close_to(weight, 1, "weights");
    sx_model_prediction p;
    sx_error err;
    is_int(sx_model_predict(&model, (double[]) { 1000, 5, 1e6 }, 0.9, &p, &err), SX_OK,
           "predicted");
    ok(p.low <= 32000 && p.high >= 32000 && p.high < 40000, "in its interval: %g .. %g",
       p.low, p.high);
}

/* Three quantities, where as many may be in a form; of two where no more are wanted. */
static void test_three(void)
{
    double value[POINTS], of[POINTS], noise;
    for (int i = 0; i < POINTS; i++) {
        const double *q = &at[i * QUANTITIES];
        value[i] = 30 * q[0] + 5 * q[1] + 2e-3 * q[2];
        of[i] = value[i];
    }
    const sx_linear_data data = { QUANTITIES, POINTS, at, value, of, 0, 3, 1 };
    sx_model model;
    sx_model_linear_fit(&data, &model, &noise);
    is_int(model.form[1].terms, 3, "three quantities");
    ok(model.form[1].weight > 0.99, "and no others: %g", model.form[1].weight);
    close_to(value_at(&model, 1000, 200, 1e6), 33000, "all of them");
    model = fit(value, of, POINTS, &noise);
    for (uint32_t i = 1; i < model.forms; i++)
        ok(model.form[i].terms <= 2, "two at most");
}

/* Few numbers leave open what many others tell. */
static void test_join(void)
{
    double value[2][POINTS], of[POINTS], noise, weight[2] = { 0 };
    sx_model model[2];
    for (int i = 0; i < POINTS; i++) {
        const double *q = &at[i * QUANTITIES], off = i % 2 ? 1.05 : 0.95;
        value[0][i] = 100 * off * q[1];
        value[1][i] = 7e-3 * q[2];
        of[i] = 1e4;
    }
    model[0] = fit(value[0], of, 2, &noise);
    model[1] = fit(value[1], of, POINTS, &noise);
    ok(model[0].form[1].term[0].power[2] == 0, "calls or steps seem likelier");
    const double alone = model[0].evidence + model[1].evidence;
    ok(sx_model_linear_join(&model[0], &model[1]) < alone, "not both as they like");
    for (int k = 0; k < 2; k++)
        for (uint32_t i = 0; i < model[k].forms; i++) {
            const sx_model_form *form = &model[k].form[i];
            weight[k] += form->weight;
            if (form->weight > 0.9)
                ok(form->terms == 1 && form->term[0].power[2] > 0, "bytes alone");
        }
    close_to(weight[0], 1, "weights of the one");
    close_to(weight[1], 1, "and of the other");
    ok(value_at(&model[0], 0, 0, 1e6) > 0.9 * value_at(&model[0], 100, 300, 1e6),
       "the mean goes by bytes");
}

/* What falls cannot be linear in what grows, and nothing at all is 0. */
static void test_none(void)
{
    double value[POINTS] = { 0 }, of[POINTS], noise;
    for (int i = 0; i < POINTS; i++)
        of[i] = 100;
    sx_model model = fit(value, of, POINTS, &noise);
    is_int(model.forms, 1, "a form");
    ok(value_at(&model, 100, 200, 300) <= 0, "which is 0");
    value[0] = 7;
    model = fit(value, of, 1, &noise);
    close_to(value_at(&model, 100, 200, 9e6), 7, "one point");
    is_int(model.forms, 1 + QUANTITIES, "which may be of any quantity, and their mean");
}

/* Rows that say nothing, since as many coefficients were taken out of all, change nothing. */
static void test_spent(void)
{
    enum { SPENT = 2 };
    double more[(POINTS + SPENT) * QUANTITIES] = { 0 }, value[POINTS + SPENT] = { 0 },
                                   of[POINTS + SPENT], noise[2];
    sx_model other;
    for (int i = 0; i < POINTS + SPENT; i++) {
        of[i] = 1e6;
        for (int k = 0; k < QUANTITIES && i < POINTS; k++)
            more[i * QUANTITIES + k] = at[i * QUANTITIES + k];
        if (i < POINTS)
            value[i] = 25 * at[i * QUANTITIES + 1] * (i % 2 ? 1.01 : 0.99);
    }
    const sx_model model = fit(value, of, POINTS, &noise[0]);
    const sx_linear_data data = { QUANTITIES, POINTS + SPENT, more, value,
                                  of,         SPENT,          2,    100 };
    sx_model_linear_fit(&data, &other, &noise[1]);
    close_to(noise[1], noise[0], "the same noise");
    close_to(other.form[1].weight, model.form[1].weight, "weight");
    close_to(other.form[1].root[0], model.form[1].root[0], "and covariance");
}

int main(void)
{
    test_one();
    test_two();
    test_three();
    test_join();
    test_none();
    test_spent();
    return tap_done();
}
