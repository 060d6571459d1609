/* The order in which calls stand in the body of a loop, from what follows what as ranks make them. */
#ifndef SX_ALIGN_CALL_ORDER_H
#define SX_ALIGN_CALL_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Calls that are put in order; more are left as they are. */
enum { SX_CALL_ORDER = 10 };

/* A trip ends where a call comes that is not behind the last one: the order in which that happens least, of those alike the one
 * nearest to the order by number. place[c] is where call c stands. follows[a * n + b] is how often b comes right after a. False when
 * there are too many calls. O(2^n n^2). */
bool sx_call_order(size_t n, const uint64_t *follows, size_t *ret_place);

#endif
