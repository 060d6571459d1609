/* A sequence of integers, kept as nested runs: the values that one parameter of one event takes
 * from execution to execution. A sequence is read cyclically: execution k has the value at k mod
 * length, so a constant is a sequence of length 1. Immutable once made. */
#ifndef SX_TRACE_SEQ_H
#define SX_TRACE_SEQ_H

#include "base/arena.h"
#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* No value: MPI_PROC_NULL (or a null communicator), a wildcard, MPI_ROOT of an intercommunicator.
 * They take no part in arithmetic. */
#define SX_NULL (INT64_MIN + 1)
#define SX_ANY (INT64_MIN + 2)
#define SX_ROOT (INT64_MIN + 3)

static inline bool sx_is_special(int64_t value)
{
    return value <= SX_ROOT;
}

/* Either `count` values first, first + stride, .. (special values only with stride 0),
 * or, where sub is not NULL, `count` repetitions of *sub. */
typedef struct sx_run {
    int64_t first, stride;
    uint64_t count;
    const struct sx_seq *sub;
} sx_run;

/* Numbers that the reader and the writer of traces have packed, so that they pass through a merge as they are. What the
 * payload looks like is theirs; equal numbers, not all the same, have equal payloads. */
typedef struct sx_packed {
    const char *payload;
    size_t size;
    uint64_t weight; /* of the runs that were packed */
    /* Gives the first n of `length` numbers; false when out of memory, or when it is no payload. O(n). */
    bool (*unpack)(const char *payload, size_t size, uint64_t length, uint64_t n,
                   int64_t *ret_value);
} sx_packed;

/* n numbers, which are read from front to back, some at a time, as often as they are wanted. */
typedef struct sx_numbers {
    uint64_t n;
    void (*read)(const void *context, uint64_t from, uint64_t n, int64_t *ret_value);
    const void *context;
} sx_numbers;

/* Values are in runs, but for those of events and loops on their way from one rank to another while a run's traces are
 * merged (sx_text_read_message): long ones stay packed there, and nothing but what says so below takes them. */
typedef struct sx_seq {
    uint64_t length; /* values, > 0 */
    uint64_t hash; /* of the values, not of the runs */
    uint32_t n; /* runs; 0: the values are packed */
    uint32_t depth; /* of nesting: 1 without sub-sequences, none of which is packed */
    union {
        const sx_run *run;
        const sx_packed *packed;
    };
} sx_seq;

static inline bool sx_seq_is_packed(const sx_seq *seq)
{
    return seq->n == 0;
}

enum { SX_SEQ_DEPTH = 16 };

/* All these return NULL only when out of memory. */

const sx_seq *sx_seq_constant(sx_arena *arena, int64_t value);

/* The canonical sequence of n > 0 values, cyclic = true: first reduced to its smallest exact
 * period. Canonical: equal values give equal runs. O(n log n) time, O(n) memory. */
const sx_seq *sx_seq_from_values(sx_arena *arena, const int64_t *value, uint64_t n,
                                 bool cyclic);

/* The same values without repetitions: constants and strides from left to right. O(n). */
const sx_seq *sx_seq_literal(sx_arena *arena, const int64_t *value, uint64_t n);

/* Its runs, value by value. The open run, of count 0 at first, takes the next value; where it does not, a run is cut off,
 * and what is left is tried again, as it is at the end until nothing is left. */
bool sx_run_extend(sx_run *open, int64_t value);
sx_run sx_run_cut(sx_run *open);

/* From runs as a reader finds them: checks counts, depth, and that the length does not overflow;
 * does not reduce. Errors: SX_INVALID, SX_LIMIT, SX_NOMEM. */
sx_status sx_seq_from_runs(sx_arena *arena, const sx_run *run, uint32_t n,
                           const sx_seq **ret_seq, sx_error *err);

/* The same, of runs that are kept, not copied. */
sx_status sx_seq_keep_runs(sx_arena *arena, const sx_run *run, uint32_t n,
                           const sx_seq **ret_seq, sx_error *err);

/* The value of execution k, cyclically. O(depth x runs). */
int64_t sx_seq_at(const sx_seq *seq, uint64_t k);

/* Where in a sequence, and in the sub-sequences there, a value was: the run, and so many values before it. All zero
 * is the beginning. */
enum { SX_SEQ_CURSOR_LEVELS = 3 };
typedef struct sx_seq_cursor {
    struct {
        uint32_t run;
        uint64_t before;
    } level[SX_SEQ_CURSOR_LEVELS];
} sx_seq_cursor;

/* The same, O(1) for who asks for values in order with one cursor, where nesting is no deeper than that. */
int64_t sx_seq_at_cursor(const sx_seq *seq, sx_seq_cursor *cursor, uint64_t k);

/* The hash of a sequence with these values behind those of `hash`; 0 is that of none. */
uint64_t sx_seq_hash_more(uint64_t hash, const sx_run *run);

/* Equal values (cyclic reading is not considered: lengths must agree). O(1) when the hashes differ,
 * else O(runs) for canonical sequences and O(length) otherwise. Also of packed ones; where there is no memory to unpack
 * one, it is equal to none in runs. */
bool sx_seq_equal(const sx_seq *a, const sx_seq *b);

/* Packed ones are not. */
bool sx_seq_is_constant(const sx_seq *seq);

/* Writes values [from, from + n) of the cyclic reading. */
void sx_seq_expand(const sx_seq *seq, uint64_t from, uint64_t n, int64_t *ret_value);

/* Runs in this sequence and everything below it: its size as text, roughly. Of a packed one, of what it was. */
uint64_t sx_seq_weight(const sx_seq *seq);

/* seq_packed.c */

/* The packed form of a sequence of this length and hash; the payload is kept, not copied. */
const sx_seq *sx_seq_from_packed(sx_arena *arena, uint64_t length, uint64_t hash,
                                 const sx_packed *packed);

/* The same values in runs, as sx_seq_literal has them: the sequence itself where it is not packed. */
const sx_seq *sx_seq_plain(sx_arena *arena, const sx_seq *seq);

/* A copy that shares nothing with the sequence, packed or not. */
const sx_seq *sx_seq_copy(sx_arena *arena, const sx_seq *seq);

/* The sequence with index[number] in place of every number that is not special. Errors: SX_NOMEM; SX_INVALID where one is none of
 * nindex; SX_LIMIT where there are more than SX_SEQ_RENUMBERED. O(length). */
enum { SX_SEQ_RENUMBERED = 1 << 24 };
sx_status sx_seq_renumber(sx_arena *arena, const sx_seq *seq, const uint32_t *index,
                          size_t nindex, const sx_seq **ret_seq, sx_error *err);

#endif
