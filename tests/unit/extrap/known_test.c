/* Sets of ranks that were asked for before: answered from what is known, unless more of the runs was found meanwhile. */
#include "extrap/known_domains.h"
#include "fit/fit.h"
#include "synth.h"
#include "tap.h"

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static const synth_item barrier[] = {
    { 'e', .op = SX_OP_Barrier, .param = { { SX_PARAM_COMM, zero } } },
    { 0 },
};

enum { RUNS = 3, RANKS = 8 + 16 + 32 };

/* Every k-th rank of each run. */
static const bool *every(sx_arena *arena, const sx_runs *runs, int64_t k)
{
    bool *in = SX_NEW_ARRAY(arena, bool, RANKS);
    for (int64_t r = 0; in && r < RANKS; r++)
        in[r] = (r - runs->offset[runs->run_of[r]]) % k == 0;
    return in;
}

int main(void)
{
    static const int64_t p[RUNS] = { 8, 16, 32 };
    static const char *const name[RUNS] = { "t8", "t16", "t32" };
    sx_arena *arena = sx_arena_create();
    sx_trace trace[RUNS];
    const sx_trace *input[RUNS];
    sx_known_domains known = { 0 };
    sx_domain first, again;
    sx_runs runs;
    sx_error err;
    sx_fit_init();
    for (int i = 0; i < RUNS; i++) {
        trace[i] = synth_trace(arena, barrier, p[i]);
        input[i] = &trace[i];
    }
    is_int(sx_runs_create(arena, input, name, RUNS, false, &runs, &err), SX_OK, "runs");
    const bool *all = every(arena, &runs, 1);
    sx_known_domains_find(arena, &known, &runs, every(arena, &runs, 4), all, &first,
                          &err);
    sx_known_domains_find(arena, &known, &runs, every(arena, &runs, 4), all, &again,
                          &err);
    ok(first.kind == SX_DOMAIN_WHERE && again.where == first.where && known.n == 1,
       "the same set is known");
    sx_known_domains_find(arena, &known, &runs, every(arena, &runs, 2), all, &again,
                          &err);
    ok(again.where != first.where && known.n == 2, "another set is not");
    sx_known_domains_find(arena, &known, &runs, every(arena, &runs, 4),
                          every(arena, &runs, 2), &again, &err);
    is_int((int64_t)known.n, 3, "nor the same set among others");
    sx_runs_settle(&runs, 1000);
    sx_known_domains_find(arena, &known, &runs, every(arena, &runs, 4), all, &again,
                          &err);
    is_int((int64_t)known.n, 4, "with more known of the runs it is asked for again");
    sx_arena_destroy(arena);
    return tap_done();
}
