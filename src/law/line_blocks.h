/* What is dealt out along a line of ranks, and divides in all inputs. Quotients say what each has there; where the number of ranks
 * leaves a rest, programs that run deal it out. So a quotient is the block of a rank, if it is known whose. */
#ifndef SX_LAW_LINE_BLOCKS_H
#define SX_LAW_LINE_BLOCKS_H

#include "law/law.h"

enum { SX_LINE_WHOLES = 32 };

/* What quotients of a program have above, as far as there is room: points of a line, and multiples of these. */
typedef struct sx_line_wholes {
    size_t n;
    int64_t whole[SX_LINE_WHOLES];
} sx_line_wholes;

/* Those of a law. */
void sx_line_wholes_note(sx_line_wholes *wholes, const sx_expr *law);

/* A law that is left open, of values that blocks of `extent` ranks may be, where `place` says whose: each quotient by that extent becomes that block, of the
 * least whole that divides the own and has a point for each rank, times what is left. What was the law is a rival. Errors: SX_NOMEM.
 * O(samples x size of the law). */
sx_status sx_line_deal_out(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                           const sx_line_wholes *wholes, const sx_expr *extent,
                           const sx_expr *place, sx_law *law, sx_error *err);

#endif
