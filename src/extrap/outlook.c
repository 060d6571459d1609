#include "extrap/outlook.h"

#include "base/elementary.h"
#include "extrap/instantiate.h"

#include <math.h>
#include <stdlib.h>

/* How far beyond the largest input it is looked. */
enum { BEYOND = 64 };

/* ---- tables ---- */

typedef struct tables {
    const sx_busiest_call *call; /* by node */
    double by_computation,
        by_communication; /* what makes the sums those of the forecast */
    int when; /* 0: at the target, 1: at the largest input */
    uint32_t depth, around[SX_MAX_DEPTH]; /* regions */
    sx_outlook *outlook;
} tables;

static sx_outlook_row *row_of(sx_outlook_row *row, size_t *n, uint32_t index, sx_op op)
{
    size_t i = 0;
    while (i < *n && (row[i].index != index || row[i].op != op))
        i++;
    if (i == *n)
        row[(*n)++] = (sx_outlook_row) { .index = index, .op = op };
    return &row[i];
}

static void add_to_row(const tables *t, const sx_busiest_call *call, sx_outlook_row *row)
{
    row->calls[t->when] += call->calls;
    row->bytes[t->when] += call->bytes;
    row->computation_ns[t->when] += t->by_computation * call->ns[SX_TIMES_COMP];
    row->communication_ns[t->when] += t->by_communication * call->ns[SX_TIMES_COMM];
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
        else if (t->call[node->id].calls > 0) {
            const sx_busiest_call *call = &t->call[node->id];
            add_to_row(t, call, row_of(o->site, &o->nsites, node->site, node->op));
            const uint32_t region = t->depth ? t->around[t->depth - 1] : UINT32_MAX;
            add_to_row(t, call, row_of(o->region, &o->nregions, region, SX_OPS));
        }
    }
}

static double ratio(double forecast_ns, double sum_ns)
{
    return sum_ns > 0 ? forecast_ns / sum_ns : 0;
}

static void add_scale(sx_outlook *outlook, const sx_trace *trace,
                      const sx_forecast *forecast, int when)
{
    const double *sum_ns = forecast->busiest.all.ns;
    tables t = { .call = forecast->busiest.call,
                 .by_computation =
                     ratio(forecast->computation.value, sum_ns[SX_TIMES_COMP]),
                 .by_communication = ratio(forecast->rest.value, sum_ns[SX_TIMES_COMM]),
                 .when = when,
                 .outlook = outlook };
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
