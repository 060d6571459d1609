/* Where random traces come from: numbers that a seed decides, and what was made so far. */
#ifndef SX_TESTS_RANDOM_SOURCE_H
#define SX_TESTS_RANDOM_SOURCE_H

#include "base/checked.h"
#include "trace/trace.h"

typedef struct source {
    sx_arena *arena;
    uint64_t state;
    sx_trace trace;
    unsigned loops;
    sx_value law[2]; /* that recur; expr NULL: not made yet */
    const sx_expr *part[3]; /* that recur in expressions of formula traces */
    unsigned nparts;
} source;

static inline uint64_t word(source *s)
{
    s->state += UINT64_C(0x9e3779b97f4a7c15);
    return sx_hash_mix(s->state);
}

static inline unsigned below(source *s, unsigned n)
{
    return (unsigned)(word(s) % n);
}

static inline bool maybe(source *s)
{
    return below(s, 2);
}

/* Of times, over P and the parameters that there are. */
const sx_model *random_model(source *s);

/* A distribution; in a formula trace one with curves or a law. */
sx_hist random_hist(source *s);

#endif
