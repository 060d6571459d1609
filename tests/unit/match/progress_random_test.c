/* Random programs that come to their end are said to do so; the same with one thing in them that may not are not.
 * Argument: how many programs. */
#include "match/progress.h"

#include "programs.h"
#include "tap.h"

#include <inttypes.h>
#include <stdlib.h>

enum { PROGRAMS = TAP_RANDOM(300) };

typedef enum fault {
    NONE,
    BOTH_SEND, /* before they receive */
    RING_OF_SENDS,
    OTHER_ORDER, /* of two collective operations, on one rank */
    EARLY_WAIT, /* for a send, before the receive is posted */
    LATE_NAME, /* a receive from a rank whose message another may have taken */
    FAULTS
} fault;

typedef struct writer {
    program_draft draft;
    int tag, depth, pattern;
    int at; /* the pattern that the fault is in */
    fault fault;
    sx_rank p;
} writer;

static void requests(writer *w)
{
    int step = 1 + program_draw(&w->draft, 3), tag = w->tag++;
    bool receive_first = program_draw(&w->draft, 2),
         barrier = program_draw(&w->draft, 3) == 0;
    char send[96], receive[96];
    snprintf(send, sizeof send, "Isend peer = (r + %d) mod P ; count = 3 ; tag = %d\n",
             step, tag);
    snprintf(receive, sizeof receive,
             "Irecv peer = (r - %d) mod P ; count = 3 ; tag = %d\n", step, tag);
    program_put(&w->draft, "%s%s%s", barrier ? "Ibarrier\n" : "",
                receive_first ? receive : send, receive_first ? send : receive);
    program_put(&w->draft, "Waitall nreqs = %d ; reqs = e\n", barrier ? 3 : 2);
}

static void exchange(writer *w)
{
    int step = 1 + program_draw(&w->draft, 3), tag = w->tag++;
    program_put(
        &w->draft,
        "Sendrecv peer = (r + %d) mod P ; count = 5 ; tag = %d ; source = (r - %d) mod P "
        "; rcount = 5 ; rtag = %d\n",
        step, tag, step, tag);
}

static void pairs(writer *w)
{
    int tag = w->tag++;
    program_put(&w->draft,
                "Send ? r mod 2 == 0 ; peer = r xor 1 ; count = 2 ; tag = %d\n", tag);
    program_put(&w->draft, "Recv peer = r xor 1 ; count = 2 ; tag = %d\n", tag);
    program_put(&w->draft,
                "Send ? r mod 2 == 1 ; peer = r xor 1 ; count = 2 ; tag = %d\n", tag);
}

static void pipeline(writer *w)
{
    int tag = w->tag++;
    program_put(&w->draft, "Recv ? r > 0 ; peer = r - 1 ; count = 2 ; tag = %d\n", tag);
    program_put(&w->draft, "Send ? r < P - 1 ; peer = r + 1 ; count = 2 ; tag = %d\n",
                tag);
}

static void ring(writer *w)
{
    int tag = w->tag++;
    program_put(&w->draft, "Send ? r == 0 ; peer = 1 ; count = 2 ; tag = %d\n", tag);
    program_put(&w->draft, "Recv peer = (r - 1) mod P ; count = 2 ; tag = %d\n", tag);
    program_put(&w->draft,
                "Send ? r != 0 ; peer = (r + 1) mod P ; count = 2 ; tag = %d\n", tag);
}

/* Without the barrier a rank's second message could be taken for another's first. */
static void collect(writer *w)
{
    int root = program_draw(&w->draft, 4), tag = w->tag++;
    program_put(&w->draft, "Send ? r != %d ; peer = %d ; count = 1 ; tag = %d\n", root,
                root, tag);
    program_put(&w->draft,
                "loop P - 1\nRecv ? r == %d ; peer = any ; count = 1 ; tag = %d\nend\n",
                root, tag);
    program_put(&w->draft, "Barrier\n");
}

/* Rank 0 answers who it hears from, in some order. */
static void answer(writer *w)
{
    int tag = w->tag++, first = program_draw(&w->draft, 4);
    program_put(&w->draft, "Send ? r > 0 ; peer = 0 ; count = 1 ; tag = %d\n", tag);
    program_put(&w->draft, "Recv ? r > 0 ; peer = 0 ; count = 1 ; tag = %d\n", tag);
    program_put(&w->draft,
                "loop P - 1\nRecv ? r == 0 ; peer = any ; count = 1 ; tag = %d\n", tag);
    program_put(
        &w->draft,
        "Send ? r == 0 ; peer = 1 + (i%d + %d) mod (P - 1) ; count = 1 ; tag = %d\n",
        w->depth + 1, first, tag);
    program_put(&w->draft, "end\n");
}

static void together(writer *w)
{
    static const char *const ops[] = { "Bcast root = 1 ; count = 2", "Barrier",
                                       "Allreduce count = 1" };
    const char *op = ops[program_draw(&w->draft, 3)];
    program_put(&w->draft, "%s%scomm = %d\n", op, strchr(op, '=') ? " ; " : " ",
                program_draw(&w->draft, 2) ? 2 : 0);
}

static void faulty(writer *w)
{
    int tag = w->tag++, rank = program_draw(&w->draft, (int)w->p),
        root = program_draw(&w->draft, 4);
    switch (w->fault) {
    case BOTH_SEND:
        program_put(&w->draft, "Send peer = r xor 1 ; count = 2 ; tag = %d\n", tag);
        program_put(&w->draft, "Recv peer = r xor 1 ; count = 2 ; tag = %d\n", tag);
        break;
    case RING_OF_SENDS:
        program_put(&w->draft, "Send peer = (r + 1) mod P ; count = 2 ; tag = %d\n", tag);
        program_put(&w->draft, "Recv peer = (r - 1) mod P ; count = 2 ; tag = %d\n", tag);
        break;
    case OTHER_ORDER:
        program_put(&w->draft, "Barrier ? r != %d\nBarrier comm = 2\nBarrier ? r == %d\n",
                    rank, rank);
        break;
    case EARLY_WAIT:
        program_put(&w->draft,
                    "Isend peer = r xor 1 ; count = 2 ; tag = %d\nWait reqs = 0\n", tag);
        program_put(&w->draft, "Recv peer = r xor 1 ; count = 2 ; tag = %d\n", tag);
        break;
    case LATE_NAME:
        program_put(&w->draft, "Send ? r != %d ; peer = %d ; count = 1 ; tag = %d\n",
                    root, root, tag);
        program_put(
            &w->draft,
            "loop P - 2\nRecv ? r == %d ; peer = any ; count = 1 ; tag = %d\nend\n", root,
            tag);
        program_put(&w->draft, "Recv ? r == %d ; peer = %d ; count = 1 ; tag = %d\n",
                    root, (root + 1 + program_draw(&w->draft, (int)w->p - 1)) % (int)w->p,
                    tag);
        break;
    case NONE:
    case FAULTS:
        break;
    }
}

static void block(writer *w)
{
    static void (*const patterns[])(writer *) = { requests, exchange, pairs,  pipeline,
                                                  ring,     collect,  answer, together };
    int n = 1 + program_draw(&w->draft, 3);
    for (int i = 0; i < n; i++) {
        int kind = program_draw(&w->draft, w->depth < 2 ? 10 : 8);
        if (kind >= 8) {
            program_put(&w->draft, "loop %d\n", 1 + program_draw(&w->draft, 4));
            w->depth++;
            block(w);
            w->depth--;
            program_put(&w->draft, "end\n");
            continue;
        }
        if (w->pattern++ == w->at)
            faulty(w);
        else
            patterns[kind](w);
    }
}

static void write_program(writer *w, uint64_t seed, int at, fault how)
{
    *w = (writer) { .draft.state = seed * 0x9e3779b97f4a7c15u + 1,
                    .at = at,
                    .fault = how };
    w->p = 4 * (1 + program_draw(&w->draft, 3));
    program_put(&w->draft, "rows\n");
    block(w);
    program_put(&w->draft, "Finalize\n");
}

static sx_progress_verdict verdict(const writer *w)
{
    const sx_progress_options how = { .most_ranks = 4096,
                                      .most_events = UINT64_C(1) << 15,
                                      .matchings = true };
    sx_arena *arena = sx_arena_create();
    sx_trace trace = program_trace(arena, w->draft.text, w->p);
    sx_progress progress = { .verdict = SX_PROGRESS_UNCHECKED };
    sx_error err = { 0 };
    if (sx_progress_check(arena, &trace, &how, &progress, &err))
        ok(false, "%s", err.text);
    sx_progress_verdict found = progress.verdict;
    sx_arena_destroy(arena);
    return found;
}

static bool is_right(fault how, sx_progress_verdict found)
{
    if (how == LATE_NAME)
        return found == SX_PROGRESS_STUCK_SOME;
    return found == SX_PROGRESS_STUCK ||
           (how == OTHER_ORDER && found == SX_PROGRESS_MISMATCH);
}

int main(int argc, char **argv)
{
    static writer w;
    const int programs = argc > 1 ? atoi(argv[1]) : PROGRAMS;
    int free = 0, found = 0;
    for (uint64_t seed = 1; seed <= (uint64_t)programs; seed++) {
        write_program(&w, seed, -1, NONE);
        int patterns = w.pattern;
        sx_progress_verdict got = verdict(&w);
        free += got == SX_PROGRESS_FREE;
        if (got != SX_PROGRESS_FREE)
            ok(false, "program %" PRIu64 " comes to its end (verdict %d):\n%s", seed,
               (int)got, w.draft.text);
        for (int how = NONE + 1; how < FAULTS; how++) {
            write_program(&w, seed, (int)(seed + (uint64_t)how) % patterns, (fault)how);
            got = verdict(&w);
            found += is_right((fault)how, got);
            if (!is_right((fault)how, got))
                ok(false, "fault %d in program %" PRIu64 " is found (verdict %d):\n%s",
                   how, seed, (int)got, w.draft.text);
        }
    }
    ok(free == programs, "%d programs come to their end", free);
    ok(found == programs * (FAULTS - 1), "%d faults are found", found);
    return tap_done();
}
