/* Faces of blocks where points divide in all inputs: at scales where they leave a rest both ends have what programs deal out. */
#include "labelled.h"
#include "message.h"

#include "fit/fit.h"

static int64_t points; /* along each axis */

/* What place c of q has of the points. */
static int64_t block(int64_t q, int64_t c)
{
    return points / q + (c < points % q);
}

/* ---- a plane: as many rows as the largest divisor that is not above the root ---- */

static int64_t height(const synth_at *at)
{
    int64_t rows = 1;
    for (int64_t q = 1; q * q <= at->p; q++)
        rows = at->p % q ? rows : q;
    return rows;
}
static int64_t width(const synth_at *at)
{
    return at->p / height(at);
}
static int64_t column(const synth_at *at)
{
    return at->r % width(at);
}
static int64_t row(const synth_at *at)
{
    return at->r / width(at);
}
static int64_t four(const synth_at *at)
{
    (void)at;
    return 4;
}

/* In each of four trips to the neighbour on one side, if there is one. */
static int64_t neighbour(const synth_at *at)
{
    static const int64_t step[4][2] = { { -1, 0 }, { 1, 0 }, { 0, -1 }, { 0, 1 } };
    const int64_t x = column(at) + step[at->i[0]][0], y = row(at) + step[at->i[0]][1];
    const bool is_there = x >= 0 && x < width(at) && y >= 0 && y < height(at);
    return is_there ? y * width(at) + x : SX_NULL;
}
static int64_t side(const synth_at *at)
{
    return at->i[0] < 2 ? block(height(at), row(at)) : block(width(at), column(at));
}

static const synth_item plane[] = {
    { '(', .trips = four }, MESSAGE(NULL, neighbour, side), { .kind = ')' }, { 0 }
};

/* ---- a box around whose axes messages go: of extents that differ least ---- */

static int64_t extent(const synth_at *at, int axis)
{
    int64_t dim[3] = { 0, 0, at->p };
    for (int64_t x = 1; x * x <= at->p; x++)
        for (int64_t y = x; at->p % x == 0 && x * y * y <= at->p; y++)
            if (at->p % (x * y) == 0 &&
                (dim[0] == 0 || at->p / (x * y) - x < dim[2] - dim[0])) {
                dim[0] = x;
                dim[1] = y;
                dim[2] = at->p / (x * y);
            }
    return dim[2 - axis];
}
static int64_t place(const synth_at *at, int axis)
{
    int64_t rest = at->r;
    for (int a = 2; a > axis; a--)
        rest /= extent(at, a);
    return rest % extent(at, axis);
}
static int64_t next(const synth_at *at, int axis)
{
    const int64_t q = extent(at, axis), c = place(at, axis);
    int64_t rank = at->r, step = 1;
    for (int a = 2; a > axis; a--)
        step *= extent(at, a);
    return rank + ((c + 1) % q - c) * step;
}
static int64_t face(const synth_at *at, int axis)
{
    int64_t all = 1;
    for (int a = 0; a < 3; a++)
        all *= a == axis ? 1 : block(extent(at, a), place(at, a));
    return all;
}
static int64_t next_x(const synth_at *at)
{
    return next(at, 0);
}
static int64_t next_y(const synth_at *at)
{
    return next(at, 1);
}
static int64_t next_z(const synth_at *at)
{
    return next(at, 2);
}
static int64_t face_x(const synth_at *at)
{
    return face(at, 0);
}
static int64_t face_y(const synth_at *at)
{
    return face(at, 1);
}
static int64_t face_z(const synth_at *at)
{
    return face(at, 2);
}

static const synth_item box[] = { MESSAGE(NULL, next_x, face_x),
                                  MESSAGE(NULL, next_y, face_y),
                                  MESSAGE(NULL, next_z, face_z),
                                  { 0 } };

/* ---- what is sent along its own axis goes by no face ---- */

static int64_t next_column(const synth_at *at)
{
    const int64_t w = width(at);
    return row(at) * w + (column(at) + 1) % w;
}
static int64_t whole(const synth_at *at)
{
    return points / width(at);
}

static int64_t next_row(const synth_at *at)
{
    return (at->r + width(at)) % at->p;
}

static const synth_item shifted[] = { MESSAGE(NULL, next_column, whole),
                                      MESSAGE(NULL, next_row, four),
                                      { 0 } };

/* ---- tests ---- */

static void is_right(const synth_item *program, const int64_t *scale, int64_t p,
                     const char *what)
{
    sx_arena *arena = sx_arena_create();
    sx_trace trace;
    if (extrapolate(arena, program, scale, p, &trace)) {
        is_int(synth_differences(program, &trace), 0, what);
        is_int(label_of(arena, &trace, "0.count"), SX_LABEL_EXACT,
               "the rest shows in no input");
    }
    sx_arena_destroy(arena);
}

int main(void)
{
    sx_fit_init();
    points = 64;
    is_right(plane, (int64_t[]) { 4, 8, 16, 0 }, 36, "sides of planes");
    is_right(plane, (int64_t[]) { 4, 8, 16, 32, 64, 0 }, 100, "of more scales");
    is_right(plane, (int64_t[]) { 4, 16, 64, 0 }, 36,
             "of squares, the same in all trips");
    is_right(shifted, (int64_t[]) { 4, 8, 16, 0 }, 36, "what goes along its own axis");
    points = 72;
    is_right(box, (int64_t[]) { 8, 36, 64, 0 }, 125, "faces of boxes");
    is_right(box, (int64_t[]) { 8, 27, 64, 0 }, 125, "faces of cubes");
    return tap_done();
}
