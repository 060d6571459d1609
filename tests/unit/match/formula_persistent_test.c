/* Certificates for every number of ranks where requests are persistent: who made which has to be the same for all ranks, and none may be started
 * while it is under way. */
#include "match/by_formula.h"

#include "programs.h"
#include "tap.h"

typedef struct sample {
    const char *what, *law, *program;
    bool holds;
} sample;

#define WEST "m + ((g1.c1 - 1) mod g1.d1 - g1.c1)"
#define EAST "m + ((g1.c1 + 1) mod g1.d1 - g1.c1)"
#define UP "if(g1.c2 + 1 >= 0 && g1.c2 + 1 < g1.d2, m + g1.d1, null)"
#define DOWN "if(g1.c2 - 1 >= 0 && g1.c2 - 1 < g1.d2, m + -1 * g1.d1, null)"
#define NEXT "(m + 1) mod s"
#define LAST "(m - 1) mod s"
#define ONE " ; count = 5 ; tag = 3\n"
#define MAKE_RING "Recv_init peer = " LAST ONE "Send_init peer = " NEXT ONE
#define START_BOTH "Startall nreqs = 2 ; reqs = -1 - e\n"
#define WAIT_BOTH "Waitall nreqs = 2 ; reqs = -2 + e\n"
#define FREE_BOTH "Request_free reqs = -1\nRequest_free reqs = -2\n"
#define MAKE_TWO(op, peer, size, tag)                                                    \
    op " peer = " peer ONE op " peer = " peer " ; count = " size " ; tag = " tag "\n"

static const sample samples[] = {
    { "started together", "line",
      MAKE_RING "loop 3\n" START_BOTH WAIT_BOTH "end\n" FREE_BOTH, true },
    { "started and waited for one by one", "line",
      MAKE_RING
      "loop P\nStart reqs = -1\nStart reqs = -2\nWait reqs = -2\nWait reqs = -1\nend\n",
      true },
    { "waited for in the next trip", "line",
      MAKE_RING START_BOTH "loop P\n" WAIT_BOTH START_BOTH "end\n" WAIT_BOTH, true },
    { "along the axes of a grid", "dims_create-2d",
      "Recv_init peer = " DOWN ONE "Send_init peer = " UP ONE "loop 3\nIrecv peer = " WEST
      " ; count = 5 ; tag = 4\n" START_BOTH "Send peer = " EAST " ; count = 5 ; tag = 4\n"
      "Wait reqs = 0\n" WAIT_BOTH "end\n",
      true },
    { "a send that is started behind the wait for what comes", "line",
      MAKE_RING "Start reqs = -1\nWait reqs = -1\nStart reqs = -2\nWait reqs = -2\n",
      false },
    { "a send that is started again, and was not waited for", "line",
      MAKE_RING "loop 3\n" START_BOTH "Wait reqs = -1\nend\n", false },
    { "started twice", "line", MAKE_RING START_BOTH START_BOTH WAIT_BOTH, false },
    { "any of them waited for", "line",
      MAKE_RING "loop 3\n" START_BOTH "Waitany nreqs = 2 ; reqs = -1 - e\nend\n", false },
    { "waited for by some", "line",
      MAKE_RING "loop 3\n" START_BOTH
                "Waitall ? r > 0 ; nreqs = 2 ; reqs = -1 - e\nend\n",
      false },
    { "only one of them started", "line", MAKE_RING "Start reqs = -1\n", false },
    { "started by some", "line",
      MAKE_RING "Startall ? r > 0 ; nreqs = 2 ; reqs = -1 - e\n" WAIT_BOTH, false },
    { "made by some", "line",
      "Recv_init ? r > 0 ; peer = m - 1" ONE "Send_init ? r < P - 1 ; peer = m + 1" ONE
      "Startall nreqs = 2 ; reqs = -1 - e\n",
      false },
    { "made in each trip", "line", "loop 2\n" MAKE_RING START_BOTH WAIT_BOTH "end\n",
      false },
    { "one that was not made", "line", MAKE_RING "Startall nreqs = 3 ; reqs = -1 - e\n",
      false },
    { "freed before they are complete", "line",
      MAKE_RING START_BOTH "Wait reqs = -1\n" FREE_BOTH, false },
    { "by a name that is free again", "line",
      "Send_init peer = " LAST ONE
      "Request_free reqs = -1\n" MAKE_RING START_BOTH WAIT_BOTH,
      true },
    { "by a name that is not free", "line",
      "Send_init peer = " LAST ONE MAKE_RING START_BOTH WAIT_BOTH, false },
    { "two to one rank, one after the other", "line",
      MAKE_TWO("Recv_init", LAST, "6", "3") MAKE_TWO(
          "Send_init", NEXT, "6",
          "3") "Start reqs = -1\nStart reqs = -2\nStart reqs = -3\nStart reqs = -4\n"
               "Waitall nreqs = 4 ; reqs = -1 - e\n",
      true },
    { "two to one rank in any order", "line",
      MAKE_TWO("Recv_init", LAST, "6", "3") MAKE_TWO(
          "Send_init", NEXT, "6",
          "3") "Start reqs = -1\nStart reqs = -2\nStartall nreqs = 2 ; reqs = -3 - e\n"
               "Waitall nreqs = 4 ; reqs = -1 - e\n",
      false },
    { "two from one rank in any order", "line",
      MAKE_TWO("Recv_init", LAST, "6", "3") MAKE_TWO(
          "Send_init", NEXT, "6",
          "3") "Startall nreqs = 2 ; reqs = -1 - e\nStart reqs = -3\nStart reqs = -4\n"
               "Waitall nreqs = 4 ; reqs = -1 - e\n",
      false },
    { "two to one rank in any order, with tags of their own", "line",
      MAKE_TWO("Recv_init", LAST, "6", "4") MAKE_TWO(
          "Send_init", NEXT, "6",
          "4") "Startall nreqs = 4 ; reqs = -1 - e\nWaitall nreqs = 4 ; reqs = -1 - e\n",
      true },
};

static void one(const sample *s)
{
    sx_arena *arena = sx_arena_create();
    sx_trace formula = program_formula(arena, s->program, s->law, 4);
    sx_formula_proof proof;
    sx_error err = { 0 };
    if (sx_match_by_formula(&formula, &proof, &err))
        ok(false, "%s", err.text);
    else
        ok(!proof.why == s->holds, "%s: %s", s->what,
           proof.why ? proof.why : "has a certificate");
    for (sx_rank p = 1; p <= 20 && s->holds; p++)
        if (!program_is_fine(&formula, p))
            ok(false, "%s: at %d ranks", s->what, (int)p);
    sx_arena_destroy(arena);
}

int main(void)
{
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        one(&samples[i]);
    return tap_done();
}
