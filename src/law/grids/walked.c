/* The axes of a grid along which messages go to the next place. */
#include "law/grids/parts.h"

#include <stdlib.h>

bool sx_grids_is_own_digit(const sx_digit_law *law, uint32_t a)
{
    return law->kind != SX_DIGIT_CONSTANT && law->from == a && law->sign == 1 &&
           !law->end && law->shift == 0;
}

/* The axis along which all ranks, or all but those at its end, have the next place; ndims where that is none. */
static uint32_t walked_axis(const sx_slot_law *law, uint32_t ndims)
{
    uint32_t walked = ndims;
    if (!law->explained || law->domain == SX_SLOT_OTHER)
        return ndims;
    for (uint32_t a = 0; a < ndims; a++) {
        const sx_digit_law *axis = &law->axis[a];
        if (sx_grids_is_own_digit(axis, a))
            continue;
        bool next = axis->kind != SX_DIGIT_CONSTANT && axis->from == a &&
                    axis->sign == 1 && !axis->end && llabs(axis->shift) == 1;
        if (!next || walked < ndims)
            return ndims;
        walked = a;
    }
    return walked;
}

sx_walked sx_grids_walked(const sx_grid_law *law, const sx_slot_table *table,
                          const size_t *which, size_t n)
{
    unsigned walked = 0, to_an_end = 0;
    for (size_t k = 0; k < n; k++) {
        uint32_t axis = walked_axis(&law->slot[k], law->ndims);
        if (table->of_comm[which[k]] || axis == law->ndims)
            continue;
        walked |= 1u << axis;
        if (law->slot[k].axis[axis].kind == SX_DIGIT_OPEN)
            to_an_end |= 1u << axis;
    }
    return (sx_walked) { (uint8_t)walked, (uint8_t)to_an_end };
}
