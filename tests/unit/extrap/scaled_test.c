/* Sizes that double, or follow the place, times what each place has of a number of points: gatherings in trees and chains. */
#include "fit/fit.h"
#include "labelled.h"
#include "try_program.h"

/* What divides by all scales, and what leaves a rest at most. */
enum { EVEN = 720, HALVES = 1024, UNEVEN = 101 };

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static int64_t has_parent(const synth_at *at)
{
    return at->r > 0;
}
static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

#define TO(peer, bytes)                                                                  \
    .param = { { SX_PARAM_COMM, zero },                                                  \
               { SX_PARAM_PEER, peer },                                                  \
               { SX_PARAM_COUNT, bytes },                                                \
               { SX_PARAM_TYPE, zero },                                                  \
               { SX_PARAM_TAG, zero } }

/* In as many trips as the number of ranks has binary digits. */
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

static int64_t across(const synth_at *at)
{
    return at->r ^ distance(at);
}
static int64_t doubled(const synth_at *at)
{
    return HALVES / at->p * distance(at);
}
static const synth_item doubling[] = {
    { '(', .trips = stages },
    { 'e', .op = SX_OP_Send, TO(across, doubled) },
    { .kind = ')' },
    { .kind = 0 },
};

static int64_t around(const synth_at *at)
{
    return (at->r - distance(at) + at->p) % at->p;
}
static int64_t gathered(const synth_at *at)
{
    return HALVES / at->p * smaller(distance(at), at->p - distance(at));
}
static const synth_item dissemination[] = {
    { '(', .trips = stages },
    { 'e', .op = SX_OP_Send, TO(around, gathered) },
    { .kind = ')' },
    { .kind = 0 },
};

static int64_t few_gathered(const synth_at *at)
{
    return UNEVEN / at->p * smaller(distance(at), at->p - distance(at));
}
static const synth_item few[] = {
    { '(', .trips = stages },
    { 'e', .op = SX_OP_Send, TO(around, few_gathered) },
    { .kind = ')' },
    { .kind = 0 },
};

static int64_t lowest_digit(const synth_at *at)
{
    return at->r & -at->r;
}
static int64_t parent(const synth_at *at)
{
    return at->r - lowest_digit(at);
}
static int64_t below(const synth_at *at)
{
    return EVEN / at->p * smaller(lowest_digit(at), at->p - at->r);
}
static const synth_item tree[] = {
    { 'e', .op = SX_OP_Send, .where = has_parent, TO(parent, below) },
    { .kind = 0 },
};

static int64_t before(const synth_at *at)
{
    return at->r - 1;
}
static int64_t behind(const synth_at *at)
{
    return UNEVEN / at->p * (at->p - at->r);
}
static const synth_item chain[] = {
    { 'e', .op = SX_OP_Send, .where = has_parent, TO(before, behind) },
    { .kind = 0 },
};

static const int64_t powers[] = { 4, 8, 16, 0 }, scales[] = { 4, 6, 9, 0 },
                     divisors[] = { 4, 6, 9, 12, 0 };

static const labelled what_divides[] = {
    { doubling, powers, 32, SX_PARAM_COUNT, SX_LABEL_EXACT,
      "points that divide in all inputs may be rounded elsewhere" },
    { few, scales, 16, SX_PARAM_COUNT, SX_LABEL_EXACT,
      "so few digits tell a number of points that was chosen" },
    { tree, divisors, 16, SX_PARAM_COUNT, SX_LABEL_EXACT, "so may those of a tree" },
};

int main(void)
{
    sx_fit_init();
    are_labelled(what_divides, sizeof what_divides / sizeof *what_divides);
    try_program("parts that double", doubling, powers, (int64_t[]) { 32, 64, 0 }, 0);
    try_program("parts that double, around", dissemination, divisors,
                (int64_t[]) { 16, 21, 40, 0 }, 0);
    try_program("parts of few digits, around", few, scales, (int64_t[]) { 16, 21, 0 }, 0);
    try_program("parts of all below in a tree", tree, divisors,
                (int64_t[]) { 10, 16, 20, 0 }, 0);
    try_program("parts of all behind", chain, scales, (int64_t[]) { 16, 21, 40, 0 }, 0);
    return tap_done();
}
