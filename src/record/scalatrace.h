/* Regions of a program in its ScalaExtrap trace: what lies between begin and end, so that the times of a run
 * can be told by phase. Regions nest, and may not overlap. Names are the program's. Whether the recorder is
 * there or not, nothing need be linked: the marks are calls of MPI_Pcontrol, which MPI ignores.
 *
 *     scalatrace_region_begin("sweep");
 *     ...
 *     scalatrace_region_end("sweep");
 *
 * Of the other levels of MPI_Pcontrol the recorder takes 0, which pauses it, and 1, which resumes.
 * Call these between MPI_Init and MPI_Finalize. */
#ifndef SCALATRACE_H
#define SCALATRACE_H

#include <mpi.h>

/* Levels of MPI_Pcontrol with a name behind them, a NUL-terminated string. */
#define SCALATRACE_REGION_BEGIN 1507001
#define SCALATRACE_REGION_END 1507002

static inline void scalatrace_region_begin(const char *name)
{
    MPI_Pcontrol(SCALATRACE_REGION_BEGIN, name);
}

static inline void scalatrace_region_end(const char *name)
{
    MPI_Pcontrol(SCALATRACE_REGION_END, name);
}

#endif
