#include "extrap/imagine.h"

#include "base/checked.h"
#include "trace/policy.h"

enum { SPREAD = 400 };

static bool imagine(const sx_runs *runs, uint64_t seed, struct sx_place *place,
                    int64_t *counter, sx_expr_env *env)
{
    uint64_t h = sx_hash_mix(seed + 1);
    int64_t side = 1 + (int64_t)(h % 40);
    *env = (sx_expr_env) { .p = seed % 2 ? 1 + (int64_t)(h % 4096) : side * side,
                           .comm_size = 1 + (int64_t)(h >> 20) % 500,
                           .counter = counter,
                           .ncounters = SX_MAX_DEPTH,
                           .ngrids = runs->ngrids,
                           .grid = place };
    if (seed % 8 == 0)
        env->p = side * side * side;
    if (seed % 8 == 2)
        env->p = INT64_C(1) << (h % 24);
    env->rank = (int64_t)(h >> 8) % env->p;
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

static void imagine_counters(uint64_t seed, int64_t *counter)
{
    uint64_t h = sx_hash_mix(seed + 1);
    for (uint32_t d = 0; d < SX_MAX_DEPTH; d++)
        counter[d] = (int64_t)(sx_hash_mix(h + d) % 50);
}

bool sx_imagine_vanishes(const sx_runs *runs, const sx_expr *expr)
{
    struct sx_place place[SX_MAX_GRIDS] = { 0 };
    int64_t counter[SX_MAX_DEPTH];
    unsigned seen = 0;
    for (uint64_t seed = 0; seed < SPREAD; seed++) {
        sx_expr_env env;
        int64_t value;
        if (!imagine(runs, seed, place, counter, &env))
            continue;
        seen++;
        imagine_counters(seed, counter);
        if (sx_expr_eval(expr, &env, &value, NULL) || value != 0)
            return false;
    }
    return seen > SPREAD / 20;
}

bool sx_imagine_negative(const sx_runs *runs, const sx_expr *expr, int64_t above)
{
    struct sx_place place[SX_MAX_GRIDS] = { 0 };
    int64_t counter[SX_MAX_DEPTH] = { 0 };
    for (uint64_t seed = 0; seed < SPREAD; seed++) {
        sx_expr_env env;
        int64_t value;
        if (!imagine(runs, seed, place, counter, &env))
            continue;
        env.element = 0;
        if (env.p > above && !sx_expr_eval(expr, &env, &value, NULL) && value < 0)
            return true;
    }
    return false;
}
