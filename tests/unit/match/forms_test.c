/* Forms of random expressions: where two are the same the expressions are equal everywhere, and their ranges hold. */
#include "match/over.h"

#include "base/checked.h"
#include "programs.h"
#include "tap.h"

#include <inttypes.h>

enum { RANKS = 16, EXPRESSIONS = 40000, KEPT = 64 };

static uint64_t state = 7;

/* An LCG, so that the expressions are the same everywhere. */
static int draw(int n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int)((state >> 33) % (unsigned)n);
}

static const sx_expr *draw_expr(sx_arena *arena, int depth)
{
    static const int64_t numbers[] = { 0, 1, 2, 3, 4, 15, -1, -3 };
    static const int64_t divisors[] = { 2, 3, 4, 8, 16 };
    static const sx_expr_op ops[] = {
        SX_EXPR_ADD, SX_EXPR_SUB, SX_EXPR_MUL, SX_EXPR_XOR, SX_EXPR_MIN, SX_EXPR_DIV,
        SX_EXPR_MOD, SX_EXPR_MOD, SX_EXPR_LT,  SX_EXPR_EQ,  SX_EXPR_IF,  SX_EXPR_BLOCK
    };
    if (depth == 0 || draw(5) == 0)
        return draw(2) ? sx_expr_var(arena, SX_VAR_RANK, 0, 0)
               : draw(2)
                   ? sx_expr_var(arena, SX_VAR_COORD, 0, (unsigned)draw(2))
                   : sx_expr_int(arena, numbers[draw(sizeof numbers / sizeof *numbers)]);
    sx_expr_op op = ops[draw(sizeof ops / sizeof *ops)];
    const sx_expr *x = draw_expr(arena, depth - 1), *y = draw_expr(arena, depth - 1);
    if (op == SX_EXPR_DIV || op == SX_EXPR_MOD)
        y = sx_expr_int(arena, divisors[draw(5)]);
    if (op == SX_EXPR_BLOCK)
        return sx_expr_make(arena, op, sx_expr_int(arena, 5 + draw(20)),
                            sx_expr_int(arena, divisors[draw(5)]), x);
    return sx_expr_make(arena, op, x, y,
                        op == SX_EXPR_IF ? draw_expr(arena, depth - 1) : NULL);
}

/* In rank r of 4 x 4; false where it has no value. */
static bool value_at(const sx_expr *expr, int64_t r, int64_t *ret_value)
{
    struct sx_place place = { .ndims = 2, .dim = { 4, 4 }, .coord = { r % 4, r / 4 } };
    sx_expr_env env = { .p = RANKS,
                        .rank = r,
                        .comm_size = RANKS,
                        .comm_rank = r,
                        .ngrids = 1,
                        .grid = &place };
    return sx_expr_eval(expr, &env, ret_value, NULL) == SX_OK;
}

typedef struct kept {
    const sx_expr *expr;
    const sx_poly *form;
} kept;

static int64_t first, last; /* ranks of the box */

static bool equal_everywhere(const sx_expr *a, const sx_expr *b)
{
    for (int64_t r = first; r <= last; r++) {
        int64_t x, y;
        if (value_at(a, r, &x) && value_at(b, r, &y) && x != y)
            return false;
    }
    return true;
}

static bool in_range(const sx_expr *expr, sx_range range)
{
    for (int64_t r = first; r <= last; r++) {
        int64_t x;
        if (value_at(expr, r, &x) && (x < range.least || x > range.most))
            return false;
    }
    return true;
}

int main(void)
{
    uint64_t equal = 0, ranges = 0;
    sx_arena *kept_arena = sx_arena_create();
    sx_trace trace = program_trace(kept_arena, "Barrier\n", RANKS);
    for (int round = 0; round < EXPRESSIONS / KEPT; round++) {
        sx_arena *arena = sx_arena_create();
        sx_box_of box = { .n = 1 };
        kept known[KEPT];
        int n = 0;
        first = draw(RANKS);
        last = first + draw(RANKS - (int)first);
        box.range[0] = (sx_range) { first, last };
        for (int i = 0; i < KEPT; i++) {
            sx_over over = { .trace = &trace, .algebra = { arena, &box }, .whole = true };
            const sx_expr *expr = draw_expr(arena, 3);
            sx_range range;
            over.rank = sx_poly_variable(&over.algebra, 0);
            sx_over_value v = sx_over_expr(&over, expr);
            if (v.kind != SX_OVER_POLY)
                continue;
            if (sx_poly_range(&over.algebra, v.poly, &range)) {
                ranges++;
                if (!in_range(expr, range))
                    ok(false, "round %d, expression %d: not in its range", round, i);
            }
            for (int k = 0; k < n; k++) {
                if (!sx_poly_equal(known[k].form, v.poly))
                    continue;
                equal++;
                if (!equal_everywhere(known[k].expr, expr))
                    ok(false, "round %d, expressions %d and %d have one form", round, k,
                       i);
            }
            known[n++] = (kept) { expr, v.poly };
        }
        sx_arena_destroy(arena);
    }
    ok(equal > 1000, "%" PRIu64 " pairs of expressions have one form", equal);
    ok(ranges > EXPRESSIONS / 2, "%" PRIu64 " ranges hold", ranges);
    sx_arena_destroy(kept_arena);
    return tap_done();
}
