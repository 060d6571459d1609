/* The parts of sx_trace_merge, inner to it: tables (what indices mean), sides (a working copy of each
 * input), alignment (which nodes go together), nodes (two values into one). Between the parts every set of
 * ranks is explicit, interned and canonical, and every value is a list of pieces. */
#ifndef SX_TRACE_MERGE_PARTS_H
#define SX_TRACE_MERGE_PARTS_H

#include "trace/merge.h"
#include "trace/rank_sets.h"

typedef struct sx_merge {
    sx_arena *arena; /* of the result */
    sx_rank_sets *sets;
    bool pool_times, sum_totals;
    uint32_t draw_limit;
    sx_error *err;
} sx_merge;

/* How one input reads in the merged trace. */
typedef struct sx_merge_side {
    const sx_trace *trace;
    sx_rank shift;
    const sx_ranklist *everybody; /* shifted; NULL when ALL at the top has no meaning */
    /* The merged index of each of its own; NULL where they are the same. */
    uint32_t *site, *comm, *type, *redop, *region;
} sx_merge_side;

/* merge_tables.c */

/* Unites modules, sites, types, reduction operations, regions, and what was not recorded; fills the maps of b (those
 * of a are NULL) and the tables of *out. Communicators come after, since they hold values. */
sx_status sx_merge_tables(sx_merge *merge, sx_merge_side *a, sx_merge_side *b,
                          sx_trace *out);

/* Unites communicators by (parent, serial), fills b->comm. */
sx_status sx_merge_comms(sx_merge *merge, sx_merge_side *a, sx_merge_side *b,
                         sx_trace *out);

/* merge_side.c */

/* The value with explicit pieces; `index` says which number is which in a table, NULL for numbers
 * that are none (or stay the same). */
sx_status sx_merge_copy_value(sx_merge *merge, const sx_merge_side *side,
                              const sx_value *value, const sx_ranklist *participants,
                              const uint32_t *index, size_t nindex, sx_value *ret_value);
sx_status sx_merge_copy_domain(sx_merge *merge, const sx_merge_side *side,
                               const sx_domain *domain, const sx_ranklist *enclosing,
                               sx_domain *ret_domain);
/* The side's whole program. */
sx_status sx_merge_copy_program(sx_merge *merge, const sx_merge_side *side,
                                sx_block *ret_program);

/* merge_node.c: of two working copies into the first. */

sx_status sx_merge_domain(sx_merge *merge, sx_domain *a, const sx_domain *b);
sx_status sx_merge_value(sx_merge *merge, sx_value *a, const sx_value *b);
/* Domain, parameters and times of the same operation at the same site. */
sx_status sx_merge_event(sx_merge *merge, sx_node *a, const sx_node *b);

/* merge_average.c */

/* Do the pieces say the same of different ranks? */
static inline bool sx_merge_same_piece(const sx_piece *a, const sx_piece *b)
{
    return a->order == b->order && a->order != SX_ORDER_DEALT &&
           sx_seq_equal(a->seq, b->seq);
}

static inline bool sx_merge_is_total(sx_op op, sx_param_id id)
{
    return (id == SX_PARAM_COUNT || id == SX_PARAM_RCOUNT) && sx_op_is_alltoallv(op);
}
/* Adds b's sequences to a's, value by value. */
sx_status sx_merge_sum(sx_merge *merge, sx_value *a, const sx_value *b);

/* merge_draw.c */

/* Deals out among ranks what is too long to be kept for each. */
sx_status sx_merge_deal(sx_merge *merge, sx_node *event);

/* merge_multiset.c */

/* Copies the multisets of an event; its domain is copied before. */
sx_status sx_merge_copy_multisets(sx_merge *merge, const sx_merge_side *side,
                                  const sx_node *from, sx_node *to);
sx_status sx_merge_multisets(sx_merge *merge, sx_node *a, const sx_node *b);

/* merge_align.c */

typedef struct sx_align sx_align;

/* A node prepared for alignment: what is below it, as hashes and counts. */
typedef struct sx_item {
    sx_node *node;
    uint64_t key; /* event: operation, site, parameters; loop: of all below. Never 0 */
    uint64_t mask; /* which keys of events are below, as bits of a hash */
    uint64_t events; /* below, or 1 */
    uint32_t loop; /* number of the loop on its side */
    size_t n;
    struct sx_item *body;
} sx_item;

typedef enum sx_step_kind {
    SX_STEP_BOTH, /* a and b go together */
    SX_STEP_A, /* only a, only b */
    SX_STEP_B,
    SX_STEP_ENTER_A, /* what follows, up to LEAVE, goes into the loop a: steps of its body with nodes of */
    SX_STEP_ENTER_B, /* the other side, which executes them once */
    SX_STEP_LEAVE
} sx_step_kind;

typedef struct sx_step {
    sx_step_kind kind;
    const sx_item *a, *b;
} sx_step;

sx_align *sx_align_create(void);
void sx_align_destroy(sx_align *align);

/* Prepares the nodes of one side (0 or 1). Items live until the destruction. */
sx_status sx_align_prepare(sx_align *align, int side, const sx_block *block,
                           sx_item **ret_item, sx_error *err);

/* The best alignment of two blocks, in program order. The steps live until the destruction. */
sx_status sx_align_blocks(sx_align *align, const sx_item *a, size_t na, const sx_item *b,
                          size_t nb, const sx_step **ret_step, size_t *ret_n,
                          sx_error *err);

/* canonical.c */

/* A loop on the way down to a node: who takes part, and the trips as they were recorded. */
typedef struct sx_canonical_loop {
    struct sx_canonical_loop *outer;
    const sx_ranklist *participants; /* NULL: not known */
    sx_value trips;
    const sx_seq **by_rank; /* the same, found when it is needed */
} sx_canonical_loop;

/* Where nodes are brought back to their shortest form. `everybody` may be NULL where the set that ALL at the
 * top stands for is not known. */
typedef struct sx_canonical {
    sx_arena *arena;
    sx_rank_sets *sets;
    const sx_ranklist *everybody;
    bool
        finished; /* nothing more is merged: also fold sequences anew, list values by rank, and
                      dissolve loops of one trip, and let values follow counters */
    const sx_trace
        *trace; /* whose communicators end points are ranks of; where finished */
    sx_canonical_loop *loop; /* the innermost around, or NULL */
    unsigned nests; /* loops around that were made two */
    sx_error *err;
} sx_canonical;

sx_status sx_canonical_block(const sx_canonical *canonical, sx_block *block,
                             const sx_ranklist *enclosing);
/* A loop of these participants. */
sx_status sx_canonical_loop_node(const sx_canonical *canonical,
                                 const sx_ranklist *participants, bool may_list,
                                 sx_node *loop);
sx_status sx_canonical_comms(const sx_canonical *canonical, sx_comm *comm, size_t n);
/* merge_multiset.c; `participants` may be NULL. */
sx_status sx_canonical_multisets(const sx_canonical *canonical,
                                 const sx_ranklist *participants, sx_node *node);

/* Which steps (BY_STEP) each participant has, in order of their ranks. */
typedef struct sx_layout {
    uint32_t nsteps; /* 0: not known */
    size_t n;
    const uint64_t *own; /* a bit for each step */
} sx_layout;

/* canonical_short.c */

/* The shortest of the forms that say the same as a value whose pieces have explicit, interned sets. Without
 * `may_list` there are no numbers listed by rank. `layout` is that of an earlier value of the same event: where it
 * serves for this one, sets of ranks are shared; else the own one, if any, is left there. */
sx_status sx_canonical_shorten(const sx_canonical *canonical,
                               const sx_ranklist *participants, bool may_list,
                               sx_layout *layout, sx_value *value);
/* Of constant pieces: listed by rank where that is shorter. */
sx_status sx_canonical_by_rank(const sx_canonical *canonical,
                               const sx_ranklist *participants, sx_value *value);

/* canonical_steps.c: step by step where that is shorter. */
sx_status sx_canonical_by_step(const sx_canonical *canonical,
                               const sx_ranklist *participants, bool may_list,
                               sx_layout *layout, sx_value *value);

/* canonical_affine.c: a scalar as an expression of the rank and the counters of the loops around, where one says the
 * same for every rank and is shorter than *value. `pieces` are what it was before it was shortened; `comm` is the
 * event's communicator, or NULL. */
sx_status sx_canonical_affine(const sx_canonical *canonical,
                              const sx_ranklist *participants, const sx_value *pieces,
                              const sx_value *comm, sx_value *value);

/* canonical_nest.c */

/* May it be shorter as two loops, one right inside the other? Before it is brought to its form. */
bool sx_canonical_may_nest(const sx_canonical *canonical, const sx_node *loop);
/* Makes a loop two where that is shorter: `recorded` is a copy of it before it was brought to its form, `trips` are
 * its pieces. */
sx_status sx_canonical_nest(const sx_canonical *canonical,
                            const sx_ranklist *participants, bool may_list,
                            const sx_value *trips, const sx_node *recorded,
                            sx_node *loop);

#endif
