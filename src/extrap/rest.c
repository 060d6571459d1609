#include "extrap/rest.h"

#include "base/elementary.h"
#include "fit/least.h"
#include "fit/model_linear.h"

#include <math.h>
#include <string.h>

/* What is listed has a cost, though inputs may hide it: two together are so many times as likely as one. */
static const double TWO = 100;

/* Messages hardly cost more than so many times what calls take at least, of which each rank sees a part alone where they are collective; ten to one: where ranks take turns on a core few
 * calls find their partners there, and who sends early enough hides some of the cost in all of them. */
static const double AT_LEAST = 4, HIDDEN = 0.1;

/* For what there is none of: models are over positive numbers. */
static const double NONE = 1e-9;

static double square(double x)
{
    return x * x;
}

void sx_rest_at(const sx_traffic *traffic, int64_t p, double computation_ns,
                double ret_quantity[SX_REST_QUANTITIES])
{
    ret_quantity[0] = fmax(traffic->messages, NONE);
    ret_quantity[1] = fmax(traffic->bytes, NONE);
    const double log_p = sx_log2((double)p);
    ret_quantity[2] = fmax(computation_ns * sqrt(log_p), NONE);
    ret_quantity[3] = fmax(computation_ns * square(log_p), NONE);
}

/* What takes `value` of the time `of`. */
static void add_row(sx_rest *rest, const double *quantity, const double *other,
                    double value, double of)
{
    if (rest->n == SX_REST_ROWS || !(of > 0))
        return;
    const size_t row = rest->n++;
    for (int k = 0; k < SX_REST_QUANTITIES; k++)
        rest->quantity[k][row] = quantity[k] / of;
    for (int k = 0; k < SX_REST_OTHERS; k++)
        rest->other[k][row] = other[k] / of;
    rest->value[row] = value / of;
}

void sx_rest_add(sx_rest *rest, const sx_measured *m, const sx_busiest *busiest)
{
    double quantity[SX_REST_QUANTITIES];
    const double log_p = sx_log2((double)m->p);
    sx_rest_at(&busiest->all.traffic, m->p, m->busiest_ns, quantity);
    if (busiest->least_ns > 0 && m->time_ns > 0) {
        rest->least += busiest->least_ns / m->time_ns;
        for (int k = 0; k < SX_REST_COSTS; k++)
            rest->cost[k] += quantity[k] / m->time_ns;
    }
    add_row(rest, quantity, (double[SX_REST_OTHERS]) { 0 },
            fmax(m->time_ns - m->busiest_ns, 0), m->time_ns);
    for (uint32_t k = 0; k < m->nops; k++) {
        const double before = m->op[k].computation_ns, in = m->op[k].communication_ns;
        const double waits[] = { before, before * square(log_p) };
        sx_rest_at(&busiest->mean[m->op[k].op], m->p, 0, quantity);
        add_row(rest, quantity, waits, in, before + in);
    }
}

/* What is left of a column without the multiples of the first others that come nearest to it. False where these hang on each
 * other. */
static bool take_out(const sx_rest *rest, size_t others, double *column)
{
    double matrix[SX_REST_OTHERS * SX_REST_ROWS], value[SX_REST_ROWS];
    double multiple[SX_REST_OTHERS], square;
    for (size_t k = 0; k < others; k++)
        memcpy(matrix + k * rest->n, rest->other[k], rest->n * sizeof *matrix);
    memcpy(value, column, rest->n * sizeof *value);
    if (rest->n < others ||
        !sx_least_squares(matrix, value, rest->n, others, multiple, NULL, &square))
        return false;
    for (size_t i = 0; i < rest->n; i++)
        for (size_t k = 0; k < others; k++)
            column[i] -= multiple[k] * rest->other[k][i];
    return true;
}

/* Takes out of all columns what waiting may be in them; how many others did that. */
static size_t take_out_waits(sx_rest *rest)
{
    size_t others = SX_REST_OTHERS;
    while (others > 0 && !take_out(rest, others, rest->value))
        others--;
    for (int k = 0; k < SX_REST_QUANTITIES && others > 0; k++)
        (void)take_out(rest, others, rest->quantity[k]);
    return others;
}

double sx_rest_cost(const sx_model_form *form, const double amount[SX_REST_COSTS])
{
    double cost = 0;
    for (uint32_t t = 0; t < form->terms; t++)
        for (int k = 0; k < SX_REST_COSTS; k++)
            if (form->term[t].power[k])
                cost += form->coefficient[t] * amount[k];
    return cost;
}

/* How likely a form is by what messages cost then. */
static double by_least(const sx_rest *rest, const sx_model_form *form)
{
    return sx_rest_cost(form, rest->cost) > AT_LEAST * rest->least ? HIDDEN : 1;
}

/* The model's value becomes that of forms by how likely they are beside that. */
static void weigh_by_least(const sx_rest *rest, sx_model *model)
{
    double weight[SX_MODEL_FORMS];
    for (uint32_t k = 0; k < model->forms; k++)
        weight[k] = model->form[k].weight * by_least(rest, &model->form[k]);
    if (rest->least > 0)
        sx_model_linear_value(model, weight);
}

void sx_rest_fit(sx_rest *rest, sx_model *ret_model, double *ret_noise)
{
    double at[SX_REST_ROWS * SX_REST_QUANTITIES], of[SX_REST_ROWS];
    const size_t spent = take_out_waits(rest);
    for (size_t i = 0; i < rest->n; i++) {
        of[i] = 1;
        for (int k = 0; k < SX_REST_QUANTITIES; k++)
            at[i * SX_REST_QUANTITIES + (size_t)k] = rest->quantity[k][i];
    }
    const sx_linear_data data = {
        SX_REST_QUANTITIES, rest->n, at, rest->value, of, spent, 2, TWO
    };
    sx_model_linear_fit(&data, ret_model, ret_noise);
    weigh_by_least(rest, ret_model);
}
