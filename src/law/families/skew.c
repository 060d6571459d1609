/* End points around a communicator, or around an axis of a grid, as far from the own place as that is along another axis: how blocks are skewed before they go around
 * (Cannon, A cellular computer to implement the Kalman filter algorithm, 1969); with layers of such grids, each begins its part of the way further on (Solomonik and Demmel, Communication-optimal
 * parallel 2.5D matrix multiplication, 2011). */
#include "law/column.h"
#include "law/law.h"

enum { NOWHERE = -1, NEXT = 1 };

/* Where one goes around: the own place, how many there are, and the axis, if it is one. */
typedef struct ring {
    uint32_t g;
    int axis; /* NOWHERE: the communicator */
    const sx_expr *own, *size;
} ring;

/* So far: the place along an axis, one way or the other, parts of the way for the layer, and a number. */
typedef struct skew {
    int along, along_sign, layer, layer_sign;
    int64_t k;
} skew;

static ring ring_of(sx_arena *arena, uint32_t g, int axis)
{
    const uint32_t a = (uint32_t)axis;
    ring r = { .g = g, .axis = axis };
    r.own = axis == NOWHERE ? sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0)
                            : sx_expr_var(arena, SX_VAR_COORD, g, a);
    r.size = axis == NOWHERE ? sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0)
                             : sx_expr_var(arena, SX_VAR_DIM, g, a);
    return r;
}

static const sx_expr *add(sx_arena *arena, int sign, const sx_expr *to,
                          const sx_expr *what)
{
    return sx_expr_two(arena, sign < 0 ? SX_EXPR_SUB : SX_EXPR_ADD, to, what);
}

/* The layer's part of the way. */
static const sx_expr *part(sx_arena *arena, const ring *r, int layer)
{
    const uint32_t l = (uint32_t)layer;
    return sx_expr_two(arena, SX_EXPR_MUL, sx_expr_var(arena, SX_VAR_COORD, r->g, l),
                       sx_expr_two(arena, SX_EXPR_DIV, r->size,
                                   sx_expr_var(arena, SX_VAR_DIM, r->g, l)));
}

static const sx_expr *law_of(sx_arena *arena, const ring *r, const skew *s)
{
    const sx_expr *to = add(arena, s->along_sign, r->own,
                            sx_expr_var(arena, SX_VAR_COORD, r->g, (uint32_t)s->along));
    if (s->layer != NOWHERE)
        to = add(arena, s->layer_sign, to, part(arena, r, s->layer));
    to = sx_expr_plus(arena, to, s->k);
    return r->axis == NOWHERE ? sx_expr_two(arena, SX_EXPR_MOD, to, r->size)
                              : sx_expr_around(arena, r->g, (uint32_t)r->axis, to);
}

typedef struct search {
    sx_arena *arena;
    const sx_runs *runs;
    const sx_samples *samples, *probe;
} search;

static sx_status try_skew(const search *s, const ring *r, const skew *of, sx_law *ret_law,
                          sx_error *err)
{
    static const char reason[] = "a skew by the place along an axis shows by remainders "
                                 "only";
    size_t first;
    const sx_expr *law = law_of(s->arena, r, of);
    if (!law)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (sx_column_matches(s->runs, s->probe, law, &first) &&
        sx_column_matches(s->runs, s->samples, law, &first))
        *ret_law = (sx_law) { law, { .label = SX_LABEL_EXACT, .reason = reason } };
    return SX_OK;
}

/* By either sign of both, and up to one further on or back. */
static sx_status try_signs(const search *s, const ring *r, skew of, sx_law *ret_law,
                           sx_error *err)
{
    static const int signs[] = { -1, 1 };
    const int layers = of.layer == NOWHERE ? 1 : 2;
    sx_status st = SX_OK;
    for (int i = 0; i < 2 * layers && !st && !ret_law->expr; i++) {
        of.along_sign = signs[i % 2];
        of.layer_sign = signs[i / 2];
        for (of.k = -NEXT; of.k <= NEXT && !st && !ret_law->expr; of.k++)
            st = try_skew(s, r, &of, ret_law, err);
    }
    return st;
}

/* Around the ring, by every other axis of its grid, without layers first. */
static sx_status try_ring(const search *s, const ring *r, sx_law *ret_law, sx_error *err)
{
    const int n = (int)s->runs->grid[r->g].ndims;
    sx_status st = SX_OK;
    for (int layer = NOWHERE; layer < n && !st && !ret_law->expr; layer++)
        for (int along = 0; along < n && !st && !ret_law->expr; along++)
            if (along != r->axis && along != layer &&
                (layer == NOWHERE || layer != r->axis))
                st = try_signs(s, r, (skew) { .along = along, .layer = layer }, ret_law,
                               err);
    return st;
}

sx_status sx_law_skew(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                      sx_law *ret_law, sx_error *err)
{
    const bool in_world = sx_samples_in_world(samples);
    sx_status st = SX_OK;
    if (!samples->is_peer || sx_samples_runs(samples) < 2 ||
        sx_samples_have_special(samples))
        return SX_OK;
    const sx_samples probe = sx_samples_probe(arena, samples);
    const search s = { arena, runs, samples, &probe };
    if (!probe.sample)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (uint32_t g = 0; g < runs->ngrids && !st && !ret_law->expr; g++) {
        const int rings = in_world ? (int)runs->grid[g].ndims : 0;
        for (int axis = in_world ? 0 : NOWHERE; axis < rings && !st && !ret_law->expr;
             axis++) {
            const ring r = ring_of(arena, g, axis);
            st = try_ring(&s, &r, ret_law, err);
        }
    }
    return st;
}
