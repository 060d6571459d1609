#include "match/run_state.h"

#include "match/room.h"
#include "match/shorten.h"

#include <stdlib.h>

enum { MOST_SENDERS = 1 << 24 };

void sx_runner_destroy(sx_runner *runner)
{
    if (!runner)
        return;
    sx_groups_destroy(runner->groups);
    free(runner->ready);
    free(runner->is_wild);
    free(runner->one_sender);
    free(runner->is_answered);
    free(runner->actor);
    free(runner->run.stuck);
    free(runner->run.decision);
    free(runner->run.sender);
    free(runner);
}

sx_status sx_runner_create(const sx_trace *trace, sx_runner **ret_runner, sx_error *err)
{
    sx_runner *runner = calloc(1, sizeof *runner);
    if (!runner)
        return sx_fail(err, SX_NOMEM, "out of memory");
    size_t p = (size_t)trace->p;
    runner->trace = trace;
    runner->ready = calloc(p, sizeof *runner->ready);
    runner->actor = calloc(p, sizeof *runner->actor);
    runner->is_wild = calloc((size_t)trace->nnodes + 1, sizeof *runner->is_wild);
    runner->one_sender = calloc(p, sizeof *runner->one_sender);
    runner->is_answered = calloc((size_t)trace->nnodes + 1, sizeof *runner->is_answered);
    bool fine = runner->ready && runner->actor && runner->is_wild && runner->one_sender &&
                runner->is_answered;
    sx_status status = fine ? sx_groups_create(trace, true, &runner->groups, err)
                            : sx_fail(err, SX_NOMEM, "out of memory");
    if (status)
        sx_runner_destroy(runner);
    else
        *ret_runner = runner;
    return status;
}

static void make_ready(sx_runner *u, sx_rank rank)
{
    u->actor[rank].state = SX_ACTOR_READY;
    u->ready[u->nready++] = rank;
}

void sx_runner_drain(sx_runner *u)
{
    for (size_t i = 0; i < u->mail.ncompleted; i++) {
        sx_request *r = &u->mail.request[u->mail.completed[i]];
        sx_actor *actor = &u->actor[r->rank];
        if (r->awaited && actor->state == SX_ACTOR_WAITS &&
            (actor->step.any || --actor->waiting == 0))
            make_ready(u, r->rank);
        if (!r->awaited)
            sx_mail_drop(&u->mail, u->mail.completed[i]);
    }
    u->mail.ncompleted = 0;
}

bool sx_runner_is_synchronous(sx_op op)
{
    return op == SX_OP_Ssend || op == SX_OP_Issend || op == SX_OP_Ssend_init;
}

static bool is_buffered(const sx_runner *u, const sx_step *step)
{
    sx_op op = step->node->op;
    if (op == SX_OP_Bsend || op == SX_OP_Ibsend || op == SX_OP_Bsend_init)
        return true;
    return !sx_runner_is_synchronous(op) &&
           (u->options->buffered == INT64_MAX ||
            (step->bytes >= 0 && step->bytes <= u->options->buffered));
}

static sx_request request_of(sx_rank rank, const sx_step *step, sx_request_kind kind,
                             const sx_end *end)
{
    return (sx_request) { .kind = kind,
                          .rank = rank,
                          .node = step->node,
                          .execution = step->execution,
                          .comm = step->comm,
                          .group = step->group,
                          .peer = end ? end->rank : SX_NULL,
                          .tag = end ? end->tag : SX_NULL,
                          .bytes = step->bytes };
}

/* What the receiver of a message that is there now may do. */
static void wake_probe(sx_runner *u, sx_rank rank)
{
    sx_actor *actor = &u->actor[rank];
    if (actor->state == SX_ACTOR_PROBES && sx_mail_waiting(&u->mail, &actor->step, rank))
        make_ready(u, rank);
}

sx_status sx_runner_note(sx_runner *u, const sx_request *receive, sx_rank sender,
                         sx_error *err)
{
    sx_passage *run = &u->run;
    if (!u->options->senders || u->over)
        return SX_OK;
    if (run->nsenders == MOST_SENDERS) {
        run->end = SX_RUN_EXHAUSTED;
        u->over = true;
        return SX_OK;
    }
    if (!sx_match_room(&run->sender, run->nsenders, &u->sender_capacity,
                       sizeof *run->sender))
        return sx_fail(err, SX_NOMEM, "out of memory");
    run->sender[run->nsenders++] =
        (sx_sender) { receive->node, receive->comm, receive->rank, sender,
                      receive->execution };
    return SX_OK;
}

/* One direction of a message; *ret_request is 0 where it has no end. It is awaited or kept, so that it stays. */
static sx_status post(sx_runner *u, sx_rank rank, const sx_step *step,
                      sx_request_kind kind, const sx_end *end, bool waits,
                      uint32_t *ret_request, sx_error *err)
{
    sx_request like = request_of(rank, step, kind, end);
    bool sends = kind == SX_REQUEST_SEND;
    sx_status status = SX_OK;
    *ret_request = 0;
    if (!end->there)
        return !sends && u->is_wild[step->node->id]
                   ? sx_runner_note(u, &like, SX_NULL, err)
                   : SX_OK;
    like.kept = !waits;
    like.done = sends && is_buffered(u, step);
    status = sx_mail_request(&u->mail, &like, ret_request, err);
    if (!status && waits)
        status = sx_actor_await(&u->actor[rank], &u->mail, *ret_request, err);
    if (!status && !sends && end->rank == SX_ANY)
        u->is_wild[step->node->id] = true;
    if (!status && !sends && end->rank != SX_ANY && u->is_wild[step->node->id])
        status = sx_runner_note(u, &like, end->rank, err);
    if (!status)
        status = sx_mail_post(&u->mail, *ret_request, err);
    if (!status && sends)
        wake_probe(u, end->rank);
    return status;
}

static sx_status message(sx_runner *u, sx_rank rank, const sx_step *step, sx_error *err)
{
    uint32_t sent = 0, received = 0;
    bool waits = step->waits;
    sx_status status = post(u, rank, step, SX_REQUEST_SEND, &step->to, waits, &sent, err);
    if (!status)
        status =
            post(u, rank, step, SX_REQUEST_RECEIVE, &step->from, waits, &received, err);
    if (!status && !waits && sx_step_requests(step->node->op))
        status = sx_actor_name(&u->actor[rank], &u->mail, sent ? sent : received, err);
    return status;
}

/* When all have come to a barrier before or behind a trip that stands for others. */
static void check_trip(sx_runner *u)
{
    bool idle = u->mail.npending == 0;
    for (sx_rank rank = 0; rank < u->trace->p && idle; rank++)
        idle = sx_actor_is_idle(&u->actor[rank]);
    if (idle)
        return;
    u->run.end = SX_RUN_LEFT_OVER;
    u->over = true;
}

static sx_status together(sx_runner *u, sx_rank rank, const sx_step *step, sx_error *err)
{
    sx_request like = request_of(rank, step, SX_REQUEST_TOGETHER, NULL);
    sx_rally_call other;
    uint32_t at;
    like.kept = !step->waits;
    sx_status status = sx_mail_request(&u->mail, &like, &at, err);
    if (!status && step->waits)
        status = sx_actor_await(&u->actor[rank], &u->mail, at, err);
    else if (!status)
        status = sx_actor_name(&u->actor[rank], &u->mail, at, err);
    if (!status)
        status = sx_rally_come(&u->rally, &u->mail, step, at, &other, err);
    if (!status && step->node->site == SX_SITE_NONE && u->mail.request[at].done)
        check_trip(u);
    if (status || !other.node)
        return status;
    u->run.end = SX_RUN_MISMATCH;
    u->over = true;
    u->run.mismatch[0] = (sx_step) { .node = other.node, .root = other.root };
    u->run.mismatch[1] = *step;
    u->run.mismatch_rank[0] = other.rank;
    u->run.mismatch_rank[1] = rank;
    return SX_OK;
}

static sx_status start(sx_runner *u, sx_rank rank, const sx_step *step, sx_error *err)
{
    sx_status status = SX_OK;
    for (size_t i = 0; i < step->nrequests && !status; i++) {
        sx_persistent *p = sx_actor_persistent(&u->actor[rank], step->request[i]);
        if (!p || p->active)
            continue;
        sx_step made = p->step;
        bool sends = made.to.there;
        status = post(u, rank, &made, sends ? SX_REQUEST_SEND : SX_REQUEST_RECEIVE,
                      sends ? &made.to : &made.from, false, &p->active, err);
        u->mail.request[p->active].number = step->request[i];
    }
    return status;
}

/* Nobody waits for it; one that is cancelled is as good as done. */
static void release(sx_runner *u, sx_rank rank, const sx_step *step)
{
    for (size_t i = 0; i < step->nrequests; i++) {
        bool cancels = step->node->op == SX_OP_Cancel;
        uint32_t *at = sx_actor_request(&u->actor[rank], step->request[i]);
        sx_persistent *p = sx_actor_persistent(&u->actor[rank], step->request[i]);
        if (at && *at && cancels) {
            sx_mail_withdraw(&u->mail, *at);
            sx_mail_complete(&u->mail, *at);
        } else if (at && *at) {
            u->mail.request[*at].kept = false;
            if (u->mail.request[*at].done)
                sx_mail_drop(&u->mail, *at);
            *at = 0;
        }
        if (p && !cancels)
            p->made = false;
    }
}

static sx_status complete(sx_runner *u, sx_rank rank, const sx_step *step, sx_error *err)
{
    sx_actor *actor = &u->actor[rank];
    sx_status status = SX_OK;
    if (step->any)
        u->run.loose = true;
    if (!step->listed)
        return sx_actor_await_all(actor, &u->mail, err);
    for (size_t i = 0; i < step->nrequests && !status; i++) {
        uint32_t *at = sx_actor_request(actor, step->request[i]);
        if (at)
            status = sx_actor_await(actor, &u->mail, *at, err);
    }
    return status;
}

static sx_status take(sx_runner *u, sx_rank rank, const sx_step *step, sx_error *err)
{
    switch (step->kind) {
    case SX_STEP_MESSAGE:
        return message(u, rank, step, err);
    case SX_STEP_PREPARE:
        u->is_wild[step->node->id] |= step->from.there && step->from.rank == SX_ANY;
        sx_status status = sx_actor_prepare(&u->actor[rank], step, err);
        return status ? status : sx_actor_name(&u->actor[rank], &u->mail, 0, err);
    case SX_STEP_TOGETHER:
        return together(u, rank, step, err);
    case SX_STEP_COMPLETE:
        return complete(u, rank, step, err);
    case SX_STEP_START:
        return start(u, rank, step, err);
    case SX_STEP_FREE:
        release(u, rank, step);
        return SX_OK;
    case SX_STEP_UNPLACED:
        u->run.end = SX_RUN_UNPLACED;
        u->run.mismatch[0] = *step;
        u->run.mismatch_rank[0] = rank;
        u->over = true;
        return SX_OK;
    case SX_STEP_PROBE:
    default:
        return SX_OK;
    }
}

static bool is_test(sx_op op)
{
    return op == SX_OP_Iprobe || op == SX_OP_Improbe ||
           (op >= SX_OP_Test && op <= SX_OP_Testsome);
}

/* A probe that finds nothing. */
static bool looks_in_vain(const sx_runner *u, sx_rank rank)
{
    const sx_step *step = &u->actor[rank].step;
    return step->kind == SX_STEP_PROBE && step->from.there && !is_test(step->node->op) &&
           !sx_mail_waiting(&u->mail, step, rank);
}

/* As far as it gets alone. */
static sx_status advance(sx_runner *u, sx_rank rank, sx_error *err)
{
    sx_actor *actor = &u->actor[rank];
    sx_status status = SX_OK;
    if (actor->nawaited)
        sx_actor_let_go(actor, &u->mail);
    while (!status && !u->over) {
        if (!actor->has_ahead) {
            actor->state = SX_ACTOR_ENDED;
            return SX_OK;
        }
        actor->step = actor->ahead;
        status = sx_steps_next(actor->steps, &actor->ahead, &actor->has_ahead,
                               &u->run.events, err);
        if (!status)
            status = take(u, rank, &actor->step, err);
        if (status)
            break;
        sx_runner_drain(u);
        if (u->run.events > u->options->most_events && !u->over) {
            u->run.end = SX_RUN_EXHAUSTED;
            u->over = true;
        }
        if (!sx_actor_goes_on(actor, &u->mail)) {
            actor->state = SX_ACTOR_WAITS;
            return SX_OK;
        }
        if (looks_in_vain(u, rank)) {
            actor->state = SX_ACTOR_PROBES;
            return SX_OK;
        }
    }
    return status;
}

/* Tests find what they found when it was recorded only if that was a matter of the program, not of time: where nobody
 * else goes on they are passed. */
static bool pass_tests(sx_runner *u)
{
    bool any = false;
    for (sx_rank rank = 0; rank < u->trace->p; rank++) {
        sx_actor *actor = &u->actor[rank];
        if (actor->state != SX_ACTOR_WAITS || !is_test(actor->step.node->op))
            continue;
        u->run.loose = any = true;
        make_ready(u, rank);
    }
    return any;
}

/* When nobody goes on. *ret_more: somebody does now. */
static sx_status pause(sx_runner *u, bool *ret_more, sx_error *err)
{
    sx_status status = sx_runner_choose(u, ret_more, err);
    if (status || *ret_more)
        return status;
    *ret_more = pass_tests(u);
    if (*ret_more)
        return SX_OK;
    for (sx_rank rank = 0; rank < u->trace->p; rank++)
        if (u->actor[rank].state != SX_ACTOR_ENDED)
            u->run.end = SX_RUN_STUCK;
    return u->run.end == SX_RUN_STUCK ? sx_runner_follow(u, err) : SX_OK;
}

static sx_status begin(sx_runner *u, sx_error *err)
{
    sx_status status = sx_mail_init(&u->mail, u->trace->p, err);
    if (!status)
        status = sx_rally_init(&u->rally, u->trace->p, err);
    u->nready = 0;
    for (sx_rank rank = u->trace->p - 1; rank >= 0 && !status; rank--) {
        sx_actor *actor = &u->actor[rank];
        status = sx_steps_create(u->trace, u->groups, &actor->steps, err);
        if (!status)
            status = sx_steps_start(actor->steps, rank, err);
        if (!status)
            status = sx_steps_next(actor->steps, &actor->ahead, &actor->has_ahead,
                                   &u->run.events, err);
        make_ready(u, rank);
    }
    return status;
}

sx_status sx_runner_run(sx_runner *u, const sx_run_options *options, sx_passage *ret_run,
                        sx_error *err)
{
    sx_passage *run = &u->run;
    bool more = true;
    u->options = options;
    u->over = false;
    u->next_turn = 0;
    run->end = SX_RUN_THROUGH;
    run->events = run->wildcards = run->ndecisions = run->nsenders = run->nstuck = 0;
    run->loose = run->several = false;
    sx_status status = begin(u, err);
    while (more && !status && !u->over) {
        while (u->nready && !status && !u->over)
            status = advance(u, u->ready[--u->nready], err);
        if (!status && !u->over)
            status = pause(u, &more, err);
    }
    if (!status && run->end == SX_RUN_THROUGH)
        sx_runner_count_senders(u);
    for (sx_rank rank = 0; rank < u->trace->p; rank++)
        sx_actor_finish(&u->actor[rank]);
    sx_mail_finish(&u->mail);
    sx_rally_finish(&u->rally);
    if (!status)
        *ret_run = *run;
    return status;
}
