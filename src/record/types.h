/* The datatypes and reduction operations that a rank uses, by what the trace says of them. */
#ifndef SX_RECORD_TYPES_H
#define SX_RECORD_TYPES_H

#include "record/handles.h"
#include "record/intern.h"
#include "trace/trace.h"

#include <mpi.h>

typedef struct sx_types {
    sx_intern types; /* size, name and how it was made, see types.c */
    sx_intern redops; /* names */
    sx_handles predefined; /* types whose handles cannot be reused */
    sx_handles derived; /* live ones that were seen */
    int keyval; /* tells when one of these is gone; there once `has_keyval` */
    bool has_keyval;
    /* Those looked up last: a predefined type, and an operation (another that gets its handle has its name); their
     * index + 1, 0 for none. */
    MPI_Datatype last;
    MPI_Op last_redop;
    int64_t last_index, last_redop_index;
} sx_types;

void sx_types_finish(sx_types *types);

/* The following of another one than the last time. */
int64_t sx_types_look_up(sx_types *types, MPI_Datatype type);
int64_t sx_types_look_up_redop(sx_types *types, MPI_Op op);

/* Index of the datatype; -1 when out of memory. */
static inline int64_t sx_types_find(sx_types *types, MPI_Datatype type)
{
    return types->last_index && types->last == type ? types->last_index - 1
                                                    : sx_types_look_up(types, type);
}

/* Index of the reduction operation; -1 when out of memory. */
static inline int64_t sx_types_redop(sx_types *types, MPI_Op op)
{
    return types->last_redop_index && types->last_redop == op
               ? types->last_redop_index - 1
               : sx_types_look_up_redop(types, op);
}

/* The tables `type` and `redop` of a trace. Errors: SX_NOMEM. */
sx_status sx_types_tables(const sx_types *types, sx_arena *arena, sx_trace *trace,
                          sx_error *err);

#endif
