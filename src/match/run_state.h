/* The state of a runner, shared by the files of sx_runner only. */
#ifndef SX_MATCH_RUN_STATE_H
#define SX_MATCH_RUN_STATE_H

#include "match/run.h"

struct sx_runner {
    const sx_trace *trace;
    const sx_run_options *options;
    sx_groups *groups;
    sx_mail mail;
    sx_rally rally;
    sx_actor *actor;
    size_t nready; /* a stack */
    sx_rank *ready;
    bool *is_wild; /* by node: it may receive from anybody */
    bool *is_answered; /* by node: where ranks send to who they got something from */
    bool *one_sender; /* by rank: all that it ever gets is from one other */
    bool over; /* it has ended otherwise than by going through */
    sx_passage run;
    size_t stuck_capacity, decision_capacity, sender_capacity, next_turn;
};

/* Ranks that waited for what is completed now go on, but for the one at hand. */
void sx_runner_drain(sx_runner *runner);

/* A send that no buffer makes return. */
bool sx_runner_is_synchronous(sx_op op);

/* Who sent to a receive, if that is kept. Errors: SX_NOMEM. */
sx_status sx_runner_note(sx_runner *runner, const sx_request *receive, sx_rank sender,
                         sx_error *err);

/* When nobody goes on: the first rank with a receive from anybody that may take something takes it. Errors: SX_NOMEM. */
sx_status sx_runner_choose(sx_runner *runner, bool *ret_any, sx_error *err);
/* After a run that went through: in all others it is the same who sends to whom. */
void sx_runner_count_senders(sx_runner *runner);

/* From the first rank that cannot go on to whom it waits for, and so on, until one comes again. Errors: SX_NOMEM. */
sx_status sx_runner_follow(sx_runner *runner, sx_error *err);

#endif
