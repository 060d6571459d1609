/* Laws found so far by their samples: senders and receivers, directions and sweeps often have the same values, and what
 * few inputs show may follow a law that more of them do. */
#ifndef SX_EXTRAP_KNOWN_H
#define SX_EXTRAP_KNOWN_H

#include "law/law.h"

typedef struct sx_known_law {
    uint64_t hash; /* of the samples */
    sx_samples samples;
    size_t constants; /* sx_known_constants before the law was searched */
    bool is_explained; /* why there is no law */
    unsigned uses; /* values that have it */
    sx_law law;
} sx_known_law;

typedef struct sx_known {
    size_t n, capacity;
    sx_known_law *law;
} sx_known;

/* How many constants are recovered, numbers of points settled, and borders between ranks known, so far. */
size_t sx_known_constants(const sx_runs *runs);

/* The law of equal samples, which then has one use more; NULL when there is none yet. *ret_hash is that of the samples. */
sx_known_law *sx_known_find(sx_known *known, const sx_samples *samples,
                            uint64_t *ret_hash);

/* A law of these samples, of which a copy is made. Errors: SX_NOMEM. */
sx_status sx_known_add(sx_arena *arena, sx_known *known, const sx_samples *samples,
                       uint64_t hash, const sx_law *law, size_t constants,
                       sx_known_law **ret_law, sx_error *err);

/* Constants found late may explain what came before, unless that is proved: forgets what is not and was searched with
 * fewer constants. */
void sx_known_forget(sx_known *known, size_t constants);

/* What some inputs do not show, and is not proved, follows the law that most other values have which more inputs show; and so does a number in doubt, which stays proved where
 * it was and others have the same. */
void sx_known_follow(sx_arena *arena, const sx_known *known, const sx_runs *runs,
                     const sx_samples *samples, sx_law *law);

/* What no family explains, or only in pieces that are no more than exact, has the law that the other end has, said of that end's rank: `end` is the law of the event's end point. What
 * a root deals out row by row, each of the others receives. Errors: SX_NOMEM. */
sx_status sx_known_across(sx_arena *arena, const sx_known *known, const sx_runs *runs,
                          const sx_samples *samples, const sx_value *end, sx_law *law,
                          sx_error *err);

#endif
