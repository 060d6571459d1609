#include "certificate_text.h"

#include "match/by_formula.h"
#include "match_text.h"
#include "progress_text.h"
#include "trace/policy.h"

#include <inttypes.h>

/* Scales that are looked at: all up to there, as far as so many events go. */
static const sx_rank MOST_RANKS = 4096;
static const uint64_t MOST_EVENTS = UINT64_C(1) << 26;

enum { WRONG_SHOWN = 8 };

typedef struct scales {
    uint32_t n;
    sx_rank first, last;
    uint32_t nwrong;
    sx_rank wrong[WRONG_SHOWN]; /* of them; more are not looked for */
    sx_rank unknown; /* the next one, of which too little can be told; 0: none */
    sx_buffer why;
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

/* What is looked at, what of it is shown, and how many events may still be. */
typedef struct looking {
    sx_certified what;
    const sx_sources *sources;
    size_t most;
    uint64_t events;
} looking;

/* What is wrong at one number of ranks, *text; or why it is not known, the arena's. */
static sx_status look(sx_arena *arena, looking *l, const sx_trace *bound, sx_buffer *text,
                      const char **ret_unknown, bool *ret_wrong, sx_error *err)
{
    uint64_t events = 0;
    sx_status st;
    *ret_unknown = NULL;
    *ret_wrong = false;
    if (l->what == SX_CERTIFIED_MESSAGES) {
        const sx_match_options how = { false, MOST_RANKS, l->events };
        sx_matching matching;
        st = sx_match(arena, bound, &how, &matching, err);
        if (!st) {
            *ret_unknown = matching.why_not;
            *ret_wrong = matching.nmismatches > 0 || matching.unlisted > 0;
            events = matching.events;
        }
        if (*ret_wrong)
            sx_matching_print(text, bound, &matching, l->sources, l->most);
    } else {
        sx_progress_options how = sx_progress_defaults;
        sx_progress progress;
        how.most_events = l->events;
        st = sx_progress_check(arena, bound, &how, &progress, err);
        if (!st) {
            *ret_unknown = progress.why_not;
            *ret_wrong = sx_progress_fails(&progress);
            events = progress.events;
        }
        if (*ret_wrong)
            sx_progress_print(text, bound, &progress, l->sources);
    }
    l->events -= events < l->events ? events : l->events;
    return st;
}

/* One number of ranks, if it has grids; the first that is wrong is printed. */
static sx_status look_at(sx_buffer *out, looking *l, const sx_trace *formula, sx_rank p,
                         scales *at, sx_error *err)
{
    sx_arena *arena = sx_arena_create();
    sx_buffer text = SX_BUFFER_INIT;
    sx_trace bound;
    sx_status st = SX_OK;
    if (!arena) {
        st = sx_fail(err, SX_NOMEM, "out of memory");
    } else if (!sx_trace_bind(arena, formula, p, NULL, 0, &bound, NULL)) {
        const char *unknown;
        bool wrong;
        st = look(arena, l, &bound, &text, &unknown, &wrong, err);
        if (wrong && at->nwrong == 0)
            sx_buffer_printf(out, "at %" PRId64 " ranks: %s", p, text.data);
        if (wrong)
            at->wrong[at->nwrong++] = p;
        if (unknown) {
            at->unknown = p;
            sx_buffer_puts(&at->why, unknown);
        }
        at->last = unknown ? at->last : p;
        at->first = at->first ? at->first : p;
        at->n += !unknown;
    }
    sx_buffer_finish(&text);
    sx_arena_destroy(arena);
    return st;
}

static void print_scales(sx_buffer *out, sx_certified what, const scales *at)
{
    if (at->n)
        sx_buffer_printf(
            out,
            "exhaustive: %s, rank by rank at all numbers of ranks from %" PRId64
            " to %" PRId64 " that have the grids (%" PRIu32 ")",
            what == SX_CERTIFIED_MESSAGES ? "messages and collectives agree"
                                          : "no deadlock",
            at->first, at->last, at->n);
    for (uint32_t i = 0; i < at->nwrong; i++)
        sx_buffer_printf(out, "%s%" PRId64, i ? ", " : ", but at ", at->wrong[i]);
    if (at->n)
        sx_buffer_puts(out, "\n");
    if (at->unknown)
        sx_buffer_printf(out, "not checked from %" PRId64 " ranks on: %s\n", at->unknown,
                         at->why.data);
    else if (at->n == 0)
        sx_buffer_puts(out, "not checked: no number of ranks has the grids\n");
}

sx_status sx_certificate_print(sx_buffer *out, const sx_trace *formula, sx_certified what,
                               const sx_sources *sources, size_t most, bool complete,
                               bool *ret_wrong, sx_error *err)
{
    looking l = { what, sources, most, complete ? UINT64_MAX : MOST_EVENTS };
    scales at = { .why = SX_BUFFER_INIT };
    sx_formula_proof proof;
    sx_status st = sx_match_by_formula(formula, &proof, err);
    *ret_wrong = false;
    if (st)
        return st;
    if (!proof.why) {
        print_certificate(out, &proof);
        return SX_OK;
    }
    print_why(out, formula, sources, &proof);
    for (sx_rank p = 1; p <= MOST_RANKS && !at.unknown && at.nwrong < WRONG_SHOWN && !st;
         p++)
        st = look_at(out, &l, formula, p, &at, err);
    *ret_wrong = at.nwrong > 0;
    if (!st)
        print_scales(out, what, &at);
    sx_buffer_finish(&at.why);
    return st;
}
