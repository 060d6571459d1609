/* What the compressor puts into files when it takes too much memory. The oldest nodes, which lie at the
 * bottom of the stack and can hardly fold any more, come back one by one, in the same order, when the
 * program is made. Where these do not suffice, as in a single loop with values that carry information,
 * the oldest runs of long series go there, until their event is made. Where it is lists that take the memory,
 * all of them do. The files have no name from the beginning, so that they end with the process; nobody else
 * reads them. */
#ifndef SX_RECORD_SPILL_H
#define SX_RECORD_SPILL_H

#include "record/compress.h"

#include <stdio.h>

/* Of the newest nodes one in so many bytes of the limit stays, and so many events are from one look at the
 * memory to the next: 4,096 at 256 MB. But never fewer than SX_SPILL_LEAST. */
enum { SX_SPILL_SHARE = 65536, SX_SPILL_LEAST = 64 };

typedef struct sx_spill {
    size_t limit; /* bytes; 0: none */
    uint32_t kept; /* nodes, or runs of a series */
    uint64_t due; /* when so many events were there, the next look; UINT64_MAX: never */
    uint32_t in_vain; /* looks in a row after which it was still too much */
    sx_compress_lost *lost; /* says that there is no limit any more */
    void *context;
    char *path; /* where files are made */
    FILE *nodes,
        *values; /* values: runs of series, and lists. NULL: nothing was spilled */
    uint32_t n; /* nodes in the file */
    uint64_t parts; /* of series and lists in the other */
    uint32_t weighed; /* so many nodes of the stack know what is below them */
} sx_spill;

struct node;

void sx_spill_finish(sx_spill *spill);

/* When it is due: if the memory is above the limit, lists go into the file, half of the nodes, and the older values
 * of long sequences. False when out of memory. See sx_compress_look. */
bool sx_spill_look(sx_compress *compress);

/* Before the first sx_spill_next. */
void sx_spill_rewind(sx_spill *spill);
/* The next node; NULL when out of memory or when it cannot be read. */
struct node *sx_spill_next(sx_compress *compress);

#endif
