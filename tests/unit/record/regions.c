/* Regions of a rank nest; what does not is refused and changes nothing. */
#include "record/regions.h"
#include "tests/tap.h"

int main(void)
{
    sx_regions regions = { 0 };
    sx_arena *arena = sx_arena_create();
    sx_trace trace = { 0 };
    char longest[SX_REGION_NAME + 2];
    uint32_t index = 77;
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    ok(!sx_regions_innermost(&regions), "a region is open at the begin");
    is_int(sx_regions_end(&regions, "a", &index), SX_REGIONS_OTHER, "an end alone");
    is_int(sx_regions_begin(&regions, "a", &index), SX_REGIONS_OK, "begin a");
    is_int(index, 0, "its index");
    is_int(sx_regions_begin(&regions, "b", &index), SX_REGIONS_OK, "begin b");
    is_int(index, 1, "its index");
    is_int(sx_regions_end(&regions, "a", &index), SX_REGIONS_OTHER, "they overlap");
    is_text(sx_regions_innermost(&regions), "b", "still open");
    is_int(sx_regions_begin(&regions, "a", &index), SX_REGIONS_OK, "a in itself");
    is_int(index, 0, "the same name");
    is_int(sx_regions_begin(&regions, "", &index), SX_REGIONS_NAME, "no name");
    is_int(sx_regions_begin(&regions, NULL, &index), SX_REGIONS_NAME, "NULL");
    is_int(sx_regions_begin(&regions, longest, &index), SX_REGIONS_NAME, "a long name");
    is_int(sx_regions_end(&regions, NULL, &index), SX_REGIONS_OTHER, "the end of NULL");
    is_int(sx_regions_begin(&regions, longest + 1, &index), SX_REGIONS_OK, "the longest");
    while (sx_regions_begin(&regions, "c", &index) == SX_REGIONS_OK)
        ;
    is_int(regions.nopen, SX_REGIONS_OPEN, "open regions at the most");
    is_int(sx_regions_begin(&regions, "c", &index), SX_REGIONS_DEPTH, "one more");
    while (sx_regions_innermost(&regions))
        is_int(sx_regions_end(&regions, sx_regions_innermost(&regions), &index),
               SX_REGIONS_OK, "the innermost ends");
    is_int(sx_regions_table(&regions, arena, &trace), SX_OK, "status");
    is_int(trace.nregions, 4, "names");
    is_text(trace.region[3], "c", "the last one");
    sx_regions_finish(&regions);
    sx_arena_destroy(arena);
    return tap_done();
}
