/* Random parts of a number that is known: what each of n gets when `total` things are dealt out to them by chance, each thing
 * to anybody with the same chance. What a formula trace has where the parts have no law and their sum has one. */
#ifndef SX_TRACE_SHARE_H
#define SX_TRACE_SHARE_H

#include <stdbool.h>
#include <stdint.h>

/* Part k mod n of division k div n: the parts of a division add up to `total`, and the same division is the same on every
 * machine. A division is a tree of halves: of m things, a half of a places among b gets binomial(m, a/b) many, and the
 * number is drawn from a hash of the division and of the halves around it. False for n < 1, k < 0, total < 0. O(log n). */
bool sx_share(int64_t total, int64_t n, int64_t k, int64_t *ret_part);

#endif
