/* What differs between the MPI libraries that the recorder is built for: whose state a call finds, and
 * which clock there is. host_mpi.c is for ranks that are processes. Nothing else in record knows
 * which MPI library it is. */
#ifndef SX_RECORD_HOST_H
#define SX_RECORD_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SX_SCRATCH_REQUESTS, SX_SCRATCH_LIST, SX_SCRATCH_SLOTS };

/* What belongs to a thread of a rank, since several may be in calls at the same time. */
typedef struct sx_thread {
    bool inside; /* of a recorded call: MPI calls from there are not the application's */
    uint64_t left; /* when the call before was over, ns */
    void *scratch[SX_SCRATCH_SLOTS];
    size_t scratch_size[SX_SCRATCH_SLOTS];
} sx_thread;

/* The recorder of the calling rank, zeros at first, and the calling thread of it. */
struct sx_recorder *sx_recorder_here(void);
sx_thread *sx_thread_here(void);

/* Nanoseconds of a monotonic clock; and whether time passes by itself, so that the time stamp counter
 * measures the same. */
uint64_t sx_host_now(void);
bool sx_host_has_real_time(void);

#endif
