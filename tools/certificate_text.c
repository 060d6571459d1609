#include "certificate_text.h"

#include "match/by_formula.h"
#include "match_text.h"
#include "progress_text.h"
#include "trace/policy.h"

#include <inttypes.h>

/* Scales that are looked at: all up to there, as far as so many events go. */
static const sx_rank MOST_RANKS = 64;
static const uint64_t MOST_EVENTS = UINT64_C(1) << 22; /* at one scale */

typedef struct scales {
    uint32_t n;
    sx_rank first, last;
    bool is_wrong;
} scales;

static void print_why(sx_buffer *out, const sx_trace *formula, const sx_sources *sources,
                      const sx_formula_proof *proof)
{
    sx_buffer_puts(out, "certificate: none for all numbers of ranks: ");
    if (proof->undecided && proof->undecided->kind == SX_NODE_LOOP) {
        sx_buffer_puts(out, "a loop: ");
    } else if (proof->undecided) {
        sx_buffer_printf(out, "%s at ", sx_op_name(proof->undecided->op));
        sx_print_site(out, formula, sources, proof->undecided->site);
        sx_buffer_puts(out, ": ");
    }
    sx_buffer_printf(out, "%s\n", proof->why);
}

static void print_certificate(sx_buffer *out, const sx_formula_proof *proof)
{
    sx_buffer_printf(out,
                     "certificate: at every number of ranks that has the grids by their "
                     "laws, messages and collectives agree,\n"
                     "  and there is no deadlock, whatever is buffered "
                     "(pairs of sends and receives: %" PRIu64 ", collectives: %" PRIu64
                     ")\n",
                     proof->pairs, proof->collectives);
}

/* At one number of ranks; what is wrong is printed. False in *ret_known where too much would have to be looked at. */
static sx_status look(sx_arena *arena, sx_buffer *out, const sx_trace *bound,
                      sx_certified what, const sx_sources *sources, size_t most,
                      bool *ret_known, bool *ret_wrong, sx_error *err)
{
    sx_buffer text = SX_BUFFER_INIT;
    sx_status st;
    if (what == SX_CERTIFIED_MESSAGES) {
        const sx_match_options how = { false, MOST_RANKS, MOST_EVENTS };
        sx_matching matching;
        st = sx_match(arena, bound, &how, &matching, err);
        *ret_known = !st && matching.way != SX_MATCH_UNCHECKED;
        *ret_wrong = *ret_known && (matching.nmismatches > 0 || matching.unlisted > 0);
        if (*ret_wrong)
            sx_matching_print(&text, bound, &matching, sources, most);
    } else {
        sx_progress_options how = sx_progress_defaults;
        sx_progress progress;
        how.most_events = MOST_EVENTS;
        st = sx_progress_check(arena, bound, &how, &progress, err);
        *ret_known = !st && progress.verdict != SX_PROGRESS_UNCHECKED;
        *ret_wrong = *ret_known && sx_progress_fails(&progress);
        if (*ret_wrong)
            sx_progress_print(&text, bound, &progress, sources);
    }
    if (*ret_wrong)
        sx_buffer_printf(out, "at %" PRId64 " ranks: %s", bound->p, text.data);
    sx_buffer_finish(&text);
    return st;
}

/* All that have grids, one after the other, until something is wrong or too much. */
static sx_status look_at_all(sx_buffer *out, const sx_trace *formula, sx_certified what,
                             const sx_sources *sources, size_t most, scales *ret,
                             sx_error *err)
{
    sx_status st = SX_OK;
    bool goes_on = true;
    *ret = (scales) { .n = 0 };
    for (sx_rank p = 1; p <= MOST_RANKS && goes_on && !st; p++) {
        sx_arena *arena = sx_arena_create();
        sx_trace bound;
        if (!arena) {
            st = sx_fail(err, SX_NOMEM, "out of memory");
        } else if (!sx_trace_bind(arena, formula, p, NULL, 0, &bound, NULL)) {
            bool known;
            st = look(arena, out, &bound, what, sources, most, &known, &ret->is_wrong,
                      err);
            goes_on = known && !ret->is_wrong;
            ret->first = ret->first ? ret->first : p;
            ret->last = known ? p : ret->last;
            ret->n += known;
        }
        sx_arena_destroy(arena);
    }
    return st;
}

sx_status sx_certificate_print(sx_buffer *out, const sx_trace *formula, sx_certified what,
                               const sx_sources *sources, size_t most, bool *ret_wrong,
                               sx_error *err)
{
    sx_formula_proof proof;
    scales at;
    sx_status st = sx_match_by_formula(formula, &proof, err);
    *ret_wrong = false;
    if (st)
        return st;
    if (!proof.why) {
        print_certificate(out, &proof);
        return SX_OK;
    }
    print_why(out, formula, sources, &proof);
    st = look_at_all(out, formula, what, sources, most, &at, err);
    *ret_wrong = at.is_wrong;
    if (st || at.is_wrong)
        return st;
    if (at.n == 0)
        sx_buffer_puts(out, "not checked: no number of ranks could be looked at\n");
    else
        sx_buffer_printf(out,
                         "exhaustive: %s, rank by rank at all numbers of ranks from "
                         "%" PRId64 " to %" PRId64 " that have the grids (%" PRIu32 ")\n",
                         what == SX_CERTIFIED_MESSAGES ? "messages and collectives agree"
                                                       : "no deadlock",
                         at.first, at.last, at.n);
    return SX_OK;
}
