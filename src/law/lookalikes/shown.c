/* What inputs show of a value in one place only: nothing tells what of the law is that place. */
#include "law/column.h"
#include "law/imagine.h"
#include "law/lookalikes.h"

/* Are all samples at this coordinate of the axis, though there are others? */
static bool are_at(const sx_runs *runs, const sx_samples *samples, uint32_t g, uint32_t a,
                   int64_t coord)
{
    bool others = false;
    for (size_t i = 0; i < samples->n; i++) {
        const struct sx_place *place =
            &runs->place[samples->sample[i].rank * SX_MAX_GRIDS + g];
        if (place->coord[a] != coord)
            return false;
        others = others || place->dim[a] > 1;
    }
    return others;
}

/* Samples of a law, or of those in one case of it: where `here` holds (NULL: everywhere). */
static sx_status doubt_elsewhere(sx_arena *arena, const sx_runs *runs,
                                 const sx_samples *samples, const sx_expr *here,
                                 sx_evidence *evidence, sx_error *err)
{
    static const char reason[] = "all who have it are at one place of an axis in all "
                                 "inputs: add one where they are at another";
    for (uint32_t g = 0; g < runs->ngrids; g++)
        for (uint32_t a = 0; a < runs->grid[g].ndims; a++) {
            const int64_t coord =
                runs->place[samples->sample[0].rank * SX_MAX_GRIDS + g].coord[a];
            if (runs->grid[g].comm != 0 || !are_at(runs, samples, g, a, coord))
                continue;
            const sx_expr *elsewhere =
                sx_expr_two(arena, SX_EXPR_NE, sx_expr_var(arena, SX_VAR_COORD, g, a),
                            sx_expr_int(arena, coord));
            if (here)
                elsewhere = sx_expr_two(arena, SX_EXPR_AND, here, elsewhere);
            if (!elsewhere)
                return sx_fail(err, SX_NOMEM, "out of memory");
            if (here && sx_imagine_vanishes(runs, elsewhere))
                continue;
            *evidence = sx_evidence_join(arena, *evidence,
                                         (sx_evidence) { .label = SX_LABEL_PROVED,
                                                         .reason = reason,
                                                         .doubt = elsewhere });
        }
    return SX_OK;
}

/* The samples for which the condition of a law of cases has this value (1, or 0). */
static sx_status doubt_case(sx_arena *arena, const sx_runs *runs,
                            const sx_samples *samples, const sx_expr *condition,
                            int64_t holds, sx_evidence *evidence, sx_error *err)
{
    sx_arena *scratch = sx_arena_create();
    int64_t *value = scratch ? SX_ROOM_ARRAY(scratch, int64_t, samples->n) : NULL;
    sx_samples of = { 0 };
    sx_status st = SX_OK;
    const sx_expr *here =
        holds ? condition
              : sx_expr_two(arena, SX_EXPR_EQ, condition, sx_expr_int(arena, 0));
    if (value && here && sx_column_values(runs, samples, condition, value))
        of = sx_samples_with(scratch, samples, value, holds);
    if (!value || !here)
        st = sx_fail(err, SX_NOMEM, "out of memory");
    else if (of.n > 0)
        st = doubt_elsewhere(arena, runs, &of, here, evidence, err);
    sx_arena_destroy(scratch);
    return st;
}

/* A coordinate that it follows from, and whether it follows from nothing else; NULL where it follows from nothing. */
static const sx_expr *coordinate_of(const sx_expr *expr, bool *ret_is_of_one)
{
    const sx_expr *of = NULL;
    if (expr->op == SX_EXPR_VAR) {
        *ret_is_of_one = *ret_is_of_one && expr->var == SX_VAR_COORD;
        return expr;
    }
    for (int i = 0; i < 3 && expr->arg[i]; i++) {
        const sx_expr *part = coordinate_of(expr->arg[i], ret_is_of_one);
        *ret_is_of_one = *ret_is_of_one && (!of || !part || sx_expr_equal(of, part));
        of = of ? of : part;
    }
    return of;
}

enum { SEEN = 8 };

/* How many different ones there are, up to `most` (less than SEEN), and the last of the axis. */
static size_t coordinates_at(const sx_runs *runs, const sx_samples *samples, uint32_t g,
                             uint32_t a, size_t most, int64_t *ret_last)
{
    int64_t seen[SEEN];
    size_t n = 0;
    *ret_last = 0;
    for (size_t i = 0; i < samples->n && n <= most && n < SEEN; i++) {
        const int64_t at =
            runs->place[samples->sample[i].rank * SX_MAX_GRIDS + g].coord[a];
        size_t k = 0;
        while (k < n && seen[k] != at)
            k++;
        if (k == n)
            seen[n++] = at;
        *ret_last = at > *ret_last ? at : *ret_last;
    }
    return n;
}

/* Of as many places as the law has numbers each was needed: it says nothing of those beyond. */
static sx_status doubt_beyond(sx_arena *arena, const sx_runs *runs,
                              const sx_samples *samples, sx_law *law, sx_error *err)
{
    static const char reason[] = "as many places of an axis as the law has numbers show "
                                 "it: add an input with more of them";
    enum { FEWEST = 3 }; /* two numbers of two places are lines of two extents */
    bool is_of_one = true;
    int64_t last;
    const sx_expr *at = coordinate_of(law->expr, &is_of_one);
    const size_t numbers = sx_law_numbers_in(law->expr);
    if (!at || !is_of_one || numbers < FEWEST || numbers >= SEEN ||
        runs->grid[at->grid].comm != 0 ||
        coordinates_at(runs, samples, at->grid, at->axis, numbers, &last) > numbers)
        return SX_OK;
    const sx_expr *beyond = sx_expr_two(arena, SX_EXPR_GT, at, sx_expr_int(arena, last));
    if (!beyond)
        return sx_fail(err, SX_NOMEM, "out of memory");
    law->evidence = sx_evidence_join(
        arena, law->evidence,
        (sx_evidence) { .label = SX_LABEL_PROVED, .reason = reason, .doubt = beyond });
    return SX_OK;
}

/* An end point farther than the next place: twice the own one, and so many on from the only one that has it, are the same. */
static bool is_far(const sx_samples *samples, const sx_expr *expr)
{
    uint64_t grids;
    sx_expr_uses(expr, NULL, &grids);
    return samples->is_peer && grids != 0 && sx_law_numbers_in(expr) > 0;
}

sx_status sx_lookalikes_of_coordinates(sx_arena *arena, const sx_runs *runs,
                                       const sx_samples *samples, sx_law *law,
                                       sx_error *err)
{
    if (!law->expr || law->evidence.label != SX_LABEL_PROVED || samples->n == 0 ||
        (samples->is_rank && !is_far(samples, law->expr)))
        return SX_OK;
    sx_status st = doubt_elsewhere(arena, runs, samples, NULL, &law->evidence, err);
    if (!st)
        st = doubt_beyond(arena, runs, samples, law, err);
    for (int holds = 0; holds < 2 && !st && law->expr->op == SX_EXPR_IF; holds++)
        st = doubt_case(arena, runs, samples, law->expr->arg[0], holds, &law->evidence,
                        err);
    return st;
}

/* ---- numbers that are a logarithm ---- */

static int64_t logarithm_of(int64_t x, bool up)
{
    int64_t l = 0;
    for (int64_t rest = up ? x - 1 : x / 2; rest > 0; rest /= 2)
        l++;
    return l;
}

/* The logarithm, up or down, of the number of ranks of all samples; -1 where it is not one. */
static int64_t logarithm_of_ranks(const sx_runs *runs, const sx_samples *samples, bool up)
{
    const sx_sample *s = samples->sample;
    int64_t all = -1;
    for (size_t i = 0; i < samples->n; i++) {
        if (i > 0 && s[i].run == s[i - 1].run)
            continue;
        const int64_t l = logarithm_of(runs->p[s[i].run], up);
        if (all >= 0 && l != all)
            return -1;
        all = l;
    }
    return all;
}

/* NULL when out of memory. */
static const sx_expr *other_logarithm(sx_arena *arena, const sx_expr *x, bool up,
                                      int64_t l)
{
    const sx_expr *two = sx_expr_int(arena, 2);
    const sx_expr *of =
        up ? sx_expr_two(arena, SX_EXPR_SUB, sx_expr_two(arena, SX_EXPR_MUL, two, x),
                         sx_expr_int(arena, 1))
           : x;
    return sx_expr_two(arena, SX_EXPR_NE, sx_expr_two(arena, SX_EXPR_LOG, two, of),
                       sx_expr_int(arena, l));
}

/* Is there a number that may be this power of two, or half of it? */
static bool has_power(const sx_expr *expr, int64_t power)
{
    if (expr->op == SX_EXPR_INT)
        return expr->value > 2 && (expr->value == power || expr->value == power / 2);
    for (int i = 0; i < 3 && expr->arg[i]; i++)
        if (has_power(expr->arg[i], power))
            return true;
    return false;
}

static bool may_have_logarithm(const sx_samples *samples, const sx_expr *law, int64_t l)
{
    if (l < 1)
        return false;
    if (samples->is_trips && law->op == SX_EXPR_INT)
        return law->value >= l - 1 && law->value <= l + 1;
    return samples->is_rank && has_power(law, INT64_C(1) << l);
}

sx_status sx_lookalikes_of_logarithm(sx_arena *arena, const sx_runs *runs,
                                     const sx_samples *samples, sx_law *law,
                                     sx_error *err)
{
    static const char reason[] = "a number may be the logarithm of the ranks, or a power "
                                 "of two next to them, which is "
                                 "the same in all inputs: add one where it is another";
    if (!law->expr || law->evidence.label != SX_LABEL_PROVED ||
        runs->p[0] == runs->p[runs->n - 1])
        return SX_OK;
    const sx_expr *ranks = sx_expr_var(arena, SX_VAR_P, 0, 0);
    for (int up = 0; ranks && up < 2; up++) {
        const int64_t l = logarithm_of_ranks(runs, samples, up);
        if (!may_have_logarithm(samples, law->expr, l))
            continue;
        const sx_expr *other = other_logarithm(arena, ranks, up, l);
        if (!other)
            return sx_fail(err, SX_NOMEM, "out of memory");
        law->evidence = sx_evidence_join(
            arena, law->evidence, (sx_evidence) { SX_LABEL_PROVED, reason, other });
    }
    return ranks ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
}

/* ---- axes on which ranks fall idle ---- */

static int64_t longest(const sx_runs *runs, uint32_t g, uint32_t a)
{
    int64_t most = 0;
    for (size_t run = 0; run < runs->n; run++) {
        const int64_t dim = runs->place[runs->offset[run] * SX_MAX_GRIDS + g].dim[a];
        most = dim > most ? dim : most;
    }
    return most;
}

static bool has_coordinate(const sx_expr *expr, uint32_t g, uint32_t a)
{
    bool has = expr->op == SX_EXPR_VAR && expr->var == SX_VAR_COORD && expr->grid == g &&
               expr->axis == a;
    for (int i = 0; i < 3 && expr->arg[i] && !has; i++)
        has = has_coordinate(expr->arg[i], g, a);
    return has;
}

/* Is there an input in which another axis is longer than this one is in any? */
static bool is_shorter(const sx_runs *runs, uint32_t g, uint32_t a)
{
    bool is = false;
    for (uint32_t other = 0; other < runs->grid[g].ndims; other++)
        is = is || longest(runs, g, other) > longest(runs, g, a);
    return is;
}

sx_status sx_lookalikes_of_levels(sx_arena *arena, const sx_runs *runs,
                                  const sx_samples *samples, sx_law *law, sx_error *err)
{
    static const char reason[] =
        "ranks fall idle along a longer axis, and this one is as long here: add an input";
    if (!samples->is_rank || !law->expr || law->evidence.label != SX_LABEL_PROVED ||
        runs->nlevels == 0)
        return SX_OK;
    for (uint32_t g = 0; g < runs->ngrids; g++)
        for (uint32_t a = 0; a < runs->grid[g].ndims; a++) {
            if (runs->grid[g].comm != 0 || !has_coordinate(law->expr, g, a) ||
                !is_shorter(runs, g, a))
                continue;
            const sx_expr *longer =
                sx_expr_two(arena, SX_EXPR_GT, sx_expr_var(arena, SX_VAR_DIM, g, a),
                            sx_expr_int(arena, longest(runs, g, a)));
            if (!longer)
                return sx_fail(err, SX_NOMEM, "out of memory");
            law->evidence = sx_evidence_join(
                arena, law->evidence, (sx_evidence) { SX_LABEL_PROVED, reason, longer });
        }
    return SX_OK;
}
