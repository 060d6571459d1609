/* The first and the last rank of a run, where they compute more than all others, or less, beyond what structure says: who reads, writes or collects for all is one of
 * these, and no sample of how ranks differ. What all compute on the mean hangs on them the more the fewer ranks there are. */
#ifndef SX_EXTRAP_APART_H
#define SX_EXTRAP_APART_H

#include "base/model.h"

#include <stdbool.h>

typedef enum sx_end { SX_END_FIRST, SX_END_LAST, SX_ENDS } sx_end;

/* What one computes more than another one would in its place, or less, over P: as a share of that, or as an amount of time. */
typedef struct sx_apart {
    bool is[SX_ENDS], is_less[SX_ENDS], is_share[SX_ENDS];
    sx_model off[SX_ENDS];
} sx_apart;

struct sx_uneven; /* extrap/uneven.h */
struct sx_uneven_rows;

/* Finds them by inputs that have shares, and moves their rows to *ret_ends: what is left, and these, are of the mean of ranks that are all like the others, which
 * is ret_level (of each input) of the mean there was. Errors: SX_NOMEM. O(rows^2 / inputs). */
sx_status sx_apart_take_out(struct sx_uneven_rows *rows, int first, sx_apart *ret_apart,
                            struct sx_uneven_rows *ret_ends, double *ret_level,
                            sx_error *err);

/* By what structure says, as the others have it, and what these compute on the mean at each input, ns: of shares and amounts what the inputs rather speak
 * for. Errors: SX_NOMEM. O(ends). */
sx_status sx_apart_fit(const struct sx_uneven_rows *ends, const struct sx_uneven *uneven,
                       const double *mean_ns, sx_apart *apart, sx_error *err);

/* Which end of p ranks that is; SX_ENDS: none. */
sx_end sx_apart_end(int64_t p, int64_t rank);

/* What the one at that end computes of what another one would in its place, where others compute so long on the mean. apart->is[end]. */
void sx_apart_factor(const sx_apart *apart, sx_end end, int64_t p, double mean_ns,
                     double level, sx_model_prediction *ret);

/* What p ranks compute on the mean, of what they would if all were like the others, who compute so long. */
double sx_apart_mean(const sx_apart *apart, int64_t p, double mean_ns);

#endif
