/* How many neighbours there are along some axes of a grid: so many requests to wait for, so many messages. A number times those on either side, or
 * on one side, and a number besides. */
#include "law/column.h"
#include "law/law.h"

enum { MOST_AXES = 4, MOST = 1 << 20 };

/* On which sides of a place neighbours count; what on both sides is as much on short axes: one more than how far the nearer end is, or for odd places. */
typedef enum side { EITHER, LOWER, UPPER, DEPTH, ODD } side;

typedef struct beside {
    sx_arena *arena;
    sx_runs *runs;
    const sx_samples *samples;
    int64_t *count; /* by sample */
} beside;

static const sx_expr *neighbours_of(sx_arena *arena, uint32_t g, uint32_t axis, side on)
{
    const sx_expr *c = sx_expr_var(arena, SX_VAR_COORD, g, axis),
                  *d = sx_expr_var(arena, SX_VAR_DIM, g, axis),
                  *one = sx_expr_int(arena, 1);
    const sx_expr *last = sx_expr_two(arena, SX_EXPR_SUB, d, one);
    const sx_expr *lower = sx_expr_two(arena, SX_EXPR_GT, c, sx_expr_int(arena, 0)),
                  *upper = sx_expr_two(arena, SX_EXPR_LT, c, last);
    switch (on) {
    case EITHER:
        return sx_expr_two(arena, SX_EXPR_ADD, lower, upper);
    case LOWER:
        return lower;
    case UPPER:
        return upper;
    case DEPTH:
        last = sx_expr_two(arena, SX_EXPR_SUB, last, c);
        return sx_expr_two(arena, SX_EXPR_ADD, sx_expr_two(arena, SX_EXPR_MIN, c, last),
                           one);
    case ODD:
        break;
    }
    return sx_expr_two(arena, SX_EXPR_ADD,
                       sx_expr_two(arena, SX_EXPR_MOD, c, sx_expr_int(arena, 2)), one);
}

/* Of these axes (a bit each), one of them counted otherwise. */
static const sx_expr *count_of(sx_arena *arena, uint32_t g, unsigned axes, side on,
                               uint32_t other, side on_other)
{
    const sx_expr *count = sx_expr_int(arena, 0);
    for (uint32_t a = 0; a < MOST_AXES; a++)
        if (axes >> a & 1)
            count = sx_expr_two(arena, SX_EXPR_ADD, count,
                                neighbours_of(arena, g, a, a == other ? on_other : on));
    return count;
}

/* So many times the count, and more: as two samples of different count have it. NULL where there are no such, or a third one has it otherwise. */
static const sx_expr *law_of(const beside *b, const sx_expr *count)
{
    const sx_sample *s = b->samples->sample;
    size_t other = 0;
    if (!sx_column_values(b->runs, b->samples, count, b->count))
        return NULL;
    while (other < b->samples->n && b->count[other] == b->count[0])
        other++;
    if (other == b->samples->n || s[other].value == s[0].value)
        return NULL;
    for (size_t i = 0; i < b->samples->n; i++)
        if (s[i].value > MOST || s[i].value < -MOST)
            return NULL;
    const int64_t by = b->count[other] - b->count[0],
                  each = (s[other].value - s[0].value) / by,
                  more = s[0].value - each * b->count[0];
    for (size_t i = 0; i < b->samples->n; i++)
        if (s[i].value != each * b->count[i] + more)
            return NULL;
    const sx_expr *times =
        sx_expr_two(b->arena, SX_EXPR_MUL, sx_expr_int(b->arena, each), count);
    return times ? sx_expr_plus(b->arena, times, more) : NULL;
}

/* Has the axis one place in some input? */
static bool shows_one_place(const beside *b, uint32_t g, uint32_t axis)
{
    bool shows = false;
    for (size_t i = 0; i < b->samples->n && !shows; i++)
        shows =
            b->runs->place[b->samples->sample[i].rank * SX_MAX_GRIDS + g].dim[axis] == 1;
    return shows;
}

static sx_status contest(const beside *b, const sx_expr *count, const char *reason,
                         sx_law *law, sx_error *err)
{
    if (!count)
        return sx_fail(err, SX_NOMEM, "out of memory");
    const sx_expr *rival = law_of(b, count);
    return rival ? sx_law_doubt_other(b->arena, b->runs, rival, reason, law, err) : SX_OK;
}

/* What else is as much on short axes, and who is first and last at once. */
static sx_status doubt_short(const beside *b, uint32_t g, unsigned axes, side on,
                             sx_law *law, sx_error *err)
{
    static const char ends[] = "who is first and last on an axis at once shows in no "
                               "input: add one with an axis of one rank",
                      middle[] = "places between the ends of an axis are too few to tell "
                                 "how they are alike: add an input with a longer axis";
    static const side instead[] = { DEPTH, ODD };
    sx_status st = SX_OK;
    for (uint32_t a = 0; a < MOST_AXES; a++) {
        if (!(axes >> a & 1))
            continue;
        if (!shows_one_place(b, g, a))
            law->evidence = sx_evidence_join(
                b->arena, law->evidence,
                (sx_evidence) { SX_LABEL_PROVED, ends,
                                sx_expr_two(b->arena, SX_EXPR_EQ,
                                            sx_expr_var(b->arena, SX_VAR_DIM, g, a),
                                            sx_expr_int(b->arena, 1)) });
        for (size_t k = 0; on == EITHER && !st && k < 2; k++)
            st = contest(b, count_of(b->arena, g, axes, on, a, instead[k]), middle, law,
                         err);
    }
    return st;
}

/* A number and another are chosen: two inputs do not predict a third. */
static sx_evidence evidence_of(const beside *b)
{
    enum { PREDICTED = 3 };
    return sx_samples_runs(b->samples) >= PREDICTED
               ? (sx_evidence) { .label = SX_LABEL_PROVED }
               : (sx_evidence) { SX_LABEL_EXACT,
                                 "two inputs show it, and predict no third: add one",
                                 NULL };
}

/* Of one grid: other axes or sides that fit as well are a doubt. */
static sx_status find_in_grid(const beside *b, uint32_t g, sx_law *law, sx_error *err)
{
    static const char reason[] = "neighbours along other axes, or on another side, fit "
                                 "all inputs as well: add an input";
    const unsigned all = (1u << b->runs->grid[g].ndims) - 1;
    sx_status st = SX_OK;
    for (unsigned axes = all; axes > 0; axes--)
        for (side on = EITHER; on <= UPPER && !st; on++) {
            const sx_expr *count = count_of(b->arena, g, axes, on, MOST_AXES, EITHER);
            if (law->expr) {
                st = contest(b, count, reason, law, err);
                continue;
            }
            law->expr = count ? law_of(b, count) : NULL;
            law->evidence = evidence_of(b);
            if (law->expr)
                st = doubt_short(b, g, axes, on, law, err);
            else if (!count)
                st = sx_fail(err, SX_NOMEM, "out of memory");
        }
    return st;
}

/* Has everybody who is asked a place in it? */
static bool has_all(const beside *b, uint32_t g)
{
    bool all = b->runs->grid[g].ndims <= MOST_AXES;
    for (size_t i = 0; i < b->samples->n && all; i++)
        all = b->runs->place[b->samples->sample[i].rank * SX_MAX_GRIDS + g].coord[0] >= 0;
    return all;
}

sx_status sx_law_beside(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                        sx_law *ret_law, sx_error *err)
{
    enum { VALUES = 2 * MOST_AXES + 1 };
    beside b = { arena, runs, samples, NULL };
    sx_law law = { 0 };
    if (!samples->is_size || samples->lists || samples->varying ||
        sx_samples_have_special(samples) || sx_samples_have_one_value(samples) ||
        sx_samples_values(samples, VALUES + 1) > VALUES || sx_samples_runs(samples) < 2)
        return SX_OK;
    b.count = SX_ROOM_ARRAY(arena, int64_t, samples->n);
    if (!b.count)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (uint32_t g = 0; g < runs->ngrids && !law.expr; g++) {
        sx_status st = has_all(&b, g) ? find_in_grid(&b, g, &law, err) : SX_OK;
        if (st)
            return st;
    }
    *ret_law = law;
    return SX_OK;
}
