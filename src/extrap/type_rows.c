#include "extrap/type_rows.h"

#include "trace/place.h"
#include "trace/type_size.h"

#include <stdlib.h>
#include <string.h>

/* What one row with laws stands for: its laws, in groups of which each is of other axes than the others. */
typedef struct choice {
    sx_type_rows *rows;
    uint32_t comm;
    uint32_t nlaws;
    const sx_expr *law[SX_TYPE_ROWS_ARGUMENTS];
    uint32_t grid;
    uint32_t axes[SX_TYPE_ROWS_ARGUMENTS]; /* that a law is of, a bit each */
    int64_t value[SX_TYPE_ROWS_ARGUMENTS]; /* of the laws, in the row at hand */
    sx_place_of *place;
    const char *reason; /* why it cannot be chosen */
    sx_error *err;
} choice;

/* Values that the laws of a group have together: tuple[i * nlaws + k]. */
typedef struct group {
    uint32_t n, law[SX_TYPE_ROWS_ARGUMENTS];
    uint32_t axes;
    uint32_t ntuples;
    int64_t tuple[SX_TYPE_ROWS * SX_TYPE_ROWS_ARGUMENTS];
} group;

static sx_status nomem(sx_error *err)
{
    return sx_fail(err, SX_NOMEM, "out of memory");
}

sx_status sx_type_rows_open(sx_arena *arena, const sx_trace *bound,
                            sx_type_rows *ret_rows, sx_error *err)
{
    size_t first = 0;
    while (first < bound->ntypes && !bound->type[first].law)
        first++;
    const size_t nlaws = bound->ntypes - first;
    sx_type *type = sx_arena_copy(arena, bound->type, first, sizeof *type);
    bool *in = SX_NEW_ARRAY(arena, bool, nlaws);
    int64_t *made = SX_NEW_ARRAY(arena, int64_t, nlaws);
    if (!type || !in || !made)
        return nomem(err);
    *ret_rows = (sx_type_rows) { .arena = arena,
                                 .bound = bound,
                                 .first_law = first,
                                 .n = first,
                                 .capacity = first,
                                 .type = type,
                                 .in = in,
                                 .made = made };
    return SX_OK;
}

/* ---- laws of a row ---- */

static void add_law(const sx_expr *expr, const sx_expr **law, uint32_t *n)
{
    uint32_t i = 0;
    while (i < *n && !sx_expr_equal(law[i], expr))
        i++;
    if (i == *n && expr->op != SX_EXPR_INT && i < SX_TYPE_ROWS_ARGUMENTS)
        law[(*n)++] = expr;
}

/* Marks the rows with laws that this one is made of, itself among them. */
static void mark(const sx_type_rows *rows, int64_t row)
{
    const size_t first = rows->first_law;
    memset(rows->in, 0, (rows->bound->ntypes - first) * sizeof *rows->in);
    if (row >= (int64_t)first && row < (int64_t)rows->bound->ntypes)
        rows->in[(size_t)row - first] = true;
    for (size_t i = rows->bound->ntypes; i-- > first;) {
        const sx_seq *part = rows->bound->type[i].types;
        for (uint64_t k = 0; rows->in[i - first] && k < part->length; k++)
            if (sx_seq_at(part, k) >= (int64_t)first)
                rows->in[(size_t)sx_seq_at(part, k) - first] = true;
    }
}

uint32_t sx_type_rows_laws(const sx_type_rows *rows, int64_t row,
                           const sx_expr *ret_law[SX_TYPE_ROWS_ARGUMENTS])
{
    uint32_t n = 0;
    mark(rows, row);
    for (size_t i = rows->first_law; i < rows->bound->ntypes; i++) {
        const sx_type_law *law = rows->bound->type[i].law;
        for (uint32_t k = 0; rows->in[i - rows->first_law] && k < law->nints; k++)
            add_law(law->ints[k], ret_law, &n);
        for (uint32_t k = 0; rows->in[i - rows->first_law] && k < law->naddresses; k++)
            add_law(law->addresses[k], ret_law, &n);
    }
    return n;
}

/* ---- the values that they have together ---- */

/* The axes of the grid whose coordinates are in the expression. */
static uint32_t axes_of(const sx_expr *expr, uint32_t grid)
{
    uint32_t axes = 0;
    if (expr->op == SX_EXPR_VAR)
        return expr->var == SX_VAR_COORD && expr->grid == grid ? 1U << expr->axis : 0;
    for (int i = 0; i < 3 && expr->arg[i]; i++)
        axes |= axes_of(expr->arg[i], grid);
    return axes;
}

/* Are all laws of coordinates in one grid that each rank has a place of its own in? That one is c->grid then. */
static bool is_of_one_grid(choice *c)
{
    const sx_trace *bound = c->rows->bound;
    uint64_t all = 0, grids = 0;
    for (uint32_t k = 0; k < c->nlaws; k++) {
        unsigned uses = sx_expr_uses(c->law[k], NULL, &grids);
        all |= uses & 1U << SX_VAR_COORD ? grids : 0;
        if (uses & (1U << SX_VAR_RANK | 1U << SX_VAR_COMM_RANK | 1U << SX_VAR_COMM_SIZE))
            return false;
    }
    c->grid = all ? (uint32_t)__builtin_ctzll(all) : 0;
    if ((all & (all - 1)) || (all && bound->grid[c->grid].comm != 0))
        return false;
    int64_t cells = 1;
    for (uint32_t d = 0; all && d < bound->grid[c->grid].ndims; d++)
        cells *= bound->grid[c->grid].dim[d];
    return !all || cells == bound->p;
}

/* Takes the values that the group's laws have in this environment; where one has none, nobody has them. */
static void take(choice *c, group *g, const sx_expr_env *env)
{
    int64_t *tuple = &g->tuple[(size_t)g->ntuples * g->n];
    for (uint32_t k = 0; k < g->n; k++)
        if (sx_expr_eval(c->law[g->law[k]], env, &tuple[k], NULL))
            return;
    for (uint32_t i = 0; i < g->ntuples; i++)
        if (memcmp(&g->tuple[(size_t)i * g->n], tuple, g->n * sizeof *tuple) == 0)
            return;
    if (++g->ntuples == SX_TYPE_ROWS)
        c->reason = "more than 64 different datatypes here";
}

/* Over the places along its axes. */
static void take_along(choice *c, group *g)
{
    sx_expr_env env = sx_place_env(c->place, c->comm, NULL, 0);
    struct sx_place grid[SX_MAX_GRIDS] = { 0 };
    if (env.ngrids)
        memcpy(grid, env.grid, env.ngrids * sizeof *grid);
    env.grid = grid;
    struct sx_place *at = &grid[c->grid];
    uint32_t d = 0;
    memset(at->coord, 0, sizeof at->coord);
    do {
        take(c, g, &env);
        for (d = 0; d < at->ndims; d++) {
            if (!(g->axes >> d & 1))
                continue;
            if (++at->coord[d] < at->dim[d])
                break;
            at->coord[d] = 0;
        }
    } while (d < at->ndims && !c->reason);
}

static sx_status take_ranks(choice *c, group *g)
{
    for (sx_rank r = 0; r < c->rows->bound->p && !c->reason; r++) {
        int64_t size, rank;
        sx_status st = sx_place_move(c->place, r, c->err);
        if (st)
            return st;
        sx_place_comm(c->place, c->comm, &size, &rank);
        sx_expr_env env = sx_place_env(c->place, c->comm, NULL, 0);
        if (size > 0)
            take(c, g, &env);
    }
    return SX_OK;
}

/* Laws that have an axis in common are of one group; returns how many groups there are. */
static uint32_t divide(choice *c, bool by_axes, group *g)
{
    uint32_t n = 0;
    bool taken[SX_TYPE_ROWS_ARGUMENTS] = { false };
    for (uint32_t k = 0; k < c->nlaws; k++)
        c->axes[k] = by_axes ? axes_of(c->law[k], c->grid) : 1;
    for (uint32_t first = 0; first < c->nlaws; first++) {
        if (taken[first])
            continue;
        g[n].axes = c->axes[first];
        for (uint32_t k = first, grown = 1; grown; k = first) {
            for (grown = 0; k < c->nlaws; k++) {
                bool joins = !taken[k] && (k == first || c->axes[k] & g[n].axes);
                if (!joins)
                    continue;
                g[n].axes |= c->axes[k];
                g[n].law[g[n].n++] = k;
                taken[k] = true;
                grown = 1;
            }
        }
        n++;
    }
    return n;
}

/* ---- rows ---- */

static const sx_seq *numbers(choice *c, uint32_t n, const sx_expr *const *expr)
{
    int64_t value[SX_TYPE_ROWS_ARGUMENTS];
    for (uint32_t i = 0; i < n; i++) {
        uint32_t k = 0;
        while (k < c->nlaws && !sx_expr_equal(c->law[k], expr[i]))
            k++;
        value[i] = k < c->nlaws ? c->value[k] : expr[i]->value;
        if (k == c->nlaws && expr[i]->op != SX_EXPR_INT)
            c->reason = "a datatype with too many arguments that are laws";
    }
    return sx_seq_literal(c->rows->arena, value, n);
}

static sx_status add_row(sx_type_rows *rows, const sx_type *row, int64_t *ret,
                         sx_error *err)
{
    size_t i = 0;
    while (i < rows->n && !sx_type_same(&rows->type[i], row, NULL))
        i++;
    if (i == rows->capacity) {
        sx_type *larger = SX_NEW_ARRAY(rows->arena, sx_type, 2 * i + 1);
        if (!larger)
            return nomem(err);
        memcpy(larger, rows->type, i * sizeof *larger);
        rows->type = larger;
        rows->capacity = 2 * i + 1;
    }
    if (i == rows->n)
        rows->type[rows->n++] = *row;
    *ret = (int64_t)i;
    return SX_OK;
}

/* The number of what row i with laws is with the values at hand, made[i]; where there can be none, c->reason is why. */
static sx_status make_row(choice *c, size_t i)
{
    const sx_type_rows *rows = c->rows;
    const sx_type *from = &rows->bound->type[i];
    sx_type to = { .name = from->name, .combiner = from->combiner };
    int64_t part[SX_TYPE_ROWS_ARGUMENTS];
    for (uint64_t k = 0; k < from->types->length; k++) {
        int64_t of = sx_seq_at(from->types, k);
        part[k] =
            of < (int64_t)rows->first_law ? of : rows->made[(size_t)of - rows->first_law];
    }
    to.types = sx_seq_literal(rows->arena, part, from->types->length);
    if (from->law->nints)
        to.ints = numbers(c, from->law->nints, from->law->ints);
    if (from->law->naddresses)
        to.addresses = numbers(c, from->law->naddresses, from->law->addresses);
    if (!to.types || (from->law->nints && !to.ints) ||
        (from->law->naddresses && !to.addresses))
        return nomem(c->err);
    if (!c->reason && !sx_type_measure(rows->type, &to))
        c->reason =
            "the laws of a datatype's arguments give one that cannot be made here";
    return c->reason ? SX_OK
                     : add_row(c->rows, &to, &rows->made[i - rows->first_law], c->err);
}

/* All rows that the one at hand is made of, and that one last. */
static sx_status make_rows(choice *c, int64_t row, int64_t *ret)
{
    const size_t first = c->rows->first_law;
    sx_status st = SX_OK;
    for (size_t i = first; i <= (size_t)row && !st && !c->reason; i++)
        if (c->rows->in[i - first])
            st = make_row(c, i);
    *ret = c->rows->made[(size_t)row - first];
    return st;
}

/* ---- which row ---- */

/* Is this law of the group enough to tell its tuples apart? */
static bool tells(const group *g, uint32_t k)
{
    for (uint32_t i = 0; i < g->ntuples; i++)
        for (uint32_t j = 0; j < i; j++)
            if (g->tuple[(size_t)i * g->n + k] == g->tuple[(size_t)j * g->n + k])
                return false;
    return true;
}

/* Has a rank tuple i of the group? NULL where there is no other, or when out of memory. */
static const sx_expr *condition(const choice *c, const group *g, uint32_t i)
{
    sx_arena *arena = c->rows->arena;
    const sx_expr *all = NULL;
    uint32_t only = 0;
    while (only < g->n && !tells(g, only))
        only++;
    for (uint32_t k = 0; k < g->n && g->ntuples > 1; k++) {
        if (only < g->n && k != only)
            continue;
        const sx_expr *one =
            sx_expr_two(arena, SX_EXPR_EQ, c->law[g->law[k]],
                        sx_expr_int(arena, g->tuple[(size_t)i * g->n + k]));
        all = all ? sx_expr_two(arena, SX_EXPR_AND, all, one) : one;
    }
    return all;
}

/* Over all combinations of the groups' tuples, the last one first: it is what is left. */
static sx_status combine(choice *c, int64_t row, const group *g, uint32_t n,
                         const sx_expr **ret_expr)
{
    sx_arena *arena = c->rows->arena;
    uint64_t combinations = 1;
    for (uint32_t i = 0; i < n && combinations <= SX_TYPE_ROWS; i++)
        combinations *= g[i].ntuples;
    if (combinations == 0 || combinations > SX_TYPE_ROWS)
        c->reason = combinations ? "more than 64 different datatypes here"
                                 : "the law has no value here";
    const sx_expr *chosen = NULL;
    for (uint64_t k = c->reason ? 0 : combinations; k-- > 0;) {
        const sx_expr *all = NULL;
        uint64_t rest = k;
        int64_t made;
        for (uint32_t i = 0; i < n; rest /= g[i++].ntuples) {
            uint32_t tuple = (uint32_t)(rest % g[i].ntuples);
            for (uint32_t l = 0; l < g[i].n; l++)
                c->value[g[i].law[l]] = g[i].tuple[(size_t)tuple * g[i].n + l];
            const sx_expr *here = condition(c, &g[i], tuple);
            all = all && here ? sx_expr_two(arena, SX_EXPR_AND, all, here)
                              : (here ? here : all);
        }
        sx_status st = make_rows(c, row, &made);
        if (st || c->reason)
            return st;
        const sx_expr *number = sx_expr_int(arena, made);
        chosen = chosen ? sx_expr_make(arena, SX_EXPR_IF, all, number, chosen) : number;
        if (!chosen)
            return nomem(c->err);
    }
    *ret_expr = chosen;
    return SX_OK;
}

static sx_status choose(choice *c, int64_t row, group *g, const sx_expr **ret_expr)
{
    bool by_axes = is_of_one_grid(c);
    uint32_t n = divide(c, by_axes, g);
    sx_status st = sx_place_move(c->place, 0, c->err);
    for (uint32_t i = 0; i < n && !st && !c->reason; i++) {
        if (by_axes)
            take_along(c, &g[i]);
        else
            st = take_ranks(c, &g[i]);
    }
    return st ? st : combine(c, row, g, n, ret_expr);
}

sx_status sx_type_rows_choose(sx_type_rows *rows, int64_t row, uint32_t comm,
                              const sx_expr **ret_expr, const char **ret_reason,
                              sx_error *err)
{
    choice c = { .rows = rows, .comm = comm, .err = err };
    *ret_expr = NULL;
    c.nlaws = sx_type_rows_laws(rows, row, c.law);
    c.place = sx_place_create(rows->bound);
    group *g = calloc(c.nlaws + 1, sizeof *g);
    sx_status st = c.place && g ? choose(&c, row, g, ret_expr) : nomem(err);
    sx_place_destroy(c.place);
    free(g);
    *ret_reason = c.reason;
    return st;
}
