/* The regions that the application marks: their names, and which are open in this rank. */
#ifndef SX_RECORD_REGIONS_H
#define SX_RECORD_REGIONS_H

#include "record/intern.h"
#include "trace/trace.h"

enum { SX_REGIONS_OPEN = 64, SX_REGION_NAME = 256 };

/* Why a mark is not taken. */
typedef enum sx_regions_fault {
    SX_REGIONS_OK,
    SX_REGIONS_NAME, /* none, or longer than SX_REGION_NAME bytes */
    SX_REGIONS_DEPTH, /* more than SX_REGIONS_OPEN are open */
    SX_REGIONS_OTHER, /* this is not the region that was opened last */
    SX_REGIONS_NOMEM
} sx_regions_fault;

/* All zero is one without regions. */
typedef struct sx_regions {
    sx_intern names; /* with their final NUL */
    uint32_t nopen;
    uint32_t open[SX_REGIONS_OPEN]; /* indices of the names, outermost first */
} sx_regions;

void sx_regions_finish(sx_regions *regions);

/* *ret_index is that of the name. */
sx_regions_fault sx_regions_begin(sx_regions *regions, const char *name,
                                  uint32_t *ret_index);
sx_regions_fault sx_regions_end(sx_regions *regions, const char *name,
                                uint32_t *ret_index);

/* The name of the region opened last; NULL when none is open. */
const char *sx_regions_innermost(const sx_regions *regions);

/* The table of a trace. Errors: SX_NOMEM. */
sx_status sx_regions_table(const sx_regions *regions, sx_arena *arena, sx_trace *trace);

#endif
