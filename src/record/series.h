/* A sequence of integers that is still growing: what a parameter of an event was from execution to
 * execution. Kept as runs: constant or strided values, and repetitions of runs, folded at the
 * tail after each append, so that regular values take constant memory. Becomes an sx_seq at the end. */
#ifndef SX_RECORD_SERIES_H
#define SX_RECORD_SERIES_H

#include "record/fold.h"
#include "trace/seq.h"

/* Runs that are repeated as a whole, or that their owner has put elsewhere: these have a symbol that no
 * other run has, so that they fold no more. */
typedef struct sx_series_body {
    uint64_t stored; /* the owner's name of the place, and n is 0; or 0 */
    uint32_t n;
    uint64_t inner; /* runs in it, at all levels */
    uint64_t length; /* values */
    uint64_t hash; /* fold hash of the runs' symbols */
    uint64_t symbol; /* of the body, for the symbols of runs that repeat it */
    struct sx_series_run *run;
} sx_series_body;

/* `count` values first, first + stride, ..; or, where body is not NULL, `count` times the body. */
typedef struct sx_series_run {
    int64_t first, stride;
    uint64_t count;
    sx_series_body *body;
} sx_series_run;

/* All zero is an empty one, but for `opaque`, which the owner sets where values are names, not
 * numbers: they are then never folded to strides. */
typedef struct sx_series {
    bool opaque;
    uint32_t n, capacity;
    uint64_t length;
    uint64_t inner; /* runs in bodies, at all levels */
    sx_series_run *run;
    sx_fold *fold; /* one symbol a run; NULL while there never was more than one run */
} sx_series;

/* Longer ones are not written out to find their period: they keep the runs they have. */
enum { SX_SERIES_EXPANDED = 1 << 16 };

void sx_series_finish(sx_series *series);

/* sx_series_append for what is not a constant so far. */
bool sx_series_append_slowly(sx_series *series, int64_t value);

/* False when out of memory; the series is then unusable but for finish. Amortised O(1). */
static inline bool sx_series_append(sx_series *series, int64_t value)
{
    if (series->n == 1 && series->run->first == value && !series->run->stride &&
        !series->run->body && series->run->count > 1) {
        series->run->count++;
        series->length++;
        return true;
    }
    return sx_series_append_slowly(series, value);
}

/* The same value `count` times. O(1), amortised. */
bool sx_series_repeat(sx_series *series, int64_t value, uint64_t count);

/* Appends all of `other` and empties it. False as above. O(runs of other), amortised. */
bool sx_series_move(sx_series *series, sx_series *other);

static inline bool sx_series_is_stored(const sx_series_run *run)
{
    return run->body && run->body->stored;
}

/* It and the runs in it. */
static inline uint64_t sx_series_weight(const sx_series_run *run)
{
    return 1 + (run->body ? run->body->inner : 0);
}

/* Puts a run behind the others as it is, and does not fold; takes over its body. False when out of
 * memory. */
bool sx_series_push(sx_series *series, sx_series_run run);

/* Puts one run, stored at `place`, for the runs [from .. to). False when out of memory, and nothing changed. */
bool sx_series_cut(sx_series *series, uint32_t from, uint32_t to, uint64_t place);

/* Writes all values, none of which is stored. */
void sx_series_values(const sx_series *series, int64_t *ret_value);

/* Gives what a value of an opaque series stands for: `n` numbers. */
typedef const int64_t *(*sx_series_lookup)(void *context, int64_t value, size_t *ret_n);

/* The values, none of which is stored, as a cyclic sequence, reduced to its smallest period unless that
 * period is huge; with `lookup` (NULL for numbers), all the lists in order. *ret_seq is NULL when there is
 * no value at all. Errors: SX_NOMEM, SX_LIMIT. */
sx_status sx_series_seq(const sx_series *series, sx_series_lookup lookup, void *context,
                        sx_arena *arena, const sx_seq **ret_seq, sx_error *err);

/* The same, but a long series without bodies and lists becomes a sequence where it is: both end with sx_series_finish, which is
 * all that the series is good for then. */
sx_status sx_series_take_seq(sx_series *series, sx_series_lookup lookup, void *context,
                             sx_arena *arena, const sx_seq **ret_seq, sx_error *err);

#endif
