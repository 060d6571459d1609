/* Communicators of ranks in a row: the first half, all but the last two, rank 0 alone. Where each begins is a law of the scale, and size and number in it
 * follow from that. */
#include "extrap/infer_parts.h"
#include "law/border.h"

enum { STRETCHES = 8 };

/* Where stretches begin, by run: each of ranks of one communicator, or of none of them. */
typedef struct stretches {
    size_t n;
    int64_t at[STRETCHES][SX_RUNS]; /* the first is at 0 */
    bool in[STRETCHES];
} stretches;

static sx_status nomem(const inference *inf)
{
    return sx_fail(inf->err, SX_NOMEM, "out of memory");
}

/* False where members of one are apart, or not in order, or stretches are too many. */
static bool read_run(const sx_runs *runs, size_t comm, const bool *in, size_t run,
                     stretches *of, size_t *ret_n)
{
    const int64_t first = runs->offset[run], *rank = runs->comm_rank[comm],
                  *size = runs->comm_size[comm];
    int64_t start = 0;
    size_t n = 0;
    for (int64_t r = 0; r < runs->p[run]; r++) {
        const int64_t at = first + r;
        const bool begins = r == 0 || in[at] != in[at - 1] || (in[at] && rank[at] == 0);
        if (begins && n == STRETCHES)
            return false;
        if (begins) {
            if (run == 0)
                of->in[n] = in[at];
            start = r;
            of->at[n++][run] = r;
        }
        if (of->in[n - 1] != in[at] ||
            (in[at] && (rank[at] != r - start || start + size[at] > runs->p[run])))
            return false;
    }
    *ret_n = n;
    return true;
}

/* False where runs have other numbers of them, or there is one alone. */
static bool read_stretches(const sx_runs *runs, size_t comm, const bool *in,
                           stretches *of)
{
    for (size_t run = 0; run < runs->n; run++) {
        size_t n;
        if (!read_run(runs, comm, in, run, of, &n) || (run > 0 && n != of->n))
            return false;
        of->n = n;
    }
    return of->n > 1;
}

/* Are all members up to where the next stretch begins? */
static bool are_whole(const sx_runs *runs, size_t comm, const stretches *of)
{
    for (size_t run = 0; run < runs->n; run++)
        for (size_t k = 0; k < of->n; k++) {
            const int64_t begin = of->at[k][run],
                          end = k + 1 < of->n ? of->at[k + 1][run] : runs->p[run];
            if (of->in[k] &&
                runs->comm_size[comm][runs->offset[run] + begin] != end - begin)
                return false;
        }
    return true;
}

/* What the borders say of a rank: the size of its stretch, or its number in it. */
static const sx_expr *chain(const inference *inf, const stretches *of,
                            const sx_law *border, bool size)
{
    const sx_expr *own = sx_expr_var(inf->arena, SX_VAR_RANK, 0, 0),
                  *all = sx_expr_var(inf->arena, SX_VAR_P, 0, 0), *expr = NULL;
    for (size_t k = of->n; k-- > 0;) {
        const sx_expr *begin = k ? border[k].expr : NULL,
                      *end = k + 1 < of->n ? border[k + 1].expr : all,
                      *from = size ? end : own;
        const sx_expr *here =
            begin ? sx_expr_two(inf->arena, SX_EXPR_SUB, from, begin) : from;
        if (!of->in[k] && expr)
            continue;
        expr =
            expr && k + 1 < of->n
                ? sx_expr_make(inf->arena, SX_EXPR_IF,
                               sx_expr_two(inf->arena, SX_EXPR_LT, own, end), here, expr)
                : here;
        if (!expr)
            return NULL;
    }
    return expr;
}

/* Others ask for the same borders. */
static sx_status note_borders(inference *inf, const stretches *of, const sx_law *border)
{
    for (size_t k = 1; k < of->n; k++) {
        const sx_expr *where =
            sx_expr_two(inf->arena, SX_EXPR_LT,
                        sx_expr_var(inf->arena, SX_VAR_RANK, 0, 0), border[k].expr);
        if (!where)
            return nomem(inf);
        sx_runs_add_border(inf->runs, where, &border[k].evidence);
    }
    return SX_OK;
}

sx_status sx_infer_stretches(inference *inf, const sx_comm *from, const bool *in,
                             sx_comm *to)
{
    const size_t comm = (size_t)(from - inf->runs->merged.comm);
    stretches *of = SX_NEW(inf->arena, stretches);
    sx_law border[STRETCHES] = { { 0 } };
    sx_evidence evidence;
    bool known;
    if (!of)
        return nomem(inf);
    if (from->parent != 0 || !read_stretches(inf->runs, comm, in, of) ||
        !are_whole(inf->runs, comm, of))
        return SX_OK;
    sx_status st = sx_borders_find(inf->arena, inf->runs, of->at, of->n, border,
                                   &evidence, &known, inf->err);
    if (st || !known)
        return st;
    const sx_expr *size = chain(inf, of, border, true),
                  *rank = chain(inf, of, border, false);
    if (!size || !rank)
        return nomem(inf);
    to->size = sx_value_expr(size, evidence);
    to->rank = sx_value_expr(rank, evidence);
    return note_borders(inf, of, border);
}
