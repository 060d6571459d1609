/* The ranks on which a person would look to see what a trace does: those of its run or, where
 * the number of ranks is open or very large, those of two small runs of the same program; and
 * the grid on which they are arranged. */
#ifndef SX_REPORT_STAGE_H
#define SX_REPORT_STAGE_H

#include "trace/place.h"

typedef struct sx_stage {
    sx_trace trace; /* bound */
    sx_place_of *place;
    uint32_t ndims; /* axis 1 varies fastest; 1 where no grid is known */
    int64_t dim[SX_MAX_DIMS];
} sx_stage;

/* None where no small run is possible: then nothing can be seen. What is said must hold on
 * all stages. */
typedef struct sx_stages {
    size_t n;
    sx_stage at[2];
} sx_stages;

/* The tables are in the arena. Errors: SX_NOMEM. O(size of the trace). */
sx_status sx_stages_init(sx_stages *stages, sx_arena *arena, const sx_trace *trace,
                         sx_error *err);
void sx_stages_finish(sx_stages *stages);

#endif
