/* One law on one side of a comparison of places, another on the other side. Values that are two numbers in each run say themselves on which
 * side their ranks are; other values may follow sides that are known from such. */
#include "law/sides.h"

#include "law/column.h"
#include "law/lookalikes.h"

static sx_status nomem(sx_error *err)
{
    return sx_fail(err, SX_NOMEM, "out of memory");
}

/* ---- the sides ---- */

/* 1 for what has the value of the first sample of its run; false when a run has more than two values, or none has two. */
static bool tell_sides(const sx_samples *samples, int64_t *side)
{
    int64_t one = 0, other = 0;
    bool has_other = false, some = false;
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        if (i == 0 || s->run != s[-1].run) {
            one = s->value;
            has_other = false;
        }
        side[i] = s->value == one;
        if (side[i])
            continue;
        if (has_other && s->value != other)
            return false;
        other = s->value;
        has_other = some = true;
    }
    return some;
}

/* Has each run one value more of something below the border than above? So have blocks, of which the first take the rest. */
static bool may_be_rest(const sx_samples *samples, const int64_t *holds, int64_t low)
{
    int64_t above = 0, below = 0;
    bool has_above = false, has_below = false;
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        if (i == 0 || s->run != s[-1].run)
            has_above = has_below = false;
        if (holds[i] == low)
            below = s->value;
        else
            above = s->value;
        has_below = has_below || holds[i] == low;
        has_above = has_above || holds[i] != low;
        if (has_above && has_below && (above >= below || above % (below - above) != 0))
            return false;
    }
    return true;
}

/* Of a border of one coordinate: is it where a block distribution may have it? */
static bool may_be_of_blocks(const sx_runs *runs, const sx_samples *samples,
                             const sx_expr *where, int64_t *holds)
{
    const bool is_less = where->op == SX_EXPR_LT || where->op == SX_EXPR_LE;
    const bool is_border = is_less || where->op == SX_EXPR_GE || where->op == SX_EXPR_GT;
    return samples->is_size && is_border &&
           sx_column_values(runs, samples, where, holds) &&
           may_be_rest(samples, holds, is_less);
}

/* Who has the value of the first rank of each run, by a law of its own; expr NULL where there is none, or where blocks may have it. */
static sx_status find_border(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                             sx_law *ret_where, sx_error *err)
{
    int64_t *side = SX_NEW_ARRAY(arena, int64_t, samples->n);
    sx_sample *sample =
        sx_arena_copy(arena, samples->sample, samples->n, sizeof *samples->sample);
    if (!side || !sample)
        return nomem(err);
    if (!tell_sides(samples, side))
        return SX_OK;
    for (size_t i = 0; i < samples->n; i++)
        sample[i].value = side[i];
    const sx_samples truth = { .n = samples->n,
                               .sample = sample,
                               .first_counter = samples->first_counter,
                               .is_size = true };
    sx_law where = { 0 };
    sx_status st = sx_side_find(arena, runs, &truth, &where, err);
    if (st || !where.expr || may_be_of_blocks(runs, samples, where.expr, side))
        return st;
    st = sx_lookalikes_of_place(arena, runs, &truth, &where, err);
    if (st)
        return st;
    sx_runs_add_border(runs, where.expr, &where.evidence);
    *ret_where = where;
    return SX_OK;
}

/* ---- the laws ---- */

/* What a law is in doubt of matters on its own side only. */
static sx_evidence on_side(sx_arena *arena, sx_evidence evidence, const sx_expr *where,
                           int64_t side)
{
    if (evidence.doubt)
        evidence.doubt =
            sx_expr_two(arena, SX_EXPR_AND,
                        sx_expr_two(arena, SX_EXPR_EQ, where, sx_expr_int(arena, side)),
                        evidence.doubt);
    return evidence;
}

enum {
    MORE_BORDERS = 6, /* in a row, beyond the first */
    TRIES = 200 /* borders that are tried for one value, alone or in a row */
};

typedef struct search {
    sx_arena *arena;
    sx_runs *runs;
    unsigned tries; /* that are left */
} search;

static sx_status try_sides(search *s, const sx_samples *samples, const sx_law *where,
                           size_t next, unsigned more, sx_law *ret_law, sx_error *err);

/* With each known border from one on, until there is a law. */
static sx_status try_borders(search *s, const sx_samples *samples, size_t from,
                             unsigned more, sx_law *ret_law, sx_error *err)
{
    const sx_runs *runs = s->runs;
    sx_status st = SX_OK;
    for (size_t i = from; i < runs->nborders && !st && !ret_law->expr; i++) {
        const sx_law where = { runs->border[i].where, runs->border[i].evidence };
        st = try_sides(s, samples, &where, i + 1, more, ret_law, err);
    }
    return st;
}

/* The law of those on one side, or several where further known borders stand between these. */
static sx_status find_part(search *s, const sx_samples *part, size_t next, unsigned more,
                           sx_law *ret_law, sx_error *err)
{
    sx_status st = SX_OK;
    if (sx_samples_are_truth(part))
        st = sx_side_find(s->arena, s->runs, part, ret_law, err);
    if (!st && !ret_law->expr)
        st = sx_law_find_among(s->arena, s->runs, part, SX_LAW_OF_PIECES, ret_law, err);
    if (!st && !ret_law->expr)
        st = sx_law_ratio(s->arena, s->runs, part, ret_law, err);
    return st || ret_law->expr || more == 0
               ? st
               : try_borders(s, part, next, more - 1, ret_law, err);
}

static sx_status try_sides(search *s, const sx_samples *samples, const sx_law *where,
                           size_t next, unsigned more, sx_law *ret_law, sx_error *err)
{
    sx_arena *arena = s->arena;
    sx_runs *runs = s->runs;
    int64_t *holds = SX_NEW_ARRAY(arena, int64_t, samples->n);
    sx_law law[2] = { { 0 } };
    size_t first;
    if (!holds)
        return nomem(err);
    if (s->tries == 0 || !sx_column_values(runs, samples, where->expr, holds))
        return SX_OK;
    s->tries--;
    const uint32_t constants = runs->nconstants;
    sx_evidence evidence = where->evidence;
    for (int64_t side = 1; side >= 0; side--) {
        sx_samples part = sx_samples_with(arena, samples, holds, side);
        part.beat = NULL;
        part.beaten = NULL;
        if (!part.sample)
            return nomem(err);
        if (sx_samples_runs(&part) < 2)
            return SX_OK;
        sx_status st = find_part(s, &part, next, side ? 0 : more, &law[side], err);
        if (st || !law[side].expr) {
            runs->nconstants = constants; /* nobody will use them */
            return st;
        }
        evidence = sx_evidence_join(
            arena, evidence, on_side(arena, law[side].evidence, where->expr, side));
    }
    const sx_expr *expr =
        sx_expr_make(arena, SX_EXPR_IF, where->expr, law[1].expr, law[0].expr);
    if (!expr)
        return nomem(err);
    if (sx_column_matches(runs, samples, expr, &first))
        *ret_law = (sx_law) { expr, evidence };
    else
        runs->nconstants = constants;
    return SX_OK;
}

sx_status sx_sides_try(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                       const sx_law *where, sx_law *ret_law, sx_error *err)
{
    search s = { arena, runs, 1 };
    return try_sides(&s, samples, where, 0, 0, ret_law, err);
}

sx_status sx_law_sides(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                       sx_law *ret_law, sx_error *err)
{
    sx_law where = { 0 };
    if (samples->varying || sx_samples_runs(samples) < 2 ||
        sx_samples_have_one_value(samples))
        return SX_OK;
    sx_status st =
        samples->lists ? SX_OK : find_border(arena, runs, samples, &where, err);
    if (st || where.expr)
        return st ? st : sx_sides_try(arena, runs, samples, &where, ret_law, err);
    if (samples->beat)
        return SX_OK;
    search s = { arena, runs, TRIES };
    st = try_borders(&s, samples, 0, 0, ret_law, err);
    return st || ret_law->expr ? st
                               : try_borders(&s, samples, 0, MORE_BORDERS, ret_law, err);
}
