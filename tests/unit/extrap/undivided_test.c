/* Faces of blocks where points divide in all inputs: at scales where they leave a rest both ends have what programs deal out. */
#include "box_of_ranks.h"
#include "labelled.h"
#include "largest_divisor.h"
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
    return largest_divisor(at->p);
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

/* ---- a box around whose axes messages go, ranks along the shortest one side by side ---- */

static int64_t place(const synth_at *at, int axis)
{
    int64_t rest = at->r;
    for (int a = 2; a > axis; a--)
        rest /= box_extent(at, a);
    return rest % box_extent(at, axis);
}
static int64_t next(const synth_at *at, int axis)
{
    const int64_t q = box_extent(at, axis), c = place(at, axis);
    int64_t rank = at->r, step = 1;
    for (int a = 2; a > axis; a--)
        step *= box_extent(at, a);
    return rank + ((c + 1) % q - c) * step;
}
static int64_t along[3]; /* points */

static int64_t face(const synth_at *at, int axis)
{
    int64_t all = 1;
    for (int a = 0; a < 3; a++) {
        const int64_t q = box_extent(at, a);
        all *= a == axis ? 1 : along[a] / q + (place(at, a) < along[a] % q);
    }
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

/* Across an edge, to the next place along two axes: as many points as along the third one. */
static int64_t edge(const synth_at *at, int axis)
{
    const int64_t q = box_extent(at, axis);
    return along[axis] / q + (place(at, axis) < along[axis] % q);
}
static int64_t next_of(const synth_at *at, int axis, int other)
{
    synth_at there = *at;
    there.r = next(at, axis);
    return next(&there, other);
}
static int64_t next_xy(const synth_at *at)
{
    return next_of(at, 0, 1);
}
static int64_t next_yz(const synth_at *at)
{
    return next_of(at, 1, 2);
}
static int64_t edge_z(const synth_at *at)
{
    return edge(at, 2);
}
static int64_t edge_x(const synth_at *at)
{
    return edge(at, 0);
}

static const synth_item edges[] = {
    MESSAGE(NULL, next_x, face_x),  MESSAGE(NULL, next_y, face_y),
    MESSAGE(NULL, next_z, face_z),  MESSAGE(NULL, next_yz, edge_x),
    MESSAGE(NULL, next_xy, edge_z), { 0 }
};

/* Along each axis in turn. */
static int64_t three(const synth_at *at)
{
    (void)at;
    return 3;
}
static int64_t next_in_turn(const synth_at *at)
{
    return next(at, (int)at->i[0]);
}
static int64_t face_in_turn(const synth_at *at)
{
    return face(at, (int)at->i[0]);
}

static const synth_item in_turn[] = { { '(', .trips = three },
                                      MESSAGE(NULL, next_in_turn, face_in_turn),
                                      { .kind = ')' },
                                      { 0 } };

/* Of several fields, before each of one. */
static int64_t fields_x(const synth_at *at)
{
    return 5 * face(at, 0);
}
static int64_t fields_y(const synth_at *at)
{
    return 5 * face(at, 1);
}

static const synth_item fields[] = {
    MESSAGE(NULL, next_x, fields_x), MESSAGE(NULL, next_y, fields_y),
    MESSAGE(NULL, next_x, face_x),   MESSAGE(NULL, next_y, face_y),
    MESSAGE(NULL, next_z, face_z),   { 0 }
};

/* ---- a line of all ranks ---- */

enum { ROW = 32 };

static int64_t own(const synth_at *at)
{
    return block(at->p, at->r);
}
static int64_t own_rows(const synth_at *at)
{
    return ROW * own(at);
}
static int64_t of_element(const synth_at *at)
{
    return block(at->p, at->e);
}
static int64_t rows_of_element(const synth_at *at)
{
    return ROW * of_element(at);
}

static const synth_item parts[] = {
    { 'e', .op = SX_OP_Allgatherv,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_COUNT, own_rows },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_RTYPE, zero },
                 { SX_PARAM_RCOUNTS, rows_of_element } } },
    { 'e', .op = SX_OP_Allgatherv,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_COUNT, own },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_RTYPE, zero },
                 { SX_PARAM_RCOUNTS, of_element } } },
    { 0 },
};

static int64_t is_first(const synth_at *at)
{
    return at->r == 0;
}
static int64_t is_other(const synth_at *at)
{
    return at->r > 0;
}
static int64_t others(const synth_at *at)
{
    return at->p - 1;
}
static int64_t each(const synth_at *at)
{
    return at->i[0] + 1;
}
static int64_t transposed(const synth_at *at)
{
    return own(at) * of_element(at);
}

static const synth_item transposition[] = {
    { 'e', .op = SX_OP_Alltoallv,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_RTYPE, zero },
                 { SX_PARAM_COUNTS, transposed },
                 { SX_PARAM_RCOUNTS, transposed } } },
    { 0 },
};

/* So many that no few fields are a square. */
static int64_t no_square(const synth_at *at)
{
    return 67 * 4096 / (at->p * at->p);
}

static const synth_item unsquare[] = { { 'e', .op = SX_OP_Alltoallv,
                                         .param = { { SX_PARAM_COMM, zero },
                                                    { SX_PARAM_TYPE, zero },
                                                    { SX_PARAM_RTYPE, zero },
                                                    { SX_PARAM_COUNTS, no_square },
                                                    { SX_PARAM_RCOUNTS, no_square } } },
                                       { 0 } };

/* ---- blocks of a plane that the first rank gets one by one ---- */

static int64_t area(const synth_at *at)
{
    return block(height(at), row(at)) * block(width(at), column(at));
}
static int64_t area_of_each(const synth_at *at)
{
    const int64_t each = at->i[0] + 1, w = width(at);
    return block(height(at), each / w) * block(w, each % w);
}

static const synth_item collected[] = { { '(', .trips = four },
                                        MESSAGE(NULL, neighbour, side),
                                        { .kind = ')' },
                                        { '(', .where = is_first, .trips = others },
                                        MESSAGE(NULL, each, area_of_each),
                                        { .kind = ')' },
                                        MESSAGE(is_other, zero, area),
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
        ok(label_of(arena, &trace, "0.count") != SX_LABEL_PROVED,
           "not proved: the rest shows in no input");
    }
    sx_arena_destroy(arena);
}

static void test_boxes(void)
{
    const int64_t oblong[] = { 8, 16, 64, 24, 0 }, cubes[] = { 8, 27, 64, 0 };
    points = along[0] = along[1] = along[2] = 72;
    is_right(box, (int64_t[]) { 8, 36, 64, 0 }, 125, "faces of boxes");
    is_right(box, cubes, 125, "faces of cubes");
    is_right(edges, (int64_t[]) { 4, 36, 64, 0 }, 125,
             "edges, one axis of one rank at the smallest scale");
    is_right(edges, (int64_t[]) { 8, 12, 24, 0 }, 125,
             "edges along an axis of two ranks at all scales");
    points = along[0] = along[1] = along[2] = 64;
    is_right(in_turn, (int64_t[]) { 8, 16, 32, 0 }, 128, "faces in turn, of few inputs");
    along[0] = 48;
    along[1] = 96;
    along[2] = 192;
    is_right(box, oblong, 125, "of boxes that are longer along one axis");
    is_right(fields, oblong, 125, "and of several fields");
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
    is_right(parts, (int64_t[]) { 4, 8, 16, 0 }, 12, "parts of a line");
    is_right(transposition, (int64_t[]) { 4, 8, 16, 0 }, 12, "parts for each");
    is_right(unsquare, (int64_t[]) { 4, 8, 16, 0 }, 12, "what is no square");
    is_right(collected, (int64_t[]) { 4, 8, 16, 32, 0 }, 36, "blocks of a plane");
    test_boxes();
    return tap_done();
}
