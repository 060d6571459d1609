/* Faces whose points divide in all inputs. A quotient says what they are there; where extents leave a rest, programs that run deal
 * it out: the face of a block is a product of blocks along the axes that its message does not move along, the same at both ends. */
#include "base/rational.h"
#include "law/column.h"
#include "law/faces.h"

typedef struct dealing {
    sx_arena *arena; /* of laws */
    sx_arena *scratch; /* of all else */
    sx_runs *runs;
    const sx_samples *samples;
    uint32_t grid;
    const int64_t *peer; /* of each sample */
    sx_face_wholes *wholes;
    bool only_notes;
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

static bool is_message(const dealing *d, const bool *in, size_t i)
{
    return in[i] && !sx_is_special(d->peer[i]);
}

/* The axes that a message moves along, of those with several ranks. */
static uint32_t moved_by(const dealing *d, size_t i, uint32_t *ret_several)
{
    const struct sx_place *from = place_of(d, i), *to = place_of_peer(d, i);
    uint32_t axes = 0;
    *ret_several = 0;
    for (uint32_t a = 0; a < from->ndims; a++) {
        axes |= (uint32_t)(from->coord[a] != to->coord[a]) << a;
        *ret_several |= (uint32_t)(from->dim[a] > 1) << a;
    }
    return axes;
}

/* The axes that all messages of these samples move along, where these have several ranks. False where there is none, they move along different ones, or the
 * law of end points is none that all inputs have. */
static bool moved_axes(const dealing *d, const bool *in, uint32_t *ret_axes)
{
    /* That some message moves along; that one does not which has several ranks there. */
    uint32_t axes = 0, others = 0;
    for (size_t i = 0; i < d->samples->n; i++) {
        uint32_t several;
        if (!is_message(d, in, i))
            continue;
        if (d->peer[i] < 0 || d->peer[i] >= d->runs->p[d->samples->sample[i].run])
            return false;
        const uint32_t moved = moved_by(d, i, &several);
        axes |= moved;
        others |= several & ~moved;
    }
    *ret_axes = axes;
    return axes != 0 && (axes & others) == 0;
}

static unsigned count(uint32_t axes)
{
    return (unsigned)__builtin_popcount(axes);
}

/* The least whole over these axes that divides the own: messages of several fields have a multiple of it. */
static int64_t one_field(const dealing *d, uint32_t axes, int64_t whole)
{
    const int64_t least = d->wholes->of[d->grid][axes];
    return least && whole % least == 0 ? least : whole;
}

static void note(sx_face_wholes *wholes, uint32_t grid, uint32_t axes, int64_t whole)
{
    int64_t *least = &wholes->of[grid][axes];
    if (*least == 0 || whole < *least)
        *least = whole;
}

/* Axes of one grid that a divisor has once each; 0 for others. */
static uint32_t axes_of(const sx_expr *divisor, uint32_t *grid)
{
    if (divisor->op == SX_EXPR_VAR && divisor->var == SX_VAR_DIM &&
        divisor->axis < SX_FACE_AXES && (*grid == UINT32_MAX || *grid == divisor->grid)) {
        *grid = divisor->grid;
        return UINT32_C(1) << divisor->axis;
    }
    if (divisor->op != SX_EXPR_MUL)
        return 0;
    const uint32_t a = axes_of(divisor->arg[0], grid), b = axes_of(divisor->arg[1], grid);
    return a && b && !(a & b) ? a | b : 0;
}

bool sx_axes_are_alike(const sx_runs *runs, uint32_t grid, uint32_t a, uint32_t b)
{
    bool alike = true;
    for (size_t i = 0; i < runs->n && alike; i++) {
        const int64_t *dim = runs->place[runs->offset[i] * SX_MAX_GRIDS + grid].dim;
        alike = dim[a] == dim[b];
    }
    return alike;
}

/* Might another one of the grid stand for one of the axes? */
static bool are_ambiguous(const sx_runs *runs, uint32_t grid, uint32_t axes)
{
    const uint32_t ndims = runs->grid[grid].ndims;
    for (uint32_t a = 0; a < ndims; a++)
        for (uint32_t b = 0; b < ndims; b++)
            if ((axes >> a & 1) && !(axes >> b & 1) &&
                sx_axes_are_alike(runs, grid, a, b))
                return true;
    return false;
}

void sx_face_wholes_note(const sx_runs *runs, sx_face_wholes *wholes, const sx_expr *law)
{
    uint32_t grid = UINT32_MAX;
    const bool divides = law->op == SX_EXPR_DIV && law->arg[0]->op == SX_EXPR_INT &&
                         law->arg[0]->value > 0;
    const uint32_t axes = divides ? axes_of(law->arg[1], &grid) : 0;
    if (axes && !are_ambiguous(runs, grid, axes))
        note(wholes, grid, axes, law->arg[0]->value);
    for (int i = 0; i < 3 && law->arg[i]; i++)
        sx_face_wholes_note(runs, wholes, law->arg[i]);
}

int64_t sx_root_of_fields(int64_t square, int64_t least)
{
    enum { FIELDS = 64 };
    for (int64_t fields = 1; fields <= FIELDS; fields++) {
        const int64_t root = square % fields == 0 ? sx_exact_root(square / fields, 2) : 0;
        if (root > 0 && root >= least)
            return root;
    }
    return 0;
}

/* Points along axis a by what faces over it and another two axes have: (a b) (a c) / (b c) is their square, times as many fields. 0: not
 * known. */
static int64_t by_three_faces(const int64_t *of, uint32_t a, uint32_t others)
{
    const uint32_t b = others & -others, c = others & ~b;
    int64_t square;
    if (count(c) != 1 || !of[a | b] || !of[a | c] || !of[b | c] ||
        __builtin_mul_overflow(of[a | b], of[a | c], &square) || square % of[b | c] != 0)
        return 0;
    return sx_root_of_fields(square / of[b | c], 1);
}

int64_t sx_face_wholes_along(const sx_runs *runs, const sx_face_wholes *wholes,
                             uint32_t g, uint32_t axis)
{
    const int64_t *of = wholes->of[g];
    const uint32_t own = UINT32_C(1) << axis,
                   all = (UINT32_C(1) << runs->grid[g].ndims) - 1;
    return of[own] ? of[own] : by_three_faces(of, own, all & ~own);
}

/* Points along each of the axes that faces over one axis have, or three faces tell; returns their product, 0 where one is not known. */
static int64_t told_points(const dealing *d, uint32_t axes, int64_t points[SX_FACE_AXES])
{
    int64_t product = 1;
    for (uint32_t a = 0; a < SX_FACE_AXES && product > 0; a++)
        if (axes >> a & 1) {
            points[a] = sx_face_wholes_along(d->runs, d->wholes, d->grid, a);
            if (__builtin_mul_overflow(product, points[a], &product))
                product = 0;
        }
    return product;
}

static bool is_told(const dealing *d, uint32_t axes, int64_t whole)
{
    int64_t points[SX_FACE_AXES];
    const int64_t product = d->only_notes ? 0 : told_points(d, axes, points);
    return product > 0 && whole == product;
}

/* The same number at all samples: the value times the extents of these axes. At two of their products at least, unless there are no axes or other faces
 * tell of as many points. 0: it is not. */
static int64_t whole_of(const dealing *d, const bool *in, uint32_t axes)
{
    int64_t whole = 0, first = 0;
    bool differs = axes == 0;
    if (!sx_runs_spend(d->runs, d->samples->n))
        return 0;
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
    return differs || is_told(d, axes, whole) ? whole : 0;
}

/* Points along each of the axes, of a face with so many: those that are told; as many along all of them else. How many fields have these; 0: there are no such
 * numbers. */
static int64_t find_points(const dealing *d, uint32_t axes, int64_t whole,
                           int64_t points[SX_FACE_AXES])
{
    const int64_t product = told_points(d, axes, points);
    if (product > 0 && whole % product == 0)
        return whole / product;
    const int64_t one = one_field(d, axes, whole), root = sx_exact_root(one, count(axes));
    for (uint32_t a = 0; a < SX_FACE_AXES; a++)
        points[a] = root;
    return root > 1 ? whole / one : 0;
}

/* Blocks along the axes, so many points each, `fields` times. NULL: no memory, or too many constants. */
static const sx_expr *blocks_along(const dealing *d, uint32_t axes,
                                   const int64_t points[SX_FACE_AXES], int64_t fields)
{
    const sx_expr *product = sx_expr_int(d->arena, fields);
    for (uint32_t a = 0; axes >> a; a++)
        if (axes >> a & 1) {
            const uint32_t n = sx_runs_constant(d->arena, d->runs, points[a]);
            if (n == UINT32_MAX)
                return NULL;
            const sx_expr *own = sx_expr_make(
                d->arena, SX_EXPR_BLOCK, sx_expr_var(d->arena, SX_VAR_CONSTANT, 0, n),
                sx_expr_var(d->arena, SX_VAR_DIM, d->grid, a),
                sx_expr_var(d->arena, SX_VAR_COORD, d->grid, a));
            product = sx_expr_two(d->arena, SX_EXPR_MUL, product, own);
        }
    return product;
}

/* The face over these axes, which have so much in all. NULL: it is none, or no memory. */
static const sx_expr *face_over(const dealing *d, uint32_t axes, int64_t whole)
{
    int64_t points[SX_FACE_AXES];
    if (axes == 0 || d->only_notes)
        return sx_expr_int(d->arena, whole);
    const int64_t fields = find_points(d, axes, whole, points);
    return fields > 0 ? blocks_along(d, axes, points, fields) : NULL;
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
            if (whole > 0 && axes && d->only_notes)
                note(d->wholes, d->grid, axes, whole);
            if (whole > 0)
                return face_over(d, axes, whole);
        }
    return NULL;
}

/* Does it say in which trip of a loop, or at which element, it is, and nothing of places? */
static bool is_of_trips(const sx_expr *condition)
{
    const unsigned uses = sx_expr_uses(condition, NULL, NULL);
    return uses && !(uses & ~(1u << SX_VAR_COUNTER));
}

static const sx_expr *faces_of(const dealing *d, const sx_expr *peer, const bool *in);

/* On one side of the condition, and on the other. NULL: there is none, or no memory. */
static const sx_expr *faces_by_trips(const dealing *d, const sx_expr *peer,
                                     const bool *in)
{
    const size_t n = d->samples->n;
    int64_t *holds = SX_NEW_ARRAY(d->scratch, int64_t, n);
    bool *part = SX_NEW_ARRAY(d->scratch, bool, n);
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

/* Those who have that neighbour: where the condition of the case holds, and it is the end point. */
static bool find_case(const dealing *d, const sx_expr *one, const bool *in,
                      bool *ret_part)
{
    const size_t n = d->samples->n;
    int64_t *holds = SX_NEW_ARRAY(d->scratch, int64_t, n),
            *to = SX_NEW_ARRAY(d->scratch, int64_t, n);
    if (!holds || !to || !sx_runs_spend(d->runs, 2 * n) ||
        !sx_column_values(d->runs, d->samples, one->arg[0], holds) ||
        !sx_column_values(d->runs, d->samples, one->arg[1], to))
        return false;
    for (size_t i = 0; i < n; i++)
        ret_part[i] = in[i] && holds[i] && to[i] == d->peer[i];
    return true;
}

/* Of each neighbour that there is, one after the other. NULL: there is none, or no memory. */
static const sx_expr *faces_of_cases(const dealing *d, const sx_expr *cases,
                                     const bool *in)
{
    if (cases->op != SX_EXPR_CASE)
        return sx_expr_is_int(cases, SX_NULL) ? cases : NULL;
    bool *part = SX_NEW_ARRAY(d->scratch, bool, d->samples->n);
    const sx_expr *face =
        part && find_case(d, cases, in, part) ? faces_of(d, cases->arg[1], part) : NULL;
    const sx_expr *others = face ? faces_of_cases(d, cases->arg[2], in) : NULL;
    return others ? sx_expr_make(d->arena, SX_EXPR_CASE, cases->arg[0], face, others)
                  : NULL;
}

/* A face for each end point that the law of these has, by the same conditions. NULL: there is none, or no memory. */
static const sx_expr *faces_of(const dealing *d, const sx_expr *peer, const bool *in)
{
    if (peer->op == SX_EXPR_IF && is_of_trips(peer->arg[0]))
        return faces_by_trips(d, peer, in);
    if (peer->op != SX_EXPR_PICK || !is_of_trips(peer->arg[0]))
        return face_of(d, in);
    const sx_expr *cases = faces_of_cases(d, peer->arg[1], in);
    return cases ? sx_expr_make(d->arena, SX_EXPR_PICK, peer->arg[0], cases, NULL) : NULL;
}

static bool has_blocks(const sx_expr *expr)
{
    bool has = expr->op == SX_EXPR_BLOCK;
    for (int i = 0; i < 3 && expr->arg[i] && !has; i++)
        has = has_blocks(expr->arg[i]);
    return has;
}

bool sx_faces_has_all(const sx_runs *runs, uint32_t g)
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
        sx_law_doubt_other(d->arena, d->runs, law->expr, SX_UNDIVIDED, &dealt, d->err);
    if (!st)
        *law = dealt;
    return st;
}

bool sx_law_may_be_dealt_out(const sx_law *law)
{
    return law->expr && law->evidence.label <= SX_LABEL_EXACT && law->evidence.doubt;
}

bool sx_law_may_be_face(const sx_law *law)
{
    return law->expr && (law->evidence.label == SX_LABEL_EXACT ||
                         (law->evidence.label == SX_LABEL_PROVED &&
                          (law->evidence.doubt || law->expr->op == SX_EXPR_INT)));
}

/* Notes the wholes of all faces first, since some tell what others are made of. By the first grid in which there are faces. */
static sx_status deal_out(dealing *d, const sx_expr *peer, const bool *all, sx_law *law)
{
    size_t first;
    for (int preferred = 1; preferred >= 0; preferred--)
        for (d->grid = 0; d->grid < d->runs->ngrids; d->grid++) {
            if ((int)(d->samples->grids >> d->grid & 1) != preferred ||
                d->runs->grid[d->grid].ndims > SX_FACE_AXES ||
                !sx_faces_has_all(d->runs, d->grid))
                continue;
            d->only_notes = true;
            if (!faces_of(d, peer, all))
                continue;
            d->only_notes = false;
            const sx_expr *face = faces_of(d, peer, all);
            if (face && has_blocks(face) && !sx_expr_equal(face, law->expr) &&
                sx_column_matches(d->runs, d->samples, face, &first))
                return take(d, face, law);
        }
    return SX_OK;
}

/* What the end points of all samples are. */
static sx_status with_peers(dealing *d, const sx_expr *peer, sx_law *law)
{
    int64_t *value = SX_NEW_ARRAY(d->scratch, int64_t, d->samples->n);
    bool *all = SX_NEW_ARRAY(d->scratch, bool, d->samples->n);
    if (!value || !all)
        return sx_fail(d->err, SX_NOMEM, "out of memory");
    if (!sx_column_values(d->runs, d->samples, peer, value))
        return SX_OK;
    for (size_t i = 0; i < d->samples->n; i++)
        all[i] = true;
    d->peer = value;
    return deal_out(d, peer, all, law);
}

sx_status sx_faces_deal_out(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                            const sx_expr *peer, sx_face_wholes *wholes, sx_law *law,
                            sx_error *err)
{
    if (!peer || !sx_law_may_be_face(law) || samples->lists ||
        !sx_samples_are_of_world(runs, samples))
        return SX_OK;
    dealing d = { .arena = arena,
                  .scratch = sx_arena_create(),
                  .runs = runs,
                  .samples = samples,
                  .wholes = wholes,
                  .err = err };
    sx_status st =
        d.scratch ? with_peers(&d, peer, law) : sx_fail(err, SX_NOMEM, "out of memory");
    sx_arena_destroy(d.scratch);
    return st;
}
