/* Messages of one rank to all others, one after the other, which one MPI_Bcast may stand for: `--replace sends=bcast` of generated programs. */
#ifndef SX_GENERATE_C_FAN_H
#define SX_GENERATE_C_FAN_H

#include "generate/c_writer.h"

typedef struct sx_c_fan {
    const sx_node *receive; /* of all others */
    int64_t root; /* the rank that sends */
} sx_c_fan;

/* Are these two nodes of a block, in either order, a loop of the root alone that sends to each other rank once, and their receives: the same
 * bytes with one tag, and no other call? False also where that cannot be told. `around` is who takes part in the block. Of recorded values
 * O(their numbers). */
bool sx_c_is_fan(sx_c_writer *w, const sx_node *first, const sx_node *second,
                 const sx_domain *around, sx_c_fan *ret_fan);

/* A loop that not all ranks are known to go through alike. */
bool sx_c_is_uneven(const sx_node *loop);

/* The broadcast, where it is asked for. */
void sx_c_fan_bcast(sx_c_writer *w, const sx_c_fan *fan);

#endif
