#include "progress_text.h"

#include <inttypes.h>

enum { MOST_RANKS = 16 };

bool sx_progress_fails(const sx_progress *progress)
{
    return progress->verdict != SX_PROGRESS_FREE &&
           progress->verdict != SX_PROGRESS_UNCHECKED;
}

typedef struct printer {
    sx_buffer *out;
    const sx_trace *trace;
    const sx_sources *sources;
    const sx_progress *progress;
} printer;

static void print_event(const printer *p, const sx_node *node)
{
    sx_buffer_printf(p->out, "%s at ", sx_op_name(node->op));
    sx_print_site(p->out, p->trace, p->sources, node->site);
}

static void print_stuck(const printer *p, const sx_stuck *at)
{
    sx_buffer_printf(p->out, "  rank %" PRId64, at->rank);
    if (!at->node) {
        sx_buffer_puts(p->out, " has ended\n");
        return;
    }
    if (at->waits_for >= 0)
        sx_buffer_printf(p->out, " waits for rank %" PRId64 " in ", at->waits_for);
    else
        sx_buffer_puts(p->out, " waits in ");
    print_event(p, at->node);
    sx_buffer_puts(p->out, "\n");
}

static void print_circle(const printer *p)
{
    const sx_progress *g = p->progress;
    for (size_t i = g->circle; i < g->nstuck && i - g->circle < MOST_RANKS; i++)
        print_stuck(p, &g->stuck[i]);
    if (g->nstuck - g->circle > MOST_RANKS)
        sx_buffer_printf(p->out,
                         "  and %zu more, of whom the last waits for rank %" PRId64 "\n",
                         g->nstuck - g->circle - MOST_RANKS, g->stuck[g->circle].rank);
}

static void print_choice(const printer *p)
{
    const sx_decision *choice = &p->progress->choice;
    if (!choice->node)
        return;
    sx_buffer_puts(p->out, "  if ");
    print_event(p, choice->node);
    sx_buffer_printf(p->out,
                     " of rank %" PRId64 " takes a message from rank %" PRId64 "\n",
                     choice->rank, choice->sender);
}

static void print_mismatch(const printer *p)
{
    for (int i = 0; i < 2; i++) {
        sx_buffer_printf(p->out, "  rank %" PRId64 " calls ", p->progress->rank[i]);
        print_event(p, p->progress->node[i]);
        if (p->progress->root[i] != SX_NULL)
            sx_buffer_printf(p->out, " with root %" PRId64, p->progress->root[i]);
        sx_buffer_puts(p->out, "\n");
    }
}

static void print_reach(const printer *p)
{
    const sx_progress *g = p->progress;
    if (g->wildcards && g->verdict == SX_PROGRESS_FREE)
        sx_buffer_printf(
            p->out, "  receives from anybody: %" PRIu64 ", of whose matchings %s\n",
            g->wildcards, g->every ? "all were looked at" : "some were looked at");
    if (g->loose)
        sx_buffer_puts(p->out,
                       "  tests and waits for any of several requests were taken to "
                       "find what lets them go on\n");
}

void sx_progress_print(sx_buffer *out, const sx_trace *trace, const sx_progress *progress,
                       const sx_sources *sources)
{
    static const char *const verdict[] = {
        [SX_PROGRESS_FREE] = "no deadlock, whatever is buffered",
        [SX_PROGRESS_STUCK] = "deadlock possible in this trace",
        [SX_PROGRESS_STUCK_SOME] = "deadlock possible for some matching",
        [SX_PROGRESS_MISMATCH] = "members of a communicator call different operations",
    };
    const printer p = { out, trace, sources, progress };
    sx_buffer_puts(out, "progress: ");
    if (progress->verdict == SX_PROGRESS_UNCHECKED) {
        sx_buffer_printf(out, "not checked: %s\n", progress->why_not);
        return;
    }
    bool partly =
        progress->verdict == SX_PROGRESS_FREE && progress->wildcards && !progress->every;
    sx_buffer_puts(out, partly ? "no deadlock found" : verdict[progress->verdict]);
    if (progress->unless >= 0)
        sx_buffer_printf(out, ", unless messages of %" PRId64 " bytes are buffered",
                         progress->unless);
    sx_buffer_puts(out, "\n");
    if (progress->verdict == SX_PROGRESS_MISMATCH)
        print_mismatch(&p);
    if (progress->verdict == SX_PROGRESS_STUCK_SOME)
        print_choice(&p);
    print_circle(&p);
    print_reach(&p);
}
