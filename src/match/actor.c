#include "match/actor.h"

#include "match/room.h"

#include <stdlib.h>
#include <string.h>

void sx_actor_finish(sx_actor *actor)
{
    sx_steps_destroy(actor->steps);
    free(actor->name);
    free(actor->persistent);
    free(actor->awaited);
    *actor = (sx_actor) { 0 };
}

/* Numbers of requests that are over are forgotten from the oldest on. */
static void forget(sx_actor *actor)
{
    while (actor->nnames && !actor->name[actor->first]) {
        actor->first++;
        actor->base++;
        actor->nnames--;
    }
    if (actor->first > actor->capacity / 2) {
        memmove(actor->name, actor->name + actor->first,
                actor->nnames * sizeof *actor->name);
        actor->first = 0;
    }
}

sx_status sx_actor_name(sx_actor *actor, sx_mail *mail, uint32_t request, sx_error *err)
{
    forget(actor);
    if (!sx_match_room(&actor->name, actor->first + actor->nnames, &actor->capacity,
                       sizeof *actor->name))
        return sx_fail(err, SX_NOMEM, "out of memory");
    mail->request[request].number = (int64_t)(actor->base + actor->nnames);
    actor->name[actor->first + actor->nnames++] = request;
    return SX_OK;
}

sx_status sx_actor_prepare(sx_actor *actor, const sx_step *step, sx_error *err)
{
    size_t i = 0;
    while (i < actor->npersistent && actor->persistent[i].made)
        i++;
    if (!sx_match_room(&actor->persistent, i, &actor->persistent_capacity,
                       sizeof *actor->persistent))
        return sx_fail(err, SX_NOMEM, "out of memory");
    actor->npersistent += i == actor->npersistent;
    actor->persistent[i] = (sx_persistent) { .made = true, .step = *step };
    return SX_OK;
}

sx_persistent *sx_actor_persistent(sx_actor *actor, int64_t name)
{
    if (sx_is_special(name) || name >= 0 || -1 - name >= (int64_t)actor->npersistent)
        return NULL;
    sx_persistent *p = &actor->persistent[-1 - name];
    return p->made ? p : NULL;
}

uint32_t *sx_actor_request(sx_actor *actor, int64_t name)
{
    sx_persistent *p = sx_actor_persistent(actor, name);
    if (p)
        return &p->active;
    if (sx_is_special(name) || name < 0 || (uint64_t)name >= actor->nnames)
        return NULL;
    return &actor->name[actor->first + actor->nnames - 1 - (size_t)name];
}

bool sx_actor_is_idle(sx_actor *actor)
{
    forget(actor);
    bool idle = actor->nnames == 0;
    for (size_t i = 0; i < actor->npersistent && idle; i++)
        idle = !actor->persistent[i].made || !actor->persistent[i].active;
    return idle;
}

sx_status sx_actor_await(sx_actor *actor, sx_mail *mail, uint32_t request, sx_error *err)
{
    if (!request || mail->request[request].awaited)
        return SX_OK;
    if (!sx_match_room(&actor->awaited, actor->nawaited, &actor->awaited_capacity,
                       sizeof *actor->awaited))
        return sx_fail(err, SX_NOMEM, "out of memory");
    actor->awaited[actor->nawaited++] = request;
    mail->request[request].awaited = true;
    return SX_OK;
}

sx_status sx_actor_await_all(sx_actor *actor, sx_mail *mail, sx_error *err)
{
    sx_status status = SX_OK;
    for (size_t i = 0; i < actor->nnames && !status; i++)
        status = sx_actor_await(actor, mail, actor->name[actor->first + i], err);
    for (size_t i = 0; i < actor->npersistent && !status; i++)
        if (actor->persistent[i].made)
            status = sx_actor_await(actor, mail, actor->persistent[i].active, err);
    return status;
}

/* Nobody can name it any more. */
static void unname(sx_actor *actor, const sx_request *r)
{
    if (r->number < 0)
        actor->persistent[-1 - r->number].active = 0;
    else
        actor->name[actor->first + (size_t)((uint64_t)r->number - actor->base)] = 0;
}

static bool takes_several(sx_op op)
{
    return op == SX_OP_Waitsome || op == SX_OP_Testsome;
}

void sx_actor_let_go(sx_actor *actor, sx_mail *mail)
{
    bool taken = false;
    for (size_t i = 0; i < actor->nawaited; i++) {
        uint32_t at = actor->awaited[i];
        sx_request *r = &mail->request[at];
        bool over = r->done &&
                    (!actor->step.any || !taken || takes_several(actor->step.node->op));
        r->awaited = false;
        if (!r->done && !r->kept) /* of a probe that is passed */
            sx_mail_withdraw(mail, at);
        if (!over)
            continue;
        taken = true;
        if (r->kept)
            unname(actor, r);
        r->kept = false;
        sx_mail_drop(mail, at);
    }
    actor->nawaited = actor->waiting = 0;
    actor->state = SX_ACTOR_READY;
}

bool sx_actor_goes_on(sx_actor *actor, sx_mail *mail)
{
    size_t done = 0;
    for (size_t i = 0; i < actor->nawaited; i++)
        done += mail->request[actor->awaited[i]].done;
    actor->waiting = actor->nawaited - done;
    if (actor->waiting && !(actor->step.any && done))
        return false;
    sx_actor_let_go(actor, mail);
    return true;
}
