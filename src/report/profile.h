/* The profile of a trace: totals, call sites, sizes of messages and what each rank does, all
 * from one census. */
#ifndef SX_REPORT_PROFILE_H
#define SX_REPORT_PROFILE_H

#include "report/count.h"
#include "report/loads.h"
#include "report/site.h"
#include "report/sizes.h"

/* One operation at one call site. */
typedef struct sx_site_total {
    sx_op op;
    uint32_t site;
    sx_total total;
    double mpi_ns, computation_ns; /* in it, and before it; over all ranks */
} sx_site_total;

typedef struct sx_profile {
    sx_totals totals;
    double mpi_ns, computation_ns; /* over all ranks */
    size_t nsites;
    sx_site_total *site; /* by call site, then operation */
    sx_sizes sizes;
    sx_loads loads;
} sx_profile;

/* The trace must be bound. Lives in the arena. Errors: of sx_census. */
sx_status sx_profile_make(sx_arena *arena, const sx_trace *trace,
                          const sx_census_options *options, sx_profile *ret_profile,
                          sx_error *err);

/* Sorts the call sites: those with the most time, or the most bytes, come first. */
void sx_profile_sort_by_time(sx_profile *profile);
void sx_profile_sort_by_bytes(sx_profile *profile);

/* The tables of the `most` call sites by time (where there are times) and by bytes. Sorts. */
void sx_profile_print_sites(sx_buffer *out, const sx_trace *trace,
                            const sx_sources *sources, sx_profile *profile, size_t most);

#endif
