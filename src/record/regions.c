#include "record/regions.h"

#include <string.h>

void sx_regions_finish(sx_regions *regions)
{
    sx_intern_finish(&regions->names);
    regions->nopen = 0;
}

static const char *name_of(const sx_regions *regions, uint32_t index)
{
    return sx_intern_bytes(&regions->names.item[index]);
}

const char *sx_regions_innermost(const sx_regions *regions)
{
    return regions->nopen ? name_of(regions, regions->open[regions->nopen - 1]) : NULL;
}

sx_regions_fault sx_regions_begin(sx_regions *regions, const char *name,
                                  uint32_t *ret_index)
{
    size_t length = name ? strnlen(name, SX_REGION_NAME + 1) : 0;
    if (length == 0 || length > SX_REGION_NAME)
        return SX_REGIONS_NAME;
    if (regions->nopen == SX_REGIONS_OPEN)
        return SX_REGIONS_DEPTH;
    int64_t index = sx_intern_name(&regions->names, name, length + 1);
    if (index == SX_INTERN_FULL)
        return SX_REGIONS_NOMEM;
    *ret_index = regions->open[regions->nopen++] = (uint32_t)index;
    return SX_REGIONS_OK;
}

sx_regions_fault sx_regions_end(sx_regions *regions, const char *name,
                                uint32_t *ret_index)
{
    const char *open = sx_regions_innermost(regions);
    if (!open || !name || strcmp(open, name) != 0)
        return SX_REGIONS_OTHER;
    *ret_index = regions->open[--regions->nopen];
    return SX_REGIONS_OK;
}

sx_status sx_regions_table(const sx_regions *regions, sx_arena *arena, sx_trace *trace)
{
    trace->nregions = regions->names.n;
    trace->region = SX_NEW_ARRAY(arena, const char *, trace->nregions);
    for (uint32_t i = 0; trace->region && i < trace->nregions; i++) {
        const char *name = name_of(regions, i);
        trace->region[i] = sx_arena_string(arena, name, strlen(name));
        if (!trace->region[i])
            return SX_NOMEM;
    }
    return trace->region ? SX_OK : SX_NOMEM;
}
