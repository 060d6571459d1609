/* The state of the recorder in one rank, and the path that every recorded call takes:
 *
 *     sx_call call;
 *     if (!sx_call_enter(&call, SX_OP_Send))          not recording, or inside of another call
 *         return PMPI_Send(..);
 *     int rc = PMPI_Send(..);
 *     if (sx_call_returned(&call, rc, __builtin_return_address(0)))
 *         sx_record_..(&call, ..);                    fills call.input (record/events.h)
 *     sx_call_leave(&call);                           appends the event
 *     return rc;
 *
 * What cannot be recorded becomes an Opaque event; what goes wrong in here never reaches the
 * application. */
#ifndef SX_RECORD_RECORDER_H
#define SX_RECORD_RECORDER_H

#include "record/callsite.h"
#include "record/clock.h"
#include "record/comms.h"
#include "record/compress.h"
#include "record/counted.h"
#include "record/digest.h"
#include "record/host.h"
#include "record/regions.h"
#include "record/requests.h"
#include "record/scatter.h"
#include "record/types.h"

#include "trace/extremes.h"
#include "trace/some_ranks.h"

#include <pthread.h>

enum { SX_MEMORY_MB = 256 }; /* of a rank, if not said */

typedef struct sx_recorder {
    bool started; /* takes part in the merge, whatever happens */
    bool active; /* between MPI_Init and MPI_Finalize, and nothing went wrong */
    bool times, sketches; /* sketches: times in bins fine enough for any quantile */
    bool verify;
    bool drop_tags, average_v; /* what the trace may lose */
    uint32_t draw_limit; /* runs of a value past which it may lose its order; 0: none */
    bool
        passes; /* packed sequences through the merge, which then makes nothing of values */
    bool keep_order; /* of completions, although only timing decides it */
    bool threads; /* MPI_THREAD_MULTIPLE: several calls may be in here */
    bool paused; /* calls are counted by name instead, but tables are kept up */
    bool pcontrol_names; /* levels 1 and -1 of MPI_Pcontrol have names of regions */
    bool fortran; /* the program called mpi_init_ */
    bool warned, region_warned;
    const char *output;
    int rank, size;
    MPI_Comm world; /* a private duplicate, for the merge */
    uint64_t
        near_root; /* ranks on the node of rank 0, of those whose trace this rank has */
    uint64_t spilled; /* and those of which a part went through a file */
    uint64_t unlimited; /* and those that have no such file, and no limit */
    sx_extremes spent_ns[SX_TIMES_KINDS]; /* by each of those ranks */
    int64_t computed_ns[SX_SOME_RANKS]; /* by those of trace/some_ranks.h among them */
    sx_scatter_sums scattered; /* of what those ranks computed */
    uint64_t memory; /* MB of a rank past which it does */
    pthread_mutex_t lock;
    sx_clock clock;
    sx_compress *compress;
    sx_scatter scatter; /* of this rank */
    uint32_t last_site; /* of the event before */
    sx_callsites sites;
    sx_comms comms;
    sx_types types;
    sx_requests requests;
    sx_regions regions;
    uint64_t counted[SX_COUNTED];
    uint64_t left_out[SX_OPS]; /* while it was paused */
    sx_digest digest; /* of what was called; empty without `verify` */
} sx_recorder;

/* Called by the Init wrappers before and after the real one, with what that returned, and by the Finalize
 * wrappers before it. False from _prepare: this Init is called by another one, and not the application's.
 * @collective over the world but for _prepare. */
bool sx_recorder_prepare(sx_recorder *recorder);
void sx_recorder_start(sx_recorder *recorder, sx_op op, int rc, const void *caller);
void sx_recorder_finish(sx_recorder *recorder, const void *caller);

/* Prints one line to stderr, the first time only, and stops recording in this rank: its trace is lost,
 * the application goes on. */
void sx_recorder_give_up(sx_recorder *recorder, const char *why);

/* A status as Fortran has it. */
#ifdef MPI_F_STATUS_SIZE
#define SX_STATUS_INTS MPI_F_STATUS_SIZE
#else
#define SX_STATUS_INTS (sizeof(MPI_Status) / sizeof(MPI_Fint))
#endif

typedef struct sx_call {
    sx_recorder *recorder;
    sx_thread *thread;
    const uintptr_t *frame; /* of the wrapper */
    uint64_t entered, returned; /* ns */
    bool event; /* to be appended */
    bool dropped; /* but not this one */
    /* Completions: the handles as they were before the call, and where they are. */
    size_t nrequests;
    const MPI_Request *request;
    const void *where;
    bool fortran;
    /* And what says who sent: the caller's statuses, or own ones where it wants none. */
    void *status; /* NULL where nobody asked */
    bool own_status;
    union {
        MPI_Status c;
        MPI_Fint f[SX_STATUS_INTS];
    } own;
    sx_input input;
    bool has_line; /* for the digest */
    sx_line line;
} sx_call;

bool sx_call_begin(sx_call *call, sx_op op);
/* Inline, so that the frame is the caller's. */
__attribute__((always_inline)) static inline bool sx_call_enter(sx_call *call, sx_op op)
{
    call->frame = __builtin_frame_address(0);
    return sx_call_begin(call, op);
}
bool sx_call_returned(sx_call *call, int rc, const void *caller);
void sx_call_leave(sx_call *call);

/* Ends what the application has left open, with a warning (wrap_control.c). */
void sx_recorder_close_regions(sx_recorder *recorder, const void *caller);

/* Makes the call an Opaque event: nothing more may be added. */
void sx_call_opaque(sx_call *call);

/* Counts a call that makes a communicator; when true, sx_recorder_comm_made is wanted after it, so that
 * all members know the new one by the same name. */
bool sx_recorder_counts_comm(sx_counted what);
void sx_recorder_comm_made(MPI_Comm parent, MPI_Comm made);
/* The application named a communicator. */
void sx_recorder_comm_named(MPI_Comm comm, const char *name, size_t length);

/* Memory for `count` things of `size` bytes until the calling thread's next recorded call; slots
 * are independent. NULL when there is none. */
void *sx_scratch(int slot, size_t count, size_t size);

#endif
