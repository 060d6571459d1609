/* Versions of one operation on two of what a value may be linear in, or on one and a number. There are thousands, nearly all
 * of which the first few samples refute: they are made of numbers, and become expressions where they fit. */
#include "law/versions.h"

#include "base/checked.h"

enum { LARGEST_HIDDEN = 16, LARGEST_WEIGHT = 3 };

typedef struct pair {
    sx_expr_op op; /* ADD: x + weight * y */
    size_t x, y; /* y SIZE_MAX: the number */
    int64_t number; /* or the weight of y */
    bool up; /* DIV rounds up */
    bool usual;
} pair;

typedef struct table {
    sx_versions *v;
    const sx_singles *singles;
    const int64_t *at; /* at[single * nrows + row] */
} table;

static int64_t operate(const pair *p, int64_t x, int64_t y)
{
    switch (p->op) {
    case SX_EXPR_MUL:
        return x * y;
    case SX_EXPR_EQ:
        return x == y;
    case SX_EXPR_LT:
        return x < y;
    case SX_EXPR_MIN:
        return x < y ? x : y;
    case SX_EXPR_MAX:
        return x > y ? x : y;
    case SX_EXPR_MOD:
        return sx_floor_mod(x, y);
    case SX_EXPR_DIV:
        return (x + (p->up ? y - 1 : 0)) / y;
    default:
        return x + p->number * y;
    }
}

static bool refuted(const table *t, const pair *p)
{
    const sx_versions *v = t->v;
    const int64_t *x = &t->at[p->x * v->nrows],
                  *y = p->y == SIZE_MAX ? NULL : &t->at[p->y * v->nrows];
    int64_t first = 0, a = 0;
    /* A limit that no input comes to is another regime, and so is the second step of parts of which inputs show the first. */
    bool is_limit = p->op == SX_EXPR_MIN || p->op == SX_EXPR_MAX || p->op == SX_EXPR_MOD;
    bool unseen = is_limit;
    int64_t least = INT64_MAX, most = INT64_MIN;
    for (size_t i = 0; i < v->nrows; i++) {
        int64_t value = operate(p, x[i], y ? y[i] : p->number);
        unseen = unseen && value == x[i];
        least = value < least ? value : least;
        most = value > most ? value : most;
        if (i == 0)
            first = value;
        int64_t step = value - first, change = v->row[i]->value - v->row[0]->value;
        if (!a && step && change % step == 0)
            a = change / step;
        if (a * step != change)
            return true;
    }
    return a == 0 || unseen || (p->op == SX_EXPR_DIV && !p->usual && most - least < 2);
}

static const sx_expr *expr_of(const table *t, const pair *p)
{
    sx_arena *arena = t->v->scratch;
    const sx_expr *x = t->singles->of[p->x];
    const sx_expr *y =
        p->y == SIZE_MAX ? sx_expr_int(arena, p->number) : t->singles->of[p->y];
    if (p->op == SX_EXPR_ADD) {
        bool minus = p->number < 0;
        const sx_expr *weighed = sx_expr_two(
            arena, SX_EXPR_MUL, sx_expr_int(arena, minus ? -p->number : p->number), y);
        return sx_expr_two(arena, minus ? SX_EXPR_SUB : SX_EXPR_ADD, x, weighed);
    }
    if (p->up)
        x = sx_expr_two(arena, SX_EXPR_ADD, x, sx_expr_int(arena, p->number - 1));
    return sx_expr_two(arena, p->op, x, y);
}

static void try_pair(const table *t, pair p)
{
    if (!refuted(t, &p))
        sx_versions_try(t->v, expr_of(t, &p), p.usual,
                        p.y == SIZE_MAX || p.op == SX_EXPR_ADD);
}

static void try_two(const table *t, size_t x, size_t y)
{
    for (int64_t h = 1; h <= LARGEST_WEIGHT; h++)
        for (int64_t sign = 1; sign >= -1; sign -= 2) {
            try_pair(t, (pair) { .op = SX_EXPR_ADD,
                                 .x = x,
                                 .y = y,
                                 .number = sign * h,
                                 .usual = true });
            if (h > 1)
                try_pair(t, (pair) { .op = SX_EXPR_ADD,
                                     .x = y,
                                     .y = x,
                                     .number = sign * h,
                                     .usual = true });
        }
    static const sx_expr_op both[] = { SX_EXPR_EQ, SX_EXPR_LT, SX_EXPR_MIN, SX_EXPR_MAX };
    for (size_t i = 0; i < sizeof both / sizeof *both; i++)
        try_pair(t, (pair) { .op = both[i], .x = x, .y = y });
}

static void try_number(const table *t, size_t x, int64_t h, bool is_extent)
{
    static const sx_expr_op any[] = { SX_EXPR_EQ, SX_EXPR_LT, SX_EXPR_MIN, SX_EXPR_MAX };
    for (size_t i = 0; i < sizeof any / sizeof *any; i++)
        try_pair(t, (pair) { .op = any[i], .x = x, .y = SIZE_MAX, .number = h });
    if (h < 2)
        return;
    try_pair(t, (pair) { .op = SX_EXPR_MOD, .x = x, .y = SIZE_MAX, .number = h });
    try_pair(
        t,
        (pair) {
            .op = SX_EXPR_DIV, .x = x, .y = SIZE_MAX, .number = h, .usual = is_extent });
    try_pair(t, (pair) { .op = SX_EXPR_DIV,
                         .x = x,
                         .y = SIZE_MAX,
                         .number = h,
                         .up = true,
                         .usual = is_extent });
}

/* False where one cannot be evaluated, or is too large. */
static bool fill(const sx_versions *v, const sx_expr *single, int64_t *at)
{
    for (size_t i = 0; i < v->nrows; i++)
        if (!single || sx_expr_eval(single, &v->env[i], &at[i], NULL) || at[i] < 0 ||
            at[i] > INT32_MAX)
            return false;
    return true;
}

void sx_versions_try_pairs(sx_versions *v, const sx_singles *singles)
{
    int64_t *at = SX_NEW_ARRAY(v->scratch, int64_t, singles->n * v->nrows);
    bool *usable = SX_NEW_ARRAY(v->scratch, bool, singles->n);
    const table t = { v, singles, at };
    v->failed = v->failed || !at || !usable;
    for (size_t x = 0; !v->failed && x < singles->n; x++) {
        usable[x] = fill(v, singles->of[x], &at[x * v->nrows]);
        bool is_extent = x < singles->n - singles->ncounters && x % 2 == 0;
        if (!usable[x])
            continue;
        sx_versions_try(v, singles->of[x], true, 0);
        for (int64_t h = 1; h <= LARGEST_HIDDEN; h++)
            try_number(&t, x, h, is_extent);
        for (size_t y = 0; y <= x; y++) {
            bool extents = is_extent && y % 2 == 0 && y < x;
            if (usable[y])
                try_pair(&t,
                         (pair) { .op = SX_EXPR_MUL, .x = y, .y = x, .usual = extents });
            if (usable[y] && y < x)
                try_two(&t, y, x);
        }
    }
}
