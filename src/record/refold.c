#include "record/refold.h"

#include "base/checked.h"
#include "record/classes.h"
#include "record/compress.h"
#include "record/executed.h"
#include "trace/merge.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_REPLAYED = 1 << 17, /* executions, for all ways together */
    LOOP_WEIGHT = 3, /* of a loop without its trips, in runs of a sequence */
    EVENT_WEIGHT = 3 /* of an event without its parameters */
};

/* Out of memory here only means that the program stays as it is. */
typedef struct refold {
    sx_arena *arena; /* of what comes out */
    const sx_executed *executed;
    uint32_t *symbol; /* by entry */
    uint64_t hash; /* of the symbols */
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

/* ---- what values tell apart ---- */

/* The classes of one call as symbols from *next on. */
static bool tell_apart(refold *r, const sx_executed_call *call, sx_classes_way way,
                       uint32_t *next)
{
    uint32_t *class = calloc((size_t)call->n + 1, sizeof *class), classes = 0;
    bool found = class && sx_classes_find(call->n, call->nparams,
                                          (const uint32_t *const *)call->name, way, class,
                                          &classes);
    for (uint32_t k = 0; found && k < call->n; k++)
        r->symbol[call->at[k]] = *next + class[k];
    *next += classes;
    free(class);
    return found;
}

/* Numbers symbols in order of their first entries, so that equal partitions are equal. */
static bool number_symbols(refold *r, uint32_t n)
{
    uint32_t *number = calloc(n, sizeof *number), numbers = 0;
    r->hash = 0;
    for (uint32_t i = 0; number && i < r->executed->n; i++) {
        uint32_t *symbol = &r->symbol[i];
        if (!number[*symbol])
            number[*symbol] = ++numbers;
        *symbol = number[*symbol] - 1;
        r->hash = sx_hash_mix(r->hash + *symbol);
    }
    free(number);
    return number;
}

/* False also where nothing is told apart. */
static bool tell_all_apart(refold *r, sx_classes_way way)
{
    const sx_executed *s = r->executed;
    uint32_t next = 0;
    bool found = true;
    for (uint32_t c = 0; found && c < s->ncalls; c++)
        found = tell_apart(r, &s->call[c], way, &next);
    return found && next > s->ncalls && number_symbols(r, next);
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
                           .site = r->symbol[i] };
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

static bool build_event(refold *r, const sx_seq *where, sx_node *made)
{
    uint64_t n = where->length;
    int64_t *index = malloc(n * sizeof *index);
    bool done = index;
    if (done) {
        sx_seq_expand(where, 0, n, index);
        const sx_node *like = r->executed->event[r->executed->entry[index[0]].node].node;
        made->ranks = like->ranks;
        made->site = like->site;
        made->nparams = 0;
        made->param = SX_NEW_ARRAY(r->arena, sx_param, like->nparams);
        for (uint32_t p = 0; p < like->nparams && done; p++)
            done = made->param && build_param(r, index, n, p, made);
        done = done && build_times(r, index, n, made);
    }
    free(index);
    return done;
}

/* Puts values where the program of the symbols has places in the executed. */
static bool build(refold *r, sx_block *block)
{
    bool done = true;
    for (size_t i = 0; i < block->n && done; i++) {
        sx_node *node = block->node[i];
        done = node->kind == SX_NODE_LOOP
                   ? build(r, &node->body)
                   : build_event(r, node->param[0].value.piece[0].seq, node);
    }
    return done;
}

static bool is_new(const uint64_t *hash, size_t n, uint64_t this)
{
    size_t i = 0;
    while (i < n && hash[i] != this)
        i++;
    return i == n;
}

static bool refold_so(refold *r, sx_block *ret_program)
{
    memset(r->given, 0, r->executed->nnodes * sizeof *r->given);
    return fold(r, r->arena, ret_program) && build(r, ret_program);
}

/* The lightest of the programs that say the same, where one is lighter than that of the trace. */
static bool find_lighter(sx_arena *arena, const sx_executed *executed,
                         sx_block *ret_program)
{
    /* What is best most often comes first. */
    static const sx_classes_way way[] = {
        { SX_CLASSES_TURNS, false, false },  { SX_CLASSES_PERIODS, false, false },
        { SX_CLASSES_TURNS, false, true },   { SX_CLASSES_TURNS, true, false },
        { SX_CLASSES_PERIODS, false, true }, { SX_CLASSES_EACH, false, false },
        { SX_CLASSES_PERIODS, true, false }, { SX_CLASSES_TURNS, true, true },
        { SX_CLASSES_PERIODS, true, true },  { SX_CLASSES_EACH, false, true },
    };
    enum { WAYS = sizeof way / sizeof way[0] };
    refold r = { .arena = arena,
                 .executed = executed,
                 .symbol = calloc(executed->n + 1, sizeof *r.symbol),
                 .given = calloc(executed->nnodes + 1, sizeof *r.given) };
    uint64_t least = weigh(&executed->trace->program), tried[WAYS];
    size_t n = 0;
    bool found = false;
    for (size_t i = 0; r.symbol && r.given && i < WAYS; i++) {
        sx_block program;
        if ((n + 1) * executed->n > MOST_REPLAYED || !tell_all_apart(&r, way[i]) ||
            !is_new(tried, n, r.hash))
            continue;
        tried[n++] = r.hash;
        if (!refold_so(&r, &program) || weigh(&program) >= least)
            continue;
        least = weigh(&program);
        *ret_program = program;
        found = true;
    }
    free(r.symbol);
    free(r.given);
    return found;
}

/* Nothing is told apart for less than this. */
static bool is_much_lighter(const sx_block *program, const sx_block *than)
{
    return 4 * weigh(program) <= 3 * weigh(than);
}

sx_status sx_refold(sx_arena *arena, sx_trace *trace, sx_error *err)
{
    sx_trace other;
    sx_trace_number(trace);
    other = *trace;
    sx_executed *executed = sx_executed_create(trace);
    bool found = executed && find_lighter(arena, executed, &other.program);
    sx_executed_destroy(executed);
    if (found)
        other.comm = sx_arena_copy(arena, trace->comm, trace->ncomms, sizeof *other.comm);
    sx_status status = sx_trace_canonical(arena, trace, err);
    if (status || !found || (trace->ncomms && !other.comm))
        return status;
    status = sx_trace_canonical(arena, &other, err);
    if (!status && is_much_lighter(&other.program, &trace->program))
        *trace = other;
    return status;
}
