/* Labels at a scale: what is proved of a law may be in doubt where it is asked for. A trace is gone through from the outside in; places stand for
 * all ranks. */
#ifndef SX_EXTRAP_JUDGING_H
#define SX_EXTRAP_JUDGING_H

#include "extrap/places.h"
#include "extrap/unseen.h"
#include "extrap/valid.h"

enum { SX_JUDGING_DOUBTS = 32 }; /* that are told apart */

typedef struct sx_judging {
    sx_arena *arena;
    bool judges; /* else labels and doubts stay as they are */
    const sx_trace *formula, *trace; /* the trace has the dims of the scale */
    sx_error *err;
    /* the rest is its own, but for what it goes through: */
    uint32_t depth; /* loops around the node at hand */
    const sx_node *around[SX_MAX_DEPTH];
    bool in[SX_PLACES]; /* takes part in it */
    sx_places places;
    sx_constant *constant; /* the trace's, judged */
    bool *uncertain; /* by constant: other laws of it give another number here */
    size_t ndoubts;
    struct sx_judging_doubt {
        const sx_expr *condition;
        int64_t scale; /* that would settle it; 0: none found */
    } doubt[SX_JUDGING_DOUBTS];
    const char *contest
        [SX_MAX_GRIDS]; /* why a grid's dims are in doubt here; NULL: they are not */
    const char *beyond; /* why nothing is proved here; NULL: it may be */
    sx_unseen unseen; /* laws in which no extent could hide */
} sx_judging;

/* With the first five members set, the others 0: opens the places and judges constants. To be closed whatever it returns. Errors: SX_NOMEM. */
sx_status sx_judging_open(sx_judging *j);

/* Of a law, of a value, of trips (which may become max(0, trips)), and of who takes part. comm: the communicator that they are of. Errors: SX_NOMEM. */
void sx_judging_law(sx_judging *j, const sx_expr *expr, uint32_t comm, sx_evidence *e,
                    sx_number_kind kind);
sx_status sx_judging_value(sx_judging *j, uint32_t comm, sx_value *value,
                           sx_number_kind kind);
sx_status sx_judging_trips(sx_judging *j, sx_value *trips);
void sx_judging_domain(sx_judging *j, sx_domain *domain);
void sx_judging_grid(const sx_judging *j, size_t g, sx_grid *grid);

/* Narrows j->in for a loop's body: without those who make no trip by a law that is proved. */
void sx_judging_narrow(sx_judging *j, const sx_value *trips);

/* Labels that follow from other labels. Errors: SX_NOMEM. */
sx_status sx_judging_together(const sx_judging *j, sx_trace *result);

void sx_judging_close(sx_judging *j);

#endif
