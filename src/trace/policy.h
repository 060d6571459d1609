/* How the dims of a process grid follow from the number of ranks: the policies that
 * programs use. Replaceable: a policy is one row of a table. Which one a set of traces
 * follows is found by src/topology; here they are evaluated. */
#ifndef SX_TRACE_POLICY_H
#define SX_TRACE_POLICY_H

#include "base/status.h"
#include "trace/expr.h"

typedef struct sx_policy {
    const char *name;
    const char *description;
    uint32_t ndims;
    bool has_arg; /* takes a constant, such as the fixed extent */
    bool
        arg_is_order; /* which is an order of axes (trace/halved.h), and no number of ranks */
    /* dim[0] is the axis that varies fastest. False when p has no such grid. p >= 1. */
    bool (*dims)(int64_t p, int64_t arg, int64_t dim[SX_MAX_DIMS]);
} sx_policy;

extern const sx_policy sx_policies[];
extern const size_t sx_policy_count;

/* Dims that are told and follow from nothing, by their number less 1: `dims` is NULL. */
extern const sx_policy sx_policy_given[SX_MAX_DIMS];

/* MPI_Dims_create as simulated runs have it, in the place of the rows "dims_create-.." of the table. */
enum { SX_POLICY_SIMGRID = 6 };
extern const sx_policy sx_policy_simgrid[SX_POLICY_SIMGRID];

/* Dims that a program states, in a Cartesian communicator, by no policy of the table: for 2 axes, 3, and 4. Inputs have
 * those stated; at other p, which they do not follow from, `dims` stands in with those of MPI_Dims_create. */
enum { SX_POLICY_STATED = 3 };
extern const sx_policy sx_policy_stated[SX_POLICY_STATED];
bool sx_policy_is_stated(const sx_policy *policy);

/* Dims of which some are held at a number, in a Cartesian communicator of three axes: along one axis alone, then those of MPI_Dims_create
 * for the other two, then the same of simulated runs. */
enum { SX_POLICY_LINES = 3, SX_POLICY_HELD_CREATE = 6, SX_POLICY_HELD = 15 };
extern const sx_policy sx_policy_held[SX_POLICY_HELD];

/* Dims that follow from the sides of a domain, which are the argument (trace/sides.h): first those of least surface and the others in which their ratio alone counts, then
 * those that want the numbers of points. Where no other policy has the dims of all inputs. */
enum { SX_POLICY_SURFACES = 3, SX_POLICY_RATIOS = 8, SX_POLICY_SIDES = 14 };
extern const sx_policy sx_policy_sides[SX_POLICY_SIDES];
/* Is the argument sides? Also of a copy of such a row. */
bool sx_policy_has_sides(const sx_policy *policy);

/* Which numbers of ranks a program takes, where no grid says so: powers of two, and even numbers. No grids of places. */
enum { SX_POLICY_SCOPE = 2 };
extern const sx_policy sx_policy_scope[SX_POLICY_SCOPE];
bool sx_policy_is_scope(const sx_policy *policy);

/* Does it go another way beyond arg ranks? */
bool sx_policy_switches(const sx_policy *policy);

/* Dims by a policy of three axes, the first two of which, or the last two, are one: rivals of grids of two, and no laws
 * themselves. */
enum { SX_POLICY_MERGED = 14 };
extern const sx_policy sx_policy_merged[SX_POLICY_MERGED];
/* Are there three axes at p? */
bool sx_policy_merges(const sx_policy *merged, int64_t p);
/* Which of its two axes is two in one: that and the next one of the three. */
uint32_t sx_policy_merged_axis(const sx_policy *merged);
/* The policy of the three axes. */
const sx_policy *sx_policy_merged_from(const sx_policy *merged);

/* The dims of p ranks of which some may be told: a grid with told_ndims axes (0: nothing is told) has those. False
 * when the policy has none, or others. */
bool sx_policy_dims(const sx_policy *policy, int64_t p, int64_t arg, uint32_t told_ndims,
                    const int64_t *told, int64_t ret_dim[SX_MAX_DIMS]);

/* NULL when there is none. */
const sx_policy *sx_policy_named(const char *name);

/* The nearest p below and above that have a grid (0 when none within a factor of 4). */
void sx_policy_nearest(const sx_policy *policy, int64_t arg, int64_t p,
                       int64_t *ret_below, int64_t *ret_above);

/* Binds a copy of the trace to p: P, and dims of every grid by its law; for grids on a
 * communicator other than the world, by its size (which must be the same expression for
 * every rank). The tree is shared. `given_dims` (ndims given_ndims, or 0) overrides the
 * law of the first grid that has as many. Constants that are laws become numbers. Errors: SX_INVALID naming
 * the law and the nearest valid p, or a parameter that is open. */
struct sx_trace;
struct sx_arena;
sx_status sx_trace_bind(struct sx_arena *arena, const struct sx_trace *formula, int64_t p,
                        const int64_t *given_dims, uint32_t given_ndims,
                        struct sx_trace *ret_trace, sx_error *err);

#endif
