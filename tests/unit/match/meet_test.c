/* Collectives that ranks call in different places become one call, and each rank's events stay what they were. */
#include "match/meet.h"

#include "programs.h"
#include "tap.h"
#include "trace/walk.h"

#include <inttypes.h>
#include <stdlib.h>

enum { PROGRAMS = 400, TEXT = 8192 };

/* The program as operations with the number of ranks that take part, as in "Isend:1 Barrier:2". */
static void print_block(const sx_block *block, sx_rank all, char *text, size_t size)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        sx_rank n = node->ranks.kind == SX_DOMAIN_ALL ? all : node->ranks.ranks.count;
        size_t used = strlen(text);
        const char *name = node->kind == SX_NODE_LOOP ? "loop" : sx_op_name(node->op);
        snprintf(text + used, size - used, "%s%s:%" PRId64, used ? " " : "", name, n);
        if (node->kind == SX_NODE_LOOP) {
            strncat(text, " {", size - strlen(text) - 1);
            print_block(&node->body, n, text, size);
            strncat(text, " }", size - strlen(text) - 1);
        }
    }
}

/* Conditions as lists of ranks, which recorded traces have. */
static void list_ranks(sx_arena *arena, sx_block *block, sx_rank p)
{
    for (size_t i = 0; i < block->n; i++) {
        sx_node *node = block->node[i];
        if (node->kind == SX_NODE_LOOP)
            list_ranks(arena, &node->body, p);
        if (node->ranks.kind != SX_DOMAIN_WHERE)
            continue;
        sx_rank *rank = SX_NEW_ARRAY(arena, sx_rank, (size_t)p);
        size_t n = 0;
        for (sx_rank r = 0; r < p; r++) {
            const sx_expr_env env = { .p = p, .rank = r };
            int64_t in = 0;
            sx_expr_eval(node->ranks.where, &env, &in, NULL);
            if (in)
                rank[n++] = r;
        }
        node->ranks = (sx_domain) { .kind = SX_DOMAIN_RANKS };
        sx_ranklist_from_ranks(arena, rank, n, &node->ranks.ranks, NULL);
    }
}

/* A loop in which some ranks do all is theirs. */
static void give_loops(sx_block *block)
{
    for (size_t i = 0; i < block->n; i++) {
        sx_node *loop = block->node[i];
        if (loop->kind != SX_NODE_LOOP)
            continue;
        give_loops(&loop->body);
        sx_node **in = loop->body.node;
        bool alike = loop->body.n > 0;
        for (size_t k = 0; k < loop->body.n && alike; k++)
            alike = in[k]->ranks.kind == SX_DOMAIN_RANKS &&
                    sx_ranklist_equal(&in[k]->ranks.ranks, &in[0]->ranks.ranks);
        if (!alike)
            continue;
        loop->ranks = in[0]->ranks;
        for (size_t k = 0; k < loop->body.n; k++)
            in[k]->ranks = (sx_domain) { .kind = SX_DOMAIN_ALL };
    }
}

/* And numbers as numbers. */
static void list_numbers(sx_arena *arena, sx_block *block)
{
    for (size_t i = 0; i < block->n; i++) {
        sx_node *node = block->node[i];
        for (uint32_t k = 0; k <= node->nparams; k++) {
            sx_value *value = k < node->nparams ? &node->param[k].value : &node->trips;
            if (value->kind == SX_VALUE_EXPR && value->expr &&
                value->expr->op == SX_EXPR_INT)
                *value = sx_value_constant(arena, value->expr->value);
        }
        if (node->kind == SX_NODE_LOOP)
            list_numbers(arena, &node->body);
    }
}

static bool same_events(const sx_trace *a, const sx_trace *b)
{
    sx_walk *walk[2] = { NULL, NULL };
    sx_error err = { 0 };
    bool same = !sx_walk_create(a, &walk[0], &err) && !sx_walk_create(b, &walk[1], &err);
    for (sx_rank rank = 0; rank < a->p && same; rank++) {
        bool more[2] = { true, true };
        same = !sx_walk_start(walk[0], rank, &err) && !sx_walk_start(walk[1], rank, &err);
        while (same && more[0]) {
            sx_event e[2];
            for (int t = 0; t < 2; t++)
                same = same && !sx_walk_next(walk[t], &e[t], &more[t], &err);
            same = same && more[0] == more[1];
            if (!same || !more[0])
                break;
            same = e[0].node->op == e[1].node->op && e[0].present == e[1].present &&
                   e[0].comm_size == e[1].comm_size;
            for (int id = 0; id < SX_PARAMS && same; id++)
                same = !(e[0].present >> id & 1) || e[0].value[id] == e[1].value[id];
        }
    }
    sx_walk_destroy(walk[0]);
    sx_walk_destroy(walk[1]);
    return same;
}

/* The text of what becomes of the program. */
static size_t meet(sx_arena *arena, const char *program, sx_rank p, char *text,
                   size_t size)
{
    sx_trace trace = program_trace(arena, program, p), met = { 0 };
    sx_error err = { 0 };
    size_t joined = 0;
    list_ranks(arena, &trace.program, p);
    list_numbers(arena, &trace.program);
    give_loops(&trace.program);
    if (sx_collectives_meet(arena, &trace, &met, &joined, &err))
        ok(false, "%s", err.text);
    if (!same_events(&trace, &met))
        ok(false, "the ranks' events are as they were in\n%s", program);
    text[0] = 0;
    print_block(&met.program, p, text, size);
    return joined;
}

static const struct sample {
    const char *what;
    sx_rank p;
    const char *program, *met;
} samples[] = {
    { "Figures 4 and 5", 2,
      "Isend ? r == 0 ; peer = 1 ; count = 1 ; tag = 0\nBarrier ? r == 0\n"
      "Barrier ? r == 1\nIrecv ? r == 1 ; peer = 0 ; count = 1 ; tag = 0\n"
      "Wait reqs = 0\nFinalize\n",
      "Isend:1 Barrier:2 Irecv:1 Wait:2 Finalize:2" },
    { "one that the other rank gets to later", 2,
      "Barrier ? r == 1\nSend ? r == 1 ; peer = 0 ; count = 1 ; tag = 0\n"
      "Irecv ? r == 0 ; peer = 1 ; count = 1 ; tag = 0\nBarrier ? r == 0\n"
      "Wait ? r == 0 ; reqs = 0\nFinalize\n",
      "Irecv:1 Barrier:2 Send:1 Wait:1 Finalize:2" },
    { "an event before for one and behind for the other", 2,
      "Barrier ? r == 0\nBcast root = 0 ; count = 3\nBarrier ? r == 1\nFinalize\n",
      "Barrier:1 Bcast:2 Barrier:1 Finalize:2" },
    { "a message before for one and behind for the other", 2,
      "Barrier ? r == 0\nIsend peer = 1 ; count = 3 ; tag = 0\nBarrier ? r == "
      "1\nFinalize\n",
      "Isend:1 Barrier:2 Isend:1 Finalize:2" },
    { "loops of as many trips", 4,
      "loop 5\nBarrier ? r < 2\nSend ? r < 2 ; peer = 3 ; count = 1 ; tag = 0\n"
      "Barrier ? r >= 2\nend\nFinalize\n",
      "loop:4 { Barrier:4 Send:2 } Finalize:4" },
    { "loops in two branches", 4,
      "loop 5\nBarrier ? r < 2\nSend ? r < 2 ; peer = 3 ; count = 1 ; tag = 0\nend\n"
      "loop 5\nIrecv ? r >= 2 ; peer = 3 ; count = 1 ; tag = 0\nBarrier ? r >= 2\nend\n"
      "Finalize\n",
      "loop:4 { Irecv:2 Barrier:4 Send:2 } Finalize:4" },
    { "loops of other trips", 4,
      "loop 5\nBarrier ? r < 2\nend\nloop 4\nBarrier ? r >= 2\nend\n"
      "Barrier ? r >= 2\nFinalize\n",
      "loop:2 { Barrier:2 } loop:2 { Barrier:2 } Barrier:2 Finalize:4" },
    { "first calls for some and second ones for others", 4,
      "Barrier ? r mod 2 == 0\nBarrier ? r < 2\nBarrier ? r >= 2\n"
      "Barrier ? r mod 2 == 1\nFinalize\n",
      "Barrier:2 Barrier:2 Barrier:2 Barrier:2 Finalize:4" },
    { "ends at two places", 4, "Barrier\nFinalize ? r == 3\nFinalize ? r != 3\n",
      "Barrier:4 Finalize:4" },
    { "rows in two branches", 8,
      "rows\nAllreduce ? r mod 4 < 2 ; comm = 2 ; count = 1\n"
      "Allreduce ? r mod 4 >= 2 ; comm = 2 ; count = 1\nFinalize\n",
      "Comm_split:8 Allreduce:8 Finalize:8" },
    { "counts that differ", 4,
      "Gather ? r == 0 ; root = 0 ; count = 1 ; rcount = 1\n"
      "Gather ? r != 0 ; root = 0 ; count = 2 ; rcount = 1\nFinalize\n",
      "Gather:4 Finalize:4" },
    { "other operations", 4,
      "Barrier ? r == 0\nAllreduce ? r != 0 ; count = 1\nFinalize\n",
      "Barrier:1 Allreduce:3 Finalize:4" },
    { "nothing to do", 4, "Barrier\nloop 4\nAllreduce count = 1\nend\nFinalize\n",
      "Barrier:4 loop:4 { Allreduce:4 } Finalize:4" },
};

static void known(void)
{
    char text[TEXT];
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        sx_arena *arena = sx_arena_create();
        meet(arena, samples[i].program, samples[i].p, text, sizeof text);
        is_text(text, samples[i].met, samples[i].what);
        sx_arena_destroy(arena);
    }
}

/* Two or three branches that call the same collectives, with messages of their own between. */
static void branches(program_draft *w, int depth)
{
    int n = 2 + program_draw(w, 2), calls = 1 + program_draw(w, 3), kind[3];
    for (int i = 0; i < calls; i++)
        kind[i] = program_draw(w, depth < 1 ? 4 : 3);
    for (int b = 0; b < n; b++) {
        for (int i = 0; i < calls; i++) {
            if (program_draw(w, 2))
                program_put(w,
                            "Isend ? r mod %d == %d ; peer = 0 ; count = %d ; tag = %d\n",
                            n, b, program_draw(w, 5), program_draw(w, 3));
            if (program_draw(w, 4) == 0)
                program_put(w, "Irecv peer = 0 ; count = %d ; tag = %d\n",
                            program_draw(w, 5), program_draw(w, 3));
            if (kind[i] == 0)
                program_put(w, "Barrier ? r mod %d == %d\n", n, b);
            else if (kind[i] == 1)
                program_put(w, "Bcast ? r mod %d == %d ; root = 0 ; count = %d\n", n, b,
                            b);
            else if (kind[i] == 2)
                program_put(w, "Allreduce ? r mod %d == %d ; comm = 2 ; count = 1\n", n,
                            b);
            else
                program_put(
                    w, "loop 3\nReduce ? r mod %d == %d ; root = 1 ; count = %d\nend\n",
                    n, b, 1 + program_draw(w, 3));
        }
    }
}

static void random_programs(void)
{
    static program_draft w;
    char text[TEXT];
    size_t joined = 0;
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
        sx_arena *arena = sx_arena_create();
        w = (program_draft) { .state = seed * 0x9e3779b97f4a7c15u + 1 };
        program_put(&w, "rows\n");
        for (int i = 0; i < 2; i++) {
            if (program_draw(&w, 2))
                program_put(&w, "loop %d\n", 1 + program_draw(&w, 3));
            else
                program_put(&w, "loop 1\n");
            branches(&w, 1);
            program_put(&w, "end\n");
            branches(&w, 0);
        }
        program_put(&w, "Finalize\n");
        joined += meet(arena, w.text, 8, text, sizeof text);
        sx_arena_destroy(arena);
    }
    ok(joined > 5 * PROGRAMS, "%zu calls became parts of others", joined);
}

int main(void)
{
    known();
    random_programs();
    return tap_done();
}
