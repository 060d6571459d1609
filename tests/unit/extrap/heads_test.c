/* Up a hierarchy of grids, some ranks wake up later than others, and are told before what they missed: ranks that tell others on two levels fold
 * these calls with what all do on a level, and go on with a loop of the rest. */
#include "fit/fit.h"
#include "try_program.h"

/* 2^level points along an axis of a plane that goes around, one at least. */
enum { FINEST = 6, COARSEST = 2, LEVELS = FINEST - 1 - COARSEST };

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static int64_t lg(int64_t x)
{
    int64_t k = 0;
    while (INT64_C(2) << k <= x)
        k++;
    return k;
}
static int64_t dim(const synth_at *at, int axis)
{
    int64_t x = INT64_C(1) << lg(at->p) / 2;
    return axis ? at->p / x : x;
}
static int64_t coord(const synth_at *at, int axis)
{
    return axis ? at->r / dim(at, 0) : at->r % dim(at, 0);
}
static int64_t distance(const synth_at *at, int axis, int64_t level)
{
    int64_t d = dim(at, axis) >> level;
    return d > 1 ? d : 1;
}
static bool is_active(const synth_at *at, int axis, int64_t level)
{
    return coord(at, axis) % distance(at, axis, level) == 0;
}
static bool is_active_on_both(const synth_at *at, int64_t level)
{
    return is_active(at, 0, level) && is_active(at, 1, level);
}

/* ---- where a rank is in the program ---- */

typedef enum form {
    DOWNWARD, /* a trip for each level */
    UPWARD,
    FIRST_TRIP, /* on the level of the first trip */
    WOKEN, /* on the level on which the rank wakes up */
    LAST_TOLD, /* on the last one on which it tells others */
    TELLING, /* the loop in which it does so again and again */
    REST, /* and the one behind that */
    REJOINED, /* a trip for each level upwards on which the rank is active */
    LATER, /* the loop of those who are not there on the level of the first trip */
    WITHIN /* a loop within the one in which it tells others, which is of one trip but for the last time */
} form;

typedef struct item_data {
    form form;
    int axis, up;
    int least; /* points that a message has at least, which is a side; 0: a message has a side and its rim */
} item_data;

/* The trip of the loop upwards in which the rank is there along the second axis. */
static int64_t woken(const synth_at *at)
{
    int64_t t = 0;
    while (!is_active(at, 1, COARSEST + 1 + t))
        t++;
    return t;
}
/* Levels on which ranks wake up along that axis. */
static int64_t wakings(const synth_at *at)
{
    int64_t n = lg(dim(at, 1)) - COARSEST;
    return n > 0 ? n : 0;
}
/* The same along both. */
static int64_t woken_on_both(const synth_at *at)
{
    int64_t t = 0;
    while (!is_active_on_both(at, COARSEST + 1 + t))
        t++;
    return t;
}
static bool is_told(const synth_at *at, int axis, int64_t level)
{
    return is_active(at, axis, level) && !is_active(at, axis, level - 1);
}
static bool tells(const synth_at *at, int axis, int64_t level)
{
    return distance(at, axis, level - 1) > 1 && is_active(at, axis, level - 1);
}

/* What ranks do that tell others twice, or once, or never, where inputs have two such levels at the most. */
static int64_t telling(const synth_at *at)
{
    const int64_t all = LEVELS - woken(at);
    if (tells(at, 1, COARSEST + 1) && wakings(at) == 1)
        return 0;
    return wakings(at) < 2                                ? all
           : woken(at) == 0 && is_active(at, 1, COARSEST) ? 2
           : woken(at) == 0                               ? 1
                                                          : all;
}
static int64_t rest(const synth_at *at)
{
    return LEVELS - woken(at) - telling(at);
}
static int64_t levels_down(const synth_at *at)
{
    int64_t n = 0;
    while (n < FINEST - COARSEST && is_active_on_both(at, FINEST - 1 - n))
        n++;
    return n;
}
static int64_t level_of(const synth_at *at)
{
    const item_data *d = at->item->data;
    switch (d->form) {
    case DOWNWARD:
        return FINEST - 1 - at->i[0];
    case UPWARD:
        return COARSEST + 1 + at->i[0];
    case FIRST_TRIP:
        return COARSEST + 1;
    case WOKEN:
        return COARSEST + 1 + woken(at);
    case LAST_TOLD:
        return COARSEST + wakings(at);
    case TELLING:
        return COARSEST + 1 + woken(at) + at->i[0];
    case REJOINED:
        return FINEST - levels_down(at) + at->i[0];
    case LATER:
        return COARSEST + 1 + woken_on_both(at) + at->i[0];
    case WITHIN:
        return COARSEST + 1 + woken(at) + at->i[0] + at->i[1];
    default:
        return COARSEST + 1 + woken(at) + telling(at) + at->i[0];
    }
}

/* ---- messages ---- */

static int64_t peer(const synth_at *at)
{
    const item_data *d = at->item->data;
    int64_t n = dim(at, d->axis), stride = d->axis ? dim(at, 0) : 1;
    int64_t c = coord(at, d->axis), by = distance(at, d->axis, level_of(at));
    return at->r + (((d->up ? c + by : c - by) + n) % n - c) * stride;
}
/* The way that a message goes. */
static int64_t tag(const synth_at *at)
{
    const item_data *d = at->item->data;
    return 10 * d->axis + (at->item->op == SX_OP_Isend ? d->up : !d->up);
}
static int64_t points(const synth_at *at, int axis, int64_t level)
{
    int64_t n = (INT64_C(1) << level) / dim(at, axis);
    return n > 1 ? n : 1;
}
static int64_t size(const synth_at *at)
{
    const item_data *d = at->item->data;
    const int64_t side = points(at, !d->axis, level_of(at));
    return !d->least ? 3 * (side + 2) : side > d->least ? side : d->least;
}
static int64_t is_told_there(const synth_at *at)
{
    const item_data *d = at->item->data;
    return is_told(at, d->axis, level_of(at));
}
static int64_t tells_there(const synth_at *at)
{
    const item_data *d = at->item->data;
    return tells(at, d->axis, level_of(at));
}
static int64_t tells_twice(const synth_at *at)
{
    return wakings(at) == 2 && is_active(at, 1, COARSEST);
}
static int64_t tells_once(const synth_at *at)
{
    return wakings(at) > 0 && !tells_twice(at) && tells(at, 1, COARSEST + wakings(at));
}
static int64_t active(const synth_at *at)
{
    return is_active_on_both(at, level_of(at));
}
static int64_t levels_up(const synth_at *at)
{
    (void)at;
    return LEVELS;
}

/* ---- the program ---- */

#define FORM_OF(name, least)                                                             \
    static const item_data name[2][2] = {                                                \
        { { name##_FORM, 0, 0, least }, { name##_FORM, 0, 1, least } },                  \
        { { name##_FORM, 1, 0, least }, { name##_FORM, 1, 1, least } }                   \
    }
#define FORM(name) FORM_OF(name, 0)
#define down_FORM DOWNWARD
#define up_FORM UPWARD
#define first_FORM FIRST_TRIP
#define wake_FORM WOKEN
#define last_FORM LAST_TOLD
#define again_FORM TELLING
#define later_FORM LATER
#define rejoined_FORM REJOINED
#define side_down_FORM DOWNWARD
#define side_up_FORM REJOINED
#define behind_FORM REST
#define within_FORM WITHIN
FORM(down);
FORM(up);
FORM(first);
FORM(wake);
FORM(last);
FORM(again);
FORM(behind);
FORM(within);
FORM(later);
FORM(rejoined);
FORM_OF(side_down, 3);
FORM_OF(side_up, 3);

#define MESSAGE(OP, SITE, of)                                                            \
    .kind = 'e', .op = OP, .site = SITE, .data = &(of),                                  \
    .param = {                                                                           \
        { SX_PARAM_COMM, zero },                                                         \
        { SX_PARAM_PEER, peer },                                                         \
        { SX_PARAM_COUNT, size },                                                        \
        { SX_PARAM_TAG, tag },                                                           \
    }
/* Of several places that are one call, the site is told, and 0 else. */
#define BOTH(OP, of, WHERE, SITE)                                                        \
    { MESSAGE(OP, SITE, of[0]), .where = WHERE },                                        \
    {                                                                                    \
        MESSAGE(OP, (SITE) ? (SITE) + 1 : 0, of[1]), .where = WHERE                      \
    }
#define TELL(of, WHERE, SITE) BOTH(SX_OP_Isend, of, WHERE, SITE)
#define HEAR(of, WHERE, SITE) BOTH(SX_OP_Irecv, of, WHERE, SITE)
#define ALL_DO(of, SITE)                                                                 \
    HEAR(of[0], NULL, SITE), TELL(of[0], NULL, (SITE) ? (SITE) + 2 : 0),                 \
        HEAR(of[1], NULL, (SITE) ? (SITE) + 4 : 0),                                      \
        TELL(of[1], NULL, (SITE) ? (SITE) + 6 : 0)
#define DOWN                                                                             \
    { '(', .trips = levels_down }, ALL_DO(down, 0),                                      \
    {                                                                                    \
        .kind = ')'                                                                      \
    }
#define SOMETIMES(WHEN, of, WHAT)                                                        \
    { '(', .trips = WHEN, .data = &of[0] }, WHAT,                                        \
    {                                                                                    \
        .kind = ')'                                                                      \
    }

/* As it is; and as ranks fold it. */
enum { TELLING_SITE = SYNTH_SHARED, ALL_SITE = SYNTH_SHARED + 2 };
static const synth_item source[] = {
    DOWN,
    { '(', .trips = levels_up },
    SOMETIMES(is_told_there, up[0], HEAR(up[0], NULL, 0)),
    SOMETIMES(tells_there, up[0], TELL(up[0], NULL, 0)),
    SOMETIMES(is_told_there, up[1], HEAR(up[1], NULL, 0)),
    SOMETIMES(tells_there, up[1], TELL(up[1], NULL, 0)),
    SOMETIMES(active, up[0], ALL_DO(up, 0)),
    { .kind = ')' },
    { 0 },
};
static const synth_item recorded[] = {
    DOWN,
    HEAR(first[0], is_told_there, 0),
    TELL(first[0], tells_there, 0),
    HEAR(wake[1], is_told_there, 0),
    { '(', .trips = telling, .where = telling },
    TELL(again[1], tells_twice, TELLING_SITE),
    ALL_DO(again, ALL_SITE),
    { .kind = ')' },
    TELL(last[1], tells_once, TELLING_SITE),
    { '(', .trips = rest, .where = rest },
    ALL_DO(behind, ALL_SITE),
    { .kind = ')' },
    { 0 },
};

/* Those who tell others twice fold the rest into the last of these trips. */
static int64_t telling_of_others(const synth_at *at)
{
    return tells_twice(at) ? 0 : telling(at);
}
static int64_t rest_of_others(const synth_at *at)
{
    return tells_twice(at) ? 0 : rest(at);
}
static int64_t telling_twice(const synth_at *at)
{
    return tells_twice(at) ? telling(at) : 0;
}
static int64_t one_or_rest(const synth_at *at)
{
    return at->i[0] + 1 < telling(at) ? 1 : 1 + rest(at);
}
static const synth_item nested[] = {
    DOWN,
    HEAR(first[0], is_told_there, 0),
    TELL(first[0], tells_there, 0),
    HEAR(wake[1], is_told_there, 0),
    { '(', .trips = telling_of_others, .where = telling_of_others },
    ALL_DO(again, ALL_SITE),
    { .kind = ')' },
    TELL(last[1], tells_once, TELLING_SITE),
    { '(', .trips = rest_of_others, .where = rest_of_others },
    ALL_DO(behind, ALL_SITE),
    { .kind = ')' },
    { '(', .trips = telling_twice, .where = telling_twice },
    TELL(again[1], tells_twice, TELLING_SITE),
    { '(', .trips = one_or_rest },
    ALL_DO(within, ALL_SITE),
    { .kind = ')' },
    { .kind = ')' },
    { 0 },
};

/* Who is idle on coarse levels makes the last trips upwards only. */
static const synth_item down_and_up[] = {
    DOWN, { '(', .trips = levels_down }, ALL_DO(rejoined, 0), { .kind = ')' }, { 0 },
};
static const synth_item of_sides[] = {
    { '(', .trips = levels_down },
    ALL_DO(side_down, 0),
    { .kind = ')' },
    { '(', .trips = levels_down },
    ALL_DO(side_up, 0),
    { .kind = ')' },
    { 0 },
};

/* What ranks do before they first make the common calls, in a loop of its own where they wake up on one level along the one axis and on the next along the other. */
static int64_t is_there(const synth_at *at)
{
    return woken_on_both(at) == 0;
}
static int64_t levels_of_those_there(const synth_at *at)
{
    return is_there(at) ? LEVELS : 0;
}
static int64_t levels_missed(const synth_at *at)
{
    return is_there(at) ? 0 : woken_on_both(at) + 1;
}
static int64_t levels_of_others(const synth_at *at)
{
    return is_there(at) ? 0 : LEVELS - woken_on_both(at);
}
static int64_t tells_later(const synth_at *at)
{
    return at->i[0] > 0 && tells_there(at);
}
enum { HEARING_SITE = SYNTH_SHARED + 10, OTHERS_SITE = SYNTH_SHARED + 14 };
static const synth_item apart[] = {
    DOWN,
    { '(', .trips = levels_missed, .where = levels_missed },
    SOMETIMES(is_told_there, up[0], HEAR(up[0], NULL, HEARING_SITE)),
    SOMETIMES(tells_there, up[0], TELL(up[0], NULL, OTHERS_SITE)),
    SOMETIMES(is_told_there, up[1], HEAR(up[1], NULL, HEARING_SITE + 2)),
    SOMETIMES(tells_there, up[1], TELL(up[1], NULL, TELLING_SITE)),
    { .kind = ')' },
    { '(', .trips = levels_of_those_there, .where = is_there },
    SOMETIMES(is_told_there, up[0], HEAR(up[0], NULL, HEARING_SITE)),
    SOMETIMES(tells_there, up[0], TELL(up[0], NULL, OTHERS_SITE)),
    SOMETIMES(is_told_there, up[1], HEAR(up[1], NULL, HEARING_SITE + 2)),
    SOMETIMES(tells_there, up[1], TELL(up[1], NULL, TELLING_SITE)),
    ALL_DO(up, ALL_SITE),
    { .kind = ')' },
    { '(', .trips = levels_of_others, .where = levels_of_others },
    SOMETIMES(tells_later, later[0], TELL(later[0], NULL, OTHERS_SITE)),
    SOMETIMES(tells_later, later[1], TELL(later[1], NULL, TELLING_SITE)),
    ALL_DO(later, ALL_SITE),
    { .kind = ')' },
    { 0 },
};

/* ---- what is behind the last of the common calls is of no trip ---- */

enum { TRIPS = 5 };

static int64_t two_or_all(const synth_at *at)
{
    return at->r % 4 == 0 ? 2 : at->r % 4 == 1 ? TRIPS : 0;
}
static int64_t rest_or_all(const synth_at *at)
{
    return at->r % 4 == 0 ? TRIPS - 2 : at->r % 4 == 1 ? 0 : TRIPS;
}
static int64_t is_of_two(const synth_at *at)
{
    return at->r % 4 < 2;
}
static int64_t fourth_up(const synth_at *at)
{
    return (at->r + 4) % at->p;
}
static int64_t fourth_down(const synth_at *at)
{
    return (at->r + at->p - 4) % at->p;
}
static int64_t one_tag(const synth_at *at)
{
    (void)at;
    return 7;
}
static int64_t other_tag(const synth_at *at)
{
    (void)at;
    return 8;
}

#define BEHIND(OP, WHO, PEER, TAG)                                                       \
    {                                                                                    \
        'e', .op = (OP), .where = (WHO), .param = {                                      \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_PEER, (PEER) },                                                   \
            { SX_PARAM_COUNT, one_tag },                                                 \
            { SX_PARAM_TAG, (TAG) }                                                      \
        }                                                                                \
    }
#define TOGETHER                                                                         \
    {                                                                                    \
        'e', .op = SX_OP_Barrier, .site = SYNTH_SHARED, .param = {                       \
            { SX_PARAM_COMM, zero }                                                      \
        }                                                                                \
    }

static const synth_item left_behind[] = {
    { '(', .trips = two_or_all, .where = two_or_all },
    TOGETHER,
    { .kind = ')' },
    BEHIND(SX_OP_Isend, is_of_two, fourth_up, one_tag),
    BEHIND(SX_OP_Irecv, is_of_two, fourth_down, one_tag),
    { '(', .trips = rest_or_all, .where = rest_or_all },
    BEHIND(SX_OP_Isend, NULL, fourth_up, other_tag),
    BEHIND(SX_OP_Irecv, NULL, fourth_down, other_tag),
    TOGETHER,
    { .kind = ')' },
    { 0 }
};

/* All events come out at the targets, however ranks fold their loops. */
static void test_program(const char *how, const synth_item *folded,
                         const synth_item *program, const int64_t *scale,
                         const int64_t *target)
{
    sx_arena *arena = sx_arena_create();
    sx_trace input[3], formula;
    const sx_trace *trace[3];
    const char *name[] = { "a", "b", "c" };
    sx_error err = { 0 };
    for (int i = 0; i < 3; i++) {
        input[i] = synth_trace(arena, folded, scale[i]);
        trace[i] = &input[i];
        ok(synth_differences(program, &input[i]) == 0, "%s: both ways at %d", how,
           (int)scale[i]);
    }
    sx_infer_options options = { .times = { .curves =
                                                sx_curve_selector_named("paper") } };
    sx_status st = sx_infer(arena, trace, name, 3, &options, &formula, &err);
    ok(st == SX_OK, "inferred: %s", err.text);
    for (int i = 0; !st && i < 3; i++) {
        sx_trace there;
        st = sx_instantiate(arena, &formula, target[i], NULL, 0, &there, &err);
        ok(st == SX_OK, "instantiated at %d: %s", (int)target[i], err.text);
        if (!st)
            ok(synth_differences(program, &there) == 0, "%s: same events at %d", how,
               (int)target[i]);
    }
    sx_arena_destroy(arena);
}

int main(void)
{
    static const int64_t few[] = { 8, 16, 32 }, fewer[] = { 4, 16, 64 },
                         squares[] = { 16, 256, 1024 }, scale[] = { 16, 64, 128 },
                         target[] = { 32, 256, 1024 };
    sx_fit_init();
    test_program("calls behind, at the inputs", left_behind, left_behind, few, few);
    test_program("two loops", recorded, source, scale, target);
    test_program("a loop within", nested, source, scale, target);
    test_program("calls before in a loop", apart, source, scale, target);
    test_program("who joins late", down_and_up, down_and_up, scale, target);
    test_program("sides of three points at least", of_sides, of_sides, fewer, squares);
    return tap_done();
}
