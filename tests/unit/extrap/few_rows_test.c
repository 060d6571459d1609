/* Grids of few rows: an end point that few ranks have is the neighbour, not the line that they all are on as well; and who is in a row that
 * one input alone has is no doubt where the axis is no longer. */
#include "fit/fit.h"
#include "labelled.h"
#include "try_program.h"

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}

/* Columns and rows: 2 x 2, 4 x 2, 4 x 4, and 3 x 3. */
static int64_t columns(const synth_at *at)
{
    int64_t n = 1;
    while (n * n < at->p || at->p % n)
        n++;
    return n;
}
static int64_t right(const synth_at *at)
{
    return at->r % columns(at) + 1 < columns(at) ? at->r + 1 : SX_NULL;
}
static int64_t below(const synth_at *at)
{
    return at->r + columns(at) < at->p ? at->r + columns(at) : SX_NULL;
}
static int64_t above(const synth_at *at)
{
    return at->r - columns(at);
}
static int64_t has_above(const synth_at *at)
{
    return at->r >= columns(at);
}
static int64_t in_first_column(const synth_at *at)
{
    return at->r % columns(at) == 0 && at->r > 0;
}

#define SEND(to, who)                                                                    \
    {                                                                                    \
        'e', .op = SX_OP_Send, .where = who, .param = {                                  \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_PEER, to },                                                       \
            { SX_PARAM_TAG, zero }                                                       \
        }                                                                                \
    }

static const synth_item program[] = {
    SEND(right, NULL), SEND(below, NULL), SEND(above, in_first_column), { 0 }
};

/* All below the first row, which is one row of two at 4 ranks and at 8. */
static const synth_item lower[] = {
    SEND(right, NULL), SEND(below, NULL), SEND(above, has_above), { 0 }
};

/* Those of the first column that have a rank below: of column 0 a sum of both coordinates is the row. */
static int64_t goes_down(const synth_at *at)
{
    return at->r % columns(at) == 0 && at->r + columns(at) < at->p;
}
static const synth_item down[] = {
    SEND(right, NULL), SEND(below, NULL), SEND(below, goes_down), { 0 }
};

static sx_label label_from(const synth_item *of, const int64_t *scale, int64_t p)
{
    sx_arena *arena = sx_arena_create();
    sx_trace trace;
    sx_label label = SX_LABEL_RECORDED;
    if (extrapolate(arena, of, scale, p, &trace))
        label = label_of(arena, &trace, "2.ranks");
    sx_arena_destroy(arena);
    return label;
}

int main(void)
{
    sx_fit_init();
    const int64_t few[] = { 4, 8, 16, 0 }, more[] = { 12, 24, 48, 0 };
    is_int(label_from(lower, few, 12), SX_LABEL_PROVED, "rows of 4, as two inputs have");
    is_int(label_from(lower, few, 6), SX_LABEL_PROVED, "a shorter row");
    is_int(label_from(lower, few, 64), SX_LABEL_EXACT, "a longer row");
    is_int(label_from(down, more, 8), SX_LABEL_PROVED, "what is the same in a column");
    try_program("up the first column", program, (int64_t[]) { 4, 8, 16, 0 },
                (int64_t[]) { 9, 12, 64, 0 }, 0);
    return tap_done();
}
