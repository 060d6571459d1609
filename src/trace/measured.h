/* How long a run took that a formula trace was made from. A formula trace has it of each as meta data: input.0,
 * input.1 .. */
#ifndef SX_TRACE_MEASURED_H
#define SX_TRACE_MEASURED_H

#include "trace/slowness.h"
#include "trace/some_ranks.h"

enum { SX_MEASURED_OPS = 6 };

/* What ranks spent on the mean before and in all calls of one operation. */
typedef struct sx_measured_op {
    sx_op op;
    double computation_ns, communication_ns;
} sx_measured_op;

typedef struct sx_measured {
    int64_t p;
    uint32_t nparams; /* of the program, in the order of the formula trace */
    int64_t param[SX_MAX_PARAMS];
    double
        time_ns; /* between MPI_Init and the end of MPI_Finalize: on the mean of all ranks, or more where the busiest one needs that */
    double computation_ns,
        busiest_ns; /* what ranks computed on the mean, and the one that computed most */
    sx_slowness slowness; /* most 0: not known */
    bool has_shares;
    double share
        [SX_SOME_RANKS]; /* what some ranks computed (trace/some_ranks.h), of the mean */
    uint32_t nops; /* operations in which everybody has something else for everybody */
    sx_measured_op op[SX_MEASURED_OPS];
} sx_measured;

/* Of the trace of a run; where it does not say what single ranks computed, busiest_ns is what they computed on the mean.
 * False when it has no times. */
bool sx_measured_of(const sx_trace *trace, const sx_trace *formula,
                    sx_measured *ret_measured);

/* Adds what runs took to the meta data of the formula trace made from them, in ascending order of scales. Errors: SX_NOMEM. */
sx_status sx_measured_note(sx_arena *arena, const sx_trace *const *run, size_t n,
                           sx_trace *formula, sx_error *err);

/* Takes it away, from what is no formula trace any more. Errors: SX_NOMEM. */
sx_status sx_measured_drop(sx_arena *arena, sx_trace *trace, sx_error *err);

/* Number i of those that a formula trace has, from 0; false when there is none, or it is not written as here. */
bool sx_measured_at(const sx_trace *formula, size_t i, sx_measured *ret_measured);

/* How uneven ranks of the largest input were of which that is known; most is 0 where it is of none. */
sx_slowness sx_measured_slowness(const sx_trace *formula);

/* Notes in a bound trace, which was made from the formula, that ranks are as uneven as those of the largest input of which that is
 * known. Errors: SX_NOMEM. */
sx_status sx_measured_pass_slowness(sx_arena *arena, const sx_trace *formula,
                                    sx_trace *trace, sx_error *err);

bool sx_measured_is_key(const char *key);

#endif
