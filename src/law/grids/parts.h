/* The parts of sx_grids_find, inner to it. */
#ifndef SX_LAW_GRIDS_PARTS_H
#define SX_LAW_GRIDS_PARTS_H

#include "law/grids.h"
#include "law/slots.h"
#include "trace/policy.h"

/* policies.c */

/* The rows of the table that the runs may follow, with MPI_Dims_create as their MPI has it; those of `ndims` axes only, where that is not
 * 0. NULL when out of memory. */
sx_policy *sx_grids_policies(sx_arena *arena, const sx_runs *runs, uint32_t ndims,
                             size_t *ret_n);

/* Those that hold an axis of three at a number, added to such rows. */
void sx_grids_add_held(const sx_runs *runs, sx_policy *policy, size_t *n);

/* walked.c */

/* Is the digit that of the own rank along axis a? */
bool sx_grids_is_own_digit(const sx_digit_law *law, uint32_t a);

/* The axes along which some end point is the next place, a bit each, and those of them at whose ends one is nobody. */
typedef struct sx_walked {
    uint8_t axes, to_an_end;
} sx_walked;
sx_walked sx_grids_walked(const sx_grid_law *law, const sx_slot_table *table,
                          const size_t *which, size_t n);

/* sides.c */

/* Are there so many numbers of ranks that a range of sides means something? */
bool sx_grids_tell_sides(const sx_topology_run *run, size_t nruns);

/* Looks for dims that follow from the sides of a domain where the best law of a first grid leaves slots that are open: it is then in the place of the best
 * one where it explains more of them, and messages go along all its axes. */
sx_status sx_grids_by_sides(sx_arena *arena, const sx_runs *runs,
                            const sx_slot_table *table, const sx_topology_run *run,
                            const size_t *which, size_t nslots, const sx_grid_law **law,
                            size_t *nlaws, sx_error *err);

/* take.c */

/* The dims of every run by a policy; false where a run has none, or others were told. */
bool sx_grids_dims(const sx_runs *runs, const sx_policy *policy, int64_t arg,
                   int64_t (*ret_dims)[SX_MAX_DIMS]);

/* Adds the grid of the first of n laws to the runs, whose axes are walked so; the others that give the same dims are its rivals. */
sx_status sx_grids_take(sx_arena *arena, sx_runs *runs, const sx_grid_law *law, size_t n,
                        sx_walked walked, uint32_t *ret_g, sx_error *err);

/* around.c */

/* Finds loops over the axes of the grids that are known, where these go around, and closes their slots. */
sx_status sx_grids_from_around(sx_arena *arena, sx_runs *runs, const sx_slot_table *table,
                               bool *open, sx_error *err);

/* cart.c */

/* Adds the grid of the Cartesian communicator in the table, where a policy has its dims: the law explains most of these slots, of all such
 * laws. */
sx_status sx_grids_from_cart(sx_arena *arena, sx_runs *runs, const sx_slot_table *table,
                             const sx_topology_run *run, size_t nslots,
                             const sx_grid_law **ret_law, uint32_t *ret_g,
                             bool *ret_found, sx_error *err);

/* doubling.c */

/* Adds the grids along whose axes distances double or halve, notes these axes, and closes the slots. */
sx_status sx_grids_from_doubling(sx_arena *arena, sx_runs *runs,
                                 const sx_slot_table *table, bool *open, sx_error *err);

/* End points across the diagonal of a known grid tell of no other one: closes their slots. */
void sx_grids_close_transpositions(const sx_runs *runs, const sx_slot_table *table,
                                   bool *open);

/* boxes.c */

/* Have all inputs a power of two of ranks? Rows and layers of these are as long in many ways. */
bool sx_grids_are_powers(const sx_runs *runs);

/* Is each rank's peer the next place along one axis of the grid, or nobody? */
bool sx_grids_is_step_in(const sx_runs *runs, const sx_slot_table *table, size_t slot,
                         uint32_t g);

/* Is it a step to the next layer of a box, of which messages show more than the grids that are found have, and whose layers have as many ranks as rows of the
 * grid in all inputs? */
bool sx_grids_is_of_box(const sx_runs *runs, const sx_slot_table *table, size_t slot,
                        uint32_t g);

/* Doubts grids with such rows where layers of the box have other numbers of ranks. */
sx_status sx_grids_doubt_boxes(sx_arena *arena, sx_runs *runs, const sx_slot_table *table,
                               sx_error *err);

/* groups.c */

/* Where no slot has messages along the second axis of a grid but of the first rank of each row, or of nobody, or such as are steps in a box, or none has messages within a row, groups of as many ranks as
 * the root of their number, rounded, are those rows as long as it divides them: doubts such grids where it does not, if it
 * divides in all inputs. */
sx_status sx_grids_doubt_groups(sx_arena *arena, sx_runs *runs,
                                const sx_slot_table *table, sx_error *err);

#endif
