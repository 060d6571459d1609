/* The communicators of a rank, identified across ranks by how they were made: the parent and which of
 * the creating calls on the parent it was. */
#ifndef SX_RECORD_COMMS_H
#define SX_RECORD_COMMS_H

#include "base/checked.h"
#include "record/handles.h"
#include "trace/trace.h"

#include <mpi.h>

typedef struct sx_comm_entry {
    sx_comm_kind kind;
    uint32_t parent, serial;
    int size, rank;
    bool inter; /* an intercommunicator: its events are opaque */
    /* Serial numbers of the next creating calls on it. Calls that not all of the parent's
     * members make count apart. */
    uint32_t next_serial, next_group_serial;
    char *name; /* given by the application, or NULL */
    const MPI_Comm *pending; /* of Comm_idup: the handle is written some time later */
} sx_comm_entry;

/* From the own rank to another one, the shorter way round. */
static inline int64_t sx_comm_distance(const sx_comm_entry *comm, int rank)
{
    int64_t distance = (int64_t)rank - comm->rank;
    distance += distance < 0 ? comm->size : 0;
    if (distance < 0 || distance >= comm->size) /* not one of its ranks */
        distance = sx_floor_mod(distance, comm->size);
    return 2 * distance > comm->size ? distance - comm->size : distance;
}

/* Serials of MPI_Comm_create_group and of communicators from nowhere start here, so that all numbers
 * of a parent differ. */
enum { SX_SERIAL_GROUP = 1 << 29, SX_SERIAL_UNKNOWN = 1 << 30 };

typedef struct sx_comms {
    uint32_t n, capacity, unknown;
    sx_comm_entry *entry; /* by index in the trace; 0 world, 1 self */
    sx_handles handles; /* live communicators to their index */
    MPI_Comm last; /* the one looked up last */
    uint32_t last_index;
    int keyval; /* tells when a communicator is freed */
} sx_comms;

/* After MPI_Init. False when out of memory. */
bool sx_comms_init(sx_comms *comms);
void sx_comms_finish(sx_comms *comms);

/* sx_comms_find of another one than the last time. */
int64_t sx_comms_look_up(sx_comms *comms, MPI_Comm comm);
/* Index of a communicator (not MPI_COMM_NULL); one that was never seen becomes one of unknown origin.
 * -1 when out of memory. */
static inline int64_t sx_comms_find(sx_comms *comms, MPI_Comm comm)
{
    return comm == comms->last ? (int64_t)comms->last_index
                               : sx_comms_look_up(comms, comm);
}

/* Which creating call on the parent this is, and what comes of it: index of the new one, -1 when out
 * of memory, SX_NULL for MPI_COMM_NULL. */
int64_t sx_comms_made(sx_comms *comms, sx_comm_kind kind, uint32_t parent, MPI_Comm made);
/* The same for a call that only the members of the new one make. @collective over `made`. */
int64_t sx_comms_made_by_group(sx_comms *comms, uint32_t parent, MPI_Comm made);
/* The same for MPI_Comm_idup: *made will be a duplicate of the parent. */
int64_t sx_comms_will_be_made(sx_comms *comms, uint32_t parent, const MPI_Comm *made);

/* The application named it; `length` bytes. False when out of memory. */
bool sx_comms_named(sx_comms *comms, MPI_Comm comm, const char *name, size_t length);

/* The table `comm` of a trace, as the world rank `rank` has it. Errors: SX_NOMEM. */
sx_status sx_comms_table(const sx_comms *comms, int rank, sx_arena *arena,
                         sx_trace *trace, sx_error *err);

#endif
