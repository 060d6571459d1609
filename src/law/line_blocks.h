/* What is dealt out along a line of ranks, and divides in all inputs. Quotients say what each has there; where the number of ranks
 * leaves a rest, programs that run deal it out. So a quotient is the block of a rank, if it is known whose. */
#ifndef SX_LAW_LINE_BLOCKS_H
#define SX_LAW_LINE_BLOCKS_H

#include "law/faces.h"

enum { SX_LINE_WHOLES = 32 };

/* What quotients of a program have above, as far as there is room: points of a line, and multiples of these. */
typedef struct sx_line_wholes {
    size_t n;
    int64_t whole[SX_LINE_WHOLES];
} sx_line_wholes;

/* Those of a law. */
void sx_line_wholes_note(sx_line_wholes *wholes, const sx_expr *law);

/* What parts are dealt out to: `extent` ranks, of which it is that of `rank`, or where each has something for each, that of `rank` for `other` (NULL: not so).
 */
typedef struct sx_dealt {
    const sx_expr *extent, *rank, *other;
    bool only_in_grid; /* along a line what all have may as well be rounded down */
    const sx_line_wholes *wholes;
    const sx_face_wholes *faces;
} sx_dealt;

/* A law that is left open, of parts that come to the same whole in all inputs, becomes the block of a rank in a grid of all, where faces along each axis say how many points there are, and these
 * are all; or along the line of all ranks, of the least number that quotients of the program have above, divides the whole, and has a point for each rank; times what is
 * left. What was the law is a rival. rank NULL: it stays. Errors: SX_NOMEM. O(samples x grids). */
sx_status sx_line_deal_out(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                           const sx_dealt *dealt, sx_law *law, sx_error *err);

#endif
