/* Whether the ranks of a trace may come to wait for each other for ever, and who waits for whom then: deadlocks. A send
 * is taken to wait for its receive and a collective operation for all, since MPI allows both; receives from anybody take
 * what may come. See match/run.h. */
#ifndef SX_MATCH_PROGRESS_H
#define SX_MATCH_PROGRESS_H

#include "match/run.h"

typedef enum sx_progress_verdict {
    SX_PROGRESS_UNCHECKED,
    SX_PROGRESS_FREE, /* everybody comes to the end */
    SX_PROGRESS_STUCK, /* nobody does by what was recorded: the deadlock is possible in this trace */
    SX_PROGRESS_STUCK_SOME, /* for some matching: if a receive from anybody takes another message */
    SX_PROGRESS_MISMATCH /* members of a communicator do not make the same call */
} sx_progress_verdict;

typedef struct sx_progress {
    sx_progress_verdict verdict;
    const char *why_not; /* UNCHECKED */
    uint64_t wildcards, runs;
    uint64_t events; /* that were looked at, in all runs */
    bool every; /* matching of receives from anybody was looked at */
    bool
        loose; /* tests, and completions of any of several requests, had it as suited them */
    size_t nstuck, circle; /* see sx_passage */
    const sx_stuck *stuck;
    int64_t unless; /* sends of so many bytes are buffered; -1: buffers do not help */
    sx_decision choice; /* STUCK_SOME: the last that was unusual */
    const sx_node *node[2]; /* MISMATCH */
    sx_rank rank[2];
    int64_t root[2]; /* SX_NULL: none */
    size_t
        nsenders; /* FREE, STUCK_SOME: who sent to receives from anybody where everybody came to the end */
    const sx_sender *sender;
    size_t
        nhalted; /* STUCK, STUCK_SOME: who had sent to receives from anybody when nobody went on */
    const sx_sender *halted;
} sx_progress;

typedef struct sx_progress_options {
    sx_rank most_ranks;
    uint64_t most_events; /* that are looked at, in all runs */
    bool matchings; /* look at others than one that comes to the end */
    bool senders; /* keep them */
    uint64_t most_before; /* a further run is begun; 0: as many as are looked at in all */
} sx_progress_options;

/* Up to 4,096 ranks, and some 10^8 events: a minute or two where no matching comes to the end. */
extern const sx_progress_options sx_progress_defaults;

/* The trace must be bound and numbered. Results are the arena's. Errors: SX_NOMEM. */
sx_status sx_progress_check(sx_arena *arena, const sx_trace *trace,
                            const sx_progress_options *options, sx_progress *ret_progress,
                            sx_error *err);

#endif
