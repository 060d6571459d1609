/* Programs of ranks without a grid: work dealt out in turn, odd and even ranks, exclusive ors, binomial trees,
 * hierarchies of levels, and rings whose two loops were recorded as one. */
#include "fit/fit.h"
#include "try_program.h"

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static int64_t first_counter(const synth_at *at)
{
    return at->i[0];
}

static int64_t lg_up(int64_t x)
{
    int64_t k = 0;
    while (INT64_C(1) << k < x)
        k++;
    return k;
}
static int64_t block(int64_t n, int64_t q, int64_t c)
{
    return n / q + (c < n % q);
}

/* ---- rank 0 deals out 60 tasks ---- */

static int64_t is_first(const synth_at *at)
{
    return at->r == 0;
}
static int64_t is_other(const synth_at *at)
{
    return at->r > 0;
}
static int64_t tasks(const synth_at *at)
{
    (void)at;
    return 60;
}
static int64_t own_tasks(const synth_at *at)
{
    return block(60, at->p - 1, at->r - 1);
}
static int64_t whose_turn(const synth_at *at)
{
    return 1 + at->i[0] % (at->p - 1);
}

static const synth_item dealing[] = {
    { '(', .where = is_first, .trips = tasks },
    { 'e', .op = SX_OP_Send,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, whose_turn },
                 { SX_PARAM_TAG, zero } } },
    { .kind = ')' },
    { '(', .where = is_other, .trips = own_tasks },
    { 'e', .op = SX_OP_Recv,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, zero },
                 { SX_PARAM_TAG, zero } } },
    { .kind = ')' },
    { 0 },
};

/* ---- odd and even ranks change places; every pair of ranks, by exclusive or ---- */

static int64_t all_ranks(const synth_at *at)
{
    return at->p;
}
static int64_t odd_or_even(const synth_at *at)
{
    int64_t other = (at->i[0] + at->r) % 2 ? at->r - 1 : at->r + 1;
    return other < 0 || other >= at->p ? SX_NULL : other;
}
static int64_t others(const synth_at *at)
{
    return at->p - 1;
}
static int64_t pair(const synth_at *at)
{
    return at->r ^ (at->i[0] + 1);
}

static const synth_item transposition_sort[] = {
    { '(', .trips = all_ranks },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, odd_or_even },
                 { SX_PARAM_TAG, zero } } },
    { .kind = ')' },
    { 0 },
};
static const synth_item every_pair[] = {
    { '(', .trips = others },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, pair },
                 { SX_PARAM_TAG, zero } } },
    { .kind = ')' },
    { 0 },
};

/* ---- binomial trees: up by the lowest digit, down by halves of it, with what the ranks of a subtree have ---- */

static int64_t zeros(const synth_at *at)
{
    int64_t k = 0;
    while (k < lg_up(at->p) && at->r >> k << k == at->r)
        k++;
    return at->r ? k - 1 : lg_up(at->p);
}
static int64_t children(const synth_at *at)
{
    int64_t n = 0;
    while (n < zeros(at) && at->r + (INT64_C(1) << n) < at->p)
        n++;
    return n;
}
static int64_t child(const synth_at *at)
{
    return at->r + (INT64_C(1) << at->i[0]);
}
static int64_t child_from_top(const synth_at *at)
{
    return at->r + (INT64_C(1) << (children(at) - 1 - at->i[0]));
}
static int64_t parent(const synth_at *at)
{
    return at->r & (at->r - 1);
}

static int64_t of_subtree(const synth_at *at, int64_t root)
{
    const int64_t most = root - (root & (root - 1));
    return 10 * (most < at->p - root ? most : at->p - root);
}
static int64_t of_child(const synth_at *at)
{
    return of_subtree(at, child(at));
}
static int64_t of_child_from_top(const synth_at *at)
{
    return of_subtree(at, child_from_top(at));
}
static int64_t of_own(const synth_at *at)
{
    return of_subtree(at, at->r);
}

static const synth_item binomial[] = {
    { '(', .trips = children },
    { 'e', .op = SX_OP_Recv,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, child },
                 { SX_PARAM_TAG, zero },
                 { SX_PARAM_COUNT, of_child } } },
    { .kind = ')' },
    { 'e', .op = SX_OP_Send, .where = is_other,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, parent },
                 { SX_PARAM_TAG, zero },
                 { SX_PARAM_COUNT, of_own } } },
    { '(', .trips = children },
    { 'e', .op = SX_OP_Send,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, child_from_top },
                 { SX_PARAM_TAG, zero },
                 { SX_PARAM_COUNT, of_child_from_top } } },
    { .kind = ')' },
    { 0 },
};

/* ---- every second rank falls idle from level to level, and sizes halve ---- */

static int64_t levels(const synth_at *at)
{
    int64_t n = 0;
    while (INT64_C(1) << n < at->p && at->r % (INT64_C(1) << n) == 0)
        n++;
    return n;
}
static int64_t next_on_level(const synth_at *at)
{
    int64_t other = at->r + (INT64_C(1) << at->i[0]);
    return other < at->p ? other : SX_NULL;
}
static int64_t half_of_level(const synth_at *at)
{
    return 1024 >> at->i[0];
}

static const synth_item hierarchy[] = {
    { '(', .trips = levels },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, next_on_level },
                 { SX_PARAM_TAG, first_counter },
                 { SX_PARAM_COUNT, half_of_level } } },
    { .kind = ')' },
    { 0 },
};

/* ---- 1,000 points go around a ring three times: one loop, as it is recorded ---- */

static int64_t three_rounds(const synth_at *at)
{
    return 3 * (at->p - 1);
}
static int64_t step_of_round(const synth_at *at)
{
    return at->i[0] % (at->p - 1);
}
static int64_t next_in_ring(const synth_at *at)
{
    return (at->r + 1) % at->p;
}
static int64_t what_goes_around(const synth_at *at)
{
    return block(1000, at->p, (at->r - step_of_round(at) + at->p) % at->p);
}

static const synth_item ring[] = {
    { '(', .trips = three_rounds },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, next_in_ring },
                 { SX_PARAM_TAG, step_of_round },
                 { SX_PARAM_COUNT, what_goes_around } } },
    { .kind = ')' },
    { 0 },
};

/* ---- two phases of it, told apart by the tag alone, four times: one loop, too ---- */

static int64_t four_times_two(const synth_at *at)
{
    return 8 * (at->p - 1);
}
static int64_t phase(const synth_at *at)
{
    return at->i[0] / (at->p - 1) % 2;
}
static int64_t what_goes_around_in(const synth_at *at)
{
    return block(10007, at->p, (at->r - step_of_round(at) + phase(at) + at->p) % at->p);
}

static const synth_item two_phases[] = {
    { '(', .trips = four_times_two },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, next_in_ring },
                 { SX_PARAM_TAG, phase },
                 { SX_PARAM_COUNT, what_goes_around_in } } },
    { .kind = ')' },
    { 0 },
};

int main(void)
{
    static const int64_t few[] = { 4, 8, 16, 0 }, more[] = { 32, 64, 128, 0 };
    static const int64_t odd[] = { 6, 8, 13, 0 }, between[] = { 11, 32, 57, 0 };
    sx_fit_init();
    try_program("tasks dealt out in turn", dealing, few, more, 0);
    try_program("odd and even ranks", transposition_sort, few, more, 0);
    try_program("odd and even ranks of odd numbers", transposition_sort, odd, between, 0);
    try_program("every pair of ranks", every_pair, few, more, 0);
    try_program("binomial trees", binomial, few, more, 0);
    try_program("binomial trees of odd numbers", binomial, odd, between, 0);
    try_program("levels", hierarchy, few, more, 0);
    try_program("levels of odd numbers", hierarchy, odd, between, 0);
    try_program("around a ring, three times", ring, few, more, 0);
    try_program("around a ring of odd numbers", ring, odd, between, 0);
    try_program("around a ring in two phases", two_phases, few, more, 0);
    try_program("two phases of odd numbers", two_phases, odd, between, 0);
    return tap_done();
}
