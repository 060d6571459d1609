/* Volumes that chance decides: their sums are exact where the inputs have a law for them, what one side sends is what the
 * other receives, and the parts differ as those of the inputs do. */
#include "../../tap.h"
#include "extrap/infer.h"
#include "extrap/instantiate.h"
#include "fit/fit.h"
#include "synth.h"
#include "trace/walk.h"

#include <stdlib.h>

enum { THINGS = 14400, TRIPS = 3, TARGET = 24 };

/* Chance of the test's own: things are thrown one by one. */
static uint64_t thrown(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    uint64_t x = a;
    for (uint64_t next[] = { b, c, d }, i = 0; i < 3; i++)
        x = (x ^ next[i]) * 6364136223846793005u + 1442695040888963407u;
    x ^= x >> 29;
    x *= 0x94d049bb133111ebu;
    return x >> 33;
}

/* What rank `from` has for `to` when it deals out THINGS div p in packets. */
static int64_t part(int64_t p, int64_t from, int64_t to, int64_t trip, int64_t packet)
{
    int64_t n = 0, all = THINGS / p;
    for (int64_t i = 0; i < all / packet; i++)
        n += (int64_t)(thrown((uint64_t)p, (uint64_t)from, (uint64_t)trip, (uint64_t)i) %
                       (uint64_t)p) == to
                 ? packet
                 : 0;
    return n + (from == to ? all % packet : 0);
}

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static int64_t trips(const synth_at *at)
{
    (void)at;
    return TRIPS;
}
static int64_t sent(const synth_at *at)
{
    return part(at->p, at->r, at->e, at->i[0], 1);
}
static int64_t received(const synth_at *at)
{
    return part(at->p, at->e, at->r, at->i[0], 1);
}
static int64_t sent_packets(const synth_at *at)
{
    return part(at->p, at->r, at->e, 0, 25);
}
static int64_t received_packets(const synth_at *at)
{
    return part(at->p, at->e, at->r, 0, 25);
}
static int64_t brought(const synth_at *at)
{
    return part(at->p, 0, at->r, 7, 1);
}
static int64_t gathered(const synth_at *at)
{
    return part(at->p, 0, at->e, 7, 1);
}
/* A matrix of which rows and columns add up to the same: which of them is dealt out is the sender's. */
static int64_t around_sent(const synth_at *at)
{
    return part(at->p, 999, (at->e - at->r + at->p) % at->p, 0, 1);
}
static int64_t around_received(const synth_at *at)
{
    return part(at->p, 999, (at->r - at->e + at->p) % at->p, 0, 1);
}
static int64_t even_sum(int64_t p, int64_t r)
{
    (void)r;
    return THINGS / p;
}
/* Rows whose sums differ from rank to rank. */
static int64_t own_sum(int64_t p, int64_t r)
{
    return 10007 * (r + 1) / p - 10007 * r / p;
}
static int64_t uneven(int64_t p, int64_t from, int64_t to)
{
    int64_t n = 0;
    for (int64_t i = 0; i < own_sum(p, from); i++)
        n += (int64_t)(thrown((uint64_t)p, (uint64_t)from, 5, (uint64_t)i) %
                       (uint64_t)p) == to;
    return n;
}
static int64_t uneven_sent(const synth_at *at)
{
    return uneven(at->p, at->r, at->e);
}
static int64_t uneven_received(const synth_at *at)
{
    return uneven(at->p, at->e, at->r);
}
static int64_t next(const synth_at *at)
{
    return (at->r + 1) % at->p;
}
/* Of which the sums follow nothing, either. */
static int64_t wild(const synth_at *at)
{
    return (int64_t)thrown((uint64_t)at->p, (uint64_t)at->r, 3, (uint64_t)at->e) % 1000;
}

static const synth_item program[] = {
    { '(', .trips = trips },
    { 'e', .op = SX_OP_Alltoallv,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_RTYPE, zero },
                 { SX_PARAM_COUNTS, sent },
                 { SX_PARAM_RCOUNTS, received } } },
    { .kind = ')' },
    { 'e', .op = SX_OP_Alltoallv,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_RTYPE, zero },
                 { SX_PARAM_COUNTS, sent_packets },
                 { SX_PARAM_RCOUNTS, received_packets } } },
    { 'e', .op = SX_OP_Allgatherv,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_COUNT, brought },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_RTYPE, zero },
                 { SX_PARAM_RCOUNTS, gathered } } },
    { 'e', .op = SX_OP_Alltoallv,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_RTYPE, zero },
                 { SX_PARAM_COUNTS, wild } } },
    { 'e', .op = SX_OP_Alltoallv,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_RTYPE, zero },
                 { SX_PARAM_COUNTS, around_sent },
                 { SX_PARAM_RCOUNTS, around_received } } },
    { 'e', .op = SX_OP_Alltoallv,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_RTYPE, zero },
                 { SX_PARAM_COUNTS, uneven_sent },
                 { SX_PARAM_RCOUNTS, uneven_received } } },
    { 'e', .op = SX_OP_Send,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, next },
                 { SX_PARAM_TAG, zero } } },
    { .kind = 0 },
};

enum { EVENTS = TRIPS + 5 };

/* What the walk says, by event, rank and element. */
static int64_t out[EVENTS][TARGET][TARGET], in[EVENTS][TARGET][TARGET], own[TARGET];
static sx_label label[EVENTS];

static void read_events(const sx_trace *trace)
{
    sx_walk *walk;
    sx_error err = { 0 };
    ok(sx_walk_create(trace, &walk, &err) == SX_OK, "walk: %s", err.text);
    for (sx_rank r = 0; r < TARGET; r++) {
        sx_event event;
        bool more = sx_walk_start(walk, r, &err) == SX_OK;
        for (int i = 0; i < EVENTS; i++) {
            size_t n = TARGET;
            if (sx_walk_next(walk, &event, &more, &err) || !more)
                break;
            bool has_counts = event.present >> SX_PARAM_COUNTS & 1;
            sx_param_id id = has_counts ? SX_PARAM_COUNTS : SX_PARAM_RCOUNTS;
            label[i] = sx_node_param(event.node, id)->value.evidence.label;
            if (has_counts)
                sx_walk_list(walk, id, TARGET, out[i][r], &n, &err);
            else
                own[r] = event.value[SX_PARAM_COUNT];
            if (event.present >> SX_PARAM_RCOUNTS & 1)
                sx_walk_list(walk, SX_PARAM_RCOUNTS, TARGET, in[i][r], &n, &err);
            if (n != TARGET)
                ok(false, "event %d of rank %d has %d elements", i, (int)r, (int)n);
        }
    }
    sx_walk_destroy(walk);
}

/* Sums and symmetry of an Alltoallv, and chi-square by degrees of freedom. */
static double check_exchange(const char *what, int i,
                             int64_t (*row_sum)(int64_t p, int64_t r))
{
    bool sums = true, symmetric = true;
    double chi_square = 0;
    for (int r = 0; r < TARGET; r++) {
        const int64_t all = row_sum(TARGET, r);
        const double expected = (double)all / TARGET;
        int64_t sum = 0;
        for (int e = 0; e < TARGET; e++) {
            sum += out[i][r][e];
            symmetric = symmetric && out[i][r][e] == in[i][e][r];
            double off = (double)out[i][r][e] - expected;
            chi_square += off * off / expected;
        }
        sums = sums && sum == all;
    }
    ok(label[i] == SX_LABEL_FITTED, "%s: fitted", what);
    ok(sums, "%s: rows add up", what);
    ok(symmetric, "%s: received is what was sent", what);
    return chi_square / (TARGET * (TARGET - 1));
}

int main(void)
{
    static const int64_t scale[] = { 4, 6, 9 };
    sx_fit_init();
    sx_arena *arena = sx_arena_create();
    const sx_trace *input[3];
    static const char *const name[] = { "t4", "t6", "t9" };
    sx_error err = { 0 };
    for (size_t i = 0; i < 3; i++) {
        sx_trace *trace = SX_NEW(arena, sx_trace);
        *trace = synth_trace(arena, program, scale[i]);
        input[i] = trace;
    }
    sx_infer_options options = { .times = { .curves =
                                                sx_curve_selector_named("paper") } };
    sx_trace formula, trace;
    sx_status st = sx_infer(arena, input, name, 3, &options, &formula, &err);
    if (!st)
        st = sx_instantiate(arena, &formula, TARGET, NULL, 0, &trace, &err);
    ok(st == SX_OK, "extrapolated: %s", err.text);
    if (st)
        return tap_done();
    read_events(&trace);
    double single = check_exchange("single things", 0, even_sum);
    ok(single > 0.8 && single < 1.25, "single things: chi-square is %.3g per degree",
       single);
    check_exchange("another trip", 1, even_sum);
    ok(memcmp(out[0], out[1], sizeof out[0]) != 0, "every trip is dealt anew");
    double packets = check_exchange("packets", TRIPS, even_sum);
    ok(packets > 15 && packets < 40, "packets of 25: chi-square is %.3g per degree",
       packets);
    int64_t sum = 0;
    bool same = true;
    for (int r = 0; r < TARGET; r++) {
        sum += own[r];
        same = same && memcmp(in[TRIPS + 1][r], own, sizeof own) == 0;
    }
    is_int(sum, THINGS / TARGET, "what all bring together adds up");
    ok(same, "everybody gets what each brings");
    ok(label[TRIPS + 2] == SX_LABEL_REFUSED, "without a law of sums there is none");
    check_exchange("rows and columns alike", TRIPS + 3, even_sum);
    check_exchange("rows of a grid's ranks", TRIPS + 4, own_sum);
    sx_arena_destroy(arena);
    return tap_done();
}
