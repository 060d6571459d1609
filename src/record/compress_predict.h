/* The quick way through the compressor; private to compress*.c.
 *
 * Folding decides by structure alone. So when a trip of a loop began with nothing on the stack above the
 * loop, and ended so, another trip with the same structures ends so too, whatever its values. Events
 * that are the next ones of such a trip are only kept, and at the end of the trip go to
 * where folding would have brought them, without any nodes, hashes or look-ups. When one of them is
 * different, all that are kept take the general way: the tree is the same as without this file. */
#ifndef SX_RECORD_COMPRESS_PREDICT_H
#define SX_RECORD_COMPRESS_PREDICT_H

#include "record/compress.h"

enum { PREDICT_EVENTS = 256, PREDICT_LOOPS = 32, PREDICT_STARTS = 8 };

/* A loop was the newest of `width` nodes when `events` were through. */
typedef struct trip_start {
    uint32_t width;
    uint64_t events;
} trip_start;

/* What an event's structure is interned by. Loops are interned by the structures of their body. */
typedef struct event_key {
    uint64_t present;
    uint32_t op, site;
} event_key;

/* The rest of it is in the key that was predicted. */
typedef struct kept_event {
    bool once; /* in a trip, so that its values follow those of the trip before */
    bool new_values; /* not in the event yet; else they are those of the trip before */
    uint64_t repeats; /* trips since then of which the event lacks these values */
    uint64_t comp_ns, comm_ns;
    sx_hits *hits;
    int64_t value[SX_EVENT_VALUES];
} kept_event;

typedef struct predict {
    bool off; /* for tests: everything takes the general way */
    /* The trip that is predicted: of a loop, and so often of the loops in it. */
    uint32_t n, nloops; /* n == 0: none */
    struct node *loop, *event[PREDICT_EVENTS], *inner[PREDICT_LOOPS];
    event_key key[PREDICT_EVENTS]; /* of the events */
    int64_t trips[PREDICT_LOOPS];
    uint32_t at; /* so many of its events came */
    bool waits; /* it is over when the next one begins */
    kept_event kept[PREDICT_EVENTS];
    /* Where trips may have begun, outermost first, since when the stack was never lower. */
    uint32_t nstarts;
    trip_start start[PREDICT_STARTS];
    uint64_t events; /* on the stack */
} predict;

/* Sends what is kept the general way. False when out of memory. */
bool sx_predict_flush(sx_compress *compress);
/* So many nodes at the bottom of the stack are no more. */
void sx_predict_lower(predict *p, uint32_t by);
/* Frees what belongs to kept events, which are no more. NULL is allowed. */
void sx_predict_drop(predict *p);

#endif
