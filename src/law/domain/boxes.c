/* Sets of ranks that are a box of a process grid, written as a ranklist with expressions (paper 001, 3.2 and figure 7), or a range of them. */
#include "law/bound.h"
#include "law/domain/parts.h"

static sx_status nomem(sx_error *err)
{
    return sx_fail(err, SX_NOMEM, "out of memory");
}

/* ---- boxes ---- */

/* Smallest and largest member coordinate per axis in one run; false when the members fill no box. */
static bool box_of(const sx_domain_question *q, uint32_t g, size_t run, int64_t *lo,
                   int64_t *hi, bool *ret_empty)
{
    const sx_runs *runs = q->runs;
    uint32_t ndims = runs->grid[g].ndims;
    int64_t members = 0, volume = 1;
    for (int64_t r = runs->offset[run]; r < runs->offset[run] + runs->p[run]; r++) {
        const struct sx_place *place = &runs->place[r * SX_MAX_GRIDS + g];
        if (!q->in[r])
            continue;
        for (uint32_t a = 0; a < ndims; a++) {
            lo[a] = members == 0 || place->coord[a] < lo[a] ? place->coord[a] : lo[a];
            hi[a] = members == 0 || place->coord[a] > hi[a] ? place->coord[a] : hi[a];
        }
        members++;
    }
    *ret_empty = members == 0;
    for (uint32_t a = 0; a < ndims && members; a++)
        volume *= hi[a] - lo[a] + 1;
    return members == 0 || volume == members;
}

typedef struct box_law {
    uint32_t g;
    sx_law lo[SX_MAX_DIMS], hi[SX_MAX_DIMS];
} box_law;

/* Ends of an axis in each run, and whether there is any. */
typedef struct reach {
    int64_t (*lo)[SX_MAX_DIMS], (*hi)[SX_MAX_DIMS];
    const bool *has;
} reach;

/* Two inputs in which a longer axis has fewer places that take part: from the last so many up to one counted from the first, which
 * is a line through two points and not what programs do. */
static bool shrinks(const sx_domain_question *q, uint32_t g, uint32_t a, const reach *of)
{
    const sx_runs *runs = q->runs;
    size_t n = 0, run[2];
    int64_t dim[2], length[2];
    for (size_t i = 0; i < runs->n; i++) {
        if (of->has[i] && n == 2)
            return false;
        if (of->has[i])
            run[n++] = i;
    }
    if (n < 2)
        return false;
    for (int k = 0; k < 2; k++) {
        dim[k] = runs->place[runs->offset[run[k]] * SX_MAX_GRIDS + g].dim[a];
        length[k] = of->hi[run[k]][a] - of->lo[run[k]][a] + 1;
    }
    return (dim[0] < dim[1] && length[0] > length[1]) ||
           (dim[0] > dim[1] && length[0] < length[1]);
}

/* Places along all other axes. */
static int64_t rows_of(const sx_domain_question *q, uint32_t g, uint32_t a,
                       const reach *of, size_t run)
{
    int64_t rows = 1;
    for (uint32_t other = 0; other < q->runs->grid[g].ndims; other++)
        if (other != a)
            rows *= of->hi[run][other] - of->lo[run][other] + 1;
    return rows;
}

/* The place, or the last one of a shorter axis. */
static const sx_expr *on_axis(sx_arena *arena, uint32_t g, uint32_t a, int64_t place)
{
    const sx_expr *last = sx_expr_two(
        arena, SX_EXPR_SUB, sx_expr_var(arena, SX_VAR_DIM, g, a), sx_expr_int(arena, 1));
    return sx_expr_two(arena, SX_EXPR_MIN, sx_expr_int(arena, place), last);
}

/* One row of one input alone shows that the set does not begin or end at a fixed place, in which several others agree: nothing tells whether it
 * is that input which is another. */
static void doubt_one_row(const sx_domain_question *q, uint32_t g, uint32_t a,
                          const reach *of, const int64_t *value, sx_law *law)
{
    enum { SEVERAL = 2 };
    for (size_t out = 0; out < q->runs->n && law->expr->op != SX_EXPR_INT; out++) {
        size_t others = 0, same = 0;
        int64_t number = 0;
        for (size_t i = 0; i < q->runs->n; i++) {
            if (i == out || !of->has[i])
                continue;
            number = others++ == 0 ? value[i] : number;
            same += value[i] == number;
        }
        if (!of->has[out] || others < SEVERAL || same < others || value[out] == number ||
            rows_of(q, g, a, of, out) > 1)
            continue;
        const sx_expr *apart =
            sx_expr_two(q->arena, SX_EXPR_NE, law->expr, on_axis(q->arena, g, a, number));
        law->evidence = sx_evidence_join(
            q->arena, law->evidence,
            (sx_evidence) { .label = SX_LABEL_PROVED,
                            .reason = "one row of one input alone shows that who takes "
                                      "part ends so far from the end of an axis: add "
                                      "another input like it",
                            .doubt = apart });
    }
}

static sx_status find_box(const sx_domain_question *q, uint32_t g, box_law *box,
                          bool *ret_found, sx_error *err)
{
    size_t n = q->runs->n;
    int64_t(*lo)[SX_MAX_DIMS] = sx_arena_alloc(q->arena, n, sizeof *lo);
    int64_t(*hi)[SX_MAX_DIMS] = sx_arena_alloc(q->arena, n, sizeof *hi);
    int64_t *value = SX_NEW_ARRAY(q->arena, int64_t, n);
    bool *has = SX_NEW_ARRAY(q->arena, bool, n);
    if (!lo || !hi || !value || !has)
        return nomem(err);
    *ret_found = false;
    for (size_t i = 0; i < n; i++) {
        bool empty;
        if (!box_of(q, g, i, lo[i], hi[i], &empty))
            return SX_OK;
        has[i] = !empty;
    }
    box->g = g;
    for (uint32_t a = 0; a < q->runs->grid[g].ndims; a++)
        for (int upper = 0; upper < 2; upper++) {
            sx_law *law = upper ? &box->hi[a] : &box->lo[a];
            for (size_t i = 0; i < n; i++)
                value[i] = upper ? hi[i][a] : lo[i][a];
            sx_status st = sx_bound_of_axis(q->arena, q->runs, g, a,
                                            (sx_bound) { value, has, upper }, law, err);
            if (st || !law->expr)
                return st;
            doubt_one_row(q, g, a, &(reach) { lo, hi, has }, value, law);
            if (shrinks(q, g, a, &(reach) { lo, hi, has }))
                law->evidence = sx_evidence_join(
                    q->arena, law->evidence,
                    (sx_evidence) { .label = SX_LABEL_EXACT,
                                    .reason = "fewer places take part on a longer axis, "
                                              "in two inputs: add one" });
        }
    *ret_found = true;
    return SX_OK;
}

static const sx_expr *minus(sx_arena *arena, const sx_expr *a, const sx_expr *b)
{
    return sx_expr_make(arena, SX_EXPR_SUB, a, b, NULL);
}

/* hi - lo + 1, without the detour where hi is x - 1. */
static const sx_expr *length_of(sx_arena *arena, const sx_expr *lo, const sx_expr *hi)
{
    const sx_expr *one = sx_expr_int(arena, 1), *n;
    if (hi && hi->op == SX_EXPR_SUB && hi->arg[1]->op == SX_EXPR_INT && lo &&
        lo->op == SX_EXPR_INT)
        return minus(arena, hi->arg[0],
                     sx_expr_int(arena, hi->arg[1]->value + lo->value - 1));
    if (sx_expr_equal(lo, hi))
        return one;
    n = minus(arena, hi, lo);
    return sx_expr_make(arena, SX_EXPR_ADD, n, one, NULL);
}

/* lo <= x < lo + length. */
static const sx_expr *between(sx_arena *arena, const sx_expr *x, const sx_expr *lo,
                              const sx_expr *hi)
{
    const sx_expr *end =
        sx_expr_make(arena, SX_EXPR_ADD, lo, length_of(arena, lo, hi), NULL);
    if (lo && sx_expr_equal(lo, hi))
        return sx_expr_make(arena, SX_EXPR_EQ, x, lo, NULL);
    return sx_expr_make(arena, SX_EXPR_AND, sx_expr_make(arena, SX_EXPR_GE, x, lo, NULL),
                        sx_expr_make(arena, SX_EXPR_LT, x, end, NULL), NULL);
}

/* From the first place to the last. */
static bool is_whole(const box_law *law, uint32_t a)
{
    const sx_expr *hi = law->hi[a].expr;
    return sx_expr_is_int(law->lo[a].expr, 0) && hi->op == SX_EXPR_SUB &&
           hi->arg[0]->op == SX_EXPR_VAR && sx_expr_is_int(hi->arg[1], 1);
}

/* The same as a condition on coordinates. */
static const sx_expr *box_where(const sx_domain_question *q, const box_law *law)
{
    const sx_expr *all = sx_expr_int(q->arena, 1);
    for (uint32_t a = 0; a < q->runs->grid[law->g].ndims; a++) {
        if (is_whole(law, a))
            continue;
        const sx_expr *here =
            between(q->arena, sx_expr_var(q->arena, SX_VAR_COORD, law->g, a),
                    law->lo[a].expr, law->hi[a].expr);
        all = all && sx_expr_is_int(all, 1)
                  ? here
                  : sx_expr_two(q->arena, SX_EXPR_AND, all, here);
    }
    return all;
}

/* Is it the first of two places along some axis? Who takes part may be said otherwise there (extrap/inner_borders.h). */
static bool is_border_of_two(const sx_domain_question *q, const box_law *law)
{
    bool is = false;
    for (uint32_t a = 0; a < q->runs->grid[law->g].ndims && !is; a++)
        is = sx_runs_is_of_two(q->runs, law->g, a) &&
             sx_expr_equal(law->lo[a].expr, law->hi[a].expr);
    return is;
}

/* A place that an axis has not is another's on the next: a box with a number beyond it is that of nobody knows whom. False when out of memory. */
static bool doubt_beyond(sx_arena *arena, uint32_t g, uint32_t a, const sx_expr *place,
                         sx_evidence *evidence)
{
    static const char reason[] = "an axis has no such place here: add an input like it";
    if (place->op != SX_EXPR_INT || place->value == 0)
        return true;
    const sx_expr *beyond =
        sx_expr_two(arena, SX_EXPR_GE, place, sx_expr_var(arena, SX_VAR_DIM, g, a));
    if (beyond)
        *evidence = sx_evidence_join(arena, *evidence,
                                     (sx_evidence) { SX_LABEL_PROVED, reason, beyond });
    return beyond != NULL;
}

/* <n start iters stride ..>, outermost axis first. */
static sx_status write_box(const sx_domain_question *q, const box_law *law,
                           sx_domain *ret, sx_error *err)
{
    sx_arena *arena = q->arena;
    uint32_t ndims = q->runs->grid[law->g].ndims;
    sx_box *box = SX_NEW(arena, sx_box);
    const sx_expr *stride[SX_MAX_DIMS], *start = NULL;
    if (!box)
        return nomem(err);
    *ret = (sx_domain) { .kind = SX_DOMAIN_BOXES, .nboxes = 1, .box = box };
    ret->evidence = (sx_evidence) { .label = SX_LABEL_PROVED };
    for (uint32_t a = 0; a < ndims; a++) {
        stride[a] = sx_expr_stride(arena, law->g, a);
        const sx_expr *at =
            sx_expr_make(arena, SX_EXPR_MUL, law->lo[a].expr, stride[a], NULL);
        start = start ? sx_expr_make(arena, SX_EXPR_ADD, at, start, NULL) : at;
        ret->evidence = sx_evidence_join(arena, ret->evidence, law->lo[a].evidence);
        ret->evidence = sx_evidence_join(arena, ret->evidence, law->hi[a].evidence);
        if (!doubt_beyond(arena, law->g, a, law->lo[a].expr, &ret->evidence) ||
            !doubt_beyond(arena, law->g, a, law->hi[a].expr, &ret->evidence))
            return nomem(err);
    }
    box->start = start;
    bool complete = start != NULL;
    for (uint32_t a = ndims; a-- > 0;) {
        const sx_expr *iters = length_of(arena, law->lo[a].expr, law->hi[a].expr);
        complete = complete && iters && stride[a];
        if (iters && sx_expr_is_int(iters, 1))
            continue;
        box->dim[box->ndims++] = (struct sx_box_dim) { iters, stride[a] };
    }
    return complete ? SX_OK : nomem(err);
}

/* In a box of the grid by its laws? */
static bool box_holds(const sx_domain_question *q, const box_law *law)
{
    const sx_runs *runs = q->runs;
    for (int64_t r = 0; r < runs->total; r++) {
        const struct sx_place *place = &runs->place[r * SX_MAX_GRIDS + law->g];
        sx_expr_env env = sx_runs_env(runs, r, 0);
        bool inside = true;
        for (uint32_t a = 0; inside && a < place->ndims; a++) {
            int64_t lo, hi;
            if (sx_expr_eval(law->lo[a].expr, &env, &lo, NULL) ||
                sx_expr_eval(law->hi[a].expr, &env, &hi, NULL))
                return false;
            inside = lo <= place->coord[a] && place->coord[a] <= hi;
        }
        if (q->within[r] && inside != q->in[r])
            return false;
    }
    return true;
}

sx_status sx_domain_of_box(sx_domain_question *q, sx_domain *ret, bool *ret_found,
                           sx_error *err)
{
    for (uint32_t g = 0; g < q->runs->ngrids; g++) {
        box_law law;
        bool found = false;
        sx_status st = find_box(q, g, &law, &found, err);
        if (st)
            return st;
        if (found && sx_runs_is_world(q->runs, q->runs->grid[g].comm) &&
            box_holds(q, &law)) {
            *ret_found = true;
            q->where = box_where(q, &law);
            st = q->where ? write_box(q, &law, ret, err) : nomem(err);
            if (!st && is_border_of_two(q, &law)) {
                ret->kind = SX_DOMAIN_WHERE;
                ret->where = q->where;
            }
            return st;
        }
    }
    return SX_OK;
}

/* ---- ranges ---- */

/* Ranks lo .. hi in every run, whatever the grids. */
sx_status sx_domain_of_range(sx_domain_question *q, sx_domain *ret, bool *ret_found,
                             sx_error *err)
{
    const sx_runs *runs = q->runs;
    int64_t *lo = SX_NEW_ARRAY(q->arena, int64_t, runs->n);
    int64_t *hi = SX_NEW_ARRAY(q->arena, int64_t, runs->n);
    bool *has = SX_NEW_ARRAY(q->arena, bool, runs->n);
    if (!lo || !hi || !has)
        return nomem(err);
    for (int64_t r = 0; r < runs->total; r++) {
        uint32_t run = runs->run_of[r];
        if (!q->in[r])
            continue;
        lo[run] = has[run] ? lo[run] : r - runs->offset[run];
        hi[run] = r - runs->offset[run];
        has[run] = true;
    }
    sx_law low = { 0 }, high = { 0 };
    sx_status st =
        sx_bound_of_ranks(q->arena, q->runs, (sx_bound) { lo, has, false }, &low, err);
    if (!st && low.expr)
        st = sx_bound_of_ranks(q->arena, q->runs, (sx_bound) { hi, has, true }, &high,
                               err);
    if (st || !low.expr || !high.expr)
        return st;
    const sx_expr *r = sx_expr_var(q->arena, SX_VAR_RANK, 0, 0);
    const sx_expr *where = between(q->arena, r, low.expr, high.expr);
    q->where = where;
    if (!where)
        return nomem(err);
    if (!sx_domain_holds(q, where))
        return SX_OK;
    sx_box *box = SX_NEW(q->arena, sx_box);
    const sx_expr *iters = length_of(q->arena, low.expr, high.expr);
    if (!box || !iters)
        return nomem(err);
    *box = (sx_box) { .ndims = 1,
                      .start = low.expr,
                      .dim = { { iters, sx_expr_int(q->arena, 1) } } };
    if (sx_expr_is_int(iters, 1))
        box->ndims = 0;
    *ret_found = true;
    *ret = (sx_domain) { .kind = SX_DOMAIN_BOXES, .nboxes = 1, .box = box };
    ret->evidence = sx_evidence_join(q->arena, low.evidence, high.evidence);
    return SX_OK;
}
