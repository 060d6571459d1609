/* Ranks as mixed-radix numbers. */
#ifndef SX_TOPOLOGY_DIGITS_H
#define SX_TOPOLOGY_DIGITS_H

#include "topology/topology.h"

/* The digits of a rank in [0, product of dims); axis 0 is the fastest. */
static inline void sx_digits_of(int64_t rank, uint32_t ndims, const int64_t *dim,
                                int64_t *ret)
{
    for (uint32_t a = 0; a < ndims; a++) {
        ret[a] = rank % dim[a];
        rank /= dim[a];
    }
}

/* Are all peers in range? Errors: SX_INVALID, which names slot and rank. */
sx_status sx_topology_check(const sx_topology_run *run, size_t nslots, sx_error *err);

#endif
