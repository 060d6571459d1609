/* All loops of the merged program, and all values that stand in one. */
#ifndef SX_ALIGN_EACH_LOOP_H
#define SX_ALIGN_EACH_LOOP_H

#include "align/loop_trips.h"

/* `in` tells, by rank of all runs, who executes the loop; it may be changed. Errors: SX_NOMEM ends it. */
typedef sx_status (*sx_loop_visitor)(void *context, sx_node *loop, const bool *in);

/* Visits inner loops before those around them, and numbers the program anew. Errors: SX_NOMEM. */
sx_status sx_runs_each_loop(sx_arena *arena, sx_runs *runs, sx_loop_visitor visit,
                            void *context, sx_error *err);

/* The same of of->arena and of->runs, with a scratch arena that is there during the visits. */
sx_status sx_runs_each_loop_trips(sx_loop_trips *of, sx_loop_visitor visit, void *context,
                                  sx_error *err);

/* By rank, start[t] is its first execution of the value in trip t of the loop (sx_loop_starts). False ends it. */
typedef bool (*sx_loop_value_visitor)(void *context, const sx_value *value,
                                      const bool *in, int64_t *const *start);

/* Visits the parameters of calls and the trips of inner loops, in their order; lists are left out, whose lengths differ. False when
 * a visit was, or trips could not be read. */
bool sx_loop_each_value(const sx_loop_trips *of, const sx_node *loop, const bool *in,
                        sx_loop_value_visitor visit, void *context);

#endif
