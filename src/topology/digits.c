#include "topology/digits.h"

#include "base/checked.h"

#include <stdlib.h>
#include <string.h>

enum { DEFAULT_AXES = 4 };

typedef struct search {
    const sx_topology_run *run;
    size_t nslots;
    uint32_t max_dims;
    int64_t step; /* coprime to p: ranks are visited in strides, so that wrong dims show
                     early */
    uint32_t *seen, stamp; /* p: the difference was seen in the slot of this stamp */
    sx_arena *arena;
    sx_grid_shape *best;
    size_t nbest, capacity;
} search;

/* The digit differences as a number in [0, p), with digit v[a] on axis a. */
static int64_t difference(const sx_grid_shape *shape, int64_t rank, int64_t peer,
                          int64_t *v)
{
    int64_t code = 0, stride = 1;
    for (uint32_t a = 0; a < shape->ndims; a++) {
        v[a] = sx_floor_mod(peer % shape->dim[a] - rank % shape->dim[a], shape->dim[a]);
        code += v[a] * stride;
        stride *= shape->dim[a];
        rank /= shape->dim[a];
        peer /= shape->dim[a];
    }
    return code;
}

/* Counts the distinct differences of a slot, at most up to `limit` + 1. */
static uint64_t count_differences(search *s, const sx_grid_shape *shape,
                                  const int64_t *peer, uint64_t limit, int64_t *ret_v)
{
    uint64_t n = 0;
    int64_t p = s->run->p, r = 0;
    s->stamp++;
    for (int64_t i = 0; i < p && n <= limit; i++, r = (r + s->step) % p) {
        if (sx_is_special(peer[r]))
            continue;
        int64_t v[SX_MAX_DIMS], code = difference(shape, r, peer[r], v);
        if (s->seen[code] == s->stamp)
            continue;
        s->seen[code] = s->stamp;
        memcpy(ret_v, v, sizeof v);
        n++;
    }
    return n;
}

/* Does rank r leave the grid by the difference v, on an axis where the slot never goes
 * around? up[a], down[a]: taken as v, as v - extent, the slot never goes around there. */
static bool leaves(const sx_grid_shape *shape, int64_t r, const int64_t *v,
                   const bool *up, const bool *down)
{
    for (uint32_t a = 0; a < shape->ndims; a++) {
        bool over = r % shape->dim[a] + v[a] >= shape->dim[a];
        r /= shape->dim[a];
        if (v[a] != 0 && ((up[a] && over) || (down[a] && !over)))
            return true;
    }
    return false;
}

/* A slot with the one difference v: which axes go around, and whether the ranks without a
 * peer are those that leave the grid. */
static void judge_absence(const search *s, sx_grid_shape *shape, const int64_t *peer,
                          const int64_t *v)
{
    bool up[SX_MAX_DIMS], down[SX_MAX_DIMS], null_inside = false, none_inside = false;
    memset(up, true, sizeof up);
    memset(down, true, sizeof down);
    for (int64_t r = 0; r < s->run->p; r++) {
        int64_t rest = r;
        for (uint32_t a = 0; a < shape->ndims && !sx_is_special(peer[r]); a++) {
            bool over = rest % shape->dim[a] + v[a] >= shape->dim[a];
            rest /= shape->dim[a];
            up[a] = up[a] && !over;
            down[a] = down[a] && over;
        }
    }
    for (uint32_t a = 0; a < shape->ndims; a++)
        shape->periodic[a] = shape->periodic[a] || (v[a] != 0 && !up[a] && !down[a]);
    for (int64_t r = 0; r < s->run->p; r++)
        if (sx_is_special(peer[r]) && !leaves(shape, r, v, up, down)) {
            null_inside = null_inside || peer[r] == SX_NULL;
            none_inside = none_inside || peer[r] == SX_NONE;
        }
    shape->differences += null_inside;
    shape->strays += none_inside;
}

static bool has_absent(const search *s, const int64_t *peer)
{
    for (int64_t r = 0; r < s->run->p; r++)
        if (sx_is_special(peer[r]))
            return true;
    return false;
}

/* Scores the shape; false as soon as it is worse than the best so far. */
static bool judge(search *s, sx_grid_shape *shape)
{
    uint64_t limit = s->nbest ? s->best->differences : UINT64_MAX - 1;
    for (size_t k = 0; k < s->nslots; k++) {
        const int64_t *peer = s->run->peer[k];
        int64_t v[SX_MAX_DIMS] = { 0 };
        uint64_t n = count_differences(s, shape, peer, limit - shape->differences, v);
        shape->differences += n;
        if (n == 1)
            judge_absence(s, shape, peer, v);
        else if (n > 1 && has_absent(s, peer)) {
            shape->differences++;
            shape->strays++;
        }
        if (shape->differences > limit)
            return false;
    }
    return true;
}

/* Negative when a is better; the fewest axes last. */
static int compare(const sx_grid_shape *a, const sx_grid_shape *b)
{
    if (a->differences != b->differences)
        return a->differences < b->differences ? -1 : 1;
    if (a->strays != b->strays)
        return a->strays < b->strays ? -1 : 1;
    return (a->ndims > b->ndims) - (a->ndims < b->ndims);
}

static sx_status keep(search *s, const sx_grid_shape *shape, sx_error *err)
{
    int order = s->nbest ? compare(shape, s->best) : -1;
    if (order > 0)
        return SX_OK;
    if (order < 0)
        s->nbest = 0;
    if (s->nbest == s->capacity) {
        size_t capacity = s->capacity ? 2 * s->capacity : 16;
        sx_grid_shape *more = SX_NEW_ARRAY(s->arena, sx_grid_shape, capacity);
        if (!more)
            return sx_fail(err, SX_NOMEM, "no memory for the shapes of grids");
        if (s->nbest)
            memcpy(more, s->best, s->nbest * sizeof *more);
        s->best = more;
        s->capacity = capacity;
    }
    s->best[s->nbest++] = *shape;
    return SX_OK;
}

/* All ways to go on from the extents in *shape, with `rest` left to factor. */
static sx_status extend(search *s, sx_grid_shape *shape, int64_t rest, sx_error *err)
{
    sx_status status = SX_OK;
    uint32_t axis = shape->ndims++;
    for (int64_t d = 2; d <= rest / d && shape->ndims < s->max_dims && !status; d++) {
        /* Extents that divide come in pairs; the recursion takes both in their turn. */
        for (int64_t pair = 0; pair < 2 && rest % d == 0 && !status; pair++) {
            int64_t extent = pair ? rest / d : d;
            if (pair && extent == d)
                continue;
            shape->dim[axis] = extent;
            status = extend(s, shape, rest / extent, err);
        }
    }
    shape->dim[axis] = rest;
    if (!status) {
        sx_grid_shape whole = *shape;
        status = judge(s, &whole) ? keep(s, &whole, err) : SX_OK;
    }
    shape->dim[axis] = 0;
    shape->ndims = axis;
    return status;
}

static int lexicographic(const void *left, const void *right)
{
    const sx_grid_shape *a = left, *b = right;
    for (uint32_t i = 0; i < a->ndims; i++)
        if (a->dim[i] != b->dim[i])
            return a->dim[i] < b->dim[i] ? -1 : 1;
    return 0;
}

sx_status sx_topology_digits(sx_arena *arena, const sx_topology_run *run, size_t nslots,
                             uint32_t max_dims, const sx_grid_shape **ret_shape,
                             size_t *ret_n, sx_error *err)
{
    sx_status status = sx_topology_check(run, nslots, err);
    if (status)
        return status;
    search s = { .run = run, .nslots = nslots, .arena = arena };
    s.max_dims = max_dims == 0            ? DEFAULT_AXES
                 : max_dims < SX_MAX_DIMS ? max_dims
                                          : SX_MAX_DIMS;
    /* Near the golden section of p, which spreads the visits. */
    for (s.step = (int64_t)(0.618 * (double)run->p) + 1; sx_gcd(s.step, run->p) != 1;)
        s.step++;
    s.seen = calloc((size_t)run->p, sizeof *s.seen);
    if (!s.seen)
        return sx_fail(err, SX_NOMEM, "no memory for the shapes of grids");
    sx_grid_shape shape = { 0 };
    status = extend(&s, &shape, run->p, err);
    free(s.seen);
    if (status)
        return status;
    qsort(s.best, s.nbest, sizeof *s.best, lexicographic);
    *ret_shape = s.best;
    *ret_n = s.nbest;
    return SX_OK;
}
