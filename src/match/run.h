/* All ranks of a trace through their programs, each as far as it gets without the others: whether they all come to the
 * end. A send waits for its receive unless it is buffered, and collective operations wait for all, which is all that
 * MPI promises; so whoever gets through does so everywhere, as long as there is nothing to choose.
 *
 * This is Algorithm 2 of the paper, with one difference: it goes from rank to rank by who can go on, not by
 * who is waited for, and decides on receives from anybody when nobody can. So it needs no list of transfers (L3) to see
 * that there was no progress, and all messages that a receive may take are there when one is chosen.
 *
 * @source Wu, Mueller, Pakin, "A Methodology for Automatic Generation of Executable Communication Specifications from
 * Parallel MPI Applications", 2014, 4.4; choosing last follows Vakkalanka, Gopalakrishnan, Kirby, "Dynamic verification
 * of MPI programs with reductions in presence of split operations and relaxed orderings", 2008. */
#ifndef SX_MATCH_RUN_H
#define SX_MATCH_RUN_H

#include "match/actor.h"

/* At decision number `at` another than the usual offer. */
typedef struct sx_turn {
    uint64_t at, option;
} sx_turn;

/* Who was where when nobody could go on. */
typedef struct sx_stuck {
    sx_rank rank;
    const sx_node *node; /* NULL: it has ended */
    sx_rank waits_for; /* -1: nobody */
    bool receives; /* to receive from it */
    int64_t bytes; /* of a send that could be buffered; -1: none */
} sx_stuck;

typedef struct sx_decision {
    const sx_node *node; /* the receive */
    sx_rank rank, sender; /* of the world */
    uint64_t options, usual; /* and which of them is taken without a turn */
} sx_decision;

/* A receive from anybody that got a message, or one at the same event that was from somebody. */
typedef struct sx_sender {
    const sx_node *node;
    uint32_t comm;
    sx_rank rank, sender; /* of the world; SX_NULL: nobody */
    uint64_t execution;
} sx_sender;

typedef enum sx_run_end {
    SX_RUN_THROUGH,
    SX_RUN_STUCK,
    SX_RUN_MISMATCH, /* two make different operations together, or with different roots */
    SX_RUN_LEFT_OVER, /* of a trip that stands for others something is left (see match/shorten.h) */
    SX_RUN_UNPLACED, /* a call with whom the trace does not say */
    SX_RUN_EXHAUSTED /* there were more events than were to be looked at */
} sx_run_end;

typedef struct sx_run_options {
    int64_t buffered; /* sends of up to so many bytes do not wait; -1: none */
    uint64_t most_events;
    bool senders; /* keep them */
    size_t nturns;
    const sx_turn *turn; /* ascending */
} sx_run_options;

typedef struct sx_passage {
    sx_run_end end;
    uint64_t events, wildcards;
    bool loose; /* what was completed first was not known */
    bool several; /* there was something to choose */
    size_t nstuck;
    sx_stuck *
        stuck; /* each waits for the next, and the last for stuck[circle], or it has ended */
    size_t circle;
    sx_step mismatch[2];
    sx_rank mismatch_rank[2];
    size_t ndecisions;
    sx_decision *decision;
    size_t nsenders;
    sx_sender *sender;
} sx_passage;

typedef struct sx_runner sx_runner;

/* Takes some memory for each rank and event of the trace. The trace must be bound and numbered. Errors:
 * SX_NOMEM; of evaluation. */
sx_status sx_runner_create(const sx_trace *trace, sx_runner **ret_runner, sx_error *err);
void sx_runner_destroy(sx_runner *runner);

/* Looks where ranks answer what they receive from anybody, by which later runs choose, and which events receive from anybody, of
 * which later runs keep all senders. O(events). */
sx_status sx_runner_learn(sx_runner *runner, sx_error *err);

/* What *ret_run points to is the runner's until the next one. Errors: SX_NOMEM; of evaluation. O(events), and for each
 * decision O(P + messages on their way to one rank). */
sx_status sx_runner_run(sx_runner *runner, const sx_run_options *options,
                        sx_passage *ret_run, sx_error *err);

#endif
