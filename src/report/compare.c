#include "report/compare.h"

#include "base/checked.h"
#include "report/compare_event.h"
#include "report/count.h"
#include "report/pair.h"
#include "report/site.h"
#include "report/tables.h"
#include "trace/prune.h"
#include "trace/walk.h"

#include <string.h>

/* What one rank adds to the totals. */
typedef struct rank_tally {
    uint64_t a[SX_OPS], b[SX_OPS], same[SX_OPS];
} rank_tally;

typedef struct comparer {
    sx_arena *arena;
    const sx_compare_options *options;
    const sx_trace *trace[2];
    sx_tables tables;
    sx_pairing pairing;
    sx_event_comparer events;
    sx_walk *walk[2]; /* of the whole traces */
    sx_walk *doubt[2]; /* of what is in doubt; NULL: nothing */
    sx_place_of *place[2];
    sx_comparison *result;
} comparer;

static sx_status start(sx_walk *const walk[2], sx_rank rank, bool folded, sx_error *err)
{
    sx_status status = SX_OK;
    for (int t = 0; t < 2 && !status; t++)
        status = folded ? sx_walk_start_folded(walk[t], rank, err)
                        : sx_walk_start(walk[t], rank, err);
    return status;
}

static sx_status step(sx_walk *const walk[2], sx_event e[2], bool more[2], sx_error *err)
{
    sx_status status = SX_OK;
    for (int t = 0; t < 2 && !status; t++) {
        if (more[t])
            status = sx_walk_next(walk[t], &e[t], &more[t], err);
    }
    return status;
}

/* Two folded walks over trees of the same structure, step by step. *ret_aligned: they
 * pass the same nodes equally often, so that comparing step by step is comparing event
 * by event; *ret_same: and all events are the same. Stops early when not aligned, or
 * at the first difference when there is no tally. */
static sx_status compare_folded(comparer *c, sx_walk *const walk[2], sx_rank rank,
                                rank_tally *tally, bool *ret_aligned, bool *ret_same,
                                sx_error *err)
{
    bool same = true, aligned = true;
    sx_status status = start(walk, rank, true, err);
    while (!status && aligned && (same || tally)) {
        sx_event e[2];
        bool more[2] = { true, true }, equal = false;
        status = step(walk, e, more, err);
        if (status || (!more[0] && !more[1]))
            break;
        aligned = more[0] && more[1] && e[0].node->id == e[1].node->id &&
                  e[0].times == e[1].times;
        if (!aligned)
            break;
        status = sx_event_compare(&c->events, walk, e, &equal, NULL, err);
        same = same && equal;
        if (!tally)
            continue;
        tally->a[e[0].node->op] += e[0].times;
        tally->b[e[1].node->op] += e[1].times;
        tally->same[e[0].node->op] += equal ? e[0].times : 0;
    }
    *ret_aligned = aligned;
    *ret_same = aligned && same;
    return status;
}

/* "; called at SITE", or where the two differ one for each. */
static void print_sites(const comparer *c, const sx_event e[2], const bool more[2],
                        sx_buffer *out)
{
    sx_buffer site[2] = { SX_BUFFER_INIT, SX_BUFFER_INIT };
    for (int t = 0; t < 2; t++) {
        if (more[t])
            sx_print_site(&site[t], c->trace[t], NULL, e[t].node->site);
        if (sx_buffer_status(&site[t]))
            out->status = sx_buffer_status(&site[t]);
    }
    bool both = site[0].data && site[1].data;
    if (both && strcmp(site[0].data, site[1].data) == 0)
        sx_buffer_printf(out, "; called at %s", site[0].data);
    else if (both)
        sx_buffer_printf(out, "; called at %s in %s, %s in %s", site[0].data,
                         c->options->name[0], site[1].data, c->options->name[1]);
    else if (site[0].data || site[1].data)
        sx_buffer_printf(out, "; called at %s", site[site[0].data ? 0 : 1].data);
    sx_buffer_finish(&site[0]);
    sx_buffer_finish(&site[1]);
}

static sx_status describe(comparer *c, sx_rank rank, uint64_t number, const sx_event e[2],
                          const bool more[2], sx_buffer *why, sx_error *err)
{
    sx_comparison *result = c->result;
    if (!more[0] || !more[1]) {
        int longer = more[0] ? 0 : 1;
        sx_buffer_printf(why, "%s ends here, %s goes on with %s",
                         c->options->name[!longer], c->options->name[longer],
                         sx_op_name(e[longer].node->op));
    }
    print_sites(c, e, more, why);
    char *text =
        sx_buffer_status(why) ? NULL : sx_arena_string(c->arena, why->data, why->size);
    if (!text)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_difference *difference = &result->difference[result->ndifferences++];
    *difference = (sx_difference) { rank, number, text, { NULL, NULL } };
    for (int t = 0; t < 2; t++)
        difference->node[t] = more[t] ? e[t].node : NULL;
    return SX_OK;
}

/* Whether an earlier execution of the same two events of this rank is described
 * already. */
static bool is_repeat(const sx_comparison *result, sx_rank rank, const sx_event e[2])
{
    bool repeat = false;
    for (size_t i = result->ndifferences; i > 0 && !repeat; i--) {
        const sx_difference *earlier = &result->difference[i - 1];
        if (earlier->rank != rank)
            break;
        repeat = earlier->node[0] == e[0].node && earlier->node[1] == e[1].node;
    }
    return repeat;
}

/* Event by event, in order; describes differences while there is room, and once where one
 * trace ends before the other. */
static sx_status compare_unfolded(comparer *c, sx_rank rank, rank_tally *tally,
                                  bool *ret_same, sx_error *err)
{
    sx_buffer why = SX_BUFFER_INIT;
    sx_event e[2];
    bool more[2] = { true, true }, same = true, ended = false;
    sx_status status = start(c->walk, rank, false, err);
    if (!status)
        status = step(c->walk, e, more, err);
    for (uint64_t number = 1; !status && (more[0] || more[1]); number++) {
        bool both = more[0] && more[1], equal = false;
        bool describes = !ended && c->result->ndifferences < c->options->max &&
                         !(both && is_repeat(c->result, rank, e));
        why.size = 0;
        if (both)
            status = sx_event_compare(&c->events, c->walk, e, &equal,
                                      describes ? &why : NULL, err);
        if (!status && !equal && describes)
            status = describe(c, rank, number, e, more, &why, err);
        if (status)
            break;
        if (more[0])
            tally->a[e[0].node->op]++;
        if (more[1])
            tally->b[e[1].node->op]++;
        if (equal)
            tally->same[e[0].node->op]++;
        same = same && equal;
        ended = !both;
        status = step(c->walk, e, more, err);
    }
    sx_buffer_finish(&why);
    *ret_same = same;
    return status;
}

static void add_tally(sx_comparison *result, const rank_tally *tally)
{
    for (int op = 0; op < SX_OPS; op++) {
        result->op[op].events[0] += tally->a[op];
        result->op[op].events[1] += tally->b[op];
        result->op[op].same += tally->same[op];
    }
}

/* All events of a rank. Folded where that says enough: all are the same, or there is
 * no room to describe what is not. */
static sx_status compare_rank(comparer *c, sx_rank rank, rank_tally *ret_tally,
                              bool *ret_same, sx_error *err)
{
    rank_tally tally = { .a = { 0 } };
    bool aligned = false, same = false;
    sx_status status = SX_OK;
    c->events.rank = rank;
    if (c->pairing.paired)
        status = compare_folded(c, c->walk, rank, &tally, &aligned, &same, err);
    if (!status && (!aligned || (!same && c->result->ndifferences < c->options->max))) {
        memset(&tally, 0, sizeof tally);
        status = compare_unfolded(c, rank, &tally, &same, err);
    }
    if (!status) {
        *ret_tally = tally;
        *ret_same = same;
    }
    return status;
}

/* Whether nothing that is in doubt differs for this rank. */
static sx_status doubts_vanish(comparer *c, sx_rank rank, bool *ret_same, sx_error *err)
{
    bool same = true, aligned;
    sx_status status = SX_OK;
    c->events.rank = rank;
    for (int t = 0; t < 2 && c->tables.ndoubtful && !status; t++)
        status = sx_place_move(c->place[t], rank, err);
    for (size_t i = 0; i < c->tables.ndoubtful && same && !status; i++) {
        int64_t size[2], own[2];
        for (int t = 0; t < 2; t++)
            sx_place_comm(c->place[t], c->tables.doubtful[i].index[t], &size[t], &own[t]);
        same = size[0] == size[1] && own[0] == own[1];
    }
    if (!status && same && c->doubt[0])
        status = compare_folded(c, c->doubt, rank, NULL, &aligned, &same, err);
    *ret_same = same;
    return status;
}

/* The ranks that are the same have what the first trace has, less that of the ones
 * that are not. */
static sx_status add_same_ranks(comparer *c, const rank_tally *others, sx_error *err)
{
    sx_totals totals;
    const sx_census_options calls_only = { .calls_only = true };
    sx_status status = sx_totals_count(c->trace[0], &calls_only, &totals, err);
    for (int op = 0; op < SX_OPS && !status; op++) {
        uint64_t calls = totals.op[op].calls - others->a[op];
        c->result->op[op].events[0] += calls;
        c->result->op[op].events[1] += calls;
        c->result->op[op].same += calls;
    }
    return status;
}

static sx_status compare_paired(comparer *c, sx_error *err)
{
    rank_tally looked_at = { .a = { 0 } };
    sx_status status = SX_OK;
    bool trivial = c->pairing.all_alike && c->tables.ndoubtful == 0;
    for (sx_rank rank = 0; rank < c->trace[0]->p && !trivial && !status; rank++) {
        rank_tally tally;
        bool same = false;
        status = doubts_vanish(c, rank, &same, err);
        if (status || same)
            continue;
        status = compare_rank(c, rank, &tally, &same, err);
        if (status)
            break;
        c->result->ranks_different += !same;
        add_tally(c->result, &tally);
        for (int op = 0; op < SX_OPS; op++)
            looked_at.a[op] += tally.a[op];
    }
    return status ? status : add_same_ranks(c, &looked_at, err);
}

static sx_status compare_unpaired(comparer *c, sx_error *err)
{
    sx_status status = SX_OK;
    for (sx_rank rank = 0; rank < c->trace[0]->p && !status; rank++) {
        rank_tally tally;
        bool same = false;
        status = compare_rank(c, rank, &tally, &same, err);
        if (status)
            break;
        c->result->ranks_different += !same;
        add_tally(c->result, &tally);
    }
    return status;
}

static sx_status prepare_doubts(comparer *c, sx_error *err)
{
    sx_status status = SX_OK;
    bool empty = true;
    for (int t = 0; t < 2 && c->pairing.paired && !status; t++) {
        sx_trace *part = SX_NEW(c->arena, sx_trace);
        if (!part)
            return sx_fail(err, SX_NOMEM, "out of memory");
        status =
            sx_trace_prune(c->arena, c->trace[t], c->pairing.keep, part, &empty, err);
        if (!status && !empty)
            status = sx_walk_create(part, &c->doubt[t], err);
    }
    return status;
}

static sx_status prepare(comparer *c, sx_error *err)
{
    sx_status status = SX_OK;
    for (int t = 0; t < 2 && !status; t++) {
        c->place[t] = sx_place_create(c->trace[t]);
        status = c->place[t] ? sx_place_move(c->place[t], 0, err)
                             : sx_fail(err, SX_NOMEM, "out of memory");
        if (!status)
            status = sx_walk_create(c->trace[t], &c->walk[t], err);
    }
    if (!status)
        status =
            sx_tables_make(c->arena, c->trace[0], c->trace[1], c->place, &c->tables, err);
    if (!status)
        status = sx_pairing_make(c->arena, &c->tables, c->place, &c->pairing, err);
    return status ? status : prepare_doubts(c, err);
}

/* Sums and the verdict, from the table of operations. */
static void conclude(comparer *c)
{
    sx_comparison *result = c->result;
    sx_time_total time[2][SX_OPS];
    for (int t = 0; t < 2; t++)
        sx_times_sum(c->trace[t], time[t]);
    for (int op = 0; op < SX_OPS; op++) {
        result->events_same += result->op[op].same;
        for (int t = 0; t < 2; t++) {
            result->events[t] += result->op[op].events[t];
            result->op[op].time[t] = time[t][op];
        }
    }
    result->paired = c->pairing.paired;
    result->histograms_different = c->pairing.paired ? c->pairing.times_differ : 0;
    result->same = result->ranks_different == 0;
    if (c->options->times)
        result->same =
            result->same && result->paired && result->histograms_different == 0;
}

sx_status sx_compare(sx_arena *arena, const sx_trace *a, const sx_trace *b,
                     const sx_compare_options *options, sx_comparison *ret_comparison,
                     sx_error *err)
{
    sx_comparison result = { .same = false };
    comparer c = {
        .arena = arena, .options = options, .trace = { a, b }, .result = &result
    };
    if (a->p != b->p)
        return sx_fail(err, SX_MISMATCH, "the traces have %lld and %lld ranks",
                       (long long)a->p, (long long)b->p);
    result.difference = SX_NEW_ARRAY(arena, sx_difference, options->max);
    if (!result.difference)
        return sx_fail(err, SX_NOMEM, "out of memory");
    c.events = (sx_event_comparer) { .tables = &c.tables,
                                     .name = options->name,
                                     .sums = options->sums,
                                     .wildcards = options->wildcards };
    sx_status status = prepare(&c, err);
    if (!status)
        status = c.pairing.paired ? compare_paired(&c, err) : compare_unpaired(&c, err);
    if (!status) {
        conclude(&c);
        memcpy(result.resolved, c.events.resolved, sizeof result.resolved);
        *ret_comparison = result;
    }
    for (int t = 0; t < 2; t++) {
        sx_walk_destroy(c.walk[t]);
        sx_walk_destroy(c.doubt[t]);
        sx_place_destroy(c.place[t]);
    }
    sx_event_comparer_finish(&c.events);
    return status;
}
