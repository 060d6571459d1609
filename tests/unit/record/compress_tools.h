/* What the tests of the compressor share: a record of what was put in, and the plain way to expand what
 * comes out. */
#ifndef SX_TESTS_UNIT_RECORD_COMPRESS_TOOLS_H
#define SX_TESTS_UNIT_RECORD_COMPRESS_TOOLS_H

#include "record/compress.h"

/* A record of what was put in: op, site, present and all values, flat. */
typedef struct tape {
    size_t n, capacity;
    int64_t *word;
} tape;

void put(tape *t, int64_t word);

void seed_random(uint64_t seed);
/* Where it is now: seeding with that goes on in the same way. */
uint64_t random_state(void);
uint64_t random_below(uint64_t n);

/* Sends to `peer` from a call site. */
void simple(sx_compress *compress, tape *in, uint32_t site, int64_t peer);

/* The value of execution k, inside of loops with these counters. */
int64_t value_at(const sx_value *value, uint64_t k, const int64_t *counter,
                 uint32_t ncounters);

/* Is the tree, expanded, what was put in, and the time of every event in it? Ends the compression. */
bool comes_out(sx_compress *compress, const tape *in);
/* The same of a program that was made of it, in which so many executions have a time. */
bool says(sx_block *program, const tape *in, uint64_t timed);

/* Ends the histograms of a program's times, as is done before it is written. */
void finish_times(sx_block *block);

#endif
