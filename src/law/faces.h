/* Sizes of faces: what is sent along one axis of a grid is spanned by the others. Where extents are equal in all inputs, a size
 * may be told with other axes as well; then the ones that span a face come first, and the others are a doubt. */
#ifndef SX_LAW_FACES_H
#define SX_LAW_FACES_H

#include "law/law.h"

/* `law` is that of sizes of an event with end point `peer` (NULL: it has no law), proved or not. One that is not may change to another
 * that gives all samples too. Errors: SX_NOMEM. O(axes to the power of factors x probes). */
sx_status sx_faces_choose(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                          const sx_expr *peer, sx_law *law, sx_error *err);

/* What faces have in all, over axes of a grid (a bit each): the least number at each; 0: none is known. */
enum { SX_FACE_AXES = 4 };
#define SX_UNDIVIDED                                                                     \
    "divides exactly in every input: where it does not, the rounding is unknown; add "   \
    "an "                                                                                \
    "input that does not divide"
typedef struct sx_face_wholes {
    int64_t of[SX_MAX_GRIDS][1 << SX_FACE_AXES];
} sx_face_wholes;

/* Those of a law's quotients, over axes that inputs tell from the others of their grid. */
void sx_face_wholes_note(const sx_runs *runs, sx_face_wholes *wholes, const sx_expr *law);

/* How many points there are along an axis of the grid, as faces say; 0: that is not known. */
int64_t sx_face_wholes_along(const sx_runs *runs, const sx_face_wholes *wholes,
                             uint32_t g, uint32_t axis);

/* The root of a square of few fields that is `least` and more, with as few of these as may be; 0: it is none. */
int64_t sx_root_of_fields(int64_t square, int64_t least);

/* Are two axes of the grid as long in all inputs? */
bool sx_axes_are_alike(const sx_runs *runs, uint32_t grid, uint32_t a, uint32_t b);

/* Is everybody in the grid, in all runs? O(ranks). */
bool sx_faces_has_all(const sx_runs *runs, uint32_t g);

/* Laws of sizes that are left open where points do not divide; and those, others that are no more than exact, and numbers that are the same in all inputs: these
 * may be faces over axes that are as long in all of them. */
bool sx_law_may_be_dealt_out(const sx_law *law);
bool sx_law_may_be_face(const sx_law *law);

/* Such a law becomes the product of blocks along the axes that the end point does not move along, where points
 * divide in all inputs; for each trip, and each neighbour in turn, that has an end point of its own. Both ends of a message have the same blocks. Points along an axis are
 * those of faces over it alone, or what three faces tell, or as many along all axes of a face; several fields have a multiple. What was the
 * law is a rival. What it finds is noted. Errors: SX_NOMEM. O(grids x (samples x pieces of the end point's law)). */
sx_status sx_faces_deal_out(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                            const sx_expr *peer, sx_face_wholes *wholes, sx_law *law,
                            sx_error *err);

#endif
