/* Tags that are no axes: those of the stages of a tree, which are as many more as there are more digits, and those of ranks, or of pairs of these. */
#include "align/elastic.h"
#include "align/untangle_parts.h"
#include "base/checked.h"
#include "trace/expr_op.h"

/* Is somebody of the run in? */
static bool is_in_run(const sx_untangling *u, const sx_untangle_part *of, size_t run)
{
    const int64_t first = u->runs->offset[run], end = first + u->runs->p[run];
    for (int64_t r = first; r < end; r++)
        if (of->in[r])
            return true;
    return false;
}

static bool is_same_call(const sx_untangle_part *a, const sx_untangle_part *b)
{
    return a->node->op == b->node->op && a->node->site == b->node->site;
}

/* How many keys the call has in the run. */
static int64_t keys_in(const sx_untangling *u, const sx_untangle_part *call, size_t run)
{
    int64_t n = 0;
    for (size_t i = 0; i < u->n; i++) {
        bool is_new = is_same_call(&u->part[i], call) && is_in_run(u, &u->part[i], run);
        for (size_t k = 0; k < i && is_new; k++)
            is_new = u->part[k].key != u->part[i].key || !is_in_run(u, &u->part[k], run);
        n += is_new;
    }
    return n;
}

/* Rounded down or up. */
static int64_t logarithm(int64_t p, bool up)
{
    int64_t l = 0;
    sx_expr_logarithm(2, up ? 2 * p - 1 : p, &l);
    return l;
}

/* Are the keys of a call as many more as the logarithm of the number of ranks is, rounded down or up? Axes have the same tags at all scales. */
static bool are_stages(const sx_untangling *u, const sx_untangle_part *call, bool up)
{
    bool grows = false;
    const int64_t first = keys_in(u, call, 0) - logarithm(u->runs->p[0], up);
    for (size_t run = 1; run < u->runs->n; run++) {
        const int64_t l = logarithm(u->runs->p[run], up);
        if (keys_in(u, call, run) - l != first)
            return false;
        grows = grows || l != logarithm(u->runs->p[0], up);
    }
    return grows;
}

/* How far the nearest other end is in this part, among the ranks of the run; 0 where there is none. */
static int64_t distance_in(const sx_untangling *u, const sx_untangle_part *of, size_t run)
{
    const sx_param *peer = sx_node_param(of->node, SX_PARAM_PEER);
    const int64_t comm = sx_elastic_number(of->node, SX_PARAM_COMM);
    const sx_seq **seq = peer && !sx_is_special(comm)
                             ? sx_runs_sequences(u->arena, u->runs, &peer->value, of->in)
                             : NULL;
    int64_t nearest = 0;
    for (int64_t r = 0; seq && r < u->runs->total; r++) {
        if (!of->in[r] || u->runs->run_of[r] != run || !seq[r])
            continue;
        const int64_t value = sx_seq_at(seq[r], 0), size = u->runs->comm_size[comm][r];
        if (size <= 0 || value < -size || value > size) /* or a special one */
            continue;
        int64_t far = sx_floor_mod(
            peer->value.relative ? value : value - u->runs->comm_rank[comm][r], size);
        far = far > size - far ? size - far : far;
        nearest = far > 0 && (nearest == 0 || far < nearest) ? far : nearest;
    }
    return nearest;
}

/* Is each distance of the call's keys twice the one before in this run? */
static bool is_doubling(const sx_untangling *u, const sx_untangle_part *call, size_t run)
{
    uint64_t distances = 0;
    int64_t keys = keys_in(u, call, run);
    for (size_t i = 0; i < u->n; i++) {
        if (!is_same_call(&u->part[i], call))
            continue;
        const int64_t far = distance_in(u, &u->part[i], run);
        if (far & (far - 1))
            return false;
        distances |= (uint64_t)far;
    }
    return keys < 64 && distances != 0 &&
           distances / (distances & (~distances + 1)) == (UINT64_C(1) << keys) - 1;
}

/* Are the keys of a call more at each larger scale, and at least half as many as there are ranks? Then each rank, or pair of these, has one. */
static bool are_of_ranks(const sx_untangling *u, const sx_untangle_part *call)
{
    int64_t before = 0;
    for (size_t run = 0; run < u->runs->n; run++) {
        const int64_t keys = keys_in(u, call, run);
        if (2 * keys < u->runs->p[run] ||
            (run > 0 && u->runs->p[run] > u->runs->p[run - 1] && keys <= before))
            return false;
        before = keys;
    }
    return u->runs->n > 1;
}

bool sx_untangle_has_stages(const sx_untangling *u)
{
    bool has = false;
    const size_t largest = u->runs->n - 1;
    for (size_t i = 0; i < u->n && !has; i++)
        has = are_of_ranks(u, &u->part[i]) ||
              ((are_stages(u, &u->part[i], false) || are_stages(u, &u->part[i], true)) &&
               is_doubling(u, &u->part[i], largest));
    return has;
}
