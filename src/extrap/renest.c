#include "extrap/renest.h"

#include "base/checked.h"
#include "base/rational.h"

enum { LONGEST = 1 << 14 }; /* trips after which nothing is looked for */

/* What one run says of a loop. */
typedef struct shape {
    int64_t trips; /* 0: no rank of the run enters it */
    int64_t period; /* trips after which all values come back */
    int64_t
        block; /* every change of a value comes after a multiple of it; 0: none changes */
} shape;

typedef struct renesting {
    sx_arena *arena;
    sx_runs *runs;
} renesting;

/* ---- what the values say ---- */

/* The trips of all ranks of a run: false when they are not one number. */
static bool trips_of_runs(const renesting *n, const sx_node *loop, const bool *in,
                          shape *ret_shape)
{
    const sx_seq **trips = sx_runs_sequences(n->arena, n->runs, &loop->trips, in);
    if (!trips)
        return false;
    for (size_t i = 0; i < n->runs->n; i++)
        ret_shape[i] = (shape) { .period = 1 };
    for (int64_t r = 0; r < n->runs->total; r++) {
        shape *of = &ret_shape[n->runs->run_of[r]];
        if (!in[r])
            continue;
        if (!trips[r] || !sx_seq_is_constant(trips[r]))
            return false;
        int64_t here = sx_seq_at(trips[r], 0);
        if (here < 1 || here > LONGEST || (of->trips && of->trips != here))
            return false;
        of->trips = here;
    }
    return true;
}

/* Are the values of trip t those of the trip before? */
static bool stays(const sx_seq *seq, int64_t t, int64_t executions)
{
    for (int64_t k = 0; k < executions; k++)
        if (sx_seq_at(seq, (uint64_t)(t * executions + k)) !=
            sx_seq_at(seq, (uint64_t)((t - 1) * executions + k)))
            return false;
    return true;
}

/* A sequence of so many executions a trip; false when it does not come back within the loop. */
static bool note_sequence(const sx_seq *seq, int64_t executions, shape *of)
{
    if (seq->length == 1)
        return true;
    if (seq->length > LONGEST)
        return false;
    int64_t length = (int64_t)seq->length, period = length / sx_gcd(length, executions);
    of->period = of->period / sx_gcd(of->period, period) * period;
    if (of->period > of->trips || of->trips % of->period != 0)
        return false;
    for (int64_t t = 1; t <= period; t++)
        if (!stays(seq, t, executions))
            of->block = sx_gcd(of->block, t);
    return true;
}

static bool note_value(const renesting *n, const sx_value *value, const bool *in,
                       int64_t executions, shape *of)
{
    const sx_seq **seq = sx_runs_sequences(n->arena, n->runs, value, in);
    if (!seq)
        return false;
    for (int64_t r = 0; r < n->runs->total; r++)
        if (in[r] &&
            (!seq[r] || !note_sequence(seq[r], executions, &of[n->runs->run_of[r]])))
            return false;
    return true;
}

/* The one number of trips that everybody makes in a loop; 0 when there is none. */
static int64_t fixed_trips(const renesting *n, const sx_node *loop, const bool *in)
{
    const sx_seq **trips = sx_runs_sequences(n->arena, n->runs, &loop->trips, in);
    int64_t fixed = 0;
    for (int64_t r = 0; trips && r < n->runs->total; r++) {
        if (!in[r])
            continue;
        int64_t here =
            trips[r] && sx_seq_is_constant(trips[r]) ? sx_seq_at(trips[r], 0) : 0;
        if (here < 1 || (fixed && fixed != here))
            return 0;
        fixed = here;
    }
    return fixed;
}

static bool note_block(const renesting *n, const sx_block *block, const bool *within,
                       int64_t executions, shape *of)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        const bool *in = sx_runs_members(n->arena, n->runs, &node->ranks, within);
        if (!in)
            return false;
        if (node->kind == SX_NODE_LOOP) {
            int64_t trips = fixed_trips(n, node, in);
            if (!trips || trips > LONGEST / executions ||
                !note_block(n, &node->body, in, executions * trips, of))
                return false;
            continue;
        }
        const uint64_t present = sx_node_present(node);
        for (uint32_t p = 0; p < node->nparams; p++) {
            const sx_param *param = &node->param[p];
            bool list = sx_param_list_length_in(param->id, present) != SX_PARAM_NONE;
            if (!list && !note_value(n, &param->value, in, executions, of))
                return false;
        }
    }
    return true;
}

/* ---- where to split ---- */

/* Trips of the inner loop by run: those after which all values come back, if that is one number for all runs that
 * divides; else what is left by the largest number of outer trips that all runs have in common. */
static bool choose_inner(const shape *of, size_t runs, int64_t *ret_inner)
{
    int64_t longest = 1, common = 0;
    bool fits = true, changes = false;
    for (size_t i = 0; i < runs; i++)
        longest = of[i].period > longest ? of[i].period : longest;
    for (size_t i = 0; i < runs; i++) {
        if (!of[i].trips)
            continue;
        fits = fits && longest % of[i].period == 0 && of[i].trips % longest == 0;
        common = sx_gcd(common, of[i].trips / of[i].period);
        changes = changes || of[i].period > 1;
    }
    for (size_t i = 0; i < runs; i++)
        ret_inner[i] = !of[i].trips ? 0 : fits ? longest : of[i].trips / common;
    return changes;
}

/* Trips for which values stay, by run: one number of such stretches in all runs, or one length. */
static bool choose_block(const shape *of, size_t runs, const int64_t *inner,
                         int64_t *ret_block)
{
    int64_t stretches = 0, common = 0;
    bool alike = true;
    for (size_t i = 0; i < runs; i++) {
        if (!of[i].trips || !of[i].block)
            continue;
        int64_t here = inner[i] / sx_gcd(inner[i], of[i].block);
        alike = alike && (!stretches || stretches == here);
        stretches = here;
        common = sx_gcd(common, of[i].block);
    }
    bool splits = false;
    for (size_t i = 0; i < runs; i++) {
        alike = alike && (!stretches || inner[i] % stretches == 0);
        ret_block[i] = 1;
    }
    for (size_t i = 0; stretches > 1 && i < runs; i++) {
        if (!of[i].trips)
            continue;
        ret_block[i] = alike ? inner[i] / stretches : sx_gcd(common, inner[i]);
        splits = splits || ret_block[i] > 1;
    }
    return splits;
}

/* ---- the tree ---- */

/* Trips by run, for those who are in. */
static sx_status value_of_runs(const renesting *n, const bool *in, const int64_t *trips,
                               sx_value *ret_value)
{
    sx_rank *rank = SX_NEW_ARRAY(n->arena, sx_rank, (size_t)n->runs->total);
    sx_piece *piece = SX_NEW_ARRAY(n->arena, sx_piece, n->runs->n);
    bool one = true;
    size_t pieces = 0, first = n->runs->n;
    for (size_t i = 0; i < n->runs->n; i++) {
        first = trips[i] && first == n->runs->n ? i : first;
        one = one && (!trips[i] || trips[i] == trips[first]);
    }
    if (one) {
        *ret_value = sx_value_constant(n->arena, trips[first]);
        return ret_value->piece ? SX_OK : SX_NOMEM;
    }
    /* The largest run comes first among all ranks. */
    for (size_t i = n->runs->n; rank && piece && i-- > 0;) {
        size_t members = 0;
        for (int64_t r = n->runs->offset[i]; r < n->runs->offset[i] + n->runs->p[i]; r++)
            if (in[r])
                rank[members++] = r;
        if (members == 0)
            continue;
        sx_piece *to = &piece[pieces++];
        *to = (sx_piece) { .seq = sx_seq_constant(n->arena, trips[i]) };
        if (!to->seq || sx_ranklist_from_ranks(n->arena, rank, members, &to->ranks, NULL))
            return SX_NOMEM;
    }
    *ret_value =
        (sx_value) { .kind = SX_VALUE_PIECES, .npieces = pieces, .piece = piece };
    return rank && piece ? SX_OK : SX_NOMEM;
}

/* The loop makes `outer` trips, each of them one through a new loop of `inner` trips, which has its body. */
static sx_status split(const renesting *n, sx_node *loop, const bool *in,
                       const int64_t *outer, const int64_t *inner)
{
    sx_node *new = SX_NEW(n->arena, sx_node);
    sx_node **body = SX_NEW_ARRAY(n->arena, sx_node *, 1);
    if (!new || !body)
        return SX_NOMEM;
    *new = (sx_node) { .kind = SX_NODE_LOOP, .body = loop->body };
    body[0] = new;
    loop->body = (sx_block) { 1, body };
    sx_status st = value_of_runs(n, in, outer, &loop->trips);
    return st ? st : value_of_runs(n, in, inner, &new->trips);
}

static sx_status renest_loop(const renesting *n, sx_node *loop, const bool *in)
{
    shape of[SX_RUNS];
    int64_t inner[SX_RUNS], block[SX_RUNS], outer[SX_RUNS], stretches[SX_RUNS];
    if (!trips_of_runs(n, loop, in, of) || !note_block(n, &loop->body, in, 1, of) ||
        !choose_inner(of, n->runs->n, inner))
        return SX_OK;
    bool again = false, stay = choose_block(of, n->runs->n, inner, block);
    for (size_t i = 0; i < n->runs->n; i++) {
        outer[i] = inner[i] ? of[i].trips / inner[i] : 0;
        stretches[i] = inner[i] / block[i];
        again = again || outer[i] > 1;
    }
    sx_status st = again ? split(n, loop, in, outer, inner) : SX_OK;
    if (!st && stay)
        st = split(n, again ? loop->body.node[0] : loop, in, stretches, block);
    return st;
}

static sx_status renest_block(const renesting *n, sx_block *block, const bool *within)
{
    sx_status st = SX_OK;
    for (size_t i = 0; !st && i < block->n; i++) {
        sx_node *node = block->node[i];
        if (node->kind != SX_NODE_LOOP)
            continue;
        const bool *in = sx_runs_members(n->arena, n->runs, &node->ranks, within);
        st = in ? renest_block(n, &node->body, in) : SX_NOMEM;
        if (!st)
            st = renest_loop(n, node, in);
    }
    return st;
}

sx_status sx_runs_renest(sx_arena *arena, sx_runs *runs, sx_error *err)
{
    const sx_domain everybody = { .kind = SX_DOMAIN_ALL };
    renesting n = { .arena = arena, .runs = runs };
    const bool *all = sx_runs_members(arena, runs, &everybody, NULL);
    if (!all || renest_block(&n, &runs->merged.program, all))
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_trace_number(&runs->merged);
    return SX_OK;
}
