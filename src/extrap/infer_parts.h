/* What the files of inference share, inner to it. */
#ifndef SX_EXTRAP_INFER_PARTS_H
#define SX_EXTRAP_INFER_PARTS_H

#include "extrap/foresee.h"
#include "extrap/infer.h"
#include "extrap/known.h"
#include "extrap/known_domains.h"
#include "extrap/peeled.h"
#include "extrap/type_laws.h"
#include "law/faces.h"
#include "law/line_blocks.h"

typedef struct inference {
    sx_arena *arena;
    sx_arena *scratch; /* of one value: its samples, until they turn out to be new */
    sx_runs *runs;
    const sx_infer_options *options;
    sx_known known;
    sx_known_domains domains;
    const sx_comm *comm; /* with their laws, once those are found */
    const sx_expr
        *beyond; /* where the inputs say nothing (law/growth.h, regimes.h); or NULL */
    const char *why;
    unsigned refusals; /* that were explained */
    bool is_row; /* the value at hand is the number of a row of a table */
    sx_type_laws types; /* no rows at first */
    bool sizes_only; /* the first round, which only recovers constants */
    sx_line_wholes wholes; /* of laws that the first round found, */
    sx_face_wholes faces; /* and of faces */
    sx_foreseen foreseen; /* empty at first */
    const sx_level *level; /* of the event at hand, where one is known; or NULL */
    sx_peeled peeled; /* the call of the event at hand in a loop before */
    sx_common_time common_time; /* where times have models */
    uint32_t axis; /* along which the event at hand exchanges on that level */
    sx_error *err;
} inference;

/* infer_law.c: samples that are there until the next ones are collected. */
sx_status sx_infer_collect(inference *inf, const sx_sampling *how, const sx_value *value,
                           sx_samples *ret_samples);

/* The law of these samples, known or new. */
sx_status sx_infer_law(inference *inf, const sx_samples *samples, sx_law *ret_law);

/* The law as a value; without one, what most ranks of the largest run have. */
sx_status sx_infer_value(inference *inf, const sx_samples *samples, const sx_law *law,
                         sx_value *ret_value);

/* infer_dealt.c: the law of a size that divides in all inputs, of an event with that end point (NULL: it has none), as blocks where
 * the call says whose. */
sx_status sx_infer_dealt(inference *inf, sx_op op, const sx_sampling *how,
                         const sx_value *value, const sx_expr *peer,
                         const sx_samples *samples, sx_law *law);

/* Nothing is proved at scales that the inputs do not span. */
void sx_infer_doubt_beyond(const inference *inf, sx_evidence *e);

/* Is it a law of the scale alone? And a law over the world without the names that rank and size have in it; NULL when out of memory. */
bool sx_infer_is_of_scale(const sx_expr *law);
const sx_expr *sx_infer_over_world(const inference *inf, const sx_expr *law);

/* infer_trips.c: who enters a loop and for how many trips. The weaker of a set of ranks and a law of trips for all, if there is one, gives
 * way; a set that no law explains gives way to everybody, since the events in the loop say themselves who takes part. `inner` is the
 * nest inside the loop. */
sx_status sx_infer_entry(inference *inf, const sx_node *from, const sx_nest *nest,
                         const sx_nest *inner, sx_node *to);
/* What the laws of its body, which are found by then, say of the trips. */
sx_status sx_infer_settle_trips(inference *inf, const sx_node *from, const sx_nest *nest,
                                const sx_nest *inner, sx_node *to);

/* infer_comms.c: the laws of all communicators; `all` are the ranks of all runs. */
sx_status sx_infer_comms(inference *inf, const bool *all, sx_trace *formula);

/* infer_comm_row.c: where calls make more communicators at scales that have more, what each of them is, as the last entries of the formula's
 * table. Asked when the laws of all others are found: the program's may be those of the first round, which may not know all trips that make
 * them. Nothing happens where there are rows. */
sx_status sx_infer_comm_rows(inference *inf, const bool *all, sx_trace *formula);

/* The same file: how many there are of which inputs have different numbers. */
size_t sx_infer_growing_comms(const sx_trace *merged);

/* infer_doubt_comms.c: laws of the numbers of communicators are not proved where some of which the scale decides how many there are make no row; nor
 * is that of who is in one where its colours are not. */
void sx_infer_doubt_comms(inference *inf, sx_trace *formula);

/* infer_serials.c: which of the creating calls on its parent makes each of them. */
sx_status sx_infer_serials(inference *inf, const sx_trace *formula);

/* infer_stretches.c: the laws of size and rank by where ranks in a row begin, if each of the communicators that `from` is has such, of the world's, who are `in`,
 * as many in all runs; else *to stays as it is. Errors: SX_NOMEM. */
sx_status sx_infer_stretches(inference *inf, const sx_comm *from, const bool *in,
                             sx_comm *to);

#endif
