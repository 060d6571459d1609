/* The values of a node's parameters rank by rank, and the groups of ranks that have the same: what the published method takes for
 * one RSD each, with a ranklist. */
#ifndef SX_PAPER_READING_H
#define SX_PAPER_READING_H

#include "law/law.h"
#include "trace/op.h"

enum { SX_PAPER_GROUPS = 64, SX_PAPER_ENTRIES = 64 };

/* One parameter, or the trips of a loop (id SX_PARAM_NONE). */
typedef struct sx_paper_reading {
    sx_param_id id;
    sx_samples samples;
    const size_t *from, *to; /* by rank among all: its samples */
    bool
        relative; /* values are compared as (value - own rank) mod size of the communicator */
    bool is_size;
    bool
        whole; /* an element for each rank of the communicator: averaged over everybody */
    sx_law claimed; /* by a plugin: then it tells no groups apart */
} sx_paper_reading;

/* Indexes the samples by rank, and decides whether end points are relative: where that gives fewer values. Errors: SX_NOMEM. */
sx_status sx_paper_reading_index(sx_arena *arena, const sx_runs *runs,
                                 sx_paper_reading *reading, sx_error *err);

/* The value of sample i as it is compared. */
int64_t sx_paper_reading_value(const sx_runs *runs, const sx_paper_reading *reading,
                               size_t i);

/* Have all samples of [from, to) one value? */
bool sx_paper_reading_is_constant(const sx_runs *runs, const sx_paper_reading *reading,
                                  size_t from, size_t to);

/* The ranks of one group in each run, ascending, as ranks of the run. */
typedef struct sx_paper_group {
    const int64_t **rank; /* by run */
    size_t *n;
} sx_paper_group;

/* Which readings tell groups apart. */
typedef enum sx_paper_grouping {
    SX_PAPER_BY_ALL,
    SX_PAPER_BY_ALL_BUT_SIZES,
    SX_PAPER_BY_END_POINTS, /* neither by sizes nor by tags */
    SX_PAPER_GROUPINGS
} sx_paper_grouping;

/* The groups of ranks that have the same values of all readings that count, in the order of their first ranks; *ret_n is 0 where runs have different numbers of them, or more than SX_PAPER_GROUPS. Errors: SX_NOMEM.
 * @source paper 001, 3.2, figure 7 */
sx_status sx_paper_groups(sx_arena *arena, const sx_runs *runs, const bool *in,
                          const sx_paper_reading *reading, size_t n, sx_paper_grouping by,
                          sx_paper_group **ret_group, size_t *ret_n, sx_error *err);

#endif
