#include "align/meet.h"

#include "align/elastic.h"

enum { MEETINGS = 32 /* in a trip */ };

typedef struct meeting {
    sx_arena *arena;
    const sx_runs *runs;
    const bool *within;
    const bool **in; /* by node of the block */
    int64_t comm; /* on which ranks meet */
    int64_t *met; /* by rank: collectives before the node that is looked at */
    sx_block made;
} meeting;

static bool is_collective(const sx_node *node)
{
    return node->kind == SX_NODE_EVENT && sx_op_class_of(node->op) == SX_OP_COLLECTIVE;
}

static bool meets(const meeting *m, const sx_node *node)
{
    return is_collective(node) && sx_elastic_number(node, SX_PARAM_COMM) == m->comm;
}

/* May a node have a collective on the communicator in it that is not seen from outside? */
static bool may_hide(const meeting *m, const sx_node *node)
{
    if (is_collective(node)) {
        int64_t comm = sx_elastic_number(node, SX_PARAM_COMM);
        return comm == m->comm || sx_is_special(comm);
    }
    bool hides = false;
    for (size_t i = 0; node->kind == SX_NODE_LOOP && i < node->body.n && !hides; i++)
        hides = may_hide(m, node->body.node[i]);
    return hides;
}

/* Do all ranks meet equally often, but not yet side by side? *ret_times is how often. */
static bool can_meet(const meeting *m, const sx_block *block, int64_t *ret_times)
{
    const sx_runs *runs = m->runs;
    const int64_t *size = runs->comm_size[m->comm];
    int64_t times = -1;
    bool apart = false;
    for (size_t i = 0; i < block->n; i++)
        if (!meets(m, block->node[i]) && may_hide(m, block->node[i]))
            return false;
    for (int64_t r = 0; r < runs->total; r++) {
        int64_t own = 0;
        for (size_t i = 0; m->within[r] && i < block->n; i++) {
            bool here = meets(m, block->node[i]);
            own += here && m->in[i][r];
            apart = apart || (here && !m->in[i][r]);
        }
        times = m->within[r] && times < 0 ? own : times;
        if (m->within[r] && (own != times || size[r] <= 0))
            return false;
    }
    *ret_times = times;
    return apart && times > 0 && times <= MEETINGS &&
           sx_runs_spend(runs, (uint64_t)runs->total * block->n * (uint64_t)times);
}

/* Adds what of a node, if anything, comes after so many meetings. */
static sx_status add_part(meeting *m, sx_node *node, const bool *in, int64_t after)
{
    bool *some = SX_NEW_ARRAY(m->arena, bool, (size_t)m->runs->total);
    bool any = false, all = true;
    if (!some)
        return SX_NOMEM;
    for (int64_t r = 0; r < m->runs->total; r++) {
        some[r] = in[r] && m->met[r] == after;
        any = any || some[r];
        all = all && some[r] == in[r];
    }
    if (!any)
        return SX_OK;
    sx_node *part = all ? node : sx_node_copy(m->arena, node);
    if (!part)
        return SX_NOMEM;
    m->made.node[m->made.n++] = part;
    return all ? SX_OK
               : sx_elastic_domain(m->arena, m->runs, some, m->within, &part->ranks);
}

/* What comes after so many meetings: nodes in which nobody meets, or the next meeting. */
static sx_status add_stretch(meeting *m, const sx_block *block, int64_t after,
                             bool meeting_next)
{
    sx_status st = SX_OK;
    for (int64_t r = 0; r < m->runs->total; r++)
        m->met[r] = 0;
    for (size_t i = 0; !st && i < block->n; i++) {
        bool here = meets(m, block->node[i]);
        if (here == meeting_next)
            st = add_part(m, block->node[i], m->in[i], after);
        for (int64_t r = 0; here && r < m->runs->total; r++)
            m->met[r] += m->in[i][r];
    }
    return st;
}

static sx_status reorder(meeting *m, sx_block *block, int64_t times)
{
    m->met = SX_NEW_ARRAY(m->arena, int64_t, (size_t)m->runs->total);
    m->made = (sx_block) { 0, SX_NEW_ARRAY(m->arena, sx_node *,
                                           block->n * ((size_t)times + 1)) };
    sx_status st = m->met && m->made.node ? SX_OK : SX_NOMEM;
    for (int64_t after = 0; !st && after <= times; after++) {
        st = add_stretch(m, block, after, false);
        if (!st && after < times)
            st = add_stretch(m, block, after, true);
    }
    if (!st)
        *block = m->made;
    return st;
}

/* Who is in each node, and what is in loops put in order. */
static sx_status meet_in(sx_arena *arena, const sx_runs *runs, sx_block *block,
                         const bool *within)
{
    meeting m = { .arena = arena, .runs = runs, .within = within };
    int64_t times;
    sx_status st =
        (m.in = SX_NEW_ARRAY(arena, const bool *, block->n)) ? SX_OK : SX_NOMEM;
    for (size_t i = 0; !st && i < block->n; i++) {
        sx_node *node = block->node[i];
        m.in[i] = sx_runs_members(arena, runs, &node->ranks, within);
        if (!m.in[i])
            return SX_NOMEM;
        if (node->kind == SX_NODE_LOOP)
            st = meet_in(arena, runs, &node->body, m.in[i]);
    }
    for (size_t i = 0; !st && i < block->n; i++) {
        m.comm = is_collective(block->node[i])
                     ? sx_elastic_number(block->node[i], SX_PARAM_COMM)
                     : SX_NULL;
        if (!sx_is_special(m.comm) && can_meet(&m, block, &times))
            return reorder(&m, block, times);
    }
    return st;
}

sx_status sx_runs_meet(sx_arena *arena, sx_runs *runs, sx_error *err)
{
    const sx_domain everybody = { .kind = SX_DOMAIN_ALL };
    const bool *all = sx_runs_members(arena, runs, &everybody, NULL);
    if (!all || meet_in(arena, runs, &runs->merged.program, all))
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_trace_number(&runs->merged);
    return SX_OK;
}
