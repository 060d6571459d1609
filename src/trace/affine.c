#include "trace/affine.h"

#include "base/checked.h"

/* The steps of nested counters, and of digits, go along one axis that is not known. */
bool sx_affine_take(sx_affine *affine, const int64_t *point, int64_t value)
{
    int64_t change, part, step;
    unsigned unknown = SX_AFFINE_AXES;
    bool fits = !sx_is_special(value) &&
                !sx_sub_overflows(value, affine->value, &change) && change != INT64_MIN;
    for (unsigned a = 0; a < affine->axes && affine->started && fits; a++) {
        step = point[a] - affine->point[a];
        if (step && !affine->known[a]) {
            fits = unknown == SX_AFFINE_AXES;
            unknown = a;
        } else if (step) {
            fits = !sx_mul_overflows(affine->slope[a], step, &part) &&
                   !sx_sub_overflows(change, part, &change);
        }
    }
    if (!fits)
        return false;
    for (unsigned a = 0; a < affine->axes; a++) {
        if (a == unknown) {
            step = point[a] - affine->point[a];
            fits = change % step == 0;
            affine->slope[a] = change / step;
            affine->known[a] = true;
        }
        affine->point[a] = point[a];
        affine->most[a] = point[a] > affine->most[a] ? point[a] : affine->most[a];
    }
    fits = fits && (!affine->started || unknown < SX_AFFINE_AXES || change == 0);
    affine->started = true;
    affine->value = value;
    return fits;
}

bool sx_affine_origin(const sx_affine *affine, int64_t *ret_origin)
{
    int64_t origin = affine->value, part, reach;
    for (unsigned a = 0; a < affine->axes; a++)
        if (sx_mul_overflows(affine->slope[a], affine->point[a], &part) ||
            sx_sub_overflows(origin, part, &origin))
            return false;
    if (origin == INT64_MIN)
        return false;
    reach = origin < 0 ? -origin : origin;
    for (unsigned a = 0; a < affine->axes; a++)
        if (sx_mul_overflows(affine->slope[a], affine->most[a], &part) ||
            part == INT64_MIN || sx_add_overflows(reach, part < 0 ? -part : part, &reach))
            return false;
    *ret_origin = origin;
    return true;
}

/* sum + slope * variable; sum may be NULL. */
static const sx_expr *add_term(sx_arena *arena, const sx_expr *sum, int64_t slope,
                               const sx_expr *variable)
{
    bool minus = sum && slope < 0;
    const sx_expr *term =
        slope == 1
            ? variable
            : sx_expr_make(arena, SX_EXPR_MUL, sx_expr_int(arena, minus ? -slope : slope),
                           variable, NULL);
    return sum ? sx_expr_make(arena, minus ? SX_EXPR_SUB : SX_EXPR_ADD, sum, term, NULL)
               : term;
}

const sx_expr *sx_affine_expr(sx_arena *arena, const sx_affine *affine, int64_t origin,
                              const sx_expr *const *axis)
{
    const sx_expr *sum = NULL;
    for (int falling = 0; falling < 2; falling++)
        for (unsigned a = 0; a < affine->axes; a++) {
            if (affine->slope[a] == 0 || (affine->slope[a] < 0) != falling)
                continue;
            sum = add_term(arena, sum, affine->slope[a], axis[a]);
            if (!sum)
                return NULL;
        }
    if (!sum)
        return sx_expr_int(arena, origin);
    if (origin == 0)
        return sum;
    return sx_expr_plus(arena, sum, origin);
}
