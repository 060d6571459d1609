#include "generate/generate.h"

#include "generate/c_mpi.h"

#include <string.h>

const sx_backend sx_backends[] = {
    { "c", "C with MPI: one file for mpicc", sx_c_emit },
};
const size_t sx_backend_count = sizeof sx_backends / sizeof *sx_backends;

const sx_backend *sx_backend_named(const char *name)
{
    for (size_t i = 0; i < sx_backend_count; i++)
        if (strcmp(sx_backends[i].name, name) == 0)
            return &sx_backends[i];
    return NULL;
}
