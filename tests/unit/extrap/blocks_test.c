/* Sizes of blocks of N points: what is proved of them at a target is right there, whatever N mod extent the inputs have,
 * and where those leave a remainder open, the input that shows it decides. */
#include "../../tap.h"
#include "extrap/advise.h"
#include "extrap/inferred.h"
#include "extrap/instantiate.h"
#include "fit/fit.h"
#include "synth.h"

#include <stdlib.h>

static int64_t points; /* N of the program at hand */

static int64_t side(const synth_at *at)
{
    int64_t q = 1;
    while ((q + 1) * (q + 1) <= at->p)
        q++;
    return q;
}

static int64_t mod(int64_t a, int64_t b)
{
    return (a % b + b) % b;
}

static int64_t block(const synth_at *at, int64_t c)
{
    int64_t q = side(at);
    return points / q + (mod(c, q) < points % q);
}

static int64_t x(const synth_at *at)
{
    return at->r % side(at);
}

static int64_t y(const synth_at *at)
{
    return at->r / side(at);
}

static int64_t east(const synth_at *at)
{
    return y(at) * side(at) + (x(at) + 1) % side(at);
}

static int64_t south(const synth_at *at)
{
    return (at->r + side(at)) % at->p;
}

static int64_t rows(const synth_at *at)
{
    return 5 * block(at, y(at));
}

/* The same number of points dealt out otherwise: the last block has the whole rest. */
static int64_t rows_last(const synth_at *at)
{
    int64_t q = side(at);
    return 5 * (points / q + (y(at) == q - 1 ? points % q : 0));
}

/* A face of all cells of a diagonal, but for the cell at its end. */
static int64_t faces(const synth_at *at)
{
    int64_t sum = 0, q = side(at);
    for (int64_t c = 0; c < q - 1; c++)
        sum += block(at, x(at) + c) * block(at, y(at) - c);
    return 2 * sum;
}

/* Points of a cell that have a neighbour on both sides: the first and the last cell have one less. */
static int64_t inner(const synth_at *at, int64_t c)
{
    int64_t q = side(at);
    return block(at, c) - (mod(c, q) == 0) - (mod(c, q) == q - 1);
}

/* A sweep along the first axis over the cells that a rank has, on diagonals. */
static int64_t cells(const synth_at *at)
{
    return 22 * inner(at, at->i[0] - x(at)) * inner(at, at->i[0] - x(at) - y(at) - 1);
}

/* As much as any cell may have. */
static int64_t largest(const synth_at *at)
{
    int64_t most = points / side(at) + 1;
    return 30 * most * most;
}

/* As many rows as the largest divisor that is not above the root; points are dealt out to these, and those of a row to parts of the columns. */
static int64_t height(const synth_at *at)
{
    int64_t most = side(at);
    while (at->p % most)
        most--;
    return most;
}
static int64_t width(const synth_at *at)
{
    return at->p / height(at);
}
static int64_t next_column(const synth_at *at)
{
    const int64_t w = width(at);
    return at->r / w * w + (at->r + 1) % w;
}
static int64_t next_row(const synth_at *at)
{
    return (at->r + width(at)) % at->p;
}
static int64_t parts_of_rows(const synth_at *at)
{
    const int64_t h = height(at), k = width(at) / h, c = at->r % width(at);
    const int64_t own = points / h + (c / k < points % h);
    return own / k + (c % k < own % k);
}

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}

#define MESSAGE(peer, count)                                                             \
    {                                                                                    \
        'e', .op = SX_OP_Isend, .param = {                                               \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_PEER, peer },                                                     \
            { SX_PARAM_COUNT, count },                                                   \
            { SX_PARAM_TYPE, zero },                                                     \
            { SX_PARAM_TAG, zero }                                                       \
        }                                                                                \
    }

static const synth_item by_rows[] = { MESSAGE(east, rows), MESSAGE(south, zero), { 0 } };
static const synth_item by_rows_last[] = { MESSAGE(east, rows_last),
                                           MESSAGE(south, zero),
                                           { 0 } };
static const synth_item by_faces[] = { MESSAGE(east, faces),
                                       MESSAGE(south, zero),
                                       { 0 } };
static const synth_item by_cells[] = { { '(', .trips = side },
                                       MESSAGE(east, cells),
                                       { .kind = ')' },
                                       MESSAGE(south, zero),
                                       { 0 } };

static const synth_item by_largest[] = { MESSAGE(east, largest),
                                         MESSAGE(south, zero),
                                         { 0 } };
static const synth_item by_largest_and_rows[] = { MESSAGE(east, largest),
                                                  MESSAGE(south, rows),
                                                  { 0 } };

static const synth_item by_parts[] = { MESSAGE(next_row, parts_of_rows),
                                       MESSAGE(next_column, zero),
                                       { 0 } };

/* ---- inference ---- */

typedef struct trial {
    sx_arena *arena;
    const sx_trace *input[8];
    const char *name[8];
    size_t n;
    sx_trace formula;
    sx_error err;
} trial;

static void add_scale(trial *t, const synth_item *program, int64_t p)
{
    sx_trace *trace = SX_NEW(t->arena, sx_trace);
    *trace = synth_trace(t->arena, program, p);
    t->name[t->n] = sx_arena_printf(t->arena, "t%d", (int)p);
    t->input[t->n++] = trace;
}

static void add(trial *t, const synth_item *program, int64_t q)
{
    add_scale(t, program, q * q);
}

static void infer(trial *t)
{
    sx_infer_options options = { 0 };
    if (sx_infer(t->arena, t->input, t->name, t->n, &options, &t->formula, &t->err)) {
        printf("Bail out! %s\n", t->err.text);
        exit(1);
    }
}

static trial from(const synth_item *program, int64_t n, const int64_t *side_of)
{
    trial t = { .arena = sx_arena_create() };
    points = n;
    for (; *side_of; side_of++)
        add(&t, program, *side_of);
    infer(&t);
    return t;
}

/* The label of the first count at p ranks; *ret_right is whether the trace there is the program's. */
static sx_label label_of(trial *t, const synth_item *program, int64_t p, bool *ret_right)
{
    sx_trace there;
    const sx_inferred *value;
    size_t n;
    sx_label label = SX_LABEL_RECORDED;
    if (sx_instantiate(t->arena, &t->formula, p, NULL, 0, &there, &t->err) ||
        sx_inferred_list(t->arena, &there, &value, &n, &t->err)) {
        printf("Bail out! %s\n", t->err.text);
        exit(1);
    }
    for (size_t i = n; i-- > 0;)
        if (sx_inferred_is_named(&value[i], "0.count"))
            label = value[i].evidence->label;
    *ret_right = synth_differences(program, &there) == 0;
    return label;
}

/* Where the side is q. */
static sx_label label_at(trial *t, const synth_item *program, int64_t q, bool *ret_right)
{
    return label_of(t, program, q * q, ret_right);
}

/* ---- tests ---- */

/* 13 mod 3, 4, 6 is 1: whether more blocks would be larger, or the last one by more, shows from 13 mod 5 = 3 on. */
static void test_remainders(void)
{
    bool right;
    trial t = from(by_rows, 13, (int64_t[]) { 3, 4, 6, 0 });
    is_int(label_at(&t, by_rows, 12, &right), SX_LABEL_PROVED, "13 mod 12 is 1, too");
    ok(right, "and right");
    is_int(label_at(&t, by_rows, 13, &right), SX_LABEL_PROVED, "13 mod 13 is 0");
    ok(right, "and right");
    is_int(label_at(&t, by_rows, 10, &right), SX_LABEL_EXACT, "13 mod 10 is 3");
    sx_advice advice = { 0 };
    sx_status st = sx_advise(t.input, t.name, t.n, &t.formula, 100, &(sx_settings) { 0 },
                             &advice, &t.err);
    ok(!st && advice.n == 1, "one input decides");
    is_int(advice.scale[0], 25, "that with 5 to a side");
    add(&t, by_rows, 5);
    infer(&t);
    is_int(label_at(&t, by_rows, 10, &right), SX_LABEL_PROVED, "and it does");
    ok(right, "rightly");
    sx_arena_destroy(t.arena);
    t = from(by_rows_last, 13, (int64_t[]) { 3, 4, 6, 0 });
    ok(label_at(&t, by_rows_last, 10, &right) != SX_LABEL_PROVED,
       "the last block has the rest: not proved");
    sx_arena_destroy(t.arena);
}

/* Cells of 36 points with one less at the edges are those of 34 on other places with 2, 3 and 4 to a side, but for the names
 * of the cells; with 5 they are not. */
static void test_edges(void)
{
    bool right;
    trial t = from(by_cells, 36, (int64_t[]) { 2, 3, 4, 0 });
    ok(label_at(&t, by_cells, 5, &right) != SX_LABEL_PROVED,
       "one less at the edges or fewer points: not proved");
    sx_arena_destroy(t.arena);
    t = from(by_cells, 38, (int64_t[]) { 3, 4, 5, 0 });
    for (int64_t q = 2; q <= 12; q++) {
        label_at(&t, by_cells, q, &right);
        ok(right, "one less at the edges, of cells on diagonals: side %d", (int)q);
    }
    sx_arena_destroy(t.arena);
}

/* Factor, rim and N are three numbers, of which three inputs have one each; N is none to be chosen where other values prove it. What fits
 * with another N stays a rival: 28 div 3, 5 and 7 are 24 div 3, 5 and 7 and one more. */
static void test_settled(void)
{
    bool right;
    trial t = from(by_largest, 102, (int64_t[]) { 4, 6, 8, 0 });
    is_int(label_at(&t, by_largest, 10, &right), SX_LABEL_EXACT, "three hidden numbers");
    sx_arena_destroy(t.arena);
    t = from(by_largest_and_rows, 102, (int64_t[]) { 4, 6, 8, 0 });
    for (int64_t q = 3; q <= 12; q++) {
        is_int(label_at(&t, by_largest_and_rows, q, &right), SX_LABEL_PROVED,
               "two of them");
        ok(right, "and right");
    }
    sx_arena_destroy(t.arena);
    t = from(by_largest_and_rows, 24, (int64_t[]) { 3, 5, 7, 0 });
    is_int(label_at(&t, by_largest_and_rows, 4, &right), SX_LABEL_PROVED, "of 24 or 28");
    is_int(label_at(&t, by_largest_and_rows, 6, &right), SX_LABEL_EXACT, "24 or 28?");
    sx_arena_destroy(t.arena);
}

/* Blocks of blocks are blocks in squares, where alone inputs show a rest. */
static void test_parts(void)
{
    bool right;
    trial t = { .arena = sx_arena_create() };
    points = 100;
    add_scale(&t, by_parts, 8);
    for (int64_t q = 3; q <= 7; q++)
        add(&t, by_parts, q);
    infer(&t);
    ok(label_of(&t, by_parts, 18, &right) != SX_LABEL_PROVED,
       "parts of rows, or of all: not proved in a grid that is no square");
    is_int(label_of(&t, by_parts, 64, &right), SX_LABEL_PROVED, "in a square it is");
    ok(right, "and right");
    sx_arena_destroy(t.arena);
}

/* No N mod extent makes a proved value wrong; and where remainders show, most are proved. */
static void test_all_points(const char *what, const synth_item *program,
                            const int64_t *side_of, int64_t first, int64_t last,
                            int64_t step, size_t least)
{
    size_t proved = 0, wrong = 0, asked = 0;
    for (int64_t n = first; n <= last; n += step) {
        trial t = from(program, n, side_of);
        for (int64_t q = 8; q <= 11; q++) {
            bool right;
            bool is_proved = label_at(&t, program, q, &right) == SX_LABEL_PROVED;
            asked++;
            proved += is_proved;
            wrong += is_proved && !right;
            if (is_proved && !right)
                printf("# N = %d, side %d\n", (int)n, (int)q);
        }
        sx_arena_destroy(t.arena);
    }
    is_int(wrong, 0, "proved and wrong");
    ok(proved >= least, "%s: proved %d of %d", what, (int)proved, (int)asked);
}

int main(void)
{
    sx_fit_init();
    test_remainders();
    test_edges();
    test_settled();
    test_parts();
    test_all_points("rows", by_rows, (int64_t[]) { 3, 4, 5, 0 }, 12, 60, 3, 20);
    test_all_points("rest last", by_rows_last, (int64_t[]) { 3, 4, 5, 0 }, 12, 60, 3, 0);
    test_all_points("faces", by_faces, (int64_t[]) { 3, 4, 5, 0 }, 12, 60, 5, 0);
    test_all_points("cells", by_cells, (int64_t[]) { 2, 3, 4, 0 }, 24, 60, 4, 0);
    test_all_points("faces", by_faces, (int64_t[]) { 4, 5, 7, 0 }, 12, 60, 5, 20);
    return tap_done();
}
