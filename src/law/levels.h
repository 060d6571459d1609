/* What one loop over the levels of a hierarchy of grids shows, for the rest of the program: on level l there are 2^l places
 * along an axis at the most, so that active places are max(1, extent / 2^l) apart. Where ranks fall idle follows for
 * calls that in all inputs are on levels on which none do. */
#ifndef SX_LAW_LEVELS_H
#define SX_LAW_LEVELS_H

#include "law/law.h"

enum { SX_LEVELS = 8 };

/* Trips of a loop that ranks leave when they fall idle. */
typedef struct sx_levels {
    const sx_expr *trips; /* what told it */
    uint32_t grid;
    bool
        from_end; /* active is whose coordinate + 1 is a multiple of the distance, not the coordinate */
    int64_t first; /* the level of the first trip; one less with every trip */
} sx_levels;

/* A level on which something happens; or with a step of 1 or -1 one for each trip of the loop at this depth. */
typedef struct sx_level {
    const sx_levels *of;
    int64_t first, step;
    uint32_t depth;
    const sx_expr *points; /* of the whole grid along an axis */
} sx_level;

/* To be found by what comes later; those beyond SX_LEVELS are left out. Errors: SX_NOMEM. */
sx_status sx_levels_note(sx_arena *arena, sx_runs *runs, const sx_levels *levels,
                         sx_error *err);

/* Of what was noted since there were `before`, while this law was searched, leaves what is in it: trips of which another law was found are no levels. */
void sx_levels_keep(sx_runs *runs, uint32_t before, const sx_expr *law);

/* Is the rank active on the level, on all axes? NULL when out of memory. */
const sx_expr *sx_level_active(sx_arena *arena, const sx_runs *runs,
                               const sx_level *level);

/* Is its coordinate on this axis active on the level, but on the next coarser one not (falls) or still (stays), where
 * there are places that are not? NULL when out of memory. */
const sx_expr *sx_level_falls(sx_arena *arena, const sx_level *level, uint32_t axis);
const sx_expr *sx_level_stays(sx_arena *arena, const sx_level *level, uint32_t axis);

/* End points: the next active place up or down an axis, around or open; *ret_axis which. And sizes of what is exchanged
 * along that axis: spanned by the others, with the points that a place has on the level, and rims. `law` is what
 * was found else: it gives way, and is a doubt wherever it differs; unchanged where nothing fits. Errors: SX_NOMEM. */
sx_status sx_level_peer(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                        const sx_level *level, sx_law *law, uint32_t *ret_axis,
                        sx_error *err);
sx_status sx_level_size(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                        const sx_level *level, uint32_t axis, sx_law *law, sx_error *err);

/* The law of something on a level, which gives every sample, in place of another that does, too, and is a doubt. It stands on what that one stands on; where
 * that is not proved, and where there was none, on axes as long as those of the samples. Errors: SX_NOMEM. */
sx_status sx_level_prefer(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                          const sx_level *level, const sx_expr *expr, sx_law *law,
                          sx_error *err);

#endif
