#include "match/tally.h"

#include "base/checked.h"
#include "match/findings.h"

#include <stdlib.h>

/* The memory of a channel is some 200 bytes. */
#define MOST_CHANNELS (UINT64_C(1) << 21)

static size_t calls_cell(uint32_t comm)
{
    return 2 * (size_t)comm;
}

static size_t flow_cell(const sx_tally *t, size_t channel, int side)
{
    return 2 * t->trace->ncomms + 2 * channel + (size_t)side;
}

sx_stream sx_tally_sizes(const sx_tally *tally, size_t channel, int side)
{
    return sx_levels_stream(tally->levels, flow_cell(tally, channel, side));
}

uint64_t sx_tally_events(const sx_tally *tally)
{
    return sx_acts_events(tally->acts) + tally->elements;
}

bool sx_tally_exhausted(const sx_tally *tally)
{
    return sx_tally_events(tally) > tally->most_events ||
           tally->channels.n > MOST_CHANNELS;
}

/* An array as long as an index has room; new entries are zero. */
static void *follow(void *array, size_t *capacity, size_t wanted, size_t size)
{
    char *grown = array;
    if (wanted <= *capacity)
        return array;
    grown = realloc(array, wanted * size);
    for (size_t i = *capacity * size; grown && i < wanted * size; i++)
        grown[i] = 0;
    if (grown)
        *capacity = wanted;
    return grown;
}

static sx_status message(sx_tally *t, sx_rank rank, const sx_act *act, sx_error *err)
{
    int side = act->kind == SX_ACT_RECEIVE;
    sx_channel key = { act->comm, act->group, side ? act->own : act->peer,
                       side ? act->peer : act->own, act->tag };
    size_t i;
    if (!sx_index_add(&t->channels, &key, &i))
        return sx_fail(err, SX_NOMEM, "out of memory");
    void *flows =
        follow(t->flow, &t->flow_capacity, t->channels.capacity, sizeof *t->flow);
    if (!flows)
        return sx_fail(err, SX_NOMEM, "out of memory");
    t->flow = flows;
    sx_flow *flow = &t->flow[i][side];
    if (!flow->node)
        *flow = (sx_flow) { act->node, rank, INT64_MAX, -1, false };
    if (act->bytes == SX_ACT_UNKNOWN)
        flow->unknown = true;
    if (act->bytes < flow->least)
        flow->least = act->bytes;
    if (act->bytes > flow->most)
        flow->most = act->bytes;
    return sx_levels_append(t->levels, flow_cell(t, i, side),
                            sx_field_of((uint64_t)act->bytes), err);
}

static sx_status together(sx_tally *t, sx_rank rank, const sx_act *act, sx_error *err)
{
    uint64_t item = 0;
    int64_t bytes, other;
    sx_walk *walk = sx_acts_walk(t->acts);
    sx_status status = sx_together_item(t->trace, walk, act, &item, &bytes, &other, err);
    if (!status && other != SX_ACT_UNKNOWN && bytes != other)
        status = sx_findings_add(t->findings,
                                 &(sx_mismatch) { .kind = SX_MISMATCH_OWN,
                                                  .comm = act->comm,
                                                  .rank = { rank, -1 },
                                                  .node = { act->node, NULL },
                                                  .tag = SX_NULL,
                                                  .n = { bytes, other },
                                                  .cases = 1 },
                                 err);
    if (!status)
        status = sx_levels_append(t->levels, calls_cell(act->comm), item, err);
    if (!status)
        status = sx_together_parts(t->trace, walk, act, &t->parts, err);
    if (status)
        return status;
    t->elements += t->parts.nsent + t->parts.nreceived;
    return sx_levels_append(t->levels, calls_cell(act->comm) + 1,
                            sx_parts_residue(&t->parts, act->own), err);
}

static sx_status alone(sx_tally *t, sx_rank rank, const sx_act *act,
                       sx_mismatch_kind kind, sx_error *err)
{
    return sx_findings_add(t->findings,
                           &(sx_mismatch) { .kind = kind,
                                            .comm = act->comm,
                                            .rank = { rank, -1 },
                                            .node = { act->node, NULL },
                                            .tag = act->tag,
                                            .n = { act->peer, act->size },
                                            .cases = 1 },
                           err);
}

static sx_status add(sx_tally *t, sx_rank rank, const sx_act *act, sx_error *err)
{
    switch (act->kind) {
    case SX_ACT_SEND:
    case SX_ACT_RECEIVE:
        return message(t, rank, act, err);
    case SX_ACT_TOGETHER:
        return together(t, rank, act, err);
    case SX_ACT_ENTER:
        return sx_levels_enter(t->levels, err);
    case SX_ACT_LEAVE:
        return sx_levels_leave(t->levels, act->trips, err);
    case SX_ACT_NOWHERE:
        return alone(t, rank, act, SX_MISMATCH_NOWHERE, err);
    case SX_ACT_UNMADE:
        return alone(t, rank, act, SX_MISMATCH_UNMADE, err);
    default:
        t->unplaced++;
        return SX_OK;
    }
}

/* The calls of the rank on one communicator beside those of the member that was looked at first. */
static sx_status join_party(sx_tally *t, uint32_t comm, sx_rank rank, sx_error *err)
{
    int64_t group = sx_groups_of(t->groups, comm, rank);
    size_t i, n = t->parties.n;
    if (group < 0)
        return SX_OK;
    if (!sx_index_add(&t->parties, &(sx_channel) { .comm = comm, .group = group }, &i))
        return sx_fail(err, SX_NOMEM, "out of memory");
    void *parties =
        follow(t->party, &t->party_capacity, t->parties.capacity, sizeof *t->party);
    if (!parties)
        return sx_fail(err, SX_NOMEM, "out of memory");
    t->party = parties;
    sx_party *party = &t->party[i];
    sx_stream calls = sx_levels_stream(t->levels, calls_cell(comm));
    if (i == n)
        *party = (sx_party) { .first = rank, .calls = calls };
    party->residue = sx_field_add(party->residue,
                                  sx_levels_stream(t->levels, calls_cell(comm) + 1).hash);
    if (sx_stream_equal(&party->calls, &calls))
        return SX_OK;
    party->apart = true;
    void *aparts = follow(t->apart, &t->apart_capacity,
                          t->naparts < t->apart_capacity ? 0 : 2 * t->naparts + 16,
                          sizeof *t->apart);
    if (!aparts)
        return sx_fail(err, SX_NOMEM, "out of memory");
    t->apart = aparts;
    t->apart[t->naparts++] = (sx_apart) { comm, { party->first, rank } };
    return SX_OK;
}

static sx_status add_rank(sx_tally *t, sx_rank rank, sx_error *err)
{
    bool more = true;
    for (uint32_t c = 0; c < t->trace->ncomms; c++) {
        sx_levels_reset(t->levels, calls_cell(c));
        sx_levels_reset(t->levels, calls_cell(c) + 1);
    }
    sx_status status = sx_acts_start(t->acts, rank, true, err);
    while (!status && more && !t->exhausted) {
        sx_act act;
        status = sx_acts_next(t->acts, &act, &more, err);
        if (!status && more)
            status = add(t, rank, &act, err);
        t->exhausted = sx_tally_exhausted(t);
    }
    t->cancelled[rank] = sx_acts_cancelled(t->acts);
    for (uint32_t c = 0; c < t->trace->ncomms && !status && !t->exhausted; c++)
        status = join_party(t, c, rank, err);
    return status;
}

sx_status sx_tally_make(sx_tally *tally, const sx_trace *trace, uint64_t most_events,
                        sx_findings *findings, sx_error *err)
{
    *tally =
        (sx_tally) { .trace = trace, .most_events = most_events, .findings = findings };
    sx_status status = sx_groups_create(trace, true, &tally->groups, err);
    if (status)
        return status;
    tally->levels = sx_levels_create();
    tally->cancelled = calloc((size_t)trace->p, sizeof *tally->cancelled);
    if (!tally->levels || !tally->cancelled)
        return sx_fail(err, SX_NOMEM, "out of memory");
    status = sx_acts_create(trace, tally->groups, &tally->acts, err);
    for (sx_rank r = 0; r < trace->p && !status && !tally->exhausted; r++)
        status = add_rank(tally, r, err);
    return status;
}

void sx_tally_finish(sx_tally *tally)
{
    sx_acts_destroy(tally->acts);
    sx_groups_destroy(tally->groups);
    sx_levels_destroy(tally->levels);
    sx_index_finish(&tally->channels);
    sx_index_finish(&tally->parties);
    sx_parts_finish(&tally->parts);
    free(tally->flow);
    free(tally->party);
    free(tally->apart);
    free(tally->cancelled);
}
