/* Programs that complete all their requests at a time. */
#ifndef SX_GENERATE_C_POSTED_H
#define SX_GENERATE_C_POSTED_H

#include "generate/c_writer.h"

/* How many requests are open at most, where every Waitall is for all that there are on every rank, and nothing else names any;
 * else 0. */
int64_t sx_c_most_posted(sx_c_writer *w);

/* Is it each of the n latest requests once? In order the earliest comes first. */
bool sx_c_names_all(sx_c_writer *w, const sx_node *node, int64_t n, bool *ret_in_order);

#endif
