/* Call sites that are one call of the source: which may be, and which become one. */
#include "align/copies.h"

#include "../../tap.h"
#include "trace/times.h"

enum { RANKS = 4, SITES = 3, TRACES = 2, PROGRAM = 1, OTHER = 2 };

static sx_arena *arena;

/* A call at a site, of ranks from `first` on, so many of them. */
static sx_node *call(sx_op op, uint32_t site, sx_rank first, sx_rank n)
{
    sx_node *node = SX_NEW(arena, sx_node);
    *node = (sx_node) { .op = op, .site = site };
    node->ranks.kind = SX_DOMAIN_RANKS;
    sx_ranklist_range(arena, first, n, &node->ranks.ranks, NULL);
    return node;
}

/* The first call, in a loop, and the second and the third behind it. */
static sx_trace trace_of(sx_node *first, sx_node *second, sx_node *third)
{
    static const char *module[] = { "program" };
    sx_trace trace = { .p = RANKS, .nmodules = 1, .module = module, .nsites = SITES };
    sx_node *node[] = { SX_NEW(arena, sx_node), second, third };
    trace.site = SX_NEW_ARRAY(arena, sx_site, SITES);
    for (uint32_t s = 0; s < SITES; s++) {
        sx_frame *frame = SX_NEW(arena, sx_frame);
        frame->offset = 16 + s;
        trace.site[s] = (sx_site) { 1, frame };
    }
    *node[0] = (sx_node) { .kind = SX_NODE_LOOP };
    node[0]->body = (sx_block) { 1, sx_arena_copy(arena, &first, 1, sizeof first) };
    trace.program = (sx_block) { 3, sx_arena_copy(arena, node, 3, sizeof *node) };
    return trace;
}

/* Finds call sites that may be copies, in so many traces; those are where `where` says by offset, from 16 on. How many there are. */
static size_t unite(sx_trace *trace, size_t n, const uint64_t *where)
{
    sx_copies *copies;
    sx_trace sites;
    uint64_t place[SITES];
    if (sx_copies_find(arena, trace, n, &copies, &sites, NULL))
        return SITES + 1;
    for (size_t s = 0; s < sites.nsites; s++)
        place[s] = where[sites.site[s].frame[0].offset - 16];
    return sx_copies_unite(arena, trace, n, copies, place, NULL) ? SITES + 1
                                                                 : sites.nsites;
}

/* Said once: what it looks at changes. */
static void finds(sx_trace *trace, size_t n, const uint64_t *where, size_t wanted,
                  const char *what)
{
    const size_t found = unite(trace, n, where);
    is_int(found, wanted, what);
}

static uint32_t first_of(const sx_trace *trace)
{
    return trace->program.node[0]->body.node[0]->site;
}
static uint32_t second_of(const sx_trace *trace)
{
    return trace->program.node[1]->site;
}

static const uint64_t same[SITES] = { PROGRAM, PROGRAM, OTHER },
                      apart[SITES] = { PROGRAM, OTHER, OTHER }, unknown[SITES] = { 0 };

static void check_pairs(void)
{
    sx_trace trace = trace_of(call(SX_OP_Send, 0, 0, 1), call(SX_OP_Send, 1, 1, 3),
                              call(SX_OP_Recv, 2, 0, 4));
    finds(&trace, 1, apart, 2, "two sends of no common rank");
    is_int(second_of(&trace), 1, "which are two places of the source");
    finds(&trace, 1, unknown, 2, "or nobody knows");
    is_int(second_of(&trace), 1, "and stay");
    finds(&trace, 1, same, 2, "or one");
    is_int(second_of(&trace), 0, "and are the first");
    is_int(trace.program.node[2]->site, 2, "another operation is not");
    trace = trace_of(call(SX_OP_Send, 0, 0, 2), call(SX_OP_Send, 1, 1, 3),
                     call(SX_OP_Recv, 2, 0, 4));
    finds(&trace, 1, same, 0, "a rank has both");
    trace = trace_of(call(SX_OP_Send, 0, 0, 1), call(SX_OP_Recv, 1, 1, 3),
                     call(SX_OP_Recv, 2, 0, 4));
    finds(&trace, 1, same, 0, "a send and a receive");
}

/* What another trace says of them. */
static void check_traces(void)
{
    sx_trace trace[TRACES] = {
        trace_of(call(SX_OP_Send, 0, 0, 1), call(SX_OP_Send, 1, 1, 3),
                 call(SX_OP_Recv, 2, 0, 4)),
        trace_of(call(SX_OP_Send, 1, 2, 1), call(SX_OP_Send, 1, 3, 1),
                 call(SX_OP_Recv, 2, 0, 4))
    };
    finds(trace, TRACES, same, 2, "another trace has one of them");
    is_int((int64_t)trace[1].site[first_of(&trace[1])].frame[0].offset, 16,
           "which is the first there as well");
    trace[0] = trace_of(call(SX_OP_Send, 0, 0, 1), call(SX_OP_Send, 1, 1, 3),
                        call(SX_OP_Recv, 2, 0, 4));
    trace[1] = trace_of(call(SX_OP_Send, 0, 0, 4), call(SX_OP_Send, 1, 3, 1),
                        call(SX_OP_Recv, 2, 0, 4));
    finds(trace, TRACES, same, 0, "a rank of another trace has both");
}

/* Times behind the one and behind the other are times behind it. */
static void check_times(void)
{
    sx_node *receive = call(SX_OP_Recv, 2, 0, 4);
    receive->times = SX_NEW_ARRAY(arena, sx_times, 2);
    receive->ntimes = 2;
    for (uint32_t i = 0; i < 2; i++) {
        sx_times *t = &receive->times[i];
        *t = (sx_times) { .kind = SX_TIMES_COMP, .after = i };
        sx_ranklist_range(arena, 2 * (sx_rank)i, 2, &t->ranks, NULL);
        for (int f = 0; f < SX_HIST_FIELDS; f++)
            t->hist.field[f] = 100;
        t->hist.field[SX_HIST_N] = 2;
    }
    sx_trace trace =
        trace_of(call(SX_OP_Send, 0, 0, 1), call(SX_OP_Send, 1, 1, 3), receive);
    unite(&trace, 1, same);
    is_int(receive->ntimes, 1, "times behind either are of one entry");
    is_int(receive->times[0].after, 0, "behind the first");
    is_int((int64_t)receive->times[0].hist.field[SX_HIST_N], 4, "with all values");
}

int main(void)
{
    arena = sx_arena_create();
    check_pairs();
    check_traces();
    check_times();
    sx_arena_destroy(arena);
    return tap_done();
}
