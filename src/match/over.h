/* The laws of a trace over all ranks at once: expressions as forms (match/poly.h) in the coordinates of a rank, and in
 * the counters of loops, within a box of these. Ranks may be moved: a law as it is at the place to which another law
 * leads. */
#ifndef SX_MATCH_OVER_H
#define SX_MATCH_OVER_H

#include "match/poly.h"
#include "trace/trace.h"

typedef struct sx_over {
    const sx_trace *trace;
    sx_algebra algebra;
    bool whole; /* the communicator of the event is of all ranks in their order */
    const sx_poly *rank; /* in the world; NULL: none may be used */
    const sx_poly *counter[SX_MAX_DEPTH]; /* NULL: not known */
    uint32_t ncounters;
    bool sums; /* inside of a sum */
    /* Where a condition is not the same in all of the box: it may be, below and from `at`. */
    bool splits;
    uint32_t variable;
    int64_t at;
} sx_over;

typedef enum sx_over_kind { SX_OVER_UNKNOWN, SX_OVER_SPECIAL, SX_OVER_POLY } sx_over_kind;

typedef struct sx_over_value {
    sx_over_kind kind;
    int64_t special;
    const sx_poly *poly;
} sx_over_value;

/* UNKNOWN where it cannot be told, or not of the whole box: then `splits` may say of which part. */
sx_over_value sx_over_expr(sx_over *over, const sx_expr *expr);
/* The same for a value: of an expression, or a constant. */
sx_over_value sx_over_value_of(sx_over *over, const sx_value *value);

/* Whether the ranks are in the domain: 1 all, 0 none, -1 cannot be told, as above. */
int sx_over_domain(sx_over *over, const sx_domain *domain);

#endif
