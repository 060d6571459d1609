/* Numbers of points that are dealt out in equal parts, and what is over left out: what counts of all of them are, and of parts alone. */
#include "fit/fit.h"
#include "labelled.h"
#include "try_program.h"

enum { POINTS = 10000, FACE = 144 };

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}

static int64_t part(const synth_at *at)
{
    return POINTS / at->p;
}
static int64_t points(const synth_at *at)
{
    (void)at;
    return POINTS;
}
static int64_t points_of_root(const synth_at *at)
{
    return at->r == 0 ? 3 * POINTS : 0;
}
static int64_t others(const synth_at *at)
{
    (void)at;
    return POINTS + 1;
}
static int64_t cut(const synth_at *at)
{
    return POINTS / at->p * at->p;
}
static int64_t filled(const synth_at *at)
{
    return (POINTS + at->p - 1) / at->p * at->p;
}

#define COLLECTIVE(OP, SIZE)                                                             \
    {                                                                                    \
        'e', .op = (OP), .param = {                                                      \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_COUNT, (SIZE) },                                                  \
            { SX_PARAM_TYPE, zero }                                                      \
        }                                                                                \
    }

/* Parts of the array, and the whole of it, or something else. */
#define PROGRAM(SIZE)                                                                    \
    {                                                                                    \
        COLLECTIVE(SX_OP_Allgather, part), COLLECTIVE(SX_OP_Allreduce, SIZE),            \
        {                                                                                \
            0                                                                            \
        }                                                                                \
    }

static const synth_item of_all[] = PROGRAM(points), of_root[] = PROGRAM(points_of_root),
                        of_others[] = PROGRAM(others), is_cut[] = PROGRAM(cut),
                        is_filled[] = PROGRAM(filled);
static const synth_item alone[] = { COLLECTIVE(SX_OP_Allreduce, points), { 0 } };

static const int64_t dividing[] = { 4, 5, 8, 10, 0 }, with_rest[] = { 3, 5, 8, 10, 0 };

static const labelled numbers[] = {
    { of_all, dividing, 16, SX_PARAM_COUNT, SX_LABEL_PROVED, "16 divide it as well" },
    { of_all, dividing, 12, SX_PARAM_COUNT, SX_LABEL_EXACT,
      "12 leave something over, as no input does" },
    { of_root, dividing, 12, SX_PARAM_COUNT, SX_LABEL_EXACT,
      "the root's, three times as much" },
    { of_others, dividing, 12, SX_PARAM_COUNT, SX_LABEL_PROVED, "no such number" },
    { alone, dividing, 12, SX_PARAM_COUNT, SX_LABEL_PROVED, "no part of it shows" },
    { of_all, with_rest, 12, SX_PARAM_COUNT, SX_LABEL_PROVED,
      "three ranks have it all, and leave something over" },
};

static const int64_t scales[] = { 3, 6, 7, 9, 0 }, targets[] = { 12, 17, 64, 0 };

/* ---- a number divided by a side, on a square of ranks ---- */

static int64_t side(int64_t p)
{
    int64_t q = 1;
    while (q * q < p)
        q++;
    return q;
}
static int64_t right(const synth_at *at)
{
    return at->r % side(at->p) + 1 < side(at->p) ? at->r + 1 : SX_NULL;
}
static int64_t below(const synth_at *at)
{
    return at->r + side(at->p) < at->p ? at->r + side(at->p) : SX_NULL;
}
static int64_t face(const synth_at *at)
{
    return FACE / side(at->p);
}

#define TO(PEER, BYTES)                                                                  \
    { SX_PARAM_COMM, zero }, { SX_PARAM_PEER, (PEER) }, { SX_PARAM_COUNT, (BYTES) },     \
        { SX_PARAM_TYPE, zero },                                                         \
    {                                                                                    \
        SX_PARAM_TAG, zero                                                               \
    }

static const synth_item faces[] = {
    { 'e', .op = SX_OP_Send, .param = { TO(right, zero) } },
    { 'e', .op = SX_OP_Send, .param = { TO(below, zero) } },
    { 'e', .op = SX_OP_Ssend, .param = { TO(right, face) } },
    { 0 },
};
static const int64_t squares[] = { 4, 9, 16, 0 }, larger[] = { 36, 64, 144, 0 };

/* ---- one layer of squares, as a Cartesian communicator says ---- */

static int64_t three(const synth_at *at)
{
    (void)at;
    return 3;
}
static int64_t layer(const synth_at *at)
{
    return at->e < 2 ? side(at->p) : 1;
}

static const synth_item layers[] = {
    { 'e', .op = SX_OP_Cart_create,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_NDIMS, three },
                 { SX_PARAM_DIMS, layer },
                 { SX_PARAM_PERIODS, zero } } },
    { 'e', .op = SX_OP_Send, .param = { TO(right, three) } },
    { 0 },
};

int main(void)
{
    sx_fit_init();
    are_labelled(numbers, sizeof numbers / sizeof *numbers);
    try_program("cut to a multiple of the ranks", is_cut, scales, targets, 0);
    try_program("filled up to a multiple of the ranks", is_filled, scales, targets, 0);
    try_program("a number divided by a side", faces, squares, larger, 0);
    try_program("one layer of squares", layers, squares, larger, 0);
    return tap_done();
}
