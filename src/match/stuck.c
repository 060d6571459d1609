/* Who waits for whom when nobody goes on. */
#include "match/run_state.h"

#include "match/room.h"

/* Whom a rank that cannot go on waits for, and by what. */
static sx_stuck stuck_at(const sx_runner *u, sx_rank rank)
{
    const sx_actor *actor = &u->actor[rank];
    sx_stuck at = { rank, actor->step.node, -1, false, -1 };
    if (actor->state == SX_ACTOR_ENDED)
        at.node = NULL;
    if (actor->state == SX_ACTOR_PROBES)
        at.waits_for = actor->step.from.rank == SX_ANY ? -1 : actor->step.from.rank;
    for (size_t i = 0; i < actor->nawaited && actor->state == SX_ACTOR_WAITS; i++) {
        const sx_request *r = &u->mail.request[actor->awaited[i]];
        if (r->done)
            continue;
        at.waits_for = r->kind == SX_REQUEST_TOGETHER
                           ? sx_rally_missing(&u->rally, u->groups, r)
                       : r->peer == SX_ANY ? -1
                                           : r->peer;
        at.receives = r->kind == SX_REQUEST_RECEIVE;
        if (r->kind == SX_REQUEST_SEND && !sx_runner_is_synchronous(r->node->op))
            at.bytes = r->bytes;
        if (at.waits_for >= 0)
            break;
    }
    return at;
}

/* Anybody who has not ended might send to who receives from anybody. */
static sx_rank anybody_else(const sx_runner *u, sx_rank but)
{
    for (sx_rank rank = 0; rank < u->trace->p; rank++)
        if (rank != but && u->actor[rank].state != SX_ACTOR_ENDED)
            return rank;
    return -1;
}

sx_status sx_runner_follow(sx_runner *u, sx_error *err)
{
    sx_passage *run = &u->run;
    sx_rank rank = 0;
    while (rank < u->trace->p && u->actor[rank].state == SX_ACTOR_ENDED)
        rank++;
    run->nstuck = 0;
    while (rank >= 0) {
        for (size_t i = 0; i < run->nstuck; i++) {
            run->circle = i;
            if (run->stuck[i].rank == rank)
                return SX_OK;
        }
        if (!sx_match_room(&run->stuck, run->nstuck, &u->stuck_capacity,
                           sizeof *run->stuck))
            return sx_fail(err, SX_NOMEM, "out of memory");
        sx_stuck at = stuck_at(u, rank);
        if (at.node && at.waits_for < 0)
            at.waits_for = anybody_else(u, rank);
        run->stuck[run->nstuck++] = at;
        rank = at.waits_for;
    }
    run->circle = run->nstuck - 1;
    return SX_OK;
}
