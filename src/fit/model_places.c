#include "fit/model_places.h"

#include "base/elementary.h"

#include <math.h>
#include <stdlib.h>

typedef struct row {
    double at[SX_MODEL_PARAMETERS], value;
} row;

static int by_place(const void *a, const void *b)
{
    const row *x = a, *y = b;
    for (int i = 0; i < SX_MODEL_PARAMETERS; i++)
        if (x->at[i] != y->at[i])
            return x->at[i] < y->at[i] ? -1 : 1;
    return (x->value > y->value) - (x->value < y->value);
}

static bool same_place(const row *a, const row *b)
{
    for (int i = 0; i < SX_MODEL_PARAMETERS; i++)
        if (a->at[i] != b->at[i])
            return false;
    return true;
}

/* Few rows, or nearly sorted ones, are faster without a function call for each comparison's set-up. */
static void sort_rows(row *rows, size_t n)
{
    if (n > 200) {
        qsort(rows, n, sizeof *rows, by_place);
        return;
    }
    for (size_t i = 1; i < n; i++) {
        row here = rows[i];
        size_t k = i;
        for (; k > 0 && by_place(&rows[k - 1], &here) > 0; k--)
            rows[k] = rows[k - 1];
        rows[k] = here;
    }
}

static bool get_memory(sx_model_places *p, size_t points)
{
    size_t numbers = points * (p->parameters + 5);
    p->at = calloc(numbers, sizeof *p->at);
    p->first = calloc(points + 1, sizeof *p->first);
    p->out = calloc(points, sizeof *p->out);
    if (!p->at || !p->first || !p->out)
        return false;
    p->value = p->at + points * p->parameters;
    p->keep = p->value + points;
    p->reference = p->keep + points;
    p->mean = p->reference + points;
    p->mass = p->mean + points;
    return true;
}

static int by_size(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static double median(const double *sorted, size_t n)
{
    return n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

/* Beyond five times what is usual a value counts less, the further from its place's median by the eighth power: noise of
 * one side has values up to there; what is off by more adds nothing to the noise. */
static void damp_repeats(sx_model_places *p, double *scratch)
{
    size_t n = 0;
    for (size_t i = 0; i < p->n; i++)
        for (size_t k = p->first[i]; k < p->first[i + 1]; k++) {
            double far = fabs(p->value[k] / p->reference[i] - 1);
            p->keep[k] = 1;
            if (p->first[i + 1] - p->first[i] >= 3 &&
                2 * k + 1 != p->first[i] + p->first[i + 1])
                scratch[n++] = far; /* but for the median itself */
        }
    if (n < 2)
        return;
    qsort(scratch, n, sizeof *scratch, by_size);
    double usual = fmax(1.4826 * median(scratch, n), 1e-9);
    double most = usual * 5 * (1 + 4 / (double)n);
    for (size_t i = 0; i < p->n; i++)
        for (size_t k = p->first[i]; k < p->first[i + 1]; k++) {
            double far = fabs(p->value[k] / p->reference[i] - 1);
            if (p->first[i + 1] - p->first[i] >= 3 && far > most)
                p->keep[k] = sx_root_power(most / far, 96);
        }
}

void sx_model_places_refer_to_medians(sx_model_places *p)
{
    for (size_t i = 0; i < p->n; i++)
        p->reference[i] = median(p->value + p->first[i], p->first[i + 1] - p->first[i]);
}

bool sx_model_places_init(sx_model_places *p, const sx_model_data *data)
{
    *p = (sx_model_places) { .parameters = (uint32_t)data->parameters,
                             .points = data->points };
    row *rows = calloc(data->points, sizeof *rows);
    if (!rows || !get_memory(p, data->points)) {
        free(rows);
        sx_model_places_finish(p);
        return false;
    }
    for (size_t k = 0; k < data->points; k++) {
        for (uint32_t i = 0; i < p->parameters; i++)
            rows[k].at[i] = data->at[k * p->parameters + i];
        rows[k].value = data->value[k];
    }
    sort_rows(rows, data->points);
    for (size_t k = 0; k < data->points; k++) {
        p->value[k] = rows[k].value;
        if (k > 0 && same_place(&rows[k - 1], &rows[k]))
            continue;
        for (uint32_t i = 0; i < p->parameters; i++)
            p->at[p->n * p->parameters + i] = rows[k].at[i];
        p->first[p->n++] = k;
    }
    free(rows);
    p->first[p->n] = data->points;
    sx_model_places_refer_to_medians(p);
    damp_repeats(p, p->mean); /* `mean` and `mass` have room for all points */
    return true;
}

void sx_model_places_finish(sx_model_places *p)
{
    free(p->at);
    free(p->first);
    free(p->out);
    p->out = NULL;
    p->at = NULL;
    p->first = NULL;
}

void sx_model_places_sum(sx_model_places *p)
{
    p->within = p->total = 0;
    p->outs = 0;
    for (size_t i = 0; i < p->n; i++) {
        double mass = 0, sum = 0, square = 0;
        for (size_t k = p->first[i]; k < p->first[i + 1]; k++) {
            mass += p->keep[k];
            sum += p->keep[k] * (p->value[k] / p->reference[i]);
        }
        p->mass[i] = p->out[i] ? 0 : mass;
        p->mean[i] = sum / mass;
        for (size_t k = p->first[i]; k < p->first[i + 1]; k++) {
            double far = p->value[k] / p->reference[i] - p->mean[i];
            square += p->keep[k] * far * far;
        }
        p->within += p->out[i] ? square / (p->mean[i] * p->mean[i]) : square;
        p->total += mass;
        p->outs += p->out[i];
    }
}
