/* Loops over the axes of a grid that goes around, without those of one rank: the i-th trip is for the i-th axis, or direction along it,
 * with another rank. All ranks make as many trips, and runs differ. Or over those of two ranks alone, where both ways lead to the
 * same rank, and over those of more. */
#include "law/directions.h"
#include "law/law.h"

#include <string.h>

/* Along which axes there are steps. */
typedef enum lengths { OTHERS, TWO_RANKS, MORE_RANKS, LENGTHS } lengths;

static const struct {
    sx_expr_op op;
    int64_t than;
    int64_t least; /* extent that tells it from the others */
} of_lengths[] = { [OTHERS] = { SX_EXPR_GT, 1, 2 },
                   [TWO_RANKS] = { SX_EXPR_EQ, 2, 3 },
                   [MORE_RANKS] = { SX_EXPR_GT, 2, 3 } };

/* A step by one along an axis. */
typedef struct step {
    uint32_t axis;
    int sign;
    uint64_t runs_with; /* bit: run has it */
    bool is_seen,
        is_sure; /* it is in some run; with more than two ranks along the axis */
} step;

typedef struct search {
    const sx_runs *runs;
    const sx_samples *samples;
    int64_t (*dims)[SX_MAX_DIMS]; /* by run */
    uint32_t g, ndims;
    lengths lengths;
    size_t n;
    step of[2 * SX_MAX_DIMS];
    uint64_t after[2 * SX_MAX_DIMS]; /* bit j: j comes after i in some run */
    uint8_t order[2 * SX_MAX_DIMS];
} search;

static bool has_step(const search *s, int64_t dim)
{
    const int64_t than = of_lengths[s->lengths].than;
    return of_lengths[s->lengths].op == SX_EXPR_EQ ? dim == than : dim > than;
}

/* The axis along which the peer is one rank away, and which way: 0 where both ways lead there. False when it is elsewhere. */
static bool look(const search *s, const sx_sample *sample, uint32_t *ret_axis,
                 int *ret_sign)
{
    int64_t rest = sample->value, own = sample->rank - s->runs->offset[sample->run];
    bool found = false;
    if (sx_is_special(sample->value) || !sx_runs_is_world(s->runs, sample->comm))
        return false;
    for (uint32_t a = 0; a < s->ndims; a++) {
        const int64_t dim = s->dims[sample->run][a];
        const int64_t by = (rest % dim - own % dim + dim) % dim;
        rest /= dim;
        own /= dim;
        if (by == 0)
            continue;
        if (found || (by != 1 && by != dim - 1))
            return false;
        found = true;
        *ret_axis = a;
        *ret_sign = dim == 2 ? 0 : by == 1 ? 1 : -1;
    }
    return found;
}

static size_t step_of(search *s, uint32_t axis, int sign)
{
    size_t i = 0;
    while (i < s->n && (s->of[i].axis != axis || s->of[i].sign != sign))
        i++;
    if (i == s->n)
        s->of[s->n++] = (step) { .axis = axis, .sign = sign };
    return i;
}

/* Which ways there are along each axis, from runs that tell them apart; forward where none does. */
static bool find_ways(search *s)
{
    uint32_t seen = 0, sure = 0, axis;
    int sign;
    for (size_t i = 0; i < s->samples->n; i++) {
        if (!look(s, &s->samples->sample[i], &axis, &sign))
            return false;
        seen |= 1u << axis;
        if (sign) {
            sure |= 1u << axis;
            s->of[step_of(s, axis, sign)].is_sure = true;
        }
    }
    for (uint32_t a = 0; a < s->ndims; a++)
        if ((seen & ~sure) >> a & 1)
            step_of(s, a, s->n ? s->of[0].sign : 1);
    return s->n > 1;
}

/* The step of a sample, the first of its axis that the rank has not made yet where both ways lead there. */
static bool take_step(const search *s, const sx_sample *sample, uint64_t *made,
                      size_t *ret_step)
{
    uint32_t axis;
    int sign;
    if (!look(s, sample, &axis, &sign))
        return false;
    for (size_t i = 0; i < s->n; i++)
        if (s->of[i].axis == axis && (sign == 0 || s->of[i].sign == sign) &&
            !(*made >> i & 1)) {
            *made |= UINT64_C(1) << i;
            *ret_step = i;
            return true;
        }
    return false;
}

/* Which step follows which, as all ranks make them; each rank makes those there are, once. */
static bool follow(search *s)
{
    const sx_sample *sample = s->samples->sample;
    for (size_t i = 0, end; i < s->samples->n; i = end) {
        uint64_t made = 0;
        size_t last = s->n, here;
        for (end = i; end < s->samples->n && sample[end].rank == sample[i].rank; end++) {
            if (!take_step(s, &sample[end], &made, &here))
                return false;
            if (last < s->n)
                s->after[last] |= UINT64_C(1) << here;
            last = here;
            s->of[here].is_seen = true;
            s->of[here].runs_with |= UINT64_C(1) << sample[i].run;
        }
        for (size_t k = 0; k < s->n; k++)
            if (has_step(s, s->dims[sample[i].run][s->of[k].axis]) != (made >> k & 1))
                return false;
    }
    return true;
}

/* Axes that no run has more than one rank along are as the others, which follow each other up or down the axes and have one
 * step each. */
static void add_unseen(search *s)
{
    const size_t n = s->n;
    bool up = true, down = true;
    for (size_t k = 0; k < n; k++) {
        up = up && (k == 0 || s->of[s->order[k]].axis > s->of[s->order[k - 1]].axis);
        down = down && (k == 0 || s->of[s->order[k]].axis < s->of[s->order[k - 1]].axis);
        if (s->of[k].sign != s->of[0].sign)
            return;
    }
    if (up == down)
        return;
    for (uint32_t a = 0; a < s->ndims; a++) {
        const size_t before = s->n, i = step_of(s, a, s->of[0].sign);
        size_t at = before;
        for (; i == before && at > 0; at--) {
            const uint32_t other = s->of[s->order[at - 1]].axis;
            if (up ? other < a : other > a)
                break;
            s->order[at] = s->order[at - 1];
        }
        if (i == before)
            s->order[at] = (uint8_t)i;
    }
}

static const sx_expr *extent(sx_arena *arena, const search *s, const step *of,
                             sx_expr_op op, int64_t than)
{
    return sx_expr_two(arena, op, sx_expr_var(arena, SX_VAR_DIM, s->g, of->axis),
                       sx_expr_int(arena, than));
}

static const sx_expr *exists_expr(sx_arena *arena, const search *s, const step *of)
{
    return extent(arena, s, of, of_lengths[s->lengths].op, of_lengths[s->lengths].than);
}

/* One place on along the axis, or back. */
static const sx_expr *peer_expr(sx_arena *arena, const search *s, const step *of)
{
    const sx_expr *to = sx_expr_two(arena, of->sign < 0 ? SX_EXPR_SUB : SX_EXPR_ADD,
                                    sx_expr_var(arena, SX_VAR_COORD, s->g, of->axis),
                                    sx_expr_int(arena, 1));
    return sx_expr_around(arena, s->g, of->axis, to);
}

static bool some_axis_has(const search *s, int64_t dim)
{
    bool found = false;
    for (size_t run = 0; run < s->runs->n; run++)
        for (uint32_t a = 0; a < s->ndims; a++)
            found = found || s->dims[run][a] == dim;
    return found;
}

/* What no run tells: which way, with more than two ranks along an axis; that there is a step along it at all; and whether there is one
 * along an axis of so few ranks as no run has. */
static sx_evidence evidence_of(sx_arena *arena, const search *s)
{
    const int64_t least = of_lengths[s->lengths].least;
    const bool tells = some_axis_has(s, least);
    sx_evidence e = { .label = SX_LABEL_PROVED };
    for (size_t k = 0; k < s->n; k++) {
        const step *of = &s->of[k];
        const bool once = (of->runs_with & (of->runs_with - 1)) == 0;
        if (once || (s->lengths == OTHERS && !of->is_sure))
            e.doubt = sx_doubt_either(arena, e.doubt,
                                      once ? exists_expr(arena, s, of)
                                           : extent(arena, s, of, SX_EXPR_GT, 2));
        if (!tells)
            e.doubt =
                sx_doubt_either(arena, e.doubt, extent(arena, s, of, SX_EXPR_EQ, least));
    }
    if (e.doubt)
        e.reason = "some direction is in one input only, or none has more than two ranks "
                   "along some axis: add one";
    return e;
}

static bool find_steps(search *s, lengths which)
{
    const search empty = { .runs = s->runs,
                           .samples = s->samples,
                           .dims = s->dims,
                           .g = s->g,
                           .ndims = s->ndims,
                           .lengths = which };
    *s = empty;
    return find_ways(s) && follow(s) && sx_directions_order(s->after, s->n, s->order);
}

sx_status sx_directions_around(sx_arena *arena, const sx_runs *runs,
                               const sx_samples *samples, int64_t (*dims)[SX_MAX_DIMS],
                               uint32_t ndims, uint32_t g, sx_directions *ret_directions,
                               bool *ret_found, sx_error *err)
{
    search s = { .runs = runs, .samples = samples, .dims = dims, .g = g, .ndims = ndims };
    *ret_found = false;
    for (int k = 0; k < LENGTHS && !*ret_found; k++)
        *ret_found = find_steps(&s, (lengths)k);
    if (!*ret_found)
        return SX_OK;
    add_unseen(&s);
    *ret_directions = (sx_directions) { .grid = g,
                                        .n = s.n,
                                        .evidence = evidence_of(arena, &s),
                                        .around = true,
                                        .narrow = s.lengths != OTHERS };
    for (size_t k = 0; k < s.n; k++) {
        const step *of = &s.of[s.order[k]];
        ret_directions->axis[k] = of->axis;
        ret_directions->exists[k] = exists_expr(arena, &s, of);
        ret_directions->peer[k] = peer_expr(arena, &s, of);
        if (!ret_directions->exists[k] || !ret_directions->peer[k])
            return sx_fail(err, SX_NOMEM, "out of memory");
    }
    return SX_OK;
}
