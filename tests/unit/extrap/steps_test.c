/* What depends on a step of a loop and on the place together: whose turn it is along an axis, sizes that are the place's times the
 * step's, and two loops recorded as one in which only one value comes back after the inner one. */
#include "fit/fit.h"
#include "largest_divisor.h"
#include "try_program.h"

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static int64_t block(int64_t n, int64_t q, int64_t c)
{
    return n / q + (c < n % q);
}

/* The largest divisor of p that is at most its root. */
static int64_t rows(int64_t p)
{
    return largest_divisor(p);
}
static int64_t columns(const synth_at *at)
{
    return at->p / rows(at->p);
}

/* ---- a ring allreduce in two phases, five times: one loop, as it is recorded ---- */

static int64_t all_steps(const synth_at *at)
{
    return 10 * (at->p - 1);
}
static int64_t step(const synth_at *at)
{
    return at->i[0] % (at->p - 1);
}
static int64_t phase(const synth_at *at)
{
    return at->i[0] / (at->p - 1) % 2;
}
static int64_t next_in_ring(const synth_at *at)
{
    return (at->r + 1) % at->p;
}
static int64_t chunk(const synth_at *at)
{
    return block(10007, at->p, (at->r - step(at) + phase(at) + at->p) % at->p);
}

static const synth_item ring[] = {
    { '(', .trips = all_steps },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, next_in_ring },
                 { SX_PARAM_TAG, step },
                 { SX_PARAM_COUNT, chunk } } },
    { .kind = ')' },
    { 0 },
};

/* ---- twelve iterations on a grid; the column whose turn it is does one more thing, at no other ranks ---- */

static int64_t iterations(const synth_at *at)
{
    (void)at;
    return 12;
}
static int64_t right(const synth_at *at)
{
    int64_t q = columns(at), x = at->r % q;
    return at->r - x + (x + 1) % q;
}
static int64_t below(const synth_at *at)
{
    return (at->r + columns(at)) % at->p;
}
static int64_t column_turn(const synth_at *at)
{
    return at->r % columns(at) == at->i[0] % columns(at);
}
static int64_t row_turn_back(const synth_at *at)
{
    int64_t q = rows(at->p);
    return at->r / columns(at) == q - 1 - at->i[0] % q;
}

static const synth_item turns[] = {
    { '(', .trips = iterations },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero }, { SX_PARAM_PEER, right } } },
    { 'e', .op = SX_OP_Irecv,
      .param = { { SX_PARAM_COMM, zero }, { SX_PARAM_PEER, below } } },
    { '(', .trips = column_turn },
    { 'e', .op = SX_OP_Barrier, .param = { { SX_PARAM_COMM, zero } } },
    { .kind = ')' },
    { '(', .trips = row_turn_back },
    { 'e', .op = SX_OP_Send,
      .param = { { SX_PARAM_COMM, zero }, { SX_PARAM_PEER, right } } },
    { .kind = ')' },
    { .kind = ')' },
    { 0 },
};

/* ---- 121 rows in a pipeline of 40 planes, six at a time; columns in chunks that grow ---- */

static int64_t sweeps(const synth_at *at)
{
    (void)at;
    return 4;
}
static int64_t blocks_of_planes(const synth_at *at)
{
    (void)at;
    return 7;
}
static int64_t planes(const synth_at *at)
{
    return at->i[1] < 6 ? 6 : 4;
}
static int64_t by_plane(const synth_at *at)
{
    return block(121, rows(at->p), at->r / columns(at)) * planes(at);
}
static int64_t by_square(const synth_at *at)
{
    int64_t i = at->i[1] + 1;
    return block(1000, columns(at), at->r % columns(at)) * i * i;
}

static const synth_item pipeline[] = {
    { '(', .trips = sweeps },
    { '(', .trips = blocks_of_planes },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, right },
                 { SX_PARAM_COUNT, by_plane } } },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, below },
                 { SX_PARAM_COUNT, by_square } } },
    { .kind = ')' },
    { .kind = ')' },
    { 0 },
};

/* ---- 238 planes, six at a time in each of 40 trips: more than can be told one by one, the last of which has what is left,
 * and all planes so far ---- */

static int64_t forty(const synth_at *at)
{
    (void)at;
    return 40;
}
static int64_t planes_left(const synth_at *at)
{
    return at->i[0] < 39 ? 6 : 4;
}
static int64_t by_planes_left(const synth_at *at)
{
    return block(121, rows(at->p), at->r / columns(at)) * planes_left(at);
}
static int64_t by_planes_so_far(const synth_at *at)
{
    return block(1000, columns(at), at->r % columns(at)) * (6 * at->i[0] + 5);
}

static const synth_item long_pipeline[] = {
    { '(', .trips = forty },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, right },
                 { SX_PARAM_COUNT, planes_left } } },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, below },
                 { SX_PARAM_COUNT, by_planes_left } } },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, below },
                 { SX_PARAM_COUNT, by_planes_so_far } } },
    { .kind = ')' },
    { 0 },
};

/* ---- 26 panels dealt out in turn: what is left of them on a row of the grid, and behind the panel on a column ---- */

static int64_t panels(const synth_at *at)
{
    (void)at;
    return 26;
}
static int64_t left_of(int64_t n, int64_t from, int64_t q, int64_t c)
{
    int64_t left = 0;
    for (int64_t k = from; k < n; k++)
        left += k % q == c;
    return left;
}
static int64_t rows_left(const synth_at *at)
{
    return 400 * left_of(26, at->i[0], rows(at->p), at->r / columns(at));
}
static int64_t columns_behind(const synth_at *at)
{
    return 20 * left_of(26, at->i[0] + 1, columns(at), at->r % columns(at));
}

static const synth_item factorisation[] = {
    { '(', .trips = panels },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, right },
                 { SX_PARAM_COUNT, rows_left } } },
    { 'e', .op = SX_OP_Irecv,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, below },
                 { SX_PARAM_COUNT, columns_behind } } },
    { .kind = ')' },
    { 0 },
};

int main(void)
{
    static const int64_t small[] = { 3, 4, 6, 0 }, rings[] = { 5, 11, 16, 0 };
    static const int64_t few[] = { 6, 12, 20, 0 }, more[] = { 30, 42, 56, 0 };
    sx_fit_init();
    try_program("a ring in two phases", ring, small, rings, 0);
    try_program("turns along axes", turns, few, more, 0);
    try_program("planes by rows", pipeline, few, more, 0);
    try_program("many planes by rows", long_pipeline, few, more, 0);
    try_program("panels dealt out in turn", factorisation, few, more, 0);
    return tap_done();
}
