/* Hierarchies of grids, of which fewer and fewer ranks are active on coarser levels. */
#include "fit/fit.h"
#include "labelled.h"
#include "law/levels.h"
#include "try_program.h"

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static int64_t min(int64_t a, int64_t b)
{
    return a < b ? a : b;
}
static int64_t max(int64_t a, int64_t b)
{
    return a > b ? a : b;
}
static int64_t lg(int64_t x)
{
    int64_t k = 0;
    while (INT64_C(2) << k <= x)
        k++;
    return k;
}

/* ---- 128^3 points in periodic boxes; 2^level of them along an axis, at least one each ---- */

enum { FINEST = 7, COARSEST = 1 };

static int64_t dim(const synth_at *at, int axis)
{
    int64_t l = lg(at->p), x = l / 3, y = (l - x) / 2;
    return INT64_C(1) << (axis == 0 ? x : axis == 1 ? y : l - x - y);
}
static int64_t stride(const synth_at *at, int axis)
{
    return axis == 0 ? 1 : stride(at, axis - 1) * dim(at, axis - 1);
}
static int64_t coord(const synth_at *at, int axis)
{
    return at->r / stride(at, axis) % dim(at, axis);
}
static int64_t distance(const synth_at *at, int axis, int64_t level)
{
    return max(1, dim(at, axis) >> level);
}
static int64_t place(const synth_at *at, int axis, int64_t to)
{
    int64_t n = dim(at, axis);
    return at->r + ((to + n) % n - coord(at, axis)) * stride(at, axis);
}
static int64_t points(const synth_at *at, int axis, int64_t level)
{
    return max(1, (INT64_C(1) << level) / dim(at, axis));
}
static int64_t active(const synth_at *at, int64_t level)
{
    for (int a = 0; a < 3; a++)
        if ((coord(at, a) + 1) % distance(at, a, level))
            return 0;
    return 1;
}

/* Down: levels FINEST - 1 .. COARSEST. */
static int64_t levels_down(const synth_at *at)
{
    int64_t n = 0;
    while (n < FINEST - COARSEST && active(at, FINEST - 1 - n))
        n++;
    return n;
}
static int64_t level_of(const synth_at *at)
{
    return FINEST - 1 - at->i[0];
}
#define AXIS(a)                                                                          \
    static int64_t up_##a(const synth_at *at)                                            \
    {                                                                                    \
        return place(at, a, coord(at, a) + distance(at, a, level_of(at)));               \
    }                                                                                    \
    static int64_t down_##a(const synth_at *at)                                          \
    {                                                                                    \
        return place(at, a, coord(at, a) - distance(at, a, level_of(at)));               \
    }                                                                                    \
    static int64_t finest_up_##a(const synth_at *at)                                     \
    {                                                                                    \
        return place(at, a, coord(at, a) + 1);                                           \
    }                                                                                    \
    static int64_t bottom_up_##a(const synth_at *at)                                     \
    {                                                                                    \
        return place(at, a, coord(at, a) + distance(at, a, COARSEST));                   \
    }
AXIS(0)
AXIS(1)
AXIS(2)
static int64_t at_bottom(const synth_at *at)
{
    return active(at, COARSEST);
}
static int64_t finest_0(const synth_at *at)
{
    return points(at, 1, FINEST) * points(at, 2, FINEST);
}
static int64_t finest_1(const synth_at *at)
{
    return (points(at, 0, FINEST) + 2) * points(at, 2, FINEST);
}
static int64_t finest_2(const synth_at *at)
{
    return (points(at, 0, FINEST) + 2) * (points(at, 1, FINEST) + 2);
}
static int64_t face_0(const synth_at *at)
{
    return points(at, 1, level_of(at)) * points(at, 2, level_of(at));
}
static int64_t face_1(const synth_at *at)
{
    return (points(at, 0, level_of(at)) + 2) * points(at, 2, level_of(at));
}
static int64_t face_2(const synth_at *at)
{
    return (points(at, 0, level_of(at)) + 2) * (points(at, 1, level_of(at)) + 2);
}

#define TO(who, how_much)                                                                \
    {                                                                                    \
        'e', .op = SX_OP_Isend, .param = {                                               \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_PEER, who },                                                      \
            { SX_PARAM_TAG, zero },                                                      \
            { SX_PARAM_COUNT, how_much }                                                 \
        }                                                                                \
    }
#define BOTTOM(who)                                                                      \
    {                                                                                    \
        'e', .op = SX_OP_Isend, .where = at_bottom, .param = {                           \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_PEER, who },                                                      \
            { SX_PARAM_TAG, zero }                                                       \
        }                                                                                \
    }

static const synth_item boxes[] = {
    TO(finest_up_0, finest_0),
    TO(finest_up_1, finest_1),
    TO(finest_up_2, finest_2),
    { '(', .trips = levels_down },
    TO(up_0, face_0),
    TO(down_0, face_0),
    TO(up_1, face_1),
    TO(down_1, face_1),
    TO(up_2, face_2),
    TO(down_2, face_2),
    { .kind = ')' },
    BOTTOM(bottom_up_0),
    BOTTOM(bottom_up_1),
    BOTTOM(bottom_up_2),
    { 0 },
};

/* ---- ranks that wake up on level COARSEST + 1 receive along the axes on which they slept; one loop over these ---- */

static int64_t wakes(const synth_at *at, int axis)
{
    int64_t d = distance(at, axis, COARSEST), x = coord(at, axis) + 1;
    return d > 1 && x % d == d / 2;
}
static int64_t gives(const synth_at *at, int axis)
{
    int64_t d = distance(at, axis, COARSEST);
    return d > 1 && (coord(at, axis) + 1) % d == 0;
}
static int64_t gives_0(const synth_at *at)
{
    return gives(at, 0);
}
static int64_t gives_last(const synth_at *at)
{
    return gives(at, 2);
}
static int64_t axes_woken(const synth_at *at)
{
    return wakes(at, 0) + wakes(at, 1) + wakes(at, 2);
}
static int64_t any_woken(const synth_at *at)
{
    return axes_woken(at) > 0;
}
static int nth_axis(const synth_at *at)
{
    int64_t n = at->i[0];
    for (int a = 0; a < 3; a++)
        if (wakes(at, a) && n-- == 0)
            return a;
    return 0;
}
static int64_t tag_woken(const synth_at *at)
{
    return 100 * (nth_axis(at) + 1);
}
static int64_t from_giver(const synth_at *at)
{
    return place(at, nth_axis(at), coord(at, nth_axis(at)) + 1);
}
static int64_t tag_first(const synth_at *at)
{
    (void)at;
    return 100;
}
static int64_t tag_last(const synth_at *at)
{
    (void)at;
    return 300;
}

static const synth_item waking[] = {
    TO(finest_up_0, finest_0),
    TO(finest_up_1, finest_1),
    TO(finest_up_2, finest_2),
    { '(', .where = any_woken, .trips = axes_woken },
    { 'e', .op = SX_OP_Irecv,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, from_giver },
                 { SX_PARAM_TAG, tag_woken } } },
    { 'e', .op = SX_OP_Wait, .param = { { SX_PARAM_REQS, zero } } },
    { .kind = ')' },
    { 'e', .op = SX_OP_Send, .where = gives_0,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, finest_up_0 },
                 { SX_PARAM_TAG, tag_first } } },
    { 'e', .op = SX_OP_Send, .where = gives_last,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, finest_up_2 },
                 { SX_PARAM_TAG, tag_last } } },
    { 0 },
};

/* ---- a plane, open at its ends: every second row and column of ranks falls idle from level to level ---- */

static int64_t side(const synth_at *at)
{
    return INT64_C(1) << lg(at->p) / 2;
}
static int64_t column(const synth_at *at)
{
    return at->r % side(at);
}
static int64_t row(const synth_at *at)
{
    return at->r / side(at);
}
static int64_t plane_levels(const synth_at *at)
{
    int64_t n = 0, rows = at->p / side(at);
    while (INT64_C(1) << n < min(side(at), rows) && column(at) % (INT64_C(1) << n) == 0 &&
           row(at) % (INT64_C(1) << n) == 0)
        n++;
    return n;
}
static int64_t open_right(const synth_at *at)
{
    int64_t d = INT64_C(1) << at->i[0];
    return column(at) + d < side(at) ? at->r + d : SX_NULL;
}
static int64_t open_left(const synth_at *at)
{
    int64_t d = INT64_C(1) << at->i[0];
    return column(at) >= d ? at->r - d : SX_NULL;
}
static int64_t open_below(const synth_at *at)
{
    int64_t d = INT64_C(1) << at->i[0];
    return row(at) + d < at->p / side(at) ? at->r + d * side(at) : SX_NULL;
}
static int64_t near_right(const synth_at *at)
{
    return column(at) + 1 < side(at) ? at->r + 1 : SX_NULL;
}
static int64_t near_below(const synth_at *at)
{
    return row(at) + 1 < at->p / side(at) ? at->r + side(at) : SX_NULL;
}
static int64_t leader(const synth_at *at)
{
    int64_t d = INT64_C(2) << at->i[0];
    return at->r - column(at) % d - row(at) % d * side(at);
}
static int64_t half(const synth_at *at)
{
    return 1024 >> at->i[0];
}
static int64_t whole(const synth_at *at)
{
    (void)at;
    return 1024;
}

static const synth_item plane[] = {
    TO(near_right, whole), TO(near_below, whole), { '(', .trips = plane_levels },
    TO(open_right, half),  TO(open_left, half),   TO(open_below, half),
    TO(leader, half),      { .kind = ')' },       { 0 },
};

/* ---- 64 points along both axes of a plane that goes around; the axes of a level are a loop of two, recorded as one with the
 * loop over levels ---- */

static int64_t torus_levels(const synth_at *at)
{
    int64_t n = 0;
    while (n < 7 && column(at) % max(1, side(at) * (INT64_C(1) << n) / 64) == 0 &&
           row(at) % max(1, at->p / side(at) * (INT64_C(1) << n) / 64) == 0)
        n++;
    return n;
}
static int64_t torus_exchanges(const synth_at *at)
{
    return 2 * torus_levels(at);
}
static int64_t axis_of_exchange(const synth_at *at)
{
    return at->i[0] % 2;
}
static int64_t torus_peer(const synth_at *at)
{
    int64_t rows = at->p / side(at), level = at->i[0] / 2;
    if (axis_of_exchange(at))
        return row(at) * side(at) +
               (column(at) + max(1, side(at) * (INT64_C(1) << level) / 64)) % side(at);
    return (row(at) + max(1, rows * (INT64_C(1) << level) / 64)) % rows * side(at) +
           column(at);
}
static int64_t torus_face(const synth_at *at)
{
    int64_t points = 64 >> at->i[0] / 2;
    return axis_of_exchange(at) ? max(1, points / (at->p / side(at))) + 2
                                : max(1, points / side(at));
}

static const synth_item torus[] = {
    TO(near_right, whole),
    TO(near_below, whole),
    { '(', .trips = torus_exchanges },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, torus_peer },
                 { SX_PARAM_TAG, axis_of_exchange },
                 { SX_PARAM_COUNT, torus_face } } },
    { .kind = ')' },
    { 0 },
};

/* ---- ranks that no law tells, all of them beyond the target: nobody is left ---- */

static int64_t beyond_law(const synth_at *at)
{
    return at->r == 11 || at->r == 13 || at->r == 14 || at->r == 19 || at->r == 26;
}
static int64_t one(const synth_at *at)
{
    (void)at;
    return 1;
}

static const synth_item scattered[] = {
    { 'e', .op = SX_OP_Bcast,
      .param = { { SX_PARAM_COMM, zero }, { SX_PARAM_COUNT, one } } },
    { 'e', .op = SX_OP_Irecv, .where = beyond_law,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, zero },
                 { SX_PARAM_TAG, zero } } },
    { 0 },
};

/* ---- what is said of it ---- */

/* From 4, 16 and 64 ranks, which have axes of 1, 2 and 4: what inputs show of axes as long as those is proved, and nothing of an axis of
 * 8, in which the last of two places is not the one in the middle. */
static void is_said(int64_t p, sx_label label)
{
    static const char *const name[] = { "loop1.trips", "3.peer",  "3.count", "8.peer",
                                        "8.count",     "9.ranks", "9.peer" };
    sx_arena *arena = sx_arena_create();
    sx_trace trace;
    if (extrapolate(arena, boxes, (int64_t[]) { 4, 16, 64, 0 }, p, &trace))
        for (size_t i = 0; i < sizeof name / sizeof *name; i++)
            is_int(label_of(arena, &trace, name[i]), label, name[i]);
    sx_arena_destroy(arena);
}

/* From 8, 16 and 32 ranks, of 4 columns at most and up to 8 rows: ranks fall idle along longer rows, so that a next one along the columns may be another where these are longer. */
static void is_said_of_columns(int64_t p, sx_label label)
{
    sx_arena *arena = sx_arena_create();
    sx_trace trace;
    if (extrapolate(arena, torus, (int64_t[]) { 8, 16, 32, 0 }, p, &trace)) {
        is_int(label_of(arena, &trace, "0.peer"), label, "the next column");
        is_int(label_of(arena, &trace, "1.peer"), SX_LABEL_PROVED, "the next row");
    }
    sx_arena_destroy(arena);
}

/* Trips of which another law was found tell no levels; those before stay. */
static void is_kept(void)
{
    sx_arena *arena = sx_arena_create();
    sx_runs runs = { 0 };
    const sx_expr *rank = sx_expr_var(arena, SX_VAR_RANK, 0, 0),
                  *dim = sx_expr_var(arena, SX_VAR_DIM, 0, 0),
                  *law = sx_expr_two(arena, SX_EXPR_MAX, sx_expr_int(arena, 0), dim);
    ok(!sx_levels_note(arena, &runs, &(sx_levels) { .trips = dim }, NULL), "noted");
    sx_levels_keep(&runs, 0, law);
    is_int(runs.nlevels, 1, "levels that are in the law");
    ok(!sx_levels_note(arena, &runs, &(sx_levels) { .trips = rank }, NULL), "noted");
    sx_levels_keep(&runs, 1, law);
    is_int(runs.nlevels, 1, "those before, and no others");
    ok(runs.levels[0].trips == dim, "in their place");
    sx_arena_destroy(arena);
}

int main(void)
{
    static const int64_t few[] = { 8, 32, 64, 0 }, more[] = { 128, 512, 4096, 0 };
    static const int64_t some[] = { 16, 64, 128, 0 }, others[] = { 32, 256, 1024, 0 };
    static const int64_t fewer[] = { 16, 32, 64, 0 }, known[] = { 16, 64, 0 };
    sx_fit_init();
    try_program("boxes", boxes, few, more, 0);
    try_program("a plane", plane, some, others, 0);
    try_program("a torus", torus, some, others, 0);
    try_program("waking up", waking, fewer, known, 0);
    try_program("beyond the target", scattered, (int64_t[]) { 16, 32, 0 },
                (int64_t[]) { 8, 0 }, 1);
    is_said(8, SX_LABEL_PROVED);
    is_said(32, SX_LABEL_PROVED);
    is_said(128, SX_LABEL_EXACT);
    is_said_of_columns(4, SX_LABEL_PROVED);
    is_said_of_columns(64, SX_LABEL_EXACT);
    is_said_of_columns(256, SX_LABEL_EXACT);
    is_kept();
    return tap_done();
}
