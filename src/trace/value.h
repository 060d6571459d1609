/* Values that may differ from rank to rank and from execution to execution: the papers' elastic
 * data elements (paper 003, chapter 3), and the expressions that replace them in a formula trace.
 * Also who takes part in an event, and the evidence for what was inferred. */
#ifndef SX_TRACE_VALUE_H
#define SX_TRACE_VALUE_H

#include "trace/expr.h"
#include "trace/ranklist.h"
#include "trace/seq.h"

/* How well an inferred value is founded (ARCHITECTURE.md, Evidence). Recorded values have none. */
/* clang-format off */
#define SX_LABEL_LIST(X)                                                                 \
    X(RECORDED, "") X(PROVED, "proved") X(EXACT, "exact") X(FITTED, "fitted")            \
    X(REFUSED, "refused")
/* clang-format on */

typedef enum sx_label {
#define SX_LABEL_ENUM(name, text) SX_LABEL_##name,
    SX_LABEL_LIST(SX_LABEL_ENUM)
#undef SX_LABEL_ENUM
        SX_LABELS
} sx_label;

const char *sx_label_name(sx_label label);

typedef struct sx_evidence {
    sx_label label;
    const char *reason; /* why not better, for a person; or NULL */
    /* NULL, or a condition on the scale: where it is not 0, other laws that fit all inputs say
     * otherwise, and a proved value is only exact. In a text: `unless {..}` after the label. */
    const sx_expr *doubt;
} sx_evidence;

typedef enum sx_domain_kind {
    SX_DOMAIN_ALL, /* everybody who takes part in the enclosing loop */
    SX_DOMAIN_RANKS, /* a ranklist */
    SX_DOMAIN_BOXES, /* ranklist terms whose fields are expressions over P, dims and constants */
    SX_DOMAIN_WHERE /* a condition on the rank's place: takes part where it is not 0 */
} sx_domain_kind;

/* <ndims start (iters stride)*> with expressions; a dimension of 0 or fewer iterations makes the
 * term empty, one of 1 is allowed here. Strides descend, each at least the extent of the next. */
typedef struct sx_box {
    uint32_t ndims;
    const sx_expr *start;
    struct sx_box_dim {
        const sx_expr *iters, *stride;
    } dim[SX_RANKLIST_DIMS];
} sx_box;

typedef struct sx_domain {
    sx_domain_kind kind;
    sx_ranklist ranks; /* RANKS */
    size_t nboxes;
    const sx_box *box; /* BOXES */
    const sx_expr *where; /* WHERE */
    sx_evidence evidence;
} sx_domain;

typedef enum sx_value_kind {
    SX_VALUE_PIECES, /* a sequence per group of ranks */
    SX_VALUE_BY_RANK, /* constant in time: element p of a (cyclic) sequence is the value of the
                         p-th rank that takes part */
    SX_VALUE_BY_STEP, /* execution k has the value of step k mod the number of steps that the rank has: where
                         the ranks differ in few ways at each step, but in many ways over all */
    SX_VALUE_DRAWN, /* pieces, of which at least one does not know its order (trace/draw.h) */
    SX_VALUE_EXPR /* a function of place, counters and scale */
} sx_value_kind;

/* What a piece says of its values. DRAWN and DEALT: ascending ones, in an order that is not known. */
typedef enum sx_piece_order {
    SX_ORDER_KEPT, /* one execution after the other */
    SX_ORDER_DRAWN, /* every rank has all of them */
    SX_ORDER_DEALT /* all ranks together have them, every rank equally many; `all` is false */
} sx_piece_order;

/* `all` is true for the piece of everybody who takes part (then it is the only piece). */
typedef struct sx_piece {
    bool all;
    sx_ranklist ranks;
    const sx_seq *seq;
    sx_piece_order order; /* KEPT but in DRAWN values */
} sx_piece;

enum { SX_VALUE_STEPS = 64 }; /* at most in BY_STEP, at least 2 */

typedef struct sx_value {
    sx_value_kind kind;
    /* Ranks only, not with EXPR: kept as (value - own rank) mod size of the communicator, in
     * (-size/2, size/2]. Specials stay what they are. */
    bool relative;
    size_t npieces;
    const sx_piece *piece; /* PIECES, DRAWN: disjoint, in order of their first rank */
    const sx_seq *by_rank; /* BY_RANK */
    /* BY_STEP: each constant in time, PIECES or BY_RANK; of these `relative` and `evidence` mean nothing. Ranks
     * that are in no piece of a step pass it over. */
    uint32_t nsteps;
    const struct sx_value *step;
    const sx_expr *expr; /* EXPR */
    sx_evidence evidence;
} sx_value;

/* The one-piece constant. NULL .piece when out of memory. */
sx_value sx_value_constant(sx_arena *arena, int64_t value);
sx_value sx_value_expr(const sx_expr *expr, sx_evidence evidence);

/* The sequence of `rank`, for PIECES; NULL when the rank is in none. O(pieces x terms). */
const sx_seq *sx_value_seq(const sx_value *value, sx_rank rank);
/* The piece of `rank`, for PIECES and DRAWN. */
const sx_piece *sx_value_piece(const sx_value *value, sx_rank rank);

/* A bit for each step of a BY_STEP value that the rank has. O(steps x pieces x terms). */
uint64_t sx_value_own_steps(const sx_value *value, sx_rank rank);

/* A BY_RANK or BY_STEP value of these participants as PIECES, one per different sequence; other kinds stay
 * as they are. O(n log n) in n = count x steps. Errors: SX_NOMEM, SX_LIMIT (n over 2^26), SX_INVALID
 * (a participant without a value). */
sx_status sx_value_to_pieces(sx_arena *arena, const sx_value *value,
                             const sx_ranklist *participants, sx_value *ret_value,
                             sx_error *err);

/* The sequence of each of p ranks; NULL for those that do not take part. Not for EXPR and DRAWN. Errors: as above. */
sx_status sx_value_sequences(sx_arena *arena, const sx_value *value,
                             const sx_ranklist *participants, sx_rank p,
                             const sx_seq ***ret_seq, sx_error *err);

/* Its runs, and the terms of its sets with their dims, or the expression: its size as text, roughly. */
uint64_t sx_value_weight(const sx_value *value);

#endif
