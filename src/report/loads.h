/* What each rank does: calls, bytes and time, and how uneven that is. */
#ifndef SX_REPORT_LOADS_H
#define SX_REPORT_LOADS_H

#include "base/buffer.h"
#include "report/census.h"
#include "trace/extremes.h"

/* clang-format off */
#define SX_LOAD_LIST(X)                                                                  \
    X(CALLS, "calls") X(BYTES, "bytes") X(MESSAGES, "messages")                          \
    X(MESSAGE_BYTES, "message_bytes") X(MPI_NS, "mpi_ns")                                \
    X(COMPUTATION_NS, "computation_ns")
/* clang-format on */

typedef enum sx_load {
#define SX_LOAD_ENUM(name, text) SX_LOAD_##name,
    SX_LOAD_LIST(SX_LOAD_ENUM)
#undef SX_LOAD_ENUM
        SX_LOADS
} sx_load;

/* A key: "mpi_ns". */
const char *sx_load_name(sx_load load);

/* How finely a trace keeps times. */
typedef enum sx_time_grain {
    SX_TIMES_NONE,
    SX_TIMES_TOGETHER, /* one histogram for all ranks of an event */
    SX_TIMES_GROUPS, /* of some events one for each of several groups of ranks */
    SX_TIMES_RANKS /* one for each rank */
} sx_time_grain;

/* Every rank has `each`, and where by_rank is not NULL element r of it besides. The time of a
 * rank in an event is its number of calls times the mean over the histograms that the rank
 * has a part in. */
typedef struct sx_loads {
    int64_t p;
    double each[SX_LOADS];
    double *by_rank[SX_LOADS];
    sx_time_grain grain;
    sx_extremes
        spent_ns[SX_TIMES_KINDS]; /* by ranks; n is 0 where the trace does not say */
    bool has_uncounted; /* bytes and messages of some calls are not known */
} sx_loads;

typedef struct sx_spread {
    double min, mean, max;
    sx_rank min_rank, max_rank; /* the first of those */
    int64_t min_ranks, max_ranks; /* how many they are */
} sx_spread;

void sx_loads_init(sx_loads *loads, const sx_trace *trace);

/* O(1) for a share of everybody, else O(its ranks). Memory of O(P) once one is not, in
 * `arena`. Errors: SX_NOMEM. */
sx_status sx_loads_add(sx_arena *arena, sx_loads *loads, const sx_share *share,
                       sx_error *err);

/* When all is added: ranks compute as much of that as their pace says (trace/pace.h). O(P), and memory of that, where the trace has one. Errors: SX_NOMEM, of
 * moving to a rank. */
sx_status sx_loads_pace(sx_arena *arena, const sx_trace *trace, sx_loads *loads,
                        sx_error *err);

double sx_loads_of(const sx_loads *loads, sx_load load, sx_rank rank);

/* O(P), or O(1) where all ranks have the same. Of times that are not known for each rank the extremes that the trace
 * has. */
sx_spread sx_loads_spread(const sx_loads *loads, sx_load load);

/* The sum over ranks first .. first + n - 1. */
double sx_loads_sum(const sx_loads *loads, sx_load load, sx_rank first, sx_rank n);

/* What is known of the times of single ranks, as a sentence. */
const char *sx_loads_grain_text(const sx_loads *loads);

/* The table of spreads. */
void sx_loads_print(sx_buffer *out, const sx_loads *loads);

/* A row for each rank, or for each of at most 32 blocks of ranks: means over the block. */
void sx_loads_print_ranks(sx_buffer *out, const sx_loads *loads);

#endif
