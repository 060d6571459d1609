/* Rows of two in all inputs, which may be the lines of boxes that are two wide: what goes to the next row and ends with the last one is no step
 * from layer to layer; what goes two ranks on, around all of them, may be one. */
#include "fit/fit.h"
#include "labelled.h"
#include "message.h"

enum { WIDE = 2 };

static int64_t beside(const synth_at *at)
{
    return at->r % WIDE == 0 ? at->r + 1 : SX_NULL;
}
static int64_t next_row(const synth_at *at)
{
    return at->r + WIDE < at->p ? at->r + WIDE : SX_NULL;
}
static int64_t row_before(const synth_at *at)
{
    return at->r >= WIDE ? at->r - WIDE : SX_NULL;
}
static int64_t around(const synth_at *at)
{
    return (at->r + WIDE) % at->p;
}
static int64_t back_around(const synth_at *at)
{
    return (at->r + at->p - WIDE) % at->p;
}

#define ALL(peer) MESSAGE(NULL, peer, zero)

static const synth_item ended[] = {
    ALL(beside),
    ALL(row_before),
    ALL(next_row),
    { 0 },
};
static const synth_item rounds[] = {
    ALL(beside),
    ALL(back_around),
    ALL(around),
    { 0 },
};

static const int64_t boxes[] = { 8, 12, 20, 0 }, powers[] = { 8, 16, 32, 0 };

static const labelled table[] = {
    { ended, boxes, 58, SX_PARAM_PEER, SX_LABEL_PROVED,
      "29 rows of two, and no box of 1 x 2 x 29" },
    { rounds, boxes, 58, SX_PARAM_PEER, SX_LABEL_EXACT,
      "two ranks on, around all, in whatever grid" },
    { ended, powers, 64, SX_PARAM_PEER, SX_LABEL_EXACT,
      "powers of two: 32 rows of two, or boxes of 4 x 4 x 4" },
};

int main(void)
{
    sx_fit_init();
    are_labelled(table, sizeof table / sizeof *table);
    return tap_done();
}
