/* A rank is a process, and its threads are threads. */
#include "record/host.h"

#include "record/recorder.h"

#include <errno.h>
#include <string.h>
#include <time.h>

sx_recorder sx_host_recorder;
__thread sx_thread sx_host_thread;

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
