/* What several places in a row have of points that are dealt out in blocks: gatherings in trees and chains, groups of a butterfly, and
 * where a block begins, as a tag. */
#include "fit/fit.h"
#include "labelled.h"
#include "try_program.h"

/* That leave other rests than 0, 1 and all but one in two inputs; and in one alone. */
enum { POINTS = 1000, HALVES = 1003, FEW = 101 };

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
/* Where the block of place i begins. */
static int64_t offset(int64_t n, int64_t q, int64_t i)
{
    return i * (n / q) + smaller(i, n % q);
}

#define TO(peer, bytes, number)                                                          \
    .param = { { SX_PARAM_COMM, zero },                                                  \
               { SX_PARAM_PEER, peer },                                                  \
               { SX_PARAM_COUNT, bytes },                                                \
               { SX_PARAM_TYPE, zero },                                                  \
               { SX_PARAM_TAG, number } }

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
    const int64_t end = smaller(at->r + lowest_digit(at), at->p);
    return offset(POINTS, at->p, end) - offset(POINTS, at->p, at->r);
}
static const synth_item tree[] = {
    { 'e', .op = SX_OP_Send, .where = has_parent, TO(parent, below, zero) },
    { .kind = 0 },
};

static int64_t before(const synth_at *at)
{
    return at->r - 1;
}
static int64_t behind(const synth_at *at)
{
    return FEW - offset(FEW, at->p, at->r);
}
static const synth_item chain[] = {
    { 'e', .op = SX_OP_Send, .where = has_parent, TO(before, behind, zero) },
    { .kind = 0 },
};

static int64_t begin(const synth_at *at)
{
    return offset(POINTS, at->p, at->r);
}
static int64_t own(const synth_at *at)
{
    return offset(POINTS, at->p, at->r + 1) - begin(at);
}
static const synth_item offsets[] = {
    { 'e', .op = SX_OP_Send, .where = has_parent, TO(zero, own, begin) },
    { .kind = 0 },
};

static int64_t stages(const synth_at *at)
{
    int64_t k = 0;
    while (INT64_C(1) << k < at->p)
        k++;
    return k;
}
static int64_t across(const synth_at *at)
{
    return at->r ^ INT64_C(1) << at->i[0];
}
static int64_t of_group(const synth_at *at)
{
    const int64_t width = INT64_C(1) << at->i[0], from = at->r - at->r % width;
    return offset(HALVES, at->p, from + width) - offset(HALVES, at->p, from);
}
/* A buffer for all that is not there yet. */
static int64_t missing(const synth_at *at)
{
    return HALVES - of_group(at);
}
static const synth_item butterfly[] = {
    { '(', .trips = stages },
    { 'e', .op = SX_OP_Recv, TO(across, missing, zero) },
    { 'e', .op = SX_OP_Send, TO(across, of_group, zero) },
    { .kind = ')' },
    { .kind = 0 },
};

static const int64_t scales[] = { 4, 6, 9, 12, 0 }, three[] = { 4, 6, 9, 0 },
                     powers[] = { 4, 8, 16, 0 };

static const labelled of_rests[] = {
    { tree, scales, 16, SX_PARAM_COUNT, SX_LABEL_PROVED,
      "two inputs tell who has more of a rest" },
    { offsets, scales, 16, SX_PARAM_TAG, SX_LABEL_PROVED, "so do offsets" },
    { chain, three, 16, SX_PARAM_COUNT, SX_LABEL_EXACT, "one alone does not" },
};

int main(void)
{
    sx_fit_init();
    are_labelled(of_rests, sizeof of_rests / sizeof *of_rests);
    try_program("blocks of all below in a tree", tree, scales,
                (int64_t[]) { 7, 16, 21, 40, 0 }, 0);
    try_program("blocks of all behind", chain, three, (int64_t[]) { 16, 21, 40, 0 }, 0);
    try_program("where a block begins", offsets, scales, (int64_t[]) { 7, 16, 21, 0 }, 0);
    try_program("blocks of a group, and of all others", butterfly, powers,
                (int64_t[]) { 32, 64, 0 }, 0);
    return tap_done();
}
