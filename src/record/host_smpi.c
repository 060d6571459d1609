/* A rank is a simulated process of SimGrid's SMPI: all are user contexts of one process, one of which runs
 * at a time, and none has threads. The preloaded recorder is there once, so that a rank's state is found by
 * the number of its process. */
#include "record/host.h"

#include "record/recorder.h"

#include <simgrid/actor.h>
#include <simgrid/engine.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct rank_state {
    sx_recorder recorder;
    sx_thread thread;
} rank_state;

/* By process; a rank's state stays where it is, since other ranks run while it waits. */
static rank_state **state;
static size_t nstates;

static rank_state *state_here(void)
{
    size_t pid = (size_t)sg_actor_self_get_pid();
    if (pid < nstates && state[pid])
        return state[pid];
    if (pid >= nstates) {
        size_t n = 2 * pid + 64;
        rank_state **more = realloc(state, n * sizeof *more);
        if (!more)
            abort();
        memset(more + nstates, 0, (n - nstates) * sizeof *more);
        state = more;
        nstates = n;
    }
    state[pid] = calloc(1, sizeof **state);
    if (!state[pid])
        abort();
    return state[pid];
}

sx_recorder *sx_recorder_here(void)
{
    return &state_here()->recorder;
}

sx_thread *sx_thread_here(void)
{
    return &state_here()->thread;
}

/* The process is smpimain: the program is its first argument. glibc hands these to constructors. */
static const char *program = "";

__attribute__((constructor)) static void look_at_arguments(int argc, char **argv)
{
    const char *slash = argc > 1 ? strrchr(argv[1], '/') : NULL;
    if (argc > 1)
        program = slash ? slash + 1 : argv[1];
}

const char *sx_host_program(void)
{
    return program;
}

/* SMPI's copies of the program are called program_PID_RANK.so. */
size_t sx_host_module_length(const char *module)
{
    size_t length = strlen(module);
    char suffix[64];
    snprintf(suffix, sizeof suffix, "_%d_%d.so", (int)getpid(), sx_recorder_here()->rank);
    size_t added = strlen(suffix);
    return length > added && strcmp(module + length - added, suffix) == 0 ? length - added
                                                                          : length;
}

/* Most types of Fortran are those of C there (smpi_init_fortran_types), and known by one name. */
const char *sx_host_fortran_type(const char *name)
{
    static const char *const row[][2] = {
        { "MPI_CHAR", "MPI_CHARACTER" },
        { "MPI_INT", "MPI_INTEGER" },
        { "MPI_INT8_T", "MPI_INTEGER1" },
        { "MPI_INT16_T", "MPI_INTEGER2" },
        { "MPI_INT32_T", "MPI_INTEGER4" },
        { "MPI_INT64_T", "MPI_INTEGER8" },
        { "MPI_DOUBLE", "MPI_DOUBLE_PRECISION" },
        { "MPI_COMPLEX8", "MPI_COMPLEX" },
        { "MPI_COMPLEX16", "MPI_DOUBLE_COMPLEX" },
        { "MPI_2INT", "MPI_2INTEGER" },
        { "MPI_UINT32_T", "MPI_LOGICAL" },
        { "MPI_2FLOAT", "MPI_2REAL" },
        { "MPI_2DOUBLE", "MPI_2DOUBLE_PRECISION" },
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        if (strcmp(row[i][0], name) == 0)
            return row[i][1];
    }
    return name;
}

/* SMPI hands its C functions the Fortran program's status as it is, and has no PMPI_Status_f2c. */
MPI_Status sx_host_status(const MPI_Fint *fortran)
{
    MPI_Status status;
    memcpy(&status, fortran, sizeof status);
    return status;
}

/* PMPI_Wtime is between these two as well: the computation since smpi_bench_begin becomes virtual time in
 * smpi_bench_end, and is measured again from the next smpi_bench_begin on. Besides, PMPI_Wtime lets
 * 10 ns pass, so that loops end that wait for a time; that switches to other ranks, at ten times the
 * cost of all that the recorder does. */
void smpi_bench_end(void) __attribute__((weak));
void smpi_bench_begin(void) __attribute__((weak));

static uint64_t virtual_ns(double seconds)
{
    return (uint64_t)(seconds * 1e9 + 0.5);
}

uint64_t sx_host_now(void)
{
    if (!smpi_bench_end || !smpi_bench_begin)
        return virtual_ns(PMPI_Wtime());
    smpi_bench_end();
    double now = simgrid_get_clock();
    smpi_bench_begin();
    return virtual_ns(now);
}

/* Begins to measure anew, so that what was since is forgotten. */
uint64_t sx_host_resume(void)
{
    if (smpi_bench_begin)
        smpi_bench_begin();
    return virtual_ns(simgrid_get_clock());
}

bool sx_host_has_real_time(void)
{
    return false;
}
