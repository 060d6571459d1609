/* Skews by the place along another axis, ranks in pairs, and whose the item of a trip is. */
#include "fit/fit.h"
#include "try_program.h"

enum { ITEMS = 50 };

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}

/* ---- two layers of a torus ---- */

enum { LAYERS = 2 };

static int64_t side_of(const synth_at *at)
{
    int64_t side = 1;
    while ((side + 1) * (side + 1) * LAYERS <= at->p)
        side++;
    return side;
}
static int64_t row(const synth_at *at)
{
    return at->r / side_of(at) % side_of(at);
}
static int64_t column(const synth_at *at)
{
    return at->r % side_of(at);
}
static int64_t layer(const synth_at *at)
{
    return at->r / side_of(at) / side_of(at);
}
/* So many places on around the own row, or the own column. */
static int64_t along_row(const synth_at *at, int64_t by)
{
    const int64_t side = side_of(at);
    return at->r - column(at) + (column(at) + by + 2 * side) % side;
}
static int64_t along_column(const synth_at *at, int64_t by)
{
    const int64_t side = side_of(at);
    return at->r + ((row(at) + by + 2 * side) % side - row(at)) * side;
}
static int64_t right(const synth_at *at)
{
    return along_row(at, 1);
}
static int64_t below(const synth_at *at)
{
    return along_column(at, 1);
}
static int64_t other_layer(const synth_at *at)
{
    const int64_t face = side_of(at) * side_of(at);
    return (at->r + face) % at->p;
}
/* The second layer begins half of the way further on. */
static int64_t half(const synth_at *at)
{
    return layer(at) * (side_of(at) / LAYERS);
}
static int64_t left_by_row(const synth_at *at)
{
    return along_row(at, -row(at) - half(at));
}
static int64_t right_by_row(const synth_at *at)
{
    return along_row(at, row(at) + half(at));
}
static int64_t up_by_column(const synth_at *at)
{
    return along_column(at, -column(at) - half(at));
}

#define TO(f) .param = { { SX_PARAM_COMM, zero }, { SX_PARAM_PEER, f } }

static const synth_item skewed[] = {
    { 'e', .op = SX_OP_Send, TO(left_by_row) },
    { 'e', .op = SX_OP_Recv, TO(right_by_row) },
    { 'e', .op = SX_OP_Send, TO(up_by_column) },
    { '(', .trips = side_of },
    { 'e', .op = SX_OP_Send, TO(right) },
    { 'e', .op = SX_OP_Send, TO(below) },
    { 'e', .op = SX_OP_Send, TO(other_layer) },
    { .kind = ')' },
    { 0 },
};

/* ---- pairs ---- */

static int64_t has_partner(const synth_at *at)
{
    return (at->r ^ 1) < at->p;
}
static int64_t has_partner_from_second(const synth_at *at)
{
    return at->r > 0 && ((at->r - 1) ^ 1) < at->p - 1;
}
static int64_t partner(const synth_at *at)
{
    return at->r ^ 1;
}
static int64_t partner_from_second(const synth_at *at)
{
    return ((at->r - 1) ^ 1) + 1;
}

/* Trips that are 0 or 1 by rank. */
static const synth_item phases[] = {
    { '(', .trips = has_partner },
    { 'e', .op = SX_OP_Send, TO(partner) },
    { .kind = ')' },
    { '(', .trips = has_partner_from_second },
    { 'e', .op = SX_OP_Send, TO(partner_from_second) },
    { .kind = ')' },
    { 0 },
};

/* Counts that are 0 or 1 by rank, of a message that all send: nobody is told by who makes a trip. */
static int64_t next(const synth_at *at)
{
    return (at->r + 1) % at->p;
}

static const synth_item counted[] = {
    { 'e', .op = SX_OP_Send,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, next },
                 { SX_PARAM_COUNT, has_partner_from_second },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_TAG, zero } } },
    { 0 },
};

static const synth_item from_second[] = {
    { 'e', .op = SX_OP_Send, .where = has_partner_from_second, TO(partner_from_second) },
    { 0 },
};

/* ---- items ---- */

static int64_t items(const synth_at *at)
{
    (void)at;
    return ITEMS;
}
/* Items are dealt out in blocks that are rounded up. */
static int64_t owner(const synth_at *at)
{
    return at->i[0] / ((ITEMS + at->p - 1) / at->p);
}
static int64_t is_own(const synth_at *at)
{
    return owner(at) == at->r;
}
static int64_t is_another(const synth_at *at)
{
    return owner(at) != at->r;
}
static int64_t own(const synth_at *at)
{
    return at->r;
}

static const synth_item roots[] = {
    { '(', .trips = items },
    { '(', .trips = is_own },
    { 'e', .op = SX_OP_Bcast,
      .param = { { SX_PARAM_COMM, zero }, { SX_PARAM_ROOT, own } } },
    { .kind = ')' },
    { '(', .trips = is_another },
    { 'e', .op = SX_OP_Bcast,
      .param = { { SX_PARAM_COMM, zero }, { SX_PARAM_ROOT, owner } } },
    { .kind = ')' },
    { .kind = ')' },
    { 0 },
};

int main(void)
{
    sx_fit_init();
    try_program("skewed by the place along another axis", skewed,
                (int64_t[]) { 8, 18, 72, 0 }, (int64_t[]) { 32, 50, 98, 0 }, 0);
    try_program("who has a partner", phases, (int64_t[]) { 5, 6, 8, 9, 0 },
                (int64_t[]) { 7, 10, 13, 0 }, 0);
    try_program("as many as there are partners", counted, (int64_t[]) { 4, 5, 7, 8, 0 },
                (int64_t[]) { 9, 12, 13, 0 }, 0);
    try_program("who takes part", from_second, (int64_t[]) { 3, 4, 5, 0 },
                (int64_t[]) { 10, 13, 0 }, 0);
    try_program("whose the item is", roots, (int64_t[]) { 4, 6, 8, 0 },
                (int64_t[]) { 5, 9, 13, 0 }, 0);
    return tap_done();
}
