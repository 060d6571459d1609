/* Sets of ranks in a few rows: the first and the last quarter of them. */
#include "law/border.h"
#include "law/domain/parts.h"

enum { ROWS = 6 };

/* Where ranks in a row begin that are in, or out, by row and run. */
typedef struct rows {
    size_t n;
    bool first_in;
    int64_t at[ROWS][SX_RUNS]; /* that of the first is 0 */
} rows;

/* False where runs have other numbers of them, or more than that, or one alone. */
static bool read_rows(const sx_domain_question *q, rows *of)
{
    const sx_runs *runs = q->runs;
    for (size_t run = 0; run < runs->n; run++) {
        const bool *in = q->in + runs->offset[run],
                   *within = q->within + runs->offset[run];
        size_t n = 0;
        for (int64_t r = 0; r < runs->p[run]; r++) {
            if (!within[r] || (r == 0 && run > 0 && in[0] != of->first_in))
                return false;
            if (r > 0 && in[r] == in[r - 1])
                continue;
            if (n == ROWS)
                return false;
            of->at[n++][run] = r;
        }
        if (run == 0)
            of->first_in = in[0];
        if (run > 0 && n != of->n)
            return false;
        of->n = n;
    }
    return of->n > 1;
}

/* Is r in row k? */
static const sx_expr *in_row(sx_arena *arena, const rows *of, const sx_law *border,
                             size_t k)
{
    const sx_expr *own = sx_expr_var(arena, SX_VAR_RANK, 0, 0);
    const sx_expr *from =
        k > 0 ? sx_expr_two(arena, SX_EXPR_GE, own, border[k].expr) : NULL;
    const sx_expr *to =
        k + 1 < of->n ? sx_expr_two(arena, SX_EXPR_LT, own, border[k + 1].expr) : NULL;
    return from && to ? sx_expr_two(arena, SX_EXPR_AND, from, to) : from ? from : to;
}

sx_status sx_domain_of_rows(sx_domain_question *q, sx_domain *ret, bool *ret_found,
                            sx_error *err)
{
    rows of = { 0 };
    sx_law border[ROWS] = { { 0 } };
    sx_evidence evidence;
    bool known;
    const sx_expr *where = NULL;
    if (!read_rows(q, &of))
        return SX_OK;
    sx_status st =
        sx_borders_find(q->arena, q->runs, of.at, of.n, border, &evidence, &known, err);
    if (st || !known)
        return st;
    for (size_t k = of.first_in ? 0 : 1; k < of.n; k += 2) {
        const sx_expr *here = in_row(q->arena, &of, border, k);
        where = where ? sx_expr_two(q->arena, SX_EXPR_OR, where, here) : here;
    }
    if (!where)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (!sx_domain_holds(q, where))
        return SX_OK;
    *ret_found = true;
    *ret = (sx_domain) { .kind = SX_DOMAIN_WHERE, .where = where, .evidence = evidence };
    return SX_OK;
}
