/* Programs that may come to a standstill are found, with who waits for whom; those that do not are not. */
#include "match/progress.h"

#include "programs.h"
#include "tap.h"

#include <inttypes.h>

typedef struct sample {
    const char *what;
    sx_rank p;
    const char *program;
    sx_progress_verdict verdict;
    size_t circle; /* ranks in it */
    int64_t unless; /* buffered */
} sample;

#define END "Finalize\n"
#define RECEIVE(from) "Recv ? r == 1 ; peer = " from " ; count = 1 ; tag = 0\n"
#define SENDS "Send ? r != 1 && r < 3 ; peer = 1 ; count = 1 ; tag = 0\n"

static const sample samples[] = {
    { "a ring of exchanges", 8,
      "loop 3\nSendrecv peer = (r + 1) mod P ; count = 5 ; tag = 1 ; "
      "source = (r - 1) mod P ; rcount = 5 ; rtag = 1\nend\n" END,
      SX_PROGRESS_FREE, 0, -1 },
    { "a ring of sends before receives", 8,
      "Send peer = (r + 1) mod P ; count = 5 ; tag = 1\n"
      "Recv peer = (r - 1) mod P ; count = 5 ; tag = 1\n" END,
      SX_PROGRESS_STUCK, 8, 40 },
    { "a ring whose first rank receives first", 8,
      "Recv ? r == 0 ; peer = (r - 1) mod P ; count = 5 ; tag = 1\n"
      "Send peer = (r + 1) mod P ; count = 5 ; tag = 1\n"
      "Recv ? r != 0 ; peer = (r - 1) mod P ; count = 5 ; tag = 1\n" END,
      SX_PROGRESS_FREE, 0, -1 },
    { "a ring of receives before sends", 8,
      "Recv peer = (r - 1) mod P ; count = 5 ; tag = 1\n"
      "Send peer = (r + 1) mod P ; count = 5 ; tag = 1\n" END,
      SX_PROGRESS_STUCK, 8, -1 },
    { "sends to each other", 8,
      "Send peer = r xor 1 ; count = 100 ; tag = 1\n"
      "Recv peer = r xor 1 ; count = 100 ; tag = 1\n" END,
      SX_PROGRESS_STUCK, 2, 800 },
    { "sends of which only one pair waits for each other", 8,
      "Send peer = (r + P div 2) mod P ; count = 7 ; tag = 1\n"
      "Recv ? r < P - 1 && r + 1 != P div 2 ; peer = (r + P div 2) mod P ; count = 7 ; "
      "tag = 1\n" END,
      SX_PROGRESS_STUCK, 2, 56 },
    { "requests to each other", 8,
      "Irecv peer = r xor 1 ; count = 100 ; tag = 1\n"
      "Send peer = r xor 1 ; count = 100 ; tag = 1\n"
      "Wait reqs = 0\n" END,
      SX_PROGRESS_FREE, 0, -1 },
    { "a wait for the send before the receive is posted", 8,
      "Isend peer = r xor 1 ; count = 100 ; tag = 1\nWait reqs = 0\n"
      "Recv peer = r xor 1 ; count = 100 ; tag = 1\n" END,
      SX_PROGRESS_STUCK, 2, 800 },
    { "a wait for one of two requests, the other of which goes on", 4,
      "Irecv ? r < 2 ; peer = r + 2 ; count = 1 ; tag = 1\n"
      "Irecv ? r < 2 ; peer = 1 - r ; count = 1 ; tag = 1\n"
      "Isend ? r < 2 ; peer = 1 - r ; count = 1 ; tag = 1\n"
      "Send ? r >= 2 ; peer = r - 2 ; count = 1 ; tag = 1\n"
      "Waitall ? r < 2 ; nreqs = 3 ; reqs = 2 - e\n" END,
      SX_PROGRESS_FREE, 0, -1 },
    { "messages that overtake by their tags", 4,
      "Isend ? r == 0 ; peer = 1 ; count = 1 ; tag = 1\n"
      "Isend ? r == 0 ; peer = 1 ; count = 1 ; tag = 2\n"
      "Recv ? r == 1 ; peer = 0 ; count = 1 ; tag = 2\n"
      "Recv ? r == 1 ; peer = 0 ; count = 1 ; tag = any\n"
      "Waitall ? r == 0 ; nreqs = 2 ; reqs = e\n" END,
      SX_PROGRESS_FREE, 0, -1 },
    { "sends that wait, in the wrong order", 4,
      "Send ? r == 0 ; peer = 1 ; count = 1 ; tag = 1\n"
      "Send ? r == 0 ; peer = 1 ; count = 1 ; tag = 2\n"
      "Recv ? r == 1 ; peer = 0 ; count = 1 ; tag = 2\n"
      "Recv ? r == 1 ; peer = 0 ; count = 1 ; tag = 1\n" END,
      SX_PROGRESS_STUCK, 2, 8 },
    { "persistent requests", 4,
      "Send_init peer = r xor 1 ; count = 1 ; tag = 1\n"
      "Recv_init peer = r xor 1 ; count = 1 ; tag = 1\n"
      "loop 3\nStartall nreqs = 2 ; reqs = -1 - e\n"
      "Waitall nreqs = 2 ; reqs = -1 - e\nend\n"
      "Request_free reqs = -1\nRequest_free reqs = -2\n" END,
      SX_PROGRESS_FREE, 0, -1 },
    { "a persistent receive that is not started", 4,
      "Send_init peer = r xor 1 ; count = 1 ; tag = 1\n"
      "Recv_init peer = r xor 1 ; count = 1 ; tag = 1\n"
      "Start reqs = -1\nWait reqs = -1\n" END,
      SX_PROGRESS_STUCK, 2, 8 },
    { "the number of a persistent request that was freed", 4,
      "Send_init peer = r xor 2 ; count = 1 ; tag = 1\nRequest_free reqs = -1\n"
      "Recv_init ? r < 2 ; peer = r + 2 ; count = 1 ; tag = 1\n"
      "Send_init ? r >= 2 ; peer = r - 2 ; count = 1 ; tag = 1\n"
      "Start reqs = -1\nWait reqs = -1\n" END,
      SX_PROGRESS_FREE, 0, -1 },
    { "any of two requests, the other of which waits for what comes next", 3,
      "Irecv ? r == 0 ; peer = 1 ; count = 1 ; tag = 1\n"
      "Irecv ? r == 0 ; peer = 2 ; count = 1 ; tag = 1\n"
      "Waitany ? r == 0 ; nreqs = 2 ; reqs = e\n"
      "Send ? r == 0 ; peer = 2 ; count = 1 ; tag = 1\n"
      "Recv ? r == 2 ; peer = 0 ; count = 1 ; tag = 1\n"
      "Send ? r > 0 ; peer = 0 ; count = 1 ; tag = 1\n"
      "Waitany ? r == 0 ; nreqs = 2 ; reqs = if(e == 0, 0, null)\n" END,
      SX_PROGRESS_FREE, 0, -1 },
    { "a wait for two requests, one of which is done", 4,
      "Isend ? r == 0 ; peer = 2 ; count = 1 ; tag = 1\n"
      "Recv ? r == 2 ; peer = 0 ; count = 1 ; tag = 1\n"
      "Irecv ? r != 2 ; peer = if(r == 0, 1, if(r == 1, 3, 0)) ; count = 1 ; tag = 1\n"
      "Waitall ? r == 0 ; nreqs = 2 ; reqs = 1 - e\n"
      "Wait ? r == 1 || r == 3 ; reqs = 0\n"
      "Send ? r != 2 ; peer = if(r == 0, 3, if(r == 1, 0, 1)) ; count = 1 ; tag = "
      "1\n" END,
      SX_PROGRESS_STUCK, 3, -1 },
    { "collective operations in another order", 8,
      "rows\nBarrier ? r mod 4 != 2 ; comm = 0\nBarrier comm = 2\n"
      "Barrier ? r mod 4 == 2 ; comm = 0\n" END,
      SX_PROGRESS_STUCK, 2, -1 },
    { "a receive beside a collective operation", 4,
      "Recv ? r == 0 ; peer = 1 ; count = 1 ; tag = 1\nBarrier\n"
      "Send ? r == 1 ; peer = 0 ; count = 1 ; tag = 1\n" END,
      SX_PROGRESS_STUCK, 2, -1 },
    { "a collective operation that is waited for", 4,
      "Ibarrier\nRecv ? r == 0 ; peer = 1 ; count = 1 ; tag = 1\n"
      "Send ? r == 1 ; peer = 0 ; count = 1 ; tag = 1\nWait reqs = 0\n" END,
      SX_PROGRESS_FREE, 0, -1 },
    { "different operations together", 4,
      "Barrier ? r != 2\nAllreduce ? r == 2 ; count = 1 ; redop = 0\n" END,
      SX_PROGRESS_MISMATCH, 0, -1 },
    { "different roots", 4, "Bcast root = r div 2 ; count = 1\n" END,
      SX_PROGRESS_MISMATCH, 0, -1 },
    { "a message that another receive may take in a later trip", 5,
      "loop 2\nSend ? r != 1 ; peer = 1 ; count = 1 ; tag = 1\nloop P - 1\n"
      "Recv ? r == 1 ; peer = any ; count = 1 ; tag = 1\nend\n"
      "Sendrecv peer = (r + 1) mod P ; count = 5 ; tag = 2 ; "
      "source = (r - 1) mod P ; rcount = 5 ; rtag = 2\nend\n" END,
      SX_PROGRESS_STUCK_SOME, 2, 8 },
    { "a rank that ends early", 4, "Barrier ? r != 2\n" END, SX_PROGRESS_MISMATCH, 0,
      -1 },
    { "a receive from one who never sends", 4,
      "Recv ? r == 0 ; peer = 3 ; count = 1 ; tag = 1\n" END, SX_PROGRESS_STUCK, 2, -1 },
    { "a message that waits in vain, with a buffer", 4,
      "Send ? r == 0 ; peer = 3 ; count = 2 ; tag = 1\n" END, SX_PROGRESS_STUCK, 2, 16 },
    { "synchronous sends to each other", 4,
      "Ssend peer = r xor 1 ; count = 100 ; tag = 1\n"
      "Recv peer = r xor 1 ; count = 100 ; tag = 1\n" END,
      SX_PROGRESS_STUCK, 2, -1 },
    { "synchronous sends that are waited for", 4,
      "Issend peer = r xor 1 ; count = 100 ; tag = 1\nWait reqs = 0\n"
      "Recv peer = r xor 1 ; count = 100 ; tag = 1\n" END,
      SX_PROGRESS_STUCK, 2, -1 },
    { "a synchronous send that is started", 4,
      "Ssend_init peer = r xor 1 ; count = 100 ; tag = 1\nStart reqs = -1\nWait reqs = "
      "-1\nRecv peer = r xor 1 ; count = 100 ; tag = 1\nRequest_free reqs = -1\n" END,
      SX_PROGRESS_STUCK, 2, -1 },
    { "a send that is started", 4,
      "Send_init peer = r xor 1 ; count = 100 ; tag = 1\nStart reqs = -1\nWait reqs = "
      "-1\nRecv peer = r xor 1 ; count = 100 ; tag = 1\nRequest_free reqs = -1\n" END,
      SX_PROGRESS_STUCK, 2, 800 },
    { "buffered sends that are waited for", 4,
      "Ibsend peer = r xor 1 ; count = 100 ; tag = 1\nWait reqs = 0\n"
      "Recv peer = r xor 1 ; count = 100 ; tag = 1\n" END,
      SX_PROGRESS_FREE, 0, -1 },
    { "a buffered send that is started", 4,
      "Bsend_init peer = r xor 1 ; count = 100 ; tag = 1\nStart reqs = -1\nWait reqs = "
      "-1\nRecv peer = r xor 1 ; count = 100 ; tag = 1\nRequest_free reqs = -1\n" END,
      SX_PROGRESS_FREE, 0, -1 },
    { "buffered sends to each other", 4,
      "Bsend peer = r xor 1 ; count = 100 ; tag = 1\n"
      "Recv peer = r xor 1 ; count = 100 ; tag = 1\n" END,
      SX_PROGRESS_FREE, 0, -1 },
    { "a probe of one who is there first", 4,
      "Probe ? r == 0 ; peer = 1 ; tag = 1\n"
      "Send ? r == 1 ; peer = 0 ; count = 1 ; tag = 1\n"
      "Recv ? r == 0 ; peer = 1 ; count = 1 ; tag = 1\nBarrier\n" END,
      SX_PROGRESS_FREE, 0, -1 },
    { "one trip more of receives than of sends", 4,
      "loop 5\nIsend peer = (r + 1) mod P ; count = 1 ; tag = 0\nend\n"
      "loop 6\nRecv peer = (r - 1) mod P ; count = 1 ; tag = 0\nend\n" END,
      SX_PROGRESS_STUCK, 4, -1 },
    { "a probe before the receive", 4,
      "Send ? r == 0 ; peer = 1 ; count = 1 ; tag = 1\n"
      "Probe ? r == 1 ; peer = any ; tag = 1\n"
      "Recv ? r == 1 ; peer = 0 ; count = 1 ; tag = 1\n" END,
      SX_PROGRESS_FREE, 0, -1 },
    { "a probe for what never comes", 4,
      "Send ? r == 0 ; peer = 1 ; count = 1 ; tag = 1\n"
      "Probe ? r == 1 ; peer = any ; tag = 2\n"
      "Recv ? r == 1 ; peer = 0 ; count = 1 ; tag = 1\n" END,
      SX_PROGRESS_STUCK, 2, -1 },
    { "a wait for the request of the trip before", 4,
      "loop 3\nIrecv ? r == 1 ; peer = 0 ; count = 1 ; tag = 9\n"
      "Wait ? r == 1 ; reqs = 1\nend\n" END,
      SX_PROGRESS_STUCK, 2, -1 },
    { "a loop whose last trip is another", 4,
      "loop 4\nSend ? r == 0 ; peer = 1 ; count = 1 ; tag = i1 div 3\n"
      "Recv ? r == 1 ; peer = 0 ; count = 1 ; tag = 0\nend\n" END,
      SX_PROGRESS_STUCK, 2, -1 },
    { "a loop whose trips inside go on to others", 5,
      "loop 4\nloop P - 1\nSendrecv peer = (r + 1 + i2) mod P ; count = 5 ; tag = 1 ; "
      "source = (r - 1 - i2) mod P ; rcount = 5 ; rtag = 1\nend\nend\n" END,
      SX_PROGRESS_FREE, 0, -1 },
    { "a loop of which two ranks make a trip more", 4,
      "loop if(r < 2, 4, 3)\nSendrecv peer = r xor 2 ; count = 5 ; tag = 1 ; "
      "source = r xor 2 ; rcount = 5 ; rtag = 1\nend\n" END,
      SX_PROGRESS_STUCK, 2, -1 },
    /* Figure 6 of the paper. */
    { "a receive from anybody that must not be from rank 0", 3,
      RECEIVE("any") RECEIVE("0") SENDS END, SX_PROGRESS_STUCK_SOME, 2, -1 },
    { "a receive from anybody behind the other", 3, RECEIVE("0") RECEIVE("any") SENDS END,
      SX_PROGRESS_FREE, 0, -1 },
    { "two receives from anybody", 3, RECEIVE("any") RECEIVE("any") SENDS END,
      SX_PROGRESS_FREE, 0, -1 },
    { "three receives from anybody for two messages", 3,
      RECEIVE("any") RECEIVE("any") RECEIVE("any") SENDS END, SX_PROGRESS_STUCK, 2, -1 },
    { "a request from anybody before one from rank 0", 3,
      "Irecv ? r == 1 ; peer = any ; count = 1 ; tag = 0\n"
      "Irecv ? r == 1 ; peer = 0 ; count = 1 ; tag = 0\n" SENDS
      "Waitall ? r == 1 ; nreqs = 2 ; reqs = e\n" END,
      SX_PROGRESS_STUCK_SOME, 2, -1 },
    { "one who answers whom it hears", 4,
      "Send ? r > 0 ; peer = 0 ; count = 1 ; tag = 0\n"
      "Recv ? r > 0 ; peer = 0 ; count = 1 ; tag = 1\n"
      "loop 3\nRecv ? r == 0 ; peer = any ; count = 1 ; tag = 0\n"
      "Send ? r == 0 ; peer = 3 - i1 ; count = 1 ; tag = 1\nend\n" END,
      SX_PROGRESS_FREE, 0, -1 },
    { "a third message that only some matchings leave over", 4,
      "Send ? r > 0 ; peer = 0 ; count = 1 ; tag = 0\n"
      "Recv ? r == 0 ; peer = any ; count = 1 ; tag = 0\n"
      "Recv ? r == 0 ; peer = any ; count = 1 ; tag = 0\n"
      "Recv ? r == 0 ; peer = 1 ; count = 1 ; tag = 0\n" END,
      SX_PROGRESS_STUCK_SOME, 2, -1 },
};

static sx_progress check(sx_arena *arena, const char *text, sx_rank p)
{
    const sx_progress_options how = { .most_ranks = 4096,
                                      .most_events = UINT64_C(1) << 22,
                                      .matchings = true,
                                      .senders = true };
    sx_trace trace = program_trace(arena, text, p);
    sx_progress progress = { .verdict = SX_PROGRESS_UNCHECKED };
    sx_error err = { 0 };
    if (sx_progress_check(arena, &trace, &how, &progress, &err))
        ok(false, "%s", err.text);
    return progress;
}

static void known(void)
{
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        const sample *s = &samples[i];
        sx_arena *arena = sx_arena_create();
        sx_progress got = check(arena, s->program, s->p);
        ok(got.verdict == s->verdict, "%s: verdict %d, want %d (%s)", s->what,
           (int)got.verdict, (int)s->verdict, got.why_not ? got.why_not : "");
        ok(got.nstuck - got.circle == s->circle, "%s: %zu ranks in the circle, want %zu",
           s->what, got.nstuck - got.circle, s->circle);
        ok(got.unless == s->unless,
           "%s: unless %" PRId64 " bytes are buffered, want %" PRId64, s->what,
           got.unless, s->unless);
        sx_arena_destroy(arena);
    }
}

/* What is said of how it was found. */
static void how_found(void)
{
    static const char *const any = "Irecv ? r == 0 ; peer = any ; count = 1 ; tag = 0\n"
                                   "Irecv ? r == 0 ; peer = any ; count = 1 ; tag = 0\n"
                                   "Isend ? r == 1 || r == 2 ; peer = 0 ; count = 1 ; "
                                   "tag = 0\n",
                             *const last =
                                 "Waitall ? r == 0 ; nreqs = 2 ; reqs = e\n" END,
                             *const each =
                                 "Waitany ? r == 0 ; nreqs = 2 ; reqs = e\n"
                                 "Waitany ? r == 0 ; nreqs = 2 ; reqs = e\n" END;
    sx_arena *arena = sx_arena_create();
    char text[512];
    snprintf(text, sizeof text, "%s%s", any, last);
    sx_progress p = check(arena, text, 4);
    ok(p.verdict == SX_PROGRESS_FREE && p.every, "verdict %d", (int)p.verdict);
    is_int(p.wildcards, 2, "receives from anybody");
    ok(!p.loose, "what is completed is told");
    snprintf(text, sizeof text, "%s%s", any, each);
    p = check(arena, text, 4);
    ok(p.verdict == SX_PROGRESS_FREE && p.loose, "any of them may be completed first");
    sx_arena_destroy(arena);
}

/* What need not wait is passed where nobody else goes on; what waits is not. */
static void tests_and_waits(void)
{
    static const struct {
        const char *call;
        bool waits, said;
    } calls[] = {
        { "Test ? r == 0 ; reqs = 0", false, true },
        { "Testall ? r == 0 ; nreqs = 1 ; reqs = 0", false, true },
        { "Testany ? r == 0 ; nreqs = 1 ; reqs = 0", false, true },
        { "Testsome ? r == 0 ; nreqs = 1 ; reqs = 0", false, true },
        { "Iprobe ? r == 0 ; peer = 1 ; tag = 5", false, false },
        { "Improbe ? r == 0 ; peer = 1 ; tag = 5", false, true },
        { "Wait ? r == 0 ; reqs = 0", true, false },
        { "Waitall ? r == 0 ; nreqs = 1 ; reqs = 0", true, false },
        { "Waitany ? r == 0 ; nreqs = 1 ; reqs = 0", true, true },
        { "Waitsome ? r == 0 ; nreqs = 1 ; reqs = 0", true, true },
        { "Probe ? r == 0 ; peer = 1 ; tag = 5", true, false },
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        sx_arena *arena = sx_arena_create();
        char text[512];
        snprintf(text, sizeof text,
                 "Irecv ? r == 0 ; peer = 1 ; count = 1 ; tag = 5\n%s\nBarrier\n"
                 "Send ? r == 1 ; peer = 0 ; count = 1 ; tag = 5\n" END,
                 calls[i].call);
        sx_progress p = check(arena, text, 4);
        is_int(p.verdict, calls[i].waits ? SX_PROGRESS_STUCK : SX_PROGRESS_FREE,
               calls[i].call);
        ok(p.loose == calls[i].said, "%s: what it finds is taken as it suits",
           calls[i].call);
        sx_arena_destroy(arena);
    }
}

int main(void)
{
    known();
    tests_and_waits();
    how_found();
    return tap_done();
}
