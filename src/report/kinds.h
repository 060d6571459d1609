/* Datatypes by what they hold. A Fortran program and a C program that do the same have types of other names: MPI_INTEGER
 * and MPI_INT; and libraries differ in which names of theirs are one type. */
#ifndef SX_REPORT_KINDS_H
#define SX_REPORT_KINDS_H

#include "trace/trace.h"

/* What a type of MPI's holds: "integer" (logical values, too), "real", "complex", "bytes" (characters, too); pairs as "integer pair"
 * and "real pair". Other types by their own name. */
const char *sx_type_kind(const char *name);

/* Gives the trace a table in which types have their kinds as names, so that types of one kind and size are the same, and derived ones that
 * are made of such. Errors: SX_NOMEM. */
sx_status sx_types_by_kind(sx_arena *arena, sx_trace *trace, sx_error *err);

#endif
