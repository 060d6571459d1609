#include "law/atoms.h"

#include "law/column.h"

enum {
    VARIABLES = 3 + SX_SAMPLE_LOOPS + 2 * 4 * SX_MAX_DIMS,
    LARGEST_PART = 8,
    LARGEST_SCALE_PART = 16,
    LARGEST_THRESHOLD = 16,
    LARGEST_DIVISOR = 16,
    LARGEST_STEP = 3
};

/* A number that goes from 0 up to below `end`, or (end NULL) as far as it goes. */
typedef struct variable {
    const sx_expr *expr, *end;
    bool of_scale;
    int64_t most; /* in the samples, as far as it matters */
} variable;

typedef struct pool {
    sx_arena *arena;
    const sx_runs *runs;
    const sx_samples *samples;
    sx_atom_visitor *visit;
    void *context;
    bool is_truth;
    sx_samples
        ends; /* the first and the last sample of each run, where borders are looked for */
    size_t n;
    variable variable[VARIABLES];
} pool;

static pool pool_of(sx_arena *scratch, const sx_runs *runs, const sx_samples *samples,
                    sx_atom_visitor *visit, void *context)
{
    return (pool) { .arena = scratch,
                    .runs = runs,
                    .samples = samples,
                    .visit = visit,
                    .context = context,
                    .is_truth = sx_samples_are_truth(samples) };
}

static const sx_expr *number(const pool *p, int64_t value)
{
    return sx_expr_int(p->arena, value);
}

static const sx_expr *two(const pool *p, sx_expr_op op, const sx_expr *a,
                          const sx_expr *b)
{
    return sx_expr_two(p->arena, op, a, b);
}

/* Out of memory there is no atom, and none is seen. */
static bool see(const pool *p, const sx_expr *atom)
{
    return !atom || p->visit(p->context, atom);
}

static bool see_two(const pool *p, sx_expr_op op, const sx_expr *a, const sx_expr *b)
{
    return see(p, two(p, op, a, b));
}

/* ---- variables ---- */

/* Or LARGEST_DIVISOR at least. */
static int64_t most_of(const pool *p, const sx_expr *expr)
{
    sx_column column;
    int64_t most = 0;
    sx_column_init(&column, p->runs, p->samples);
    for (size_t i = 0, n; i < p->samples->n && most < LARGEST_DIVISOR; i += n) {
        int64_t value[SX_COLUMN_LANES];
        sx_column_move(&column, i, &n);
        uint64_t ok = sx_column_eval(&column, expr, UINT64_MAX, value);
        for (size_t k = 0; k < n; k++)
            if (ok >> k & 1 && value[k] > most)
                most = value[k];
    }
    return most;
}

static void add(pool *p, const sx_expr *expr, const sx_expr *end, bool of_scale)
{
    if (p->n < VARIABLES && expr)
        p->variable[p->n++] =
            (variable) { expr, end, of_scale, of_scale ? 0 : most_of(p, expr) };
}

static void add_scale(pool *p)
{
    add(p, sx_expr_var(p->arena, SX_VAR_P, 0, 0), NULL, true);
    if (!sx_samples_in_world(p->samples))
        add(p, sx_expr_var(p->arena, SX_VAR_COMM_SIZE, 0, 0), NULL, true);
    for (uint32_t g = 0; g < p->runs->ngrids; g++)
        for (uint32_t a = 0; p->runs->grid[g].ndims > 1 && a < p->runs->grid[g].ndims;
             a++)
            add(p, sx_expr_var(p->arena, SX_VAR_DIM, g, a), NULL, true);
}

static void add_places(pool *p)
{
    sx_arena *arena = p->arena;
    add(p, sx_expr_var(arena, SX_VAR_RANK, 0, 0), sx_expr_var(arena, SX_VAR_P, 0, 0),
        false);
    if (!sx_samples_in_world(p->samples))
        add(p, sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0),
            sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0), false);
    for (uint32_t g = 0; g < p->runs->ngrids; g++)
        for (uint32_t a = 0; p->runs->grid[g].ndims > 1 && a < p->runs->grid[g].ndims;
             a++)
            add(p, sx_expr_var(arena, SX_VAR_COORD, g, a),
                sx_expr_var(arena, SX_VAR_DIM, g, a), false);
    for (uint32_t c = 0; c < p->samples->ncounters; c++)
        if (p->samples->varying >> c & 1)
            add(p, sx_expr_var(arena, SX_VAR_COUNTER, 0, p->samples->first_counter + c),
                c + 1 == p->samples->ncounters ? p->samples->trips : NULL, false);
    if (p->samples->lists)
        add(p, sx_expr_var(arena, SX_VAR_ELEMENT, 0, 0), p->samples->length, false);
}

/* ---- of one variable ---- */

static const sx_expr *log2_of(const pool *p, const sx_expr *x)
{
    return two(p, SX_EXPR_LOG, number(p, 2), x);
}

/* 2 x + add. */
static const sx_expr *twice(const pool *p, const sx_expr *x, int64_t add_to)
{
    return two(p, SX_EXPR_ADD, two(p, SX_EXPR_MUL, number(p, 2), x), number(p, add_to));
}

/* Zeros at the end of v below q. */
static const sx_expr *zeros(const pool *p, const sx_expr *v, const sx_expr *q)
{
    const sx_expr *top = two(p, SX_EXPR_POW, number(p, 2), log2_of(p, twice(p, q, -1)));
    const sx_expr *x = two(p, SX_EXPR_ADD, v, top);
    return log2_of(p, two(p, SX_EXPR_XOR, x, two(p, SX_EXPR_SUB, x, number(p, 1))));
}

static bool see_thresholds(const pool *p, const variable *v)
{
    for (int64_t k = 1; k <= LARGEST_THRESHOLD; k++)
        if (!see_two(p, SX_EXPR_GE, v->expr, number(p, k)) ||
            !see_two(p, SX_EXPR_EQ, v->expr, number(p, k)))
            return false;
    return see_two(p, SX_EXPR_EQ, v->expr, number(p, 0));
}

/* Who has a partner where ranks stand in pairs. */
static bool see_paired(const pool *p, const variable *v)
{
    const sx_expr *pairs = two(p, SX_EXPR_DIV, v->end, number(p, 2));
    return !p->is_truth || v->expr->var != SX_VAR_RANK ||
           see_two(p, SX_EXPR_LT, v->expr, two(p, SX_EXPR_MUL, number(p, 2), pairs));
}

static bool divides_all(const sx_runs *runs, int64_t wide)
{
    bool divides = true;
    for (size_t i = 0; i < runs->n; i++)
        divides = divides && runs->p[i] % wide == 0;
    return divides;
}

/* Both diagonals of rows that are as long in all inputs. */
static bool see_diagonals(const pool *p, const variable *v)
{
    enum { WIDEST = 16 };
    if (!p->is_truth || v->expr->var != SX_VAR_RANK)
        return true;
    for (int64_t wide = 2; wide <= WIDEST; wide++) {
        const sx_expr *place = two(p, SX_EXPR_MOD, v->expr, number(p, wide)),
                      *row = two(p, SX_EXPR_DIV, v->expr, number(p, wide));
        if (divides_all(p->runs, wide) &&
            (!see_two(p, SX_EXPR_EQ, place, row) ||
             !see_two(p, SX_EXPR_EQ, two(p, SX_EXPR_ADD, place, row),
                      number(p, wide - 1))))
            return false;
    }
    return true;
}

/* Against the end of its range. */
static bool see_ends(const pool *p, const variable *v)
{
    if (!v->end)
        return true;
    const sx_expr *last = two(p, SX_EXPR_SUB, v->end, number(p, 1));
    const sx_expr *is_first = two(p, SX_EXPR_EQ, v->expr, number(p, 0));
    const sx_expr *is_last = two(p, SX_EXPR_EQ, v->expr, last);
    return see(p, is_last) && see_two(p, SX_EXPR_ADD, is_first, is_last) &&
           see_two(p, SX_EXPR_OR, is_first, is_last) &&
           see_two(p, SX_EXPR_LT, v->expr, two(p, SX_EXPR_DIV, v->end, number(p, 2))) &&
           see_paired(p, v) && see_diagonals(p, v) &&
           see_two(p, SX_EXPR_SUB, v->end, v->expr);
}

/* Those that some sample reaches: what would begin beyond all inputs is nothing that they could show. */
static bool see_parts(const pool *p, const variable *v)
{
    for (int64_t k = 2; k <= LARGEST_PART && k <= v->most; k++)
        if (!see_two(p, SX_EXPR_DIV, v->expr, number(p, k)) ||
            !see_two(p, SX_EXPR_MOD, v->expr, number(p, k)))
            return false;
    return true;
}

/* The largest number that divides both the rank and a prime beyond the last rank that shows: that prime at rank 0 and 1 at the others,
 * which inputs do show. */
static bool see_common_divisors(const pool *p, const variable *v)
{
    static const int64_t prime[] = { 5, 7, 11, 13 };
    for (size_t k = 0; k < sizeof prime / sizeof *prime; k++) {
        const sx_expr *divides =
            two(p, SX_EXPR_EQ, two(p, SX_EXPR_MOD, v->expr, number(p, prime[k])),
                number(p, 0));
        const sx_expr *more = two(p, SX_EXPR_MUL, number(p, prime[k] - 1), divides);
        if (prime[k] > v->most && !see_two(p, SX_EXPR_ADD, more, number(p, 1)))
            return false;
    }
    return true;
}

/* The largest power of two that divides both the rank and the number of ranks: all of these at rank 0, and what a subtree has elsewhere as long
 * as branches that are cut show nowhere, or where that happens to divide. */
static bool see_common_powers(const pool *p, const variable *v)
{
    const sx_expr *both = two(p, SX_EXPR_MIN, zeros(p, v->expr, v->end),
                              zeros(p, v->end, twice(p, v->end, 0)));
    return see(p, sx_expr_make(p->arena, SX_EXPR_IF,
                               two(p, SX_EXPR_EQ, v->expr, number(p, 0)), v->end,
                               two(p, SX_EXPR_POW, number(p, 2), both)));
}

/* A power of two times the rank, around all ranks: in as many ranks, a place on a part of a row. */
static bool see_multiples(const pool *p, const variable *v)
{
    enum { LARGEST_FACTOR = 16 };
    for (int64_t k = 2; k <= LARGEST_FACTOR; k *= 2)
        if (!see_two(p, SX_EXPR_MOD, two(p, SX_EXPR_MUL, number(p, k), v->expr), v->end))
            return false;
    return true;
}

/* What the laws of bits and levels make of ranks and of counters. */
static bool see_powers(const pool *p, const variable *v)
{
    sx_var_kind kind = v->expr->var;
    if (kind == SX_VAR_COUNTER)
        return see_two(p, SX_EXPR_POW, number(p, 2), v->expr);
    return (kind != SX_VAR_RANK && kind != SX_VAR_COMM_RANK) ||
           (see(p, log2_of(p, twice(p, v->expr, 1))) &&
            see(p, zeros(p, v->expr, v->end)) && see_common_divisors(p, v) &&
            see_common_powers(p, v) && see_multiples(p, v));
}

static bool see_one(const pool *p, const variable *v)
{
    return see(p, v->expr) && see_powers(p, v) &&
           see_two(p, SX_EXPR_MUL, v->expr, v->expr) && see_ends(p, v) &&
           see_thresholds(p, v) && see_parts(p, v);
}

/* ---- of two ---- */

/* The odd places of the first row: one place where rows are short. */
static bool see_odd_of_first(const pool *p, const sx_expr *first, const sx_expr *odd)
{
    return see_two(
        p, SX_EXPR_AND, two(p, SX_EXPR_EQ, first, number(p, 0)),
        two(p, SX_EXPR_EQ, two(p, SX_EXPR_MOD, odd, number(p, 2)), number(p, 1)));
}

enum { SIDES = 5 };

/* First, last, not first, not last, neither. */
static const sx_expr *side_of(const pool *p, const variable *v, int side)
{
    const sx_expr *zero = number(p, 0), *last = two(p, SX_EXPR_SUB, v->end, number(p, 1));
    switch (side) {
    case 0:
        return two(p, SX_EXPR_EQ, v->expr, zero);
    case 1:
        return two(p, SX_EXPR_EQ, v->expr, last);
    case 2:
        return two(p, SX_EXPR_GT, v->expr, zero);
    case 3:
        return two(p, SX_EXPR_LT, v->expr, last);
    default:
        return two(p, SX_EXPR_AND, side_of(p, v, 2), side_of(p, v, 3));
    }
}

/* Corners, sides, and what is within. */
static bool see_boxes(const pool *p, const variable *u, const variable *v)
{
    for (int i = 0; i < SIDES; i++)
        for (int k = 0; k < SIDES; k++)
            if (!see_two(p, SX_EXPR_AND, side_of(p, u, i), side_of(p, v, k)))
                return false;
    return true;
}

static bool see_axes(const pool *p, const variable *u, const variable *v)
{
    return u->expr->var != SX_VAR_COORD || v->expr->var != SX_VAR_COORD ||
           u->expr->grid != v->expr->grid ||
           (see_odd_of_first(p, u->expr, v->expr) &&
            see_odd_of_first(p, v->expr, u->expr) && see_boxes(p, u, v));
}

static bool see_pair(const pool *p, const variable *u, const variable *v)
{
    for (int64_t k = 1; k <= LARGEST_STEP; k++) {
        const sx_expr *by = two(p, SX_EXPR_MUL, number(p, k), v->expr);
        if (!see_two(p, SX_EXPR_ADD, u->expr, by) ||
            !see_two(p, SX_EXPR_SUB, u->expr, by))
            return false;
        by = k > 1 ? two(p, SX_EXPR_MUL, number(p, k), u->expr) : NULL;
        if (by && (!see_two(p, SX_EXPR_ADD, v->expr, by) ||
                   !see_two(p, SX_EXPR_SUB, v->expr, by)))
            return false;
    }
    /* The first trip, as a turn that would come back beyond the ranks, if counters went so far. */
    if (u->expr->var == SX_VAR_COUNTER && v->expr->var == SX_VAR_P &&
        !see_two(p, SX_EXPR_EQ, two(p, SX_EXPR_MOD, u->expr, v->expr), number(p, 0)))
        return false;
    return see_two(p, SX_EXPR_MUL, u->expr, v->expr) &&
           see_two(p, SX_EXPR_EQ, u->expr, v->expr) &&
           (!p->is_truth ||
            (see_two(p, SX_EXPR_LT, u->expr, v->expr) &&
             see_two(p, SX_EXPR_LT, v->expr, u->expr) && see_axes(p, u, v)));
}

static bool see_pairs(const pool *p)
{
    for (size_t i = 0; i < p->n; i++)
        for (size_t j = i + 1; j < p->n; j++)
            if ((!p->variable[i].of_scale || !p->variable[j].of_scale) &&
                !see_pair(p, &p->variable[i], &p->variable[j]))
                return false;
    return true;
}

bool sx_atoms_visit(sx_arena *scratch, const sx_runs *runs, const sx_samples *samples,
                    sx_atom_visitor *visit, void *context)
{
    pool p = pool_of(scratch, runs, samples, visit, context);
    add_places(&p);
    for (size_t i = 0; i < p.n; i++)
        if (!see_one(&p, &p.variable[i]))
            return false;
    add_scale(&p);
    return see_pairs(&p);
}

/* ---- of the scale ---- */

static bool see_scale(const pool *p, const sx_expr *x)
{
    if (!see(p, x) || !see(p, log2_of(p, x)) || !see(p, log2_of(p, twice(p, x, -1))))
        return false;
    if (!see_two(p, SX_EXPR_POW, number(p, 2), log2_of(p, x)) ||
        !see_two(p, SX_EXPR_POW, number(p, 2), log2_of(p, twice(p, x, -1))))
        return false;
    for (int64_t k = 2; k <= LARGEST_SCALE_PART; k++)
        if (!see_two(p, SX_EXPR_DIV, x, number(p, k)) ||
            !see_two(p, SX_EXPR_DIV, two(p, SX_EXPR_ADD, x, number(p, k - 1)),
                     number(p, k)))
            return false;
    return true;
}

bool sx_atoms_visit_scale(sx_arena *scratch, const sx_runs *runs,
                          const sx_samples *samples, sx_atom_visitor *visit,
                          void *context)
{
    pool p = pool_of(scratch, runs, samples, visit, context);
    add_scale(&p);
    for (size_t i = 0; i < p.n; i++)
        if (!see_scale(&p, p.variable[i].expr))
            return false;
    for (size_t i = 0; i < p.n; i++)
        for (size_t j = i + 1; j < p.n; j++)
            for (int64_t k = 1; k <= LARGEST_STEP; k++) {
                const sx_expr *u = p.variable[i].expr, *v = p.variable[j].expr;
                const sx_expr *more = two(&p, SX_EXPR_MUL, number(&p, k), v);
                if (!see_two(&p, SX_EXPR_ADD, u, more) ||
                    (k == 1 && !see_two(&p, SX_EXPR_MUL, u, v)))
                    return false;
            }
    return true;
}

/* ---- borders ---- */

/* None where there is no memory: all samples tell as well. */
static void find_ends(pool *p)
{
    const sx_samples *samples = p->samples;
    sx_sample *end = SX_NEW_ARRAY(p->arena, sx_sample, samples->n);
    p->ends = *samples;
    p->ends.sample = end;
    p->ends.n = 0;
    for (size_t i = 0; end && i < samples->n; i++)
        if (i == 0 || i + 1 == samples->n ||
            samples->sample[i].run != samples->sample[i - 1].run ||
            samples->sample[i].run != samples->sample[i + 1].run)
            end[p->ends.n++] = samples->sample[i];
}

static bool varies_in(const sx_runs *runs, const sx_samples *samples, const sx_expr *expr)
{
    sx_column column;
    bool any = false;
    int64_t first = 0;
    sx_column_init(&column, runs, samples);
    for (size_t i = 0, n; i < samples->n; i += n) {
        int64_t value[SX_COLUMN_LANES];
        sx_column_move(&column, i, &n);
        uint64_t ok = sx_column_eval(&column, expr, UINT64_MAX, value);
        for (size_t k = 0; k < n; k++) {
            if (!(ok >> k & 1))
                continue;
            if (any && value[k] != first)
                return true;
            first = value[k];
            any = true;
        }
    }
    return false;
}

/* What varies does so from run to run mostly. */
static bool varies(const pool *p, const sx_expr *expr)
{
    return expr &&
           (varies_in(p->runs, &p->ends, expr) || varies_in(p->runs, p->samples, expr));
}

/* A border as far from an end in all inputs is told by that end. */
static bool see_border(void *context, const sx_expr *many)
{
    const pool *p = context;
    if (!varies(p, many))
        return true;
    for (size_t i = 0; i < p->n; i++) {
        const variable *v = &p->variable[i];
        if (!v->end || !varies(p, two(p, SX_EXPR_SUB, v->end, many)))
            continue;
        if (!see_two(p, SX_EXPR_LT, v->expr, many) ||
            !see_two(p, SX_EXPR_LE, two(p, SX_EXPR_SUB, v->end, v->expr), many))
            return false;
    }
    return true;
}

bool sx_atoms_visit_borders(sx_arena *scratch, const sx_runs *runs,
                            const sx_samples *samples, sx_atom_visitor *visit,
                            void *context)
{
    pool p = pool_of(scratch, runs, samples, visit, context);
    find_ends(&p);
    add_places(&p);
    for (size_t i = 0; i < p.n; i++) {
        const sx_expr *v = p.variable[i].expr, *end = p.variable[i].end;
        const sx_expr *next = two(&p, SX_EXPR_ADD, v, number(&p, 1));
        /* Up to the root of all, rounded up, down, and to the nearest. */
        if (end && (!see_two(&p, SX_EXPR_LT, two(&p, SX_EXPR_MUL, v, v), end) ||
                    !see_two(&p, SX_EXPR_LE, two(&p, SX_EXPR_MUL, next, next), end) ||
                    !see_two(&p, SX_EXPR_LT, two(&p, SX_EXPR_MUL, v, next), end)))
            return false;
    }
    return sx_atoms_visit_scale(scratch, runs, samples, see_border, &p);
}

/* ---- other forms of an expression ---- */

const sx_expr *sx_atoms_on_world(sx_arena *arena, const sx_samples *samples,
                                 const sx_expr *expr)
{
    if (!sx_samples_in_world(samples))
        return expr;
    expr = sx_expr_replace(arena, expr, sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0),
                           sx_expr_var(arena, SX_VAR_RANK, 0, 0));
    return expr ? sx_expr_replace(arena, expr, sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0),
                                  sx_expr_var(arena, SX_VAR_P, 0, 0))
                : NULL;
}
