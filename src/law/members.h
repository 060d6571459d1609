/* Lists of a collective that have a count for each member, which says it itself, too: the root of a Gatherv, and everybody in an
 * Allgatherv, has what each rank sends. */
#ifndef SX_LAW_MEMBERS_H
#define SX_LAW_MEMBERS_H

#include "law/law.h"

/* `own` is the law of the count that each member says itself. Where the law of the list is not proved, own with the element in place of the rank
 * takes its place, if that gives every sample: what is open is then open in both at once, and both ends agree. At all ranks but the root, where only that
 * says the list, it is the number that it is there. Errors: SX_NOMEM. */
sx_status sx_members_judge(sx_arena *arena, sx_runs *runs, const sx_samples *list,
                           const sx_law *own, sx_law *law, sx_error *err);

#endif
