/* Messages of one rank to all others of a communicator, which one MPI_Bcast may stand for: `--replace sends=bcast` of generated programs.
 * Where the root sends by Isend, its messages go to nobody then, so that all requests keep their names. */
#ifndef SX_GENERATE_C_FAN_H
#define SX_GENERATE_C_FAN_H

#include "generate/c_writer.h"

typedef struct sx_c_fan {
    const sx_node *receive; /* of all others */
    int64_t root; /* the rank that sends */
} sx_c_fan;

/* How many nodes of the block from `at` on are a loop of the root alone that sends to each other rank once, and their receives: the same
 * bytes with one tag, and no other call, but for completions by the root between them. 0: they are not, or it cannot be told. `around` is who takes
 * part in the block. Of recorded values O(their numbers). */
size_t sx_c_find_fan(sx_c_writer *w, const sx_block *block, size_t at,
                     const sx_domain *around, sx_c_fan *ret_fan);

/* A loop that not all ranks are known to go through alike. */
bool sx_c_is_uneven(const sx_node *loop);

/* The broadcast, where it is asked for. */
void sx_c_fan_bcast(sx_c_writer *w, const sx_c_fan *fan);

/* The same in each group of a communicator of a trace of one run, with a root of that rank in it each. */
bool sx_c_fans_in_groups(sx_c_writer *w, uint32_t comm, const sx_node *loop,
                         const sx_node *send, const sx_node *receive, int64_t *ret_root);

/* To whom this call of a fan sends: the partner, or nobody while the broadcast is made. */
const char *sx_c_fan_peer(sx_c_writer *w, const sx_node *node, const char *peer);
/* Is it left out while the broadcast is made? */
bool sx_c_is_left_out(const sx_c_writer *w, sx_op op);

#endif
