#include "match/anywhere.h"

#include "trace/policy.h"

#include <string.h>

/* Names of atoms: what they are, and which. */
enum { RANKS = 1, EXTENT = 1 << 8, PLACE = 1 << 9, TRIP = 1 << 10, NUMBER = 1 << 11 };
enum { TERM = 2 };

static const sx_any_value unknown = { SX_ANY_UNKNOWN, 0, NULL };

static sx_any_value of_sum(const sx_sum *sum)
{
    return sum ? (sx_any_value) { SX_ANY_SUM, 0, sum } : unknown;
}

static sx_any_value number(const sx_anywhere *at, int64_t value)
{
    if (sx_is_special(value))
        return (sx_any_value) { SX_ANY_SPECIAL, value, NULL };
    return of_sum(sx_sum_int(at->sums, value));
}

/* ---- places ---- */

bool sx_grid_is_full(const sx_trace *trace, uint32_t grid)
{
    const sx_grid *g = &trace->grid[grid];
    bool known = false;
    for (size_t i = 0; i < sx_policy_count; i++)
        known = known || (strcmp(sx_policies[i].name, g->law) == 0 &&
                          sx_policies[i].ndims == g->ndims);
    return known && g->comm == 0;
}

static const struct {
    const char *law;
    sx_grid_order order;
} orders[] = {
    { "square", SX_GRID_EVEN },
    { "cube", SX_GRID_EVEN },
    { "hypercube4", SX_GRID_EVEN },
    { "divisor-wide", SX_GRID_RISING },
    { "divisor-tall", SX_GRID_FALLING },
    { "pow2-wide", SX_GRID_RISING },
    { "pow2-tall", SX_GRID_FALLING },
    { "pow2-3d", SX_GRID_RISING },
    { "pow2-3d-reversed", SX_GRID_FALLING },
    { "dims_create-2d", SX_GRID_RISING },
    { "dims_create-2d-reversed", SX_GRID_FALLING },
    { "dims_create-3d", SX_GRID_RISING },
    { "dims_create-3d-reversed", SX_GRID_FALLING },
    { "dims_create-4d", SX_GRID_RISING },
    { "dims_create-4d-reversed", SX_GRID_FALLING },
    { "surface-3d", SX_GRID_RISING },
    { "surface-3d-reversed", SX_GRID_FALLING },
};

sx_grid_order sx_grid_order_of(const char *law)
{
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        if (strcmp(orders[i].law, law) == 0)
            return orders[i].order;
    return SX_GRID_UNORDERED;
}

/* By policies that say so all extents are one. */
static uint32_t first_like(const sx_grid *grid, uint32_t axis)
{
    return sx_grid_order_of(grid->law) == SX_GRID_EVEN ? 0 : axis;
}

static const sx_sum *extent_of(const sx_anywhere *at, uint32_t grid, uint32_t axis)
{
    uint32_t which = grid * SX_MAX_DIMS + first_like(&at->trace->grid[grid], axis);
    return sx_sum_name(at->sums, EXTENT + which, SX_ATOM_POSITIVE, NULL);
}

uint32_t sx_anywhere_axes(const sx_anywhere *at)
{
    return at->grid == SX_LINE ? 1 : at->trace->grid[at->grid].ndims;
}

const sx_sum *sx_anywhere_extent(const sx_anywhere *at, uint32_t axis)
{
    return at->grid == SX_LINE ? sx_sum_name(at->sums, RANKS, SX_ATOM_POSITIVE, NULL)
                               : extent_of(at, (uint32_t)at->grid, axis);
}

/* No axis is shorter than the next, or than the one before. */
static void add_order(sx_anywhere *at)
{
    sx_sums *sums = at->sums;
    const sx_grid_order order = at->grid == SX_LINE
                                    ? SX_GRID_UNORDERED
                                    : sx_grid_order_of(at->trace->grid[at->grid].law);
    for (uint32_t a = 1; a < sx_anywhere_axes(at); a++) {
        const sx_sum *left = sx_anywhere_extent(at, a - 1),
                     *right = sx_anywhere_extent(at, a),
                     *more = order == SX_GRID_RISING    ? sx_sum_sub(sums, right, left)
                             : order == SX_GRID_FALLING ? sx_sum_sub(sums, left, right)
                                                        : NULL;
        if (more)
            sums->fact[sums->nfacts++] = more;
    }
}

void sx_anywhere_start(sx_anywhere *at)
{
    for (uint32_t a = 0; a < sx_anywhere_axes(at); a++)
        at->coord[a] =
            sx_sum_name(at->sums, PLACE + a, SX_ATOM_NATURAL, sx_anywhere_extent(at, a));
    add_order(at);
}

const sx_sum *sx_anywhere_stride(const sx_anywhere *at, uint32_t axis)
{
    const sx_sum *stride = sx_sum_int(at->sums, 1);
    for (uint32_t a = 0; a < axis; a++)
        stride = sx_sum_mul(at->sums, stride, sx_anywhere_extent(at, a));
    return stride;
}

const sx_sum *sx_anywhere_rank(const sx_anywhere *at)
{
    const sx_sum *rank = sx_sum_int(at->sums, 0);
    for (uint32_t a = 0; a < sx_anywhere_axes(at); a++)
        rank = sx_sum_add(at->sums, rank,
                          sx_sum_mul(at->sums, at->coord[a], sx_anywhere_stride(at, a)));
    return rank;
}

bool sx_anywhere_digit(sx_anywhere *at, const sx_sum *rank, uint32_t axis,
                       const sx_sum **ret_coord, const sx_sum **ret_rest)
{
    sx_sums *sums = at->sums;
    const sx_sum *stride = sx_anywhere_stride(at, axis), *q, *rest;
    if (!stride || stride->n != 1 ||
        !sx_sum_split(sums, rank, &stride->product[0], &q, &rest))
        return false;
    const sx_sum *more = sx_sum_add(sums, rest, stride);
    if (!sx_sum_is_natural(sums, rest) && sx_sum_is_natural(sums, more)) {
        rest = more;
        q = sx_sum_sub(sums, q, sx_sum_int(sums, 1));
    }
    *ret_coord = q;
    *ret_rest = rest;
    return q && rest;
}

bool sx_anywhere_move(sx_anywhere *at, const sx_sum *rank)
{
    const sx_sum *coord[SX_MAX_DIMS], *left = rank, *one = sx_sum_int(at->sums, 1);
    for (uint32_t a = sx_anywhere_axes(at); a-- > 0;) {
        const sx_sum *extent = sx_anywhere_extent(at, a);
        if (!sx_anywhere_digit(at, left, a, &coord[a], &left) ||
            !sx_sum_is_natural(at->sums, coord[a]) ||
            !sx_sum_is_natural(
                at->sums,
                sx_sum_sub(at->sums, sx_sum_sub(at->sums, extent, one), coord[a])))
            return false;
    }
    memcpy(at->coord, coord, sizeof coord);
    return true;
}

const sx_sum *sx_anywhere_counter(const sx_anywhere *at, uint32_t depth)
{
    return sx_sum_name(at->sums, TRIP + depth, SX_ATOM_NATURAL, NULL);
}

/* ---- conditions ---- */

int sx_anywhere_natural(sx_anywhere *at, const sx_sum *x)
{
    if (!x)
        return -1;
    if (sx_sum_is_natural(at->sums, x))
        return 1;
    const sx_sum *minus_one = sx_sum_int(at->sums, -1);
    if (sx_sum_is_natural(at->sums, sx_sum_sub(at->sums, minus_one, x)))
        return 0;
    if (!at->in_sum && !at->split)
        at->split = x;
    return -1;
}

static int both(int x, int y)
{
    return x == 0 || y == 0 ? 0 : x < 0 || y < 0 ? -1 : 1;
}

static int opposite(int truth)
{
    return truth < 0 ? truth : !truth;
}

static int equal(sx_anywhere *at, const sx_sum *x, const sx_sum *y)
{
    if (sx_sum_equal(x, y))
        return 1;
    int above = sx_anywhere_natural(at, sx_sum_sub(at->sums, x, y));
    return above == 0 ? 0
                      : both(above, sx_anywhere_natural(at, sx_sum_sub(at->sums, y, x)));
}

static int compare_sums(sx_anywhere *at, sx_expr_op op, const sx_sum *x, const sx_sum *y)
{
    switch (op) {
    case SX_EXPR_EQ:
        return equal(at, x, y);
    case SX_EXPR_NE:
        return opposite(equal(at, x, y));
    case SX_EXPR_LT:
        return opposite(sx_anywhere_natural(at, sx_sum_sub(at->sums, x, y)));
    case SX_EXPR_GE:
        return sx_anywhere_natural(at, sx_sum_sub(at->sums, x, y));
    case SX_EXPR_GT:
        return opposite(sx_anywhere_natural(at, sx_sum_sub(at->sums, y, x)));
    default: /* LE */
        return sx_anywhere_natural(at, sx_sum_sub(at->sums, y, x));
    }
}

static int truth_of(sx_anywhere *at, const sx_expr *expr)
{
    sx_any_value v = sx_anywhere_expr(at, expr);
    return v.kind == SX_ANY_SUM ? opposite(equal(at, v.sum, sx_sum_int(at->sums, 0)))
                                : -1;
}

static sx_any_value compare(sx_anywhere *at, const sx_expr *expr)
{
    sx_any_value x = sx_anywhere_expr(at, expr->arg[0]),
                 y = sx_anywhere_expr(at, expr->arg[1]);
    if (x.kind != SX_ANY_SUM || y.kind != SX_ANY_SUM)
        return unknown;
    int truth = compare_sums(at, expr->op, x.sum, y.sum);
    return truth < 0 ? unknown : number(at, truth);
}

/* What decides alone decides, whatever the other one is. */
static sx_any_value junction(sx_anywhere *at, const sx_expr *expr)
{
    int decides = expr->op == SX_EXPR_OR, x = truth_of(at, expr->arg[0]);
    if (x == decides)
        return number(at, decides);
    int y = truth_of(at, expr->arg[1]);
    if (y == decides)
        return number(at, decides);
    return x < 0 || y < 0 ? unknown : number(at, !decides);
}

/* ---- values ---- */

static sx_any_value constant(const sx_anywhere *at, uint32_t index)
{
    if (index >= at->trace->nconstants)
        return unknown;
    const sx_constant *c = &at->trace->constant[index];
    return c->is_open || c->law
               ? of_sum(sx_sum_name(at->sums, NUMBER + index, SX_ATOM_ANY, NULL))
               : number(at, c->value);
}

static sx_any_value variable(sx_anywhere *at, const sx_expr *expr)
{
    switch (expr->var) {
    case SX_VAR_P:
        return of_sum(sx_anywhere_stride(at, sx_anywhere_axes(at)));
    case SX_VAR_RANK:
        return at->has_place ? of_sum(sx_anywhere_rank(at)) : unknown;
    case SX_VAR_COMM_RANK:
        return at->has_place && at->whole ? of_sum(sx_anywhere_rank(at)) : unknown;
    case SX_VAR_COMM_SIZE:
        return at->whole ? of_sum(sx_anywhere_stride(at, sx_anywhere_axes(at))) : unknown;
    case SX_VAR_DIM:
        return expr->grid < at->trace->ngrids
                   ? of_sum(extent_of(at, expr->grid, expr->axis))
                   : unknown;
    case SX_VAR_COORD:
        return at->has_place && expr->grid == at->grid &&
                       expr->axis < sx_anywhere_axes(at)
                   ? of_sum(at->coord[expr->axis])
                   : unknown;
    case SX_VAR_COUNTER:
        return expr->axis < at->ncounters ? of_sum(at->counter[expr->axis]) : unknown;
    case SX_VAR_CONSTANT:
        return constant(at, expr->axis);
    case SX_VAR_TERM:
        return at->in_sum ? of_sum(sx_sum_name(at->sums, TERM, SX_ATOM_ANY, NULL))
                          : unknown;
    default:
        return unknown;
    }
}

static sx_any_value sum(sx_anywhere *at, const sx_expr *expr)
{
    sx_any_value n = sx_anywhere_expr(at, expr->arg[0]);
    if (n.kind != SX_ANY_SUM || at->in_sum)
        return unknown;
    at->in_sum = true;
    sx_any_value term = sx_anywhere_expr(at, expr->arg[1]);
    at->in_sum = false;
    return term.kind == SX_ANY_SUM
               ? of_sum(sx_sum_call(at->sums, SX_EXPR_SUM, n.sum, term.sum, NULL))
               : unknown;
}

/* A rank is its remainder by the number of ranks. */
static const sx_sum *remainder_of(sx_anywhere *at, const sx_sum *x, const sx_sum *n)
{
    sx_anywhere there = *at;
    bool is_rank = at->has_place &&
                   sx_sum_equal(n, sx_anywhere_stride(at, sx_anywhere_axes(at))) &&
                   sx_anywhere_move(&there, x);
    return is_rank ? x : sx_sum_mod(at->sums, x, n);
}

static sx_any_value arithmetic(sx_anywhere *at, const sx_expr *expr)
{
    sx_any_value v[3];
    for (int i = 0; i < 3; i++) {
        v[i] = expr->arg[i] ? sx_anywhere_expr(at, expr->arg[i])
                            : (sx_any_value) { SX_ANY_SUM, 0, NULL };
        if (v[i].kind != SX_ANY_SUM)
            return unknown;
    }
    const sx_sum *x = v[0].sum, *y = v[1].sum;
    switch (expr->op) {
    case SX_EXPR_ADD:
        return of_sum(sx_sum_add(at->sums, x, y));
    case SX_EXPR_SUB:
        return of_sum(sx_sum_sub(at->sums, x, y));
    case SX_EXPR_MUL:
        return of_sum(sx_sum_mul(at->sums, x, y));
    case SX_EXPR_DIV:
        return of_sum(sx_sum_div(at->sums, x, y));
    case SX_EXPR_MOD:
        return of_sum(remainder_of(at, x, y));
    case SX_EXPR_XOR:
        return of_sum(sx_sum_xor(at->sums, x, y));
    case SX_EXPR_MIN:
    case SX_EXPR_MAX:
    case SX_EXPR_POW:
    case SX_EXPR_LOG:
    case SX_EXPR_BLOCK:
    case SX_EXPR_SHARE:
        return of_sum(sx_sum_call(at->sums, expr->op, x, y, v[2].sum));
    default:
        return unknown;
    }
}

sx_any_value sx_anywhere_expr(sx_anywhere *at, const sx_expr *expr)
{
    int truth;
    switch (expr->op) {
    case SX_EXPR_INT:
        return number(at, expr->value);
    case SX_EXPR_VAR:
        return variable(at, expr);
    case SX_EXPR_OR:
    case SX_EXPR_AND:
        return junction(at, expr);
    case SX_EXPR_EQ:
    case SX_EXPR_NE:
    case SX_EXPR_LT:
    case SX_EXPR_LE:
    case SX_EXPR_GT:
    case SX_EXPR_GE:
        return compare(at, expr);
    case SX_EXPR_IF:
        truth = truth_of(at, expr->arg[0]);
        return truth < 0 ? unknown : sx_anywhere_expr(at, expr->arg[truth ? 1 : 2]);
    case SX_EXPR_SUM:
        return sum(at, expr);
    case SX_EXPR_PICK:
    case SX_EXPR_CASE:
        return unknown;
    default:
        return arithmetic(at, expr);
    }
}

sx_any_value sx_anywhere_value(sx_anywhere *at, const sx_value *value)
{
    if (value->evidence.label == SX_LABEL_REFUSED)
        return unknown;
    if (value->kind == SX_VALUE_EXPR)
        return sx_anywhere_expr(at, value->expr);
    if (value->kind != SX_VALUE_PIECES || value->npieces != 1 || !value->piece[0].all ||
        value->relative || !sx_seq_is_constant(value->piece[0].seq))
        return unknown;
    return number(at, sx_seq_at(value->piece[0].seq, 0));
}

int sx_anywhere_domain(sx_anywhere *at, const sx_domain *domain)
{
    if (domain->kind == SX_DOMAIN_ALL)
        return 1;
    if (domain->kind == SX_DOMAIN_WHERE)
        return truth_of(at, domain->where);
    return domain->kind == SX_DOMAIN_BOXES && at->has_place
               ? sx_anywhere_boxes(at, domain)
               : -1;
}
