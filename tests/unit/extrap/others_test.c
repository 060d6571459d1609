/* Loops over the other ranks, which pass over the own, totals that are dealt out trip by trip, and what a root alone says. */
#include "fit/fit.h"
#include "labelled.h"
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

static int64_t five_at_root(const synth_at *at)
{
    return at->r == turn(at) ? 5 : block(POINTS, at->p, at->r);
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
    { 'e', .op = SX_OP_Gather,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_ROOT, turn },
                 { SX_PARAM_COUNT, five_at_root },
                 { SX_PARAM_TYPE, zero } } },
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

/* A root that keeps nothing of what it collects, which its list says, too. */
static int64_t of_others(const synth_at *at, int64_t of)
{
    return of == 0 ? 0 : 100 * (100 / at->p);
}
static int64_t but_root(const synth_at *at)
{
    return of_others(at, at->r);
}
static int64_t list_but_root(const synth_at *at)
{
    return at->r ? 0 : of_others(at, at->e);
}

static const synth_item collecting[] = {
    { 'e', .op = SX_OP_Gatherv,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_ROOT, zero },
                 { SX_PARAM_COUNT, but_root },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_RCOUNTS, list_but_root } } },
    { .kind = 0 },
};

/* Every distance around the ring, three times, by two messages. */
static int64_t three(const synth_at *at)
{
    (void)at;
    return 3;
}
static int64_t one(const synth_at *at)
{
    (void)at;
    return 1;
}
static int64_t two(const synth_at *at)
{
    (void)at;
    return 2;
}
static int64_t as_far_on(const synth_at *at)
{
    return (at->r + at->i[0] + 1) % at->p;
}
static int64_t message(const synth_at *at)
{
    return at->i[2];
}

static const synth_item measuring[] = {
    { '(', .trips = others },
    { '(', .trips = three },
    { 'e', .op = SX_OP_Barrier, .param = { { SX_PARAM_COMM, zero } } },
    { '(', .trips = two },
    { 'e', .op = SX_OP_Isend, TO(as_far_on, one, message) },
    { .kind = ')' },
    { .kind = ')' },
    { .kind = ')' },
    { .kind = 0 },
};

/* A request that the trip before of the outer loop has made. */
static int64_t made_before(const synth_at *at)
{
    return at->i[0] > 0 && at->i[1] == 0 ? 0 : SX_NULL;
}
static int64_t four(const synth_at *at)
{
    (void)at;
    return 4;
}

static const synth_item waiting[] = {
    { '(', .trips = three },
    { '(', .trips = four },
    { 'e', .op = SX_OP_Wait, .param = { { SX_PARAM_REQS, made_before } } },
    { .kind = ')' },
    { 'e', .op = SX_OP_Barrier, .param = { { SX_PARAM_COMM, zero } } },
    { .kind = ')' },
    { .kind = 0 },
};

/* Odd ranks send to both sides of a ring: of 4, 6 and 8 ranks they may be a column of a grid that is two wide, and so they are of more. */
static int64_t is_odd(const synth_at *at)
{
    return at->r % 2;
}
static int64_t is_even(const synth_at *at)
{
    return at->r % 2 == 0;
}
static int64_t before(const synth_at *at)
{
    return (at->r - 1 + at->p) % at->p;
}

static const synth_item odd_ones[] = {
    { 'e', .op = SX_OP_Send, .where = is_odd, TO(before, one, zero) },
    { 'e', .op = SX_OP_Send, .where = is_odd, TO(next, one, zero) },
    { 'e', .op = SX_OP_Recv, .where = is_even, TO(next, one, zero) },
    { 'e', .op = SX_OP_Recv, .where = is_even, TO(before, one, zero) },
    { .kind = 0 },
};

static int64_t any(const synth_at *at)
{
    (void)at;
    return SX_ANY;
}

static const synth_item with_any_tag[] = {
    { 'e', .op = SX_OP_Recv, TO(next, one, any) },
    { .kind = 0 },
};
static const int64_t three_scales[] = { 4, 6, 9, 0 };
static const labelled tags[] = {
    { with_any_tag, three_scales, 12, SX_PARAM_TAG, SX_LABEL_PROVED,
      "any tag is none that is too large" },
};

int main(void)
{
    sx_fit_init();
    are_labelled(tags, sizeof tags / sizeof *tags);
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
    try_program("a root that keeps nothing", collecting, (int64_t[]) { 3, 4, 6, 0 },
                (int64_t[]) { 5, 8, 11, 0 }, 0);
    try_program("distances in loops", measuring, (int64_t[]) { 4, 6, 9, 0 },
                (int64_t[]) { 5, 12, 25, 0 }, 0);
    try_program("odd ranks of a ring", odd_ones, (int64_t[]) { 4, 6, 8, 0 },
                (int64_t[]) { 12, 16, 0 }, 0);
    try_program("what the trip before has made", waiting, (int64_t[]) { 3, 4, 6, 0 },
                (int64_t[]) { 8, 11, 0 }, 0);
    return tap_done();
}
