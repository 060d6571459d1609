/* Who takes part, as conditions of C. */
#include "generate/c_writer.h"

#include <inttypes.h>

/* ---- boxes of a grid: conditions on coordinates ---- */

/* What a box takes of an axis: so many places from one on; NULL for a single one. */
typedef struct span {
    const sx_expr *from, *n;
} span;

static bool is_extent(const sx_expr *expr, unsigned g, unsigned axis)
{
    return expr->op == SX_EXPR_VAR && expr->var == SX_VAR_DIM && expr->grid == g &&
           expr->axis == axis;
}

/* Is it the product of the extents below the axis? */
static bool is_stride(const sx_expr *expr, unsigned g, unsigned axis)
{
    if (axis == 0)
        return sx_expr_is_int(expr, 1);
    if (axis == 1)
        return is_extent(expr, g, 0);
    return expr->op == SX_EXPR_MUL && is_stride(expr->arg[0], g, axis - 1) &&
           is_extent(expr->arg[1], g, axis - 1);
}

static bool is_some_stride(const sx_c_writer *w, const sx_expr *expr, unsigned g,
                           unsigned *ret_axis)
{
    for (unsigned axis = 0; axis < w->trace->grid[g].ndims; axis++)
        if (is_stride(expr, g, axis)) {
            *ret_axis = axis;
            return true;
        }
    return false;
}

static bool set_from(span *of, const sx_expr *from)
{
    bool is_first = !of->from;
    of->from = from;
    return is_first;
}

/* Shares a box's start out to the axes. */
static bool find_start(sx_c_writer *w, const sx_expr *expr, unsigned g, span *of)
{
    const sx_expr *one = sx_expr_int(w->arena, 1);
    unsigned axis;
    if (!one)
        return false;
    if (is_some_stride(w, expr, g, &axis))
        return set_from(&of[axis], one);
    if (expr->op == SX_EXPR_ADD)
        return find_start(w, expr->arg[0], g, of) && find_start(w, expr->arg[1], g, of);
    if (expr->op == SX_EXPR_MUL && is_some_stride(w, expr->arg[1], g, &axis))
        return set_from(&of[axis], expr->arg[0]);
    return set_from(&of[0], expr);
}

/* Is it the extent less some places? */
static bool is_short_of(const sx_expr *expr, unsigned g, unsigned axis, int64_t *ret_less)
{
    *ret_less = 0;
    if (is_extent(expr, g, axis))
        return true;
    if (expr->op != SX_EXPR_SUB && expr->op != SX_EXPR_ADD)
        return false;
    const sx_expr *less = expr->arg[1];
    if (!is_extent(expr->arg[0], g, axis) || less->op != SX_EXPR_INT ||
        sx_is_special(less->value))
        return false;
    *ret_less = expr->op == SX_EXPR_SUB ? less->value : -less->value;
    return *ret_less >= 0;
}

/* Ends in all grids where it does in that of the inputs: what goes over an edge is another set there. */
static bool is_within(const span *of, unsigned g, unsigned axis)
{
    int64_t less;
    if (!of->from)
        return false;
    if (!of->n)
        return sx_expr_is_int(of->from, 0) ||
               (is_short_of(of->from, g, axis, &less) && less == 1);
    return of->from->op == SX_EXPR_INT && of->from->value >= 0 &&
           is_short_of(of->n, g, axis, &less) && less >= of->from->value;
}

static const char *both(sx_c_writer *w, const char *a, const char *b)
{
    return a ? sx_c_text(w->arena, "%s && %s", a, b) : b;
}

static const char *axis_condition(sx_c_writer *w, const char *text, const span *of,
                                  unsigned g, unsigned axis)
{
    const char *coord = sx_c_coord_name(w, g, axis), *dim = sx_c_dim_name(w, g, axis);
    int64_t less = 0, from = of->from->value;
    if (!of->n)
        return both(w, text,
                    sx_expr_is_int(of->from, 0)
                        ? sx_c_text(w->arena, "%s == 0", coord)
                        : sx_c_text(w->arena, "%s == %s - 1", coord, dim));
    is_short_of(of->n, g, axis, &less);
    if (from == 1)
        text = both(w, text, sx_c_text(w->arena, "%s > 0", coord));
    else if (from > 1)
        text = both(w, text, sx_c_text(w->arena, "%s >= %" PRId64, coord, from));
    if (less > from)
        text = both(w, text,
                    sx_c_text(w->arena, "%s < %s - %" PRId64, coord, dim, less - from));
    return text;
}

/* What it has of each axis; false where it is no box of that grid. */
static bool find_spans(sx_c_writer *w, const sx_box *box, unsigned g,
                       span of[SX_MAX_DIMS])
{
    const sx_grid *grid = &w->trace->grid[g];
    const sx_expr *none = sx_expr_int(w->arena, 0);
    unsigned axis;
    if (grid->comm != 0 || !none || !find_start(w, box->start, g, of))
        return false;
    for (uint32_t d = 0; d < box->ndims; d++) {
        if (!is_some_stride(w, box->dim[d].stride, g, &axis) || of[axis].n)
            return false;
        of[axis].n = box->dim[d].iters;
    }
    for (axis = 0; axis < grid->ndims; axis++) {
        of[axis].from = of[axis].from ? of[axis].from : none;
        if (!is_within(&of[axis], g, axis))
            return false;
    }
    return true;
}

/* NULL where it is no box of that grid. */
static const char *by_coordinates(sx_c_writer *w, const sx_box *box, unsigned g)
{
    span of[SX_MAX_DIMS] = { { NULL, NULL } };
    const char *text = NULL;
    if (!find_spans(w, box, g, of))
        return NULL;
    for (unsigned axis = w->trace->grid[g].ndims; axis-- > 0;)
        text = axis_condition(w, text, &of[axis], g, axis);
    w->grids_used |= UINT64_C(1) << g;
    return text ? text : "1";
}

/* ---- what holds in a box ---- */

/* Is coordinate + shift within its axis, at the low end and at the high one, in the whole box? */
static void reach(const span *of, unsigned g, unsigned axis, int64_t shift,
                  bool ret_within[2])
{
    int64_t less = 0;
    bool begins = of->from->op == SX_EXPR_INT; /* else it is the last place */
    if (of->n)
        is_short_of(of->n, g, axis, &less);
    ret_within[0] = shift >= 0 || (begins && of->from->value + shift >= 0);
    ret_within[1] = shift <= 0 || (of->n && shift <= less - of->from->value);
}

/* Does the comparison of a coordinate with an end of its axis hold in the whole box? */
static bool holds(const sx_expr *expr, unsigned g, const span *of)
{
    const sx_expr *bound = expr->arg[1], *coord;
    int64_t shift;
    bool within[2];
    if (expr->op == SX_EXPR_AND)
        return holds(expr->arg[0], g, of) && holds(expr->arg[1], g, of);
    if ((expr->op != SX_EXPR_GT && expr->op != SX_EXPR_GE && expr->op != SX_EXPR_LT) ||
        !sx_c_is_coordinate(expr->arg[0], &coord, &shift) || coord->grid != g)
        return false;
    reach(&of[coord->axis], g, coord->axis, shift - (expr->op == SX_EXPR_GT), within);
    if (expr->op == SX_EXPR_LT)
        return is_extent(bound, g, coord->axis) && within[1];
    return sx_expr_is_int(bound, 0) && within[0];
}

const sx_expr *sx_c_within(sx_c_writer *w, const sx_domain *domain, const sx_expr *expr)
{
    if (domain->kind != SX_DOMAIN_BOXES || domain->nboxes != 1 ||
        expr->op != SX_EXPR_IF || domain->box[0].ndims == 0)
        return expr;
    const sx_expr *condition = sx_c_simplify(w->arena, expr->arg[0]);
    for (unsigned g = 0; condition && g < w->trace->ngrids; g++) {
        span of[SX_MAX_DIMS] = { { NULL, NULL } };
        if (find_spans(w, &domain->box[0], g, of) && holds(condition, g, of))
            return expr->arg[1];
    }
    return expr;
}

/* ---- any ---- */

static const char *term_condition(sx_c_writer *w, const sx_ranklist_term *term)
{
    int64_t first = term->start, last = first;
    for (uint32_t d = 0; d < term->ndims; d++)
        last += (term->dim[d].iters - 1) * term->dim[d].stride;
    if (first == last)
        return sx_c_text(w->arena, "rank == %" PRId64, first);
    const char *range =
        first == 0
            ? sx_c_text(w->arena, "rank <= %" PRId64, last)
            : sx_c_text(w->arena, "rank >= %" PRId64 " && rank <= %" PRId64, first, last);
    if (term->ndims == 1 && term->dim[0].stride == 1)
        return range;
    if (term->ndims == 1)
        return sx_c_text(w->arena, "%s && (rank - %" PRId64 ") %% %" PRId64 " == 0",
                         range, first, term->dim[0].stride);
    const char *dims = "";
    for (uint32_t d = 0; d < term->ndims && dims; d++)
        dims = sx_c_text(w->arena, "%s%s%" PRId64 ", %" PRId64, dims, d ? ", " : "",
                         term->dim[d].iters, term->dim[d].stride);
    sx_c_need(w, SX_C_IN_TERM);
    return sx_c_text(w->arena,
                     "in_term(rank - %" PRId64 ", %" PRIu32 ", (long[]) { %s })", first,
                     term->ndims, dims);
}

static const char *joined(sx_c_writer *w, const char *some, const char *more)
{
    return some ? sx_c_text(w->arena, "%s || (%s)", some, more)
                : sx_c_text(w->arena, "(%s)", more);
}

const char *sx_c_ranks_condition(sx_c_writer *w, const sx_ranklist *ranks)
{
    const char *text = NULL;
    if (ranks->n == 1)
        return term_condition(w, &ranks->term[0]);
    for (size_t i = 0; i < ranks->n; i++)
        text = joined(w, text, term_condition(w, &ranks->term[i]));
    return text ? text : "0";
}

static const char *box_condition(sx_c_writer *w, const sx_box *box)
{
    for (unsigned g = 0; g < w->trace->ngrids && box->ndims > 0; g++) {
        const char *text = by_coordinates(w, box, g);
        if (text)
            return text;
    }
    const char *start = sx_c_operand(w, box->start, &sx_c_numbers);
    if (box->ndims == 0)
        return sx_c_text(w->arena, "rank == %s", start);
    const char *dims = "";
    for (uint32_t d = 0; d < box->ndims; d++)
        dims = sx_c_text(w->arena, "%s%s%s, %s", dims, d ? ", " : "",
                         sx_c_expr(w, box->dim[d].iters, &sx_c_numbers),
                         sx_c_expr(w, box->dim[d].stride, &sx_c_numbers));
    sx_c_need(w, SX_C_IN_TERM);
    return sx_c_text(w->arena, "in_term(rank - %s, %" PRIu32 ", (long[]) { %s })", start,
                     box->ndims, dims);
}

const char *sx_c_condition(sx_c_writer *w, const sx_domain *domain)
{
    const char *text = NULL;
    switch (domain->kind) {
    case SX_DOMAIN_ALL:
        return NULL;
    case SX_DOMAIN_RANKS:
        return sx_c_ranks_condition(w, &domain->ranks);
    case SX_DOMAIN_WHERE:
        return sx_c_expr(w, domain->where, &sx_c_numbers);
    case SX_DOMAIN_BOXES:
        break;
    }
    if (domain->nboxes == 1)
        return box_condition(w, &domain->box[0]);
    for (size_t i = 0; i < domain->nboxes; i++)
        text = joined(w, text, box_condition(w, &domain->box[i]));
    return text ? text : "0";
}
