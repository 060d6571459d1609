#include "extrap/settle.h"

#include "extrap/pace_law.h"
#include "extrap/slow_ranks.h"
#include "extrap/time_law.h"
#include "trace/time_sums.h"
#include "trace/walk.h"

#include <math.h>

enum {
    ALL = 128, /* ranks that are all looked at */
    SOME_BITS = 6,
    SOME = 1 << SOME_BITS, /* of more, one of each of so many parts, */
    FEW = 8, /* or of so many and twice as many where that is enough: */
    ENOUGH_EVENTS = 1 << 17,
    MOST_EVENTS = 1 << 22, /* that are gone through */
    FEW_EVENTS = 1 << 20 /* beyond which nobody looks for the busiest rank */
};

/* The first 2^k of as many parts are spread over all. */
static int64_t part_number(int64_t i)
{
    int64_t reversed = 0;
    for (int bit = 0; bit < SOME_BITS; bit++)
        reversed |= (i >> bit & 1) << (SOME_BITS - 1 - bit);
    return reversed;
}

/* Number i of those that are looked at: of many no regular ones, which would have the same place in grids. */
static sx_rank rank_at(int64_t p, int64_t i)
{
    const double golden = 0.6180339887498949, part = (double)part_number(i);
    const double within = fmod(part * golden, 1);
    return p <= ALL ? (sx_rank)i : (sx_rank)((part + within) * (double)p / (double)SOME);
}

/* How often ranks execute each node, and what they do, on the mean. */
typedef struct counting {
    const sx_trace *trace;
    const sx_local_volume *volume;
    sx_walk *walk;
    sx_place_of *place;
    uint64_t left; /* events that are still gone through */
    int64_t ranks; /* that were */
    double *executions, work[SX_WORK_KINDS];
} counting;

/* Adds a rank. False where that is not found out. */
static bool add_rank(counting *c, sx_rank rank)
{
    double calls = 0, work[SX_WORK_KINDS];
    sx_event event;
    bool more = true;
    if (sx_place_move(c->place, rank, NULL) || sx_walk_start_folded(c->walk, rank, NULL))
        return false;
    while (more && c->left > 0) {
        if (sx_walk_next(c->walk, &event, &more, NULL))
            return false;
        if (more) {
            c->executions[event.node->id] += (double)event.times;
            calls += (double)event.times;
        }
        c->left--;
    }
    const sx_local_points points = sx_local_volume_at(c->volume, c->place);
    sx_work_amounts(calls, &points, work);
    for (int k = 0; k < SX_WORK_KINDS; k++)
        c->work[k] += work[k];
    return !more;
}

/* What ranks do on the mean, as far as it goes with points, is known of all. False where that is not found out. */
static bool settle_points(counting *c)
{
    sx_local_classes classes;
    if (c->volume->axes == 0)
        return true;
    if (sx_local_classes_count(c->volume, c->place, c->trace->p, &classes, NULL))
        return false;
    sx_work_settle(&classes, c->work);
    return true;
}

/* Long ranks of a large scale are told by few of them. */
static bool is_enough(const counting *c)
{
    return c->trace->p > ALL && c->ranks >= FEW && (c->ranks & (c->ranks - 1)) == 0 &&
           MOST_EVENTS - c->left > ENOUGH_EVENTS;
}

/* False where that is not found out. */
static bool count(sx_arena *arena, counting *c)
{
    const sx_trace *trace = c->trace;
    const int64_t n = trace->p <= ALL ? trace->p : SOME;
    c->executions = SX_NEW_ARRAY(arena, double, trace->nnodes);
    c->left = MOST_EVENTS;
    c->place = sx_place_create(trace);
    bool known = c->executions && c->place && !sx_walk_create(trace, &c->walk, NULL);
    for (; known && c->ranks < n && !is_enough(c); c->ranks++)
        known = add_rank(c, rank_at(trace->p, c->ranks));
    for (size_t i = 0; known && i < trace->nnodes; i++)
        c->executions[i] /= (double)c->ranks;
    for (int k = 0; k < SX_WORK_KINDS; k++)
        c->work[k] /= (double)c->ranks;
    known = known && settle_points(c);
    sx_walk_destroy(c->walk);
    sx_place_destroy(c->place);
    return known;
}

/* What a spread of ranks says of all is so far off. */
static const double UNSURE = 0.1;

/* A call of one execution a rank has as many samples as there are ranks, and so on; laws of numbers that say about the same stay. */
static void share_out(sx_node *node, double executions, int64_t p)
{
    const sx_time_sums sums = sx_time_sums_of(node);
    for (uint32_t k = 0; k < node->ntimes; k++) {
        double *n = &node->times[k].hist.field[SX_HIST_N];
        const double all = sums.samples[node->times[k].kind];
        const double off = fabs(all - executions) / fmax(executions, 1);
        if (*n > 0 && executions > 0 && off > (p <= ALL ? 0 : UNSURE))
            *n = fmax(1, round(*n / all * executions));
    }
}

static void share_out_block(const sx_block *block, const double *executions, int64_t p)
{
    for (size_t i = 0; i < block->n; i++) {
        sx_node *node = block->node[i];
        if (node->kind == SX_NODE_LOOP)
            share_out_block(&node->body, executions, p);
        else
            share_out(node, executions[node->id] * (double)p, p);
    }
}

/* What one histogram has of the computation of a rank, and what its law says that it may be; ns. */
typedef struct part {
    sx_hist *hist;
    double ns, low, high;
} part;

typedef struct parts {
    size_t n;
    part *part;
    double at[SX_MODEL_PARAMETERS], p;
} parts;

/* How far from what its law says a part is ever moved since it is unsure. */
static const double MOST_OFF = 10;

static sx_status add_part(parts *to, const sx_hist *law, sx_hist *hist, sx_error *err)
{
    const double level = 0.9, mean = hist->field[SX_HIST_MEAN];
    part *own = &to->part[to->n++];
    *own = (part) { .hist = hist, .ns = hist->field[SX_HIST_N] * mean / to->p };
    own->low = own->high = own->ns;
    if (!law->law || !(mean > 0))
        return SX_OK;
    const sx_model model = sx_hist_mean_model(law->law);
    sx_model_prediction of;
    sx_status st = sx_model_predict(&model, to->at, level, &of, err);
    if (!st) {
        own->low = own->ns * fmax(fmin(of.low / mean, 1), 1 / MOST_OFF);
        own->high = own->ns * fmin(fmax(of.high / mean, 1), MOST_OFF);
    }
    return st;
}

/* The formula's tree is that of the trace. */
static sx_status list_parts(parts *to, const sx_block *laws, const sx_block *block,
                            sx_error *err)
{
    sx_status st = SX_OK;
    for (size_t i = 0; !st && i < block->n; i++) {
        const sx_node *node = block->node[i], *law = laws->node[i];
        if (node->kind == SX_NODE_LOOP)
            st = list_parts(to, &law->body, &node->body, err);
        for (uint32_t k = 0; !st && k < node->ntimes; k++)
            if (node->times[k].kind == SX_TIMES_COMP)
                st = add_part(to, &law->times[k].hist, &node->times[k].hist, err);
    }
    return st;
}

/* Parts give way as far as their laws are unsure; what is left by then goes to all in proportion. None is more than the whole. */
static void make_sum(const parts *of, double whole)
{
    double sum = 0, room = 0, settled = 0;
    for (size_t i = 0; i < of->n; i++)
        sum += fmin(of->part[i].ns, whole);
    const double missing = whole - sum;
    for (size_t i = 0; i < of->n; i++) {
        part *own = &of->part[i];
        const double ns = fmin(own->ns, whole);
        own->high = fmin(own->high, ns + fmax(missing, 0)) - ns;
        own->low = fmin(own->low, ns) - ns;
        room += missing > 0 ? own->high : own->low;
    }
    const double go = room * missing > 0 ? fmin(missing / room, 1) : 0;
    for (size_t i = 0; i < of->n; i++) {
        part *own = &of->part[i];
        own->low = fmin(own->ns, whole) + go * (missing > 0 ? own->high : own->low);
        settled += own->low;
    }
    for (size_t i = 0; i < of->n; i++)
        if (of->part[i].ns > 0 && settled > 0)
            sx_hist_scale(of->part[i].hist,
                          of->part[i].low / of->part[i].ns * (whole / settled));
}

static size_t count_times(const sx_block *block)
{
    size_t n = 0;
    for (size_t i = 0; i < block->n; i++)
        n += block->node[i]->ntimes + count_times(&block->node[i]->body);
    return n;
}

/* How ranks differ: by place, and beside that. Where it is not known what single ones do, as in the largest input. */
static sx_status settle_ranks(sx_arena *arena, const sx_trace *formula,
                              const sx_forecaster *forecaster, const counting *c,
                              double mean_ns, sx_trace *trace, sx_error *err)
{
    sx_busiest busiest;
    if (forecaster->uneven.ranks == 0 ||
        (MOST_EVENTS - c->left) * SOME > (uint64_t)c->ranks * FEW_EVENTS ||
        !(mean_ns > 0))
        return sx_measured_pass_slowness(arena, formula, trace, err);
    sx_status st = sx_busiest_find(arena, trace, c->volume, &busiest, err);
    if (!st)
        st = sx_pace_law_settle(arena, forecaster, c->volume, &busiest, trace, err);
    return st ? st
              : sx_slow_ranks_note(arena, formula, &forecaster->uneven, &busiest, mean_ns,
                                   trace, err);
}

sx_status sx_settle_times(sx_arena *arena, const sx_trace *formula,
                          const sx_forecaster *forecaster, sx_trace *trace, sx_error *err)
{
    double foretold;
    sx_local_volume volume;
    counting c = { .trace = trace, .volume = &volume };
    sx_status st = sx_local_volume_find(arena, trace, &volume, err);
    if (st)
        return st;
    if (!forecaster->inputs || !count(arena, &c))
        return sx_measured_pass_slowness(arena, formula, trace, err);
    share_out_block(&trace->program, c.executions, trace->p);
    parts of = { .part = SX_NEW_ARRAY(arena, part, count_times(&trace->program)),
                 .p = (double)trace->p };
    sx_time_law_place(trace, of.at);
    st = of.part ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
    if (!st)
        st = list_parts(&of, &formula->program, &trace->program, err);
    if (!st)
        st = sx_forecast_computation(forecaster, trace, c.work, &foretold, err);
    if (!st && foretold > 0)
        make_sum(&of, foretold);
    return st ? st : settle_ranks(arena, formula, forecaster, &c, foretold, trace, err);
}
