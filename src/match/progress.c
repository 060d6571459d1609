#include "match/progress.h"

#include "match/match.h"
#include "match/resolve.h"
#include "match/room.h"
#include "match/shorten.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const sx_progress_options sx_progress_defaults = { .most_ranks = 4096,
                                                   .most_events = UINT64_C(1) << 26,
                                                   .matchings = true };

/* Runs that are still to come: turns of one that was, and one more. */
typedef struct plan {
    int64_t buffered; /* see sx_run_options */
    size_t n;
    sx_turn *turn;
} plan;

typedef struct search {
    sx_arena *arena; /* of results */
    const sx_trace *trace;
    const sx_progress_options *options;
    sx_runner *runner;
    sx_progress *progress;
    uint64_t events;
    bool taken; /* somebody waits for a message that another receive took: */
    sx_decision taker;
    bool cut; /* some matching was not looked at */
    size_t n, first, capacity;
    plan *plan;
} search;

static bool is_usual(const plan *by)
{
    return by->n == 0 && by->buffered < 0;
}

static sx_status run(search *s, const plan *by, sx_passage *ret_run, sx_error *err)
{
    const sx_run_options how = { .buffered = by->buffered,
                                 .most_events = s->options->most_events - s->events,
                                 .senders = s->options->senders,
                                 .nturns = by->n,
                                 .turn = by->turn };
    sx_status status = sx_runner_run(s->runner, &how, ret_run, err);
    if (status)
        return status;
    s->events += ret_run->events;
    s->cut = s->cut || ret_run->end == SX_RUN_EXHAUSTED;
    s->progress->loose = s->progress->loose || ret_run->loose;
    s->progress->runs++;
    return SX_OK;
}

static sx_status copy_senders(search *s, const sx_passage *found, size_t *ret_n,
                              const sx_sender **ret_sender, sx_error *err)
{
    const sx_sender *sender =
        sx_arena_copy(s->arena, found->sender, found->nsenders, sizeof *found->sender);
    if (!sender)
        return sx_fail(err, SX_NOMEM, "out of memory");
    *ret_n = found->nsenders;
    *ret_sender = sender;
    return SX_OK;
}

static sx_status keep_senders(search *s, const sx_passage *found, sx_error *err)
{
    return copy_senders(s, found, &s->progress->nsenders, &s->progress->sender, err);
}

static sx_status keep_stuck(search *s, const sx_passage *found, sx_error *err)
{
    sx_progress *p = s->progress;
    p->nstuck = found->nstuck;
    p->circle = found->circle;
    p->stuck = sx_arena_copy(s->arena, found->stuck, found->nstuck, sizeof *found->stuck);
    if (!p->stuck)
        return sx_fail(err, SX_NOMEM, "out of memory");
    return copy_senders(s, found, &p->nhalted, &p->halted, err);
}

/* The smallest buffer without which some send in the circle waits. */
static int64_t least_bytes(const sx_progress *p)
{
    int64_t least = -1;
    for (size_t i = p->circle; i < p->nstuck; i++)
        if (p->stuck[i].bytes >= 0 && (least < 0 || p->stuck[i].bytes < least))
            least = p->stuck[i].bytes;
    return least;
}

/* Whether the same choices come to an end where no send waits. */
static sx_status ask_buffers(search *s, const plan *by, sx_error *err)
{
    sx_passage found;
    s->progress->unless = -1;
    const plan all = { INT64_MAX, by->n, by->turn };
    int64_t least = least_bytes(s->progress);
    if (least < 0)
        return SX_OK;
    sx_status status = run(s, &all, &found, err);
    if (status || found.end != SX_RUN_THROUGH)
        return status;
    s->progress->unless = least;
    return s->progress->nsenders ? SX_OK : keep_senders(s, &found, err);
}

/* Takes a copy of the turns. */
static sx_status add_plan(search *s, const plan *like, const sx_turn *last, sx_error *err)
{
    sx_turn *turn = malloc((like->n + 1) * sizeof *turn);
    if (!turn || !sx_match_room(&s->plan, s->n, &s->capacity, sizeof *s->plan)) {
        free(turn);
        return sx_fail(err, SX_NOMEM, "out of memory");
    }
    if (like->n)
        memcpy(turn, like->turn, like->n * sizeof *turn);
    if (last)
        turn[like->n] = *last;
    s->plan[s->n++] = (plan) { like->buffered, like->n + (last != NULL), turn };
    return SX_OK;
}

/* All matchings that differ from this one in one choice after its last unusual one. */
static sx_status plan_more(search *s, const plan *by, const sx_passage *found,
                           sx_error *err)
{
    uint64_t from = by->n ? by->turn[by->n - 1].at + 1 : 0;
    enum { MOST_PLANS = 1 << 16 };
    for (uint64_t at = from; at < found->ndecisions; at++) {
        const sx_decision *d = &found->decision[at];
        for (uint64_t option = 0; option < d->options; option++) {
            if (option == d->usual)
                continue;
            const sx_turn last = { at, option };
            s->cut = s->cut || s->n == MOST_PLANS;
            if (s->n == MOST_PLANS)
                return SX_OK;
            sx_status status = add_plan(s, by, &last, err);
            if (status)
                return status;
        }
    }
    return SX_OK;
}

/* Where a rank waits for one whose message it took before, it takes another instead; that is tried first. */
static sx_status plan_repair(search *s, const plan *by, const sx_passage *found,
                             sx_error *err)
{
    uint64_t from = by->n ? by->turn[by->n - 1].at + 1 : 0;
    for (uint64_t at = found->ndecisions; at > from; at--) {
        const sx_decision *d = &found->decision[at - 1];
        const sx_turn last = { at - 1, (d->usual + 1) % d->options };
        for (size_t i = 0; i < found->nstuck; i++)
            if (found->stuck[i].receives && found->stuck[i].rank == d->rank &&
                found->stuck[i].waits_for == d->sender) {
                s->taker = s->taken ? s->taker : *d;
                s->taken = true;
                return add_plan(s, by, &last, err);
            }
    }
    return SX_OK;
}

/* What a run that did not go through says; *ret_final: no other is to be looked at. */
static sx_status judge(search *s, const plan *by, const sx_passage *found,
                       bool *ret_final, sx_error *err)
{
    sx_progress *p = s->progress;
    *ret_final = true;
    if (found->end == SX_RUN_EXHAUSTED) {
        if (is_usual(by))
            p->why_not = "there are too many events to look at";
    } else if (found->end == SX_RUN_UNPLACED) {
        p->why_not = sx_arena_printf(
            s->arena,
            "%s of rank %" PRId64
            " is on a communicator of which the trace does not say who is in it",
            sx_op_name(found->mismatch[0].node->op), found->mismatch_rank[0]);
    } else if (found->end == SX_RUN_MISMATCH) {
        p->verdict = SX_PROGRESS_MISMATCH;
        for (int i = 0; i < 2; i++) {
            p->node[i] = found->mismatch[i].node;
            p->rank[i] = found->mismatch_rank[i];
            p->root[i] = found->mismatch[i].root;
        }
    } else if (p->verdict == SX_PROGRESS_UNCHECKED || p->verdict == SX_PROGRESS_FREE) {
        *ret_final = p->verdict == SX_PROGRESS_FREE;
        p->verdict = is_usual(by) ? SX_PROGRESS_STUCK : SX_PROGRESS_STUCK_SOME;
        if (by->n)
            p->choice = found->decision[by->turn[by->n - 1].at];
        sx_status status = keep_stuck(s, found, err);
        return status ? status : ask_buffers(s, by, err);
    } else {
        *ret_final = false;
    }
    return SX_OK;
}

/* The runner's decisions change with the next run. */
static sx_status look(search *s, const plan *by, bool *ret_final, sx_error *err)
{
    sx_passage found;
    sx_progress *p = s->progress;
    *ret_final = false;
    sx_status status = run(s, by, &found, err);
    bool again = !status && (found.several || (found.wildcards && s->options->senders));
    again = again && is_usual(by) && found.end != SX_RUN_EXHAUSTED;
    if (!status && again) { /* knowing more */
        status = sx_runner_learn(s->runner, err);
        if (!status)
            status = run(s, by, &found, err);
    }
    if (!status && is_usual(by))
        p->wildcards = found.wildcards;
    if (!status && is_usual(by) && found.ndecisions && s->options->matchings) {
        const plan all = { INT64_MAX, 0, NULL };
        status = add_plan(s, &all, NULL, err);
    }
    if (!status && (s->options->matchings || found.end == SX_RUN_STUCK))
        status = plan_more(s, by, &found, err);
    if (!status && found.end == SX_RUN_STUCK)
        status = plan_repair(s, by, &found, err);
    if (status || found.end != SX_RUN_THROUGH)
        return status ? status : judge(s, by, &found, ret_final, err);
    if (p->verdict == SX_PROGRESS_UNCHECKED) {
        p->verdict = SX_PROGRESS_FREE;
        *ret_final = !s->options->matchings;
        return keep_senders(s, &found, err);
    }
    if (p->verdict == SX_PROGRESS_STUCK && by->buffered < 0) {
        p->verdict = SX_PROGRESS_STUCK_SOME; /* by the usual choice only */
        p->choice = s->taker;
        *ret_final = true;
        return keep_senders(s, &found, err);
    }
    return SX_OK;
}

/* Loops whose trips are alike are taken once first: that settles it where all come to the end and nothing was chosen. */
static sx_status look_at_short(search *s, bool *ret_settled, sx_error *err)
{
    const plan none = { -1, 0, NULL };
    sx_runner *runner = NULL;
    sx_passage found;
    sx_trace shorter;
    size_t loops = 0;
    *ret_settled = false;
    if (sx_wildcards_any(s->trace))
        return SX_OK;
    sx_status status = sx_trace_shorten(s->arena, s->trace, &shorter, &loops, err);
    if (status || !loops)
        return status;
    status = sx_runner_create(&shorter, &runner, err);
    s->runner = runner;
    if (!status)
        status = run(s, &none, &found, err);
    *ret_settled = !status && found.end == SX_RUN_THROUGH && !found.loose;
    sx_runner_destroy(runner);
    s->runner = NULL;
    s->cut = s->progress->loose = false;
    if (*ret_settled) {
        s->progress->verdict = SX_PROGRESS_FREE;
        s->progress->every = true;
    }
    return status;
}

/* Is there room for a further run? */
static bool may_go_on(const search *s)
{
    const uint64_t before = s->options->most_before;
    return s->events < s->options->most_events && (!before || s->events < before);
}

static sx_status look_at_all(search *s, sx_error *err)
{
    const plan none = { -1, 0, NULL };
    bool final = false;
    sx_status status = look(s, &none, &final, err);
    while (!status && !final && s->first < s->n && may_go_on(s)) {
        /* As long as nothing came to the end, the latest choice is the first to be another. */
        bool back = s->progress->verdict == SX_PROGRESS_STUCK;
        const plan next = s->plan[back ? s->n - 1 : s->first];
        if (back)
            s->n--;
        else
            s->first++;
        status = look(s, &next, &final, err);
        free(next.turn);
    }
    s->progress->every = !status && !s->cut && s->first == s->n;
    if (s->progress->verdict == SX_PROGRESS_STUCK && s->taken && !s->progress->every) {
        s->progress->verdict = SX_PROGRESS_STUCK_SOME;
        s->progress->choice = s->taker;
    }
    return status;
}

sx_status sx_progress_check(sx_arena *arena, const sx_trace *trace,
                            const sx_progress_options *options, sx_progress *ret_progress,
                            sx_error *err)
{
    sx_progress p = { .unless = -1 };
    search s = { .arena = arena, .trace = trace, .options = options, .progress = &p };
    sx_error why = { 0 };
    sx_status status = SX_OK;
    p.why_not = sx_match_incomplete(arena, trace);
    if (!p.why_not && trace->p > options->most_ranks)
        p.why_not = "there are more ranks than are to be looked at";
    bool settled = false;
    if (!p.why_not)
        status = look_at_short(&s, &settled, &why);
    if (!status && !p.why_not && !settled)
        status = sx_runner_create(trace, &s.runner, &why);
    if (!status && !p.why_not && !settled)
        status = look_at_all(&s, &why);
    sx_runner_destroy(s.runner);
    p.events = s.events;
    for (size_t i = s.first; i < s.n; i++)
        free(s.plan[i].turn);
    free(s.plan);
    if (status == SX_NOMEM)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (status) {
        p.verdict = SX_PROGRESS_UNCHECKED;
        p.why_not = sx_arena_string(arena, why.text, strlen(why.text));
    }
    *ret_progress = p;
    return SX_OK;
}
