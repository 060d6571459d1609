/* What happened in the executions of an event in an order that only timing decides: which values there
 * were and how often, without the order. So they are flat where the order would be random numbers. */
#ifndef SX_TRACE_MULTISET_H
#define SX_TRACE_MULTISET_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/status.h"
#include "trace/ranklist.h"

/* X(name, key in the text, pooled): of a pooled one the counts are those of all its ranks together, since
 * they are a matter of timing alone; else each of its ranks has these counts.
 * In ascending order of the key's place here. */
/* clang-format off */
#define SX_MULTISET_LIST(X)                                                              \
    X(POLLS, "polls", true) /* unsuccessful attempts before an execution, where any */   \
    X(NDONE, "ndone", true) /* requests that one Waitsome or Testsome completed */     \
    X(DONE, "done", false) /* indices of the requests that completed */             \
    X(FROM, "from", false) /* senders to MPI_ANY_SOURCE, as ranks of the communicator */ \
    X(OFFSET, "offset", false) /* the same as distances from the own rank */           \
    X(TAGS, "tags", false) /* of what was received with MPI_ANY_TAG */
/* clang-format on */

typedef enum sx_multiset_kind {
#define SX_MULTISET_ENUM(name, key, pooled) SX_MULTISET_##name,
    SX_MULTISET_LIST(SX_MULTISET_ENUM)
#undef SX_MULTISET_ENUM
        SX_MULTISETS
} sx_multiset_kind;

const char *sx_multiset_key(sx_multiset_kind kind);
bool sx_multiset_is_pooled(sx_multiset_kind kind);

typedef struct sx_multiset_item {
    int64_t value;
    uint64_t count; /* > 0 */
} sx_multiset_item;

/* An event has its sets in ascending order of kind, those of one kind for disjoint ranks. */
typedef struct sx_multiset {
    sx_multiset_kind kind;
    bool all; /* of everybody who takes part; else of `ranks` */
    sx_ranklist ranks;
    uint32_t n;
    const sx_multiset_item *item; /* ascending values */
} sx_multiset;

/* More different values are refused by the reader. */
enum { SX_MULTISET_ITEMS = 1 << 22 };

/* Unsuccessful attempts are kept to four binary digits, so that there are few different ones. */
static inline uint64_t sx_multiset_polls(uint64_t n)
{
    int shift = n < 16 ? 0 : 60 - __builtin_clzll(n);
    return n >> shift << shift;
}

bool sx_multiset_same_items(const sx_multiset *a, const sx_multiset *b);

/* The items of both, counts added. Errors: SX_NOMEM, SX_OVERFLOW. O(items). */
sx_status sx_multiset_add(sx_arena *arena, const sx_multiset *a, const sx_multiset *b,
                          sx_multiset *ret_sum, sx_error *err);

/* How many runs of values in equal distances with one count the items are: their size as text. */
uint32_t sx_multiset_runs(const sx_multiset *set);
/* The run that begins with item `at`: how many items, and their distance (1 for a single one). */
uint32_t sx_multiset_run(const sx_multiset *set, uint32_t at, int64_t *ret_stride);

/* Of n sets, where there are both senders as ranks and as distances, keeps the shorter. The new n. */
uint32_t sx_multisets_choose(sx_multiset *set, uint32_t n);

#endif
