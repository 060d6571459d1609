/* Random programs in which everything agrees have no findings, and the same with one thing changed have some. */
#include "programs.h"
#include "tap.h"

#include <inttypes.h>
#include <stdlib.h>

enum { PROGRAMS = 400 };

typedef enum mutation {
    AS_IT_IS,
    OTHER_PEER,
    OTHER_TAG,
    LARGER, /* what is sent, or a list in a collective */
    LEFT_OUT, /* by one rank */
    OTHER_ROOT, /* of one rank */
    MUTATIONS
} mutation;

typedef struct writer {
    program_draft draft;
    int tag; /* of the next pattern */
    int depth;
    int pattern,
        changed; /* the number of the pattern at hand, and of the one to change */
    mutation how;
    sx_rank p;
    bool done; /* the change was made */
} writer;

/* Whether to make this change in this pattern. */
static bool change(writer *w, mutation how)
{
    bool now = w->pattern == w->changed && w->how == how && !w->done;
    w->done = w->done || now;
    return now;
}

/* A size that depends on the rank x, and on the innermost counter. */
static void put_size(writer *w, const char *x, int a, int b, bool counted)
{
    program_put(&w->draft, "%d + %d * ((%s) mod 3)", b, a, x);
    if (counted && w->depth > 0)
        program_put(&w->draft, " + i%d mod 2", w->depth);
}

/* All of a communicator send by `step` to the right, with wrap-around or open ends. */
static void shift(writer *w)
{
    bool rows = program_draw(&w->draft, 3) == 0, open = program_draw(&w->draft, 2),
         exchange = program_draw(&w->draft, 2), counted = program_draw(&w->draft, 2),
         receive_first = program_draw(&w->draft, 2);
    int step = 1 + program_draw(&w->draft, 3), a = program_draw(&w->draft, 3),
        b = program_draw(&w->draft, 5), tag = w->tag++;
    char to[64], from[64], sender[64];
    int more = change(w, OTHER_PEER);
    bool left_out = change(w, LEFT_OUT), other_tag = change(w, OTHER_TAG);
    int larger = change(w, LARGER);
    snprintf(sender, sizeof sender, "(m - %d) mod s", step);
    snprintf(to, sizeof to,
             open ? "if(m + %d < s, (m + %d) mod s, null)" : "(m + 0 * %d + %d) mod s",
             step, step + more);
    snprintf(from, sizeof from,
             open ? "if(m >= %d, m - %d, null)" : "(m - %d + 0 * %d) mod s", step, step);
    if (exchange) {
        program_put(&w->draft, "Sendrecv ");
        if (left_out)
            program_put(&w->draft, "? r != 0 ; ");
        program_put(&w->draft, "comm = %d ; peer = %s ; tag = %d ; count = %d + ",
                    rows ? 2 : 0, to, tag + other_tag, larger);
        put_size(w, "m", a, b, counted);
        program_put(&w->draft, " ; source = %s ; rtag = %d ; rcount = ", from, tag);
        put_size(w, sender, a, b, counted);
        program_put(&w->draft, "\n");
        return;
    }
    for (int half = 0; half < 2; half++) {
        if ((half == 0) == receive_first) {
            program_put(&w->draft,
                        "Irecv comm = %d ; peer = %s ; tag = %d ; count = ", rows ? 2 : 0,
                        from, tag);
            put_size(w, sender, a, b, counted);
        } else {
            program_put(&w->draft, "Isend ");
            if (left_out)
                program_put(&w->draft, "? r != 0 ; ");
            program_put(&w->draft, "comm = %d ; peer = %s ; tag = %d ; count = %d + ",
                        rows ? 2 : 0, to, tag + other_tag, larger);
            put_size(w, "m", a, b, counted);
        }
        program_put(&w->draft, "\n");
    }
}

/* All send to one, which takes them from anybody. */
static void collect(writer *w)
{
    int root = program_draw(&w->draft, 4), tag = w->tag++,
        times = 1 + program_draw(&w->draft, 3);
    bool left_out = change(w, LEFT_OUT), other_tag = change(w, OTHER_TAG);
    int larger = change(w, LARGER);
    program_put(&w->draft, "loop %d\nSend ? r != %d", times, root);
    if (left_out)
        program_put(&w->draft, " && r != (%d + 1) mod P", root);
    program_put(&w->draft, " ; peer = %d ; tag = %d ; count = %d * P + r\nend\n", root,
                tag + other_tag, larger);
    program_put(
        &w->draft,
        "loop %d * (P - 1)\nRecv ? r == %d ; peer = any ; tag = %d ; count = P\nend\n",
        times, root, tag);
}

static void together(writer *w)
{
    static const char *const ops[] = { "Bcast",     "Reduce",  "Allreduce", "Barrier",
                                       "Alltoallv", "Gatherv", "Gather" };
    int op = program_draw(&w->draft, 7), root = program_draw(&w->draft, 4),
        count = 1 + program_draw(&w->draft, 9);
    bool rows = program_draw(&w->draft, 2);
    program_put(&w->draft, "%s ", ops[op]);
    if (change(w, LEFT_OUT))
        program_put(&w->draft, "? r != 1 ; ");
    program_put(&w->draft, "comm = %d", rows ? 2 : 0);
    if (op < 2 || op > 4) {
        bool other = change(w, OTHER_ROOT);
        program_put(&w->draft, " ; root = if(r == 2 && %d == 1, %d, %d)", other,
                    (root + 1) % 4, root);
    }
    int larger = op != 3 && change(w, LARGER);
    const char *at = op == 4 ? "m == 1 && e == 2" : op == 5 ? "e == 2" : "m == 1";
    if (op == 4 || op == 5)
        program_put(&w->draft,
                    op == 4 ? " ; counts = m + e ; rcounts = m + e + if(%s, %d, 0)"
                            : " ; count = m ; rcounts = e + if(%s, %d, 0)",
                    at, larger);
    else if (op != 3)
        program_put(&w->draft, " ; count = %d + if(%s, %d, 0)", count, at, larger);
    if (op == 6)
        program_put(&w->draft, " ; rcount = %d", count);
    program_put(&w->draft, "\n");
}

static void block(writer *w)
{
    int n = 1 + program_draw(&w->draft, 3);
    for (int i = 0; i < n; i++) {
        int kind = program_draw(&w->draft, w->depth < 2 ? 6 : 4);
        if (kind >= 4) {
            program_put(&w->draft, "loop %d\n", 1 + program_draw(&w->draft, 5));
            w->depth++;
            block(w);
            w->depth--;
            program_put(&w->draft, "end\n");
            continue;
        }
        if (kind < 2)
            shift(w);
        else if (kind == 2)
            collect(w);
        else
            together(w);
        w->pattern++;
    }
}

static void write_program(writer *w, uint64_t seed, int changed, mutation how)
{
    *w = (writer) { .draft.state = seed * 0x9e3779b97f4a7c15u + 1,
                    .changed = changed,
                    .how = how };
    w->p = 4 * (1 + program_draw(&w->draft, 3));
    program_put(&w->draft, "rows\n");
    block(w);
}

/* The number of findings, or -1 where it is not checked. */
static int findings(const writer *w)
{
    sx_arena *arena = sx_arena_create();
    sx_matching m = program_match(arena, w->draft.text, w->p);
    int n =
        m.way == SX_MATCH_BY_RANK && !m.unplaced && !m.unsized ? (int)m.nmismatches : -1;
    sx_arena_destroy(arena);
    return n;
}

static bool agrees(const writer *w)
{
    sx_arena *arena = sx_arena_create();
    bool agree = program_agrees(arena, w->draft.text, w->p);
    sx_arena_destroy(arena);
    return agree;
}

int main(void)
{
    static writer w;
    uint64_t tried = 0, decided = 0;
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
        write_program(&w, seed, -1, AS_IT_IS);
        int patterns = w.pattern, n = findings(&w);
        if (n != 0)
            ok(false, "program %" PRIu64 " agrees, but there are %d findings:\n%s", seed,
               n, w.draft.text);
        decided += agrees(&w);
        for (int how = OTHER_PEER; how < MUTATIONS; how++) {
            write_program(&w, seed, (int)(seed * 7 + (uint64_t)how) % patterns,
                          (mutation)how);
            if (!w.done)
                continue;
            tried++;
            n = findings(&w);
            if (n < 1)
                ok(false, "change %d of program %" PRIu64 " is found (%d):\n%s", how,
                   seed, n, w.draft.text);
            if (agrees(&w))
                ok(false, "laws do not agree after change %d of program %" PRIu64 ":\n%s",
                   how, seed, w.draft.text);
        }
    }
    ok(decided > PROGRAMS / 10, "%" PRIu64 " programs agree by their laws", decided);
    ok(tried > PROGRAMS, "%" PRIu64 " changes were tried", tried);
    return tap_done();
}
