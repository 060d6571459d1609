/* Collectives whose members have a size for each other: what each says that it gives to another is what that one says it gets. */
#ifndef SX_MATCH_PARTS_H
#define SX_MATCH_PARTS_H

#include "trace/trace.h"

/* Are counts of this parameter told by all members together, so that they need not be the same for all? */
bool sx_parts_are_of(sx_op op, sx_param_id id);

/* Of an operation with a count for each member (MPI_Alltoallv, MPI_Allgatherv, MPI_Gatherv, MPI_Scatterv, MPI_Reduce_scatter): do the counts
 * of both sides agree at every number of ranks? True for other operations. Laws that say more of a place than the
 * rank in the communicator are not looked at. `scratch` may be cleared behind it. Costs their weight. */
bool sx_parts_agree(sx_arena *scratch, const sx_node *node);

#endif
