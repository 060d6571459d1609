#include "law/imagine.h"

#include "base/checked.h"
#include "trace/policy.h"

/* A spread; then each small number of ranks, since parts of few points that are rounded differ there alone; then the last rank of some, which may
 * be the only one that takes part. */
enum { SPREAD = 400, SMALL = 100, LAST = 50, SEEDS = SPREAD + SMALL + LAST };

typedef struct imagined {
    const sx_policy *law[SX_MAX_GRIDS];
    struct sx_place place[SX_MAX_GRIDS];
    int64_t counter[SX_MAX_DEPTH], constant[SX_MAX_CONSTANTS];
} imagined;

/* Before the first place. */
static void begin(const sx_runs *runs, imagined *in)
{
    *in = (imagined) { 0 };
    for (uint32_t g = 0; g < runs->ngrids; g++)
        in->law[g] = sx_policy_named(runs->grid[g].law);
}

/* Of a run; where parameters may be others, those are. */
static void imagine_constants(const sx_runs *runs, uint64_t seed, bool other,
                              int64_t *constant)
{
    const int64_t *of_run = runs->constant_value[seed % runs->n];
    for (uint32_t i = 0; i < runs->nconstants; i++)
        constant[i] = other && i < runs->nparams && seed % 3
                          ? 1 + (int64_t)(sx_hash_mix(seed * SX_MAX_PARAMS + i) % 2000)
                          : of_run[i];
}

static bool imagine(const sx_runs *runs, uint64_t seed, imagined *in, sx_expr_env *env)
{
    uint64_t h = sx_hash_mix(seed + 1);
    int64_t side = 1 + (int64_t)(h % 40);
    struct sx_place *place = in->place;
    *env = (sx_expr_env) { .p = seed % 2 ? 1 + (int64_t)(h % 4096) : side * side,
                           .comm_size = 1 + (int64_t)(h >> 20) % 500,
                           .counter = in->counter,
                           .ncounters = SX_MAX_DEPTH,
                           .nconstants = runs->nconstants,
                           .constant = in->constant,
                           .ngrids = runs->ngrids,
                           .grid = place };
    if (seed % 8 == 0)
        env->p = side * side * side;
    if (seed % 8 == 2)
        env->p = INT64_C(1) << (h % 24);
    if (seed >= SPREAD)
        env->p = (int64_t)(seed - SPREAD) % SMALL + 1;
    env->rank = seed < SPREAD + SMALL ? (int64_t)(h >> 8) % env->p : env->p - 1;
    env->comm_rank = (int64_t)(h >> 32) % env->comm_size;
    env->element = (int64_t)(h >> 40) % env->comm_size;
    for (uint32_t g = 0; g < runs->ngrids; g++) {
        const sx_grid *grid = &runs->grid[g];
        if (!in->law[g] || !in->law[g]->dims(env->p, grid->law_arg, place[g].dim))
            return false;
        place[g].ndims = grid->ndims;
        int64_t rest = env->rank;
        for (uint32_t a = 0; a < grid->ndims; a++) {
            place[g].coord[a] = rest % place[g].dim[a];
            rest /= place[g].dim[a];
        }
    }
    return true;
}

/* Of those that are used, a bit each. */
static void imagine_counters(uint64_t seed, uint64_t used, int64_t *counter)
{
    uint64_t h = sx_hash_mix(seed + 1);
    for (uint32_t d = 0; d < SX_MAX_DEPTH; d++)
        if (used >> d & 1)
            counter[d] = (int64_t)(sx_hash_mix(h + d) % 50);
}

bool sx_imagine_vanishes(const sx_runs *runs, const sx_expr *expr)
{
    imagined in;
    uint64_t counters;
    unsigned seen = 0;
    begin(runs, &in);
    sx_expr_uses(expr, &counters, NULL);
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        sx_expr_env env;
        int64_t value;
        if (!imagine(runs, seed, &in, &env))
            continue;
        seen++;
        imagine_counters(seed, counters, in.counter);
        imagine_constants(runs, seed, true, in.constant);
        if (sx_expr_eval(expr, &env, &value, NULL) || value != 0)
            return false;
    }
    return seen > SPREAD / 20;
}

/* What parameters leave for each rank: at some scale nothing, and that less a rim is no law's fault. */
static bool has_extents(const sx_expr *expr)
{
    if (expr->op == SX_EXPR_BLOCK || expr->op == SX_EXPR_DIV)
        return sx_expr_last_constant(expr) >= 0;
    for (int i = 0; i < 3; i++)
        if (expr->arg[i] && has_extents(expr->arg[i]))
            return true;
    return false;
}

bool sx_imagine_negative(const sx_runs *runs, const sx_expr *expr, int64_t above)
{
    imagined in;
    if (has_extents(expr))
        return false;
    begin(runs, &in);
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        sx_expr_env env;
        int64_t value;
        if (!imagine(runs, seed, &in, &env))
            continue;
        imagine_constants(runs, seed, false, in.constant);
        env.element = 0;
        if (env.p > above && !sx_expr_eval(expr, &env, &value, NULL) && value < 0)
            return true;
    }
    return false;
}

uint64_t sx_imagine_signature(const sx_runs *runs, const sx_expr *expr, size_t most)
{
    imagined in;
    uint64_t h = 0, counters;
    begin(runs, &in);
    sx_expr_uses(expr, &counters, NULL);
    for (uint64_t seed = 0, seen = 0; seed < SEEDS && seen < most; seed++) {
        sx_expr_env env;
        int64_t value;
        if (!imagine(runs, seed, &in, &env))
            continue;
        seen++;
        imagine_counters(seed, counters, in.counter);
        imagine_constants(runs, seed, true, in.constant);
        bool has = !sx_expr_eval(expr, &env, &value, NULL);
        h = sx_hash_add(h, has ? (uint64_t)value : UINT64_MAX);
    }
    return h;
}

/* ---- kept ---- */

enum { KEPT = 150 };

struct sx_imagined {
    uint32_t ngrids;
    size_t n;
    struct kept {
        uint64_t seed;
        sx_expr_env env;
        int64_t counter[SX_MAX_DEPTH];
    } at[KEPT + SMALL + LAST];
};

const sx_imagined *sx_imagine_places(sx_arena *arena, sx_runs *runs)
{
    imagined in;
    if (runs->imagined && runs->imagined->ngrids == runs->ngrids)
        return runs->imagined;
    begin(runs, &in);
    sx_imagined *places = SX_NEW(arena, sx_imagined);
    for (uint64_t seed = 0; places && seed < SEEDS; seed++) {
        const bool full = seed < SPREAD && places->n == KEPT;
        struct kept *kept = &places->at[places->n];
        if (full || !imagine(runs, seed, &in, &kept->env))
            continue;
        kept->seed = seed;
        imagine_counters(seed, UINT64_MAX, kept->counter);
        kept->env.counter = kept->counter;
        kept->env.grid =
            sx_arena_copy(arena, in.place, runs->ngrids + 1, sizeof *in.place);
        if (!kept->env.grid)
            return NULL;
        places->n++;
    }
    if (places)
        places->ngrids = runs->ngrids;
    return runs->imagined = places;
}

uint64_t sx_imagined_signature(const sx_imagined *places, const sx_runs *runs,
                               const sx_expr *expr)
{
    int64_t constant[SX_MAX_CONSTANTS];
    uint64_t h = 0;
    for (size_t i = 0; i < places->n; i++) {
        int64_t value;
        sx_expr_env env = places->at[i].env;
        uint64_t seed = places->at[i].seed;
        env.nconstants = runs->nconstants;
        env.constant = runs->constant_value[seed % runs->n];
        if (runs->nparams) {
            imagine_constants(runs, seed, true, constant);
            env.constant = constant;
        }
        bool has = !sx_expr_eval(expr, &env, &value, NULL);
        h = sx_hash_add(h, has ? (uint64_t)value : UINT64_MAX);
    }
    return h;
}
