/* The size, lower bound and extent that a datatype has by how it was made (MPI 3.1, 4.1). */
#ifndef SX_TRACE_TYPE_SIZE_H
#define SX_TRACE_TYPE_SIZE_H

#include "trace/trace.h"

/* Sets them in *type, whose types are rows of `table` (those that are not constructed are as long as their size, without
 * padding). False, and *type as it was, where arguments are missing or do not tell (a distributed array), or a number does
 * not fit. What an implementation adds at the end of a struct for alignment is not in it. O(arguments). */
bool sx_type_measure(const sx_type *table, sx_type *type);

#endif
