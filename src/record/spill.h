/* Nodes of the compressor that are put into a file, oldest first, when they take too much memory: what
 * lies at the bottom of the stack and can hardly fold any more. They come back one by one, in the same
 * order, when the program is made. The file has no name from the beginning, so that it ends with the process;
 * nobody else reads it, and it holds the structures of memory as they are. */
#ifndef SX_RECORD_SPILL_H
#define SX_RECORD_SPILL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Of the newest nodes one in so many bytes of the limit stays, and so many events are from one look at the
 * memory to the next: 4,096 at 256 MB. But never fewer than SX_SPILL_LEAST. */
enum { SX_SPILL_SHARE = 65536, SX_SPILL_LEAST = 64 };

typedef struct sx_spill {
    size_t limit; /* bytes; 0: none */
    uint32_t kept; /* nodes, or events between two looks */
    uint32_t events; /* since the last look */
    char *path; /* where the file is made */
    FILE *file; /* NULL: nothing was spilled */
    uint32_t n; /* nodes in it */
    uint32_t weighed; /* so many nodes of the stack know what is below them */
} sx_spill;

struct sx_compress;
struct node;

void sx_spill_finish(sx_spill *spill);

/* After an event, before its trips are watched: when the memory is above the limit, half of it goes into
 * the file if it can. False when out of memory. */
bool sx_spill_look(struct sx_compress *compress);

/* Before the first sx_spill_next. */
void sx_spill_rewind(sx_spill *spill);
/* The next node; NULL when out of memory or when it cannot be read. */
struct node *sx_spill_next(struct sx_compress *compress);

#endif
