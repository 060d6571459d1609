#include "match/scope.h"

#include "match/by_formula.h"
#include "match/match.h"

enum { MOST_RANKS = 8, LEAST_WRONG = 3, MOST_EVENTS = 1 << 18 };

static const char reason[] = "at others the messages of these laws do not arrive";

static bool has(const sx_policy *policy, int64_t p)
{
    int64_t dim[SX_MAX_DIMS];
    return policy->dims(p, 0, dim);
}

static unsigned those_of_inputs(const int64_t *p, size_t n)
{
    unsigned fits = 0;
    for (size_t k = 0; k < SX_POLICY_SCOPE; k++) {
        bool all = true;
        for (size_t i = 0; i < n; i++)
            all = all && has(&sx_policy_scope[k], p[i]);
        fits |= (unsigned)all << k;
    }
    return fits;
}

/* Those that have p where all messages arrive there, and have not where some do not. */
static unsigned narrowed(unsigned fits, int64_t p, bool all)
{
    for (size_t k = 0; k < SX_POLICY_SCOPE; k++)
        if (has(&sx_policy_scope[k], p) != all)
            fits &= ~(1u << k);
    return fits;
}

/* Is it known who everybody sends to and receives from, as often as it does? */
static bool is_told(const sx_block *block)
{
    bool told = true;
    for (size_t i = 0; i < block->n && told; i++) {
        const sx_node *node = block->node[i];
        told = node->kind != SX_NODE_LOOP ||
               (node->trips.evidence.label != SX_LABEL_REFUSED && is_told(&node->body));
        for (uint32_t k = 0; k < node->nparams; k++)
            told = told && (!sx_param_is_rank(node->param[k].id) ||
                            node->param[k].value.evidence.label != SX_LABEL_REFUSED);
    }
    return told;
}

static bool arrive(const sx_matching *m)
{
    bool all = true;
    for (size_t i = 0; i < m->nmismatches; i++)
        all = all && m->mismatch[i].kind != SX_MISMATCH_NOWHERE &&
              m->mismatch[i].kind != SX_MISMATCH_MESSAGES;
    return all;
}

/* False in *ret_known where the grids have no such number of ranks; *stop: where it takes too long. */
static sx_status look(const sx_trace *formula, int64_t p, bool *ret_known,
                      bool *ret_arrive, bool *stop, sx_error *err)
{
    const sx_match_options how = { .most_ranks = MOST_RANKS, .most_events = MOST_EVENTS };
    sx_arena *arena = sx_arena_create();
    sx_trace bound;
    sx_matching m = { .nmismatches = 0 };
    sx_status st = arena ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
    *ret_known = !st && !sx_trace_bind(arena, formula, p, NULL, 0, &bound, NULL);
    if (*ret_known)
        st = sx_match(arena, &bound, &how, &m, err);
    *stop = *ret_known && m.way == SX_MATCH_UNCHECKED;
    *ret_arrive = !st && arrive(&m);
    sx_arena_destroy(arena);
    return st;
}

sx_status sx_scope_find(const sx_trace *formula, const int64_t *p, size_t n,
                        const sx_policy **ret_policy, sx_error *err)
{
    sx_formula_proof proof = { .why = NULL };
    unsigned fits = those_of_inputs(p, n), wrong = 0;
    bool stop = false;
    sx_status st = fits && is_told(&formula->program)
                       ? sx_match_by_formula(formula, &proof, err)
                       : SX_OK;
    *ret_policy = NULL;
    if (!proof.why)
        return st;
    for (int64_t ranks = 2; ranks <= MOST_RANKS && fits && !stop && !st; ranks++) {
        bool known, all;
        st = look(formula, ranks, &known, &all, &stop, err);
        if (st || !known || stop)
            continue;
        fits = narrowed(fits, ranks, all);
        wrong += !all;
    }
    for (size_t k = 0; k < SX_POLICY_SCOPE && !*ret_policy && !stop && !st; k++)
        if ((fits >> k & 1) && wrong >= LEAST_WRONG)
            *ret_policy = &sx_policy_scope[k];
    return st;
}

sx_status sx_scope_add(sx_arena *arena, sx_trace *formula, const sx_policy *policy,
                       sx_error *err)
{
    const size_t n = formula->ngrids;
    sx_grid *grid = SX_NEW_ARRAY(arena, sx_grid, n + 1);
    const char *name = sx_arena_printf(arena, "g%zu", n + 1);
    if (n == SX_MAX_GRIDS)
        return sx_fail(err, SX_LIMIT, "there are more than %d grids", SX_MAX_GRIDS);
    if (!grid || !name)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t g = 0; g < n; g++)
        grid[g] = formula->grid[g];
    grid[n] = (sx_grid) { .name = name,
                          .ndims = policy->ndims,
                          .law = policy->name,
                          .evidence = { .label = SX_LABEL_EXACT, .reason = reason } };
    formula->grid = grid;
    formula->ngrids = n + 1;
    return SX_OK;
}
