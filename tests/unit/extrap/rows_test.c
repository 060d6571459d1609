/* What tells of rows of ranks that are as long in all inputs: a step within the row, beside one of as many ranks, which is a step
 * on the line of all ranks, too. And what several ranks away may be else. */
#include "fit/fit.h"
#include "largest_divisor.h"
#include "try_program.h"

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static int64_t next_in_row(const synth_at *at)
{
    return at->r % 3 < 2 ? at->r + 1 : SX_NULL;
}
static int64_t around_row(const synth_at *at)
{
    return at->r % 3 == 0 ? at->r + 2 : at->r - 1;
}
static int64_t next_row(const synth_at *at)
{
    return at->r + 3 < at->p ? at->r + 3 : SX_NULL;
}
static int64_t row_around(const synth_at *at)
{
    return (at->r + at->p - 3) % at->p;
}
static int64_t one_on(const synth_at *at)
{
    return (at->r + 1) % at->p;
}
static int64_t two_on(const synth_at *at)
{
    return (at->r + 2) % at->p;
}
static int64_t four_on(const synth_at *at)
{
    return (at->r + 4) % at->p;
}

/* Points in blocks over all ranks. */
static int64_t block_of(int64_t n, const synth_at *at)
{
    return n / at->p + (at->r < n % at->p);
}
static int64_t of_89(const synth_at *at)
{
    return block_of(89, at);
}
static int64_t of_92(const synth_at *at)
{
    return block_of(92, at);
}

static int64_t itself(const synth_at *at)
{
    return at->r;
}

/* In a grid as square as the number of ranks allows. */
static int64_t width(int64_t p)
{
    return largest_divisor(p);
}
static int64_t to_the_left(const synth_at *at)
{
    return at->r % width(at->p) ? at->r - 1 : SX_NULL;
}
static int64_t to_the_right(const synth_at *at)
{
    return at->r % width(at->p) < width(at->p) - 1 ? at->r + 1 : SX_NULL;
}
static int64_t below(const synth_at *at)
{
    return at->r + width(at->p) < at->p ? at->r + width(at->p) : SX_NULL;
}
static int64_t end_of_row(const synth_at *at)
{
    return at->r - at->r % width(at->p) + width(at->p) - 1;
}
static int64_t parent(const synth_at *at)
{
    return at->r & (at->r - 1);
}
static int64_t by_row(const synth_at *at)
{
    return at->r / width(at->p) + 4;
}
/* What all have, 5 P / 4 or 2 P, beside what a row has. */
static int64_t by_quarters(const synth_at *at)
{
    return 5 * at->p / 4 + 6 * (at->r / width(at->p)) + 21;
}
static int64_t by_twos(const synth_at *at)
{
    return 2 * at->p + 6 * (at->r / width(at->p)) + 21;
}

/* Boxes of powers of two: the layers above and below, around. */
static int64_t layer(int64_t p)
{
    int64_t bits = 0, x, y;
    while (p >> (bits + 1))
        bits++;
    x = bits / 3;
    y = (bits - x) / 2;
    return INT64_C(1) << (x + y);
}
static int64_t above(const synth_at *at)
{
    return (at->r + layer(at->p)) % at->p;
}
static int64_t beneath(const synth_at *at)
{
    return (at->r + at->p - layer(at->p)) % at->p;
}

#define SEND(peer)                                                                       \
    {                                                                                    \
        'e', .op = SX_OP_Send, .param = {                                                \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_PEER, peer }                                                      \
        }                                                                                \
    }

static const synth_item open_rows[] = {
    SEND(next_in_row), SEND(next_row), SEND(one_on), { 0 }
};
static const synth_item round_rows[] = {
    SEND(around_row), SEND(row_around), SEND(one_on), { 0 }
};
static const synth_item distant[] = { SEND(two_on), { 0 } };
static const synth_item farther[] = { SEND(four_on), { 0 } };
static const synth_item own[] = { SEND(one_on), SEND(itself), { 0 } };

static const synth_item neighbours[] = { SEND(to_the_left), SEND(below), { 0 } };
static const synth_item within_rows[] = { SEND(to_the_left), SEND(to_the_right), { 0 } };
static const synth_item ends[] = {
    SEND(to_the_left), SEND(below), SEND(end_of_row), { 0 }
};
static const synth_item tree[] = { SEND(to_the_left), SEND(below), SEND(parent), { 0 } };
static const synth_item layers[] = { SEND(above), SEND(beneath), { 0 } };
#define TAGGED(tag)                                                                      \
    {                                                                                    \
        { 'e', .op = SX_OP_Send,                                                         \
          .param = { { SX_PARAM_COMM, zero },                                            \
                     { SX_PARAM_PEER, below },                                           \
                     { SX_PARAM_TAG, tag } } },                                          \
            SEND(to_the_left),                                                           \
        {                                                                                \
            0                                                                            \
        }                                                                                \
    }
static const synth_item numbers[] = TAGGED(by_row), quarters[] = TAGGED(by_quarters),
                        wholes[] = TAGGED(by_twos);

/* Columns as high as that, rows as long as the rest. 4, 8 and 9 ranks could be 1 x 2 x 2, 2 x 2 x 2 and 1 x 3 x 3, but for one step that does not
 * fit. */
static int64_t length(const synth_at *at)
{
    return at->p / width(at->p);
}
static int64_t upwards(const synth_at *at)
{
    return at->r + length(at) < at->p ? at->r + length(at) : SX_NULL;
}
static int64_t downwards(const synth_at *at)
{
    return (at->r + at->p - length(at)) % at->p;
}
static int64_t in_half_rows(const synth_at *at)
{
    const int64_t x = length(at), c = at->r % x;
    return at->r - c + (c + (x < 4 ? 1 : 2)) % x;
}
static int64_t backwards(const synth_at *at)
{
    return at->r % length(at) ? at->r - 1 : SX_NULL;
}
static int64_t is_lower(const synth_at *at)
{
    return at->r < at->p / 2;
}
static int64_t middle(const synth_at *at)
{
    return at->p / 2;
}
static const synth_item cut_once[] = { SEND(backwards),
                                       SEND(upwards),
                                       SEND(in_half_rows),
                                       SEND(downwards),
                                       { 'e', .op = SX_OP_Send, .where = is_lower,
                                         .param = { { SX_PARAM_COMM, zero },
                                                    { SX_PARAM_PEER, middle } } },
                                       { 0 } };

#define DEALT(points)                                                                    \
    {                                                                                    \
        'e', .op = SX_OP_Send, .param = {                                                \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_PEER, below },                                                    \
            { SX_PARAM_COUNT, points }                                                   \
        }                                                                                \
    }
static const synth_item dealt_89[] = { DEALT(of_89), SEND(to_the_left), { 0 } },
                        dealt_92[] = { DEALT(of_92), SEND(to_the_left), { 0 } };

/* Of 40 points dealt out over the rows of three. */
static int64_t of_rows(const synth_at *at)
{
    const int64_t rows = at->p / 3;
    return 22 * (40 / rows + (at->r / 3 < 40 % rows) + 2);
}
static const synth_item dealt_to_rows[] = { { 'e', .op = SX_OP_Send,
                                              .param = { { SX_PARAM_COMM, zero },
                                                         { SX_PARAM_PEER, next_row },
                                                         { SX_PARAM_COUNT, of_rows } } },
                                            SEND(next_in_row),
                                            { 0 } };

/* Who is inside of a row, which is as long wherever somebody is. */
static int64_t is_inside(const synth_at *at)
{
    const int64_t x = width(at->p), c = at->r % x;
    return c > 0 && c < x - 1;
}
#define INSIDE(peer)                                                                     \
    {                                                                                    \
        SEND(to_the_left), SEND(below),                                                  \
            { 'e', .op = SX_OP_Send, .where = is_inside,                                 \
              .param = { { SX_PARAM_COMM, zero }, { SX_PARAM_PEER, peer } } },           \
        {                                                                                \
            0                                                                            \
        }                                                                                \
    }
static const synth_item to_first[] = INSIDE(zero), downward[] = INSIDE(below);

/* Of 128 points over the columns of rows of six. */
static int64_t next_of_six(const synth_at *at)
{
    return at->r % 6 < 5 ? at->r + 1 : SX_NULL;
}
static int64_t below_six(const synth_at *at)
{
    return at->r + 6 < at->p ? at->r + 6 : SX_NULL;
}
static int64_t of_columns(const synth_at *at)
{
    const int64_t y = at->p / 6;
    return 6 * (128 / y + (at->r / 6 < 128 % y)) + 35;
}
static const synth_item dealt_to_columns[] = {
    { 'e', .op = SX_OP_Send,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, below_six },
                 { SX_PARAM_COUNT, of_columns } } },
    SEND(next_of_six),
    { 0 }
};

/* How many values, communicators apart, are no better than exact at the target? There all events are so, if they are `told`. */
static int64_t count_open(const synth_item *program, const int64_t *scale, int64_t target,
                          bool told)
{
    sx_arena *arena = sx_arena_create();
    const sx_trace *input[8];
    const char *name[8];
    size_t n = 0;
    sx_error err = { 0 };
    for (; scale[n]; n++) {
        sx_trace *trace = SX_NEW(arena, sx_trace);
        *trace = synth_trace(arena, program, scale[n]);
        input[n] = trace;
        name[n] = sx_arena_printf(arena, "t%d", (int)scale[n]);
    }
    sx_infer_options options = { .times = { .curves =
                                                sx_curve_selector_named("paper") } };
    sx_trace formula, trace;
    sx_status st = sx_infer(arena, input, name, n, &options, &formula, &err);
    st = st ? st : sx_instantiate(arena, &formula, target, NULL, 0, &trace, &err);
    ok(st == SX_OK, "inferred: %s", err.text);
    if (told)
        is_int(synth_differences(program, &trace), 0, "events at the target");
    int64_t exact = 0;
    for (size_t i = 0; !st && i < trace.program.n; i++)
        for (uint32_t k = 0; k < trace.program.node[i]->nparams; k++) {
            const sx_param *param = &trace.program.node[i]->param[k];
            exact += param->id != SX_PARAM_COMM &&
                     param->value.evidence.label != SX_LABEL_PROVED;
        }
    sx_arena_destroy(arena);
    return exact;
}

static int64_t has_left(const synth_at *at)
{
    return at->r % width(at->p) > 0;
}
static const synth_item leftwards[] = { { 'e', .op = SX_OP_Send, .where = has_left,
                                          .param = { { SX_PARAM_COMM, zero },
                                                     { SX_PARAM_PEER, to_the_left } } },
                                        SEND(to_the_right),
                                        SEND(below),
                                        { 0 } };

/* Who takes part in the first call. */
static sx_label label_of_ranks(const synth_item *program, const int64_t *scale,
                               int64_t target)
{
    sx_arena *arena = sx_arena_create();
    sx_error err = { 0 };
    const sx_trace *input[] = { NULL, NULL, NULL };
    const char *const name[] = { "a", "b", "c" };
    for (size_t i = 0; i < 3; i++) {
        sx_trace *trace = SX_NEW(arena, sx_trace);
        *trace = synth_trace(arena, program, scale[i]);
        input[i] = trace;
    }
    sx_infer_options options = { .times = { .curves =
                                                sx_curve_selector_named("paper") } };
    sx_trace formula, trace;
    sx_status st = sx_infer(arena, input, name, 3, &options, &formula, &err);
    st = st ? st : sx_instantiate(arena, &formula, target, NULL, 0, &trace, &err);
    ok(st == SX_OK, "inferred: %s", err.text);
    sx_label label = st ? SX_LABEL_REFUSED : trace.program.node[0]->ranks.evidence.label;
    sx_arena_destroy(arena);
    return label;
}

static int64_t count_exact(const synth_item *program, const int64_t *scale,
                           int64_t target)
{
    return count_open(program, scale, target, true);
}

int main(void)
{
    static const int64_t threes[] = { 6, 12, 15, 0 }, any[] = { 4, 9, 16, 0 },
                         twos[] = { 8, 10, 14, 0 };
    sx_fit_init();
    is_int(count_exact(open_rows, threes, 33), 0, "rows of three, open");
    is_int(count_exact(round_rows, threes, 33), 0, "rows of three, around");
    is_int(count_exact(distant, any, 25), 0, "two ranks away: nothing is so wide");
    ok(count_exact(distant, twos, 33) > 0,
       "two ranks away, where a grid has rows of two in all inputs, may be a row");
    is_int(count_exact(distant, twos, 22), 0,
           "but not where these rows are two wide, too");
    static const int64_t planes[] = { 12, 16, 28, 0 };
    ok(count_exact(farther, planes, 30) > 0,
       "four ranks away, where a box has planes of 2 x 2 in all inputs, may be a plane");
    is_int(count_exact(farther, planes, 20), 0,
           "but not where these planes are as large, too");
    static const int64_t boxes[] = { 12, 28, 30, 0 };
    is_int(
        count_exact(distant, boxes, 80), 0,
        "two ranks on, past the ends of an axis of boxes two wide, is no step in them");
    static const int64_t threes_again[] = { 9, 12, 18, 0 };
    is_int(count_exact(dealt_to_rows, threes_again, 21), 0,
           "what is dealt out over rows, which show, is not of all ranks");
    static const int64_t longer[] = { 4, 16, 32, 0 };
    is_int(count_exact(to_first, longer, 64), 0,
           "the first rank has no number that four to a row could be");
    is_int(count_open(downward, longer, 64, false), 1,
           "the next row may be four ranks away");
    static const int64_t sixes[] = { 12, 24, 30, 36, 0 };
    is_int(count_exact(dealt_to_columns, sixes, 84), 0,
           "blocks of blocks are none where columns are no multiple of rows");
    ok(count_exact(dealt_to_columns, sixes, 72) > 0, "where they are, they may be");
    static const int64_t eights[] = { 8, 32, 64, 0 };
    is_int(count_exact(wholes, eights, 128), 0, "a multiple of P beside a place");
    is_int(count_exact(quarters, eights, 128), 1,
           "a fraction of it has a number more that three inputs do not confirm");
    static const int64_t even[] = { 16, 24, 32, 0 };
    is_int(count_exact(own, even, 40), 0,
           "the own rank, where axes that were short in all inputs are as short");
    is_int(
        count_exact(own, even, 27), 1,
        "in a cube it may be a neighbour around one that had two places in all inputs");
    static const int64_t fours[] = { 8, 12, 16, 0 }, pairs[] = { 6, 10, 14, 0 };
    is_int(count_exact(neighbours, fours, 49), 0,
           "a step has no number in which four rows of all inputs could hide");
    ok(count_exact(numbers, fours, 49) > 0, "others have");
    is_int(count_exact(dealt_89, fours, 49), 0,
           "nor are 89 points over all ranks so many to each of four rows");
    is_int(count_exact(dealt_92, fours, 49), 1, "92 may be");
    ok(count_exact(neighbours, pairs, 49) > 0,
       "in rows of two the left neighbour is the first rank, too");
    static const int64_t few[] = { 4, 6, 9, 0 };
    is_int(count_exact(ends, few, 22), 0, "the last place of a row");
    is_int(count_exact(tree, fours, 49), 0, "two is no number in binary digits");
    static const int64_t powers[] = { 8, 16, 32, 0 };
    is_int(count_exact(neighbours, powers, 64), 0,
           "what is next along the columns makes them one axis, not two");
    ok(count_exact(within_rows, powers, 64) > 0,
       "where nothing goes along them they may be two");
    static const int64_t single[] = { 2, 8, 16, 0 };
    is_int(count_open(layers, single, 4, false), 2,
           "one input of few ranks shows no other way of cutting them");
    is_int(count_open(layers, single, 32, false), 2, "nor do the others beyond them");
    static const int64_t once[] = { 4, 8, 9, 0 };
    is_int(
        count_open(cut_once, once, 14, false), 5,
        "an axis that is cut in one input alone, and that nothing goes along, is none");
    static const int64_t squares[] = { 4, 6, 16, 0 };
    is_int(label_of_ranks(leftwards, squares, 12), SX_LABEL_PROVED, "who has a left one");
    is_int(label_of_ranks(leftwards, squares, 2), SX_LABEL_EXACT,
           "not where a place is first and last at once");
    return tap_done();
}
