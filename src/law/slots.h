/* What grids are found from: for every end point in the program, the peer of each rank of each run. */
#ifndef SX_LAW_SLOTS_H
#define SX_LAW_SLOTS_H

#include "law/sample.h"
#include "topology/topology.h"

/* peer[run][slot][rank]; SX_NONE where a rank takes no part. */
typedef struct sx_slot_table {
    size_t n;
    const int64_t ***peer;
    bool *of_comm; /* the slot is of a communicator that was made, not of a message */
    /* Samples of the end points, or of the elements of a list of neighbours, of which ranks of one run have different numbers. */
    size_t nuneven;
    sx_samples *uneven;
    /* Of the end points that depend on a counter, and their slots, which are none where trips are uneven. */
    size_t nvarying;
    struct sx_varying {
        sx_samples samples;
        size_t first, nslots;
    } * varying;
    /* The dims of a Cartesian communicator of all ranks, by run; 0 axes where there is none. */
    uint32_t cart_ndims;
    int64_t (*cart)[SX_MAX_DIMS];
} sx_slot_table;

/* Slots of all point-to-point events on the world (or a communicator with the same ranks), and of the
 * communicators that were split from it or made as a Cartesian topology. Errors: SX_NOMEM. */
sx_status sx_slots_collect(sx_arena *arena, const sx_runs *runs, sx_slot_table *ret_table,
                           sx_error *err);

#endif
