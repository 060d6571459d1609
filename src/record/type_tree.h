/* Derived datatypes by how they were made. MPI itself knows, so that constructors need not be watched: a
 * type is looked into when its handle is seen for the first time, and one that is made anew in every
 * iteration is the same as long as its parameters are. */
#ifndef SX_RECORD_TYPE_TREE_H
#define SX_RECORD_TYPE_TREE_H

#include "record/types.h"

/* Index of a datatype that does not come with MPI; -1 when out of memory. */
int64_t sx_type_tree_find(sx_types *types, MPI_Datatype type);

/* Was the entry of `types->types` made here, and what does the trace say of it? Errors: SX_NOMEM. */
bool sx_type_tree_is(const sx_intern_item *item);
sx_status sx_type_tree_entry(const sx_intern_item *item, sx_arena *arena,
                             sx_type *ret_type);

#endif
