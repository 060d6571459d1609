/* Neighbouring nodes of the merged program over the same calls, however each rank folded these: what is put together in another
 * shape stands in such a stretch. */
#ifndef SX_ALIGN_STRETCH_H
#define SX_ALIGN_STRETCH_H

#include "align/runs.h"

/* Nodes in a stretch, with those below them; different calls in it. */
enum { SX_STRETCH_ITEMS = 256, SX_STRETCH_CALLS = 64 };

/* Elements of a list, at the most. */
enum { SX_STRETCH_ELEMENTS = 64 };

/* A node, in textual order; what is below it comes before item `end`. */
typedef struct sx_stretch_item {
    const sx_node *node;
    const bool *in;
    size_t end;
    const sx_seq **trips; /* of a loop, by rank; NULL of an event */
    bool optional; /* a loop of one trip or none, in some entries none */
    bool innermost; /* a loop of nothing but calls, more than one trip or none */
    size_t call; /* of an event */
    const sx_seq **value[SX_PARAMS]; /* by parameter, then rank */
} sx_stretch_item;

typedef struct sx_stretch {
    sx_arena *arena,
        *scratch; /* of nodes; of the search, which may be cleared between stretches */
    sx_runs *runs;
    const bool *within; /* who gets there */
    bool by_tag; /* calls of other tags are other calls */
    bool with_others; /* calls of ranks that have none before belong to them, too */
    bool
        of_collectives; /* all collective calls that follow each other belong to it, and no others */
    bool
        with_lists; /* lists may be as long as each rank has them, the same in all executions */
    bool with_between; /* what is between calls that are there belongs to them, too */
    bool bridged; /* a call between them that everybody makes once belongs to them, too */
    size_t nitems, ncalls;
    sx_stretch_item *item; /* SX_STRETCH_ITEMS */
    const sx_node *like[SX_STRETCH_CALLS]; /* of each call, one node */
} sx_stretch;

/* Gathers the nodes of the block from `from` on that share calls with those before (or, bridged, are a call of everybody before one that does), and hold nothing but calls whose parameters
 * are values, or lists of one length; how many. */
size_t sx_stretch_gather(sx_stretch *stretch, const sx_block *block, size_t from);

/* Reads the values of its calls; false when some have none in order, or memory is out. */
bool sx_stretch_load(sx_stretch *stretch);

/* How many elements the p-th parameter of an item has on the rank, in each execution, once values are read. */
size_t sx_stretch_elements(const sx_stretch *stretch, const sx_stretch_item *item,
                           uint32_t p, int64_t rank);

/* Do ranks of one run make different numbers of trips in some loop? Where it is one node, what is there in some trips of a loop is in shape. */
bool sx_stretch_trips_differ(const sx_stretch *stretch);

/* In this one? */
bool sx_stretch_item_differs(const sx_stretch *stretch, size_t item);

/* What every rank makes of one call. */
typedef struct sx_stretch_made {
    const sx_seq **present; /* by rank: 1 in the trips that have the call */
    const sx_seq **value[SX_PARAMS]; /* by rank */
    bool *ever;
    bool sometimes; /* some rank has it in some of its trips only */
} sx_stretch_made;

/* Room for one call of all ranks, in the scratch arena; false when out of memory. */
bool sx_stretch_made_create(const sx_stretch *stretch, size_t call,
                            sx_stretch_made *ret_made);

/* Keeps that a rank makes a call n times, with these values of its parameters, n times `elements` of each (NULL: what all ranks have); false when out of memory. */
bool sx_stretch_keep(const sx_stretch *stretch, size_t call, int64_t rank,
                     int64_t *const value[SX_PARAMS], const size_t *elements, uint64_t n,
                     sx_stretch_made *made);

/* A loop of total[rank] trips for those who are `in` of those `within`, with room for n nodes. Errors: SX_NOMEM. */
sx_status sx_stretch_loop(const sx_stretch *stretch, const int64_t *total, const bool *in,
                          const bool *within, size_t n, sx_node **ret_loop);

/* The call, in a loop of one trip or none where some rank has it in some of its trips only; `within` is who makes the trips.
 * Errors: SX_NOMEM. */
sx_status sx_stretch_call(const sx_stretch *stretch, size_t call,
                          const sx_stretch_made *made, const bool *within,
                          sx_node **ret_node);

#endif
