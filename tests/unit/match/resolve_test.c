/* Receives from anybody get senders that are possible, and by which the rank goes on as it was recorded. */
#include "match/resolve.h"

#include "programs.h"
#include "tap.h"
#include "trace/walk.h"

#include <inttypes.h>

enum { MOST = 64 };

typedef struct sample {
    const char *what;
    sx_rank p, rank;
    const char *program;
    size_t n;
    int64_t from[MOST]; /* whom the rank receives from, in the order of its receives */
} sample;

static const sample samples[] = {
    { "Figure 6",
      3,
      1,
      "Recv ? r == 1 ; peer = any ; count = 1 ; tag = 0\n"
      "Recv ? r == 1 ; peer = 0 ; count = 1 ; tag = 0\n"
      "Send ? r != 1 ; peer = 1 ; count = 1 ; tag = 0\nFinalize\n",
      2,
      { 2, 0 } },
    { "a gather in a loop",
      4,
      0,
      "loop 3\nSend ? r > 0 ; peer = 0 ; count = 1 ; tag = 0\n"
      "loop 3\nRecv ? r == 0 ; peer = any ; count = 1 ; tag = 0\nend\nBarrier\nend\n"
      "Finalize\n",
      9,
      { 1, 2, 3, 1, 2, 3, 1, 2, 3 } },
    { "one who answers",
      4,
      0,
      "Send ? r > 0 ; peer = 0 ; count = 1 ; tag = 0\n"
      "Recv ? r > 0 ; peer = 0 ; count = 1 ; tag = 1\n"
      "loop 3\nRecv ? r == 0 ; peer = any ; count = 1 ; tag = 0\n"
      "Send ? r == 0 ; peer = 1 + (i1 + 1) mod 3 ; count = 1 ; tag = 1\nend\nFinalize\n",
      3,
      { 2, 3, 1 } },
    { "a communicator",
      8,
      5,
      "rows\nSend ? r > 3 && r != 5 ; comm = 2 ; peer = 1 ; count = 1 ; tag = 0\n"
      "loop 3\nRecv ? r == 5 ; comm = 2 ; peer = any ; count = 1 ; tag = 0\nend\n"
      "Finalize\n",
      3,
      { 0, 2, 3 } },
    { "some from anybody, some from somebody, some from nobody",
      4,
      0,
      "loop 3\nloop if(r == 1 + i1 mod 2, 1, 0)\n"
      "Send peer = 0 ; count = 1 ; tag = 0\nend\n"
      "Recv ? r == 0 ; peer = if(i1 == 1, 2, any) ; count = 1 ; tag = 0\n"
      "Recv ? r == 0 ; peer = if(i1 == 1, any, null) ; count = 1 ; tag = 7\n"
      "loop if(r == 3 && i1 == 1, 1, 0)\nSend peer = 0 ; count = 1 ; tag = 7\nend\n"
      "Barrier\nend\nFinalize\n",
      6,
      { 1, SX_NULL, 2, 3, 1, SX_NULL } },
    { "an exchange",
      4,
      2,
      "Sendrecv peer = (r + 1) mod P ; tag = 1 ; count = 1 ; source = any ; rtag = 1 ; "
      "rcount = 1\nFinalize\n",
      1,
      { 1 } },
    { "a persistent request that gets one message",
      4,
      0,
      "Send ? r == 3 ; peer = 0 ; count = 1 ; tag = 0\n"
      "Recv_init ? r == 0 ; peer = any ; count = 1 ; tag = 0\n"
      "Start ? r == 0 ; reqs = -1\nWait ? r == 0 ; reqs = -1\nFinalize\n",
      1,
      { 3 } },
    { "a persistent request that gets several",
      4,
      0,
      "Send ? r > 0 ; peer = 0 ; count = 1 ; tag = 0\n"
      "Recv_init ? r == 0 ; peer = any ; count = 1 ; tag = 0\n"
      "loop 3\nStart ? r == 0 ; reqs = -1\nWait ? r == 0 ; reqs = -1\nend\nFinalize\n",
      1,
      { SX_ANY } },
};

/* Whom the rank of the sample receives from; how often it does. */
static size_t receives(const sx_trace *trace, const sample *s, int64_t *from)
{
    sx_walk *walk = NULL;
    sx_event event;
    sx_error err = { 0 };
    size_t n = 0;
    bool more =
        !sx_walk_create(trace, &walk, &err) && !sx_walk_start(walk, s->rank, &err);
    while (more && !sx_walk_next(walk, &event, &more, &err) && more) {
        sx_op_class class = sx_op_class_of(event.node->op);
        if (class == SX_OP_RECV && n < MOST)
            from[n++] = event.value[SX_PARAM_PEER];
        if (class == SX_OP_SENDRECV && n < MOST)
            from[n++] = event.value[SX_PARAM_SOURCE];
    }
    if (err.status)
        ok(false, "%s: %s", s->what, err.text);
    sx_walk_destroy(walk);
    return n;
}

static void check(const sample *s)
{
    const sx_progress_options how = { .most_ranks = 4096,
                                      .most_events = UINT64_C(1) << 20,
                                      .senders = true };
    sx_arena *arena = sx_arena_create();
    sx_trace trace = program_trace(arena, s->program, s->p), resolved = { 0 };
    sx_progress progress = { .verdict = SX_PROGRESS_UNCHECKED };
    sx_error err = { 0 };
    size_t left = 0;
    int64_t from[MOST];
    ok(sx_wildcards_any(&trace), "%s: it receives from anybody", s->what);
    if (sx_progress_check(arena, &trace, &how, &progress, &err) ||
        sx_wildcards_resolve(arena, &trace, &progress, &resolved, &left, &err))
        ok(false, "%s: %s", s->what, err.text);
    size_t n = receives(&resolved, s, from);
    is_int(n, s->n, s->what);
    for (size_t i = 0; i < n && i < s->n; i++)
        is_int(from[i], s->from[i], s->what);
    is_int(left, s->from[0] == SX_ANY, s->what);
    if (!left) {
        ok(!sx_wildcards_any(&resolved), "%s: it receives from anybody no more", s->what);
        sx_progress_check(arena, &resolved, &how, &progress, &err);
        is_int(progress.verdict, SX_PROGRESS_FREE, s->what);
    }
    sx_arena_destroy(arena);
}

int main(void)
{
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        check(&samples[i]);
    return tap_done();
}
