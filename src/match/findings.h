/* Mismatches as they are found: those of one kind at the same events are one. */
#ifndef SX_MATCH_FINDINGS_H
#define SX_MATCH_FINDINGS_H

#include "match/match.h"

typedef struct sx_findings {
    sx_arena *arena;
    size_t n, capacity;
    sx_mismatch *mismatch;
} sx_findings;

/* `found` has the number of its cases. Errors: SX_NOMEM. */
sx_status sx_findings_add(sx_findings *findings, const sx_mismatch *found, sx_error *err);

/* In the order of the program, by the events that they begin at. */
void sx_findings_sort(sx_findings *findings);

#endif
