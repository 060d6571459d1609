/* What differs between the MPI libraries that the recorder is built for: whose state a call finds, and
 * which clock there is. host_mpi.c is for ranks that are processes, host_smpi.c for simulated ones. Beside
 * these, only record/fortran.h and smpi_process.c know which MPI library it is. */
#ifndef SX_RECORD_HOST_H
#define SX_RECORD_HOST_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SX_SCRATCH_REQUESTS,
    SX_SCRATCH_LIST,
    SX_SCRATCH_STATUSES,
    SX_SCRATCH_HITS,
    SX_SCRATCH_SLOTS
};

/* What belongs to a thread of a rank, since several may be in calls at the same time. */
typedef struct sx_thread {
    bool inside; /* of a recorded call: MPI calls from there are not the application's */
    uint64_t left; /* when the call before was over, ns */
    uint64_t polls; /* unsuccessful tests and probes since the last completion or probe */
    void *scratch[SX_SCRATCH_SLOTS];
    size_t scratch_size[SX_SCRATCH_SLOTS];
} sx_thread;

/* The recorder of the calling rank, zeros at first, and the calling thread of it. */
#ifdef SX_HOST_SMPI
struct sx_recorder *sx_recorder_here(void);
sx_thread *sx_thread_here(void);
#else /* at fixed places, which every call looks at */
extern struct sx_recorder sx_host_recorder __attribute__((visibility("hidden")));
extern __thread sx_thread sx_host_thread
    __attribute__((visibility("hidden"), tls_model("initial-exec")));

static inline struct sx_recorder *sx_recorder_here(void)
{
    return &sx_host_recorder;
}

static inline sx_thread *sx_thread_here(void)
{
    return &sx_host_thread;
}
#endif

/* The base name of the program; and how long the name of a module is without what the host adds to
 * tell the copies of it apart. */
const char *sx_host_program(void);
size_t sx_host_module_length(const char *module);

/* The name in Fortran of a predefined type, from the one that the MPI library says. */
const char *sx_host_fortran_type(const char *name);

/* The status that a Fortran program has as these integers. */
MPI_Status sx_host_status(const MPI_Fint *fortran);

/* Nanoseconds of a monotonic clock; the same at the end of the recorder's own work, which takes no virtual
 * time; and whether time passes by itself, so that the time stamp counter
 * measures the same. */
uint64_t sx_host_now(void);
uint64_t sx_host_resume(void);
bool sx_host_has_real_time(void);

#endif
