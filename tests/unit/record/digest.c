/* The self-check's digest: equal for the same events, and different, at the right event of the right rank,
 * for every kind of thing that a trace may have wrong. */
#include "record/digest.h"

#include "io/text.h"
#include "tests/tap.h"
#include "trace/policy.h"

#include <stdlib.h>

enum { RANKS = 4, TRIPS = 10000, EVENTS = 3 * TRIPS + 9, STEP = 8 };

static const char program[] =
    "scalatrace 1\n"
    "ranks 4\n"
    "site 0\n"
    "comm 0 world\n"
    "comm 1 self\n"
    "comm 2 split parent=0 serial=0 size=2 rank=%(0,1)*2\n"
    "type 0 \"MPI_INT\" 4\n"
    "type 1 \"MPI_DOUBLE\" 8\n"
    "type 2 \"derived\" 8 vector lb=0 extent=24 ints=(2,1,4) types=0\n"
    "redop 0 \"MPI_SUM\"\n"
    "redop 1 \"MPI_PROD\"\n"
    "program\n"
    "Init site=0\n"
    "loop 10000 {\n"
    "  Isend site=0 comm=0 peer=~1 count=10..10009 type=1 tag=5\n"
    "  Sendrecv site=0 comm=2 peer=~1 count=3 type=0 tag=6 "
    "source=~1 rcount=4 rtype=1 rtag=7\n"
    "  Waitall site=0 nreqs=2 reqs=(1,0)\n"
    "}\n"
    "Alltoallv site=0 comm=0 type=0 rtype=0 counts=(1,2,3,4) "
    "rcounts=2\n"
    "Reduce site=0 comm=2 root=1 count=2 type=1 redop=0\n"
    "Gather site=0 comm=0 root=1 count=2 type=2 rcount=4 rtype=0\n"
    "Comm_split site=0 comm=0 newcomm=2 color=%(0,0,1,1) key=%0..3\n"
    "Cart_create site=0 comm=0 newcomm=null ndims=2 dims=(1,2) periods=(0,1) reorder=0\n"
    "Comm_create site=0 comm=0 newcomm=2 nranks=2 ranks_of_group=(3,1)\n"
    "Dist_graph_create_adjacent site=0 comm=0 ndests=1 nsources=2 newcomm=2 reorder=1 "
    "dests=~1 sources=(0,null)\n"
    "Finalize site=0\n"
    "end\n";

static sx_line line;

static void put(sx_digest *digest)
{
    if (!sx_digest_add(digest, &line))
        abort();
}

static void on(sx_op op, int64_t size, int64_t rank, int64_t peer, int64_t bytes)
{
    sx_line_init(&line, op);
    line.field[SX_LINE_COMM_SIZE] = size;
    line.field[SX_LINE_COMM_RANK] = rank;
    line.field[SX_LINE_PEER] = peer;
    line.field[SX_LINE_BYTES] = bytes;
}

enum { INT, DOUBLE, VECTOR };

static int64_t type(int which)
{
    static const sx_line_datatype types[] = {
        { .name = "MPI_INT", .size = 4 },
        { .name = "MPI_DOUBLE", .size = 8 },
        { .maker = "vector", .size = 8, .extent = 24, .n = { 3, 0, 1 } },
    };
    return sx_line_type(&types[which]);
}

static void buffers(int64_t count, int what, int64_t rcount, int rwhat)
{
    line.field[SX_LINE_COUNT] = count;
    line.field[SX_LINE_TYPE] = type(what);
    if (rcount < 0)
        return;
    line.field[SX_LINE_RCOUNT] = rcount;
    line.field[SX_LINE_RTYPE] = type(rwhat);
}

static void plain(sx_digest *digest, sx_op op)
{
    sx_line_init(&line, op);
    put(digest);
}

static void make(sx_digest *digest, sx_op op, int64_t rank, const int64_t *what, size_t n)
{
    on(op, 4, rank, SX_LINE_NONE, 0);
    for (size_t i = 0; i < n; i++)
        sx_line_add(&line, SX_LINE_MADE, what[i]);
    if (op == SX_OP_Comm_split) {
        line.field[SX_LINE_COLOR] = rank / 2;
        line.field[SX_LINE_KEY] = rank;
    }
    put(digest);
}

/* Behind what they are made from: is there none? */
static void make_all(sx_digest *digest, int64_t rank)
{
    const int64_t cart[] = { 1, 2, 0, 1, 0, 1 }, group[] = { 3, 1, 0 },
                  edges[] = { (rank + 1) % 4, 0, SX_NULL, 1, 0 }, split[] = { 0 };
    make(digest, SX_OP_Comm_split, rank, split, 1);
    make(digest, SX_OP_Cart_create, rank, cart, 6);
    make(digest, SX_OP_Comm_create, rank, group, 3);
    make(digest, SX_OP_Dist_graph_create_adjacent, rank, edges, 5);
}

/* What the program above calls, from its source, as it were. */
static void call_all(sx_digest *digest, int64_t rank)
{
    plain(digest, SX_OP_Init);
    for (int64_t i = 0; i < TRIPS; i++) {
        on(SX_OP_Isend, 4, rank, (rank + 1) % 4, 8 * (10 + i));
        buffers(10 + i, DOUBLE, -1, 0);
        line.field[SX_LINE_TAG] = 5;
        put(digest);
        on(SX_OP_Sendrecv, 2, rank % 2, 1 - rank % 2, 12);
        buffers(3, INT, 4, DOUBLE);
        line.field[SX_LINE_TAG] = 6;
        line.field[SX_LINE_SOURCE] = 1 - rank % 2;
        line.field[SX_LINE_RTAG] = 7;
        put(digest);
        sx_line_init(&line, SX_OP_Waitall);
        line.field[SX_LINE_NREQS] = 2;
        put(digest);
    }
    on(SX_OP_Alltoallv, 4, rank, SX_LINE_NONE, 40);
    line.field[SX_LINE_TYPE] = line.field[SX_LINE_RTYPE] = type(INT);
    for (int64_t i = 1; i <= 4; i++)
        sx_line_add(&line, SX_LINE_LISTS, i);
    for (int64_t i = 1; i <= 4; i++)
        sx_line_add(&line, SX_LINE_LISTS, 2);
    put(digest);
    on(SX_OP_Reduce, 2, rank % 2, 1, 16);
    buffers(2, DOUBLE, -1, 0);
    line.field[SX_LINE_REDOP] = sx_line_name("MPI_SUM");
    put(digest);
    on(SX_OP_Gather, 4, rank, 1, 16);
    buffers(2, VECTOR, rank == 1 ? 4 : -1, INT);
    put(digest);
    make_all(digest, rank);
    plain(digest, SX_OP_Finalize);
}

static sx_digest called[RANKS];

/* The program with one text replaced by another. */
static char *changed(const char *from, const char *to)
{
    const char *at = strstr(program, from);
    char *text = malloc(sizeof program + strlen(to));
    if (!at || !text)
        abort();
    sprintf(text, "%.*s%s%s", (int)(at - program), program, to, at + strlen(from));
    return text;
}

/* What is different for a rank when the trace is this text. */
static const char *difference(const char *text, sx_rank rank)
{
    static sx_difference ret;
    sx_error err = { .text = "" };
    sx_arena *arena = sx_arena_create();
    sx_trace trace, bound;
    sx_status status = sx_text_read(arena, "trace", text, strlen(text), &trace, &err);
    if (!status)
        status = sx_trace_bind(arena, &trace, trace.p, NULL, 0, &bound, &err);
    if (!status)
        status = sx_digest_compare(&called[rank], &bound, rank, &ret, &err);
    if (status)
        snprintf(ret.text, sizeof ret.text, "%.200s", err.text);
    sx_arena_destroy(arena);
    return ret.text;
}

static void test_same(void)
{
    is_int(called[0].events, EVENTS, "events of a rank");
    is_int(called[0].step, STEP, "events between two marks");
    for (sx_rank rank = 0; rank < RANKS; rank++)
        is_text(difference(program, rank), "", "the same events");
}

/* Each is wrong at one event, counted from 1, in the ranks of which the bit is set. */
static void test_changes(void)
{
    static const struct {
        const char *from, *to;
        unsigned ranks;
        uint64_t event;
    } change[] = {
        { "Init site", "Init_thread site", 15, 1 },
        { "count=10..10009", "count=(10,11,13,13..10009)", 15, 8 },
        { "count=10..10009", "count=(10..10008,10010)", 15, 29999 },
        { "peer=~1 count=10", "peer=~2 count=10", 15, 2 },
        { "peer=~1 count=10", "peer=1 count=10", 14, 2 },
        { "peer=~1 count=10", "peer=null count=10", 15, 2 },
        { "tag=5", "tag=%(5,5,6,5)", 4, 2 },
        { "tag=5", "tag=any", 15, 2 },
        { "\"MPI_DOUBLE\" 8", "\"MPI_DOUBLE\" 4", 15, 2 },
        { "comm=0 peer", "comm=2 peer", 15, 2 },
        { "Isend", "Issend", 15, 2 },
        { "count=3 type=0", "count=3 type=1", 15, 3 },
        { "source=~1", "source=any", 15, 3 },
        { "rcount=4", "rcount=5", 15, 3 },
        { "rtag=7", "rtag=6", 15, 3 },
        { "nreqs=2 reqs=(1,0)", "nreqs=3 reqs=(2,1,0)", 15, 4 },
        { "loop 10000 {", "loop %(10000*3,9999) {", 8, 29999 },
        { "counts=(1,2,3,4)", "counts=(2,1,3,4)", 15, 30002 },
        { "rcounts=2", "rcounts=3", 15, 30002 },
        { "root=1", "root=0", 15, 30003 },
        { "count=2 type=1 redop", "count=3 type=1 redop", 15, 30003 },
        { "redop=0", "redop=1", 15, 30003 },
        { "redop=0", "inplace=1 redop=0", 15, 30003 },
        { "\"MPI_SUM\"", "\"MPI_MAX\"", 15, 30003 },
        { "type=1 tag=5", "type=2 tag=5", 15, 2 },
        { "rtype=1 rtag", "rtype=2 rtag", 15, 3 },
        { "\"MPI_INT\"", "\"MPI_FLOAT\"", 15, 3 },
        { "rtype=0 counts", "rtype=0 inplace=1 counts", 15, 30002 },
        { "count=2 type=2", "count=4 type=0", 15, 30004 },
        { "rcount=4 rtype=0", "rcount=5 rtype=0", 2, 30004 },
        { "rcount=4 rtype=0", "rcount=2 rtype=1", 2, 30004 },
        { "vector lb=0", "hvector lb=0", 15, 30004 },
        { "extent=24", "extent=32", 15, 30004 },
        { "color=%(0,0,1,1)", "color=%(0,0,0,1)", 4, 30005 },
        { "color=%(0,0,1,1)", "color=any", 15, 30005 },
        { "key=%0..3", "key=%(0,2,1,3)", 6, 30005 },
        { "newcomm=2 color", "newcomm=null color", 15, 30005 },
        { "dims=(1,2)", "dims=(2,1)", 15, 30006 },
        { "periods=(0,1)", "periods=(1,1)", 15, 30006 },
        { "reorder=0", "reorder=1", 15, 30006 },
        { "ranks_of_group=(3,1)", "ranks_of_group=(1,3)", 15, 30007 },
        { "nranks=2", "nranks=1", 15, 30007 },
        { "dests=~1 ", "dests=~-1 ", 15, 30008 },
        { "dests=~1 ", "dests=%(1,2,3,3) ", 8, 30008 },
        { "sources=(0,null)", "sources=(0,1)", 15, 30008 },
    };
    for (size_t i = 0; i < sizeof change / sizeof *change; i++) {
        char *text = changed(change[i].from, change[i].to);
        for (sx_rank rank = 0; rank < RANKS; rank++) {
            long long named = -1;
            unsigned long long first = 0, last = 0, all = 0;
            const char *got = difference(text, rank);
            if (!(change[i].ranks >> rank & 1)) {
                is_text(got, "", "nothing is different for the other ranks");
                continue;
            }
            int n = sscanf(got,
                           "rank %lld: the trace differs from the calls between events "
                           "%llu and %llu of %llu",
                           &named, &first, &last, &all);
            ok(n == 4 && named == rank && first <= change[i].event &&
                   last >= change[i].event && last - first < STEP && all == EVENTS,
               "%s for %s: \"%s\"", change[i].to, change[i].from, got);
        }
        free(text);
    }
}

/* What a trace is allowed to lose is not compared, and all else is. */
static void test_lost(void)
{
    static const struct {
        const char *from, *to;
        unsigned lost; /* that excuses it */
    } change[] = {
        { " tag=5", "", SX_LOST_TAGS | SX_LOST_ORDER },
        { " rtag=7", "", SX_LOST_TAGS | SX_LOST_ORDER },
        { "counts=(1,2,3,4)", "counts=(2,3,2,2)", SX_LOST_COUNTS | SX_LOST_ORDER },
        { "counts=(1,2,3,4)", "counts=(2,3,2,4)", SX_LOST_COUNTS | SX_LOST_ORDER },
        { "rcounts=2", "rcounts=3", SX_LOST_COUNTS | SX_LOST_ORDER },
        { "count=10..10009", "count=(10..10008,10010)", SX_LOST_ORDER },
        { "count=10..10009", "count=10009..10/-1", SX_LOST_ORDER },
        { "peer=~1 count=10", "peer=~2 count=10", SX_LOST_ORDER },
        { "source=~1", "source=any", SX_LOST_ORDER },
        { "count=2 type=1 redop", "count=3 type=1 redop", SX_LOST_ORDER },
        { "root=1 count=2 type=1", "root=0 count=2 type=1", 0 },
        { "type=1 tag=5", "type=2 tag=5", 0 },
        { "redop=0", "redop=1", 0 },
        { "loop 10000 {", "loop 9999 {", 0 },
    };
    for (unsigned lost = 0; lost <= (SX_LOST_TAGS | SX_LOST_COUNTS | SX_LOST_ORDER);
         lost++) {
        sx_digest all = called[0];
        called[0] = (sx_digest) { .lost = lost };
        call_all(&called[0], 0);
        is_text(difference(program, 0), "", "the same events where some may be lost");
        for (size_t i = 0; i < sizeof change / sizeof *change; i++) {
            char *text = changed(change[i].from, change[i].to);
            const char *got = difference(text, 0);
            ok(!*got == ((change[i].lost & lost) != 0),
               "%s for %s, %u may be lost: \"%s\"", change[i].to, change[i].from, lost,
               got);
            free(text);
        }
        sx_digest_finish(&called[0]);
        called[0] = all;
    }
}

static void test_lengths(void)
{
    char *longer = changed("Finalize site=0\n", "Finalize site=0\nFinalize site=0\n"),
         *endless =
             changed("Finalize site=0\n", "Finalize site=0\nloop 1000000000000000000 {\n"
                                          "  Barrier site=0 comm=0\n}\n"),
         *shorter = changed("Finalize site=0\n", "");
    is_text(difference(longer, 1), "rank 1: the trace has more than its 30009 events",
            "one more event");
    is_text(difference(endless, 3), "rank 3: the trace has more than its 30009 events",
            "events without end");
    is_text(difference(shorter, 2), "rank 2: the trace ends after 30008 of 30009 events",
            "one event less");
    free(longer);
    free(endless);
    free(shorter);
}

static void test_counters(void)
{
    char *text = changed("tag=6", "tag=8");
    is_text(difference(text, 0),
            "rank 0: the trace differs from the calls between events 1 and 8 of 30009",
            "same counts");
    free(text);
    text = changed("count=2 type=1 redop", "count=3 type=1 redop");
    is_text(difference(text, 0),
            "rank 0: the trace differs from the calls between events 30001 and 30008 of "
            "30009; Reduce: called 1 times for 16 bytes, in the trace 1 times for 24",
            "other counts");
    free(text);
}

static void test_unreadable(void)
{
    char *text = changed("tag=6", "tag={6+0 div (i1-7)}");
    const char *got = difference(text, 0), *wanted = "rank 0: event 24 cannot be read: ";
    ok(strncmp(got, wanted, strlen(wanted)) == 0, "a value that is not there: \"%s\"",
       got);
    free(text);
}

int main(void)
{
    for (sx_rank rank = 0; rank < RANKS; rank++)
        call_all(&called[rank], rank);
    test_same();
    test_changes();
    test_lost();
    test_lengths();
    test_counters();
    test_unreadable();
    for (sx_rank rank = 0; rank < RANKS; rank++)
        sx_digest_finish(&called[rank]);
    return tap_done();
}
