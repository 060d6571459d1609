/* What all ranks of a trace send, receive and call together, added up by channels and groups. Loops whose trips are all
 * alike are looked at once. */
#ifndef SX_MATCH_TALLY_H
#define SX_MATCH_TALLY_H

#include "match/act.h"
#include "match/index.h"
#include "match/levels.h"
#include "match/match.h"
#include "match/together.h"

/* One side of a channel: 0 sends, 1 receives. */
typedef struct sx_flow {
    const sx_node *node; /* the first; NULL: none */
    sx_rank rank; /* of the world */
    int64_t least, most; /* bytes */
    bool unknown; /* of some the bytes are not known */
} sx_flow;

/* A group of a communicator and the calls of its members. */
typedef struct sx_party {
    sx_rank first; /* the member that was looked at first; -1: none yet */
    sx_stream calls; /* of it */
    uint64_t residue; /* of the parts, over all members (sx_parts_residue) */
    bool apart; /* some member has other calls */
} sx_party;

/* A member that does not call what the first one does. */
typedef struct sx_apart {
    uint32_t comm;
    sx_rank rank[2];
} sx_apart;

typedef struct sx_tally {
    const sx_trace *trace;
    sx_groups *groups;
    sx_acts *acts;
    uint64_t most_events, elements;
    bool exhausted; /* there were more events */
    sx_index channels, parties; /* of parties only comm and group */
    sx_levels *
        levels; /* twice the number of communicators for the rank at hand, then two for each channel */
    size_t flow_capacity, party_capacity;
    sx_flow (*flow)[2];
    sx_party *party;
    size_t naparts, apart_capacity;
    sx_apart *apart;
    uint64_t *cancelled; /* by rank of the world */
    uint64_t unplaced;
    sx_parts parts;
    struct sx_findings *findings;
} sx_tally;

/* `findings` takes what is wrong with single acts. To be finished also after a failure. Errors: SX_NOMEM;
 * of evaluation. */
sx_status sx_tally_make(sx_tally *tally, const sx_trace *trace, uint64_t most_events,
                        struct sx_findings *findings, sx_error *err);
void sx_tally_finish(sx_tally *tally);

/* The sizes of one side of a channel, as a fingerprint. */
sx_stream sx_tally_sizes(const sx_tally *tally, size_t channel, int side);

/* That were looked at, elements of lists too. */
uint64_t sx_tally_events(const sx_tally *tally);

/* Whether there is no more time to look at events. */
bool sx_tally_exhausted(const sx_tally *tally);

#endif
