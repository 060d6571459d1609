/* Faces whose points divide in all inputs. A quotient says what they are there; where extents leave a rest, programs that run deal
 * it out: the face of a block is a product of blocks along the axes that its message does not move along, the same at both ends. */
#include "base/rational.h"
#include "law/column.h"
#include "law/faces.h"

static const char undivided[] =
    "divides exactly in every input: where it does not, the rounding is unknown; add an "
    "input that does not divide";

typedef struct dealing {
    sx_arena *arena;
    sx_runs *runs;
    const sx_samples *samples;
    uint32_t grid;
    const int64_t *peer; /* of each sample */
    sx_error *err;
} dealing;

static const struct sx_place *place_of(const dealing *d, size_t i)
{
    return &d->runs->place[d->samples->sample[i].rank * SX_MAX_GRIDS + d->grid];
}

static const struct sx_place *place_of_peer(const dealing *d, size_t i)
{
    const int64_t rank = d->runs->offset[d->samples->sample[i].run] + d->peer[i];
    return &d->runs->place[rank * SX_MAX_GRIDS + d->grid];
}

/* The axes that all messages of these samples move along. False where there is none, or they move along different ones. */
static bool moved_axes(const dealing *d, const bool *in, uint32_t *ret_axes)
{
    uint32_t axes = 0;
    for (size_t i = 0; i < d->samples->n; i++) {
        uint32_t own = 0;
        if (!in[i] || sx_is_special(d->peer[i]))
            continue;
        const struct sx_place *from = place_of(d, i), *to = place_of_peer(d, i);
        for (uint32_t a = 0; a < from->ndims; a++)
            own |= (uint32_t)(from->coord[a] != to->coord[a]) << a;
        if (own && axes && own != axes)
            return false;
        axes |= own;
    }
    *ret_axes = axes;
    return axes != 0;
}

/* The same number at all samples: the value times the extents of these axes. At two of their products at least, but for no axes. 0: it is
 * not. */
static int64_t whole_of(const dealing *d, const bool *in, uint32_t axes)
{
    int64_t whole = 0, first = 0;
    bool differs = axes == 0;
    for (size_t i = 0; i < d->samples->n; i++) {
        int64_t product = 1, here;
        if (!in[i])
            continue;
        const struct sx_place *place = place_of(d, i);
        for (uint32_t a = 0; a < place->ndims; a++)
            product *= axes >> a & 1 ? place->dim[a] : 1;
        first = first ? first : product;
        differs = differs || product != first;
        if (d->samples->sample[i].value <= 0 ||
            __builtin_mul_overflow(d->samples->sample[i].value, product, &here) ||
            (whole && here != whole))
            return 0;
        whole = here;
    }
    return differs ? whole : 0;
}

static unsigned count(uint32_t axes)
{
    return (unsigned)__builtin_popcount(axes);
}

/* So many points along each of the axes, in blocks. NULL when out of memory. */
static const sx_expr *blocks_along(const dealing *d, uint32_t axes, uint32_t points)
{
    const sx_expr *n = sx_expr_var(d->arena, SX_VAR_CONSTANT, 0, points), *product = NULL;
    for (uint32_t a = 0; axes >> a; a++)
        if (axes >> a & 1) {
            const sx_expr *own = sx_expr_make(
                d->arena, SX_EXPR_BLOCK, n, sx_expr_var(d->arena, SX_VAR_DIM, d->grid, a),
                sx_expr_var(d->arena, SX_VAR_COORD, d->grid, a));
            product = product ? sx_expr_two(d->arena, SX_EXPR_MUL, product, own) : own;
        }
    return product;
}

/* The face of these samples, over as many as it may be of the axes that nothing moves along. NULL: there is none, or no memory. */
static const sx_expr *face_of(const dealing *d, const bool *in)
{
    const uint32_t ndims = d->runs->grid[d->grid].ndims;
    uint32_t moved;
    if (!moved_axes(d, in, &moved))
        return NULL;
    for (unsigned n = ndims; n-- > 0;)
        for (uint32_t axes = 0; axes < UINT32_C(1) << ndims; axes++) {
            if (axes & moved || count(axes) != n)
                continue;
            const int64_t whole = whole_of(d, in, axes);
            const int64_t points = whole && n ? sx_exact_root(whole, n) : whole;
            if (points > 0 && n == 0)
                return sx_expr_int(d->arena, points);
            const uint32_t number =
                points > 1 ? sx_runs_constant(d->arena, d->runs, points) : UINT32_MAX;
            if (number != UINT32_MAX)
                return blocks_along(d, axes, number);
        }
    return NULL;
}

/* Does it say in which trip of a loop, or at which element, it is, and nothing of places? */
static bool is_of_trips(const sx_expr *condition)
{
    const unsigned uses = sx_expr_uses(condition, NULL, NULL);
    return uses && !(uses & ~(1u << SX_VAR_COUNTER));
}

/* A face for each end point that the law of these has, by the same conditions. NULL: there is none, or no memory. */
static const sx_expr *faces_of(const dealing *d, const sx_expr *peer, const bool *in)
{
    const size_t n = d->samples->n;
    if (peer->op != SX_EXPR_IF || !is_of_trips(peer->arg[0]))
        return face_of(d, in);
    int64_t *holds = SX_NEW_ARRAY(d->arena, int64_t, n);
    bool *part = SX_NEW_ARRAY(d->arena, bool, n);
    const sx_expr *arm[2] = { NULL };
    if (!holds || !part || !sx_column_values(d->runs, d->samples, peer->arg[0], holds))
        return NULL;
    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; i < n; i++)
            part[i] = in[i] && (holds[i] != 0) == (k == 0);
        arm[k] = faces_of(d, peer->arg[1 + k], part);
        if (!arm[k])
            return NULL;
    }
    return sx_expr_equal(arm[0], arm[1])
               ? arm[0]
               : sx_expr_make(d->arena, SX_EXPR_IF, peer->arg[0], arm[0], arm[1]);
}

static bool has_blocks(const sx_expr *expr)
{
    bool has = expr->op == SX_EXPR_BLOCK;
    for (int i = 0; i < 3 && expr->arg[i] && !has; i++)
        has = has_blocks(expr->arg[i]);
    return has;
}

/* Is everybody in the grid, in all runs? */
static bool has_all(const sx_runs *runs, uint32_t g)
{
    for (int64_t r = 0; r < runs->total; r++)
        if (runs->place[r * SX_MAX_GRIDS + g].coord[0] < 0)
            return false;
    return true;
}

/* The face takes the place of the law, which is its rival. */
static sx_status take(const dealing *d, const sx_expr *face, sx_law *law)
{
    sx_law dealt = { face, law->evidence };
    sx_status st =
        sx_law_doubt_other(d->arena, d->runs, law->expr, undivided, &dealt, d->err);
    if (!st)
        *law = dealt;
    return st;
}

bool sx_faces_may_be_dealt_out(const sx_law *law)
{
    return law->expr && law->evidence.label <= SX_LABEL_EXACT && law->evidence.doubt &&
           !has_blocks(law->expr);
}

sx_status sx_faces_deal_out(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                            const sx_expr *peer, sx_law *law, sx_error *err)
{
    dealing d = { .arena = arena, .runs = runs, .samples = samples, .err = err };
    size_t first;
    if (!peer || !sx_faces_may_be_dealt_out(law) || samples->lists ||
        !sx_samples_are_of_world(runs, samples))
        return SX_OK;
    int64_t *value = SX_NEW_ARRAY(arena, int64_t, samples->n);
    bool *all = SX_NEW_ARRAY(arena, bool, samples->n);
    if (!value || !all)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (!sx_column_values(runs, samples, peer, value))
        return SX_OK;
    for (size_t i = 0; i < samples->n; i++)
        all[i] = true;
    d.peer = value;
    for (int preferred = 1; preferred >= 0; preferred--)
        for (d.grid = 0; d.grid < runs->ngrids; d.grid++) {
            if ((int)(samples->grids >> d.grid & 1) != preferred ||
                !has_all(runs, d.grid))
                continue;
            const sx_expr *face = faces_of(&d, peer, all);
            if (face && has_blocks(face) &&
                sx_column_matches(runs, samples, face, &first))
                return take(&d, face, law);
        }
    return SX_OK;
}
