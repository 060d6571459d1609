#include "extrap/deciding.h"

#include "extrap/places.h"
#include "trace/policy.h"

#include <string.h>

static bool holds_at(const sx_places *places, const sx_open_question *q)
{
    bool holds = false;
    for (size_t i = 0; i < places->n && !holds; i++)
        holds = sx_places_ask(places, i, q->doubt, q->comm, q->around, q->depth) ==
                SX_PLACES_HOLDS;
    return holds;
}

bool sx_deciding_valid(sx_arena *arena, const sx_trace *formula, int64_t p, bool rivals,
                       sx_trace *ret_bound)
{
    if (sx_trace_bind(arena, formula, p, NULL, 0, ret_bound, NULL))
        return false;
    for (size_t g = 0; rivals && g < formula->ngrids; g++)
        for (uint32_t i = 0; formula->grid[g].comm == 0 && i < formula->grid[g].nrivals;
             i++) {
            const sx_rival *rival = &formula->grid[g].rival[i];
            const sx_policy *policy = sx_policy_named(rival->law);
            int64_t dim[SX_MAX_DIMS];
            if (policy && !policy->dims(p, rival->law_arg, dim))
                return false;
        }
    return true;
}

/* ---- what is asked ---- */

enum { PARTS = 8 };

/* Parts of a doubt, each a rival that differs at the target. */
typedef struct parts {
    size_t n;
    sx_open_question part[PARTS];
} parts;

/* The parts that hold there; false when there are too many. */
static bool add_parts(const sx_places *there, const sx_open_question *q, parts *ret)
{
    if (q->doubt->op == SX_EXPR_OR) {
        sx_open_question left = *q, right = *q;
        left.doubt = q->doubt->arg[0];
        right.doubt = q->doubt->arg[1];
        return add_parts(there, &left, ret) && add_parts(there, &right, ret);
    }
    if (!holds_at(there, q))
        return true;
    if (ret->n == PARTS)
        return false;
    ret->part[ret->n++] = *q;
    return true;
}

static bool all_hold_at(const sx_trace *trace, const parts *of)
{
    sx_places places;
    bool hold = !sx_places_open(trace, &places, NULL);
    for (size_t i = 0; i < of->n && hold; i++)
        hold = holds_at(&places, &of->part[i]);
    sx_places_close(&places);
    return hold;
}

/* The parts that hold at the target; false when there are none, too many, or no places. */
static bool find_parts(sx_arena *arena, const sx_trace *formula,
                       const sx_open_question *question, int64_t target, parts *ret)
{
    sx_trace there;
    sx_places places;
    if (!sx_deciding_valid(arena, formula, target, false, &there))
        return false;
    bool found =
        !sx_places_open(&there, &places, NULL) && add_parts(&places, question, ret);
    sx_places_close(&places);
    return found && ret->n > 0;
}

/* The smallest at which all parts hold, among those with dims by all rivals, too, or not. */
static int64_t smallest(sx_arena *arena, const sx_trace *formula, const parts *of,
                        bool rivals)
{
    size_t valid = 0;
    for (int64_t p = 2; p <= SX_DECIDING && valid < SX_DECIDING_VALID; p++) {
        sx_trace bound;
        sx_arena_clear(arena);
        if (!sx_deciding_valid(arena, formula, p, rivals, &bound))
            continue;
        valid++;
        if (all_hold_at(&bound, of))
            return p;
    }
    return 0;
}

static int64_t recorded(sx_arena *arena, const sx_trace *formula, const parts *of)
{
    int64_t by_all = smallest(arena, formula, of, true), found = by_all;
    if (!by_all || by_all > SX_DECIDING_RECORDED)
        found = smallest(arena, formula, of, false);
    return found ? found : by_all;
}

int64_t sx_deciding_scale(const sx_trace *formula, const sx_open_question *question,
                          int64_t target)
{
    sx_arena *arena = sx_arena_create();
    const parts any = { 1, { *question } };
    parts each = { 0 };
    int64_t found = 0;
    if (!arena)
        return 0;
    const bool by_parts = question->doubt->op == SX_EXPR_OR &&
                          find_parts(arena, formula, question, target, &each);
    if (by_parts)
        found = recorded(arena, formula, &each);
    if (!found)
        found = recorded(arena, formula, &any);
    sx_arena_destroy(arena);
    return found;
}

bool sx_deciding_differ(const sx_grid *grid, uint32_t i, int64_t p)
{
    const sx_policy *law = sx_policy_named(grid->law),
                    *rival = sx_policy_named(grid->rival[i].law);
    int64_t a[SX_MAX_DIMS], b[SX_MAX_DIMS];
    return law && rival && law->dims(p, grid->law_arg, a) &&
           rival->dims(p, grid->rival[i].law_arg, b) &&
           memcmp(a, b, law->ndims * sizeof *a) != 0;
}

int64_t sx_deciding_dims(const sx_grid *grid, uint32_t i)
{
    enum { LARGEST = 1 << 16 };
    const sx_policy *law = sx_policy_named(grid->law),
                    *rival = sx_policy_named(grid->rival[i].law);
    int64_t of_one = 0;
    for (int64_t p = 2; law && rival && p <= LARGEST; p++) {
        int64_t dim[SX_MAX_DIMS];
        if (sx_deciding_differ(grid, i, p))
            return p;
        if (!of_one && law->dims(p, grid->law_arg, dim) !=
                           rival->dims(p, grid->rival[i].law_arg, dim))
            of_one = p;
    }
    return of_one;
}

int64_t sx_deciding_extent(const sx_grid *grid, uint32_t axis, int64_t n,
                           int64_t target_p)
{
    const sx_policy *policy = sx_policy_named(grid->law);
    int64_t lo = 1, hi = target_p, found = 0;
    while (policy && grid->comm == 0 && lo <= hi) {
        int64_t p = lo + (hi - lo) / 2, below, above = p, dim[SX_MAX_DIMS];
        if (!policy->dims(p, grid->law_arg, dim))
            sx_policy_nearest(policy, grid->law_arg, p, &below, &above);
        if (above && above <= target_p && policy->dims(above, grid->law_arg, dim) &&
            dim[axis] > n) {
            found = above;
            hi = p - 1;
        } else {
            lo = (above > p ? above : p) + 1;
        }
    }
    return found;
}
