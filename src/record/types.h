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
    MPI_Op
        last_redop; /* the one looked up last; another that gets its handle has its name */
    int64_t last_redop_index; /* + 1, 0 for none */
} sx_types;

void sx_types_finish(sx_types *types);

/* Index of the datatype; -1 when out of memory. */
int64_t sx_types_find(sx_types *types, MPI_Datatype type);
/* Index of the reduction operation; -1 when out of memory. */
int64_t sx_types_redop(sx_types *types, MPI_Op op);

/* The tables `type` and `redop` of a trace. Errors: SX_NOMEM. */
sx_status sx_types_tables(const sx_types *types, sx_arena *arena, sx_trace *trace,
                          sx_error *err);

#endif
