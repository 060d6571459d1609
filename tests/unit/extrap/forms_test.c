/* Values of one form: what the version space of a form proves, and what it alone has a law for. */
#include "fit/fit.h"
#include "try_program.h"

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}

/* A square of ranks, open on all sides. */
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

/* As many numbers as there are neighbours, seven for each, and two. */
static int64_t by_neighbours(const synth_at *at)
{
    int64_t q = side(at->p), x = at->r % q, y = at->r / q;
    return 7 * ((x > 0) + (x < q - 1) + (y > 0) + (y < q - 1)) + 2;
}

static const synth_item neighbours[] = {
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, right },
                 { SX_PARAM_COUNT, by_neighbours },
                 { SX_PARAM_TAG, zero } } },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, below },
                 { SX_PARAM_COUNT, by_neighbours },
                 { SX_PARAM_TAG, zero } } },
    { 0 },
};

/* A quotient that is rounded up; who is last. */
static int64_t rounded_up(const synth_at *at)
{
    return (1000 + at->p - 1) / at->p;
}
static int64_t last(const synth_at *at)
{
    return 5 * (at->r == at->p - 1) + 2;
}

static const synth_item places[] = {
    { 'e', .op = SX_OP_Bcast,
      .param = { { SX_PARAM_COMM, zero }, { SX_PARAM_COUNT, rounded_up } } },
    { 'e', .op = SX_OP_Bcast,
      .param = { { SX_PARAM_COMM, zero }, { SX_PARAM_COUNT, last } } },
    { 0 },
};

/* What each rank has for each in a transposition. */
static int64_t for_each(const synth_at *at)
{
    return 262144 / (at->p * at->p);
}

static const synth_item transposed[] = {
    { 'e', .op = SX_OP_Bcast,
      .param = { { SX_PARAM_COMM, zero }, { SX_PARAM_COUNT, for_each } } },
    { 0 },
};

/* The rank in the middle has more. */
static int64_t in_the_middle(const synth_at *at)
{
    return 40 * (at->r == at->p / 2) + 3;
}

static const synth_item middle[] = {
    { 'e', .op = SX_OP_Bcast,
      .param = { { SX_PARAM_COMM, zero }, { SX_PARAM_COUNT, in_the_middle } } },
    { 0 },
};

/* ---- digits: groups of three in turn and of four in a row, of any number of ranks; colours of a square ---- */

static int64_t in_class(const synth_at *at)
{
    return (at->p - 1 - at->r % 3) / 3 + 1;
}
static int64_t after(const synth_at *at)
{
    return (at->p - 1 - at->r) / 3;
}
static int64_t in_row(const synth_at *at)
{
    int64_t left = at->p - at->r / 4 * 4;
    return left < 4 ? left : 4;
}
static int64_t second_digit(const synth_at *at)
{
    return 10 + 5 * (at->r / 2 % 3);
}
static int64_t is_second(const synth_at *at)
{
    return at->r / 2 % 3 == 1;
}
static int64_t tagged(const synth_at *at)
{
    return at->r % 5 == 2 ? 7 : 4;
}
static int64_t is_red(const synth_at *at)
{
    int64_t q = side(at->p);
    return (at->r % q + at->r / q) % 2 == 0;
}

#define SIZED(count_of)                                                                  \
    {                                                                                    \
        'e', .op = SX_OP_Bcast, .param = {                                               \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_COUNT, count_of }                                                 \
        }                                                                                \
    }

static const synth_item groups[] = {
    SIZED(in_class),
    SIZED(after),
    SIZED(in_row),
    SIZED(second_digit),
    SIZED(tagged),
    { 'e', .op = SX_OP_Barrier, .where = is_second,
      .param = { { SX_PARAM_COMM, zero } } },
    { 0 },
};
static const synth_item red_and_black[] = {
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, right },
                 { SX_PARAM_COUNT, zero },
                 { SX_PARAM_TAG, zero } } },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, below },
                 { SX_PARAM_COUNT, zero },
                 { SX_PARAM_TAG, zero } } },
    { 'e', .op = SX_OP_Barrier, .where = is_red, .param = { { SX_PARAM_COMM, zero } } },
    { 0 },
};

/* Rows as wide as the root of the number of ranks, which is three in all inputs. */
static int64_t in_rows(const synth_at *at)
{
    int64_t q = 1;
    while ((q + 1) * (q + 1) <= at->p)
        q++;
    return at->r % q + 1;
}
static const synth_item rows_of_three[] = { SIZED(in_rows), { 0 } };

/* A step for each cell of a diagonal but one: from 16, 25 and 49 ranks, P div 10 + 2 as well. */
static int64_t other_cells(const synth_at *at)
{
    return side(at->p) - 1;
}
static int64_t around(const synth_at *at)
{
    int64_t q = side(at->p), x = at->r % q;
    return at->r - x + (x + 1) % q;
}
static int64_t cell(const synth_at *at)
{
    return (at->r + at->i[0]) % side(at->p);
}

#define PIPELINE(tag)                                                                    \
    {                                                                                    \
        { '(', .trips = other_cells },                                                   \
            { 'e', .op = SX_OP_Isend,                                                    \
              .param = { { SX_PARAM_COMM, zero },                                        \
                         { SX_PARAM_PEER, around },                                      \
                         { SX_PARAM_TAG, tag } } },                                      \
            { .kind = ')' },                                                             \
            { 'e', .op = SX_OP_Isend,                                                    \
              .param = { { SX_PARAM_COMM, zero },                                        \
                         { SX_PARAM_PEER, below },                                       \
                         { SX_PARAM_TAG, zero } } },                                     \
            { 0 },                                                                       \
    }
static const synth_item cell_by_cell[] = PIPELINE(cell);
static const synth_item step_by_step[] = PIPELINE(zero);

/* A torus of powers of two, as wide as it is high or half as wide; room for a face of the shorter axis, squared, with a rim. */
static int64_t width(int64_t p)
{
    int64_t q = 1;
    while (4 * q * q <= p)
        q *= 2;
    return q;
}
static int64_t along(const synth_at *at)
{
    int64_t q = width(at->p);
    return at->r / q * q + (at->r + 1) % q;
}
static int64_t across(const synth_at *at)
{
    return (at->r + width(at->p)) % at->p;
}
static int64_t room(const synth_at *at)
{
    int64_t side_of = 256 / width(at->p) + 2;
    return 2 * side_of * side_of;
}
static const synth_item room_for_faces[] = {
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, along },
                 { SX_PARAM_COUNT, room },
                 { SX_PARAM_TAG, zero } } },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, across },
                 { SX_PARAM_COUNT, zero },
                 { SX_PARAM_TAG, zero } } },
    { 0 },
};

/* The points that are not next to another tile, of 75 by 59; those of a line of them; and three things at once. */
static int64_t part(int64_t n, int64_t q, int64_t c)
{
    return n / q + (c < n % q);
}
static int64_t inner(const synth_at *at)
{
    const int64_t q = width(at->p);
    return (part(75, q, at->r % q) - 2) * (part(59, at->p / q, at->r / q) - 2);
}
static int64_t divided(const synth_at *at)
{
    return 1440 / width(at->p);
}
static int64_t three_terms(const synth_at *at)
{
    const int64_t q = width(at->p);
    return 6 * at->p + 2 * (at->r % q) + 5 * (at->r / q) + 47;
}
#define ON_TORUS(count)                                                                  \
    {                                                                                    \
        { 'e', .op = SX_OP_Isend,                                                        \
          .param = { { SX_PARAM_COMM, zero },                                            \
                     { SX_PARAM_PEER, along },                                           \
                     { SX_PARAM_COUNT, count } } },                                      \
            { 'e', .op = SX_OP_Isend,                                                    \
              .param = { { SX_PARAM_COMM, zero },                                        \
                         { SX_PARAM_PEER, across },                                      \
                         { SX_PARAM_COUNT, zero } } },                                   \
            { 0 },                                                                       \
    }
static const synth_item inner_points[] = ON_TORUS(inner);
static const synth_item divided_points[] = ON_TORUS(divided);
static const synth_item of_three_terms[] = ON_TORUS(three_terms);

/* Around a ring three times, half as much each time. */
static int64_t three(const synth_at *at)
{
    (void)at;
    return 3;
}
static int64_t next_in_ring(const synth_at *at)
{
    return (at->r + 1) % at->p;
}
static int64_t halves(const synth_at *at)
{
    return 512 >> at->i[0];
}
static const synth_item halving[] = {
    { '(', .trips = three },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, next_in_ring },
                 { SX_PARAM_COUNT, halves } } },
    { .kind = ')' },
    { 0 },
};

/* A box of powers of two with ends; five for each neighbour in its plane. */
typedef struct box {
    int64_t extent[3], at[3];
} box;

static box box_of(const synth_at *at)
{
    int binary = 0;
    while (INT64_C(2) << binary <= at->p)
        binary++;
    const int first = binary / 3, second = (binary - first) / 2;
    box b = { .extent = { 1 << first, 1 << second, 1 << (binary - first - second) } };
    b.at[0] = at->r % b.extent[0];
    b.at[1] = at->r / b.extent[0] % b.extent[1];
    b.at[2] = at->r / b.extent[0] / b.extent[1];
    return b;
}
static int64_t next_on(const synth_at *at, int axis)
{
    const box b = box_of(at);
    int64_t stride = 1;
    for (int a = 0; a < axis; a++)
        stride *= b.extent[a];
    return b.at[axis] + 1 < b.extent[axis] ? at->r + stride : SX_NULL;
}
static int64_t next_on_x(const synth_at *at)
{
    return next_on(at, 0);
}
static int64_t next_on_y(const synth_at *at)
{
    return next_on(at, 1);
}
static int64_t next_on_z(const synth_at *at)
{
    return next_on(at, 2);
}
static int64_t in_plane(const synth_at *at)
{
    const box b = box_of(at);
    int64_t n = 0;
    for (int a = 0; a < 2; a++)
        n += (b.at[a] > 0) + (b.at[a] < b.extent[a] - 1);
    return 5 * n + 33;
}
#define TO_NEXT(axis, count)                                                             \
    {                                                                                    \
        'e', .op = SX_OP_Isend, .param = {                                               \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_PEER, next_on_##axis },                                           \
            { SX_PARAM_COUNT, count }                                                    \
        }                                                                                \
    }
static const synth_item planes[] = {
    TO_NEXT(x, in_plane),
    TO_NEXT(y, zero),
    TO_NEXT(z, zero),
    { 0 },
};

/* Infers from the scales (0 ends them): are all values proved at the target? */
static bool proves(const char *what, const synth_item *program, const int64_t *scale,
                   int64_t target)
{
    sx_arena *arena = sx_arena_create();
    const sx_trace *input[8];
    const char *name[8];
    sx_infer_options options = { .times = { .curves =
                                                sx_curve_selector_named("paper") } };
    sx_trace formula, trace;
    sx_summary summary = { 0 };
    sx_error err = { 0 };
    size_t n = 0;
    for (; scale[n]; n++) {
        sx_trace *made = SX_NEW(arena, sx_trace);
        *made = synth_trace(arena, program, scale[n]);
        input[n] = made;
        name[n] = sx_arena_printf(arena, "t%d", (int)scale[n]);
    }
    sx_status st = sx_infer(arena, input, name, n, &options, &formula, &err);
    if (!st)
        st = sx_instantiate(arena, &formula, target, NULL, 0, &trace, &err);
    if (!st)
        st = sx_summary_make(arena, &trace, &formula, &summary, &err);
    ok(!st, "%s: %s", what, err.text);
    sx_arena_destroy(arena);
    return summary.values[SX_LABEL_EXACT] + summary.values[SX_LABEL_REFUSED] == 0;
}

static void prove(const char *what, const synth_item *program, const int64_t *scale,
                  int64_t target)
{
    ok(proves(what, program, scale, target), "%s", what);
}

/* Blocks of 1,007 that three points of the next block follow, but for the last one; and three on either side. */
static int64_t with_overlap(const synth_at *at)
{
    return 1007 / at->p + (at->r < 1007 % at->p) + (at->r + 1 < at->p ? 3 : 0);
}
static int64_t with_both(const synth_at *at)
{
    return with_overlap(at) + (at->r > 0 ? 3 : 0);
}
/* Every other point of a block, and every third. */
static int64_t other_points(const synth_at *at)
{
    return (101 / at->p + (at->r < 101 % at->p) + 1) / 2;
}
static int64_t third_points(const synth_at *at)
{
    return (1000 / at->p) / 3;
}
static const synth_item parts_of_blocks[] = {
    { 'e', .op = SX_OP_Send,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, zero },
                 { SX_PARAM_COUNT, other_points },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_TAG, zero } } },
    { 'e', .op = SX_OP_Send,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, zero },
                 { SX_PARAM_COUNT, third_points },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_TAG, zero } } },
    { 0 },
};
static const synth_item overlaps[] = {
    { 'e', .op = SX_OP_Send,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, zero },
                 { SX_PARAM_COUNT, with_overlap },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_TAG, zero } } },
    { 'e', .op = SX_OP_Send,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, zero },
                 { SX_PARAM_COUNT, with_both },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_TAG, zero } } },
    { 0 },
};

int main(void)
{
    static const int64_t squares[] = { 9, 16, 25, 0 }, more[] = { 36, 49, 0 };
    static const int64_t few[] = { 6, 9, 13, 16, 0 }, others[] = { 20, 31, 0 };
    sx_fit_init();
    try_program("by the number of neighbours", neighbours, squares, more, 0);
    prove("all of it is proved", neighbours, squares, 36);
    try_program("by place", places, few, others, 0);
    prove("all of it is proved", places, few, 31);
    static const int64_t any[] = { 7, 13, 20, 26, 0 }, any_other[] = { 31, 40, 0 };
    static const int64_t near[] = { 10, 11, 13, 0 };
    try_program("groups of a fixed number", groups, any, any_other, 0);
    prove("all of it is proved", groups, any, 40);
    try_program("red and black", red_and_black, squares, more, 0);
    prove("all of it is proved", red_and_black, squares, 49);
    ok(!proves("rows that the scale may tell", rows_of_three, near, 36),
       "a number of ranks that the scale may tell");
    static const int64_t corners[] = { 16, 25, 49, 0 };
    prove("steps that go from cell to cell around the grid", cell_by_cell, corners, 100);
    ok(!proves("steps", step_by_step, corners, 100), "steps that may be any number");
    ok(!proves("steps of two numbers", cell_by_cell, (const int64_t[]) { 16, 25, 0 },
               100),
       "cell by cell, but two inputs follow any line");
    static const int64_t overlapping[] = { 5, 6, 7, 9, 13, 0 };
    try_program("parts of blocks", parts_of_blocks, overlapping,
                (const int64_t[]) { 8, 11, 16, 0 }, 0);
    try_program("blocks that overlap", overlaps, overlapping,
                (const int64_t[]) { 11, 16, 0 }, 0);
    static const int64_t powers[] = { 4, 16, 64, 0 };
    prove("a quotient of P P between the inputs", transposed, powers, 32);
    ok(!proves("the same", transposed, powers, 128), "its rounding beyond them");
    ok(!proves("the same", transposed, powers, 2), "its rounding below them");
    try_program("in the middle", middle, few, others, 0);
    static const int64_t uneven[] = { 8, 64, 256, 0 }, double_high[] = { 8, 32, 128, 0 };
    static const int64_t beyond[] = { 32, 128, 1024, 0 };
    prove("a square of one axis", room_for_faces, uneven, 128);
    prove("a square of one axis", room_for_faces, uneven, 1024);
    try_program("a square of one axis", room_for_faces, uneven, beyond, 0);
    ok(!proves("a square of an axis", room_for_faces, double_high, 256),
       "a square of either axis, or their product");
    static const int64_t tiles[] = { 8, 16, 32, 64, 0 };
    prove("points without their rim", inner_points, tiles, 256);
    ok(!proves("points without their rim", inner_points, tiles, 512),
       "where tiles are narrower, what there is instead shows nowhere");
    prove("a sum of three terms", of_three_terms, tiles, 256);
    static const int64_t two_sides[] = { 4, 8, 16, 0 };
    prove("and where a side shows two lengths, but ranks three", of_three_terms,
          two_sides, 128);
    static const int64_t wide[] = { 64, 256, 0 };
    try_program("points of which two inputs are alike, which foretell no square",
                divided_points, two_sides, wide, 0);
    static const int64_t ring[] = { 8, 11, 13, 0 }, rings[] = { 6, 40, 0 };
    try_program(
        "sizes of trips that are the same in all inputs are no blocks of their extents",
        halving, ring, rings, 0);
    static const int64_t boxes[] = { 8, 16, 64, 0 };
    prove("neighbours in a plane of a box", planes, boxes, 32);
    return tap_done();
}
