/* What a plugin claims is believed where all inputs have it, by the published method and by ours; else it changes nothing. */
#include "../../tap.h"
#include "extrap/instantiate.h"
#include "fit/fit.h"
#include "paper/paper.h"
#include "synth.h"

#include <string.h>

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}

static int64_t hundred(const synth_at *at)
{
    (void)at;
    return 100;
}

/* Follows no family: the rank's square. */
static int64_t square(const synth_at *at)
{
    return (at->r * at->r + 1) % at->p;
}

static const synth_item program[] = {
    { .kind = 'e',
      .op = SX_OP_Send,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, square },
                 { SX_PARAM_COUNT, hundred },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_TAG, zero },
                 { 0 } } },
    { 0 },
};

static const char *right(const scalaextrap_question *q, unsigned attempt)
{
    static const char *const peer[] = { "r", "(r * r + 1) mod P" };
    return strcmp(q->parameter, "peer") == 0 && attempt < 2 ? peer[attempt] : NULL;
}

static const char *contradicted(const scalaextrap_question *q, unsigned attempt)
{
    return strcmp(q->parameter, "peer") == 0 && attempt == 0 ? "(r + 1) mod P" : NULL;
}

static const char *garbled(const scalaextrap_question *q, unsigned attempt)
{
    return strcmp(q->parameter, "peer") == 0 && attempt == 0 ? "(r + " : NULL;
}

static const char *one_wide(const scalaextrap_question *q, unsigned axis)
{
    return strcmp(q->operation, "Send") == 0 && axis == 0 ? "P" : NULL;
}

static const char *no_extent(const scalaextrap_question *q, unsigned axis)
{
    (void)q;
    return axis == 0 ? "P - 9" : NULL;
}

typedef sx_status method(sx_arena *, const sx_trace *const *, const char *const *, size_t,
                         const sx_infer_options *, sx_trace *, sx_error *);

static sx_status infer(sx_arena *arena, method *how, sx_claims *claims,
                       sx_trace *ret_formula, sx_error *err)
{
    static const int64_t p[] = { 9, 14, 20 };
    sx_trace trace[3];
    const sx_trace *input[3];
    const char *name[3] = { "a", "b", "c" };
    for (int i = 0; i < 3; i++) {
        trace[i] = synth_trace(arena, program, p[i]);
        input[i] = &trace[i];
    }
    sx_infer_options options = { .claims = claims };
    return how(arena, input, name, 3, &options, ret_formula, err);
}

static sx_evidence peer_evidence(const sx_trace *formula)
{
    return sx_node_param(formula->program.node[0], SX_PARAM_PEER)->value.evidence;
}

static void check(sx_arena *arena, method *how, const char *name)
{
    sx_trace formula, trace;
    sx_error err = { 0 };
    scalaextrap_plugin plugin = { .version = SCALAEXTRAP_PLUGIN_VERSION,
                                  .name = "test",
                                  .formula = right,
                                  .extent = one_wide };
    sx_claims claims = { .plugin = &plugin };
    ok(!infer(arena, how, NULL, &formula, &err) &&
           peer_evidence(&formula).label == SX_LABEL_REFUSED,
       "%s: refused without a plugin %s", name, err.text);
    ok(!infer(arena, how, &claims, &formula, &err) && claims.taken == 1 &&
           claims.rejected == 0,
       "%s: the second formula is taken %s", name, err.text);
    ok(peer_evidence(&formula).label == SX_LABEL_EXACT &&
           strstr(peer_evidence(&formula).reason, "plugin test"),
       "%s: it is exact, by its plugin's name", name);
    ok(!sx_instantiate(arena, &formula, 1000, NULL, 0, &trace, &err) &&
           synth_differences(program, &trace) == 0,
       "%s: and right at 1,000 ranks, without the plugin", name);
    plugin.formula = contradicted;
    claims = (sx_claims) { .plugin = &plugin };
    bool done = !infer(arena, how, &claims, &formula, &err);
    ok(done && claims.taken == 0 && claims.rejected == 1 && claims.first_rejected &&
           peer_evidence(&formula).label == SX_LABEL_REFUSED,
       "%s: a formula that an input contradicts is not taken: %s", name,
       claims.first_rejected ? claims.first_rejected : "unnoted");
    plugin.formula = garbled;
    ok(infer(arena, how, &claims, &formula, &err) == SX_PARSE &&
           strstr(err.text, "plugin test"),
       "%s: a formula that is none is an error: %s", name, err.text);
}

int main(void)
{
    sx_arena *arena = sx_arena_create();
    sx_error err = { 0 };
    sx_trace formula;
    scalaextrap_plugin plugin = { .version = SCALAEXTRAP_PLUGIN_VERSION + 1,
                                  .name = "test" };
    sx_fit_init();
    check(arena, sx_paper_infer, "published");
    check(arena, sx_infer, "ours");
    ok(sx_claims_check(&plugin, "test.so", &err) == SX_INVALID, "another version: %s",
       err.text);
    plugin.version = SCALAEXTRAP_PLUGIN_VERSION;
    ok(sx_claims_check(&plugin, "test.so", &err) == SX_INVALID, "no function: %s",
       err.text);
    plugin.formula = right;
    ok(!sx_claims_check(&plugin, "test.so", &err), "a whole table");
    plugin.extent = no_extent;
    sx_claims claims = { .plugin = &plugin };
    ok(infer(arena, sx_paper_infer, &claims, &formula, &err) == SX_INVALID,
       "a topology without ranks: %s", err.text);
    sx_arena_destroy(arena);
    return tap_done();
}
