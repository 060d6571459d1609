/* The laws of a trace, or of a formula trace whose P is open, as sums (match/sum.h) in the coordinates of a rank and in the
 * counters of loops; also as they are at the place to which another law leads. */
#ifndef SX_MATCH_ANYWHERE_H
#define SX_MATCH_ANYWHERE_H

#include "match/sum.h"
#include "trace/trace.h"

/* No grid: ranks stand in a line. */
enum { SX_LINE = -1 };

typedef struct sx_anywhere {
    const sx_trace *trace;
    sx_sums *sums;
    int grid; /* in which every rank has one place; SX_LINE */
    bool has_place; /* ranks and coordinates may be used */
    bool whole; /* the communicator of the event is of all ranks in their order */
    const sx_sum *coord[SX_MAX_DIMS];
    uint32_t ncounters;
    const sx_sum *counter[SX_MAX_DEPTH];
    bool in_sum;
    const sx_sum *
        split; /* a condition that was not decided: this is at least 0 or not; else NULL */
} sx_anywhere;

typedef enum sx_any_kind { SX_ANY_UNKNOWN, SX_ANY_SPECIAL, SX_ANY_SUM } sx_any_kind;

typedef struct sx_any_value {
    sx_any_kind kind;
    int64_t special;
    const sx_sum *sum;
} sx_any_value;

/* Whether a policy gives each of p ranks one place, at any p: those of trace/policy.h's table. */
bool sx_grid_is_full(const sx_trace *trace, uint32_t grid);

/* What a policy says of the extents of a grid at every scale that has it. */
typedef enum sx_grid_order {
    SX_GRID_UNORDERED,
    SX_GRID_EVEN, /* all are one */
    SX_GRID_RISING, /* none is larger than the next */
    SX_GRID_FALLING
} sx_grid_order;

sx_grid_order sx_grid_order_of(const char *law);

uint32_t sx_anywhere_axes(const sx_anywhere *at);
/* The number of ranks along an axis of its grid, or the line. */
const sx_sum *sx_anywhere_extent(const sx_anywhere *at, uint32_t axis);
/* Any place: coordinates that are below their extents, which are in the order of the grid: facts. */
void sx_anywhere_start(sx_anywhere *at);
/* The rank of its place. */
const sx_sum *sx_anywhere_rank(const sx_anywhere *at);
/* What a rank grows by along the axis; for one beyond the last axis, all ranks. */
const sx_sum *sx_anywhere_stride(const sx_anywhere *at, uint32_t axis);
/* rank = coord * stride + rest, where axes beyond this one are taken off already; the rest is at least 0 where that can be had. False
 * where it cannot be told. */
bool sx_anywhere_digit(sx_anywhere *at, const sx_sum *rank, uint32_t axis,
                       const sx_sum **ret_coord, const sx_sum **ret_rest);
/* Moves it to that rank. False unless it is known to be one. */
bool sx_anywhere_move(sx_anywhere *at, const sx_sum *rank);

/* The counter of a loop whose trips are one: a number from 0. */
const sx_sum *sx_anywhere_counter(const sx_anywhere *at, uint32_t depth);

/* UNKNOWN where it cannot be told; then `split` may say by what. */
sx_any_value sx_anywhere_expr(sx_anywhere *at, const sx_expr *expr);
sx_any_value sx_anywhere_value(sx_anywhere *at, const sx_value *value);
/* x >= 0: 1, 0, or -1 where that cannot be told; then `split` is x. */
int sx_anywhere_natural(sx_anywhere *at, const sx_sum *x);

/* Who takes part: 1 all, 0 nobody, -1 cannot be told. */
int sx_anywhere_domain(sx_anywhere *at, const sx_domain *domain);

/* The same of the union of boxes (boxes.c), whose ends are along the axes of its grid. */
int sx_anywhere_boxes(sx_anywhere *at, const sx_domain *domain);

#endif
