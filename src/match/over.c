#include "match/over.h"

#include "base/checked.h"

static const sx_over_value unknown = { SX_OVER_UNKNOWN, 0, NULL };

static sx_over_value of_poly(const sx_poly *poly)
{
    return poly ? (sx_over_value) { SX_OVER_POLY, 0, poly } : unknown;
}

static sx_over_value number(sx_over *o, int64_t value)
{
    if (sx_is_special(value))
        return (sx_over_value) { SX_OVER_SPECIAL, value, NULL };
    return of_poly(sx_poly_int(&o->algebra, value));
}

/* ---- conditions ---- */

/* Notes that the box is to be cut before `at`, if that lies in it. */
static void cut(sx_over *o, uint32_t variable, int64_t at)
{
    sx_range range = o->algebra.box->range[variable];
    if (o->splits || variable == SX_BOX_TERM || at <= range.least || at > range.most)
        return;
    o->splits = true;
    o->variable = variable;
    o->at = at;
}

static int64_t ceiling(int64_t a, int64_t b)
{
    return -sx_floor_div(-a, b);
}

/* Whether x < 0: 1, 0, or -1 where that differs or is not known. */
static int negative(sx_over *o, const sx_poly *x)
{
    sx_range range;
    uint32_t variable;
    int64_t factor, offset;
    if (!sx_poly_range(&o->algebra, x, &range))
        return -1;
    if (range.most < 0 || range.least >= 0)
        return range.most < 0;
    if (sx_poly_line(x, &variable, &factor, &offset))
        cut(o, variable,
            factor > 0 ? ceiling(-offset, factor) : sx_floor_div(offset, -factor) + 1);
    return -1;
}

static int zero(sx_over *o, const sx_poly *x)
{
    sx_range range;
    uint32_t variable;
    int64_t factor, offset;
    if (!sx_poly_range(&o->algebra, x, &range))
        return -1;
    if (range.most < 0 || range.least > 0)
        return 0;
    if (range.least == 0 && range.most == 0)
        return 1;
    if (!sx_poly_line(x, &variable, &factor, &offset))
        return -1;
    if (offset % factor != 0)
        return 0;
    cut(o, variable, -offset / factor);
    cut(o, variable, -offset / factor + 1);
    return -1;
}

static int opposite(int truth)
{
    return truth < 0 ? truth : !truth;
}

static int compare_polys(sx_over *o, sx_expr_op op, const sx_poly *x, const sx_poly *y)
{
    const sx_algebra *a = &o->algebra;
    switch (op) {
    case SX_EXPR_EQ:
        return zero(o, sx_poly_sub(a, x, y));
    case SX_EXPR_NE:
        return opposite(zero(o, sx_poly_sub(a, x, y)));
    case SX_EXPR_LT:
        return negative(o, sx_poly_sub(a, x, y));
    case SX_EXPR_GE:
        return opposite(negative(o, sx_poly_sub(a, x, y)));
    case SX_EXPR_GT:
        return negative(o, sx_poly_sub(a, y, x));
    default: /* LE */
        return opposite(negative(o, sx_poly_sub(a, y, x)));
    }
}

/* 1, 0 or -1 as a number. */
static int truth_of(sx_over *o, const sx_expr *expr)
{
    int64_t value;
    sx_over_value v = sx_over_expr(o, expr);
    if (v.kind == SX_OVER_POLY && sx_poly_constant(v.poly, &value))
        return value != 0;
    return v.kind == SX_OVER_POLY ? opposite(zero(o, v.poly)) : -1;
}

static sx_over_value compare(sx_over *o, const sx_expr *expr)
{
    sx_over_value x = sx_over_expr(o, expr->arg[0]), y = sx_over_expr(o, expr->arg[1]);
    int truth = -1;
    if (x.kind == SX_OVER_UNKNOWN || y.kind == SX_OVER_UNKNOWN)
        return unknown;
    if (x.kind == SX_OVER_POLY && y.kind == SX_OVER_POLY)
        truth = compare_polys(o, expr->op, x.poly, y.poly);
    else if (expr->op == SX_EXPR_EQ || expr->op == SX_EXPR_NE)
        truth = (x.kind == y.kind && x.special == y.special) == (expr->op == SX_EXPR_EQ);
    return truth < 0 ? unknown : number(o, truth);
}

/* What decides alone decides, whatever the other one is. */
static sx_over_value junction(sx_over *o, const sx_expr *expr)
{
    int decides = expr->op == SX_EXPR_OR;
    int x = truth_of(o, expr->arg[0]);
    if (x == decides)
        return number(o, decides);
    int y = truth_of(o, expr->arg[1]);
    if (y == decides)
        return number(o, decides);
    return x < 0 || y < 0 ? unknown : number(o, !decides);
}

/* ---- values ---- */

static const sx_poly *coordinate(sx_over *o, unsigned g, unsigned axis)
{
    const sx_grid *grid = &o->trace->grid[g];
    int64_t stride = 1, places = 1;
    if (g >= o->trace->ngrids || grid->comm != 0 || axis >= grid->ndims || !o->rank)
        return NULL;
    for (unsigned i = 0; i < grid->ndims; i++) {
        if (i == axis)
            stride = places;
        if (grid->dim[i] < 1 || sx_mul_overflows(places, grid->dim[i], &places))
            return NULL;
    }
    if (places != o->trace->p) /* some ranks have no place in it */
        return NULL;
    return sx_poly_mod(&o->algebra, sx_poly_div(&o->algebra, o->rank, stride),
                       grid->dim[axis]);
}

static sx_over_value variable(sx_over *o, const sx_expr *expr)
{
    switch (expr->var) {
    case SX_VAR_P:
        return number(o, o->trace->p);
    case SX_VAR_RANK:
        return of_poly(o->rank);
    case SX_VAR_COMM_RANK:
        return o->whole ? of_poly(o->rank) : unknown;
    case SX_VAR_COMM_SIZE:
        return o->whole ? number(o, o->trace->p) : unknown;
    case SX_VAR_DIM:
        return expr->grid < o->trace->ngrids
                   ? number(o, o->trace->grid[expr->grid].dim[expr->axis])
                   : unknown;
    case SX_VAR_COORD:
        return of_poly(coordinate(o, expr->grid, expr->axis));
    case SX_VAR_COUNTER:
        return expr->axis < o->ncounters ? of_poly(o->counter[expr->axis]) : unknown;
    case SX_VAR_CONSTANT:
        return expr->axis < o->trace->nconstants
                   ? number(o, o->trace->constant[expr->axis].value)
                   : unknown;
    case SX_VAR_TERM:
        return o->sums ? of_poly(sx_poly_variable(&o->algebra, SX_BOX_TERM)) : unknown;
    default:
        return unknown;
    }
}

static sx_over_value sum(sx_over *o, const sx_expr *expr)
{
    sx_over_value count = sx_over_expr(o, expr->arg[0]);
    int64_t n;
    if (count.kind != SX_OVER_POLY || !sx_poly_constant(count.poly, &n) || n < 2 ||
        o->sums)
        return unknown;
    o->sums = true;
    o->algebra.box->range[SX_BOX_TERM] = (sx_range) { 0, n - 1 };
    sx_over_value term = sx_over_expr(o, expr->arg[1]);
    o->sums = false;
    return term.kind == SX_OVER_POLY ? of_poly(sx_poly_sum(&o->algebra, n, term.poly))
                                     : unknown;
}

static sx_over_value arithmetic(sx_over *o, const sx_expr *expr)
{
    const sx_algebra *a = &o->algebra;
    sx_over_value x = sx_over_expr(o, expr->arg[0]), y = sx_over_expr(o, expr->arg[1]);
    int64_t n = 0;
    if (x.kind != SX_OVER_POLY || y.kind != SX_OVER_POLY)
        return unknown;
    bool known = sx_poly_constant(y.poly, &n);
    switch (expr->op) {
    case SX_EXPR_ADD:
        return of_poly(sx_poly_add(a, x.poly, y.poly));
    case SX_EXPR_SUB:
        return of_poly(sx_poly_sub(a, x.poly, y.poly));
    case SX_EXPR_MUL:
        return of_poly(sx_poly_mul(a, x.poly, y.poly));
    case SX_EXPR_DIV:
        return known ? of_poly(sx_poly_div(a, x.poly, n)) : unknown;
    case SX_EXPR_MOD:
        return known ? of_poly(sx_poly_mod(a, x.poly, n)) : unknown;
    case SX_EXPR_XOR:
        return of_poly(sx_poly_xor(a, x.poly, y.poly));
    default:
        return of_poly(sx_poly_call(a, expr->op, x.poly, y.poly));
    }
}

static sx_over_value block(sx_over *o, const sx_expr *expr)
{
    sx_over_value v[3];
    int64_t n, q;
    for (int i = 0; i < 3; i++) {
        v[i] = sx_over_expr(o, expr->arg[i]);
        if (v[i].kind != SX_OVER_POLY)
            return unknown;
    }
    if (!sx_poly_constant(v[0].poly, &n) || !sx_poly_constant(v[1].poly, &q))
        return unknown;
    return of_poly(sx_poly_block(&o->algebra, n, q, v[2].poly));
}

/* pick: the value of the k-th condition that holds, for one k. */
static sx_over_value pick(sx_over *o, const sx_expr *expr)
{
    int64_t k;
    sx_over_value index = sx_over_expr(o, expr->arg[0]);
    if (index.kind != SX_OVER_POLY || !sx_poly_constant(index.poly, &k))
        return unknown;
    for (const sx_expr *at = expr->arg[1]; at && at->op == SX_EXPR_CASE;
         at = at->arg[2]) {
        int truth = truth_of(o, at->arg[0]);
        if (truth < 0)
            return unknown;
        if (truth == 1 && k-- == 0)
            return sx_over_expr(o, at->arg[1]);
    }
    return number(o, SX_NULL);
}

sx_over_value sx_over_expr(sx_over *over, const sx_expr *expr)
{
    int truth;
    switch (expr->op) {
    case SX_EXPR_INT:
        return number(over, expr->value);
    case SX_EXPR_VAR:
        return variable(over, expr);
    case SX_EXPR_OR:
    case SX_EXPR_AND:
        return junction(over, expr);
    case SX_EXPR_EQ:
    case SX_EXPR_NE:
    case SX_EXPR_LT:
    case SX_EXPR_LE:
    case SX_EXPR_GT:
    case SX_EXPR_GE:
        return compare(over, expr);
    case SX_EXPR_IF:
        truth = truth_of(over, expr->arg[0]);
        return truth < 0 ? unknown : sx_over_expr(over, expr->arg[truth ? 1 : 2]);
    case SX_EXPR_BLOCK:
        return block(over, expr);
    case SX_EXPR_PICK:
        return pick(over, expr);
    case SX_EXPR_SUM:
        return sum(over, expr);
    case SX_EXPR_CASE:
        return unknown;
    default:
        return arithmetic(over, expr);
    }
}

sx_over_value sx_over_value_of(sx_over *over, const sx_value *value)
{
    if (value->kind == SX_VALUE_EXPR)
        return sx_over_expr(over, value->expr);
    if (value->kind != SX_VALUE_PIECES || value->npieces != 1 || !value->piece[0].all ||
        value->relative || !sx_seq_is_constant(value->piece[0].seq))
        return unknown;
    return number(over, sx_seq_at(value->piece[0].seq, 0));
}

/* ---- domains ---- */

/* One more condition: 1 while all hold, 0 once one does not, -1 where one is not known. */
static int both(int truth, int next)
{
    return truth == 0 || next == 0 ? 0 : truth < 0 || next < 0 ? -1 : 1;
}

/* Whether the rank is start + i1 stride1 + i2 stride2 .., with i below the number of steps of each. Strides descend,
 * each at least the extent of those after it. */
static int in_term(sx_over *o, const sx_ranklist_term *t)
{
    const sx_algebra *a = &o->algebra;
    const sx_poly *left = sx_poly_sub(a, o->rank, sx_poly_int(a, t->start));
    int truth = opposite(negative(o, left));
    for (uint32_t d = 0; d < t->ndims && truth != 0; d++) {
        const sx_poly *step = sx_poly_div(a, left, t->dim[d].stride);
        const sx_poly *least = sx_poly_sub(a, step, sx_poly_int(a, t->dim[d].iters));
        truth = both(truth, negative(o, least));
        left = sx_poly_mod(a, left, t->dim[d].stride);
    }
    return truth == 0 ? 0 : both(truth, zero(o, left));
}

static bool constant(sx_over *o, const sx_expr *expr, int64_t *ret_value)
{
    sx_over_value v = sx_over_expr(o, expr);
    return v.kind == SX_OVER_POLY && sx_poly_constant(v.poly, ret_value);
}

/* False when its fields are no numbers; *ret_empty where it has no rank. */
static bool term_of(sx_over *o, const sx_box *box, sx_ranklist_term *ret_term,
                    bool *ret_empty)
{
    sx_ranklist_term t = { .ndims = box->ndims };
    bool known = constant(o, box->start, &t.start);
    *ret_empty = false;
    for (uint32_t d = 0; d < box->ndims && known; d++) {
        known = constant(o, box->dim[d].iters, &t.dim[d].iters) &&
                constant(o, box->dim[d].stride, &t.dim[d].stride);
        *ret_empty = *ret_empty || (known && t.dim[d].iters < 1);
    }
    *ret_term = t;
    return known;
}

int sx_over_domain(sx_over *over, const sx_domain *domain)
{
    bool open = false, is_list = domain->kind == SX_DOMAIN_RANKS;
    if (domain->kind == SX_DOMAIN_ALL)
        return 1;
    if (domain->kind == SX_DOMAIN_WHERE)
        return truth_of(over, domain->where);
    size_t n = is_list ? domain->ranks.n : domain->nboxes;
    for (size_t i = 0; i < n && over->rank; i++) {
        sx_ranklist_term t;
        bool empty = false;
        if (is_list)
            t = domain->ranks.term[i];
        else if (!term_of(over, &domain->box[i], &t, &empty))
            return -1;
        int truth = empty ? 0 : in_term(over, &t);
        if (truth == 1)
            return 1;
        open = open || truth < 0;
    }
    return open || !over->rank ? -1 : 0;
}
