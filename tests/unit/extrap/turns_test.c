/* Items dealt out in turn, and ranks by groups: whose the pivot of a factorisation is, forwards and back; what is left of its rows;
 * who is a source with a sink behind it, and which leader of a group has a next one. */
#include "fit/fit.h"
#include "try_program.h"

enum { ROWS = 48, BLOCK = 4 };

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static int64_t rows(const synth_at *at)
{
    (void)at;
    return ROWS;
}

/* ---- holders ---- */

static int64_t holder_back(const synth_at *at)
{
    return (ROWS - 1 - at->i[0]) % at->p;
}
static int64_t holder_of_last(const synth_at *at)
{
    return 9 % at->p;
}
static int64_t holder_of_block(const synth_at *at)
{
    return at->i[0] / BLOCK % at->p;
}
static int64_t holder_of_block_back(const synth_at *at)
{
    return (ROWS - 1 - at->i[0]) / BLOCK % at->p;
}

#define ROOT(f) .param = { { SX_PARAM_COMM, zero }, { SX_PARAM_ROOT, f } }

static const synth_item substitution[] = {
    { '(', .trips = rows },
    { 'e', .op = SX_OP_Bcast, ROOT(holder_back) },
    { .kind = ')' },
    { '(', .trips = rows },
    { 'e', .op = SX_OP_Bcast, ROOT(holder_of_block) },
    { .kind = ')' },
    { '(', .trips = rows },
    { 'e', .op = SX_OP_Bcast, ROOT(holder_of_block_back) },
    { .kind = ')' },
    { 0 },
};

static const synth_item last_alone[] = {
    { 'e', .op = SX_OP_Bcast, ROOT(holder_of_last) },
    { 0 },
};

/* ---- what is left of rows dealt out in turn, among ranks without a grid: 6 for each, or 48 ---- */

static int64_t six_rows_each(const synth_at *at)
{
    return 6 * at->p;
}
static int64_t rows_left(int64_t n, const synth_at *at, int64_t of)
{
    return (n - of + at->p - 1) / at->p - (at->i[0] - of + at->p - 1) / at->p;
}
static int64_t left_of_mine(const synth_at *at)
{
    return rows_left(six_rows_each(at), at, at->r);
}
static int64_t left_of_each(const synth_at *at)
{
    return rows_left(six_rows_each(at), at, at->e);
}
static int64_t left_of_few(const synth_at *at)
{
    return rows_left(ROWS, at, at->r);
}

static const synth_item elimination[] = {
    { '(', .trips = six_rows_each },
    { 'e', .op = SX_OP_Allgatherv,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_COUNT, left_of_mine },
                 { SX_PARAM_RCOUNTS, left_of_each } } },
    { .kind = ')' },
    { '(', .trips = rows },
    { 'e', .op = SX_OP_Send,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, zero },
                 { SX_PARAM_COUNT, left_of_few } } },
    { .kind = ')' },
    { 0 },
};

/* ---- groups ---- */

static int64_t is_source(const synth_at *at)
{
    return at->r % 3 == 0 && at->r + 1 < at->p;
}
static int64_t is_sink(const synth_at *at)
{
    return at->r % 3 == 1;
}
static int64_t has_next_leader(const synth_at *at)
{
    return at->r % 4 == 0 && at->r + 4 < at->p;
}
static int64_t has_leader_before(const synth_at *at)
{
    return at->r % 4 == 0 && at->r >= 4;
}
static int64_t has_sink_behind(const synth_at *at)
{
    return at->r % 3 != 2 && at->r + 1 < at->p;
}
static int64_t next(const synth_at *at)
{
    return at->r + 1;
}
static int64_t before(const synth_at *at)
{
    return at->r - 1;
}
static int64_t next_leader(const synth_at *at)
{
    return at->r + 4;
}
static int64_t leader_before(const synth_at *at)
{
    return at->r - 4;
}

#define TO(f) .param = { { SX_PARAM_COMM, zero }, { SX_PARAM_PEER, f } }

static const synth_item groups[] = {
    { 'e', .op = SX_OP_Send, .where = is_source, TO(next) },
    { 'e', .op = SX_OP_Recv, .where = is_sink, TO(before) },
    { 'e', .op = SX_OP_Send, .where = has_sink_behind, TO(next) },
    { 'e', .op = SX_OP_Send, .where = has_next_leader, TO(next_leader) },
    { 'e', .op = SX_OP_Recv, .where = has_leader_before, TO(leader_before) },
    { 0 },
};

/* Leaders of groups of four, in what they do alone. */
static int64_t two_trips(const synth_at *at)
{
    (void)at;
    return 2;
}
static int64_t leads(const synth_at *at)
{
    return at->r % 4 == 0;
}
static int64_t leads_before_next(const synth_at *at)
{
    return at->r + 4 < at->p;
}

static const synth_item leaders[] = {
    { '(', .where = leads, .trips = two_trips },
    { 'e', .op = SX_OP_Send, .where = leads_before_next, TO(next_leader) },
    { 'e', .op = SX_OP_Send, TO(zero) },
    { .kind = ')' },
    { 0 },
};

/* ---- the last rank ---- */

static int64_t is_third_before_last(const synth_at *at)
{
    return at->r % 3 == 2 && at->r + 1 < at->p;
}

static const synth_item thirds[] = {
    { 'e', .op = SX_OP_Recv, .where = is_third_before_last, TO(next) },
    { 0 },
};

/* How many values are not proved at p ranks, where 5, 8 and 13 have no last rank that is one of them. */
static uint64_t not_proved(int64_t p)
{
    sx_arena *arena = sx_arena_create();
    const int64_t scale[] = { 5, 8, 13 };
    const char *const name[] = { "t5", "t8", "t13" };
    const sx_trace *input[3];
    sx_infer_options options = { .times = { .curves =
                                                sx_curve_selector_named("paper") } };
    sx_trace formula, trace;
    sx_summary summary = { 0 };
    sx_error err = { 0 };
    for (size_t i = 0; i < 3; i++) {
        sx_trace *made = SX_NEW(arena, sx_trace);
        *made = synth_trace(arena, thirds, scale[i]);
        input[i] = made;
    }
    sx_status st = sx_infer(arena, input, name, 3, &options, &formula, &err);
    st = st ? st : sx_instantiate(arena, &formula, p, NULL, 0, &trace, &err);
    st = st ? st : sx_summary_make(arena, &trace, &formula, &summary, &err);
    ok(st == SX_OK, "inferred for %d: %s", (int)p, err.text);
    const uint64_t exact = summary.values[SX_LABEL_EXACT];
    sx_arena_destroy(arena);
    return exact;
}

int main(void)
{
    const int64_t sides[] = { 4, 6, 9, 0 }, larger[] = { 16, 25, 47, 0 };
    const int64_t even[] = { 4, 6, 8, 0 }, odd[] = { 9, 10, 13, 0 };
    const int64_t few[] = { 6, 13, 23, 0 }, many[] = { 24, 30, 41, 64, 0 };
    sx_fit_init();
    try_program("what is left of rows", elimination, (int64_t[]) { 3, 4, 6, 0 },
                (int64_t[]) { 8, 11, 0 }, 0);
    try_program("items in turn, forwards and back", substitution, sides, larger, 0);
    /* All inputs come back after half of the rows. */
    try_program("no loop of two trips", substitution, even, odd, 0);
    const int64_t primes[] = { 4, 5, 7, 0 }, small[] = { 6, 8, 9, 13, 0 };
    try_program("one item alone", last_alone, primes, small, 0);
    try_program("sources, sinks, leaders of groups", groups, few, many, 0);
    const int64_t some[] = { 6, 13, 22, 0 }, others[] = { 24, 30, 41, 0 };
    try_program("leaders that have a next one", leaders, some, others, 0);
    ok(not_proved(30) - not_proved(31) == 2,
       "whether the last rank takes part is not proved");
    return tap_done();
}
