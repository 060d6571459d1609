/* What receives from anybody take. */
#include "match/run_state.h"

#include "match/room.h"

#include <stdlib.h>
#include <string.h>

/* Whether the rank, which waits for nothing else, sends to `to` next: then it answers who it received from. */
static bool answers(const sx_runner *u, sx_rank rank, sx_rank to)
{
    const sx_actor *actor = &u->actor[rank];
    return actor->has_ahead && actor->state == SX_ACTOR_WAITS && actor->waiting == 1 &&
           actor->ahead.kind == SX_STEP_MESSAGE && actor->ahead.to.there &&
           actor->ahead.to.rank == to;
}

/* Whether the rank, at a call that it answers each time, will answer another than those whose messages it may take. */
static bool expects_another(const sx_runner *u, sx_rank rank)
{
    const sx_actor *actor = &u->actor[rank];
    return actor->has_ahead && actor->state == SX_ACTOR_WAITS &&
           u->is_answered[actor->step.node->id] && actor->ahead.kind == SX_STEP_MESSAGE &&
           actor->ahead.to.there;
}

/* The senders that were recorded at the event, in any order; where none were, anybody. */
static bool was_recorded(const sx_runner *u, const sx_node *node, sx_rank rank,
                         sx_rank sender)
{
    bool known = false;
    for (uint32_t i = 0; i < node->nmultisets; i++) {
        const sx_multiset *set = &node->multiset[i];
        bool from = set->kind == SX_MULTISET_FROM,
             offset = set->kind == SX_MULTISET_OFFSET;
        if ((!from && !offset) || (!set->all && !sx_ranklist_contains(&set->ranks, rank)))
            continue;
        known = true;
        for (uint32_t k = 0; k < set->n; k++) {
            sx_rank value = set->item[k].value;
            sx_rank p = u->trace->p;
            if ((from ? value : (((rank + value) % p) + p) % p) == sender)
                return true;
        }
    }
    return !known;
}

/* The first offer from number `from` on that is answered. */
static bool find_answered(const sx_runner *u, size_t from, size_t *ret_offer)
{
    const sx_mail *mail = &u->mail;
    for (size_t i = from; i < mail->noffers; i++) {
        const sx_request *receive = &mail->request[mail->offer[i].receive];
        *ret_offer = i;
        if (receive->awaited &&
            answers(u, receive->rank, mail->request[mail->offer[i].send].rank))
            return true;
    }
    return false;
}

/* The first offer of its rank from number `from` on that was recorded; where none was, the first of all. */
static size_t usual(const sx_runner *u, size_t from)
{
    const sx_mail *mail = &u->mail;
    sx_rank rank = mail->request[mail->offer[from].receive].rank;
    for (size_t i = from; i < mail->noffers; i++) {
        const sx_request *receive = &mail->request[mail->offer[i].receive];
        sx_rank sender = mail->request[mail->offer[i].send].rank;
        if (receive->rank != rank)
            break;
        if (receive->comm != 0 || was_recorded(u, receive->node, rank, sender))
            return i;
    }
    return from;
}

static sx_status accept(sx_runner *u, size_t at, sx_error *err)
{
    sx_offer offer = u->mail.offer[at];
    sx_status status = sx_runner_note(u, &u->mail.request[offer.receive],
                                      u->mail.request[offer.send].rank, err);
    u->run.wildcards++;
    sx_mail_accept(&u->mail, &offer);
    sx_runner_drain(u);
    return status;
}

/* Takes an offer, and notes what else there was. */
static sx_status decide(sx_runner *u, size_t first, sx_error *err)
{
    const sx_mail *mail = &u->mail;
    sx_passage *run = &u->run;
    size_t n = mail->noffers, option = usual(u, first), take = option;
    if (n == 1)
        return accept(u, 0, err);
    if (u->next_turn < u->options->nturns &&
        u->options->turn[u->next_turn].at == run->ndecisions)
        take = (size_t)u->options->turn[u->next_turn++].option % n;
    if (!sx_match_room(&run->decision, run->ndecisions, &u->decision_capacity,
                       sizeof *run->decision))
        return sx_fail(err, SX_NOMEM, "out of memory");
    const sx_request *receive = &mail->request[mail->offer[take].receive];
    run->decision[run->ndecisions++] =
        (sx_decision) { receive->node, receive->rank,
                        mail->request[mail->offer[take].send].rank, n, option };
    return accept(u, take, err);
}

/* All offers to ranks that expect another sender, or to the others. *ret_sure: one that is not to be decided on; else
 * SIZE_MAX. */
static sx_status gather(sx_runner *u, bool expecting, size_t *ret_sure, sx_error *err)
{
    sx_mail *mail = &u->mail;
    mail->noffers = 0;
    *ret_sure = SIZE_MAX;
    for (sx_rank rank = 0; rank < u->trace->p && *ret_sure == SIZE_MAX; rank++) {
        size_t from = mail->noffers, answered;
        sx_status status =
            mail->wild[rank].first ? sx_mail_offers(mail, rank, err) : SX_OK;
        if (status)
            return status;
        if (mail->noffers == from)
            continue;
        if (u->one_sender[rank])
            *ret_sure = from;
        else if (find_answered(u, from, &answered))
            *ret_sure = answered;
        else if (expects_another(u, rank) != expecting)
            mail->noffers = from;
    }
    return SX_OK;
}

sx_status sx_runner_choose(sx_runner *u, bool *ret_any, sx_error *err)
{
    size_t sure;
    sx_status status = gather(u, false, &sure, err);
    if (!status && u->mail.noffers == 0)
        status = gather(u, true, &sure, err);
    *ret_any = !status && u->mail.noffers > 0;
    if (status || !*ret_any)
        return status;
    if (sure != SIZE_MAX)
        return accept(u, sure, err);
    u->run.several = u->run.several || u->mail.noffers > 1;
    return decide(u, 0, err);
}

/* Where the same call is followed by sends to several, these answer it. */
static sx_status learn(sx_runner *u, sx_steps *steps, sx_rank rank, sx_rank *last,
                       sx_error *err)
{
    sx_step before = { .node = NULL }, step;
    bool more = true;
    uint64_t events = 0;
    for (uint32_t i = 0; i < u->trace->nnodes; i++)
        last[i] = -1;
    sx_status status = sx_steps_start(steps, rank, err);
    while (!status && more) {
        status = sx_steps_next(steps, &step, &more, &events, err);
        if (status || !more)
            break;
        if (step.kind <= SX_STEP_PREPARE && step.from.there && step.from.rank == SX_ANY)
            u->is_wild[step.node->id] = true;
        bool answers =
            before.node && before.waits && step.kind == SX_STEP_MESSAGE && step.to.there;
        if (answers && last[before.node->id] >= 0 &&
            last[before.node->id] != step.to.rank)
            u->is_answered[before.node->id] = true;
        if (answers)
            last[before.node->id] = step.to.rank;
        before = step;
    }
    return status;
}

sx_status sx_runner_learn(sx_runner *u, sx_error *err)
{
    sx_steps *steps = NULL;
    sx_rank *last = calloc((size_t)u->trace->nnodes + 1, sizeof *last);
    sx_status status = last ? sx_steps_create(u->trace, u->groups, &steps, err)
                            : sx_fail(err, SX_NOMEM, "out of memory");
    for (sx_rank rank = 0; rank < u->trace->p && !status; rank++)
        status = learn(u, steps, rank, last, err);
    sx_steps_destroy(steps);
    free(last);
    return status;
}

void sx_runner_count_senders(sx_runner *u)
{
    const sx_index *index = &u->mail.index;
    sx_rank *sender = u->ready; /* 0: none yet; else its rank and 1 */
    memset(sender, 0, (size_t)u->trace->p * sizeof *sender);
    memset(u->one_sender, true, (size_t)u->trace->p * sizeof *u->one_sender);
    for (size_t i = 0; i < index->n; i++) {
        sx_rank to = index->channel[i].receiver, from = index->channel[i].sender + 1;
        if (sender[to] && sender[to] != from)
            u->one_sender[to] = false;
        sender[to] = from;
    }
}
