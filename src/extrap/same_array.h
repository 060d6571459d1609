/* How much calls move of which one input alone shows the size. Where everybody has a part for everybody, of the same count each, an array is dealt out anew: it has
 * as many elements in all as the parts of all ranks together. A program goes another way at some scale (slabs become pencils), by other
 * calls, but with the same array; what one input shows of them would be one number for all scales beside that. */
#ifndef SX_EXTRAP_SAME_ARRAY_H
#define SX_EXTRAP_SAME_ARRAY_H

#include "trace/trace.h"

/* Of a formula trace: where a count is one number, which one of the `n` scales of the inputs shows, and all ranks have there as many elements of that type in all
 * as by another call at two of them or more, the law of the count becomes that number of elements, divided by P and by the size of the
 * communicator. Evidence stays as it is. Looked at are the first and the last rank. Errors: SX_NOMEM. O(n x events of a rank with loops folded). */
sx_status sx_same_array_choose(sx_arena *arena, sx_trace *formula, const int64_t *p,
                               size_t n, sx_error *err);

#endif
