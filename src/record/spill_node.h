/* Nodes of the compressor as bytes of a file that the same process reads again. Numbers take the
 * bytes they need: most nodes of an irregular stream are single executions, of two dozen bytes. */
#ifndef SX_RECORD_SPILL_NODE_H
#define SX_RECORD_SPILL_NODE_H

#include "record/hits.h"
#include "record/series.h"

#include <stdio.h>

struct sx_compress;
struct node;

/* Whether that went well is for ferror to say. */
void sx_spill_put(const struct sx_compress *compress, FILE *file, const struct node *x);
/* NULL when out of memory or when it cannot be read. It is for a program to be made of: nothing that only
 * folding needs is in it, loops have no name of their structure, and events get names again. */
struct node *sx_spill_get(struct sx_compress *compress, FILE *file);

/* Runs alone, at the end of a file of their own: the name of their place for sx_series_cut. False where they could
 * not be written. */
bool sx_spill_put_runs(FILE *file, const sx_series_run *run, uint32_t n,
                       uint64_t *ret_place);
/* The runs at this place of the file, to be freed; those that are not there yet have no body. False as below. */
bool sx_spill_get_runs(FILE *file, sx_series_run **ret_run, uint32_t *ret_n);
/* Reads back all runs of a series that were put there. False when out of memory or when it cannot be read; the
 * series is then good for nothing but finish. */
bool sx_spill_restore(FILE *file, sx_series *series);

/* The same of hits, which are sorted: *hits is not NULL. */
bool sx_spill_put_hits(FILE *file, const sx_hits *hits, uint64_t *ret_place);
bool sx_spill_restore_hits(FILE *file, sx_hits **hits);

#endif
