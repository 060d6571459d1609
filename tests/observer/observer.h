/* What the wrappers of the C and of the Fortran names say to the observer. */
#ifndef OBSERVER_H
#define OBSERVER_H

#include <limits.h>
#include <mpi.h>
#include <stdint.h>

#define OBSERVER_NONE INT_MIN /* no peer, root or tag */

int64_t observer_bytes(int count, MPI_Datatype type);
void observer_message(const char *op, int peer, int64_t bytes, int tag, MPI_Comm comm);
void observer_collective(const char *op, int root, int64_t bytes, MPI_Comm comm);
/* Calls without communicator. */
void observer_plain(const char *op);
/* After the last line. */
void observer_end(void);
/* Between these two no line is written. */
void observer_enter(void);
void observer_leave(void);

#endif
