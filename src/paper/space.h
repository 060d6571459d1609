/* The topology of a program as the published method sees it: dims from critical nodes in every run, in row-major order,
 * and the basis of prefix products (1, x, xy, ..) in which its values are linear. */
#ifndef SX_PAPER_SPACE_H
#define SX_PAPER_SPACE_H

#include "align/runs.h"

enum { SX_PAPER_COLUMNS = SX_MAX_DIMS + 1 };

typedef struct sx_paper_space {
    size_t columns; /* dims + 1 */
    const sx_expr *column[SX_PAPER_COLUMNS];
    int64_t *row; /* by run: the values of the columns */
    const char *basis; /* "1, x, xy" */
    const char *why; /* NULL, or why there is no grid: all ranks in a row then */
} sx_paper_space;

/* Detection in every run: by the end points of all call sites together or, where these lead to no grid of as many dims
 * in all runs, of the first that do alone; or as they were told with all inputs. Its dims at other scales are those of the policies that
 * give them in the inputs; by hand where none does. Adds the grid to `runs`. Errors: SX_NOMEM, SX_LIMIT.
 * @source paper 001, 3.1; call sites apart: 3.4 */
sx_status sx_paper_space_find(sx_arena *arena, sx_runs *runs, sx_paper_space *ret_space,
                              sx_error *err);

/* The space with these extents, expressions over P. Errors: SX_INVALID (no extent of at least 1 at an input), SX_NOMEM. */
sx_status sx_paper_space_given(sx_arena *arena, const sx_runs *runs,
                               const sx_expr *const *extent, uint32_t n,
                               sx_paper_space *ret_space, sx_error *err);

#endif
