#include "match_text.h"

#include "trace/op.h"

#include <inttypes.h>

static void print_event(sx_buffer *out, const sx_trace *trace, const sx_sources *sources,
                        const sx_node *node)
{
    sx_buffer_printf(out, "%s at ", sx_op_name(node->op));
    sx_print_site(out, trace, sources, node->site);
}

static void print_rank(sx_buffer *out, sx_rank rank)
{
    if (rank < 0)
        sx_buffer_puts(out, "anybody");
    else
        sx_buffer_printf(out, "rank %" PRId64, rank);
}

static void print_count(sx_buffer *out, int64_t n, const char *what)
{
    sx_buffer_printf(out, "%" PRId64 " %s%s", n, what, n == 1 ? "" : "s");
}

static void print_tag(sx_buffer *out, int64_t tag)
{
    if (tag == SX_ANY)
        sx_buffer_puts(out, " with any tag");
    else if (tag != SX_NULL)
        sx_buffer_printf(out, " with tag %" PRId64, tag);
}

static void print_call(sx_buffer *out, const sx_mismatch *m, int side)
{
    print_rank(out, m->rank[side]);
    if (!m->node[side]) {
        sx_buffer_puts(out, " makes no more calls");
        return;
    }
    sx_buffer_printf(out, " calls %s", sx_op_name(m->node[side]->op));
    if (m->n[side] >= 0)
        sx_buffer_printf(out, " of %" PRId64 " bytes", m->n[side]);
    if (m->root[side] != SX_NULL)
        sx_buffer_printf(out, " with root %" PRId64, m->root[side]);
}

/* What is wrong, without where. */
static void print_what(sx_buffer *out, const sx_mismatch *m)
{
    switch (m->kind) {
    case SX_MISMATCH_MESSAGES:
        print_rank(out, m->rank[0]);
        sx_buffer_puts(out, " sends ");
        print_count(out, m->n[0], "message");
        print_tag(out, m->tag);
        sx_buffer_puts(out, " to ");
        print_rank(out, m->rank[1]);
        sx_buffer_printf(out, ", which receives %" PRId64, m->n[1]);
        break;
    case SX_MISMATCH_SIZE:
        sx_buffer_printf(out, "message %" PRIu64, m->position + 1);
        print_tag(out, m->tag);
        sx_buffer_puts(out, " from ");
        print_rank(out, m->rank[0]);
        sx_buffer_puts(out, " to ");
        print_rank(out, m->rank[1]);
        sx_buffer_printf(out, " has %" PRId64 " bytes, for a buffer of %" PRId64, m->n[0],
                         m->n[1]);
        break;
    case SX_MISMATCH_ANY:
        print_rank(out, m->rank[1]);
        sx_buffer_puts(out, " receives ");
        print_count(out, m->n[1], "time");
        sx_buffer_puts(out, " from ");
        print_rank(out, m->rank[0]);
        print_tag(out, m->tag);
        sx_buffer_puts(out, ", and ");
        print_count(out, m->n[0], "message");
        sx_buffer_puts(out, m->n[0] == 1 ? " is left for that" : " are left for that");
        break;
    case SX_MISMATCH_NOWHERE:
        print_rank(out, m->rank[0]);
        if (m->n[1] == 0)
            sx_buffer_printf(
                out, " is not in communicator %" PRIu32 ", on which it calls", m->comm);
        else
            sx_buffer_printf(out, " names rank %" PRId64 " of the %" PRId64 " there are",
                             m->n[0], m->n[1]);
        break;
    case SX_MISMATCH_UNMADE:
        print_rank(out, m->rank[0]);
        sx_buffer_puts(out, " starts a persistent request that it has not made");
        break;
    case SX_MISMATCH_TOGETHER:
        sx_buffer_printf(out, "call %" PRIu64 " on communicator %" PRIu32 ": ",
                         m->position + 1, m->comm);
        print_call(out, m, 0);
        sx_buffer_puts(out, ", ");
        print_call(out, m, 1);
        break;
    case SX_MISMATCH_OWN:
        print_rank(out, m->rank[0]);
        sx_buffer_printf(out,
                         " gives buffers of %" PRId64 " and %" PRId64
                         " bytes, which must be equal",
                         m->n[0], m->n[1]);
        break;
    case SX_MISMATCH_PARTS:
        print_rank(out, m->rank[0]);
        sx_buffer_printf(out, " sends %" PRId64 " bytes to ", m->n[0]);
        print_rank(out, m->rank[1]);
        sx_buffer_printf(out,
                         ", which expects %" PRId64 ", in call %" PRIu64
                         " on communicator %" PRIu32,
                         m->n[1], m->position + 1, m->comm);
        break;
    }
}

void sx_mismatch_print(sx_buffer *out, const sx_trace *trace, const sx_sources *sources,
                       const sx_mismatch *m)
{
    print_what(out, m);
    for (int side = 0; side < 2; side++) {
        if (!m->node[side] || (side == 1 && m->node[0] == m->node[1]))
            continue;
        sx_buffer_puts(out, "; ");
        print_event(out, trace, sources, m->node[side]);
    }
    if (m->cases > 1)
        sx_buffer_printf(out, "; and %" PRIu64 " more like it", m->cases - 1);
}

static void print_left_out(sx_buffer *out, const sx_matching *m)
{
    if (m->unplaced)
        sx_buffer_printf(out,
                         "  not checked: %" PRIu64
                         " calls on communicators of which the trace does not say who is "
                         "in them\n",
                         m->unplaced);
    if (m->unsized)
        sx_buffer_printf(out,
                         "  not checked: the sizes of messages between %" PRIu64
                         " pairs of ranks\n",
                         m->unsized);
    if (m->unlisted)
        sx_buffer_printf(
            out, "  which counts do not agree was not found in %" PRIu64 " groups\n",
            m->unlisted);
}

void sx_matching_print(sx_buffer *out, const sx_trace *trace, const sx_matching *matching,
                       const sx_sources *sources, size_t most)
{
    sx_buffer_puts(out, "communication: ");
    if (matching->way == SX_MATCH_UNCHECKED) {
        sx_buffer_printf(out, "not checked: %s\n", matching->why_not);
        return;
    }
    bool fine = matching->nmismatches == 0 && matching->unlisted == 0;
    sx_buffer_puts(out, fine ? "messages and collectives agree"
                             : "messages or collectives do not agree");
    sx_buffer_puts(out, matching->way == SX_MATCH_BY_LAW ? ", checked by their laws\n"
                                                         : ", checked rank by rank\n");
    for (size_t i = 0; i < matching->nmismatches && i < most; i++) {
        sx_buffer_puts(out, "  ");
        sx_mismatch_print(out, trace, sources, &matching->mismatch[i]);
        sx_buffer_puts(out, "\n");
    }
    if (matching->nmismatches > most)
        sx_buffer_printf(out, "  and %zu more that do not agree\n",
                         matching->nmismatches - most);
    print_left_out(out, matching);
}
