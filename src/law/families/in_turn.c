/* What a place has of N points that are dealt out in blocks of B, one place after the other along an axis, the last block being shorter: the rows of a
 * matrix in block-cyclic form. Of M blocks place c of q has block(M, q, c), and whoever has the last one N - M B less. */
#include "law/column.h"
#include "law/law.h"

enum { MOST = 1 << 22 /* points: each size of block is tried */ };

/* What the places along an axis have, by run. */
typedef struct turns {
    uint32_t grid, axis;
    int64_t points; /* of all places, in every run */
    int64_t *at[SX_RUNS], q[SX_RUNS]; /* q is 0 in runs without samples */
} turns;

static const struct sx_place *place_of(const sx_runs *runs, const sx_sample *s,
                                       uint32_t grid)
{
    return &runs->place[s->rank * SX_MAX_GRIDS + grid];
}

/* False where a place has several values. */
static bool read_places(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                        turns *of)
{
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        const struct sx_place *place = place_of(runs, s, of->grid);
        const int64_t c = place->coord[of->axis];
        if (!of->q[s->run]) {
            of->q[s->run] = place->dim[of->axis];
            of->at[s->run] = SX_NEW_ARRAY(arena, int64_t, (size_t)of->q[s->run]);
            for (int64_t k = 0; of->at[s->run] && k < of->q[s->run]; k++)
                of->at[s->run][k] = SX_NULL;
        }
        int64_t *at = of->at[s->run];
        if (!at || s->value < 0 || s->value > MOST ||
            (at[c] != SX_NULL && at[c] != s->value))
            return false;
        at[c] = s->value;
    }
    return true;
}

/* Have all runs as many points, in two rows of different lengths at least? */
static bool sum_up(const sx_runs *runs, turns *of)
{
    int64_t length = 0;
    bool differ = false;
    for (size_t run = 0; run < runs->n; run++) {
        int64_t sum = 0;
        for (int64_t c = 0; c < of->q[run]; c++) {
            if (of->at[run][c] == SX_NULL)
                return false;
            sum += of->at[run][c];
        }
        if (!of->q[run])
            continue;
        differ = differ || (length && of->q[run] != length);
        if (sum > MOST || (length && sum != of->points))
            return false;
        length = of->q[run];
        of->points = sum;
    }
    return differ && of->points > 0;
}

static bool fits(const sx_runs *runs, const turns *of, int64_t block)
{
    const int64_t blocks = (of->points + block - 1) / block,
                  less = blocks * block - of->points;
    for (size_t run = 0; run < runs->n; run++)
        for (int64_t c = 0, q = of->q[run]; c < q; c++) {
            int64_t own = block * (blocks / q + (c < blocks % q));
            own -= c == (blocks - 1) % q ? less : 0;
            if (own != of->at[run][c])
                return false;
        }
    return true;
}

static const sx_expr *law_of(sx_arena *arena, const turns *of, int64_t block)
{
    const int64_t blocks = (of->points + block - 1) / block;
    const sx_expr *q = sx_expr_var(arena, SX_VAR_DIM, of->grid, of->axis),
                  *c = sx_expr_var(arena, SX_VAR_COORD, of->grid, of->axis);
    const sx_expr *all =
        sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, block),
                    sx_expr_make(arena, SX_EXPR_BLOCK, sx_expr_int(arena, blocks), q, c));
    const sx_expr *last =
        sx_expr_two(arena, SX_EXPR_MOD, sx_expr_int(arena, blocks - 1), q);
    return sx_expr_two(arena, SX_EXPR_SUB, all,
                       sx_expr_two(arena, SX_EXPR_MUL,
                                   sx_expr_int(arena, blocks * block - of->points),
                                   sx_expr_two(arena, SX_EXPR_EQ, c, last)));
}

/* The law of the smallest blocks that fit; others are a doubt. */
static sx_status find_block(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                            const turns *of, sx_law *ret_law, sx_error *err)
{
    static const char other[] =
        "blocks of another size, dealt out in turn, fit all inputs, and differ here: "
        "add an input";
    sx_law law = { 0 };
    sx_status st = SX_OK;
    size_t first;
    if (!sx_runs_spend(runs, (uint64_t)of->points))
        return SX_OK;
    for (int64_t block = 2; !st && 2 * block <= of->points; block++) {
        if (!fits(runs, of, block))
            continue;
        const sx_expr *expr = law_of(arena, of, block);
        if (!expr)
            return sx_fail(err, SX_NOMEM, "out of memory");
        if (law.expr)
            st = sx_law_doubt_other(arena, runs, expr, other, &law, err);
        else if (of->points % block == 0)
            return SX_OK; /* blocks of blocks that are all as long */
        else
            law = (sx_law) { expr,
                             { .label = SX_LABEL_EXACT,
                               .reason = "blocks that are dealt out in turn leave a "
                                         "shorter one: an input more would test who "
                                         "has it" } };
    }
    if (!st && law.expr && sx_column_matches(runs, samples, law.expr, &first))
        *ret_law = law;
    return st;
}

sx_status sx_law_in_turn(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                         sx_law *ret_law, sx_error *err)
{
    sx_status st = SX_OK;
    if (samples->beat || !samples->is_size || samples->lists || samples->varying ||
        sx_samples_have_special(samples))
        return SX_OK;
    for (uint32_t g = 0; g < runs->ngrids; g++)
        for (uint32_t a = 0; !st && !ret_law->expr && a < runs->grid[g].ndims; a++) {
            turns of = { .grid = g, .axis = a };
            if (read_places(arena, runs, samples, &of) && sum_up(runs, &of))
                st = find_block(arena, runs, samples, &of, ret_law, err);
        }
    return st;
}
