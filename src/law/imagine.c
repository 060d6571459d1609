#include "law/imagine.h"

#include "base/checked.h"
#include "trace/policy.h"

/* A spread; then each small number of ranks, since parts of few points that are rounded differ there alone; then the last rank of some, which may
 * be the only one that takes part. */
enum { SPREAD = 400, SMALL = 100, LAST = 50, SEEDS = SPREAD + SMALL + LAST };

/* A scale and a place; counters and constants are another matter. */
struct imaginary {
    bool is_known, is_there;
    sx_expr_env env;
};

/* Those that were asked for. */
struct sx_imagined {
    uint32_t ngrids;
    struct sx_place *place; /* by seed, then by grid */
    struct imaginary at[SEEDS];
    bool is_told;
    uint16_t next[SEEDS + 1]; /* the first seed from each one on that has a place */
};

/* False where some grid has no dims. */
static bool imagine(const sx_runs *runs, uint64_t seed, struct sx_place *place,
                    sx_expr_env *env)
{
    uint64_t h = sx_hash_mix(seed + 1);
    int64_t side = 1 + (int64_t)(h % 40);
    *env = (sx_expr_env) { .p = seed % 2 ? 1 + (int64_t)(h % 4096) : side * side,
                           .comm_size = 1 + (int64_t)(h >> 20) % 500,
                           .ncounters = SX_MAX_DEPTH,
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
        const sx_policy *law = sx_policy_named(grid->law);
        if (!law || !law->dims(env->p, grid->law_arg, place[g].dim))
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

bool sx_imagine_places(sx_arena *arena, sx_runs *runs)
{
    if (runs->imagined && runs->imagined->ngrids == runs->ngrids)
        return true;
    struct sx_imagined *places = SX_NEW(arena, struct sx_imagined);
    if (places)
        places->place =
            SX_NEW_ARRAY(arena, struct sx_place, SEEDS * (size_t)runs->ngrids + 1);
    if (!places || !places->place)
        return false;
    places->ngrids = runs->ngrids;
    runs->imagined = places;
    return true;
}

/* Where the runs keep none of these grids, it is imagined in `spare`. */
static bool look(const sx_runs *runs, uint64_t seed, struct sx_place *spare,
                 sx_expr_env *ret_env)
{
    struct sx_imagined *kept = runs->imagined;
    if (!kept || kept->ngrids != runs->ngrids)
        return imagine(runs, seed, spare, ret_env);
    struct imaginary *at = &kept->at[seed];
    if (!at->is_known)
        at->is_there = imagine(runs, seed, &kept->place[seed * kept->ngrids], &at->env);
    at->is_known = true;
    if (at->is_there)
        *ret_env = at->env;
    return at->is_there;
}

static uint64_t seed_from(const sx_runs *runs, uint64_t seed)
{
    struct sx_imagined *kept = runs->imagined;
    if (!kept || kept->ngrids != runs->ngrids)
        return seed;
    if (!kept->is_told) {
        sx_expr_env env;
        kept->next[SEEDS] = SEEDS;
        for (uint16_t k = SEEDS; k-- > 0;)
            kept->next[k] = look(runs, k, NULL, &env) ? k : kept->next[k + 1];
        kept->is_told = true;
    }
    return kept->next[seed];
}

/* ---- counters and constants ---- */

/* Storage for those of a place. */
typedef struct numbers {
    int64_t counter[SX_MAX_DEPTH], constant[SX_MAX_CONSTANTS];
} numbers;

/* Of those that are used, a bit each; others are not looked at. */
static void imagine_counters(uint64_t seed, uint64_t used, numbers *n, sx_expr_env *env)
{
    const uint64_t h = sx_hash_mix(seed + 1);
    for (; used; used &= used - 1) {
        const int d = __builtin_ctzll(used);
        n->counter[d] = (int64_t)(sx_hash_mix(h + (uint64_t)d) % 50);
    }
    env->counter = n->counter;
}

/* Of a run; where parameters may be others, those are. */
static void imagine_constants(const sx_runs *runs, uint64_t seed, bool other, numbers *n,
                              sx_expr_env *env)
{
    const int64_t *of_run = runs->constant_value[seed % runs->n];
    env->nconstants = runs->nconstants;
    env->constant = of_run;
    if (!other || seed % 3 == 0 || runs->nparams == 0)
        return;
    for (uint32_t i = 0; i < runs->nconstants; i++)
        n->constant[i] = i < runs->nparams
                             ? 1 + (int64_t)(sx_hash_mix(seed * SX_MAX_PARAMS + i) % 2000)
                             : of_run[i];
    env->constant = n->constant;
}

/* ---- expressions at these places ---- */

/* False where there is none; a place without a value has none in *ret_has. */
static bool evaluate(const sx_runs *runs, uint64_t seed, const sx_expr *expr,
                     uint64_t counters, int64_t *ret_value, bool *ret_has)
{
    struct sx_place spare[SX_MAX_GRIDS];
    sx_expr_env env;
    numbers n;
    if (!look(runs, seed, spare, &env))
        return false;
    imagine_counters(seed, counters, &n, &env);
    imagine_constants(runs, seed, true, &n, &env);
    *ret_has = !sx_expr_eval(expr, &env, ret_value, NULL);
    return true;
}

bool sx_imagine_vanishes(const sx_runs *runs, const sx_expr *expr)
{
    uint64_t counters;
    unsigned seen = 0;
    sx_expr_uses(expr, &counters, NULL);
    for (uint64_t seed = seed_from(runs, 0); seed < SEEDS;
         seed = seed_from(runs, seed + 1)) {
        int64_t value;
        bool has;
        if (!evaluate(runs, seed, expr, counters, &value, &has))
            continue;
        seen++;
        if (!has || value != 0)
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
    static const int64_t first_trips[SX_MAX_DEPTH];
    if (has_extents(expr))
        return false;
    for (uint64_t seed = seed_from(runs, 0); seed < SEEDS;
         seed = seed_from(runs, seed + 1)) {
        struct sx_place spare[SX_MAX_GRIDS];
        sx_expr_env env;
        int64_t value;
        if (!look(runs, seed, spare, &env) || env.p <= above)
            continue;
        imagine_constants(runs, seed, false, NULL, &env);
        env.counter = first_trips;
        env.element = 0;
        if (!sx_expr_eval(expr, &env, &value, NULL) && value < 0)
            return true;
    }
    return false;
}

/* Adds what it is at a place to the hash; false where there is none. */
static bool sign(const sx_runs *runs, uint64_t seed, const sx_expr *expr,
                 uint64_t counters, uint64_t *hash)
{
    int64_t value;
    bool has;
    if (!evaluate(runs, seed, expr, counters, &value, &has))
        return false;
    *hash = sx_hash_add(*hash, has ? (uint64_t)value : UINT64_MAX);
    return true;
}

uint64_t sx_imagine_signature(const sx_runs *runs, const sx_expr *expr, size_t most)
{
    uint64_t h = 0, counters;
    sx_expr_uses(expr, &counters, NULL);
    for (uint64_t seed = seed_from(runs, 0), seen = 0; seed < SEEDS && seen < most;
         seed = seed_from(runs, seed + 1))
        seen += sign(runs, seed, expr, counters, &h);
    return h;
}

uint64_t sx_imagined_signature(const sx_runs *runs, const sx_expr *expr)
{
    enum { FEW = 150 };
    uint64_t h = 0, counters;
    sx_expr_uses(expr, &counters, NULL);
    for (uint64_t seed = seed_from(runs, 0), seen = 0; seed < SEEDS;
         seed = seed_from(runs, seed + 1))
        if (seed >= SPREAD || seen < FEW)
            seen += sign(runs, seed, expr, counters, &h);
    return h;
}
