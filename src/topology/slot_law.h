/* The digit laws of one slot on given dims: the inner loop of sx_topology_law. */
#ifndef SX_TOPOLOGY_SLOT_LAW_H
#define SX_TOPOLOGY_SLOT_LAW_H

#include "topology/topology.h"

/* Runs on candidate dims. */
typedef struct sx_topology_grid {
    const sx_topology_run *run;
    size_t nruns;
    uint32_t ndims;
    const int64_t (*dim)[SX_MAX_DIMS]; /* nruns */
    int64_t **coord; /* nruns: of every rank, ndims numbers */
} sx_topology_grid;

/* Finds the lightest law that holds on every rank of every run; false when there is none.
 * `residue` is scratch for SX_SLOT_TRACKERS x nruns numbers. ret_weight: description
 * length. */
enum { SX_SLOT_TRACKERS = SX_MAX_DIMS * (2 * SX_MAX_DIMS + 1) };
bool sx_slot_law_find(const sx_topology_grid *grid, size_t slot, int64_t *residue,
                      sx_slot_law *ret_law, unsigned *ret_weight);

#endif
