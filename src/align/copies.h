/* Calls that a compiler made of one: where code for some ranks is another than for others, as behind a condition that jumps go past, the same call of the source stands at
 * several addresses, and each of these is a call site. */
#ifndef SX_ALIGN_COPIES_H
#define SX_ALIGN_COPIES_H

#include "trace/trace.h"

/* Call sites of traces of a build that may be copies. */
typedef struct sx_copies sx_copies;

/* Pairs of call sites with calls of one operation, of which no rank has both in any trace: what one rank does both of may be a loop that was unrolled, whose
 * trips are better apart. *ret_sites has the modules and call sites to look at, none where there is no such pair. Errors: SX_NOMEM.
 * O(call sites squared x ranks), no more of them than SX_COPIES_SITES. */
enum { SX_COPIES_SITES = 1 << 9 };
sx_status sx_copies_find(sx_arena *arena, const sx_trace *trace, size_t n,
                         sx_copies **ret_copies, sx_trace *ret_sites, sx_error *err);

/* Makes one call site of those that are at the same place of the source. place[s] is where call site s of *ret_sites is, 0 where that is not known. New parts
 * are the arena's. Errors: SX_NOMEM. */
sx_status sx_copies_unite(sx_arena *arena, sx_trace *trace, size_t n,
                          const sx_copies *copies, const uint64_t *place, sx_error *err);

#endif
