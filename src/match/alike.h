/* What of a program is the same for all ranks. */
#ifndef SX_MATCH_ALIKE_H
#define SX_MATCH_ALIKE_H

#include "trace/trace.h"

/* One value for all ranks and all elements, whatever it says of the scale, of counters and of the communicator's size. */
bool sx_value_is_alike(const sx_value *value);

/* Operations with two buffers whose sizes must be equal. */
bool sx_op_has_equal_buffers(sx_op op);

/* Whether end points, tags, roots or inner trips follow the counter of the loop at this depth. */
bool sx_counter_decides(const sx_block *block, uint32_t depth);

#endif
