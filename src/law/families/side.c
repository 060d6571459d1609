/* 0 or 1: on which side of a comparison a place is. The shortest function of place and scale (law/atoms.h) that says so, the parts of an
 * axis below a fraction of it, and the diagonals of two axes. */
#include "law/atoms.h"
#include "law/column.h"
#include "law/sides.h"

enum { LARGEST_DENOMINATOR = 8, FURTHEST_DIAGONAL = 2, ENOUGH_RUNS = 3 };

typedef struct search {
    sx_arena *arena, *scratch;
    const sx_runs *runs;
    const sx_samples *samples;
    sx_samples probe;
    sx_law law;
    sx_status st;
    sx_error *err;
} search;

static const sx_expr *number(const search *s, int64_t value)
{
    return sx_expr_int(s->scratch, value);
}

static const sx_expr *two(const search *s, sx_expr_op op, const sx_expr *a,
                          const sx_expr *b)
{
    return sx_expr_two(s->scratch, op, a, b);
}

/* ---- comparisons ---- */

/* The other side of it; none of what is no comparison. */
static sx_expr_op opposite(sx_expr_op op)
{
    switch (op) {
    case SX_EXPR_EQ:
        return SX_EXPR_NE;
    case SX_EXPR_NE:
        return SX_EXPR_EQ;
    case SX_EXPR_LT:
        return SX_EXPR_GE;
    case SX_EXPR_GE:
        return SX_EXPR_LT;
    case SX_EXPR_GT:
        return SX_EXPR_LE;
    case SX_EXPR_LE:
        return SX_EXPR_GT;
    default:
        return SX_EXPR_INT;
    }
}

static bool matches(const search *s, const sx_expr *where)
{
    size_t first;
    return sx_column_matches(s->runs, &s->probe, where, &first) &&
           sx_column_matches(s->runs, s->samples, where, &first);
}

/* Is it 0, or the first rank, or any other? Of an axis the second place may be the last one in all inputs. */
static bool is_first(const sx_expr *where)
{
    const sx_expr *place = where->arg[0];
    const bool of_ranks = place->op == SX_EXPR_VAR &&
                          (place->var == SX_VAR_RANK || place->var == SX_VAR_COMM_RANK);
    const bool is_of_first =
        of_ranks && (where->op == SX_EXPR_LT || where->op == SX_EXPR_GE);
    return sx_expr_is_int(where->arg[1], is_of_first ? 1 : 0);
}

/* A number with which a place is compared, or of which it is a part, may be another one where the scale is. */
static bool has_number(const sx_expr *where)
{
    const sx_expr *border = where->arg[1];
    return (border->op == SX_EXPR_INT && !is_first(where)) || border->op == SX_EXPR_DIV;
}

static sx_evidence evidence_of(const search *s, const sx_expr *where)
{
    if (sx_samples_runs_with_both(s->samples) < ENOUGH_RUNS)
        return (sx_evidence) { .label = SX_LABEL_EXACT,
                               .reason = "where a border between ranks is shows in three "
                                         "inputs that have both sides: add one" };
    if (has_number(where))
        return (sx_evidence) { .label = SX_LABEL_EXACT,
                               .reason = "a border at a fixed place, or at a part of the "
                                         "ranks, may be elsewhere: add an input" };
    return (sx_evidence) { .label = SX_LABEL_PROVED };
}

/* The comparison or its opposite, whichever is 1 where the samples are; NULL when neither. */
static const sx_expr *fitting(const search *s, const sx_expr *where)
{
    if (!where || matches(s, where))
        return where;
    where =
        sx_expr_make(s->scratch, opposite(where->op), where->arg[0], where->arg[1], NULL);
    return where && matches(s, where) ? where : NULL;
}

/* The first that fits is the law; false when there is one, or no memory. */
static bool try_where(search *s, const sx_expr *where)
{
    const sx_expr *fit = fitting(s, where);
    if (!fit)
        return true;
    s->law = (sx_law) { sx_expr_copy(s->arena, fit), evidence_of(s, fit) };
    if (!s->law.expr)
        s->st = sx_fail(s->err, SX_NOMEM, "out of memory");
    return false;
}

static bool see(void *context, const sx_expr *atom)
{
    return opposite(atom->op) == SX_EXPR_INT || try_where(context, atom);
}

/* ---- diagonals ---- */

static bool has_coord(const sx_expr *expr, uint32_t g, uint32_t a)
{
    bool has = expr->op == SX_EXPR_VAR && expr->var == SX_VAR_COORD && expr->grid == g &&
               expr->axis == a;
    for (int i = 0; i < 3 && !has && expr->arg[i]; i++)
        has = has_coord(expr->arg[i], g, a);
    return has;
}

static bool is_square(const sx_runs *runs, uint32_t g, uint32_t a, uint32_t b)
{
    for (size_t run = 0; run < runs->n; run++) {
        const int64_t *dim = runs->place[runs->offset[run] * SX_MAX_GRIDS + g].dim;
        if (dim[a] != dim[b])
            return false;
    }
    return true;
}

/* Of a grid that is square in all inputs nothing tells how it is in one that is not. */
static void doubt_oblong(search *s, uint32_t g, uint32_t a, uint32_t b)
{
    if (s->st || !has_coord(s->law.expr, g, a) || !has_coord(s->law.expr, g, b) ||
        !is_square(s->runs, g, a, b))
        return;
    const sx_expr *oblong =
        sx_expr_two(s->arena, SX_EXPR_NE, sx_expr_var(s->arena, SX_VAR_DIM, g, a),
                    sx_expr_var(s->arena, SX_VAR_DIM, g, b));
    const sx_evidence open = { .label = SX_LABEL_PROVED,
                               .doubt = oblong,
                               .reason = "a grid that is square in all inputs tells "
                                         "nothing of one that is not: add one" };
    s->law.evidence = sx_evidence_join(s->arena, s->law.evidence, open);
    if (!oblong || !s->law.evidence.doubt)
        s->st = sx_fail(s->err, SX_NOMEM, "out of memory");
}

static void try_diagonals(search *s, uint32_t g, uint32_t a, uint32_t b)
{
    const sx_expr *x = sx_expr_var(s->scratch, SX_VAR_COORD, g, a);
    const sx_expr *y = sx_expr_var(s->scratch, SX_VAR_COORD, g, b);
    const sx_expr *last =
        two(s, SX_EXPR_SUB, sx_expr_var(s->scratch, SX_VAR_DIM, g, b), number(s, 1));
    bool on = true;
    for (int64_t k = 1; on && k <= FURTHEST_DIAGONAL; k++)
        for (int sign = -1; on && sign <= 1; sign += 2) {
            const sx_expr *shifted = two(s, SX_EXPR_ADD, y, number(s, sign * k));
            on = try_where(s, two(s, SX_EXPR_EQ, x, shifted)) &&
                 try_where(s, two(s, SX_EXPR_LT, x, shifted));
        }
    const sx_expr *sum = two(s, SX_EXPR_ADD, x, y);
    if (on && try_where(s, two(s, SX_EXPR_EQ, sum, last)) &&
        try_where(s, two(s, SX_EXPR_LT, sum, last)))
        try_where(s, two(s, SX_EXPR_GT, sum, last));
}

/* ---- fractions ---- */

/* v below (n end + add) / d. */
static const sx_expr *below(const search *s, const sx_expr *v, const sx_expr *end,
                            int64_t n, int64_t d, int64_t add)
{
    const sx_expr *share =
        two(s, SX_EXPR_ADD, two(s, SX_EXPR_MUL, number(s, n), end), number(s, add));
    return two(s, SX_EXPR_LT, v, two(s, SX_EXPR_DIV, share, number(s, d)));
}

/* The first part of `end` that fits, rounded down or up. */
static void find_fraction(search *s, const sx_expr *v, const sx_expr *end)
{
    for (int64_t d = 2; d <= LARGEST_DENOMINATOR; d++)
        for (int64_t n = 1; n < d; n++)
            for (int64_t add = 0; add < d; add += d - 1)
                if (!try_where(s, below(s, v, end, n, d, add)))
                    return;
}

/* All others that fit, and differ by one or by how they are rounded. */
static void doubt_fractions(search *s, const sx_expr *v, const sx_expr *end)
{
    for (int64_t d = 2; d <= LARGEST_DENOMINATOR; d++)
        for (int64_t n = 1; n < d; n++)
            for (int64_t add = -d; add < 2 * d && !s->st; add++) {
                const sx_expr *rival = fitting(s, below(s, v, end, n, d, add));
                if (rival && !sx_expr_equal(rival, s->law.expr))
                    s->st = sx_law_doubt_rival(
                        s->arena, sx_expr_copy(s->arena, rival),
                        "another part of the ranks fits all inputs, too, and differs "
                        "here: add an input",
                        &s->law, s->err);
            }
}

static void try_fractions(search *s, const sx_expr *v, const sx_expr *end)
{
    find_fraction(s, v, end);
    if (s->law.expr && !s->st)
        doubt_fractions(s, v, end);
}

/* ---- ---- */

/* Borders that other values showed. */
static void try_known(search *s)
{
    for (size_t i = 0; i < s->runs->nborders && !s->law.expr && !s->st; i++)
        if (!try_where(s, s->runs->border[i].where) && !s->st)
            s->law.evidence =
                sx_evidence_join(s->arena, s->law.evidence, s->runs->border[i].evidence);
}

static void run(search *s)
{
    s->probe = sx_samples_probe(s->scratch, s->samples);
    if (!s->probe.sample) {
        s->st = sx_fail(s->err, SX_NOMEM, "out of memory");
        return;
    }
    const sx_runs *runs = s->runs;
    sx_atoms_visit(s->scratch, runs, s->samples, see, s);
    try_known(s);
    for (uint32_t g = 0; !s->st && g < runs->ngrids; g++)
        for (uint32_t b = 0; !s->st && b < runs->grid[g].ndims; b++)
            for (uint32_t a = 0; !s->law.expr && a < b; a++)
                try_diagonals(s, g, a, b);
    if (!s->law.expr && !s->st)
        try_fractions(s, sx_expr_var(s->scratch, SX_VAR_COMM_RANK, 0, 0),
                      sx_expr_var(s->scratch, SX_VAR_COMM_SIZE, 0, 0));
    for (uint32_t g = 0; !s->st && g < runs->ngrids; g++)
        for (uint32_t a = 0; !s->law.expr && a < runs->grid[g].ndims; a++)
            try_fractions(s, sx_expr_var(s->scratch, SX_VAR_COORD, g, a),
                          sx_expr_var(s->scratch, SX_VAR_DIM, g, a));
    for (uint32_t g = 0; s->law.expr && g < runs->ngrids; g++)
        for (uint32_t b = 0; b < runs->grid[g].ndims; b++)
            for (uint32_t a = 0; a < b; a++)
                doubt_oblong(s, g, a, b);
}

sx_status sx_side_find(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                       sx_law *ret_law, sx_error *err)
{
    if (!samples->is_size || samples->lists || !sx_samples_are_truth(samples) ||
        sx_samples_have_one_value(samples) || sx_samples_runs(samples) < 2)
        return SX_OK;
    search s = { .arena = arena,
                 .scratch = sx_arena_create(),
                 .runs = runs,
                 .samples = samples,
                 .err = err };
    if (!s.scratch)
        return sx_fail(err, SX_NOMEM, "out of memory");
    run(&s);
    sx_arena_destroy(s.scratch);
    if (!s.st && s.law.expr)
        *ret_law = s.law;
    return s.st;
}

sx_status sx_law_side(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                      sx_law *ret_law, sx_error *err)
{
    sx_law law = { 0 };
    sx_status st = sx_side_find(arena, runs, samples, &law, err);
    if (st || !law.expr)
        return st;
    sx_runs_add_border(runs, law.expr, &law.evidence);
    *ret_law = law;
    return SX_OK;
}
