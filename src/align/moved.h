/* A program that was built again has its call sites elsewhere. Where no function and line tells which is which, the
 * place in the program does: the same calls in the same loops, in the same order. */
#ifndef SX_ALIGN_MOVED_H
#define SX_ALIGN_MOVED_H

#include "trace/trace.h"

/* Of one build, most call sites of the shorter list are in the other: more than coincidences. How often a function has called itself is no matter. */
bool sx_moved_is_same_build(const sx_trace *a, const sx_trace *b);

/* Gives call sites of `trace` the frames of those in `first` at the same place in the program, and all others frames
 * of a module of their own, if that finds three quarters of the shorter list. Places pair up by the
 * alignment of both programs, in textual order, in which most calls of one operation, with the same parameters and in
 * the same loops, meet; call sites, then, by how many of their calls met, one with one.
 * *ret_moved is how many were found so; 0 where the trace stays as it is: of the same build or program name, too
 * few found, or more than SX_MOVED_LIMIT pairs of nodes. O(nodes of the one times nodes of the other). New parts are the
 * arena's, or those of the first. Errors: SX_NOMEM. */
enum { SX_MOVED_LIMIT = 1 << 26 };
sx_status sx_moved_find(sx_arena *arena, const sx_trace *first, sx_trace *trace,
                        size_t *ret_moved, sx_error *err);

#endif
