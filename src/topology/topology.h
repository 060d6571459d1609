/* From the end points of a program's messages to its process grid. Seen by rank numbers
 * alone, a grid is a mixed-radix number system: a neighbour's rank differs from the own
 * in its digits, by the same amounts on every rank, once the right dims are chosen. Here
 * are the paper's detection (by critical nodes), the detection of dims in one run by
 * digits, and the law that holds in all runs: a dims policy, and a law per digit of every
 * end point. Axis 0 is the fastest varying everywhere, so that row- or column-major
 * numbering shows as the order of the axes. All ranks are those of one communicator of p
 * ranks. */
#ifndef SX_TOPOLOGY_TOPOLOGY_H
#define SX_TOPOLOGY_TOPOLOGY_H

#include "base/arena.h"
#include "base/status.h"
#include "trace/policy.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* In a slot: the rank takes no part. (SX_NULL: it does, its peer is MPI_PROC_NULL.) */
#define SX_NONE INT64_MIN

/* One run. A slot is one end point of the program's text (the peer of an event at a call
 * site), as every rank has it: peer[slot][rank] is a rank in [0, p), SX_NULL or SX_NONE.
 */
typedef struct sx_topology_run {
    int64_t p;
    const int64_t *const *peer;
    /* The dims that its grid of so many axes has, where somebody said so; else 0 axes. */
    uint32_t told_ndims;
    const int64_t *told;
    /* The dims of a Cartesian communicator of all ranks; 0 axes where there is none. */
    uint32_t known_ndims;
    const int64_t *known;
} sx_topology_run;

/* ---- The paper's method, one run ---- */

/* The end points of every rank, relative to it ((peer - rank) mod p, in (-p/2, p/2]),
 * ascending and without repetitions: those of rank r are offset[start[r]] ..
 * offset[start[r + 1] - 1]. */
typedef struct sx_adjacency {
    int64_t p;
    const size_t *start; /* p + 1 */
    const int64_t *offset;
} sx_adjacency;

/* The joint adjacency lists of some slots (which[0 .. n)); of all when which is NULL.
 * Errors: SX_NOMEM, SX_INVALID (a peer out of range). */
sx_status sx_topology_adjacency(sx_arena *arena, const sx_topology_run *run,
                                const size_t *which, size_t n, sx_adjacency *ret,
                                sx_error *err);

typedef struct sx_topology_paper_result {
    size_t ngroups;
    int64_t *group_size; /* ngroups: ranks with one adjacency list, by their first rank */
    int64_t *group; /* p: the group of every rank */
    int64_t loop_length, critical_group_size;
    size_t ncritical;
    int64_t *critical; /* the critical nodes, ascending */
    uint32_t ndims;
    int64_t nodes[SX_MAX_DIMS]; /* n_1 .. n_d */
    int64_t dim[SX_MAX_DIMS]; /* s_1 .. s_d */
} sx_topology_paper_result;

/* The three steps of the paper. Errors: SX_NOMEM; SX_NOTFOUND when the steps lead to no
 * grid (the number of critical nodes in a loop is no power of two, or sizes do not
 * divide); the message says at which.
 * @source paper 001, 3.1. Where it is silent: the number of dims follows from the
 * critical nodes in one iteration of the loop (2^(d-1), or 2^d when nothing repeats); of
 * several groups of the critical size, those are critical whose lists have as many pairs
 * +o, -o as that of node 0, the first critical node (an extent of 3 makes the middle of
 * an edge as rare as a corner, but it has both neighbours). O(p x end points + p log p). */
sx_status sx_topology_paper(sx_arena *arena, const sx_adjacency *lists,
                            sx_topology_paper_result *ret, sx_error *err);

/* ---- The dims of one run, by digits ---- */

typedef struct sx_grid_shape {
    uint32_t ndims;
    int64_t dim[SX_MAX_DIMS];
    bool periodic[SX_MAX_DIMS]; /* some end point goes around on this axis */
    uint64_t differences; /* distinct digit differences, summed over the slots; nslots
                             when perfect */
    uint64_t strays; /* slots where a rank takes no part though its peer would be in the
                        grid */
} sx_grid_shape;

/* The ordered factorisations of p into 1 to max_dims extents (of at least 2, unless p is
 * 1) for which the slots have the fewest distinct digit differences (modulo the dims; a
 * null peer inside the grid counts as one more), then the fewest strays, then the fewest
 * axes: all those equally good, in lexicographic order. A single run tells less than
 * several: see sx_topology_law. max_dims 0 means 4.
 * Errors: SX_NOMEM, SX_INVALID (p, a peer out of range).
 * O(factorisations x slots x p), given up early for each that is no better. */
sx_status sx_topology_digits(sx_arena *arena, const sx_topology_run *run, size_t nslots,
                             uint32_t max_dims, const sx_grid_shape **ret_shape,
                             size_t *ret_n, sx_error *err);

/* ---- The law of several runs ---- */

typedef enum sx_digit_kind {
    SX_DIGIT_OPEN, /* the peer is null where the digit leaves [0, dim) */
    SX_DIGIT_WRAP, /* modulo dim */
    SX_DIGIT_CONSTANT /* sign is 0 */
} sx_digit_kind;

/* One digit of a peer, on an axis of extent dim:
 * sign * c[from] + shift + (end ? dim : 0). */
typedef struct sx_digit_law {
    sx_digit_kind kind;
    uint32_t from; /* the axis whose coordinate of the own rank counts; mostly the same */
    int sign; /* 1, -1; 0 when constant */
    bool end; /* the shift counts from the far end: -1 is the last place. Not with WRAP */
    int64_t shift;
    /* Another shift fits every run as well: at extent 2, +1 is -1; at 3, +2 is -1; where
     * all runs have one extent, counting from the far end is no different. other_shift
     * (with other_end) is the one of the next larger magnitude, at most the largest
     * extent seen. */
    bool ambiguous, other_end;
    int64_t other_shift;
} sx_digit_law;

/* Who takes part in a slot's event. */
typedef enum sx_slot_domain {
    SX_SLOT_ALL, /* everybody, in every run */
    /* Exactly the ranks whose peer is in the grid: the others would step over the
     * boundary of an open axis. No peer is null. */
    SX_SLOT_INSIDE,
    SX_SLOT_OTHER /* does not follow from this law */
} sx_slot_domain;

typedef struct sx_slot_law {
    bool explained;
    sx_slot_domain domain;
    sx_digit_law axis[SX_MAX_DIMS];
} sx_slot_law;

typedef struct sx_grid_law {
    const sx_policy *policy;
    int64_t arg;
    uint32_t ndims;
    bool periodic[SX_MAX_DIMS]; /* an explained slot goes around on this axis */
    size_t explained; /* slots that are */
    size_t domains; /* of them, those whose domain is not OTHER */
    unsigned weight; /* description length of the digit laws; shifts by 0 are free */
    sx_slot_law *slot; /* nslots */
} sx_grid_law;

/* The policies, best first, that explain the largest number of slots. A slot is explained
 * when on every axis one digit law gives the peer's digit on every rank that takes part,
 * in every run, and null peers are exactly where an open digit leaves the grid. Order:
 * the most slots explained, the most domains, the fewest axes, the least weight, no
 * argument before one, table order. Listed after the first are those that explain the
 * same slots: the version space, whose members may disagree at a target. *ret_n is 0 when
 * no policy explains any slot. A slot without a peer in any run is explained by none.
 * [in] run       nruns >= 1; slot k is the same end point in every run
 * [in] policy    the table to choose from: sx_policies, sx_policy_count. Policies with an
 *                argument are tried with every divisor of any p, from 2 on, or with orders of axes where dims are known; those with other dims than a run
 *                was told are out. Where all runs were told dims that none of them has, the policy is
 *                sx_policy_given.
 * [out] ret_law  in the arena
 * Errors: SX_NOMEM, SX_INVALID (a peer out of range).
 * O(policies x slots x ranks) at worst; a policy that is wrong for a slot mostly costs a
 * few ranks.
 * @source paper 001, 3.2 (d' = sum of (a_i S_i + b_i) prod S_j), split into its digits:
 * a_i = 0 or +-1. */
sx_status sx_topology_law(sx_arena *arena, const sx_topology_run *run, size_t nruns,
                          size_t nslots, const sx_policy *policy, size_t npolicies,
                          const sx_grid_law **ret_law, size_t *ret_n, sx_error *err);

/* How many different numbers of ranks the runs have. */
size_t sx_topology_scales(const sx_topology_run *run, size_t nruns);

/* The peer of a rank by a slot's law: in [0, product of dims), or SX_NULL. */
int64_t sx_slot_law_peer(const sx_slot_law *law, uint32_t ndims, const int64_t *dim,
                         int64_t rank);

#endif
