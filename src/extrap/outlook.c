#include "extrap/outlook.h"

#include "base/elementary.h"
#include "extrap/instantiate.h"
#include "trace/setting.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

/* How far beyond the largest input it is looked. */
enum { BEYOND = 64 };

/* ---- tables ---- */

typedef struct tables {
    const sx_busiest *busiest;
    double by_computation,
        by_communication; /* what makes the sums those of the forecast */
    int when; /* 0: at the target, 1: at the largest input */
    uint32_t depth, around[SX_MAX_DEPTH]; /* regions */
    sx_outlook *outlook;
} tables;

/* Means of what a call computes before it, and takes. */
static void means_of(const sx_node *node, double mean_ns[SX_TIMES_KINDS])
{
    double samples[SX_TIMES_KINDS] = { 0 }, total[SX_TIMES_KINDS] = { 0 };
    for (uint32_t k = 0; k < node->ntimes; k++) {
        const sx_times *times = &node->times[k];
        const double *field = times->hist.field;
        samples[times->kind] += field[SX_HIST_N];
        total[times->kind] += field[SX_HIST_N] * field[SX_HIST_MEAN];
    }
    for (int k = 0; k < SX_TIMES_KINDS; k++)
        mean_ns[k] = samples[k] > 0 ? total[k] / samples[k] : 0;
}

static sx_outlook_row *row_of(sx_outlook_row *row, size_t *n, uint32_t index, sx_op op)
{
    size_t i = 0;
    while (i < *n && (row[i].index != index || row[i].op != op))
        i++;
    if (i == *n)
        row[(*n)++] = (sx_outlook_row) { .index = index, .op = op };
    return &row[i];
}

static void add_to_row(const tables *t, const sx_node *node, sx_outlook_row *row)
{
    double mean_ns[SX_TIMES_KINDS];
    const double calls = t->busiest->calls_of[node->id];
    means_of(node, mean_ns);
    row->calls[t->when] += calls;
    row->bytes[t->when] += t->busiest->bytes_of[node->id];
    row->computation_ns[t->when] += t->by_computation * calls * mean_ns[SX_TIMES_COMP];
    row->communication_ns[t->when] +=
        t->by_communication * calls * mean_ns[SX_TIMES_COMM];
}

/* Into the region at hand, or out of it. */
static void pass_mark(tables *t, const sx_node *node)
{
    const sx_param *param = sx_node_param(node, SX_PARAM_REGION);
    if (node->op == SX_OP_Region_end)
        t->depth -= t->depth > 0;
    else if (param && param->value.expr && param->value.expr->op == SX_EXPR_INT &&
             t->depth < SX_MAX_DEPTH)
        t->around[t->depth++] = (uint32_t)param->value.expr->value;
}

static void add_block(tables *t, const sx_block *block)
{
    sx_outlook *o = t->outlook;
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        if (node->kind == SX_NODE_LOOP)
            add_block(t, &node->body);
        else if (sx_op_class_of(node->op) == SX_OP_REGION)
            pass_mark(t, node);
        else if (t->busiest->calls_of[node->id] > 0) {
            add_to_row(t, node, row_of(o->site, &o->nsites, node->site, node->op));
            const uint32_t region = t->depth ? t->around[t->depth - 1] : UINT32_MAX;
            add_to_row(t, node, row_of(o->region, &o->nregions, region, SX_OPS));
        }
    }
}

static void sum_block(const sx_block *block, const double *calls_of, double *sum_ns)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        double mean_ns[SX_TIMES_KINDS];
        if (node->kind == SX_NODE_LOOP) {
            sum_block(&node->body, calls_of, sum_ns);
            continue;
        }
        means_of(node, mean_ns);
        for (int k = 0; k < SX_TIMES_KINDS; k++)
            sum_ns[k] += calls_of[node->id] * mean_ns[k];
    }
}

static void add_scale(sx_outlook *outlook, const sx_trace *trace,
                      const sx_forecast *forecast, int when)
{
    double sum_ns[SX_TIMES_KINDS] = { 0 };
    sum_block(&trace->program, forecast->busiest.calls_of, sum_ns);
    tables t = { .busiest = &forecast->busiest, .when = when, .outlook = outlook };
    if (sum_ns[SX_TIMES_COMP] > 0)
        t.by_computation = forecast->computation.value / sum_ns[SX_TIMES_COMP];
    if (sum_ns[SX_TIMES_COMM] > 0)
        t.by_communication = forecast->rest.value / sum_ns[SX_TIMES_COMM];
    add_block(&t, &trace->program);
}

static double share(const sx_outlook_row *row, const double *all_ns, int when)
{
    const double own = row->computation_ns[when] + row->communication_ns[when];
    return all_ns[when] > 0 ? own / all_ns[when] : 0;
}

static int by_gain(const void *a, const void *b)
{
    const sx_outlook_row *x = a, *y = b;
    if (x->gain > y->gain || x->gain < y->gain)
        return x->gain > y->gain ? -1 : 1;
    return x->index != y->index ? (x->index < y->index ? -1 : 1)
                                : (x->op > y->op) - (x->op < y->op);
}

static void rank_rows(sx_outlook_row *row, size_t n, const double *all_ns)
{
    for (size_t i = 0; i < n; i++)
        row[i].gain = share(&row[i], all_ns, 0) - share(&row[i], all_ns, 1);
    if (n > 0)
        qsort(row, n, sizeof *row, by_gain);
}

double sx_outlook_power(const sx_outlook *outlook, int64_t p,
                        const double now_and_then[2])
{
    const double now = now_and_then[0], then = now_and_then[1];
    if (p == outlook->base || !(now > 0))
        return 0;
    return then > 0 ? sx_log(now / then) / sx_log((double)p / (double)outlook->base)
                    : INFINITY;
}

/* ---- scales ---- */

static int64_t power_near(int64_t p, int power)
{
    const double root = round(pow((double)p, 1.0 / power));
    return (int64_t)pow(root, power);
}

/* The program at about p ranks: that many, or a square or a cube near it. */
static sx_status instantiate_near(sx_arena *arena, const sx_trace *given, int64_t p,
                                  sx_trace *ret_trace)
{
    const int64_t near[] = { p, power_near(p, 2), power_near(p, 3) };
    sx_status st = SX_INVALID;
    sx_error why;
    for (int i = 0; st && st != SX_NOMEM && i < 3; i++)
        st = sx_instantiate(arena, given, near[i], NULL, 0, ret_trace, &why);
    return st;
}

static sx_status add_step(sx_outlook *o, const sx_forecaster *forecaster,
                          const sx_trace *given, int64_t p)
{
    sx_trace trace;
    sx_forecast f;
    sx_error why;
    sx_arena *arena = sx_arena_create();
    sx_status st = arena ? instantiate_near(arena, given, p, &trace) : SX_NOMEM;
    bool is_new = !st && (o->nsteps == 0 || trace.p > o->step[o->nsteps - 1].p);
    if (is_new)
        st = sx_forecast_make(arena, forecaster, &trace, o->forecast.level, &f, &why);
    if (is_new && !st)
        o->step[o->nsteps++] =
            (sx_outlook_step) { trace.p, f.time, f.computation, f.rest };
    sx_arena_destroy(arena);
    return st == SX_NOMEM ? st : SX_OK;
}

static void take_first(int64_t *scale, int64_t p, bool holds)
{
    if (holds && *scale == 0)
        *scale = p;
}

/* From where on communication takes longer, and where the run takes least time: all steps that may be the shortest by their
 * intervals are in the interval. */
static void judge_steps(sx_outlook *o)
{
    double shortest = INFINITY, bound = INFINITY;
    for (uint32_t i = 0; i < o->nsteps; i++) {
        const sx_outlook_step *s = &o->step[i];
        take_first(&o->exceeds.p, s->p, s->rest.value > s->computation.value);
        take_first(&o->exceeds.low, s->p, s->rest.high > s->computation.low);
        take_first(&o->exceeds.high, s->p, s->rest.low > s->computation.high);
        if (s->time.value < shortest) {
            shortest = s->time.value;
            o->least.p = s->p;
        }
        bound = fmin(bound, s->time.high);
    }
    for (uint32_t i = 0; i < o->nsteps; i++)
        if (o->step[i].time.low <= bound) {
            take_first(&o->least.low, o->step[i].p, true);
            o->least.high = o->step[i].p;
        }
}

static sx_status look_at_scales(sx_outlook *o, const sx_forecaster *forecaster,
                                const sx_trace *given, int64_t first, int64_t p)
{
    int64_t last = o->base <= INT32_MAX / BEYOND ? o->base * BEYOND : INT32_MAX;
    sx_status st = SX_OK;
    last = last > p ? last : p;
    for (int64_t at = first; !st && at <= last && o->nsteps < SX_OUTLOOK_STEPS; at *= 2)
        st = add_step(o, forecaster, given, at);
    judge_steps(o);
    return st;
}

/* ---- all of it ---- */

/* The inputs with fewest and with most ranks. */
static void find_inputs(const sx_trace *formula, sx_measured *ret_first,
                        sx_measured *ret_last)
{
    sx_measured m;
    for (size_t i = 0; sx_measured_at(formula, i, &m); i++) {
        if (i == 0 || m.p < ret_first->p)
            *ret_first = m;
        if (i == 0 || m.p > ret_last->p)
            *ret_last = m;
    }
}

static sx_status add_base(sx_arena *arena, sx_outlook *o, const sx_forecaster *forecaster,
                          const sx_trace *formula, const sx_measured *base,
                          double *ret_time_ns, sx_error *err)
{
    sx_trace trace;
    sx_forecast forecast;
    sx_status st = sx_forecast_instantiate(arena, formula, base, &trace, err);
    if (!st)
        st = sx_forecast_make(arena, forecaster, &trace, o->forecast.level, &forecast,
                              err);
    if (!st)
        add_scale(o, &trace, &forecast, 1);
    *ret_time_ns = st ? 0 : forecast.time.value;
    return st;
}

static void find_efficiency(sx_outlook *o)
{
    const sx_forecast *f = &o->forecast;
    const double share = f->mean_computation_ns;
    o->efficiency = (sx_model_prediction) {
        .value = fmin(share / f->time.value, 1),
        .low = fmin(share / f->time.high, 1),
        .high = f->time.low > 0 ? fmin(share / f->time.low, 1) : 1,
    };
}

sx_status sx_outlook_make(sx_arena *arena, const sx_forecaster *forecaster,
                          const sx_trace *formula, const sx_trace *given,
                          const sx_trace *trace, double level, sx_outlook *ret_outlook,
                          sx_error *err)
{
    sx_measured first = { 0 }, last = { 0 };
    sx_outlook o = { .site = SX_NEW_ARRAY(arena, sx_outlook_row, trace->nnodes),
                     .region = SX_NEW_ARRAY(arena, sx_outlook_row, trace->nregions + 1) };
    if (!o.site || !o.region)
        return sx_fail(err, SX_NOMEM, "out of memory");
    find_inputs(formula, &first, &last);
    o.base = last.p;
    sx_status st = sx_forecast_make(arena, forecaster, trace, level, &o.forecast, err);
    if (st)
        return st;
    add_scale(&o, trace, &o.forecast, 0);
    double all_ns[] = { o.forecast.time.value, 0 };
    st = add_base(arena, &o, forecaster, formula, &last, &all_ns[1], err);
    if (!st && look_at_scales(&o, forecaster, given, first.p, trace->p))
        st = sx_fail(err, SX_NOMEM, "out of memory");
    if (st)
        return st;
    find_efficiency(&o);
    rank_rows(o.site, o.nsites, all_ns);
    rank_rows(o.region, o.nregions, all_ns);
    *ret_outlook = o;
    return SX_OK;
}
