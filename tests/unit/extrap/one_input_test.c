/* What one input alone tells, or all of one extent: cases apart from the others, lines through two extents, and shifts around three
 * places. */
#include "fit/fit.h"
#include "labelled.h"
#include "largest_divisor.h"
#include "message.h"

/* The ranks of a row: the largest divisor up to the root. */
static int64_t row_of(int64_t p)
{
    return largest_divisor(p);
}
static int64_t column_of(const synth_at *at)
{
    return at->r % row_of(at->p);
}
static int64_t to_the_right(const synth_at *at)
{
    const int64_t x = row_of(at->p), c = column_of(at);
    return at->r - c + (c + 1) % x;
}
static int64_t up(const synth_at *at)
{
    return (at->r + row_of(at->p)) % at->p;
}

#define GRID MESSAGE(NULL, to_the_right, zero), MESSAGE(NULL, up, zero)

/* ---- between the corners of the first row: 4 wherever there is somebody ---- */

static int64_t digits_of_row(const synth_at *at)
{
    int64_t digits = 2;
    for (int64_t x = row_of(at->p); x > 1; x /= 2)
        digits++;
    return digits;
}
static bool is_between(const synth_at *at)
{
    return at->r > 0 && at->r < row_of(at->p) - 1;
}
/* 3 and 4 elsewhere. */
static int64_t apart_once(const synth_at *at)
{
    return is_between(at) ? 4 : digits_of_row(at);
}
/* The same, of six: in all inputs with such places. */
static int64_t apart_always(const synth_at *at)
{
    return is_between(at) ? 6 : digits_of_row(at);
}

static const synth_item once[] = { GRID, MESSAGE(NULL, up, apart_once), { 0 } };
static const synth_item always[] = { GRID, MESSAGE(NULL, up, apart_always), { 0 } };

/* ---- trips: as many as there are points of 13 and three, or two fewer for each place of a row ---- */

static int64_t dealt(const synth_at *at)
{
    const int64_t x = row_of(at->p);
    return 13 / x + (column_of(at) < 13 % x) + 3;
}
static int64_t is_not_first(const synth_at *at)
{
    return at->r > 0;
}
static const synth_item falling[] = {
    GRID,
    { .kind = '(', .where = is_not_first, .trips = dealt },
    MESSAGE(NULL, up, zero),
    { .kind = ')' },
    { 0 },
};

/* ---- one to the right of all but the last of a row, or two to the left, around ---- */

static int64_t is_not_last(const synth_at *at)
{
    return column_of(at) < row_of(at->p) - 1;
}
static int64_t two_to_the_left(const synth_at *at)
{
    const int64_t x = row_of(at->p), c = column_of(at);
    return at->r - c + (c + x - 2) % x;
}
static const synth_item around[] = {
    GRID,
    MESSAGE(is_not_last, two_to_the_left, zero),
    { 0 },
};

/* ---- 54 in the first row of three, and 53 in the second, where two and four rows have 53 in the first or the last: 54 less what these have of two points, or 54
 * once ---- */

static int64_t long_row_of(int64_t p)
{
    return p / row_of(p);
}
static int64_t beside(const synth_at *at)
{
    const int64_t x = long_row_of(at->p);
    return at->r % x + 1 < x ? at->r + 1 : SX_NULL;
}
static int64_t below(const synth_at *at)
{
    const int64_t x = long_row_of(at->p);
    return at->r + x < at->p ? at->r + x : SX_NULL;
}
static int64_t is_of_one_row(const synth_at *at)
{
    const int64_t y = at->r / long_row_of(at->p), rows = row_of(at->p);
    return rows == 4 ? y == 3 : y == 0 || (rows == 3 && y == 1);
}
static int64_t once_more(const synth_at *at)
{
    return row_of(at->p) == 3 && at->r < long_row_of(at->p) ? 54 : 53;
}

static const synth_item in_one[] = {
    MESSAGE(NULL, beside, zero),
    MESSAGE(NULL, below, zero),
    MESSAGE(is_of_one_row, below, once_more),
    { 0 },
};

/* ---- one number for each input, of three or four digits: a law with four numbers may fit any three such ---- */

static int64_t sides(const synth_at *at)
{
    return (34 / row_of(at->p) + 3) * (33 / long_row_of(at->p) + 2);
}
static const synth_item numbers[] = {
    GRID,
    MESSAGE(NULL, up, sides),
    { 0 },
};

/* ---- ---- */

static const int64_t squares[] = { 4, 9, 25, 36, 0 }, two_or_three[] = { 4, 8, 9, 15, 0 },
                     three[] = { 9, 12, 0 }, two_to_four[] = { 8, 15, 16, 0 },
                     uneven[] = { 6, 9, 20, 0 };

static const labelled table[] = {
    { once, squares, 100, SX_PARAM_COUNT, SX_LABEL_EXACT,
      "4 between corners, which nine ranks alone tell from a logarithm" },
    { always, squares, 100, SX_PARAM_COUNT, SX_LABEL_PROVED,
      "6 between corners, which is no logarithm in three inputs" },
    { around, three, 52, SX_PARAM_PEER, SX_LABEL_EXACT,
      "one to the right of three, or two to the left" },
    { around, three, 15, SX_PARAM_PEER, SX_LABEL_PROVED,
      "the same where there are three" },
    { in_one, two_to_four, 76, SX_PARAM_COUNT, SX_LABEL_EXACT,
      "two numbers in one input, and one in the others" },
    { numbers, uneven, 49, SX_PARAM_COUNT, SX_LABEL_EXACT,
      "as many numbers as inputs, which have as many digits" },
};

static void trips_are(const synth_item *program, int64_t p, sx_label label,
                      const char *what)
{
    sx_arena *arena = sx_arena_create();
    sx_trace trace;
    if (extrapolate(arena, program, two_or_three, p, &trace)) {
        const sx_node *node = trace.program.node[trace.program.n - 1];
        is_int(node->trips.evidence.label, label, what);
        if (node->trips.evidence.reason)
            printf("# %s\n", node->trips.evidence.reason);
    }
    sx_arena_destroy(arena);
}

int main(void)
{
    sx_fit_init();
    are_labelled(table, sizeof table / sizeof *table);
    trips_are(falling, 78, SX_LABEL_EXACT, "a line that falls, through two extents");
    trips_are(falling, 21, SX_LABEL_PROVED, "the same at one of these");
    return tap_done();
}
