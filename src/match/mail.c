#include "match/mail.h"

#include "match/room.h"

#include <stdlib.h>

/* At a time. */
enum { MOST_REQUESTS = 1 << 22 };

sx_status sx_mail_init(sx_mail *mail, sx_rank p, sx_error *err)
{
    *mail = (sx_mail) { .p = p, .used = 1, .capacity = 64 };
    mail->request = calloc(mail->capacity, sizeof *mail->request);
    mail->with_sent = calloc((size_t)p, sizeof *mail->with_sent);
    mail->wild = calloc((size_t)p, sizeof *mail->wild);
    if (mail->request && mail->with_sent && mail->wild)
        return SX_OK;
    return sx_fail(err, SX_NOMEM, "out of memory");
}

void sx_mail_finish(sx_mail *mail)
{
    sx_index_finish(&mail->index);
    free(mail->request);
    free(mail->channel);
    free(mail->with_sent);
    free(mail->wild);
    free(mail->completed);
    free(mail->offer);
    *mail = (sx_mail) { 0 };
}

sx_status sx_mail_request(sx_mail *mail, const sx_request *like, uint32_t *ret_request,
                          sx_error *err)
{
    uint32_t at = mail->free;
    if (at) {
        mail->free = mail->request[at].next;
    } else if (mail->used == MOST_REQUESTS) {
        return sx_fail(err, SX_LIMIT, "more than %d requests at a time", MOST_REQUESTS);
    } else {
        if (!sx_match_room(&mail->request, mail->used, &mail->capacity,
                           sizeof *mail->request))
            return sx_fail(err, SX_NOMEM, "out of memory");
        at = mail->used++;
    }
    mail->request[at] = *like;
    mail->request[at].order = mail->posted++;
    *ret_request = at;
    /* Each is completed once at most before somebody looks. */
    if (!sx_match_room(&mail->completed, mail->used, &mail->completed_capacity,
                       sizeof *mail->completed))
        return sx_fail(err, SX_NOMEM, "out of memory");
    return SX_OK;
}

void sx_mail_drop(sx_mail *mail, uint32_t request)
{
    sx_request *r = &mail->request[request];
    if (r->pending || r->kept || r->awaited)
        return;
    r->next = mail->free;
    mail->free = request;
}

void sx_mail_complete(sx_mail *mail, uint32_t request)
{
    sx_request *r = &mail->request[request];
    if (!r->done)
        mail->completed[mail->ncompleted++] = request;
    r->done = true;
}

static void append(sx_mail *mail, sx_queue *queue, uint32_t request)
{
    sx_request *r = &mail->request[request];
    r->pending = true;
    mail->npending++;
    r->next = 0;
    r->previous = queue->last;
    if (queue->last)
        mail->request[queue->last].next = request;
    else
        queue->first = request;
    queue->last = request;
}

static void take_out(sx_mail *mail, sx_queue *queue, uint32_t request)
{
    sx_request *r = &mail->request[request];
    if (r->previous)
        mail->request[r->previous].next = r->next;
    else
        queue->first = r->next;
    if (r->next)
        mail->request[r->next].previous = r->previous;
    else
        queue->last = r->previous;
    r->pending = false;
    mail->npending--;
}

static bool is_wild(const sx_request *r)
{
    return r->peer == SX_ANY || r->tag == SX_ANY;
}

static sx_rank receiver_of(const sx_request *r)
{
    return r->kind == SX_REQUEST_SEND ? r->peer : r->rank;
}

/* The channel joins or leaves those of its receiver with something sent. */
static void list_channel(sx_mail *mail, uint32_t channel, sx_rank receiver, bool joins)
{
    sx_mail_channel *c = &mail->channel[channel];
    uint32_t *head = &mail->with_sent[receiver];
    if (joins) {
        c->previous = 0;
        c->next = *head;
        if (*head)
            mail->channel[*head - 1].previous = channel + 1;
        *head = channel + 1;
        return;
    }
    if (c->previous)
        mail->channel[c->previous - 1].next = c->next;
    else
        *head = c->next;
    if (c->next)
        mail->channel[c->next - 1].previous = c->previous;
}

static sx_queue *queue_of(sx_mail *mail, const sx_request *r)
{
    if (r->kind == SX_REQUEST_SEND)
        return &mail->channel[r->channel].sent;
    return is_wild(r) ? &mail->wild[r->rank] : &mail->channel[r->channel].posted;
}

void sx_mail_withdraw(sx_mail *mail, uint32_t request)
{
    sx_request *r = &mail->request[request];
    if (!r->pending || r->kind == SX_REQUEST_TOGETHER)
        return;
    sx_queue *queue = queue_of(mail, r);
    take_out(mail, queue, request);
    if (r->kind == SX_REQUEST_SEND && !queue->first)
        list_channel(mail, r->channel, r->peer, false);
}

static void wait_in_queue(sx_mail *mail, uint32_t request)
{
    sx_request *r = &mail->request[request];
    sx_queue *queue = queue_of(mail, r);
    if (r->kind == SX_REQUEST_SEND && !queue->first)
        list_channel(mail, r->channel, r->peer, true);
    append(mail, queue, request);
}

static bool may_take(const sx_request *receive, const sx_request *send)
{
    return receive->comm == send->comm && receive->group == send->group &&
           (receive->peer == SX_ANY || receive->peer == send->rank) &&
           (receive->tag == SX_ANY || receive->tag == send->tag);
}

/* The receive that was posted first of those that the message fits. */
static uint32_t target(const sx_mail *mail, const sx_request *send)
{
    uint32_t first = mail->channel[send->channel].posted.first;
    for (uint32_t i = mail->wild[send->peer].first; i; i = mail->request[i].next) {
        const sx_request *wild = &mail->request[i];
        if (first && mail->request[first].order < wild->order)
            return first;
        if (may_take(wild, send))
            return i;
    }
    return first;
}

/* The first message from `sender` that the receive fits. */
static uint32_t first_from(const sx_mail *mail, const sx_request *receive, sx_rank sender)
{
    uint32_t first = 0;
    for (uint32_t c = mail->with_sent[receive->rank]; c; c = mail->channel[c - 1].next) {
        uint32_t at = mail->channel[c - 1].sent.first;
        const sx_request *send = &mail->request[at];
        if (send->rank == sender && may_take(receive, send) &&
            (!first || send->order < mail->request[first].order))
            first = at;
    }
    return first;
}

static void join(sx_mail *mail, uint32_t receive, uint32_t send)
{
    sx_mail_withdraw(mail, receive);
    sx_mail_withdraw(mail, send);
    sx_mail_complete(mail, receive);
    if (mail->request[send].done)
        sx_mail_drop(mail, send);
    else
        sx_mail_complete(mail, send);
}

/* The message goes where it has to, if there is no choice. */
static bool deliver(sx_mail *mail, uint32_t send)
{
    const sx_request *s = &mail->request[send];
    uint32_t to = target(mail, s);
    const sx_request *receive = &mail->request[to];
    if (!to || receive->peer == SX_ANY)
        return false;
    uint32_t first = is_wild(receive) ? first_from(mail, receive, s->rank)
                                      : mail->channel[s->channel].sent.first;
    if (first != send)
        return false;
    join(mail, to, send);
    return true;
}

/* What waited behind a receive with a wildcard. */
static void settle(sx_mail *mail, sx_rank receiver)
{
    for (bool again = true; again;) {
        again = false;
        for (uint32_t c = mail->with_sent[receiver]; c && !again;
             c = mail->channel[c - 1].next)
            again = deliver(mail, mail->channel[c - 1].sent.first);
    }
}

static bool find_channel(sx_mail *mail, sx_request *r)
{
    bool sends = r->kind == SX_REQUEST_SEND;
    const sx_channel key = { r->comm, r->group, receiver_of(r), sends ? r->rank : r->peer,
                             r->tag };
    size_t at, known = mail->index.n;
    if (!sx_index_add(&mail->index, &key, &at) ||
        !sx_match_room(&mail->channel, mail->index.n - 1, &mail->channel_capacity,
                       sizeof *mail->channel))
        return false;
    if (mail->index.n > known)
        mail->channel[at] = (sx_mail_channel) { .next = 0 };
    r->channel = (uint32_t)at;
    return true;
}

sx_status sx_mail_post(sx_mail *mail, uint32_t request, sx_error *err)
{
    sx_request *r = &mail->request[request];
    bool sends = r->kind == SX_REQUEST_SEND, wild = !sends && is_wild(r);
    if (!wild && !find_channel(mail, r))
        return sx_fail(err, SX_NOMEM, "out of memory");
    wait_in_queue(mail, request);
    uint32_t send = !wild               ? mail->channel[r->channel].sent.first
                    : r->peer == SX_ANY ? 0
                                        : first_from(mail, r, r->peer);
    sx_rank receiver = receiver_of(r);
    bool behind = mail->wild[receiver].first != 0;
    if (send && deliver(mail, send) && behind)
        settle(mail, receiver);
    return SX_OK;
}

bool sx_mail_waiting(const sx_mail *mail, const sx_step *probe, sx_rank rank)
{
    const sx_request like = { .comm = probe->comm,
                              .group = probe->group,
                              .peer = probe->from.rank,
                              .tag = probe->from.tag };
    for (uint32_t c = mail->with_sent[rank]; c; c = mail->channel[c - 1].next)
        if (may_take(&like, &mail->request[mail->channel[c - 1].sent.first]))
            return true;
    return false;
}

static int by_sender(const void *a, const void *b, void *context)
{
    const sx_mail *mail = context;
    const sx_request *x = &mail->request[((const sx_offer *)a)->send],
                     *y = &mail->request[((const sx_offer *)b)->send];
    return (x->rank > y->rank) - (x->rank < y->rank);
}

sx_status sx_mail_offers(sx_mail *mail, sx_rank rank, sx_error *err)
{
    for (uint32_t i = mail->wild[rank].first; i; i = mail->request[i].next) {
        size_t from = mail->noffers;
        if (mail->request[i].peer != SX_ANY)
            continue;
        for (uint32_t c = mail->with_sent[rank]; c; c = mail->channel[c - 1].next) {
            uint32_t send = mail->channel[c - 1].sent.first;
            const sx_request *s = &mail->request[send];
            if (!may_take(&mail->request[i], s) || target(mail, s) != i ||
                (mail->request[i].tag == SX_ANY &&
                 first_from(mail, &mail->request[i], s->rank) != send))
                continue;
            if (!sx_match_room(&mail->offer, mail->noffers, &mail->offer_capacity,
                               sizeof *mail->offer))
                return sx_fail(err, SX_NOMEM, "out of memory");
            mail->offer[mail->noffers++] = (sx_offer) { i, send };
        }
        if (mail->noffers > from)
            qsort_r(mail->offer + from, mail->noffers - from, sizeof *mail->offer,
                    by_sender, mail);
    }
    return SX_OK;
}

void sx_mail_accept(sx_mail *mail, const sx_offer *offer)
{
    sx_rank receiver = mail->request[offer->receive].rank;
    join(mail, offer->receive, offer->send);
    settle(mail, receiver);
}
