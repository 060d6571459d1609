/* Products of two with hidden numbers, as many as there are inputs: what fits all inputs but one gives that one, too, or does not. */
#include "fit/fit.h"
#include "largest_divisor.h"
#include "try_program.h"

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}

/* Rows as long as the largest divisor up to the root. */
static int64_t width(int64_t p)
{
    return largest_divisor(p);
}
static int64_t right(const synth_at *at)
{
    int64_t x = width(at->p);
    return at->r % x + 1 < x ? at->r + 1 : SX_NULL;
}
static int64_t below(const synth_at *at)
{
    int64_t x = width(at->p);
    return at->r + x < at->p ? at->r + x : SX_NULL;
}

static int64_t face(const synth_at *at)
{
    int64_t x = width(at->p);
    return (95 / x + 2) * (95 / (at->p / x) + 2);
}
static int64_t many_faces(const synth_at *at)
{
    int64_t x = width(at->p);
    return 5 * (90 / x + 2) * (90 / (at->p / x) + 2);
}
static int64_t small_face(const synth_at *at)
{
    int64_t x = width(at->p);
    return 6 * (78 / x + 2) * (78 / (at->p / x) + 2);
}

#define SENDS(size)                                                                      \
    {                                                                                    \
        { 'e', .op = SX_OP_Isend,                                                        \
          .param = { { SX_PARAM_COMM, zero },                                            \
                     { SX_PARAM_PEER, right },                                           \
                     { SX_PARAM_COUNT, size },                                           \
                     { SX_PARAM_TAG, zero } } },                                         \
            { 'e', .op = SX_OP_Isend,                                                    \
              .param = { { SX_PARAM_COMM, zero },                                        \
                         { SX_PARAM_PEER, below },                                       \
                         { SX_PARAM_COUNT, size },                                       \
                         { SX_PARAM_TAG, zero } } },                                     \
            { 0 },                                                                       \
    }

static const synth_item faces[] = SENDS(face), fives[] = SENDS(many_faces),
                        small_faces[] = SENDS(small_face);

/* Rows of three in all inputs, at the target, too: one number beside the other's rim is as good as a number and a rim. */
static int64_t right_of_three(const synth_at *at)
{
    return at->r % 3 < 2 ? at->r + 1 : SX_NULL;
}
static int64_t below_three(const synth_at *at)
{
    return at->r + 3 < at->p ? at->r + 3 : SX_NULL;
}
static int64_t block(int64_t n, int64_t q, int64_t c)
{
    return n / q + (c < n % q);
}
static int64_t of_rows_of_three(const synth_at *at)
{
    return 7 * (block(17, 3, at->r % 3) + 1) * (block(33, at->p / 3, at->r / 3) + 1);
}

static const synth_item threes[] = {
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, right_of_three },
                 { SX_PARAM_COUNT, of_rows_of_three } } },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, below_three },
                 { SX_PARAM_COUNT, of_rows_of_three } } },
    { 0 },
};

/* Squares of blocks, of points that the sides of the same squares show. */
static int64_t side(int64_t p)
{
    int64_t q = 1;
    while (q * q < p)
        q++;
    return q;
}
static int64_t right_of_square(const synth_at *at)
{
    const int64_t q = side(at->p);
    return at->r % q + 1 < q ? at->r + 1 : SX_NULL;
}
static int64_t below_square(const synth_at *at)
{
    const int64_t q = side(at->p);
    return at->r + q < at->p ? at->r + q : SX_NULL;
}
static int64_t of_side(const synth_at *at)
{
    const int64_t q = side(at->p);
    return 5 * block(24, q, at->r % q) * block(24, q, at->r / q);
}
static int64_t of_square(const synth_at *at)
{
    const int64_t q = side(at->p);
    return 30 * (24 / q + 1) * (24 / q + 1);
}
#define ON_SQUARE(peer, size)                                                            \
    {                                                                                    \
        'e', .op = SX_OP_Isend, .param = {                                               \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_PEER, peer },                                                     \
            { SX_PARAM_COUNT, size }                                                     \
        }                                                                                \
    }
static const synth_item squares[] = {
    ON_SQUARE(right_of_square, of_side),
    ON_SQUARE(below_square, of_square),
    { 0 },
};

/* Boxes of powers of two, halved along the slowest axis first: 2 x 2 x 2, 2 x 2 x 4, 2 x 4 x 4, 4 x 4 x 4. */
static int64_t is_longer(int64_t p, int64_t than)
{
    return 1 + (p >= than);
}
static int64_t box_x(int64_t p)
{
    return 2 * is_longer(p, 64);
}
static int64_t box_y(int64_t p)
{
    return 2 * is_longer(p, 32);
}
static int64_t right_in_box(const synth_at *at)
{
    return at->r % box_x(at->p) + 1 < box_x(at->p) ? at->r + 1 : SX_NULL;
}
static int64_t below_in_box(const synth_at *at)
{
    const int64_t x = box_x(at->p), y = box_y(at->p);
    return at->r / x % y + 1 < y ? at->r + x : SX_NULL;
}
static int64_t behind_in_box(const synth_at *at)
{
    const int64_t layer = box_x(at->p) * box_y(at->p);
    return at->r + layer < at->p ? at->r + layer : SX_NULL;
}
static int64_t of_layer(const synth_at *at, int64_t n, int64_t m)
{
    const int64_t x = box_x(at->p), y = box_y(at->p);
    return 6 * (block(n, x, at->r % x) + 1) * (block(m, y, at->r / x % y) + 1);
}

/* One input of three alone has layers of 4 x 4: of the few products that fit those of 2 x 2, one gives what it has, which are so many digits; or
 * hardly any. */
static int64_t of_many_points(const synth_at *at)
{
    return of_layer(at, 39, 30);
}
static int64_t of_few_points(const synth_at *at)
{
    return of_layer(at, 7, 5);
}
#define IN_BOX(size)                                                                     \
    {                                                                                    \
        ON_SQUARE(right_in_box, size), ON_SQUARE(below_in_box, size),                    \
            ON_SQUARE(behind_in_box, size), { 0 },                                       \
    }
static const synth_item many_points[] = IN_BOX(of_many_points),
                        few_points[] = IN_BOX(of_few_points);

/* Is the size of each event proved at the target? */
static bool proves(const char *what, const synth_item *program, const int64_t *scale,
                   int64_t target)
{
    sx_arena *arena = sx_arena_create();
    const sx_trace *input[4];
    static const char *const name[] = { "a", "b", "c", "d" };
    sx_infer_options options = { .times = { .curves =
                                                sx_curve_selector_named("paper") } };
    sx_trace formula, trace;
    sx_error err = { 0 };
    size_t n = 0;
    for (; scale[n]; n++) {
        sx_trace *made = SX_NEW(arena, sx_trace);
        *made = synth_trace(arena, program, scale[n]);
        input[n] = made;
    }
    sx_status st = sx_infer(arena, input, name, n, &options, &formula, &err);
    if (!st)
        st = sx_instantiate(arena, &formula, target, NULL, 0, &trace, &err);
    ok(!st, "%s: %s", what, err.text);
    bool are = !st;
    for (size_t i = 0; are && i < trace.program.n; i++) {
        const sx_param *size = sx_node_param(trace.program.node[i], SX_PARAM_COUNT);
        are = size && size->value.evidence.label == SX_LABEL_PROVED;
    }
    sx_arena_destroy(arena);
    return are;
}

int main(void)
{
    static const int64_t powers[] = { 4, 16, 32, 0 }, two[] = { 16, 32, 0 };
    static const int64_t loose[] = { 9, 10, 14, 0 };
    sx_fit_init();
    ok(proves("a product", faces, powers, 64),
       "a product that three inputs tell of, however it is rounded");
    ok(!proves("a product", fives, powers, 64),
       "with a factor, one that is rounded up and has a rim of one fits as well");
    ok(!proves("a product", faces, two, 64), "a product of two inputs");
    ok(!proves("a product", small_faces, loose, 99), "a product that no two tell");
    static const int64_t wide[] = { 9, 21, 27, 0 };
    ok(proves("a product", threes, wide, 87),
       "a product that is another one along rows of three, where they are that long");
    static const int64_t sides[] = { 4, 25, 49, 0 };
    ok(proves("squares", squares, sides, 9),
       "a square of known points predicts two inputs; a line with three hidden numbers, "
       "none");
    static const int64_t layers[] = { 8, 16, 64, 0 };
    ok(proves("layers", many_points, layers, 32),
       "of few products that fit layers of 2 x 2 one gives all that 4 x 4 show");
    ok(!proves("layers", few_points, layers, 32), "which are too few digits");
    return tap_done();
}
