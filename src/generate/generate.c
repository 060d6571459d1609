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

bool sx_generate_extent_named(const char *name, sx_generate_extent *ret_extent)
{
    static const char *const names[] = { [SX_GENERATE_SOME] = "some",
                                         [SX_GENERATE_ALL] = "all",
                                         [SX_GENERATE_BARE] = "none" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0) {
            *ret_extent = (sx_generate_extent)i;
            return true;
        }
    return false;
}
