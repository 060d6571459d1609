#include "law/line_blocks.h"

#include "law/column.h"

static bool is_quotient(const sx_expr *expr)
{
    return expr->op == SX_EXPR_DIV && expr->arg[0]->op == SX_EXPR_INT &&
           expr->arg[0]->value > 0 && expr->arg[1]->op == SX_EXPR_VAR;
}

void sx_line_wholes_note(sx_line_wholes *wholes, const sx_expr *law)
{
    for (int i = 0; i < 3 && law->arg[i]; i++)
        sx_line_wholes_note(wholes, law->arg[i]);
    if (!is_quotient(law) || wholes->n == SX_LINE_WHOLES)
        return;
    for (size_t i = 0; i < wholes->n; i++)
        if (wholes->whole[i] == law->arg[0]->value)
            return;
    wholes->whole[wholes->n++] = law->arg[0]->value;
}

typedef struct line {
    sx_arena *arena;
    sx_runs *runs;
    const sx_samples *samples;
    const sx_dealt *dealt;
    int64_t longest, whole; /* extent of all inputs; what all parts come to */
} line;

/* What the parts come to: the value at each sample that has one, times the extent, to the power of whose parts they are. False: not the same
 * at all. */
static bool find_whole(line *l, int64_t *extent)
{
    if (!sx_column_values(l->runs, l->samples, l->dealt->extent, extent))
        return false;
    for (size_t i = 0; i < l->samples->n; i++) {
        int64_t whole = l->samples->sample[i].value;
        l->longest = extent[i] > l->longest ? extent[i] : l->longest;
        if (whole == 0)
            continue;
        if (whole < 0 || __builtin_mul_overflow(whole, extent[i], &whole) ||
            (l->dealt->other && __builtin_mul_overflow(whole, extent[i], &whole)) ||
            (l->whole && whole != l->whole))
            return false;
        l->whole = whole;
    }
    return l->whole > 0;
}

static const sx_expr *constant(const line *l, int64_t points)
{
    const uint32_t number = sx_runs_constant(l->arena, l->runs, points);
    return number == UINT32_MAX ? NULL
                                : sx_expr_var(l->arena, SX_VAR_CONSTANT, 0, number);
}

static const sx_expr *times(const line *l, int64_t fields, const sx_expr *blocks)
{
    return sx_expr_two(l->arena, SX_EXPR_MUL, sx_expr_int(l->arena, fields), blocks);
}

/* ---- along a line ---- */

static const sx_expr *block_of(const line *l, const sx_expr *points, const sx_expr *place)
{
    return sx_expr_make(l->arena, SX_EXPR_BLOCK, points, l->dealt->extent, place);
}

/* The least number of points that the whole is a multiple of, by quotients of the program. */
static int64_t points_of(const line *l)
{
    const sx_line_wholes *wholes = l->dealt->wholes;
    int64_t least = l->whole;
    for (size_t i = 0; i < wholes->n; i++)
        if (wholes->whole[i] < least && wholes->whole[i] >= l->longest &&
            l->whole % wholes->whole[i] == 0)
            least = wholes->whole[i];
    return least;
}

/* That of a rank; or of one, of what another one has. NULL: it is none, or no memory. */
static const sx_expr *along_line(const line *l)
{
    const sx_expr *other = l->dealt->other;
    const int64_t points = other ? sx_root_of_fields(l->whole, l->longest) : points_of(l);
    if (points <= 0)
        return NULL;
    const sx_expr *n = constant(l, points);
    const sx_expr *own = block_of(l, n, l->dealt->rank);
    return other ? times(l, l->whole / (points * points),
                         sx_expr_two(l->arena, SX_EXPR_MUL, own, block_of(l, n, other)))
                 : times(l, l->whole / points, own);
}

/* ---- in a grid of all ranks ---- */

/* The place of the rank along an axis: the first axis is that of neighbours in rank. */
static const sx_expr *place_along(const line *l, uint32_t g, uint32_t axis)
{
    const sx_expr *rank = l->dealt->rank,
                  *dim = sx_expr_var(l->arena, SX_VAR_DIM, g, axis);
    if (rank->op == SX_EXPR_VAR &&
        (rank->var == SX_VAR_RANK || rank->var == SX_VAR_COMM_RANK))
        return sx_expr_var(l->arena, SX_VAR_COORD, g, axis);
    for (uint32_t a = 0; a < axis; a++)
        rank = sx_expr_two(l->arena, SX_EXPR_DIV, rank,
                           sx_expr_var(l->arena, SX_VAR_DIM, g, a));
    return sx_expr_two(l->arena, SX_EXPR_MOD, rank, dim);
}

/* The box of a rank, of as many points along each axis as faces over it alone have, where all of them together are the whole. NULL: it is none, or no
 * memory. */
static const sx_expr *in_grid(const line *l, uint32_t g)
{
    const uint32_t ndims = l->runs->grid[g].ndims;
    const sx_expr *product = NULL;
    int64_t points = 1;
    if (l->dealt->other || ndims < 2 || ndims > SX_FACE_AXES)
        return NULL;
    for (uint32_t a = 0; a < ndims; a++) {
        const int64_t n = sx_face_wholes_along(l->runs, l->dealt->faces, g, a);
        if (n == 0 || __builtin_mul_overflow(points, n, &points))
            return NULL;
        const sx_expr *own =
            sx_expr_make(l->arena, SX_EXPR_BLOCK, constant(l, n),
                         sx_expr_var(l->arena, SX_VAR_DIM, g, a), place_along(l, g, a));
        product = product ? sx_expr_two(l->arena, SX_EXPR_MUL, product, own) : own;
    }
    return l->whole % points == 0 ? times(l, l->whole / points, product) : NULL;
}

/* ---- */

/* What the law has where it is not 0. */
static const sx_expr *where_it_is(const sx_expr *law)
{
    while (law->op == SX_EXPR_IF &&
           sx_expr_is_int(law->arg[1], 0) != sx_expr_is_int(law->arg[2], 0))
        law = law->arg[sx_expr_is_int(law->arg[1], 0) ? 2 : 1];
    return law;
}

/* Blocks in place of that, which is their rival: in the whole law both may be 0 where doubts are asked. */
static sx_status take(const line *l, const sx_expr *blocks, sx_law *law, bool *ret_taken,
                      sx_error *err)
{
    size_t first;
    const sx_expr *part = where_it_is(law->expr);
    *ret_taken = false;
    if (!blocks || sx_expr_equal(blocks, part))
        return SX_OK;
    const sx_expr *expr = sx_expr_replace(l->arena, law->expr, part, blocks);
    if (!expr)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (!sx_column_matches(l->runs, l->samples, expr, &first))
        return SX_OK;
    sx_law dealt = { blocks, law->evidence };
    sx_status st = sx_law_doubt_other(l->arena, l->runs, part, SX_UNDIVIDED, &dealt, err);
    if (st)
        return st;
    *law = (sx_law) { expr, dealt.evidence };
    *ret_taken = true;
    return SX_OK;
}

static sx_status deal_out(line *l, int64_t *extent, sx_law *law, sx_error *err)
{
    bool taken = false;
    sx_status st = SX_OK;
    if (!find_whole(l, extent))
        return SX_OK;
    const uint32_t ngrids =
        sx_samples_are_of_world(l->runs, l->samples) ? l->runs->ngrids : 0;
    for (uint32_t g = 0; g < ngrids && !st && !taken; g++)
        if (sx_faces_has_all(l->runs, g))
            st = take(l, in_grid(l, g), law, &taken, err);
    return st || taken || l->dealt->only_in_grid
               ? st
               : take(l, along_line(l), law, &taken, err);
}

sx_status sx_line_deal_out(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                           const sx_dealt *dealt, sx_law *law, sx_error *err)
{
    line l = { arena, runs, samples, dealt, 0, 0 };
    if (!dealt->rank || !sx_law_may_be_dealt_out(law))
        return SX_OK;
    sx_arena *scratch = sx_arena_create();
    int64_t *extent = scratch ? SX_NEW_ARRAY(scratch, int64_t, samples->n) : NULL;
    sx_status st =
        extent ? deal_out(&l, extent, law, err) : sx_fail(err, SX_NOMEM, "out of memory");
    sx_arena_destroy(scratch);
    return st;
}
