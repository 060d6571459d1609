#include "align/columns_axes.h"

#include <stdlib.h>
#include <string.h>

enum { REACHES = 8 };

/* How far calls of a run reach, either way: those that are the strides of a grid, in ascending order, with the number of ranks behind them; and others. */
typedef struct strides {
    size_t n;
    int64_t reach[REACHES];
    bool is_stride[REACHES];
    int64_t p;
} strides;

/* Notes a reach; false where there are too many. */
static bool add_reach(strides *s, int64_t reach)
{
    size_t at = 0;
    while (at < s->n && s->reach[at] < reach)
        at++;
    if (at < s->n && s->reach[at] == reach)
        return true;
    if (s->n == REACHES)
        return false;
    memmove(&s->reach[at + 1], &s->reach[at], (s->n - at) * sizeof *s->reach);
    s->reach[at] = reach;
    s->n++;
    return true;
}

/* The stride behind that of place `at`: the next larger one, or all ranks. */
static int64_t behind_stride(const strides *s, size_t at)
{
    for (size_t k = at + 1; k < s->n; k++)
        if (s->is_stride[k])
            return s->reach[k];
    return s->p;
}

/* The stride that a reach is, or goes all the way around the axis of; its place, or n. */
static size_t stride_of(const strides *s, int64_t reach)
{
    size_t k = 0;
    while (k < s->n && !(s->is_stride[k] && (s->reach[k] == reach ||
                                             behind_stride(s, k) - s->reach[k] == reach)))
        k++;
    return k;
}

/* Does each divide the next, and is every other reach all the way around an axis? */
static bool are_strides(strides *s, unsigned which)
{
    bool fine = true;
    for (size_t k = 0; k < s->n; k++)
        s->is_stride[k] = which >> k & 1;
    for (size_t k = 0; k < s->n && fine; k++)
        fine = s->is_stride[k] ? behind_stride(s, k) % s->reach[k] == 0
                               : stride_of(s, s->reach[k]) < s->n;
    return fine;
}

/* Does each call stay in the row along its axis? */
static bool stay_in_rows(const sx_calls *c, const bool *counted, const strides *s,
                         size_t run)
{
    for (int64_t own = 0; own < s->p; own++)
        for (uint32_t i = 0; i < c->n[c->runs->offset[run] + own]; i++) {
            const sx_call *call = &c->call[c->runs->offset[run] + own][i];
            if (counted[call->site] || call->peer <= SX_CALL_CHANGES || call->peer == 0)
                continue;
            const size_t k = stride_of(s, llabs(call->peer));
            const int64_t to = own + call->peer;
            const int64_t row = k < s->n ? behind_stride(s, k) : 0;
            const bool stays = to >= 0 && to < s->p && row > 0 && own / row == to / row;
            if (!stays && row != s->p) /* that of the last axis has all ranks */
                return false;
        }
    return true;
}

bool sx_columns_are_axes(const sx_calls *c, const bool *counted, size_t run)
{
    strides s = { .p = c->runs->p[run] };
    for (int64_t r = c->runs->offset[run]; r < c->runs->offset[run] + s.p; r++)
        for (uint32_t i = 0; i < c->n[r]; i++) {
            const sx_call *call = &c->call[r][i];
            if (counted[call->site] || call->peer == SX_CALL_ALONE ||
                call->peer == SX_CALL_NOBODY)
                continue;
            if (call->peer == SX_CALL_CHANGES || call->peer == 0 ||
                !add_reach(&s, llabs(call->peer)))
                return false;
        }
    for (unsigned which = (1u << s.n) - 1; which > 0; which--)
        if (are_strides(&s, which) && stay_in_rows(c, counted, &s, run))
            return true;
    return s.n == 0;
}
