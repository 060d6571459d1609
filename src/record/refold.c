#include "record/refold.h"

#include "record/compress.h"
#include "record/executed.h"
#include "record/flow.h"
#include "record/split.h"
#include "trace/merge.h"

#include <stdlib.h>
#include <string.h>

enum {
    LOOP_WEIGHT = 7, /* of a loop without its trips, in runs of a sequence */
    EVENT_WEIGHT = 5 /* of an event without its parameters */
};

/* Out of memory here only means that the program stays as it is. */
typedef struct refold {
    sx_arena *arena; /* of what comes out */
    const sx_executed *executed;
    const sx_split *split;
    uint32_t *end; /* by symbol: where its entries end in .. */
    int64_t *place; /* .. the entries by symbol */
    uint32_t *given; /* by node: executions whose times were shared out */
} refold;

static uint64_t weigh(const sx_block *block)
{
    uint64_t weight = 0;
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        weight += node->kind == SX_NODE_LOOP ? LOOP_WEIGHT + sx_value_weight(&node->trips)
                                             : EVENT_WEIGHT;
        for (uint32_t p = 0; p < node->nparams; p++)
            weight += 1 + sx_value_weight(&node->param[p].value);
        weight += weigh(&node->body);
    }
    return weight;
}

/* Sorts the entries by their symbols. */
static void find_places(refold *r)
{
    uint32_t n = r->executed->n;
    memset(r->end, 0, r->split->nsymbols * sizeof *r->end);
    for (uint32_t i = 0; i < n; i++)
        r->end[r->split->symbol[i]]++;
    for (uint32_t s = 1; s < r->split->nsymbols; s++)
        r->end[s] += r->end[s - 1];
    for (uint32_t i = n; i-- > 0;)
        r->place[--r->end[r->split->symbol[i]]] = i;
    for (uint32_t s = 1; s < r->split->nsymbols; s++)
        r->end[s - 1] = r->end[s];
    r->end[r->split->nsymbols - 1] = n;
}

/* The program of the symbols; the value of an execution is where it is in the executed. */
static bool fold(const refold *r, sx_arena *arena, sx_block *ret_program)
{
    static const sx_domain all = { .kind = SX_DOMAIN_ALL };
    const sx_executed *s = r->executed;
    sx_compress *compress = sx_compress_create(false);
    bool done = compress;
    for (uint32_t i = 0; done && i < s->n; i++) {
        sx_input input = { .op = s->event[s->entry[i].node].node->op,
                           .site = r->split->symbol[i] };
        sx_input_add(&input, SX_PARAM_COUNT, (int64_t)i);
        done = sx_compress_add(compress, &input);
    }
    done = done && sx_compress_program(compress, &all, arena, ret_program, NULL) == SX_OK;
    sx_compress_destroy(compress);
    return done;
}

/* ---- the program with its values ---- */

/* What these n executions have of a parameter in one of its pieces. NULL also where all are empty lists. */
static const sx_seq *gather(const refold *r, const int64_t *index, uint64_t n, uint32_t p,
                            size_t piece)
{
    const sx_executed *s = r->executed;
    uint64_t total = 0;
    for (uint64_t i = 0; i < n; i++)
        total += sx_executed_length(s, (uint32_t)index[i], p);
    int64_t *value = total ? malloc(total * sizeof *value) : NULL;
    uint64_t at = 0;
    for (uint64_t i = 0; value && i < n; i++) {
        uint64_t length = sx_executed_length(s, (uint32_t)index[i], p);
        memcpy(value + at, sx_executed_value(s, (uint32_t)index[i], p, piece),
               length * sizeof *value);
        at += length;
    }
    const sx_seq *seq = value ? sx_seq_from_values(r->arena, value, total, true) : NULL;
    free(value);
    return seq;
}

static bool build_param(const refold *r, const int64_t *index, uint64_t n, uint32_t p,
                        sx_node *made)
{
    const sx_param *like =
        &r->executed->event[r->executed->entry[index[0]].node].node->param[p];
    uint64_t elements = 0;
    for (uint64_t i = 0; i < n; i++)
        elements += sx_executed_length(r->executed, (uint32_t)index[i], p);
    if (elements == 0)
        return true;
    sx_piece *piece =
        sx_arena_copy(r->arena, like->value.piece, like->value.npieces, sizeof *piece);
    for (size_t k = 0; piece && k < like->value.npieces; k++)
        if (!(piece[k].seq = gather(r, index, n, p, k)))
            return false;
    made->param[made->nparams] = *like;
    made->param[made->nparams++].value.piece = piece;
    return piece;
}

/* The share of executions [from .. to) among all of a node; first times are those of its first one. */
static double share(const sx_times *times, uint64_t from, uint64_t to, uint64_t all)
{
    double n = times->hist.field[SX_HIST_N];
    if (times->first)
        return from == 0 ? n : 0;
    return (double)((uint64_t)n * to / all - (uint64_t)n * from / all);
}

/* Adds the share of the next n executions of a node to what an event has. */
static bool add_times(refold *r, uint32_t from, uint32_t n, sx_node *made)
{
    const sx_node *node = r->executed->event[from].node;
    uint32_t all = r->executed->event[from].n, given = r->given[from], shares = 0;
    sx_times *part = SX_NEW_ARRAY(r->arena, sx_times, node->ntimes);
    for (uint32_t i = 0; part && i < node->ntimes; i++) {
        double samples = share(&node->times[i], given, given + n, all);
        if (!(samples > 0))
            continue;
        part[shares] = node->times[i];
        part[shares++].hist.field[SX_HIST_N] = samples;
    }
    r->given[from] += n;
    return part && sx_times_pool(r->arena, part, shares, &made->times, &made->ntimes,
                                 NULL) == SX_OK;
}

static bool build_times(refold *r, const int64_t *index, uint64_t n, sx_node *made)
{
    const sx_executed *s = r->executed;
    uint32_t *often = calloc(s->nnodes + 1, sizeof *often);
    bool done = often;
    for (uint64_t i = 0; done && i < n; i++)
        often[s->entry[index[i]].node]++;
    for (uint32_t from = 0; done && from < s->nnodes; from++)
        if (often[from] && s->event[from].node->ntimes)
            done = add_times(r, from, often[from], made);
    free(often);
    return done;
}

static bool build_event(refold *r, const int64_t *index, uint64_t n, sx_node *made)
{
    const sx_node *like = r->executed->event[r->executed->entry[index[0]].node].node;
    bool done = true;
    made->ranks = like->ranks;
    made->op = like->op;
    made->site = like->site;
    made->nparams = 0;
    made->param = SX_NEW_ARRAY(r->arena, sx_param, like->nparams);
    for (uint32_t p = 0; p < like->nparams && done; p++)
        done = made->param && build_param(r, index, n, p, made);
    return done && build_times(r, index, n, made);
}

/* An event of the compressor has the places of its executions; one of the flow has all of its symbol. */
static bool build_folded(refold *r, const sx_seq *where, sx_node *made)
{
    int64_t *index = malloc(where->length * sizeof *index);
    bool done = index;
    if (done) {
        sx_seq_expand(where, 0, where->length, index);
        done = build_event(r, index, where->length, made);
    }
    free(index);
    return done;
}

static bool build_flow(refold *r, sx_node *made)
{
    uint32_t first = made->site ? r->end[made->site - 1] : 0;
    return build_event(r, r->place + first, r->end[made->site] - first, made);
}

/* Puts values where the program of the symbols has places in the executed. */
static bool build(refold *r, sx_block *block)
{
    bool done = true;
    for (size_t i = 0; i < block->n && done; i++) {
        sx_node *node = block->node[i];
        done = node->kind == SX_NODE_LOOP ? build(r, &node->body)
               : node->nparams ? build_folded(r, node->param[0].value.piece[0].seq, node)
                               : build_flow(r, node);
    }
    return done;
}

/* Trips are no longer shared with what was copied. */
static bool own_trips(sx_arena *arena, sx_block *block)
{
    bool done = true;
    for (size_t i = 0; i < block->n && done; i++) {
        sx_node *node = block->node[i];
        if (node->kind != SX_NODE_LOOP)
            continue;
        sx_piece *piece = sx_arena_copy(arena, node->trips.piece, 1, sizeof *piece);
        done = piece && (piece->seq = sx_seq_copy(arena, piece->seq));
        node->trips.piece = piece;
        done = done && own_trips(arena, &node->body);
    }
    return done;
}

/* How the lightest program is made. */
typedef struct lightest {
    const sx_split *split; /* NULL: there is none */
    bool flow; /* else by folding */
    uint64_t weight;
} lightest;

/* In its canonical form. */
static bool make_program(refold *r, const sx_split *split, bool flow,
                         sx_block *ret_program)
{
    sx_trace made = *r->executed->trace;
    memset(r->given, 0, r->executed->nnodes * sizeof *r->given);
    r->split = split;
    find_places(r);
    bool done = flow ? sx_block_copy(r->arena, &split->program, &made.program) == SX_OK &&
                           own_trips(r->arena, &made.program)
                     : fold(r, r->arena, &made.program);
    made.ncomms = 0;
    done = done && build(r, &made.program) &&
           sx_trace_canonical(r->arena, &made, NULL) == SX_OK;
    *ret_program = made.program;
    return done;
}

static void try_program(refold *r, const sx_split *split, bool flow, lightest *best)
{
    sx_block program;
    r->arena = sx_arena_create();
    if (r->arena && make_program(r, split, flow, &program)) {
        uint64_t weight = weigh(&program);
        if (!best->split || weight < best->weight)
            *best = (lightest) { split, flow, weight };
    }
    sx_arena_destroy(r->arena);
}

/* Makes the lightest program. False where there is none. */
static bool find_lightest(const sx_executed *executed, sx_arena *arena,
                          sx_block *ret_program, uint64_t *ret_weight)
{
    sx_split whole, apart;
    lightest best = { 0 };
    size_t n = executed->n;
    refold r = { .executed = executed,
                 .end = calloc(n + 1, sizeof *r.end),
                 .place = calloc(n + 1, sizeof *r.place),
                 .given = calloc(executed->nnodes + 1, sizeof *r.given) };
    bool done = r.end && r.place && r.given &&
                sx_split_find(executed, executed->arena, &whole, &apart);
    uint64_t plain = weigh(&executed->trace->program);
    if (done && apart.weight < plain) {
        try_program(&r, &apart, true, &best);
        if (whole.weight > apart.weight && whole.weight < apart.weight * 3 / 2)
            try_program(&r, &whole, true, &best);
        if (!best.split || 2 * best.weight > plain)
            try_program(&r, &apart, false, &best);
    }
    r.arena = arena;
    *ret_weight = best.weight;
    done = best.split && make_program(&r, best.split, best.flow, ret_program);
    free(r.end);
    free(r.place);
    free(r.given);
    return done;
}

/* Nothing is told apart for less than this. */
static bool is_much_lighter(uint64_t weight, uint64_t than)
{
    return 4 * weight <= 3 * than;
}

/* Each call is in a program once at least. */
static bool may_be_lighter(const sx_executed *executed)
{
    uint64_t least = 0;
    for (uint32_t c = 0; c < executed->ncalls; c++)
        least += EVENT_WEIGHT + 2 * executed->call[c].nparams;
    return is_much_lighter(least, weigh(&executed->trace->program));
}

sx_status sx_refold(sx_arena *arena, sx_trace *trace, sx_error *err)
{
    sx_block program;
    uint64_t weight;
    sx_trace_number(trace);
    sx_executed *executed = sx_executed_create(trace);
    bool found = executed && may_be_lighter(executed) &&
                 find_lightest(executed, arena, &program, &weight);
    sx_executed_destroy(executed);
    sx_status status = sx_trace_canonical(arena, trace, err);
    if (!status && found && is_much_lighter(weight, weigh(&trace->program))) {
        trace->program = program;
        sx_trace_number(trace);
    }
    return status;
}
