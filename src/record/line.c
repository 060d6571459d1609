#include "record/line.h"

typedef struct line {
    bool known[SX_LINE_COUNTERS];
    uint64_t step[SX_LINE_COUNTERS]; /* wraps around */
} line;

/* What an execution says: false when it is none of the line. *ret_open where it says nothing yet, since several steps
 * are not known. */
static bool learn(line *l, const sx_line_counters *of, uint32_t first, uint32_t at,
                  uint64_t rest, bool *ret_open)
{
    uint32_t open = 0, which = 0;
    int64_t by = 0;
    for (uint32_t i = 0; i < of->n; i++) {
        int64_t moved = (int64_t)of->counter[i][at] - of->counter[i][first];
        if (moved && l->known[i]) {
            rest -= l->step[i] * (uint64_t)moved;
        } else if (moved) {
            open++;
            which = i;
            by = moved;
        }
    }
    *ret_open = *ret_open || open > 1;
    if (open != 1)
        return open || rest == 0;
    if (by < 0) {
        by = -by;
        rest = -rest;
    }
    l->known[which] = true;
    l->step[which] = (uint64_t)((int64_t)rest / by);
    return (int64_t)rest % by == 0;
}

bool sx_line_fits(const sx_line_counters *of, const uint32_t *at, const int64_t *value,
                  uint32_t n, uint32_t *ret_terms)
{
    line l = { 0 };
    bool fits = true, open = true;
    for (int pass = 0; pass < 3 && open && fits; pass++) {
        open = false;
        for (uint32_t k = 1; k < n && fits; k++)
            fits = learn(&l, of, at[0], at[k], (uint64_t)value[k] - (uint64_t)value[0],
                         &open);
    }
    *ret_terms = 0;
    for (uint32_t i = 0; i < of->n; i++)
        *ret_terms += l.known[i] && l.step[i];
    return fits && !open;
}
