/* Work is counted, so that what takes too long ends alike everywhere. */
#ifndef SX_ALIGN_STEPS_H
#define SX_ALIGN_STEPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* False when there are not as many left; NULL: any number is. */
static inline bool sx_steps_spend(uint64_t *left, uint64_t steps)
{
    if (!left)
        return true;
    *left -= steps < *left ? steps : *left;
    return *left > 0;
}

#endif
