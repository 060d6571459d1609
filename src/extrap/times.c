#include "extrap/times.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The entry of each run, or NULL. */
static void entries(const sx_runs *runs, const sx_node *node, const bool *in,
                    const sx_times **entry)
{
    for (size_t run = 0; run < runs->n; run++)
        entry[run] = NULL;
    for (uint32_t t = 0; t < node->ntimes; t++) {
        const sx_times *times = &node->times[t];
        if (!times->all) {
            entry[runs->run_of[sx_ranklist_first(&times->ranks)]] = times;
            continue;
        }
        for (int64_t r = 0; r < runs->total; r++)
            if (in[r])
                entry[runs->run_of[r]] = times;
    }
}

/* A formula trace holds 9 digits of a coefficient. */
static double rounded(double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.9g", value);
    return strtod(text, NULL);
}

static sx_status fit(sx_arena *arena, const sx_runs *runs, const sx_times *const *entry,
                     bool comm, const sx_curve_selector *selector, sx_hist *ret_hist,
                     sx_error *err)
{
    double *n = SX_NEW_ARRAY(arena, double, runs->n);
    double *value = SX_NEW_ARRAY(arena, double, runs->n *SX_HIST_FIELDS);
    double unit[SX_HIST_FIELDS];
    const double *t[SX_HIST_FIELDS];
    sx_curve *curve = SX_NEW_ARRAY(arena, sx_curve, SX_HIST_FIELDS);
    if (!n || !value || !curve)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t f = 0; f < SX_HIST_FIELDS; f++) {
        t[f] = &value[f * runs->n];
        unit[f] = f == SX_HIST_N ? SX_CURVE_UNIT_NONE : SX_CURVE_UNIT_NS;
        for (size_t run = 0; run < runs->n; run++) {
            const sx_hist *hist = !entry[run] ? NULL
                                  : comm      ? &entry[run]->comm
                                              : &entry[run]->comp;
            n[run] = (double)runs->p[run];
            value[f * runs->n + run] =
                hist && hist->field[SX_HIST_N] > 0 ? hist->field[f] : NAN;
        }
    }
    sx_curve_data data = { runs->n, SX_HIST_FIELDS, n, t, unit };
    *ret_hist = (sx_hist) { .curve = curve };
    sx_status st = selector->select(&data, curve, err);
    for (size_t f = 0; !st && f < SX_HIST_FIELDS; f++) {
        curve[f].a = rounded(curve[f].a);
        curve[f].b = rounded(curve[f].b);
    }
    return st;
}

sx_status sx_times_infer(sx_arena *arena, const sx_runs *runs, const sx_node *node,
                         const bool *in, const sx_curve_selector *selector,
                         sx_times **ret_times, uint32_t *ret_n, sx_error *err)
{
    *ret_n = 0;
    if (node->ntimes == 0)
        return SX_OK;
    const sx_times **entry = SX_NEW_ARRAY(arena, const sx_times *, runs->n);
    sx_times *times = SX_NEW(arena, sx_times);
    if (!entry || !times)
        return sx_fail(err, SX_NOMEM, "out of memory");
    entries(runs, node, in, entry);
    times->all = true;
    sx_status st = fit(arena, runs, entry, false, selector, &times->comp, err);
    if (!st)
        st = fit(arena, runs, entry, true, selector, &times->comm, err);
    if (st)
        return st;
    *ret_times = times;
    *ret_n = 1;
    return SX_OK;
}

sx_hist sx_hist_at(const sx_hist *curves, int64_t p)
{
    sx_hist hist = *curves;
    hist.curve = NULL;
    for (size_t f = 0; curves->curve && f < SX_HIST_FIELDS; f++) {
        double value = sx_curve_at(&curves->curve[f], (double)p);
        value = f == SX_HIST_N ? round(value) : value;
        hist.field[f] = value > 0 ? value : 0;
    }
    return hist;
}
