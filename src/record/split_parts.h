/* What the parts of the search for calls (record/split.h) share. */
#ifndef SX_RECORD_SPLIT_PARTS_H
#define SX_RECORD_SPLIT_PARTS_H

#include "record/classes.h"
#include "record/executed.h"

enum { SPLIT_WAYS = 72 }; /* of some executions of a call */

/* A way to tell executions of a call apart. */
typedef struct partition {
    uint8_t *class; /* by execution, below SX_CLASSES_MOST */
    uint32_t nclasses;
    uint64_t hash;
    uint32_t *surprises; /* of those of a whole call: by class and parameter */
    uint64_t least; /* then: the weight of its events and their values in any loops */
} partition;

typedef struct options {
    uint32_t n;
    partition of[SPLIT_WAYS];
    int64_t **value; /* by parameter: a number for each execution of a call */
} options;

/* The one of each call that is taken. */
typedef struct choice {
    const partition **of;
    uint64_t weight;
} choice;

typedef struct search {
    const sx_executed *executed;
    sx_arena *arena;
    options *call;
    uint32_t *index; /* by entry: which execution of its call it is */
    uint32_t *symbol; /* scratch */
    int64_t *gathered; /* scratch */
    uint64_t
        work; /* executions that may be looked at yet, in all partitions that are made or weighed */
    const choice *weighed; /* that is weighed at the time, and by symbol .. */
    uint32_t *call_of, *class_of;
} search;

/* Some executions of a call, ascending. */
typedef struct subset {
    uint32_t call, n;
    const uint32_t *of;
} subset;

/* Adds all ways to tell a subset apart; the first of a call is none, that all are one. With the symbols of all entries, as calls are
 * told apart so far, there are more. In the arena. False when out of memory. O(ways x n). */
bool sx_split_ways(search *s, sx_arena *arena, const subset *in, const uint32_t *symbol,
                   options *to);

/* Counts surprises of a partition of a whole call, in the arena. False when out of memory. */
bool sx_split_count(search *s, sx_arena *arena, uint32_t call, partition *of);

/* Writes a symbol for each entry, and says how many there are. */
uint32_t sx_split_number(search *s, const choice *c, uint32_t *symbol);

/* UINT64_MAX where it is not lighter than `most`, or there is no time. O(n x depth). */
uint64_t sx_split_weigh(search *s, const choice *c, uint64_t most);

/* Makes a choice lighter: classes are told apart further, or are one, and what comes from some entry on is apart. False when out
 * of memory. */
bool sx_split_refine(search *s, choice *c);

#endif
