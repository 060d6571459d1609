/* A rank is a process, and its threads are threads. */
#include "record/host.h"

#include "record/recorder.h"

#include <errno.h>
#include <string.h>
#include <time.h>

static sx_recorder the_recorder;
static __thread sx_thread the_thread __attribute__((tls_model("initial-exec")));

sx_recorder *sx_recorder_here(void)
{
    return &the_recorder;
}

sx_thread *sx_thread_here(void)
{
    return &the_thread;
}

const char *sx_host_program(void)
{
    return program_invocation_short_name;
}

size_t sx_host_module_length(const char *module)
{
    return strlen(module);
}

const char *sx_host_fortran_type(const char *name)
{
    return name;
}

MPI_Status sx_host_status(const MPI_Fint *fortran)
{
    MPI_Status status = { .MPI_SOURCE = -1 };
    PMPI_Status_f2c(fortran, &status);
    return status;
}

uint64_t sx_host_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t sx_host_resume(void)
{
    return sx_host_now();
}

bool sx_host_has_real_time(void)
{
    return true;
}
