/* Values that are a line in the rank and the counters of the loops around: one expression for all ranks, where
 * each rank has a sequence of its own because loops make other trips there, or other ones at each entry. */
#include "base/checked.h"
#include "trace/executions.h"
#include "trace/merge_parts.h"
#include "trace/place.h"

#include <stdlib.h>

/* Values of one sequence that are looked at in one go, and of one parameter at the most. */
enum { CHUNK = 1024, VALUES = SX_EXECUTIONS_LIMIT };

/* A line through points that come one by one. AXIS_RANK is the rank's, the others are of counters. */
enum { AXIS_RANK, AXIS_COUNTER, AXES = AXIS_COUNTER + SX_MAX_DEPTH };

typedef struct line {
    unsigned axes;
    bool started;
    bool known[AXES];
    int64_t slope[AXES];
    int64_t point[AXES], value; /* the last that was seen */
    int64_t most[AXES]; /* the largest coordinates that were seen */
} line;

/* Takes a point into the line; false when it lies on no line with the others. The slope along an axis is
 * learned at the first step that goes along no other axis whose slope is not known: the steps of nested counters
 * are of that kind. */
static bool line_take(line *l, const int64_t *point, int64_t value)
{
    int64_t change, part, step;
    unsigned unknown = AXES;
    bool fits = !sx_is_special(value) && !sx_sub_overflows(value, l->value, &change) &&
                change != INT64_MIN;
    for (unsigned a = 0; a < l->axes && l->started && fits; a++) {
        step = point[a] - l->point[a];
        if (step && !l->known[a]) {
            fits = unknown == AXES;
            unknown = a;
        } else if (step) {
            fits = !sx_mul_overflows(l->slope[a], step, &part) &&
                   !sx_sub_overflows(change, part, &change);
        }
    }
    if (!fits)
        return false;
    for (unsigned a = 0; a < l->axes; a++) {
        if (a == unknown) {
            step = point[a] - l->point[a];
            fits = change % step == 0;
            l->slope[a] = change / step;
            l->known[a] = true;
        }
        l->point[a] = point[a];
        l->most[a] = point[a] > l->most[a] ? point[a] : l->most[a];
    }
    fits = fits && (!l->started || unknown < AXES || change == 0);
    l->started = true;
    l->value = value;
    return fits;
}

/* What the line has where all coordinates are 0. False where some sum on the way to a value may overflow. */
static bool line_origin(const line *l, int64_t *ret_origin)
{
    int64_t origin = l->value, part, reach;
    for (unsigned a = 0; a < l->axes; a++)
        if (sx_mul_overflows(l->slope[a], l->point[a], &part) ||
            sx_sub_overflows(origin, part, &origin))
            return false;
    if (origin == INT64_MIN)
        return false;
    reach = origin < 0 ? -origin : origin;
    for (unsigned a = 0; a < l->axes; a++)
        if (sx_mul_overflows(l->slope[a], l->most[a], &part) || part == INT64_MIN ||
            sx_add_overflows(reach, part < 0 ? -part : part, &reach))
            return false;
    *ret_origin = origin;
    return true;
}

/* sum + slope * variable; sum may be NULL. */
static const sx_expr *add_term(sx_arena *arena, const sx_expr *sum, int64_t slope,
                               const sx_expr *variable)
{
    bool minus = sum && slope < 0;
    const sx_expr *term =
        slope == 1
            ? variable
            : sx_expr_make(arena, SX_EXPR_MUL, sx_expr_int(arena, minus ? -slope : slope),
                           variable, NULL);
    return sum ? sx_expr_make(arena, minus ? SX_EXPR_SUB : SX_EXPR_ADD, sum, term, NULL)
               : term;
}

/* Terms that rise come first, then those that fall, then the number; NULL when out of memory. */
static const sx_expr *line_expr(sx_arena *arena, const line *l, int64_t origin,
                                bool end_point)
{
    const sx_expr *sum = NULL;
    for (int falling = 0; falling < 2; falling++)
        for (unsigned a = 0; a < l->axes; a++) {
            if (l->slope[a] == 0 || (l->slope[a] < 0) != falling)
                continue;
            sx_var_kind kind = a >= AXIS_COUNTER ? SX_VAR_COUNTER
                               : end_point       ? SX_VAR_COMM_RANK
                                                 : SX_VAR_RANK;
            unsigned depth = a >= AXIS_COUNTER ? a - AXIS_COUNTER : 0;
            const sx_expr *variable = sx_expr_var(arena, kind, 0, depth);
            sum = add_term(arena, sum, l->slope[a], variable);
            if (!sum)
                return NULL;
        }
    if (!sum)
        return sx_expr_int(arena, origin);
    if (origin == 0)
        return sum;
    return sx_expr_make(arena, origin < 0 ? SX_EXPR_SUB : SX_EXPR_ADD, sum,
                        sx_expr_int(arena, origin < 0 ? -origin : origin), NULL);
}

typedef struct counting {
    const sx_canonical *canonical;
    const sx_value *pieces;
    uint32_t depth; /* loops around */
    const sx_seq **trips[SX_MAX_DEPTH]; /* of each, by rank */
    const sx_seq **comm; /* of end points, by rank: the communicator */
    sx_place_of *place; /* where some are not the world */
    uint32_t first; /* of the span that all ranks are looked at over */
    uint64_t left; /* values that may still be looked at */
    line line;
} counting;

static sx_status no_memory(const counting *c)
{
    return sx_fail(c->canonical->err, SX_NOMEM, "out of memory");
}

/* The loops around, as each rank runs through them. *ret_known is false where that is not known. */
static sx_status find_trips(counting *c, bool *ret_known)
{
    const sx_canonical *canonical = c->canonical;
    sx_status status = SX_OK;
    bool known = true;
    for (const sx_canonical_loop *loop = canonical->loop; loop; loop = loop->outer)
        c->depth++;
    uint32_t d = c->depth;
    for (sx_canonical_loop *loop = canonical->loop; loop && known; loop = loop->outer) {
        known = loop->participants && loop->trips.kind == SX_VALUE_PIECES;
        if (known && !loop->by_rank)
            status =
                sx_value_sequences(canonical->arena, &loop->trips, loop->participants,
                                   canonical->trace->p, &loop->by_rank, canonical->err);
        if (status)
            return status;
        c->trips[--d] = loop->by_rank;
    }
    *ret_known = known;
    return SX_OK;
}

/* Size of the communicator and rank in it; false where end points are in several, or in none. */
static bool member_of(counting *c, sx_rank rank, int64_t *ret_size, int64_t *ret_rank)
{
    const sx_trace *trace = c->canonical->trace;
    const sx_seq *comm = c->comm[rank];
    int64_t index = comm && comm->length == 1 ? sx_seq_at(comm, 0) : -1;
    if (index < 0 || (uint64_t)index >= trace->ncomms)
        return false;
    *ret_size = index == 0 ? trace->p : 1;
    *ret_rank = index == 0 ? rank : 0;
    if (index < 2)
        return true;
    if (!c->place)
        c->place = sx_place_create(trace);
    if (!c->place || sx_place_move(c->place, rank, NULL))
        return false;
    sx_place_comm(c->place, (uint32_t)index, ret_size, ret_rank);
    return *ret_size > 0;
}

/* The values of one rank over its span; `once` where only the first is of interest. False when they lie on no
 * line with those before. */
static bool take_rank(counting *c, const sx_seq *const *trips, const sx_seq *seq,
                      sx_rank rank, bool once)
{
    int64_t chunk[CHUNK], point[AXES] = { rank }, size = 0;
    sx_executions at;
    sx_executions_init(&at, trips, c->depth, c->first);
    if (c->comm && !member_of(c, rank, &size, &point[AXIS_RANK]))
        return false;
    for (uint64_t k = 0; sx_executions_next(&at); k++) {
        if (k % CHUNK == 0)
            sx_seq_expand(seq, k, CHUNK, chunk);
        for (uint32_t d = 0; d < c->depth; d++)
            point[AXIS_COUNTER + d] = at.counter[d];
        int64_t value = chunk[k % CHUNK];
        if (c->comm && !sx_is_special(value))
            value = sx_floor_mod(value + point[AXIS_RANK], size);
        if (c->left-- == 0 || !line_take(&c->line, point, value))
            return false;
        if (once)
            break;
    }
    return true;
}

/* The trips of rank k of a piece; *ret_same tells whether they are those of the rank before. */
static bool next_trips(const counting *c, const sx_rank *rank, sx_rank k,
                       const sx_seq **trips, bool *ret_same)
{
    bool enters = true, same = k > 0;
    for (uint32_t d = 0; d < c->depth; d++) {
        const sx_seq *seq = c->trips[d][rank[k]];
        same = same && seq == trips[d];
        enters = enters && seq;
        trips[d] = seq;
    }
    *ret_same = same;
    return enters;
}

/* Makes the span that of all ranks: the longest that one needs. False where that is too long. */
static bool find_span(counting *c, const sx_rank *rank, const sx_piece *piece)
{
    const sx_seq *trips[SX_MAX_DEPTH];
    bool same;
    for (sx_rank k = 0; k < piece->ranks.count; k++) {
        sx_span span;
        if (!next_trips(c, rank, k, trips, &same))
            return false;
        if (same)
            continue;
        if (!sx_span_find(trips, c->depth, c->first, piece->seq->length, &span))
            return false;
        c->first = span.n ? span.first : c->first;
    }
    return true;
}

/* Ranks of one sequence that go through loops alike need but a look at where they begin: their values are the
 * same, so the line has no slope along ranks, or there is none. */
static bool take_piece(counting *c, const sx_rank *rank, const sx_piece *piece)
{
    const sx_seq *trips[SX_MAX_DEPTH];
    sx_span span = { 0, 0 };
    bool fits = true, same;
    for (sx_rank k = 0; k < piece->ranks.count && fits; k++) {
        fits = next_trips(c, rank, k, trips, &same);
        if (fits && !same)
            fits = sx_span_find(trips, c->depth, c->first, piece->seq->length, &span);
        if (fits && span.n > 0)
            fits = take_rank(c, trips, piece->seq, rank[k], same && !c->comm);
    }
    return fits;
}

/* Goes over all pieces with one of the two above; false as soon as it is. */
static bool each_piece(counting *c, sx_rank *rank,
                       bool (*take)(counting *, const sx_rank *, const sx_piece *))
{
    bool fits = true;
    for (size_t i = 0; i < c->pieces->npieces && fits; i++) {
        sx_ranklist_expand(&c->pieces->piece[i].ranks, rank);
        fits = take(c, rank, &c->pieces->piece[i]);
    }
    return fits;
}

static bool varies(const sx_value *pieces)
{
    bool found = false;
    for (size_t i = 0; i < pieces->npieces && !found; i++)
        found = pieces->piece[i].seq->length > 1;
    return found;
}

static sx_status count(counting *c, sx_rank *rank, sx_value *value)
{
    bool known;
    int64_t origin;
    sx_status status = find_trips(c, &known);
    if (status || !known || c->depth == 0)
        return status;
    c->first = c->depth;
    c->line.axes = AXIS_COUNTER + c->depth;
    uint32_t before;
    do { /* ranks that came first may need more once it is not their own */
        before = c->first;
        if (!each_piece(c, rank, find_span))
            return SX_OK;
    } while (c->first != before);
    if (!each_piece(c, rank, take_piece) || !c->line.started ||
        !line_origin(&c->line, &origin))
        return SX_OK;
    const sx_expr *expr = line_expr(c->canonical->arena, &c->line, origin, c->comm);
    if (!expr)
        return no_memory(c);
    /* A number is what is left where only values that are never executed differ. */
    if (expr->op != SX_EXPR_INT && sx_expr_weight(expr) < sx_canonical_weight(value))
        *value = sx_value_expr(expr, value->evidence);
    return SX_OK;
}

sx_status sx_canonical_count(const sx_canonical *canonical,
                             const sx_ranklist *participants, const sx_value *pieces,
                             const sx_value *comm, sx_value *value)
{
    const sx_trace *trace = canonical->trace;
    counting c = { .canonical = canonical, .pieces = pieces, .left = VALUES };
    if (!canonical->loop || !varies(pieces) || sx_canonical_weight(value) < 2 ||
        trace->p < 1 || (pieces->relative && (!comm || comm->kind == SX_VALUE_EXPR)))
        return SX_OK;
    sx_rank *rank = calloc((size_t)trace->p, sizeof *rank);
    sx_status status = rank ? SX_OK : no_memory(&c);
    if (!status && pieces->relative)
        status = sx_value_sequences(canonical->arena, comm, participants, trace->p,
                                    &c.comm, canonical->err);
    if (!status)
        status = count(&c, rank, value);
    sx_place_destroy(c.place);
    free(rank);
    return status;
}
