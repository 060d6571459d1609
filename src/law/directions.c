#include "law/directions.h"

#include "base/checked.h"
#include "law/law.h"

#include <string.h>

typedef struct search {
    const sx_runs *runs;
    const sx_samples *samples;
    int64_t (*dims)[SX_MAX_DIMS];
    uint32_t ndims;
    uint32_t around; /* bit: this axis goes around */
    size_t n;
    int64_t delta[SX_DIRECTIONS][SX_MAX_DIMS];
    uint64_t runs_with[SX_DIRECTIONS]; /* bit: run has it */
    uint64_t after[SX_DIRECTIONS]; /* bit j: j comes after i for some rank */
    uint8_t order[SX_DIRECTIONS]; /* directions in the order of trips */
} search;

static void coordinates(const search *s, uint32_t run, int64_t rank, int64_t *c)
{
    for (uint32_t a = 0; a < s->ndims; a++) {
        c[a] = rank % s->dims[run][a];
        rank /= s->dims[run][a];
    }
}

static bool goes_around(const search *s, uint32_t axis)
{
    return s->around >> axis & 1;
}

/* Are both ways around different in this run? */
static bool tells(const search *s, uint32_t run)
{
    bool all = true;
    for (uint32_t a = 0; a < s->ndims; a++)
        all = all && (!goes_around(s, a) || s->dims[run][a] >= 3);
    return all;
}

/* Around an axis, the shorter way. */
static int64_t shorter(int64_t by, int64_t dim)
{
    by = sx_floor_mod(by, dim);
    return 2 * by > dim ? by - dim : by;
}

/* The direction of a sample's peer, a new one if need be; -1 when there can be none. */
static int direction_of(search *s, const sx_sample *sample)
{
    int64_t c[SX_MAX_DIMS], d[SX_MAX_DIMS], delta[SX_MAX_DIMS] = { 0 };
    if (sx_is_special(sample->value) || !sx_runs_is_world(s->runs, sample->comm))
        return -1;
    coordinates(s, sample->run, sample->rank - s->runs->offset[sample->run], c);
    coordinates(s, sample->run, sample->value, d);
    for (uint32_t a = 0; a < s->ndims; a++)
        delta[a] = goes_around(s, a) ? shorter(d[a] - c[a], s->dims[sample->run][a])
                                     : d[a] - c[a];
    size_t i = 0;
    while (i < s->n && memcmp(s->delta[i], delta, sizeof delta) != 0)
        i++;
    if (i == SX_DIRECTIONS)
        return -1;
    if (i == s->n)
        memcpy(s->delta[s->n++], delta, sizeof delta);
    s->runs_with[i] |= UINT64_C(1) << sample->run;
    return (int)i;
}

/* All directions, and which follow which. */
static bool gather(search *s)
{
    int last = -1;
    for (size_t i = 0; i < s->samples->n; i++) {
        if (!tells(s, s->samples->sample[i].run))
            continue;
        int here = direction_of(s, &s->samples->sample[i]);
        bool same_rank =
            i > 0 && s->samples->sample[i].rank == s->samples->sample[i - 1].rank;
        if (here < 0 || (same_rank && here == last))
            return false;
        if (same_rank)
            s->after[last] |= UINT64_C(1) << here;
        last = here;
    }
    return s->n > 1;
}

bool sx_directions_order(const uint64_t *after, size_t n, uint8_t *ret_order)
{
    uint64_t done = 0;
    for (size_t k = 0; k < n; k++) {
        size_t i = 0;
        for (; i < n; i++) {
            bool free = !(done >> i & 1);
            for (size_t j = 0; free && j < n; j++)
                free = (done >> j & 1) || !(after[j] >> i & 1);
            if (free)
                break;
        }
        if (i == n)
            return false;
        ret_order[k] = (uint8_t)i;
        done |= UINT64_C(1) << i;
    }
    return true;
}

static bool is_inside(const search *s, uint32_t run, const int64_t *c,
                      const int64_t *delta)
{
    for (uint32_t a = 0; a < s->ndims; a++)
        if (!goes_around(s, a) &&
            (c[a] + delta[a] < 0 || c[a] + delta[a] >= s->dims[run][a]))
            return false;
    return true;
}

/* The rank in that direction. */
static int64_t peer_at(const search *s, uint32_t run, const int64_t *c,
                       const int64_t *delta)
{
    int64_t peer = 0;
    for (uint32_t a = s->ndims; a-- > 0;)
        peer = peer * s->dims[run][a] + sx_floor_mod(c[a] + delta[a], s->dims[run][a]);
    return peer;
}

/* Does every rank have exactly the directions in which there is a neighbour, in order? */
static bool complete(search *s)
{
    const sx_sample *sample = s->samples->sample;
    for (size_t i = 0; i < s->samples->n;) {
        int64_t rank = sample[i].rank, c[SX_MAX_DIMS];
        uint32_t run = sample[i].run;
        coordinates(s, run, rank - s->runs->offset[run], c);
        for (size_t k = 0; k < s->n; k++) {
            if (!is_inside(s, run, c, s->delta[s->order[k]]))
                continue;
            if (i == s->samples->n || sample[i].rank != rank ||
                !sx_runs_is_world(s->runs, sample[i].comm) ||
                sample[i].value != peer_at(s, run, c, s->delta[s->order[k]]))
                return false;
            i++;
        }
        if (i < s->samples->n && sample[i].rank == rank)
            return false;
    }
    return true;
}

/* Oneself is always there. */
static const sx_expr *exists_expr(sx_arena *arena, const search *s, uint32_t g,
                                  const int64_t *delta)
{
    const sx_expr *all = NULL;
    for (uint32_t a = 0; a < s->ndims; a++) {
        const sx_expr *c = sx_expr_var(arena, SX_VAR_COORD, g, a), *here;
        const sx_expr *d = sx_expr_var(arena, SX_VAR_DIM, g, a);
        if (delta[a] == 0 || goes_around(s, a))
            continue;
        if (delta[a] > 0)
            here = sx_expr_make(
                arena, SX_EXPR_LT, c,
                sx_expr_make(arena, SX_EXPR_SUB, d, sx_expr_int(arena, delta[a]), NULL),
                NULL);
        else
            here =
                sx_expr_make(arena, SX_EXPR_GE, c, sx_expr_int(arena, -delta[a]), NULL);
        all = all ? sx_expr_make(arena, SX_EXPR_AND, all, here, NULL) : here;
        if (!all)
            return NULL;
    }
    return all ? all : sx_expr_int(arena, 1);
}

static const sx_expr *peer_expr(sx_arena *arena, const search *s, uint32_t g,
                                const int64_t *delta)
{
    const sx_expr *peer = sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0);
    for (uint32_t a = 0; a < s->ndims; a++) {
        int64_t by = delta[a] < 0 ? -delta[a] : delta[a];
        const sx_expr *place = sx_expr_var(arena, SX_VAR_COORD, g, a);
        if (delta[a] && goes_around(s, a))
            peer = sx_expr_two(
                arena, SX_EXPR_ADD, peer,
                sx_expr_two(
                    arena, SX_EXPR_MUL,
                    sx_expr_two(arena, SX_EXPR_SUB,
                                sx_expr_two(arena, SX_EXPR_MOD,
                                            sx_expr_two(arena, SX_EXPR_ADD, place,
                                                        sx_expr_int(arena, delta[a])),
                                            sx_expr_var(arena, SX_VAR_DIM, g, a)),
                                place),
                    sx_expr_stride(arena, g, a)));
        else if (delta[a])
            peer = sx_expr_make(arena, delta[a] < 0 ? SX_EXPR_SUB : SX_EXPR_ADD, peer,
                                sx_expr_make(arena, SX_EXPR_MUL, sx_expr_int(arena, by),
                                             sx_expr_stride(arena, g, a), NULL),
                                NULL);
    }
    return peer;
}

/* Each direction in two runs at least, and each axis with an extent that tells directions apart. */
static sx_evidence evidence_of(const search *s)
{
    sx_evidence e = { .label = SX_LABEL_PROVED };
    for (size_t i = 0; i < s->n; i++)
        if ((s->runs_with[i] & (s->runs_with[i] - 1)) == 0) {
            e.label = SX_LABEL_EXACT;
            e.reason = "some direction is in one input only";
        }
    for (uint32_t a = 0; a < s->ndims; a++) {
        int64_t largest = 0;
        for (size_t run = 0; run < s->runs->n; run++)
            largest = s->dims[run][a] > largest ? s->dims[run][a] : largest;
        if (largest < 3) {
            e.label = SX_LABEL_EXACT;
            e.reason = "no input has more than two ranks along some axis: add one";
        }
    }
    return e;
}

/* Programs may leave out who is there twice, or oneself, where an axis that goes around has fewer ranks than in any input. */
static bool doubt_short_axes(sx_arena *arena, const search *s, uint32_t g, sx_evidence *e)
{
    for (uint32_t a = 0; a < s->ndims; a++) {
        int64_t least = INT64_MAX;
        for (size_t run = 0; run < s->runs->n; run++)
            least = s->dims[run][a] < least ? s->dims[run][a] : least;
        if (!goes_around(s, a) || least <= 1)
            continue;
        const sx_expr *shorter_one =
            sx_expr_two(arena, SX_EXPR_LT, sx_expr_var(arena, SX_VAR_DIM, g, a),
                        sx_expr_int(arena, least < 3 ? least : 3));
        e->doubt = e->doubt ? sx_doubt_either(arena, e->doubt, shorter_one) : shorter_one;
        if (!e->doubt)
            return false;
        e->reason = e->label == SX_LABEL_PROVED
                        ? "both ways around an axis may be one where it has fewer ranks "
                          "than in any input: add one"
                        : e->reason;
    }
    return true;
}

static sx_status describe(sx_arena *arena, const search *s, uint32_t grid,
                          sx_directions *ret_directions, sx_error *err)
{
    sx_directions to = { .grid = grid, .n = s->n, .evidence = evidence_of(s) };
    bool done = doubt_short_axes(arena, s, grid, &to.evidence);
    for (size_t k = 0; k < s->n && done; k++) {
        const int64_t *delta = s->delta[s->order[k]];
        to.exists[k] = exists_expr(arena, s, grid, delta);
        to.peer[k] = peer_expr(arena, s, grid, delta);
        done = to.exists[k] && to.peer[k];
    }
    if (!done)
        return sx_fail(err, SX_NOMEM, "out of memory");
    *ret_directions = to;
    return SX_OK;
}

sx_status sx_directions_find(sx_arena *arena, const sx_runs *runs,
                             const sx_samples *samples, int64_t (*dims)[SX_MAX_DIMS],
                             uint32_t ndims, uint32_t grid, sx_directions *ret_directions,
                             bool *ret_found, sx_error *err)
{
    search *s = SX_NEW(arena, search);
    *ret_found = false;
    if (!s)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (uint32_t around = 0; around + 1 < 1u << ndims && !*ret_found; around++) {
        *s = (search) { .runs = runs,
                        .samples = samples,
                        .dims = dims,
                        .ndims = ndims,
                        .around = around };
        *ret_found =
            gather(s) && sx_directions_order(s->after, s->n, s->order) && complete(s);
    }
    return *ret_found ? describe(arena, s, grid, ret_directions, err) : SX_OK;
}

const sx_expr *sx_directions_pick(sx_arena *arena, const sx_directions *directions,
                                  const sx_expr *counter, const sx_expr *const *value)
{
    const sx_expr *cases = sx_expr_int(arena, SX_NULL);
    for (size_t k = directions->n; k-- > 0;)
        cases = sx_expr_make(arena, SX_EXPR_CASE, directions->exists[k], value[k], cases);
    return sx_expr_make(arena, SX_EXPR_PICK, counter, cases, NULL);
}

bool sx_directions_are(const sx_directions *directions, const sx_expr *peer)
{
    if (peer->op != SX_EXPR_PICK)
        return false;
    const sx_expr *cases = peer->arg[1];
    size_t k = 0;
    for (; k < directions->n && cases->op == SX_EXPR_CASE; k++, cases = cases->arg[2])
        if (!sx_expr_equal(cases->arg[0], directions->exists[k]) ||
            !sx_expr_equal(cases->arg[1], directions->peer[k]))
            return false;
    return k == directions->n && cases->op != SX_EXPR_CASE;
}
