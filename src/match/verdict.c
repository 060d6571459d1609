#include "match/verdict.h"

#include "base/checked.h"

#include <stdlib.h>

typedef struct judging {
    sx_tally *t;
    sx_acts *acts[2]; /* of a sender and a receiver */
    size_t *order; /* channels, those of one receiver together */
    uint64_t unsized;
    sx_error *err;
} judging;

static const sx_channel *channel(const judging *j, size_t i)
{
    return &j->t->channels.channel[j->order[i]];
}

static const sx_flow *flow(const judging *j, size_t i, int side)
{
    return &j->t->flow[j->order[i]][side];
}

static uint64_t number(const judging *j, size_t i, int side)
{
    return sx_tally_sizes(j->t, j->order[i], side).n;
}

static bool is_wild(const sx_channel *c)
{
    return c->sender == SX_ANY || c->tag == SX_ANY;
}

/* The rank of the world that is a rank of the channel's group; -1 where it is anybody. */
static sx_rank world(const judging *j, size_t i, int64_t rank)
{
    const sx_flow *seen = flow(j, i, 0)->node ? flow(j, i, 0) : flow(j, i, 1);
    sx_rank result = -1;
    return rank != SX_ANY && sx_groups_world(j->t->groups, (uint32_t)channel(j, i)->comm,
                                             seen->rank, rank, &result)
               ? result
               : -1;
}

static sx_mismatch mismatch(const judging *j, size_t i, sx_mismatch_kind kind)
{
    const sx_channel *c = channel(j, i);
    return (sx_mismatch) {
        .kind = kind,
        .comm = (uint32_t)c->comm,
        .rank = { world(j, i, c->sender), world(j, i, c->receiver) },
        .node = { flow(j, i, 0)->node, flow(j, i, 1)->node },
        .tag = c->tag,
        .cases = 1,
    };
}

/* So many messages or receives may have been cancelled. */
static bool forgiven(const judging *j, size_t i, int64_t rank, uint64_t n)
{
    sx_rank of = world(j, i, rank);
    return of >= 0 && j->t->cancelled[of] >= n;
}

static sx_status judge_number(judging *j, size_t i)
{
    const sx_channel *c = channel(j, i);
    uint64_t sent = number(j, i, 0), received = number(j, i, 1);
    if (sent == received)
        return SX_OK;
    if (sent > received ? forgiven(j, i, c->sender, sent - received)
                        : forgiven(j, i, c->receiver, received - sent))
        return SX_OK;
    sx_mismatch found = mismatch(j, i, SX_MISMATCH_MESSAGES);
    found.n[0] = (int64_t)sent;
    found.n[1] = (int64_t)received;
    return sx_findings_add(j->t->findings, &found, j->err);
}

/* ---- sizes ---- */

/* The next act of one side of a channel; without a node after the last one, and when time is out. */
static sx_status next_size(judging *j, size_t i, int side, sx_act *ret_act)
{
    const sx_channel *c = channel(j, i);
    bool more = true;
    *ret_act = (sx_act) { .node = NULL };
    for (;;) {
        sx_act act;
        uint64_t before = sx_acts_events(j->acts[side]);
        sx_status status = sx_tally_exhausted(j->t)
                               ? SX_OK
                               : sx_acts_next(j->acts[side], &act, &more, j->err);
        if (status || !more || sx_tally_exhausted(j->t))
            return status;
        j->t->elements += sx_acts_events(j->acts[side]) - before;
        if (act.kind != (side ? SX_ACT_RECEIVE : SX_ACT_SEND))
            continue;
        j->t->elements++;
        if (act.comm == c->comm && act.peer == (side ? c->sender : c->receiver) &&
            act.tag == c->tag) {
            *ret_act = act;
            return SX_OK;
        }
    }
}

/* Message by message, up to the first that does not fit: mostly one of the first. */
static sx_status compare_sizes(judging *j, size_t i)
{
    sx_mismatch found = mismatch(j, i, SX_MISMATCH_SIZE);
    sx_status status = SX_OK;
    for (int side = 0; side < 2 && !status; side++)
        status = sx_acts_start(j->acts[side], flow(j, i, side)->rank, false, j->err);
    for (; !status; found.position++) {
        sx_act act[2];
        for (int side = 0; side < 2 && !status; side++)
            status = next_size(j, i, side, &act[side]);
        if (status || !act[0].node || !act[1].node)
            break;
        if (act[0].bytes == SX_ACT_UNKNOWN || act[1].bytes == SX_ACT_UNKNOWN ||
            act[0].bytes <= act[1].bytes)
            continue;
        for (int side = 0; side < 2; side++) {
            found.node[side] = act[side].node;
            found.n[side] = act[side].bytes;
        }
        return sx_findings_add(j->t->findings, &found, j->err);
    }
    j->unsized += sx_tally_exhausted(j->t);
    return status;
}

/* Of a channel with as many messages as receives and no wildcards beside it. */
static sx_status judge_sizes(judging *j, size_t i)
{
    const sx_flow *sent = flow(j, i, 0), *room = flow(j, i, 1);
    sx_stream a = sx_tally_sizes(j->t, j->order[i], 0),
              b = sx_tally_sizes(j->t, j->order[i], 1);
    if (sx_stream_equal(&a, &b) || a.n != b.n || a.n == 0)
        return SX_OK;
    if (!sent->unknown && !room->unknown && sent->most <= room->least)
        return SX_OK;
    if (sx_tally_exhausted(j->t)) {
        j->unsized++;
        return SX_OK;
    }
    return compare_sizes(j, i);
}

/* ---- wildcards ---- */

/* Whether wildcard w could take what channel c brings; both of one receiver. */
static bool takes(const sx_channel *w, const sx_channel *c)
{
    return (w->sender == SX_ANY || w->sender == c->sender) &&
           (w->tag == SX_ANY || w->tag == c->tag);
}

/* What specific receives leave of the channels [from, to) that w takes. */
static uint64_t left_for(const judging *j, size_t from, size_t to, const sx_channel *w)
{
    uint64_t left = 0;
    for (size_t i = from; i < to; i++) {
        uint64_t sent = number(j, i, 0), received = number(j, i, 1);
        if (!is_wild(channel(j, i)) && sent > received && takes(w, channel(j, i)))
            left += sent - received;
    }
    return left;
}

static sx_status report_any(judging *j, size_t w, uint64_t left, uint64_t receives)
{
    if (receives > left && forgiven(j, w, channel(j, w)->receiver, receives - left))
        return SX_OK;
    sx_mismatch found = mismatch(j, w, SX_MISMATCH_ANY);
    found.n[0] = (int64_t)left;
    found.n[1] = (int64_t)receives;
    return sx_findings_add(j->t->findings, &found, j->err);
}

/* Messages that no buffer is large enough for. */
static sx_status judge_room(judging *j, size_t from, size_t to)
{
    sx_status status = SX_OK;
    for (size_t i = from; i < to && !status; i++) {
        const sx_flow *sent = flow(j, i, 0), *largest = NULL;
        bool unknown = is_wild(channel(j, i)) || sent->unknown || !sent->node;
        for (size_t w = from; w < to && !unknown; w++) {
            const sx_flow *room = flow(j, w, 1);
            if (!room->node || !takes(channel(j, w), channel(j, i)))
                continue;
            unknown = room->unknown;
            if (!largest || room->most > largest->most)
                largest = room;
        }
        if (unknown || !largest || sent->most <= largest->most)
            continue;
        sx_mismatch found = mismatch(j, i, SX_MISMATCH_SIZE);
        found.node[1] = largest->node;
        found.n[0] = sent->most;
        found.n[1] = largest->most;
        status = sx_findings_add(j->t->findings, &found, j->err);
    }
    return status;
}

/* Receives from anybody with a tag, or from somebody with any tag, have first claim on what they take; those that take
 * anything get the rest. Where there are both of the former, only the total is known to balance. */
static sx_status judge_wildcards(judging *j, size_t from, size_t to)
{
    size_t any_sender = 0, any_tag = 0, last = to, anything = to;
    uint64_t receives = 0, claimed = 0;
    const sx_channel all = { .sender = SX_ANY, .tag = SX_ANY };
    uint64_t left = left_for(j, from, to, &all);
    sx_status status = SX_OK;
    for (size_t i = from; i < to; i++) {
        const sx_channel *c = channel(j, i);
        if (!is_wild(c))
            continue;
        last = i;
        receives += number(j, i, 1);
        if (c->sender == SX_ANY && c->tag == SX_ANY)
            anything = i;
        else if (c->sender == SX_ANY)
            any_sender++;
        else
            any_tag++;
    }
    bool mixed = any_sender && any_tag;
    for (size_t i = from; i < to && !status && !mixed; i++) {
        if (!is_wild(channel(j, i)) || i == anything)
            continue;
        uint64_t mine = left_for(j, from, to, channel(j, i)), n = number(j, i, 1);
        claimed += n;
        if (mine < n || (mine > n && anything == to))
            return report_any(j, i, mine, n);
    }
    if (left != receives)
        status = anything == to || mixed
                     ? report_any(j, last, left, receives)
                     : report_any(j, anything, left - claimed, receives - claimed);
    return status ? status : judge_room(j, from, to);
}

/* ---- all ---- */

static sx_status judge_receiver(judging *j, size_t from, size_t to)
{
    bool wild = false;
    sx_status status = SX_OK;
    for (size_t i = from; i < to; i++)
        wild = wild || is_wild(channel(j, i));
    for (size_t i = from; i < to && !status; i++) {
        bool too_many = number(j, i, 1) > number(j, i, 0);
        if (!is_wild(channel(j, i)) && (!wild || too_many))
            status = judge_number(j, i);
        if (!status && !wild)
            status = judge_sizes(j, i);
    }
    return !status && wild ? judge_wildcards(j, from, to) : status;
}

static int by_receiver(const void *a, const void *b, void *context)
{
    const sx_channel *channel = context;
    return sx_channel_order(&channel[*(const size_t *)a], &channel[*(const size_t *)b]);
}

static bool same_receiver(const sx_channel *a, const sx_channel *b)
{
    return a->comm == b->comm && a->group == b->group && a->receiver == b->receiver;
}

sx_status sx_verdict_messages(sx_tally *tally, uint64_t *ret_unsized, sx_error *err)
{
    size_t n = tally->channels.n;
    judging j = { .t = tally, .err = err };
    sx_status status = SX_OK;
    if (n == 0)
        return SX_OK;
    j.order = malloc(n * sizeof *j.order);
    if (!j.order)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (int side = 0; side < 2 && !status; side++)
        status = sx_acts_create(tally->trace, tally->groups, &j.acts[side], err);
    for (size_t i = 0; i < n; i++)
        j.order[i] = i;
    qsort_r(j.order, n, sizeof *j.order, by_receiver, tally->channels.channel);
    for (size_t from = 0, to; from < n && !status; from = to) {
        for (to = from + 1; to < n && same_receiver(channel(&j, from), channel(&j, to));)
            to++;
        status = judge_receiver(&j, from, to);
    }
    sx_acts_destroy(j.acts[0]);
    sx_acts_destroy(j.acts[1]);
    free(j.order);
    if (!status)
        *ret_unsized = j.unsized;
    return status;
}
