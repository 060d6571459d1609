#include "extrap/places.h"

#include "base/checked.h"

#include <stdlib.h>
#include <string.h>

enum { SPREAD = 40 }; /* of more ranks than SX_PLACES */

/* Loops around at the most whose turns are kept. */
enum { KEPT_DEPTH = 8 };

/* A place in a turn of the loops around. */
typedef struct place_turn {
    uint64_t loops; /* which these are; 0: not known yet */
    struct turn_counters {
        int64_t counter[KEPT_DEPTH];
        bool is_made; /* no loop makes fewer trips */
    } by[2]; /* laws that are proved; all there are */
} place_turn;

/* All events of a body ask for the same turns. */
struct sx_places_kept {
    uint64_t loops;
    uint32_t depth;
    const sx_node *around[KEPT_DEPTH];
    place_turn turn[SX_PLACES][SX_PLACES_TURNS];
};

/* The rank at a place of a grid of all ranks; -1 where there is none. */
static int64_t rank_at(const sx_trace *trace, const sx_grid *grid, const int64_t *at)
{
    int64_t rank = 0, stride = 1, step;
    for (uint32_t axis = 0; axis < grid->ndims; axis++)
        if (grid->dim[axis] < 1 || sx_mul_overflows(at[axis], stride, &step) ||
            sx_add_overflows(rank, step, &rank) ||
            sx_mul_overflows(stride, grid->dim[axis], &stride))
            return -1;
    return rank < trace->p ? rank : -1;
}

/* Number i of the sides, or of the corners that are neither the first place nor the last, of all grids of all ranks; NULL where
 * there are fewer. *ret_i is its number in its grid. */
static const sx_grid *grid_with(const sx_trace *trace, bool corners, uint64_t i,
                                uint64_t *ret_i)
{
    for (uint32_t g = 0; g < trace->ngrids; g++) {
        const sx_grid *grid = &trace->grid[g];
        uint64_t n = corners ? (UINT64_C(1) << grid->ndims) - 2 : 2 * grid->ndims;
        if (grid->comm != 0 || grid->ndims < 2)
            continue;
        *ret_i = i;
        if (i < n)
            return grid;
        i -= n;
    }
    return NULL;
}

/* The middle of a side. */
static int64_t middle_of_side(const sx_trace *trace, uint64_t i)
{
    int64_t at[SX_MAX_DIMS];
    uint64_t side;
    const sx_grid *grid = grid_with(trace, false, i, &side);
    for (uint32_t axis = 0; grid && axis < grid->ndims; axis++) {
        const int64_t last = grid->dim[axis] - 1;
        at[axis] = axis != side / 2 ? last / 2 : side % 2 ? last : 0;
    }
    return grid ? rank_at(trace, grid, at) : -1;
}

static int64_t corner_of(const sx_trace *trace, uint64_t i)
{
    int64_t at[SX_MAX_DIMS];
    uint64_t corner;
    const sx_grid *grid = grid_with(trace, true, i, &corner);
    for (uint32_t axis = 0; grid && axis < grid->ndims; axis++)
        at[axis] = (corner + 1) >> axis & 1 ? grid->dim[axis] - 1 : 0;
    return grid ? rank_at(trace, grid, at) : -1;
}

sx_rank sx_places_inside_corner(const sx_trace *trace, uint64_t i)
{
    int64_t at[SX_MAX_DIMS];
    for (uint32_t g = 0; g < trace->ngrids; g++) {
        const sx_grid *grid = &trace->grid[g];
        const uint64_t corners = UINT64_C(1) << grid->ndims;
        if (grid->comm != 0)
            continue;
        if (i >= corners) {
            i -= corners;
            continue;
        }
        for (uint32_t axis = 0; axis < grid->ndims; axis++) {
            const int64_t last = grid->dim[axis] - 1, in = last > 1 ? 1 : 0;
            at[axis] = i >> axis & 1 ? last - in : in;
        }
        return (sx_rank)rank_at(trace, grid, at);
    }
    return -1;
}

/* Of more than are looked at: the ends, the middle, powers of two, by which stages and trees are told apart, corners, middles of
 * sides, and a spread. */
static int64_t one_of_many(const sx_trace *trace, uint64_t i)
{
    enum { ENDS = 3, SIDES = 10, CORNERS = 8, FIRST = SPREAD - SIDES - CORNERS };
    int64_t p = trace->p;
    int64_t side = i >= SPREAD - SIDES ? middle_of_side(trace, i - (SPREAD - SIDES))
                   : i >= FIRST        ? corner_of(trace, i - FIRST)
                                       : -1;
    if (i < ENDS)
        return i == 0 ? 0 : i == 1 ? p - 1 : p / 2;
    int64_t power = INT64_C(1) << (i - ENDS < 62 ? i - ENDS : 62);
    if (side < 0 && power < p)
        return power;
    return side >= 0 ? side : (int64_t)(sx_hash_mix(i) % (uint64_t)p);
}

size_t sx_places_count(const sx_trace *trace)
{
    return trace->p <= SX_PLACES ? (size_t)trace->p : SPREAD;
}

sx_rank sx_places_rank(const sx_trace *trace, uint64_t i)
{
    return trace->p <= SX_PLACES ? (int64_t)i : one_of_many(trace, i);
}

sx_status sx_places_open(const sx_trace *trace, sx_places *ret_places, sx_error *err)
{
    ret_places->n = 0;
    ret_places->kept = calloc(1, sizeof *ret_places->kept);
    if (!ret_places->kept)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 0; i < sx_places_count(trace); i++) {
        const sx_rank rank = sx_places_rank(trace, i);
        sx_place_of *place = sx_place_create(trace);
        if (!place)
            return sx_fail(err, SX_NOMEM, "out of memory");
        ret_places->rank[ret_places->n] = rank;
        ret_places->place[ret_places->n++] = place;
        sx_status st = sx_place_move(place, rank, err);
        if (st)
            return st;
    }
    return SX_OK;
}

void sx_places_close(sx_places *places)
{
    for (size_t i = 0; i < places->n; i++)
        sx_place_destroy(places->place[i]);
    places->n = 0;
    free(places->kept);
    places->kept = NULL;
}

/* Of a loop whose trips have no law, and may be any number: the first few, and some up to as many as there are ranks. */
static int64_t any_trip(const sx_place_of *place, unsigned turn)
{
    int64_t ranks, rank;
    sx_place_comm(place, 0, &ranks, &rank);
    return turn == 1       ? ranks - 1
           : turn % 2 == 0 ? turn / 2
                           : (int64_t)(sx_hash_mix(turn) % (uint64_t)ranks);
}

/* `any`: by a law that is refused, too, which is what stands in for trips where a trace is walked. */
static void find_counters(const sx_places *places, size_t i, const sx_node *const *around,
                          uint32_t depth, unsigned turn, bool any, int64_t *ret_counter)
{
    memset(ret_counter, 0, depth * sizeof *ret_counter);
    for (uint32_t d = 0; d < depth && turn > 0; d++) {
        const sx_expr *law = around[d]->trips.expr;
        sx_expr_env env = sx_place_env(places->place[i], 0, ret_counter, d);
        int64_t trips;
        if (!any && around[d]->trips.evidence.label == SX_LABEL_REFUSED) {
            ret_counter[d] = any_trip(places->place[i], turn);
            continue;
        }
        if (!law || sx_expr_eval(law, &env, &trips, NULL) || trips < 1)
            continue;
        uint64_t between = sx_hash_mix(turn * SX_MAX_DEPTH + d);
        if (d + 1 == depth && trips <= SX_PLACES_TURNS)
            between = turn - 1;
        ret_counter[d] = turn == 1 ? trips - 1 : (int64_t)(between % (uint64_t)trips);
    }
}

/* Does no loop around make fewer trips there, by a law that is proved, or by any? */
static bool gets_there(const sx_places *places, size_t i, const sx_node *const *around,
                       uint32_t depth, const int64_t *counter, bool any)
{
    for (uint32_t d = 0; d < depth; d++) {
        const sx_value *law = &around[d]->trips;
        sx_expr_env env = sx_place_env(places->place[i], 0, counter, d);
        int64_t trips;
        if (law->expr && (any || law->evidence.label == SX_LABEL_PROVED) &&
            sx_expr_eval(law->expr, &env, &trips, NULL) == SX_OK && trips <= counter[d])
            return false;
    }
    return true;
}

/* The turn as it is kept, now or from before; NULL where none are, or loops are too many. */
static const place_turn *kept_turn(const sx_places *places, size_t i,
                                   const sx_node *const *around, uint32_t depth,
                                   unsigned number)
{
    struct sx_places_kept *kept = places->kept;
    if (!kept || depth > KEPT_DEPTH)
        return NULL;
    const size_t bytes = depth * sizeof(sx_node *);
    if (!kept->loops || kept->depth != depth ||
        (depth && memcmp(kept->around, around, bytes) != 0)) {
        kept->loops++;
        kept->depth = depth;
        if (depth)
            memcpy(kept->around, around, bytes);
    }
    place_turn *t = &kept->turn[i][number];
    if (t->loops != kept->loops) {
        t->loops = kept->loops;
        for (int any = 0; any < 2; any++) {
            struct turn_counters *by = &t->by[any];
            find_counters(places, i, around, depth, number, any, by->counter);
            by->is_made = gets_there(places, i, around, depth, by->counter, any);
        }
    }
    return t;
}

/* The counters of a turn, and whether the event is made there. `ret_counter` is 0 from `depth` on. */
static bool take_turn(const sx_places *places, size_t i, const sx_node *const *around,
                      uint32_t depth, unsigned number, bool any, int64_t *ret_counter)
{
    const place_turn *t = kept_turn(places, i, around, depth, number);
    if (t) {
        memcpy(ret_counter, t->by[any].counter, depth * sizeof *ret_counter);
        return t->by[any].is_made;
    }
    find_counters(places, i, around, depth, number, any, ret_counter);
    return gets_there(places, i, around, depth, ret_counter, any);
}

void sx_places_counters(const sx_places *places, size_t i, const sx_node *const *around,
                        uint32_t depth, unsigned turn, int64_t *ret_counter)
{
    memset(ret_counter, 0, SX_MAX_DEPTH * sizeof *ret_counter);
    find_counters(places, i, around, depth, turn, false, ret_counter);
}

unsigned sx_places_turns(const sx_expr *expr)
{
    uint64_t counters = 0;
    sx_expr_uses(expr, &counters, NULL);
    return counters ? SX_PLACES_TURNS : 1;
}

bool sx_places_first(const sx_places *places, size_t i, const sx_node *const *around,
                     uint32_t depth, int64_t *ret_counter)
{
    memset(ret_counter, 0, SX_MAX_DEPTH * sizeof *ret_counter);
    for (unsigned turn = 0; turn < SX_PLACES_TURNS; turn++)
        if (take_turn(places, i, around, depth, turn, false, ret_counter))
            return true;
    return false;
}

sx_places_says sx_places_ask(const sx_places *places, size_t i, const sx_expr *condition,
                             uint32_t comm, const sx_node *const *around, uint32_t depth)
{
    sx_places_says says = SX_PLACES_ABSENT;
    unsigned turns = sx_places_turns(condition);
    int64_t counter[SX_MAX_DEPTH] = { 0 };
    for (unsigned turn = 0;
         turn < turns || (says == SX_PLACES_ABSENT && turn < SX_PLACES_TURNS); turn++) {
        int64_t value;
        if (!take_turn(places, i, around, depth, turn, false, counter))
            continue;
        sx_expr_env env = sx_place_env(places->place[i], comm, counter, SX_MAX_DEPTH);
        if (sx_expr_eval(condition, &env, &value, NULL))
            says = SX_PLACES_UNKNOWN;
        else if (value != 0)
            return SX_PLACES_HOLDS;
        else if (says == SX_PLACES_ABSENT)
            says = SX_PLACES_NOWHERE;
    }
    return says;
}

void sx_places_narrow(const sx_places *places, const sx_domain *domain, bool *in)
{
    for (size_t i = 0; i < places->n; i++) {
        bool is = true;
        in[i] = in[i] && (sx_place_in(places->place[i], domain, &is, NULL) || is);
    }
}

bool sx_places_may_hold(const sx_places *places, const bool *in, const sx_expr *condition,
                        uint32_t comm, const sx_node *const *around, uint32_t depth)
{
    if (sx_expr_is_int(condition, 0))
        return false;
    for (size_t i = 0; i < places->n; i++) {
        if (!in[i])
            continue;
        sx_places_says says = sx_places_ask(places, i, condition, comm, around, depth);
        if (says == SX_PLACES_UNKNOWN || says == SX_PLACES_HOLDS)
            return true;
    }
    return false;
}

bool sx_places_evaluate(const sx_places *places, const bool *in, const sx_expr *expr,
                        uint32_t comm, const sx_node *const *around, uint32_t depth)
{
    const unsigned turns = sx_places_turns(expr);
    int64_t counter[SX_MAX_DEPTH] = { 0 };
    if (expr->op == SX_EXPR_INT)
        return true;
    for (size_t i = 0; i < places->n; i++)
        for (unsigned turn = 0; in[i] && turn < turns; turn++) {
            int64_t value;
            if (!take_turn(places, i, around, depth, turn, true, counter))
                continue;
            sx_expr_env env = sx_place_env(places->place[i], comm, counter, SX_MAX_DEPTH);
            if (sx_expr_eval(expr, &env, &value, NULL))
                return false;
        }
    return true;
}
