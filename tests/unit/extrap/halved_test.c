/* Points that are halved once for each digit of a rank, an odd one on one side: recursive halving, and the doubling that goes back. */
#include "fit/fit.h"
#include "labelled.h"
#include "try_program.h"

/* Odd from the first halving on; and after three of them. */
enum { ODD = 1003, LATER = 1000 };

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static int64_t stages(const synth_at *at)
{
    int64_t k = 0;
    while (INT64_C(1) << k < at->p)
        k++;
    return k;
}

/* What a rank has of n points after so many halvings, the upper half that of who has the digit. */
static int64_t part_of(int64_t n, const synth_at *at, int64_t rank, int64_t halvings)
{
    for (int64_t k = 0; k < halvings; k++)
        n = rank >> (stages(at) - 1 - k) & 1 ? n - n / 2 : n / 2;
    return n;
}

static int64_t far(const synth_at *at)
{
    return at->r ^ (at->p / 2) >> at->i[0];
}
static int64_t kept(const synth_at *at)
{
    return part_of(ODD, at, at->r, at->i[0] + 1);
}
static int64_t given(const synth_at *at)
{
    return part_of(ODD, at, far(at), at->i[0] + 1);
}
static int64_t near(const synth_at *at)
{
    return at->r ^ INT64_C(1) << at->i[0];
}
static int64_t own(const synth_at *at)
{
    return part_of(ODD, at, at->r, stages(at) - at->i[0]);
}
static int64_t other(const synth_at *at)
{
    return part_of(ODD, at, near(at), stages(at) - at->i[0]);
}

#define TO(peer, bytes)                                                                  \
    .param = { { SX_PARAM_COMM, zero },                                                  \
               { SX_PARAM_PEER, peer },                                                  \
               { SX_PARAM_COUNT, bytes },                                                \
               { SX_PARAM_TYPE, zero },                                                  \
               { SX_PARAM_TAG, zero } }

static const synth_item down_and_up[] = {
    { '(', .trips = stages },
    { 'e', .op = SX_OP_Recv, TO(far, kept) },
    { 'e', .op = SX_OP_Send, TO(far, given) },
    { .kind = ')' },
    { '(', .trips = stages },
    { 'e', .op = SX_OP_Send, TO(near, own) },
    { 'e', .op = SX_OP_Recv, TO(near, other) },
    { .kind = ')' },
    { .kind = 0 },
};

/* The last rank gives the lower half away each time, which is a number halved in all inputs. */
static int64_t is_last(const synth_at *at)
{
    return at->r == at->p - 1;
}
static int64_t lower(const synth_at *at)
{
    return part_of(LATER, at, at->r, at->i[0]) / 2;
}
static const synth_item lower_halves[] = {
    { '(', .where = is_last, .trips = stages },
    { 'e', .op = SX_OP_Send, TO(far, lower) },
    { .kind = ')' },
    { .kind = 0 },
};

static const int64_t powers[] = { 4, 8, 16, 0 };

static const labelled of_halves[] = {
    { down_and_up, powers, 32, SX_PARAM_COUNT, SX_LABEL_EXACT,
      "few places show which half has one more" },
    { lower_halves, powers, 32, SX_PARAM_COUNT, SX_LABEL_PROVED,
      "the lower half of 62 and of 63 is one" },
    { lower_halves, powers, 64, SX_PARAM_COUNT, SX_LABEL_EXACT,
      "that of 31 and of 32 is not" },
};

int main(void)
{
    sx_fit_init();
    are_labelled(of_halves, sizeof of_halves / sizeof *of_halves);
    try_program("halves, and back", down_and_up, powers, (int64_t[]) { 32, 64, 0 }, 0);
    return tap_done();
}
