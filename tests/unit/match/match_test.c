/* Balanced programs have no findings; each mutant of one has the finding that it should have. */
#include "match/match.h"

#include "programs.h"
#include "tap.h"

#include <inttypes.h>

enum { RANKS = 12, NONE = -1 };

typedef struct sample {
    const char *what;
    const char *program;
    int kind; /* of the only finding; NONE: there is none */
    uint64_t cases;
    int64_t n[2]; /* of the finding */
} sample;

#define RING_SEND "Send peer = (r + 1) mod P ; count = 5 ; tag = 3\n"
#define RING_RECV "Recv peer = (r - 1) mod P ; count = 5 ; tag = 3\n"
#define EDGE_SEND "Isend ? r < P - 1 ; peer = r + 1 ; count = r ; tag = 0\n"
#define EDGE_RECV "Irecv ? r > 0 ; peer = r - 1 ; count = r - 1 ; tag = 0\n"

static const sample samples[] = {
    { "a ring", RING_SEND RING_RECV, NONE, 0, { 0, 0 } },
    { "an end point that is off by one",
      "Send peer = (r + 2) mod P ; count = 5 ; tag = 3\n" RING_RECV,
      SX_MISMATCH_MESSAGES,
      12,
      { 0, 0 } },
    { "a tag that is another",
      "Send peer = (r + 1) mod P ; count = 5 ; tag = if(r == 4, 2, 3)\n" RING_RECV,
      SX_MISMATCH_MESSAGES,
      1,
      { 0, 0 } },
    { "a message that is too large",
      "Send peer = (r + 1) mod P ; count = if(r == 7, 6, 5) ; tag = 3\n" RING_RECV,
      SX_MISMATCH_SIZE,
      1,
      { 48, 40 } },
    { "buffers that are larger",
      RING_SEND "Recv peer = (r - 1) mod P ; count = 5 + r ; tag = 3\n",
      NONE,
      0,
      { 0, 0 } },
    { "the bytes and not the counts are compared",
      RING_SEND "Recv peer = (r - 1) mod P ; count = 10 ; type = 1 ; tag = 3\n",
      NONE,
      0,
      { 0, 0 } },
    { "open ends", EDGE_SEND EDGE_RECV, NONE, 0, { 0, 0 } },
    { "open ends by PROC_NULL",
      "Sendrecv peer = if(r == P - 1, null, r + 1) ; count = 5 ; tag = 1 ; "
      "source = if(r == 0, null, r - 1) ; rcount = 5 ; rtag = 1\n",
      NONE,
      0,
      { 0, 0 } },
    { "a Sendrecv that receives from another rank",
      "Sendrecv peer = (r + 1) mod P ; count = 5 ; tag = 1 ; "
      "source = (r + 1) mod P ; rcount = 5 ; rtag = 1\n",
      SX_MISMATCH_MESSAGES,
      24,
      { 0, 1 } },
    { "a Sendrecv_replace",
      "Sendrecv_replace peer = (r + 1) mod P ; count = 5 ; tag = 1 ; "
      "source = (r - 1) mod P ; rtag = 1\n",
      NONE,
      0,
      { 0, 0 } },
    { "one message fewer than receives",
      "loop 5\n" EDGE_SEND "end\nloop if(r == 3, 6, 5)\n" EDGE_RECV "end\n",
      SX_MISMATCH_MESSAGES,
      1,
      { 5, 6 } },
    { "loops that are shaped otherwise on both sides",
      "loop 6\nSend peer = (r + 1) mod P ; count = 1 ; tag = 0\n"
      "Send peer = (r + 1) mod P ; count = 2 ; tag = 0\nend\n"
      "loop 2\nloop 3\nRecv peer = (r - 1) mod P ; count = 1 + i2 mod 2 ; tag = 0\nend\n"
      "loop 3\nRecv peer = (r - 1) mod P ; count = 2 - i2 mod 2 ; tag = 0\nend\nend\n",
      NONE,
      0,
      { 0, 0 } },
    { "sizes in another order",
      "loop 6\nSend peer = (r + 1) mod P ; count = 1 ; tag = 0\n"
      "Send peer = (r + 1) mod P ; count = 2 ; tag = 0\nend\n"
      "loop 6\nRecv peer = (r - 1) mod P ; count = 2 ; tag = 0\n"
      "Recv peer = (r - 1) mod P ; count = 1 ; tag = 0\nend\n",
      SX_MISMATCH_SIZE,
      12,
      { 16, 8 } },
    { "other tags may come in another order",
      "loop 6\nSend peer = (r + 1) mod P ; count = 1 ; tag = 0\n"
      "Send peer = (r + 1) mod P ; count = 2 ; tag = 1\nend\n"
      "loop 6\nRecv peer = (r - 1) mod P ; count = 2 ; tag = 1\n"
      "Recv peer = (r - 1) mod P ; count = 1 ; tag = 0\nend\n",
      NONE,
      0,
      { 0, 0 } },
    { "receives from anybody",
      "loop 3\nSend ? r > 0 ; peer = 0 ; count = r ; tag = 1\nend\n"
      "loop 3 * (P - 1)\nRecv ? r == 0 ; peer = any ; count = 100 ; tag = any\nend\n",
      NONE,
      0,
      { 0, 0 } },
    { "more receives from anybody than messages",
      "loop 3\nSend ? r > 0 ; peer = 0 ; count = r ; tag = 1\nend\n"
      "loop 3 * P\nRecv ? r == 0 ; peer = any ; count = 100 ; tag = any\nend\n",
      SX_MISMATCH_ANY,
      1,
      { 33, 36 } },
    { "receives from anybody take what the others leave",
      "Send ? r > 0 ; peer = 0 ; count = r ; tag = r mod 2\n"
      "Recv ? r == 0 ; peer = 3 ; count = 3 ; tag = 1\n"
      "loop P div 2 - 1\nRecv ? r == 0 ; peer = any ; count = 100 ; tag = 0\nend\n"
      "loop P div 2 - 1\nRecv ? r == 0 ; peer = any ; count = 100 ; tag = any\nend\n",
      NONE,
      0,
      { 0, 0 } },
    { "receives with a tag from anybody that nobody sends",
      "Send ? r > 0 ; peer = 0 ; count = r ; tag = 0\n"
      "loop P - 1\nRecv ? r == 0 ; peer = any ; count = 100 ; tag = 1\nend\n",
      SX_MISMATCH_ANY,
      1,
      { 0, 11 } },
    { "a message too large for anybody's buffer",
      "Send ? r > 0 ; peer = 0 ; count = 10 * r ; tag = 1\n"
      "loop P - 1\nRecv ? r == 0 ; peer = any ; count = 109 ; tag = any\nend\n",
      SX_MISMATCH_SIZE,
      1,
      { 880, 872 } },
    { "a probe takes nothing",
      "Send peer = (r + 1) mod P ; count = 5 ; tag = 3\n"
      "Probe peer = (r - 1) mod P ; tag = 3\n" RING_RECV,
      NONE,
      0,
      { 0, 0 } },
    { "a matched probe does",
      "Send peer = (r + 1) mod P ; count = 5 ; tag = 3\n"
      "Mprobe peer = (r - 1) mod P ; tag = 3\nMrecv count = 5 ; type = 0\n",
      NONE,
      0,
      { 0, 0 } },
    { "persistent requests act when started",
      "Send_init peer = (r + 1) mod P ; count = 5 ; tag = 3\n"
      "Recv_init peer = (r - 1) mod P ; count = 5 ; tag = 3\n"
      "loop 10\nStartall nreqs = 2 ; reqs = -1 - e\nend\n"
      "Request_free reqs = -1\nRequest_free reqs = -2\n"
      "loop 2\nSend_init peer = (r + 2) mod P ; count = 5 ; tag = 3\nend\n"
      "Start reqs = -2\nRecv peer = (r - 2) mod P ; count = 5 ; tag = 3\n",
      NONE,
      0,
      { 0, 0 } },
    { "a persistent request that is started less often",
      "Send_init peer = (r + 1) mod P ; count = 5 ; tag = 3\n"
      "Recv_init peer = (r - 1) mod P ; count = 5 ; tag = 3\n"
      "loop if(r == 2, 9, 10)\nStart reqs = -1\nend\nloop 10\nStart reqs = -2\nend\n",
      SX_MISMATCH_MESSAGES,
      1,
      { 9, 10 } },
    { "a request that was not made",
      "Start ? r == 0 ; reqs = -1\n",
      SX_MISMATCH_UNMADE,
      1,
      { 0, 0 } },
    { "a receive that is cancelled",
      RING_SEND RING_RECV
      "Irecv ? r == 2 ; peer = 1 ; count = 5 ; tag = 3\nCancel ? r == 2 ; reqs = 0\n",
      NONE,
      0,
      { 0, 0 } },
    { "a rank beyond the last",
      "Send ? r > 0 ; peer = r + 1 ; count = 1 ; tag = 0\n"
      "Recv ? r > 1 ; peer = r - 1 ; count = 1 ; tag = 0\n",
      SX_MISMATCH_NOWHERE,
      1,
      { 12, 12 } },
    { "groups are apart",
      "rows\nSend comm = 2 ; peer = (m + 1) mod s ; count = r ; tag = 3\n"
      "Recv comm = 2 ; peer = (m - 1) mod s ; count = r - r mod 4 + (r - 1) mod 4 ; "
      "tag = 3\nBcast comm = 2 ; root = (r div 4) mod 3 ; count = r div 4\n",
      NONE,
      0,
      { 0, 0 } },
    { "a root that differs within a group",
      "rows\nBcast comm = 2 ; root = if(r == 6, 1, 2) ; count = r div 4\n",
      SX_MISMATCH_TOGETHER,
      1,
      { 8, 8 } },
    { "a root that is not in the group",
      "rows\nBcast comm = 2 ; root = 4 ; count = 1\n",
      SX_MISMATCH_NOWHERE,
      12,
      { 4, 4 } },
    { "a collective that one rank leaves out",
      "loop 4\nBarrier\nend\nloop 4\nAllreduce ? r != 5 ; count = 2 ; redop = 0\nend\n"
      "Barrier\n",
      SX_MISMATCH_TOGETHER,
      1,
      { 16, -1 } },
    { "a collective that the last rank does not get to",
      "Bcast root = 0 ; count = 3\nBarrier ? r < P - 1\n",
      SX_MISMATCH_TOGETHER,
      1,
      { -1, -1 } },
    { "collectives in another order",
      "Barrier ? r == 3\nBcast root = 0 ; count = 3\nBarrier ? r != 3\n",
      SX_MISMATCH_TOGETHER,
      1,
      { 24, -1 } },
    { "reductions of different lengths",
      "Reduce root = 2 ; count = if(r == 8, 3, 4) ; redop = 0\n",
      SX_MISMATCH_TOGETHER,
      1,
      { 32, 24 } },
    { "a Gather, whose other buffer is the root's",
      "Gather root = 1 ; count = 4 ; rcount = if(r == 1, 4, 99)\n",
      NONE,
      0,
      { 0, 0 } },
    { "a Gather whose root expects less",
      "Gather root = 1 ; count = 4 ; rcount = 3\n",
      SX_MISMATCH_OWN,
      1,
      { 32, 24 } },
    { "an Allgather in place",
      "Allgather count = 0 ; type = null ; rcount = 4 ; inplace = 1\n",
      NONE,
      0,
      { 0, 0 } },
    { "an Alltoallv with the transpose of its counts",
      "loop 3\nAlltoallv counts = r + 2 * e + i1 ; rcounts = e + 2 * r + i1\nend\n",
      NONE,
      0,
      { 0, 0 } },
    { "an Alltoallv with one count off",
      "loop 3\nAlltoallv counts = r + 2 * e + if(r == 4 && e == 9 && i1 == 1, 1, 0) ; "
      "rcounts = e + 2 * r\nend\n",
      SX_MISMATCH_PARTS,
      1,
      { 184, 176 } },
    { "an Alltoallv with one own count off",
      "Alltoallv counts = 3 ; rcounts = if(r == 4 && e == 4, 2, 3)\n",
      SX_MISMATCH_PARTS,
      1,
      { 24, 16 } },
    { "a Gatherv", "Gatherv root = 3 ; count = r ; rcounts = e\n", NONE, 0, { 0, 0 } },
    { "a Gatherv whose root expects more of one",
      "Gatherv root = 3 ; count = r ; rcounts = if(e == 7, 8, e)\n",
      SX_MISMATCH_PARTS,
      1,
      { 56, 64 } },
    { "a Scatterv",
      "Scatterv root = 3 ; count = r ; rtype = 0 ; counts = e\n",
      NONE,
      0,
      { 0, 0 } },
    { "a Scatterv that sends less to one",
      "Scatterv root = 3 ; count = r ; rtype = 0 ; counts = if(e == 7, 6, e)\n",
      SX_MISMATCH_PARTS,
      1,
      { 48, 56 } },
    { "an Allgatherv", "Allgatherv count = r ; rcounts = e\n", NONE, 0, { 0, 0 } },
    { "an Allgatherv of which one expects more",
      "Allgatherv count = r ; rcounts = if(r == 2 && e == 5, 6, e)\n",
      SX_MISMATCH_PARTS,
      1,
      { 40, 48 } },
    { "a Reduce_scatter with one list that differs",
      "Reduce_scatter counts = if(r == 5 && e == 1, 2, 1) ; redop = 0\n",
      SX_MISMATCH_TOGETHER,
      1,
      { -1, -1 } },
};

static void check(const sample *s, sx_rank p)
{
    sx_arena *arena = sx_arena_create();
    sx_matching m = program_match(arena, s->program, p);
    ok(m.way == SX_MATCH_BY_RANK, "%s: is checked (%s)", s->what,
       m.why_not ? m.why_not : "");
    uint64_t of_kind = 0;
    const sx_mismatch *first = NULL;
    for (size_t i = 0; i < m.nmismatches; i++) {
        bool same = (int)m.mismatch[i].kind == s->kind;
        of_kind += same ? m.mismatch[i].cases : 0;
        first = same && !first ? &m.mismatch[i] : first;
    }
    if (s->kind == NONE) {
        ok(m.nmismatches == 0, "%s: nothing is wrong", s->what);
    } else {
        ok(first, "%s: is found", s->what);
        ok(of_kind >= s->cases, "%s: in all %" PRIu64 " cases, not %" PRIu64, s->what,
           s->cases, of_kind);
        bool numbers = first && ((s->n[0] == 0 && s->n[1] == 0) ||
                                 (first->n[0] == s->n[0] && first->n[1] == s->n[1]));
        ok(numbers, "%s: says what (%" PRId64 ", %" PRId64 ")", s->what,
           first ? first->n[0] : -2, first ? first->n[1] : -2);
    }
    sx_arena_destroy(arena);
}

static void limits(void)
{
    sx_arena *arena = sx_arena_create();
    sx_trace trace = program_trace(arena, RING_SEND RING_RECV, RANKS);
    sx_matching m = { 0 };
    trace.nmeta = 1;
    trace.meta = &(sx_meta) { "recorder.options", "times=no lossy=probabilistic" };
    sx_match(arena, &trace, &sx_match_defaults, &m, NULL);
    ok(m.way == SX_MATCH_UNCHECKED && m.why_not, "a trace with losses is not checked");
    trace.nmeta = 0;
    sx_match(arena, &trace, &(sx_match_options) { false, RANKS, 5 }, &m, NULL);
    ok(m.way == SX_MATCH_UNCHECKED && m.why_not, "no more events than may be");
    trace.nunrecorded = 1;
    trace.unrecorded = &(sx_unrecorded) { "MPI_Send", 3 };
    sx_match(arena, &trace, &sx_match_defaults, &m, NULL);
    ok(m.way == SX_MATCH_UNCHECKED && m.why_not, "nor where sends are missing");
    sx_arena_destroy(arena);
}

int main(void)
{
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        check(&samples[i], RANKS);
    limits();
    return tap_done();
}
