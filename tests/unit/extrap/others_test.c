/* Loops over the other ranks, which pass over the own, totals that are dealt out trip by trip, and what a root alone says. */
#include "fit/fit.h"
#include "try_program.h"

enum { POINTS = 1003, CHUNK = 4 };

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static int64_t block(int64_t n, int64_t q, int64_t c)
{
    return n / q + (c < n % q);
}

static int64_t others(const synth_at *at)
{
    return at->p - 1;
}
static int64_t other(const synth_at *at)
{
    return at->i[0] + (at->i[0] >= at->r);
}
static int64_t of_other(const synth_at *at)
{
    return block(POINTS, at->p, other(at));
}
static int64_t own(const synth_at *at)
{
    return block(POINTS, at->p, at->r);
}

static int64_t stages(const synth_at *at)
{
    int64_t k = 0;
    while (INT64_C(1) << k < at->p)
        k++;
    return k;
}
static int64_t distance(const synth_at *at)
{
    return INT64_C(1) << at->i[0];
}
static int64_t to(const synth_at *at)
{
    return (at->r - distance(at) + at->p) % at->p;
}
static int64_t gathered(const synth_at *at)
{
    int64_t have = distance(at), missing = at->p - have;
    return 10 * (have < missing ? have : missing);
}

static int64_t chunks(const synth_at *at)
{
    return (at->p + CHUNK - 1) / CHUNK;
}
static int64_t next(const synth_at *at)
{
    return (at->r + 1) % at->p;
}
static int64_t chunk(const synth_at *at)
{
    int64_t left = at->p - CHUNK * at->i[0];
    return left < CHUNK ? left : CHUNK;
}

#define TO(peer, bytes, number)                                                          \
    .param = { { SX_PARAM_COMM, zero },                                                  \
               { SX_PARAM_PEER, peer },                                                  \
               { SX_PARAM_COUNT, bytes },                                                \
               { SX_PARAM_TYPE, zero },                                                  \
               { SX_PARAM_TAG, number } }

static const synth_item exchange[] = {
    { '(', .trips = others },
    { 'e', .op = SX_OP_Irecv, TO(other, of_other, zero) },
    { 'e', .op = SX_OP_Isend, TO(other, own, zero) },
    { .kind = ')' },
    { .kind = 0 },
};

static const synth_item gathering[] = {
    { '(', .trips = stages },
    { 'e', .op = SX_OP_Send, TO(to, gathered, distance) },
    { .kind = ')' },
    { .kind = 0 },
};

static const synth_item dealing[] = {
    { '(', .trips = chunks },
    { 'e', .op = SX_OP_Send, TO(next, chunk, zero) },
    { .kind = ')' },
    { .kind = 0 },
};

static int64_t turn(const synth_at *at)
{
    return at->i[0] % at->p;
}
static int64_t twice(const synth_at *at)
{
    return 2 * at->p;
}
static int64_t by_first(const synth_at *at)
{
    return at->r == 0 ? block(POINTS, at->p, at->e) : 0;
}
static int64_t by_turn(const synth_at *at)
{
    return at->r == turn(at) ? block(POINTS, at->p, at->e) : 0;
}

#define AT_ROOT(root, list, counts)                                                      \
    .param = { { SX_PARAM_COMM, zero },                                                  \
               { SX_PARAM_ROOT, root },                                                  \
               { SX_PARAM_COUNT, own },                                                  \
               { SX_PARAM_TYPE, zero },                                                  \
               { list, counts } }

static const synth_item rooted[] = {
    { 'e', .op = SX_OP_Scatterv, AT_ROOT(zero, SX_PARAM_COUNTS, by_first) },
    { '(', .trips = twice },
    { 'e', .op = SX_OP_Gatherv, AT_ROOT(turn, SX_PARAM_RCOUNTS, by_turn) },
    { .kind = ')' },
    { .kind = 0 },
};

/* Totals that grow from trip to trip, dealt out in blocks by the root: one law, and not one for each trip. */
static int64_t six(const synth_at *at)
{
    (void)at;
    return 6;
}
static int64_t block_of(const synth_at *at, int64_t of)
{
    int64_t n = 1000 * (at->i[0] + 1);
    return n / at->p + (of < n % at->p);
}
static int64_t own_block(const synth_at *at)
{
    return block_of(at, at->r);
}
static int64_t blocks_of_root(const synth_at *at)
{
    return at->r ? 0 : block_of(at, at->e);
}

static const synth_item growing[] = {
    { '(', .trips = six },
    { 'e', .op = SX_OP_Scatterv,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_ROOT, zero },
                 { SX_PARAM_COUNT, own_block },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_COUNTS, blocks_of_root } } },
    { .kind = ')' },
    { .kind = 0 },
};

int main(void)
{
    sx_fit_init();
    try_program("all other ranks", exchange, (int64_t[]) { 4, 6, 9, 0 },
                (int64_t[]) { 5, 16, 25, 0 }, 0);
    try_program("a gathering that doubles", gathering, (int64_t[]) { 4, 6, 9, 11, 0 },
                (int64_t[]) { 7, 16, 25, 40, 0 }, 0);
    try_program("chunks of a total", dealing, (int64_t[]) { 9, 14, 16, 23, 0 },
                (int64_t[]) { 40, 66, 100, 0 }, 0);
    try_program("lists of a root", rooted, (int64_t[]) { 4, 6, 9, 0 },
                (int64_t[]) { 5, 16, 25, 0 }, 0);
    try_program("lists whose totals grow", growing, (int64_t[]) { 4, 6, 9, 11, 0 },
                (int64_t[]) { 13, 16, 40, 0 }, 0);
    return tap_done();
}
