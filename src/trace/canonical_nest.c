/* Loops of which the outer has nothing but the inner one in it. Nothing but values tells these apart, so they are
 * recorded as one loop of all their trips. Where values that rise from trip to trip begin anew, an inner loop
 * ends: as two loops, their values follow the counters. */
#include "base/checked.h"
#include "trace/executions.h"
#include "trace/merge_parts.h"

#include <stdlib.h>

enum {
    LEAST_RUNS = 6, /* of a value that is looked at */
    MOST_EXECUTIONS = 1 << 16,
    MOST_PACKED = 1 << 13, /* executions of a value that is packed */
    LOOP_WEIGHT = 3, /* of a loop without its trips, in runs */
    STEPS = 2, /* so many of the most frequent steps may be within an inner loop */
    CANDIDATES = 4,
    MOST_NESTS = 2 /* inner loops may be two again */
};

/* A loop to be made two. */
typedef struct nesting {
    const sx_canonical *canonical;
    sx_rank rank; /* whose values are looked at */
    const sx_seq *loop
        [SX_MAX_DEPTH]; /* its trips of the loops around, of this one, and of those in it */
    uint32_t depth; /* of those around */
    uint32_t ncandidates;
    const sx_seq *outer[CANDIDATES], *inner[CANDIDATES]; /* trips */
} nesting;

/* What a sequence has first in each trip over a span, and where entries of the loop begin. */
typedef struct steps {
    uint64_t n, entries;
    int64_t *value;
    uint64_t *count; /* trips of each entry */
} steps;

static sx_status no_memory(const nesting *n)
{
    return sx_fail(n->canonical->err, SX_NOMEM, "out of memory");
}

static bool is_scalar(const sx_param *param)
{
    return sx_param_list_length(param->id) == SX_PARAM_NONE;
}

static bool is_long(const sx_value *value)
{
    return value->kind == SX_VALUE_PIECES && value->npieces > 0 &&
           sx_seq_weight(value->piece[0].seq) >= LEAST_RUNS;
}

static bool has_long(const sx_block *block)
{
    bool found = false;
    for (size_t i = 0; i < block->n && !found; i++) {
        const sx_node *node = block->node[i];
        for (uint32_t p = 0; p < node->nparams && !found; p++)
            found = is_scalar(&node->param[p]) && is_long(&node->param[p].value);
        found = found || (node->kind == SX_NODE_LOOP &&
                          (is_long(&node->trips) || has_long(&node->body)));
    }
    return found;
}

bool sx_canonical_may_nest(const sx_canonical *canonical, const sx_node *loop)
{
    return canonical->finished && canonical->nests < MOST_NESTS && has_long(&loop->body);
}

static uint64_t weight_of(const sx_node *node)
{
    uint64_t weight = 0;
    for (uint32_t i = 0; i < node->nparams; i++)
        weight += sx_value_weight(&node->param[i].value);
    if (node->kind == SX_NODE_LOOP)
        weight += LOOP_WEIGHT + sx_value_weight(&node->trips);
    for (size_t i = 0; i < node->body.n; i++)
        weight += weight_of(node->body.node[i]);
    return weight;
}

/* ---- where inner loops begin ---- */

/* The loops around, and this one; false where they are not known. */
static bool find_loops(nesting *n, const sx_value *trips)
{
    for (const sx_canonical_loop *loop = n->canonical->loop; loop; loop = loop->outer)
        n->depth++;
    uint32_t d = n->depth;
    if (d + 1 >= SX_MAX_DEPTH)
        return false;
    for (const sx_canonical_loop *loop = n->canonical->loop; loop; loop = loop->outer) {
        const sx_seq *seq = loop->participants && loop->trips.kind == SX_VALUE_PIECES
                                ? sx_value_seq(&loop->trips, n->rank)
                                : NULL;
        if (!seq || sx_seq_is_packed(seq))
            return false;
        n->loop[--d] = seq;
    }
    n->loop[n->depth] = trips->piece[0].seq;
    return !sx_seq_is_packed(n->loop[n->depth]);
}

static void finish(steps *s)
{
    free(s->value);
    free(s->count);
}

/* The trips of each entry of the loop. False where that is not all of them. */
static bool find_entries(const nesting *n, uint32_t first, steps *s)
{
    sx_executions at;
    sx_seq_cursor cursor = { 0 };
    uint64_t sum = 0;
    sx_executions_init(&at, n->loop, n->depth, first);
    while (sx_executions_next(&at)) {
        if (s->entries == MOST_EXECUTIONS)
            return false;
        uint64_t e = s->entries++;
        s->count[e] = (uint64_t)sx_seq_at_cursor(n->loop[n->depth], &cursor, e);
        sum += s->count[e];
    }
    return sum == s->n;
}

/* Of a sequence in `depth` loops. False where it has not one value for each trip, or too many, or no memory. */
static bool find_steps(const nesting *n, uint32_t depth, const sx_seq *seq,
                       steps *ret_steps)
{
    sx_span span;
    sx_executions at;
    if (!sx_span_find(n->loop, depth, n->depth, seq->length, &span) ||
        span.n > MOST_EXECUTIONS || span.n == 0)
        return false;
    ret_steps->value = calloc(span.n, sizeof *ret_steps->value);
    ret_steps->count = calloc(MOST_EXECUTIONS, sizeof *ret_steps->count);
    if (!ret_steps->value || !ret_steps->count)
        return false;
    sx_seq_expand(seq, 0, span.n, ret_steps->value);
    sx_executions_init(&at, n->loop, depth, span.first);
    for (uint64_t k = 0; sx_executions_next(&at); k++) {
        uint32_t d = depth;
        while (d > n->depth + 1 && at.counter[d - 1] == 0)
            d--;
        if (d == n->depth + 1)
            ret_steps->value[ret_steps->n++] = ret_steps->value[k];
    }
    return find_entries(n, span.first, ret_steps);
}

static int64_t step_to(const steps *s, uint64_t k)
{
    return (int64_t)((uint64_t)s->value[k] - (uint64_t)s->value[k - 1]);
}

static int by_number(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* The most frequent steps within entries, the most frequent first; how many there are. */
static uint32_t frequent_steps(const steps *s, int64_t *ret_step)
{
    int64_t *step = calloc(s->n, sizeof *step);
    uint64_t n = 0, k = 0, often[STEPS] = { 0 };
    uint32_t found = 0;
    for (uint64_t e = 0; step && e < s->entries; k += s->count[e++])
        for (uint64_t i = 1; i < s->count[e]; i++)
            step[n++] = step_to(s, k + i);
    if (n)
        qsort(step, n, sizeof *step, by_number);
    for (uint64_t i = 0, same; i < n; i += same) {
        same = 1;
        while (i + same < n && step[i + same] == step[i])
            same++;
        uint32_t at = found;
        while (at > 0 && often[at - 1] < same)
            at--;
        for (uint32_t m = STEPS - 1; m > at; m--) {
            often[m] = often[m - 1];
            ret_step[m] = ret_step[m - 1];
        }
        if (at < STEPS) {
            often[at] = same;
            ret_step[at] = step[i];
            found += found < STEPS;
        }
    }
    free(step);
    return found;
}

static bool is_among(const int64_t *step, uint32_t n, int64_t this)
{
    bool found = false;
    for (uint32_t i = 0; i < n && !found; i++)
        found = step[i] == this;
    return found;
}

/* Notes that inner loops end where the step is not among these. */
static sx_status add_candidate(nesting *n, const steps *s, const int64_t *step,
                               uint32_t nsteps)
{
    int64_t *inner = calloc(s->n, sizeof *inner);
    int64_t *outer = calloc(s->entries, sizeof *outer);
    uint64_t ninner = 0, k = 0;
    bool found = false;
    sx_status status = inner && outer ? SX_OK : no_memory(n);
    for (uint64_t e = 0; !status && e < s->entries; k += s->count[e++]) {
        for (uint64_t i = 0; i < s->count[e]; i++) {
            bool begins = i == 0 || !is_among(step, nsteps, step_to(s, k + i));
            outer[e] += begins;
            ninner += begins;
            inner[ninner - 1]++;
        }
        found = found || outer[e] > 1;
    }
    if (!status && found && 2 * ninner <= s->n) {
        sx_arena *arena = n->canonical->arena;
        const sx_seq *a = sx_seq_from_values(arena, outer, s->entries, true);
        const sx_seq *b = sx_seq_from_values(arena, inner, ninner, true);
        status = a && b ? SX_OK : no_memory(n);
        for (uint32_t i = 0; !status && found && i < n->ncandidates; i++)
            found = !sx_seq_equal(n->outer[i], a) || !sx_seq_equal(n->inner[i], b);
        if (!status && found) {
            n->outer[n->ncandidates] = a;
            n->inner[n->ncandidates++] = b;
        }
    }
    free(inner);
    free(outer);
    return status;
}

static sx_status look_at(nesting *n, uint32_t depth, const sx_value *value)
{
    int64_t step[STEPS];
    steps s = { 0 };
    sx_status status = SX_OK;
    const sx_seq *seq = is_long(value) ? sx_value_seq(value, n->rank) : NULL;
    if (seq && sx_seq_is_packed(seq) && seq->length <= MOST_PACKED &&
        !(seq = sx_seq_plain(n->canonical->arena, seq)))
        return no_memory(n);
    if (seq && !sx_seq_is_packed(seq) && find_steps(n, depth, seq, &s)) {
        uint32_t found = frequent_steps(&s, step);
        for (uint32_t i = 1; i <= found && !status && n->ncandidates < CANDIDATES; i++)
            status = add_candidate(n, &s, step, i);
    }
    finish(&s);
    return status;
}

/* At what is in `depth` loops. */
static sx_status look_inside(nesting *n, uint32_t depth, const sx_block *block)
{
    sx_status status = SX_OK;
    for (size_t i = 0; i < block->n && !status && n->ncandidates < CANDIDATES; i++) {
        const sx_node *node = block->node[i];
        for (uint32_t p = 0; p < node->nparams && !status; p++)
            if (is_scalar(&node->param[p]))
                status = look_at(n, depth, &node->param[p].value);
        if (status || node->kind != SX_NODE_LOOP || depth + 1 >= SX_MAX_DEPTH ||
            node->trips.kind != SX_VALUE_PIECES)
            continue;
        status = look_at(n, depth, &node->trips);
        n->loop[depth] = sx_value_seq(&node->trips, n->rank);
        if (!status && n->loop[depth] && !sx_seq_is_packed(n->loop[depth]))
            status = look_inside(n, depth + 1, &node->body);
    }
    return status;
}

/* ---- two loops ---- */

static bool value_of(sx_arena *arena, const sx_seq *seq, sx_value *ret_value)
{
    sx_piece *piece = SX_NEW(arena, sx_piece);
    if (!piece)
        return false;
    *piece = (sx_piece) { .all = true, .seq = seq };
    *ret_value = (sx_value) { .kind = SX_VALUE_PIECES, .npieces = 1, .piece = piece };
    return true;
}

/* The loop as two, in its shortest form. NULL when out of memory. */
static sx_node *nested(const nesting *n, const sx_node *loop, uint32_t candidate)
{
    sx_arena *arena = n->canonical->arena;
    sx_node *outer = sx_node_copy(arena, loop), *inner = SX_NEW(arena, sx_node);
    sx_node **body = SX_NEW_ARRAY(arena, sx_node *, 1);
    if (!outer || !inner || !body)
        return NULL;
    *inner = (sx_node) { .kind = SX_NODE_LOOP, .body = outer->body };
    body[0] = inner;
    outer->body = (sx_block) { 1, body };
    return value_of(arena, n->outer[candidate], &outer->trips) &&
                   value_of(arena, n->inner[candidate], &inner->trips)
               ? outer
               : NULL;
}

sx_status sx_canonical_nest(const sx_canonical *canonical,
                            const sx_ranklist *participants, bool may_list,
                            const sx_value *trips, const sx_node *recorded, sx_node *loop)
{
    nesting n = { .canonical = canonical, .rank = sx_ranklist_first(participants) };
    sx_canonical inside = *canonical;
    if (weight_of(loop) < LEAST_RUNS + 2 * LOOP_WEIGHT ||
        trips->kind != SX_VALUE_PIECES || trips->npieces != 1 || !trips->piece[0].all ||
        !find_loops(&n, trips))
        return SX_OK;
    sx_status status = look_inside(&n, n.depth + 1, &recorded->body);
    inside.nests++;
    for (uint32_t i = 0; i < n.ncandidates && !status; i++) {
        sx_node *two = nested(&n, recorded, i);
        status = two ? sx_canonical_loop_node(&inside, participants, may_list, two)
                     : no_memory(&n);
        if (!status && weight_of(two) < weight_of(loop))
            *loop = *two;
    }
    return status;
}
