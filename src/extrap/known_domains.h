/* Sets of ranks whose laws were asked for before: events next to each other have the same, and a second round over the
 * program asks for all of them again. */
#ifndef SX_EXTRAP_KNOWN_DOMAINS_H
#define SX_EXTRAP_KNOWN_DOMAINS_H

#include "law/domain.h"

/* How much of the runs was found so far that laws of sets are made of: with more there may be other laws. */
typedef struct sx_known_state {
    size_t grids, borders, directions, levels, neighbours, constants, settled;
} sx_known_state;

typedef struct sx_known_domain {
    uint64_t hash; /* of both sets */
    const bool *in, *within; /* the caller's */
    sx_known_state state; /* when it was asked */
    sx_domain domain;
} sx_known_domain;

typedef struct sx_known_domains {
    size_t n, capacity;
    sx_known_domain *domain;
} sx_known_domains;

/* As sx_domain_find, whose answer it keeps; in and within stay as they are for as long as `known` is used. */
sx_status sx_known_domains_find(sx_arena *arena, sx_known_domains *known, sx_runs *runs,
                                const bool *in, const bool *within, sx_domain *ret_domain,
                                sx_error *err);

#endif
