/* The other laws that fit all inputs as well as the one taken. A doubt is a disjunction; where a part of it is
 * `this != that`, and the law has `this` in it, the law with `that` in its place fits, too. Other parts are bare
 * conditions: nothing that the inputs show says what holds there. */
#ifndef SX_EXTRAP_RIVALS_H
#define SX_EXTRAP_RIVALS_H

#include "extrap/inferred.h"
#include "extrap/places.h"

enum { SX_RIVALS = 16 };

typedef struct sx_rivals {
    size_t n;
    const sx_expr *law[SX_RIVALS];
    size_t open; /* parts that are bare conditions */
} sx_rivals;

/* A part of a doubt: `rival` is the law with what stands there in its place; the law itself for a bare condition. */
typedef void (*sx_rival_visitor)(void *context, const sx_expr *part,
                                 const sx_expr *rival);

/* Visits the parts of the doubt, from the first; `law` may be NULL. Errors: SX_NOMEM. */
sx_status sx_rivals_each(sx_arena *arena, const sx_expr *law, const sx_expr *doubt,
                         sx_rival_visitor visit, void *context, sx_error *err);

/* `doubt` may be NULL; rivals beyond SX_RIVALS are left out. Errors: SX_NOMEM. */
sx_status sx_rivals_of(sx_arena *arena, const sx_expr *law, const sx_expr *doubt,
                       sx_rivals *ret_rivals, sx_error *err);

/* A place at which the law and a rival differ, and what they give there. */
typedef struct sx_rivalry {
    int64_t rank, value, other;
    bool has_value, has_other; /* else there is none there */
    const sx_expr *rival;
} sx_rivalry;

/* One for each rival that differs at one of the places of a value; how many, at most SX_RIVALS. */
size_t sx_rivals_apart(const sx_places *places, const sx_inferred *inferred,
                       const sx_expr *law, const sx_rivals *rivals,
                       sx_rivalry ret_rivalry[SX_RIVALS]);

#endif
