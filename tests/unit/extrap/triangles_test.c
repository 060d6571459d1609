/* Triangular loops of one call, which are recorded as one loop: a bitonic sort, whose distances halve down to one in each stage, and
 * columns below a diagonal whose rows are dealt out in turn. And the same sort where the lower of two
 * ranks sends, or the one that keeps the least numbers, as which the order of a stage has it. */
#include "fit/fit.h"
#include "try_program.h"

enum { TILES = 9 };

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}

/* Which trip of which outer trip it is, of one more each time. */
static void place_in(int64_t trip, int64_t *ret_outer, int64_t *ret_inner)
{
    int64_t outer = 0;
    while (trip > outer)
        trip -= ++outer;
    *ret_outer = outer;
    *ret_inner = trip;
}

static int64_t stages(const synth_at *at)
{
    int64_t d = 0;
    while (INT64_C(1) << d < at->p)
        d++;
    return d * (d + 1) / 2;
}
static int64_t down(const synth_at *at)
{
    int64_t i, j;
    place_in(at->i[0], &i, &j);
    return at->r ^ INT64_C(1) << (i - j);
}
static int64_t up(const synth_at *at)
{
    int64_t i, j;
    place_in(at->i[0], &i, &j);
    return at->r ^ INT64_C(1) << j;
}

static int64_t logarithm(const synth_at *at)
{
    int64_t d = 0;
    while (INT64_C(1) << d < at->p)
        d++;
    return d;
}
static int64_t one_more(const synth_at *at)
{
    return at->i[0] + 1;
}
static int64_t partner(const synth_at *at)
{
    return at->r ^ INT64_C(1) << (at->i[0] - at->i[1]);
}
static int64_t is_lower(const synth_at *at)
{
    return at->r < partner(at);
}
static int64_t is_upper(const synth_at *at)
{
    return at->r > partner(at);
}
/* The order of the stage: ascending for half of the ranks, but in the last. */
static int64_t is_least(const synth_at *at)
{
    return is_lower(at) == !(at->r >> (at->i[0] + 1) & 1);
}
static int64_t is_greatest(const synth_at *at)
{
    return !is_least(at);
}

static int64_t tiles(const synth_at *at)
{
    (void)at;
    return TILES * (TILES + 1) / 2;
}
static int64_t row_below(const synth_at *at)
{
    int64_t i, j;
    place_in(tiles(at) - 1 - at->i[0], &i, &j);
    return TILES - 1 - j;
}
static int64_t holder_below(const synth_at *at)
{
    return row_below(at) % at->p;
}

#define CALL(who, f) .param = { { SX_PARAM_COMM, zero }, { who, f } }

static const synth_item sorting[] = {
    { '(', .trips = stages },
    { 'e', .op = SX_OP_Sendrecv, CALL(SX_PARAM_PEER, down) },
    { .kind = ')' },
    { '(', .trips = stages },
    { 'e', .op = SX_OP_Sendrecv, CALL(SX_PARAM_PEER, up) },
    { .kind = ')' },
    { 0 },
};

static const synth_item columns[] = {
    { '(', .trips = tiles },
    { 'e', .op = SX_OP_Bcast, CALL(SX_PARAM_ROOT, holder_below) },
    { .kind = ')' },
    { 0 },
};

#define BY_SIDE(SENDS, RECEIVES)                                                         \
    {                                                                                    \
        { '(', .trips = logarithm }, { '(', .trips = one_more },                         \
            { '(', .trips = SENDS },                                                     \
            { 'e', .op = SX_OP_Send, CALL(SX_PARAM_PEER, partner) }, { .kind = ')' },    \
            { '(', .trips = RECEIVES },                                                  \
            { 'e', .op = SX_OP_Recv, CALL(SX_PARAM_PEER, partner) }, { .kind = ')' },    \
            { .kind = ')' }, { .kind = ')' }, { 0 },                                     \
    }

static const synth_item lower_first[] = BY_SIDE(is_lower, is_upper),
                        least_first[] = BY_SIDE(is_least, is_greatest);

int main(void)
{
    const int64_t powers[] = { 4, 8, 16, 0 }, larger[] = { 32, 64, 128, 0 };
    const int64_t few[] = { 4, 5, 7, 0 }, many[] = { 6, 8, 13, 0 };
    sx_fit_init();
    try_program("bitonic sort", sorting, powers, larger, 0);
    try_program("bitonic sort, the lower rank sends", lower_first, powers, larger, 0);
    try_program("bitonic sort, who keeps the least sends", least_first, powers, larger,
                0);
    try_program("columns below a diagonal", columns, few, many, 0);
    return tap_done();
}
