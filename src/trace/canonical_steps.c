/* Values step by step. Each step has few groups of ranks where the sequences of whole executions have many; and ranks
 * pass over the steps that they do not have, as those at the open boundaries of a grid do: their sequences are
 * parts of one. */
#include "trace/merge_parts.h"

#include "base/checked.h"

#include <stdlib.h>

/* The sequences of more are not laid over each other, so that the work stays small beside that of merging. */
enum { PIECES_IN_PARTS = 256 };

static sx_status no_memory(const sx_canonical *c)
{
    return sx_fail(c->err, SX_NOMEM, "out of memory");
}

typedef struct numbered {
    int64_t number;
    sx_rank rank;
} numbered;

/* A value and its participants, one by one. */
typedef struct view {
    const sx_canonical *c;
    const sx_ranklist *participants;
    const sx_value *value;
    bool may_list;
    size_t n;
    sx_rank *rank; /* ascending */
    uint32_t *piece; /* of each */
    uint32_t *done; /* steps that were listed for each */
    numbered *scratch;
    sx_rank *group;
} view;

static void destroy_view(view *v)
{
    free(v->rank);
    free(v->piece);
    free(v->done);
    free(v->scratch);
    free(v->group);
}

static bool create_view(view *v)
{
    size_t n = v->n = (size_t)v->participants->count;
    v->rank = calloc(n, sizeof *v->rank);
    v->piece = calloc(n, sizeof *v->piece);
    v->done = calloc(n, sizeof *v->done);
    v->scratch = calloc(n, sizeof *v->scratch);
    v->group = calloc(n, sizeof *v->group);
    if (!v->rank || !v->piece || !v->done || !v->scratch || !v->group)
        return false;
    for (size_t i = 0; i < v->value->npieces; i++) {
        const sx_ranklist *ranks = &v->value->piece[i].ranks;
        sx_ranklist_expand(ranks, v->rank);
        for (sx_rank k = 0; k < ranks->count; k++)
            v->piece[sx_ranklist_position(v->participants, v->rank[k])] = (uint32_t)i;
    }
    sx_ranklist_expand(v->participants, v->rank);
    return true;
}

static const sx_seq *seq_of(const view *v, size_t i)
{
    return v->value->piece[v->piece[i]].seq;
}

/* Steps */

static int by_number(const void *a, const void *b)
{
    const numbered *x = a, *y = b;
    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    return (x->rank > y->rank) - (x->rank < y->rank);
}

static int by_first_rank(const void *a, const void *b)
{
    const sx_piece *x = a, *y = b;
    sx_rank i = sx_ranklist_first(&x->ranks), j = sx_ranklist_first(&y->ranks);
    return (i > j) - (i < j);
}

/* The numbers of all who have step k, sorted; returns how many there are. */
static size_t numbers_of_step(view *v, const sx_layout *layout, uint32_t k)
{
    size_t n = 0;
    for (size_t i = 0; i < v->n; i++)
        if (layout->own[i] >> k & 1)
            v->scratch[n++] =
                (numbered) { sx_seq_at(seq_of(v, i), v->done[i]++), v->rank[i] };
    qsort(v->scratch, n, sizeof *v->scratch, by_number);
    return n;
}

/* A piece for each different number of the n in v->scratch. */
static sx_status pieces_of_step(view *v, size_t n, size_t npieces, sx_value *ret_step)
{
    const sx_canonical *c = v->c;
    sx_piece *piece = SX_NEW_ARRAY(c->arena, sx_piece, npieces);
    size_t made = 0, end;
    sx_status status = piece ? SX_OK : no_memory(c);
    for (size_t i = 0; i < n && !status; i = end) {
        sx_piece *next = &piece[made++];
        sx_ranklist ranks;
        for (end = i; end < n && v->scratch[end].number == v->scratch[i].number; end++)
            v->group[end - i] = v->scratch[end].rank;
        status = sx_ranklist_from_ranks(c->arena, v->group, end - i, &ranks, c->err);
        if (!status)
            status = sx_rank_sets_add(c->sets, &ranks, 0, &next->ranks, c->err);
        next->all = !status && end - i == v->n;
        next->seq = sx_seq_constant(c->arena, v->scratch[i].number);
        if (!status && !next->seq)
            status = no_memory(c);
    }
    if (!status)
        qsort(piece, npieces, sizeof *piece, by_first_rank);
    *ret_step =
        (sx_value) { .kind = SX_VALUE_PIECES, .npieces = npieces, .piece = piece };
    return status;
}

/* *ret_gains is false when the step has as many groups as all steps together. */
static sx_status make_step(view *v, const sx_layout *layout, uint32_t k,
                           sx_value *ret_step, bool *ret_gains)
{
    size_t n = numbers_of_step(v, layout, k), npieces = n > 0;
    for (size_t i = 1; i < n; i++)
        npieces += v->scratch[i].number != v->scratch[i - 1].number;
    *ret_gains = npieces < v->value->npieces;
    if (!*ret_gains)
        return SX_OK;
    sx_status status = pieces_of_step(v, n, npieces, ret_step);
    if (!status && v->may_list && n == v->n && npieces > 1)
        status = sx_canonical_by_rank(v->c, v->participants, ret_step);
    return status;
}

/* The value in the steps of the layout. `shared`: sets of whole steps weigh nothing, since they are there already.
 * *ret_weight becomes UINT64_MAX when it is not below `limit`. */
static sx_status in_steps(view *v, const sx_layout *layout, bool shared, uint64_t limit,
                          sx_value *ret_value, uint64_t *ret_weight)
{
    sx_value *step = SX_NEW_ARRAY(v->c->arena, sx_value, layout->nsteps);
    uint64_t weight = 0;
    sx_status status = step ? SX_OK : no_memory(v->c);
    for (size_t i = 0; i < v->n; i++)
        v->done[i] = 0;
    for (uint32_t k = 0; k < layout->nsteps && weight < limit && !status; k++) {
        bool gains;
        status = make_step(v, layout, k, &step[k], &gains);
        if (status)
            break;
        bool whole = step[k].kind == SX_VALUE_PIECES && step[k].npieces == 1;
        weight += shared && whole ? 1 : sx_value_weight(&step[k]);
        if (!gains)
            weight = limit;
    }
    *ret_weight = weight < limit ? weight : UINT64_MAX;
    *ret_value = (sx_value) { .kind = SX_VALUE_BY_STEP,
                              .relative = v->value->relative,
                              .nsteps = layout->nsteps,
                              .step = step,
                              .evidence = v->value->evidence };
    return status;
}

/* Layouts */

/* Has everybody whole periods of the own sequence in these steps? */
static bool serves(const view *v, const sx_layout *layout)
{
    bool whole = layout->nsteps > 1 && layout->n == v->n;
    for (size_t i = 0; i < v->n && whole; i++)
        whole =
            (uint64_t)__builtin_popcountll(layout->own[i]) % seq_of(v, i)->length == 0;
    return whole;
}

static sx_status layout_of_pieces(const view *v, const uint64_t *mask, uint32_t nsteps,
                                  sx_layout *ret_layout)
{
    uint64_t *own = SX_NEW_ARRAY(v->c->arena, uint64_t, v->n);
    if (!own)
        return no_memory(v->c);
    for (size_t i = 0; i < v->n; i++)
        own[i] = mask[v->piece[i]];
    *ret_layout = (sx_layout) { nsteps, v->n, own };
    return SX_OK;
}

/* Everybody in each step: as many as there are until all sequences begin again. False when these are too many. */
static bool common_steps(const sx_value *value, uint64_t *ret_mask, uint32_t *ret_nsteps)
{
    uint64_t period = 1;
    for (size_t i = 0; i < value->npieces; i++) {
        uint64_t length = value->piece[i].seq->length;
        if (length > SX_VALUE_STEPS)
            return false;
        period = period / (uint64_t)sx_gcd((int64_t)period, (int64_t)length) * length;
        if (period > SX_VALUE_STEPS)
            return false;
    }
    for (size_t i = 0; i < value->npieces; i++)
        ret_mask[i] = UINT64_MAX >> (64 - period);
    *ret_nsteps = (uint32_t)period;
    return true;
}

/* A sequence that holds those of several pieces, each with the numbers in order: element e has the bit id[e]. */
typedef struct whole {
    uint32_t n;
    int64_t number[SX_VALUE_STEPS];
    uint32_t id[SX_VALUE_STEPS];
} whole;

/* length[i][j]: of the longest common subsequence of the whole behind i and the n numbers behind j. */
typedef uint8_t common[SX_VALUE_STEPS + 1][SX_VALUE_STEPS + 1];

static void find_common(const whole *w, const int64_t *number, uint32_t n, common length)
{
    for (uint32_t i = w->n + 1; i-- > 0;)
        for (uint32_t j = n + 1; j-- > 0;) {
            uint8_t skip = 0;
            if (i < w->n && j < n && w->number[i] == number[j])
                skip = (uint8_t)(length[i + 1][j + 1] + 1);
            if (i < w->n && length[i + 1][j] > skip)
                skip = length[i + 1][j];
            if (j < n && length[i][j + 1] > skip)
                skip = length[i][j + 1];
            length[i][j] = skip;
        }
}

/* Puts what is missing of the n numbers into the whole; *ret_mask has the bits of those that make them up. False
 * when it would become too long. */
static bool put_into(whole *w, const int64_t *number, uint32_t n, uint64_t *ret_mask)
{
    common length;
    whole grown = { .n = 0 };
    uint32_t ids = w->n, i = 0, j = 0;
    find_common(w, number, n, length);
    if (w->n + n - length[0][0] > SX_VALUE_STEPS)
        return false;
    *ret_mask = 0;
    while (i < w->n || j < n) {
        bool match = i < w->n && j < n && w->number[i] == number[j];
        bool old = match || j == n || (i < w->n && length[i + 1][j] >= length[i][j + 1]);
        uint32_t id = old ? w->id[i] : ids++;
        grown.number[grown.n] = old ? w->number[i] : number[j];
        grown.id[grown.n++] = id;
        *ret_mask |= match || !old ? UINT64_C(1) << id : 0;
        i += old;
        j += match || !old;
    }
    *w = grown;
    return true;
}

/* Steps of which each piece has those that its sequence is made of; pieces with long sequences come first. */
static bool steps_in_parts(const sx_value *value, uint64_t *ret_mask,
                           uint32_t *ret_nsteps)
{
    whole w = { .n = 0 };
    int64_t number[SX_VALUE_STEPS];
    if (value->npieces > PIECES_IN_PARTS)
        return false;
    for (uint64_t length = SX_VALUE_STEPS; length > 0; length--)
        for (size_t i = 0; i < value->npieces; i++) {
            const sx_seq *seq = value->piece[i].seq;
            if (seq->length > SX_VALUE_STEPS)
                return false;
            if (seq->length != length)
                continue;
            sx_seq_expand(seq, 0, length, number);
            if (!put_into(&w, number, (uint32_t)length, &ret_mask[i]))
                return false;
        }
    for (size_t i = 0; i < value->npieces; i++) {
        uint64_t mask = 0;
        for (uint32_t e = 0; e < w.n; e++)
            mask |= (ret_mask[i] >> w.id[e] & 1) << e;
        ret_mask[i] = mask;
    }
    *ret_nsteps = w.n;
    return w.n > 1;
}

/* Takes the value in these steps for *best where that is shorter. */
static sx_status try_steps(view *v, const uint64_t *mask, uint32_t nsteps,
                           uint64_t *best_weight, sx_value *best, sx_layout *best_layout)
{
    sx_value value;
    sx_layout layout;
    uint64_t weight;
    sx_status status = layout_of_pieces(v, mask, nsteps, &layout);
    if (!status)
        status = in_steps(v, &layout, false, *best_weight, &value, &weight);
    if (!status && weight != UINT64_MAX) {
        *best = value;
        *best_weight = weight;
        *best_layout = layout;
    }
    return status;
}

static sx_status shortest(view *v, sx_layout *layout, sx_value *ret_value)
{
    uint64_t weight = sx_value_weight(v->value), shared;
    uint32_t nsteps;
    sx_layout own = { 0, 0, NULL };
    sx_status status = SX_OK;
    if (serves(v, layout)) {
        sx_value value;
        status = in_steps(v, layout, true, weight, &value, &shared);
        if (!status && shared != UINT64_MAX)
            *ret_value = value;
        if (status || shared != UINT64_MAX)
            return status;
    }
    uint64_t *mask = calloc(v->value->npieces, sizeof *mask);
    if (!mask)
        return no_memory(v->c);
    if (common_steps(v->value, mask, &nsteps))
        status = try_steps(v, mask, nsteps, &weight, ret_value, &own);
    if (!status && steps_in_parts(v->value, mask, &nsteps))
        status = try_steps(v, mask, nsteps, &weight, ret_value, &own);
    free(mask);
    if (!status && own.nsteps)
        *layout = own;
    return status;
}

sx_status sx_canonical_by_step(const sx_canonical *canonical,
                               const sx_ranklist *participants, bool may_list,
                               sx_layout *layout, sx_value *value)
{
    view v = {
        .c = canonical, .participants = participants, .value = value, .may_list = may_list
    };
    sx_value best = *value;
    sx_status status =
        create_view(&v) ? shortest(&v, layout, &best) : no_memory(canonical);
    destroy_view(&v);
    if (!status)
        *value = best;
    return status;
}
