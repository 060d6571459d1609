/* Exchanges in a loop over the axes, or all directions, of a grid, from one call site: what goes along an axis is a face with a rim, and there is
 * room for what comes along any. */
#include "fit/fit.h"
#include "largest_divisor.h"
#include "try_program.h"

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}

/* ---- boxes: three axes around, faces with the rim that earlier axes brought ---- */

enum { CELLS = 40, BYTES = 224 };

static int64_t axes(const synth_at *at)
{
    (void)at;
    return 3;
}
/* The box of P ranks whose sides are nearest to each other, the shortest first. */
static int64_t side(const synth_at *at, int64_t axis)
{
    int64_t best[3] = { 1, 1, at->p };
    for (int64_t x = 1; x * x * x <= at->p; x++)
        for (int64_t y = x; x * y * y <= at->p; y++)
            if (at->p % (x * y) == 0 &&
                x + y + at->p / (x * y) < best[0] + best[1] + best[2]) {
                best[0] = x;
                best[1] = y;
                best[2] = at->p / (x * y);
            }
    return best[axis];
}
static int64_t weight(const synth_at *at, int64_t axis)
{
    return axis == 0 ? 1 : axis == 1 ? side(at, 0) : side(at, 0) * side(at, 1);
}
static int64_t place(const synth_at *at, int64_t axis)
{
    return at->r / weight(at, axis) % side(at, axis);
}
static int64_t next(const synth_at *at)
{
    const int64_t axis = at->i[0], c = place(at, axis);
    return at->r + ((c + 1) % side(at, axis) - c) * weight(at, axis);
}
static int64_t cells(const synth_at *at, int64_t axis)
{
    const int64_t q = side(at, axis % 3), c = place(at, axis % 3);
    return (c + 1) * CELLS / q - c * CELLS / q + 2;
}
static int64_t face(const synth_at *at)
{
    return BYTES * cells(at, at->i[0] + 1) * cells(at, at->i[0] + 2);
}

static const synth_item faces[] = {
    { '(', .trips = axes },
    { 'e', .op = SX_OP_Send,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, next },
                 { SX_PARAM_TAG, zero },
                 { SX_PARAM_COUNT, face } } },
    { .kind = ')' },
    { 0 },
};

/* ---- boxes: one message along an axis of two ranks, where both ways lead to the same one, and two along a longer one ---- */

static int64_t number_of(const synth_at *at, bool longer)
{
    int64_t n = 0;
    for (int64_t axis = 0; axis < 3; axis++)
        n += longer ? side(at, axis) > 2 : side(at, axis) == 2;
    return n;
}
static int64_t axes_of_two(const synth_at *at)
{
    return number_of(at, false);
}
static int64_t longer_axes(const synth_at *at)
{
    return number_of(at, true);
}
/* The neighbour along the axis of the trip, of those that are longer or not, the last axis first. */
static int64_t along(const synth_at *at, bool longer, int64_t by)
{
    int64_t axis = 2;
    for (int64_t left = at->i[0]; axis >= 0; axis--)
        if ((longer ? side(at, axis) > 2 : side(at, axis) == 2) && left-- == 0)
            break;
    const int64_t q = side(at, axis), c = place(at, axis);
    return at->r + ((c + by + q) % q - c) * weight(at, axis);
}
static int64_t other(const synth_at *at)
{
    return along(at, false, 1);
}
static int64_t up(const synth_at *at)
{
    return along(at, true, 1);
}
static int64_t down(const synth_at *at)
{
    return along(at, true, -1);
}

#define SEND(PEER)                                                                       \
    {                                                                                    \
        'e', .op = SX_OP_Send, .param = {                                                \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_PEER, (PEER) },                                                   \
            { SX_PARAM_TAG, zero },                                                      \
            { SX_PARAM_COUNT, axes }                                                     \
        }                                                                                \
    }

static const synth_item lengths[] = {
    { '(', .trips = axes },
    SEND(next),
    { .kind = ')' },
    { '(', .trips = axes_of_two },
    SEND(other),
    { .kind = ')' },
    { '(', .trips = longer_axes },
    SEND(up),
    SEND(down),
    { .kind = ')' },
    { 0 },
};

/* ---- rectangles: room for the rows and columns of all sides, of points that sizes before have shown ---- */

enum { NX = 333, NY = 250 };

static int64_t width(const synth_at *at)
{
    return largest_divisor(at->p);
}
static int64_t columns(const synth_at *at)
{
    const int64_t q = width(at), c = at->r % q;
    return (c + 1) * NX / q - c * NX / q;
}
static int64_t rows(const synth_at *at)
{
    const int64_t q = at->p / width(at), c = at->r / width(at);
    return (c + 1) * NY / q - c * NY / q;
}
static int64_t room(const synth_at *at)
{
    return 2 * (rows(at) + columns(at));
}
static int64_t right(const synth_at *at)
{
    const int64_t c = at->r % width(at);
    return at->r - c + (c + 1) % width(at);
}
static int64_t above(const synth_at *at)
{
    return (at->r + width(at)) % at->p;
}

#define SENDS(PEER, COUNT)                                                               \
    {                                                                                    \
        'e', .op = SX_OP_Send, .param = {                                                \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_PEER, (PEER) },                                                   \
            { SX_PARAM_TAG, zero },                                                      \
            { SX_PARAM_COUNT, (COUNT) }                                                  \
        }                                                                                \
    }

static const synth_item sides[] = {
    SENDS(right, rows),
    SENDS(above, columns),
    SENDS(right, room),
    { 0 },
};

/* ---- up to 26 neighbours in an open box, corners among them, each with a tag of its own ---- */

enum { DIRECTIONS = 27, OWN = 13, EDGE = 20 };

/* Along the axis, in one of 27 directions. */
static int64_t step(int64_t direction, int64_t axis)
{
    const int64_t weights[] = { 1, 3, 9 };
    return direction / weights[axis] % 3 - 1;
}
static bool is_there(const synth_at *at, int64_t direction)
{
    bool there = direction != OWN;
    for (int64_t axis = 0; axis < 3; axis++) {
        const int64_t c = place(at, axis) + step(direction, axis);
        there = there && c >= 0 && c < side(at, axis);
    }
    return there;
}
static int64_t all_around(const synth_at *at)
{
    int64_t n = 0;
    for (int64_t k = 0; k < DIRECTIONS; k++)
        n += is_there(at, k);
    return n;
}
static int64_t direction_of(const synth_at *at)
{
    int64_t k = 0;
    for (int64_t left = at->i[0]; !is_there(at, k) || left-- > 0; k++)
        ;
    return k;
}
static int64_t one_around(const synth_at *at)
{
    const int64_t k = direction_of(at);
    return at->r + step(k, 0) + step(k, 1) * weight(at, 1) + step(k, 2) * weight(at, 2);
}
static int64_t edge_or_face(const synth_at *at)
{
    const int64_t k = direction_of(at);
    int64_t n = 1;
    for (int64_t axis = 0; axis < 3; axis++)
        n *= step(k, axis) ? 1 : EDGE;
    return n;
}

static const synth_item around[] = {
    { '(', .trips = all_around },
    { 'e', .op = SX_OP_Send,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, one_around },
                 { SX_PARAM_TAG, direction_of },
                 { SX_PARAM_COUNT, edge_or_face } } },
    { .kind = ')' },
    { 0 },
};

int main(void)
{
    static const int64_t open_boxes[] = { 12, 27, 48, 64, 0 },
                         open_box[] = { 80, 100, 0 };
    static const int64_t boxes[] = { 8, 27, 36, 60, 0 }, box[] = { 48, 120, 0 };
    static const int64_t short_axes[] = { 8, 16, 24, 0 },
                         longer[] = { 12, 32, 18, 36, 0 };
    static const int64_t from[] = { 6, 12, 20, 35, 0 }, to[] = { 24, 63, 143, 0 };
    sx_fit_init();
    try_program("faces along three axes", faces, boxes, box, 0);
    try_program("messages by how long axes are", lengths, short_axes, longer, 0);
    try_program("room for all sides", sides, from, to, 0);
    try_program("26 neighbours that are there", around, open_boxes, open_box, 0);
    return tap_done();
}
