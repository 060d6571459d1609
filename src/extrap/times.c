#include "extrap/times.h"

#include "extrap/time_law.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the runs have at one event: their entries side by side. */
typedef struct timed {
    uint32_t n;
    sx_times *entry;
    uint32_t *run; /* of each */
} timed;

/* The run of an entry, if somebody in it takes part: entries of all who do belong to each run, and none
 * where times are merged over runs. */
static bool belongs(const sx_runs *runs, const sx_times *times, const bool *in,
                    uint32_t run)
{
    if (!times->all)
        return runs->run_of[sx_ranklist_first(&times->ranks)] == run;
    for (int64_t r = 0; r < runs->p[run]; r++)
        if (in[runs->offset[run] + r])
            return true;
    return false;
}

static bool told_apart(const sx_times *times)
{
    return times->first || times->after != SX_AFTER_ANY;
}

/* Does one run tell this kind of time apart while another does not? */
static bool is_mixed(const timed *t, size_t nruns, sx_times_kind kind)
{
    bool apart = false, together = false;
    for (uint32_t run = 0; run < nruns; run++) {
        bool any = false, some = false;
        for (uint32_t i = 0; i < t->n; i++) {
            bool own = t->run[i] == run && t->entry[i].kind == kind;
            any = any || own;
            some = some || (own && told_apart(&t->entry[i]));
        }
        apart = apart || some;
        together = together || (any && !some);
    }
    return apart && together;
}

/* The entries of each run that have samples, ascending by key in each, pooled where runs are mixed. */
static sx_status gather(sx_arena *arena, const sx_runs *runs, const sx_node *node,
                        const bool *in, timed *ret, sx_error *err)
{
    timed t = { .entry = SX_NEW_ARRAY(arena, sx_times, runs->n * node->ntimes),
                .run = SX_NEW_ARRAY(arena, uint32_t, runs->n * node->ntimes) };
    if (!t.entry || !t.run)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (uint32_t run = 0; run < runs->n; run++) {
        for (uint32_t i = 0; i < node->ntimes; i++) {
            if (node->times[i].hist.field[SX_HIST_N] <= 0 ||
                !belongs(runs, &node->times[i], in, run))
                continue;
            t.run[t.n] = run;
            t.entry[t.n++] = node->times[i];
        }
    }
    for (int kind = 0; kind < SX_TIMES_KINDS; kind++) {
        if (!is_mixed(&t, runs->n, (sx_times_kind)kind))
            continue;
        for (uint32_t i = 0; i < t.n; i++) {
            if ((int)t.entry[i].kind != kind)
                continue;
            t.entry[i].first = false;
            t.entry[i].after = SX_AFTER_ANY;
        }
    }
    *ret = t;
    return SX_OK;
}

/* The histogram with that key of a run, pooled over the entries that have it, and over repeats, of which it has
 * as many samples as one. */
static sx_status hist_of(sx_arena *arena, const timed *t, uint32_t run,
                         const sx_times *key, sx_hist *ret_hist, sx_error *err)
{
    sx_status st = SX_OK;
    uint64_t repeats = 0; /* a bit each */
    *ret_hist = (sx_hist) { .nbins = 0 };
    for (uint32_t i = 0; !st && i < t->n; i++) {
        if (t->run[i] != run || sx_times_order(&t->entry[i], key) != 0)
            continue;
        st = sx_hist_merge(arena, ret_hist, &t->entry[i].hist, ret_hist, err);
        repeats |= UINT64_C(1) << t->entry[i].repeat;
    }
    if (repeats)
        ret_hist->field[SX_HIST_N] /= __builtin_popcountll(repeats);
    return st;
}

/* Recorded times have five digits at most, so that more of a coefficient say nothing; of how far a curve is from a few
 * runs two do. Numbers of samples are exact. */
enum { TIME_DIGITS = 5, COUNT_DIGITS = 9, DEVIATION_DIGITS = 2 };

/* What arithmetic leaves of a deviation where there is none. */
static const double NOTHING = 1e-9;

static double rounded(double value, int digits)
{
    char text[40];
    snprintf(text, sizeof text, "%.*g", digits, value);
    return strtod(text, NULL);
}

/* As a formula trace has it: a term that is 0 is not there. */
static void shorten(sx_curve *curve, int digits)
{
    curve->a = rounded(curve->a, digits);
    curve->b = rounded(curve->b, digits);
    curve->deviation =
        curve->deviation < NOTHING ? 0 : rounded(curve->deviation, DEVIATION_DIGITS);
    if (curve->form != SX_CURVE_CONSTANT && fpclassify(curve->a) == FP_ZERO)
        *curve = (sx_curve) { .a = curve->b, .deviation = curve->deviation };
    if (curve->form == SX_CURVE_INVERSE_CONSTANT && fpclassify(curve->b) == FP_ZERO)
        curve->form = SX_CURVE_INVERSE;
}

static sx_status fit_curves(sx_arena *arena, const sx_runs *runs, const timed *times,
                            const sx_curve_selector *selector, sx_times *key,
                            sx_error *err)
{
    double *n = SX_NEW_ARRAY(arena, double, runs->n);
    double *value = SX_NEW_ARRAY(arena, double, runs->n *SX_HIST_FIELDS);
    double unit[SX_HIST_FIELDS];
    const double *t[SX_HIST_FIELDS];
    sx_curve *curve = SX_NEW_ARRAY(arena, sx_curve, SX_HIST_FIELDS);
    sx_status st = SX_OK;
    if (!n || !value || !curve)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (uint32_t run = 0; !st && run < runs->n; run++) {
        sx_hist hist;
        st = hist_of(arena, times, run, key, &hist, err);
        n[run] = (double)runs->p[run];
        for (size_t f = 0; !st && f < SX_HIST_FIELDS; f++)
            value[f * runs->n + run] = hist.field[SX_HIST_N] > 0 ? hist.field[f] : NAN;
    }
    for (size_t f = 0; f < SX_HIST_FIELDS; f++) {
        t[f] = &value[f * runs->n];
        unit[f] = f == SX_HIST_N ? SX_CURVE_UNIT_NONE : SX_CURVE_UNIT_NS;
    }
    sx_curve_data data = { runs->n, SX_HIST_FIELDS, n, t, unit };
    key->hist = (sx_hist) { .curve = curve };
    if (!st)
        st = selector->select(&data, curve, err);
    for (size_t f = 0; !st && f < SX_HIST_FIELDS; f++)
        shorten(&curve[f], f == SX_HIST_N ? COUNT_DIGITS : TIME_DIGITS);
    return st;
}

static sx_status fit_law(sx_arena *arena, const sx_runs *runs, const timed *times,
                         const sx_common_time *common, sx_times *key, sx_error *err)
{
    sx_time_samples s = { .hist = SX_NEW_ARRAY(arena, sx_hist, times->n),
                          .run = SX_NEW_ARRAY(arena, uint32_t, times->n),
                          .repeat = SX_NEW_ARRAY(arena, uint32_t, times->n) };
    sx_status st = SX_OK;
    if (!s.hist || !s.run || !s.repeat)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (uint32_t i = 0; !st && i < times->n; i++) {
        const sx_times *entry = &times->entry[i];
        uint32_t k = 0;
        if (sx_times_order(entry, key) != 0)
            continue;
        while (k < s.n && (s.run[k] != times->run[i] || s.repeat[k] != entry->repeat))
            k++;
        s.run[k] = times->run[i];
        s.repeat[k] = entry->repeat;
        if (k < s.n)
            st = sx_hist_merge(arena, &s.hist[k], &entry->hist, &s.hist[k], err);
        else
            s.hist[s.n++] = entry->hist;
    }
    if (key->kind != SX_TIMES_COMP)
        common = NULL;
    key->hist = (sx_hist) { 0 };
    return st ? st : sx_time_law_fit(arena, runs, common, &s, &key->hist.law, err);
}

static int by_key(const void *a, const void *b)
{
    return sx_times_order(a, b);
}

sx_status sx_times_infer(sx_arena *arena, const sx_runs *runs, const sx_node *node,
                         const bool *in, const sx_time_choice *choice,
                         const sx_common_time *common, sx_times **ret_times,
                         uint32_t *ret_n, sx_error *err)
{
    timed t;
    uint32_t n = 0;
    *ret_n = 0;
    if (node->ntimes == 0)
        return SX_OK;
    sx_status st = gather(arena, runs, node, in, &t, err);
    sx_times *times = st ? NULL : SX_NEW_ARRAY(arena, sx_times, t.n);
    if (st || !times)
        return st ? st : sx_fail(err, SX_NOMEM, "out of memory");
    for (uint32_t i = 0; !st && i < t.n; i++) {
        if (sx_times_find(times, n, &t.entry[i]))
            continue;
        times[n] = t.entry[i];
        times[n].all = true;
        times[n].ranks = (sx_ranklist) { 0 };
        st = choice->models
                 ? fit_law(arena, runs, &t, common, &times[n++], err)
                 : fit_curves(arena, runs, &t, choice->curves, &times[n++], err);
    }
    if (st)
        return st;
    if (n > 0)
        qsort(times, n, sizeof *times, by_key);
    *ret_times = times;
    *ret_n = n;
    return SX_OK;
}

/* What it takes to find those of any event. */
typedef struct finder {
    sx_arena *arena;
    const sx_runs *runs;
    const sx_time_choice *choice;
    const sx_common_time *common;
    sx_error *err;
} finder;

static sx_status infer_block(const finder *f, const sx_block *from, const bool *within,
                             sx_block *to)
{
    for (size_t i = 0; i < from->n; i++) {
        const sx_node *node = from->node[i];
        sx_node *made = to->node[i];
        const bool *in = sx_runs_members(f->arena, f->runs, &node->ranks, within);
        if (!in)
            return sx_fail(f->err, SX_NOMEM, "out of memory");
        sx_status st =
            node->kind == SX_NODE_LOOP
                ? infer_block(f, &node->body, in, &made->body)
                : sx_times_infer(f->arena, f->runs, node, in, f->choice, f->common,
                                 &made->times, &made->ntimes, f->err);
        if (st)
            return st;
    }
    return SX_OK;
}

sx_status sx_times_infer_all(sx_arena *arena, const sx_runs *runs, const sx_block *from,
                             const bool *in, const sx_time_choice *choice,
                             const sx_common_time *common, sx_block *to, sx_error *err)
{
    const finder f = { arena, runs, choice, common, err };
    return infer_block(&f, from, in, to);
}

bool sx_time_choice_named(const char *name, sx_time_choice *ret_choice)
{
    sx_time_choice choice = { .models = strcmp(name, "default") == 0 };
    if (!choice.models)
        choice.curves = sx_curve_selector_named(name);
    *ret_choice = choice;
    return choice.models || choice.curves;
}
