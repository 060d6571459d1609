#include "match/match.h"

#include "match/by_law.h"
#include "match/verdict.h"

#include <string.h>

const sx_match_options sx_match_defaults = { .laws = true,
                                             .most_ranks = 4096,
                                             .most_events = UINT64_C(1) << 26 };

const char *sx_match_incomplete(sx_arena *arena, const sx_trace *trace)
{
    const char *lossy = sx_trace_lossy(trace);
    if (lossy)
        return sx_arena_printf(arena, "recorded with losses: %s", lossy);
    for (size_t i = 0; i < trace->nunrecorded; i++) {
        const char *name = trace->unrecorded[i].name;
        sx_op op = strncmp(name, "MPI_", 4) == 0 ? sx_op_named(name + 4, strlen(name + 4))
                                                 : SX_OPS;
        sx_op_class class = op == SX_OPS ? SX_OP_LOCAL : sx_op_class_of(op);
        if (class == SX_OP_SEND || class == SX_OP_RECV || class == SX_OP_SENDRECV ||
            class == SX_OP_START || class == SX_OP_COLLECTIVE || class == SX_OP_COMM)
            return sx_arena_printf(arena, "calls of %s were not recorded", name);
    }
    return NULL;
}

static sx_status by_rank(sx_arena *arena, const sx_trace *trace,
                         const sx_match_options *options, sx_matching *m, sx_error *err)
{
    sx_findings findings = { .arena = arena };
    sx_tally tally;
    sx_status status = sx_tally_make(&tally, trace, options->most_events, &findings, err);
    if (!status && tally.exhausted) {
        m->why_not = "there are too many events to look at";
    } else if (!status) {
        m->way = SX_MATCH_BY_RANK;
        m->unplaced = tally.unplaced;
        status = sx_verdict_messages(&tally, &m->unsized, err);
        if (!status)
            status = sx_verdict_together(&tally, &m->unlisted, err);
        m->events = sx_tally_events(&tally);
    }
    sx_tally_finish(&tally);
    if (status)
        return status;
    sx_findings_sort(&findings);
    if (m->way == SX_MATCH_BY_RANK) {
        m->nmismatches = findings.n;
        m->mismatch = findings.mismatch;
    }
    return SX_OK;
}

static sx_status check(sx_arena *arena, const sx_trace *trace,
                       const sx_match_options *options, sx_matching *m, sx_error *err)
{
    const sx_node *undecided = NULL;
    m->why_not = sx_match_incomplete(arena, trace);
    if (m->why_not)
        return SX_OK;
    sx_status status = options->laws ? sx_match_by_law(trace, &undecided, err) : SX_OK;
    if (!status && options->laws && !undecided)
        m->way = SX_MATCH_BY_LAW;
    else if (!status && trace->p <= options->most_ranks)
        status = by_rank(arena, trace, options, m, err);
    else if (!status && !undecided)
        m->why_not = "there are more ranks than are to be looked at";
    else if (!status)
        m->why_not = sx_arena_printf(
            arena,
            "there are more than %lld ranks, and the laws of %s (site %u) do not tell",
            (long long)options->most_ranks,
            undecided->kind == SX_NODE_LOOP ? "a loop" : sx_op_name(undecided->op),
            undecided->kind == SX_NODE_LOOP ? 0 : undecided->site);
    return status;
}

sx_status sx_match(sx_arena *arena, const sx_trace *trace,
                   const sx_match_options *options, sx_matching *ret_matching,
                   sx_error *err)
{
    sx_matching m = { .way = SX_MATCH_UNCHECKED };
    sx_error why = { 0 };
    sx_status status = check(arena, trace, options, &m, &why);
    if (status && status != SX_NOMEM) {
        m = (sx_matching) { .why_not =
                                sx_arena_string(arena, why.text, strlen(why.text)) };
        status = m.why_not ? SX_OK : SX_NOMEM;
    }
    if (status)
        return sx_fail(err, SX_NOMEM, "out of memory");
    *ret_matching = m;
    return SX_OK;
}
