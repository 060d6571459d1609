/* Which further scales to record. A scale is tried by asking the laws what its trace would be, and inferring again with
 * that among the inputs: so every reason for which a value is not proved is judged by what gave the reason. */
#ifndef SX_EXTRAP_ADVISE_H
#define SX_EXTRAP_ADVISE_H

#include "extrap/infer.h"
#include "trace/setting.h"

enum { SX_ADVICE = 3, SX_ADVICE_TRIED = 12 };

typedef struct sx_advice {
    size_t undecided, fitted,
        refused; /* values at the target, by the inputs as they are */
    size_t n;
    int64_t scale
        [SX_ADVICE_TRIED]; /* numbers of ranks, ascending; at most SX_ADVICE where there are inputs */
    size_t then; /* undecided with those, provided that the laws hold there */
} sx_advice;

/* The fewest and then smallest scales, at most SX_ADVICE, with which most becomes proved at the target that
 * `formula`, which was inferred from these traces, does not prove. Tried are scales at which laws that fit the inputs differ, and
 * the smallest with valid grids that are no inputs, powers of two, squares or cubes where all inputs are. Without inputs (n = 0) all scales are listed that
 * decide between rivals, and `then` is as if nothing else was missing.
 * `settings` are the parameters of the target, which scales that are tried have, too.
 * Cost: up to SX_ADVICE x SX_ADVICE_TRIED inferences. Errors: as sx_infer, sx_instantiate. */
sx_status sx_advise(const sx_trace *const *trace, const char *const *name, size_t n,
                    const sx_trace *formula, int64_t target, const sx_settings *settings,
                    sx_advice *ret_advice, sx_error *err);

#endif
