#include "align/nested_trips.h"

#include "align/steps.h"
#include "base/checked.h"
#include "trace/executions.h"

#include <stdlib.h>

enum { MOST_ENTRIES = 1 << 16 };

typedef struct joining {
    sx_arena *arena;
    sx_trips_joiner join;
    void *context;
    uint64_t *steps;
    int64_t *trips; /* of one entry */
    size_t room;
} joining;

static bool make_room(joining *j, size_t n)
{
    if (n <= j->room)
        return true;
    int64_t *trips = realloc(j->trips, 2 * n * sizeof *trips);
    if (!trips)
        return false;
    j->trips = trips;
    j->room = 2 * n;
    return true;
}

/* One entry of the outer loop; *k is how many trips of it came before. False where there is no such number. */
static bool join_entry(joining *j, const sx_seq *inner, sx_seq_cursor *cursor,
                       uint64_t *k, int64_t n, int64_t *ret_joint)
{
    if (n < 0 || n > SX_EXECUTIONS_LIMIT - (int64_t)*k || !make_room(j, (size_t)n))
        return false;
    for (int64_t t = 0; t < n; t++) {
        j->trips[t] = sx_seq_at_cursor(inner, cursor, (*k)++);
        if (j->trips[t] < 0)
            return false;
    }
    return j->join(j->context, j->trips, n, ret_joint);
}

/* *ret_seq is NULL where what they make has no short period. */
static sx_status join_sequences(joining *j, const sx_seq *outer, const sx_seq *inner,
                                const sx_seq **ret_seq)
{
    int64_t *joint = calloc(MOST_ENTRIES, sizeof *joint), all = 0;
    uint64_t entries = 0, k = 0;
    sx_seq_cursor of_outer = { 0 }, of_inner = { 0 };
    bool fits = joint;
    do {
        const int64_t n = fits ? sx_seq_at_cursor(outer, &of_outer, entries) : 0;
        fits = fits && entries < MOST_ENTRIES &&
               join_entry(j, inner, &of_inner, &k, n, &joint[entries]) &&
               !sx_add_overflows(all, joint[entries], &all);
        entries++;
    } while (fits && (entries % outer->length != 0 || k % inner->length != 0));
    fits = sx_steps_spend(j->steps, entries + k) && fits;
    *ret_seq = fits ? sx_seq_from_values(j->arena, joint, entries, true) : NULL;
    const bool done = joint && (!fits || *ret_seq);
    free(joint);
    return done ? SX_OK : SX_NOMEM;
}

sx_status sx_nested_trips(sx_arena *arena, const sx_trace *trace,
                          const sx_ranklist *participants, const sx_node *outer,
                          const sx_node *inner, sx_trips_joiner join, void *context,
                          uint64_t *steps, sx_value *ret_value, sx_error *err)
{
    joining j = { .arena = arena, .join = join, .context = context, .steps = steps };
    const sx_seq **of_outer = NULL, **of_inner = NULL, *all = NULL, *last[2] = { NULL };
    const size_t n = (size_t)participants->count;
    sx_rank *rank = calloc(n, sizeof *rank);
    sx_piece *piece = SX_NEW_ARRAY(arena, sx_piece, n);
    sx_status st = rank && piece ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
    bool fits = true;
    if (!st)
        st = sx_value_sequences(arena, &outer->trips, participants, trace->p, &of_outer,
                                err);
    if (!st)
        st = sx_value_sequences(arena, &inner->trips, participants, trace->p, &of_inner,
                                err);
    if (!st)
        sx_ranklist_expand(participants, rank);
    for (size_t i = 0; i < n && !st && fits; i++) {
        const sx_seq *a = of_outer[rank[i]], *b = of_inner[rank[i]];
        fits = a && b;
        if (fits && (a != last[0] || b != last[1]) && join_sequences(&j, a, b, &all))
            st = sx_fail(err, SX_NOMEM, "out of memory");
        last[0] = a;
        last[1] = b;
        fits = fits && all;
        piece[i].seq = all;
        if (!st)
            st = sx_ranklist_range(arena, rank[i], 1, &piece[i].ranks, err);
    }
    free(rank);
    free(j.trips);
    if (!st)
        *ret_value = (sx_value) { .kind = SX_VALUE_PIECES,
                                  .npieces = fits ? n : 0,
                                  .piece = piece,
                                  .evidence = inner->trips.evidence };
    return st;
}

bool sx_block_has_expressions(const sx_block *block)
{
    bool found = false;
    for (size_t i = 0; i < block->n && !found; i++) {
        const sx_node *node = block->node[i];
        for (uint32_t k = 0; k < node->nparams && !found; k++)
            found = node->param[k].value.kind == SX_VALUE_EXPR;
        if (node->kind == SX_NODE_LOOP)
            found = found || node->trips.kind == SX_VALUE_EXPR ||
                    sx_block_has_expressions(&node->body);
    }
    return found;
}
