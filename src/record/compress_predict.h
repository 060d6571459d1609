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

enum {
    PREDICT_EVENTS = 256,
    PREDICT_LOOPS = 32,
    PREDICT_STARTS = 8,
    PREDICT_TRIPS = 16 /* whole trips that are kept before their events get them */
};

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

/* The next event of a trip, or one that came as expected. */
typedef struct kept_event {
    event_key key;
    struct node *event;
    bool once; /* in a trip, so that its values follow those of the trip before */
    bool fresh; /* the values came in this trip; else they are those of the trip before */
    uint64_t
        settled; /* trips of which the event has the values: later ones had the same */
    sx_hits *hits; /* of this trip */
    int64_t value[SX_EVENT_VALUES];
    uint64_t comp_ns[PREDICT_TRIPS],
        comm_ns[PREDICT_TRIPS]; /* of the kept trips, and this one */
} kept_event;

typedef struct predict {
    bool off; /* for tests: everything takes the general way */
    /* The trip that is predicted: of a loop, and so often of the loops in it. */
    uint32_t n, nloops; /* n == 0: none */
    struct node *loop, *inner[PREDICT_LOOPS];
    int64_t trips_of[PREDICT_LOOPS];
    kept_event *
        next; /* of its events, in `kept`, those before it came; NULL where there is none */
    kept_event *last; /* whose coming ends it; NULL: the next one's first event does */
    bool fresh; /* an event has fresh values, or hits */
    uint64_t trips; /* that were as predicted */
    uint32_t
        nkept; /* the newest of these, which the tree has nothing of but fresh values */
    kept_event kept[PREDICT_EVENTS + 1]; /* behind the last, one that never comes */
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
