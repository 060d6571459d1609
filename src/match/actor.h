/* One rank on its way through its program: which of its requests have which name, and what it waits for. */
#ifndef SX_MATCH_ACTOR_H
#define SX_MATCH_ACTOR_H

#include "match/rally.h"

typedef enum sx_actor_state {
    SX_ACTOR_READY, /* or running */
    SX_ACTOR_WAITS, /* for requests */
    SX_ACTOR_PROBES,
    SX_ACTOR_ENDED
} sx_actor_state;

typedef struct sx_persistent {
    bool made;
    sx_step step;
    uint32_t active; /* request; 0: none */
} sx_persistent;

typedef struct sx_actor {
    sx_steps *steps;
    sx_actor_state state;
    sx_step step; /* that it makes or waits in */
    sx_step ahead; /* the next one */
    bool has_ahead;
    /* Requests by their number, from `base` on; 0: none, or one that is over. */
    uint64_t base;
    size_t first, nnames, capacity;
    uint32_t *name;
    size_t npersistent, persistent_capacity;
    sx_persistent *persistent;
    /* What the call at hand waits for: `waiting` of these, or any of them. */
    size_t nawaited, awaited_capacity;
    uint32_t *awaited;
    size_t waiting;
} sx_actor;

void sx_actor_finish(sx_actor *actor);

/* Gives the newest request its number; 0: there is nothing to wait for. Errors: SX_NOMEM. */
sx_status sx_actor_name(sx_actor *actor, sx_mail *mail, uint32_t request, sx_error *err);
/* Keeps what starts will post. Errors: SX_NOMEM. */
sx_status sx_actor_prepare(sx_actor *actor, const sx_step *step, sx_error *err);
/* NULL when the name is not that of a persistent request. */
sx_persistent *sx_actor_persistent(sx_actor *actor, int64_t name);
/* The variable in which a request of that name is; NULL: there is none. */
uint32_t *sx_actor_request(sx_actor *actor, int64_t name);

/* Whether it has no request that is not over, but persistent ones that are not started. */
bool sx_actor_is_idle(sx_actor *actor);

/* Errors: SX_NOMEM. */
sx_status sx_actor_await(sx_actor *actor, sx_mail *mail, uint32_t request, sx_error *err);
/* All requests of the rank that are not over. Errors: SX_NOMEM. */
sx_status sx_actor_await_all(sx_actor *actor, sx_mail *mail, sx_error *err);
/* Whether the call at hand is over; then it waits for nothing more, and what it completed is forgotten. */
bool sx_actor_goes_on(sx_actor *actor, sx_mail *mail);
/* The call is over whatever it waited for. */
void sx_actor_let_go(sx_actor *actor, sx_mail *mail);

#endif
