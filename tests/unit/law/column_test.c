/* Expressions at many samples at once give what they give at one: random trees over random samples. */
#include "law/column.h"

#include "base/checked.h"
#include "tap.h"

#include <stdio.h>

enum { RUNS_OF_TEST = 2, RANKS = 10, SAMPLES = 150, TREES = 4000 };

static uint64_t drawn;

static uint64_t draw(uint64_t below)
{
    return sx_hash_mix(++drawn) % below;
}

/* Two runs of 6 and 4 ranks in a grid of 3 x 2 and 2 x 2, of which the last rank is outside. */
static void make_runs(sx_runs *runs)
{
    static const int64_t p[] = { 4, 6 }, offset[] = { 6, 0 };
    static uint32_t run_of[RANKS];
    static int64_t size[RANKS], rank[RANKS];
    static int64_t *sizes[] = { size }, *ranks[] = { rank };
    static struct sx_place place[RANKS * SX_MAX_GRIDS];
    static sx_grid grid[] = { { .ndims = 2 } };
    static int64_t first[] = { 404, -7 }, second[] = { 404, 12 };
    static int64_t *constant[] = { first, second };
    for (int64_t r = 0; r < RANKS; r++) {
        run_of[r] = r < 6;
        size[r] = p[run_of[r]];
        rank[r] = r - offset[run_of[r]];
        struct sx_place *at = &place[r * SX_MAX_GRIDS];
        *at = (struct sx_place) { .ndims = 2, .dim = { size[r] / 2, 2 } };
        at->coord[0] = r == RANKS - 1 ? -1 : rank[r] % at->dim[0];
        at->coord[1] = rank[r] / at->dim[0];
    }
    *runs = (sx_runs) { .n = RUNS_OF_TEST,
                        .p = p,
                        .offset = offset,
                        .total = RANKS,
                        .run_of = run_of,
                        .comm_size = sizes,
                        .comm_rank = ranks,
                        .ngrids = 1,
                        .grid = grid,
                        .place = place,
                        .nconstants = 2,
                        .constant_value = constant };
}

static void make_samples(const sx_runs *runs, sx_sample *sample, sx_samples *samples)
{
    for (size_t i = 0; i < SAMPLES; i++) {
        int64_t r = (int64_t)(i * RANKS / SAMPLES);
        sample[i] = (sx_sample) { .run = runs->run_of[r],
                                  .rank = r,
                                  .element = (int64_t)draw(3),
                                  .counter = { (int32_t)draw(4), (int32_t)draw(9) } };
    }
    *samples = (sx_samples) {
        .n = SAMPLES, .sample = sample, .first_counter = 1, .ncounters = 2
    };
}

static const sx_expr *leaf(sx_arena *arena)
{
    static const int64_t number[] = { 0, 1,       2,      -3,        5,
                                      7, SX_NULL, SX_ANY, INT64_MAX, 1 << 20 };
    if (draw(3) == 0)
        return sx_expr_int(arena, number[draw(sizeof number / sizeof *number)]);
    unsigned grid = draw(20) == 0, axis = (unsigned)draw(2) + (draw(20) == 0);
    sx_var_kind var = (sx_var_kind)draw(SX_VAR_CONSTANT + 1);
    if (var == SX_VAR_COUNTER)
        axis = (unsigned)draw(3) + (draw(20) == 0);
    return sx_expr_var(arena, var, grid, axis);
}

static const sx_expr *tree(sx_arena *arena, unsigned depth, bool in_sum)
{
    static const sx_expr_op op[] = { SX_EXPR_OR,  SX_EXPR_AND, SX_EXPR_EQ,  SX_EXPR_NE,
                                     SX_EXPR_LT,  SX_EXPR_LE,  SX_EXPR_GT,  SX_EXPR_GE,
                                     SX_EXPR_ADD, SX_EXPR_SUB, SX_EXPR_MUL, SX_EXPR_DIV,
                                     SX_EXPR_MOD, SX_EXPR_XOR, SX_EXPR_MIN, SX_EXPR_MAX,
                                     SX_EXPR_POW, SX_EXPR_LOG };
    if (depth == 0)
        return leaf(arena);
    const sx_expr *a = tree(arena, depth - 1, in_sum),
                  *b = tree(arena, depth - 1, in_sum);
    const sx_expr *c = leaf(arena), *few = sx_expr_int(arena, 6);
    switch (draw(11)) {
    case 10:
        return sx_expr_make(arena, SX_EXPR_SHARE, a, b, c);
    case 0:
        return sx_expr_make(arena, SX_EXPR_IF, a, b, c);
    case 1:
        return sx_expr_make(arena, SX_EXPR_BLOCK, a, b, c);
    case 2:
        b = sx_expr_make(arena, SX_EXPR_CASE, b, c, leaf(arena));
        b = sx_expr_make(arena, SX_EXPR_CASE, a, leaf(arena), b);
        return sx_expr_make(arena, SX_EXPR_PICK, leaf(arena), b, NULL);
    case 3:
        if (in_sum)
            return leaf(arena);
        a = sx_expr_make(arena, SX_EXPR_MOD, leaf(arena), few, NULL);
        return sx_expr_make(arena, SX_EXPR_SUM, a, tree(arena, depth - 1, true), NULL);
    default:
        return sx_expr_make(arena, op[draw(sizeof op / sizeof *op)], a, b, NULL);
    }
}

/* Lanes where the column differs from one evaluation after the other. */
static unsigned differences(const sx_runs *runs, const sx_samples *samples,
                            const sx_expr *expr, unsigned *with_value)
{
    int64_t counter[SX_MAX_DEPTH + SX_SAMPLE_LOOPS];
    unsigned differ = 0;
    sx_column column;
    sx_column_init(&column, runs, samples);
    for (size_t i = 0, n; i < samples->n; i += n) {
        int64_t value[SX_COLUMN_LANES] = { 0 };
        sx_column_move(&column, i, &n);
        uint64_t want = draw(4) ? UINT64_MAX : draw(UINT64_MAX);
        want &= UINT64_MAX >> (SX_COLUMN_LANES - n);
        uint64_t ok = sx_column_eval(&column, expr, want, value);
        for (size_t k = 0; k < n; k++) {
            sx_expr_env env = sx_sample_env(runs, samples, i + k, counter);
            int64_t right = 0;
            bool has = sx_expr_eval(expr, &env, &right, NULL) == SX_OK;
            has = has && (want >> k & 1);
            *with_value += has;
            differ += has != (ok >> k & 1) || (has && value[k] != right);
        }
    }
    return differ;
}

int main(void)
{
    sx_arena *arena = sx_arena_create();
    sx_runs runs;
    sx_samples samples;
    static sx_sample sample[SAMPLES];
    make_runs(&runs);
    make_samples(&runs, sample, &samples);
    unsigned differ = 0, with_value = 0, trees = 0;
    for (unsigned i = 0; i < TREES; i++) {
        sx_arena_clear(arena);
        const sx_expr *expr = tree(arena, 1 + i % 5, false);
        if (!expr)
            continue;
        trees++;
        unsigned here = differences(&runs, &samples, expr, &with_value);
        if (here && !differ)
            printf("# tree %u differs in %u lanes\n", i, here);
        differ += here;
    }
    printf("# %u trees, %u values\n", trees, with_value);
    ok(trees > TREES / 2 && with_value > trees * SAMPLES / 8, "most trees have values");
    ok(differ == 0, "the same as one after the other");
    sx_arena_destroy(arena);
    return tap_done();
}
