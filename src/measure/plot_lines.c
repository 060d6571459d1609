#include "measure/plot_lines.h"

#include <math.h>
#include <string.h>

typedef struct range {
    double low, high, least; /* least: of those > 0 */
} range;

static const range nothing = { INFINITY, -INFINITY, INFINITY };

static void widen(range *r, double value)
{
    if (!isfinite(value))
        return;
    r->low = fmin(r->low, value);
    r->high = fmax(r->high, value);
    if (value > 0)
        r->least = fmin(r->least, value);
}

static bool is_power_of_two(double value)
{
    int exponent;
    return frexp(value, &exponent) == 0.5;
}

sx_axis sx_plot_lines_x(const sx_measurements *m, const sx_series *s,
                        const sx_targets *targets, double from, double to)
{
    range r = nothing;
    bool powers = true;
    for (size_t i = 0; i < s->npoints; i++) {
        widen(&r, sx_series_point(m, s, i)[0]);
        powers = powers && is_power_of_two(sx_series_point(m, s, i)[0]);
    }
    for (size_t i = 0; i < targets->n; i++)
        widen(&r, targets->at[i * m->nparameters]);
    sx_axis_kind kind = r.high / r.low < 8 ? SX_AXIS_LINEAR
                        : powers           ? SX_AXIS_LOG2
                                           : SX_AXIS_LOG10;
    sx_axis axis = sx_axis_make(kind, r.low, r.high, from, to);
    if (kind == SX_AXIS_LINEAR) /* no parameter is 0 or less */
        axis.low = fmax(axis.low, r.low / 2);
    return axis;
}

static bool same_line(const sx_measurements *m, const double *a, const double *b)
{
    return memcmp(a + 1, b + 1, (m->nparameters - 1) * sizeof *a) == 0;
}

size_t sx_plot_lines_find(const sx_plot_lines *lines, const sx_measurements *m,
                          const double *at)
{
    size_t i = 0;
    while (i < lines->n && !same_line(m, lines->line[i].at, at))
        i++;
    return i;
}

/* The sets of the other coordinates in the order of the points, up to MOST of them; how many. */
enum { MOST = 256 };

static size_t find_sets(const sx_measurements *m, const sx_series *s,
                        const double **ret_set)
{
    size_t n = 0;
    for (size_t i = 0; i < s->npoints && n < MOST; i++) {
        const double *at = sx_series_point(m, s, i);
        size_t k = 0;
        while (k < n && !same_line(m, ret_set[k], at))
            k++;
        if (k == n)
            ret_set[n++] = at;
    }
    return n;
}

sx_status sx_plot_lines_make(sx_plot_lines *lines, const sx_measurements *m,
                             const sx_series *s, const sx_fitted *fitted, double level,
                             const sx_axis *x, sx_error *err)
{
    const double *set[MOST];
    lines->all = find_sets(m, s, set);
    lines->n = lines->all < SX_PLOT_LINES ? lines->all : SX_PLOT_LINES;
    for (size_t i = 0; i < lines->n; i++) {
        sx_plot_line *line = &lines->line[i];
        size_t which = lines->n > 1 ? i * (lines->all - 1) / (lines->n - 1) : 0;
        memcpy(line->at, set[which], m->nparameters * sizeof *line->at);
        for (size_t k = 0; k < SX_PLOT_SAMPLES; k++) {
            double at[SX_MEASURE_PARAMETERS];
            memcpy(at, line->at, m->nparameters * sizeof *at);
            at[0] = line->x[k] = sx_axis_value(x, (double)k / (SX_PLOT_SAMPLES - 1));
            sx_status status = sx_fitted_predict(fitted, at, level, &line->curve[k], err);
            if (status)
                return status;
        }
    }
    return SX_OK;
}

/* Points and lines first; intervals as far as the range becomes no more than so many times wider. */
sx_axis sx_plot_lines_y(const sx_plot_lines *lines, const sx_measurements *m,
                        const sx_series *s, const sx_targets *targets,
                        const sx_fitted *fitted, double from, double to)
{
    range r = nothing;
    for (size_t k = s->first[0]; k < s->first[s->npoints]; k++)
        widen(&r, m->value[k]);
    for (size_t i = 0; i < lines->n; i++) {
        for (size_t k = 0; k < SX_PLOT_SAMPLES; k++)
            widen(&r, lines->line[i].curve[k].value);
    }
    for (size_t i = 0; i < targets->n; i++)
        widen(&r, sx_model_form_at(&fitted->model.form[0], (uint32_t)m->nparameters,
                                   targets->at + i * m->nparameters));
    double middle = r.low / 2 + r.high / 2, apart = 0.05 * fabs(middle);
    if (r.high - r.low <
        2 * apart) { /* differences of less than a tenth look like such */
        r.low = middle - apart;
        r.high = middle + apart;
    }
    bool log = r.low > 0 && r.high / r.low > 30;
    double most = log ? r.high * 10 : r.high + (r.high - r.low);
    double least = log ? r.low / 10 : r.low - (r.high - r.low);
    for (size_t i = 0; i < lines->n && fitted->intervals; i++) {
        for (size_t k = 0; k < SX_PLOT_SAMPLES; k++) {
            widen(&r, fmin(lines->line[i].curve[k].run_high, most));
            widen(&r, fmax(lines->line[i].curve[k].run_low, least));
        }
    }
    if (!log && r.low > 0 && r.low < r.high / 3)
        r.low = 0;
    return sx_axis_make(log ? SX_AXIS_LOG10 : SX_AXIS_LINEAR, r.low, r.high, from, to);
}
