/* A box of three numbers of points in blocks on a torus: faces of two extents tell the numbers, and an extent alone that follows is one of
 * these as it is, rather than another one with a rim or with other places that have one more. */
#include "fit/fit.h"
#include "try_program.h"

enum { AXES = 3 };

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}

/* The first axis is the longest, and the last varies fastest. */
static void dims_of(int64_t p, int64_t dim[AXES])
{
    int64_t best = INT64_MAX;
    for (int64_t z = 1; z * z * z <= p; z++)
        for (int64_t y = z; p % z == 0 && y * y <= p / z; y++)
            if (p / z % y == 0 && p / z / y - z < best) {
                best = p / z / y - z;
                dim[0] = p / z / y;
                dim[1] = y;
                dim[2] = z;
            }
}

/* Up the axes of a set, a bit each. */
static int64_t up(const synth_at *at, unsigned axes)
{
    int64_t dim[AXES] = { 0 }, step = 1, to = 0, rest = at->r;
    dims_of(at->p, dim);
    for (int a = AXES - 1; a >= 0; a--) {
        const int64_t place = rest % dim[a];
        rest /= dim[a];
        to += (place + (axes >> a & 1)) % dim[a] * step;
        step *= dim[a];
    }
    return to;
}
static int64_t points(const synth_at *at, int axis)
{
    const int64_t *all = at->item->data;
    int64_t dim[AXES] = { 0 }, rest = at->r;
    dims_of(at->p, dim);
    for (int a = AXES - 1; a > axis; a--)
        rest /= dim[a];
    return all[axis] / dim[axis] + (rest % dim[axis] < all[axis] % dim[axis]);
}

#define AXIS(A, B, C)                                                                    \
    static int64_t up_##A(const synth_at *at)                                            \
    {                                                                                    \
        return up(at, 1u << A);                                                          \
    }                                                                                    \
    static int64_t across_##A(const synth_at *at)                                        \
    {                                                                                    \
        return up(at, 1u << B | 1u << C);                                                \
    }                                                                                    \
    static int64_t face_##A(const synth_at *at)                                          \
    {                                                                                    \
        return points(at, B) * points(at, C);                                            \
    }                                                                                    \
    static int64_t edge_##A(const synth_at *at)                                          \
    {                                                                                    \
        return points(at, A);                                                            \
    }
AXIS(0, 1, 2)
AXIS(1, 2, 0)
AXIS(2, 0, 1)

#define SEND(POINTS, PEER, COUNT)                                                        \
    {                                                                                    \
        'e', .op = SX_OP_Send, .data = POINTS, .param = {                                \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_PEER, PEER },                                                     \
            { SX_PARAM_COUNT, COUNT },                                                   \
            { SX_PARAM_TYPE, zero },                                                     \
            { SX_PARAM_TAG, zero }                                                       \
        }                                                                                \
    }
#define BOX(POINTS)                                                                      \
    {                                                                                    \
        SEND(POINTS, up_0, face_0), SEND(POINTS, up_1, face_1),                          \
            SEND(POINTS, up_2, face_2), SEND(POINTS, across_0, edge_0),                  \
            SEND(POINTS, across_1, edge_1), SEND(POINTS, across_2, edge_2), { 0 },       \
    }

static const int64_t rising[AXES] = { 48, 50, 52 },
                     shortest_second[AXES] = { 50, 48, 52 },
                     shortest_last[AXES] = { 50, 52, 48 };
static const synth_item box_rising[] = BOX(rising), box_second[] = BOX(shortest_second),
                        box_last[] = BOX(shortest_last);

int main(void)
{
    const int64_t few[] = { 8, 12, 18, 27, 0 }, many[] = { 36, 64, 0 };
    sx_fit_init();
    try_program("faces and edges of 48 x 50 x 52 points", box_rising, few, many, 0);
    try_program("faces and edges of 50 x 48 x 52 points", box_second, few, many, 0);
    try_program("faces and edges of 50 x 52 x 48 points", box_last, few, many, 0);
    return tap_done();
}
