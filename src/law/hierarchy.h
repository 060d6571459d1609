/* Hierarchies of grids: on a coarse level every second, fourth .. place of an axis is active, the others wait. How far
 * apart active places are on the level of a trip, as a function of the trip and of the extent; and which values follow. */
#ifndef SX_LAW_HIERARCHY_H
#define SX_LAW_HIERARCHY_H

#include "law/sample.h"

/* What ranks are counted along: an axis of a grid of all ranks, or a whole communicator. */
typedef struct sx_hierarchy_axis {
    const sx_expr *dim, *coord;
    const sx_expr *stride; /* between neighbours' ranks */
} sx_hierarchy_axis;

typedef enum sx_hierarchy_shape {
    SX_HIERARCHY_DOUBLES, /* 2^(e + k) */
    SX_HIERARCHY_SPREADS, /* max(1, extent / 2^(k - e)): so many places are active, and fewer later */
    SX_HIERARCHY_GATHERS, /* max(1, extent / 2^(k + e)) */
    SX_HIERARCHY_SHAPES
} sx_hierarchy_shape;

/* The distance at exponent e: trips since the first, or until the last; 0 without a counter. */
typedef struct sx_hierarchy {
    sx_hierarchy_shape shape;
    bool counted, from_last;
    uint32_t counter; /* of the samples' counters */
    int64_t k;
} sx_hierarchy;

enum { SX_HIERARCHY_FORMS = 96, SX_HIERARCHY_AXES = SX_MAX_DIMS };

/* The forms to be tried for these samples, simplest first; those with equal counter and end stand together. At most
 * SX_HIERARCHY_FORMS. */
size_t sx_hierarchy_forms(const sx_samples *samples, sx_hierarchy *ret_form);

/* The axes of grid g, or with g = runs->ngrids the event's communicator as one; 0 when out of memory. */
uint32_t sx_hierarchy_axes(sx_arena *arena, const sx_runs *runs, uint32_t g,
                           sx_hierarchy_axis *ret_axis);

/* The axes of one grid at some samples. */
typedef struct sx_hierarchy_view {
    const sx_samples *samples;
    uint32_t n;
    sx_hierarchy_axis axis[SX_HIERARCHY_AXES];
    int64_t *dim[SX_HIERARCHY_AXES], *coord[SX_HIERARCHY_AXES];
    int64_t *e; /* room for their exponents */
} sx_hierarchy_view;

/* Axes as above. False when out of memory, or where an axis cannot be evaluated. */
bool sx_hierarchy_look(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                       uint32_t g, sx_hierarchy_view *ret_view);

/* e for every sample. False when out of memory, or when trips cannot be evaluated. */
bool sx_hierarchy_exponents(sx_arena *arena, const sx_runs *runs,
                            const sx_samples *samples, const sx_hierarchy *form,
                            int64_t *ret_e);

/* 0: there is no such level. */
int64_t sx_hierarchy_distance(const sx_hierarchy *form, int64_t extent, int64_t e);

/* NULL when out of memory. */
const sx_expr *sx_hierarchy_distance_expr(sx_arena *arena, const sx_samples *samples,
                                          const sx_hierarchy *form,
                                          const sx_expr *extent);

/* The law so far, none at first, with another one that gives every sample too: wherever they differ is a doubt. */
struct sx_law;
sx_status sx_hierarchy_add(sx_arena *arena, struct sx_law *law, const sx_expr *expr,
                           sx_evidence evidence, sx_error *err);

/* Evidence from so many different distances over these axes: three tell a doubling, and two scales whom it follows. What no
 * trip counts may be a part of an extent by accident. Two distances tell of axes as long as those of the inputs
 * alone, since of two places the second is the last one, and the one in the middle. */
sx_evidence sx_hierarchy_evidence(sx_arena *arena, const sx_runs *runs,
                                  const sx_samples *samples,
                                  const sx_hierarchy_axis *axis, uint32_t naxes,
                                  bool counted, size_t distances);

/* Proved where these axes are as long as in some sample, for that reason nowhere else; exact where there are no axes, and when out of
 * memory. */
sx_evidence sx_hierarchy_as_shown(sx_arena *arena, const sx_runs *runs,
                                  const sx_samples *samples,
                                  const sx_hierarchy_axis *axis, uint32_t naxes,
                                  const char *reason);

#endif
