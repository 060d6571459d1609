/* The values of a series in order, a run at a time, whether its runs are in memory or in the file: memory for one body, not
 * for all runs. */
#ifndef SX_RECORD_SPILL_READ_H
#define SX_RECORD_SPILL_READ_H

#include "record/series.h"

#include <stdio.h>

/* Runs of one place: of the series, of a body, or of a part of the file. */
typedef struct sx_spill_level {
    bool stored; /* in the file, not here */
    const sx_series_run *run;
    sx_series own; /* what was read of it, to be freed */
    uint32_t at, n;
    uint64_t again; /* so many times more */
    off_t next; /* in the file, while others are read */
} sx_spill_level;

typedef struct sx_spill_reader {
    const sx_series *series;
    FILE *file; /* NULL where nothing is stored */
    bool once; /* each body is read once, not as often as it is repeated */
    sx_spill_level *level;
    uint32_t n, capacity;
    uint64_t at; /* values that were read */
    sx_series_run open; /* what is left of a run */
    bool failed; /* something could not be read; then values are 0 */
} sx_spill_reader;

/* `series` and `file` live on; nothing else uses the file meanwhile. */
void sx_spill_reader_init(sx_spill_reader *reader, const sx_series *series, FILE *file);
void sx_spill_reader_finish(sx_spill_reader *reader);

/* Runs of the series, those of each body counted once, until there are `most` of them. */
uint64_t sx_spill_reader_runs(sx_spill_reader *reader, uint64_t most);

/* As sx_numbers reads: values [from .. from + n), from back to front at the cost of reading all before. `context` is
 * a pointer to the pointer to a reader. */
void sx_spill_reader_values(const void *context, uint64_t from, uint64_t n,
                            int64_t *ret_value);

#endif
