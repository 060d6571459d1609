#include "trace/executions.h"

#include "base/checked.h"

#include <string.h>

static bool sum_of(const sx_seq *seq, uint64_t n, uint64_t *ret_sum);

/* The sum of the first n values of a run that has as many. */
static bool sum_of_run(const sx_run *run, uint64_t n, uint64_t *ret_sum)
{
    uint64_t line, slope;
    if (run->sub)
        return sum_of(run->sub, n, ret_sum);
    int64_t last = run->first + (int64_t)(n - 1) * run->stride;
    if (run->first < 0 || last < 0)
        return false;
    /* n values in steps: as many as n times their mean. */
    if (sx_add_overflows((uint64_t)run->first, (uint64_t)last, &slope) ||
        sx_mul_overflows(slope, n, &line))
        return false;
    *ret_sum = line / 2;
    return true;
}

/* The sum of the first n values, cyclically; false where it does not fit, or a value is negative. */
static bool sum_of(const sx_seq *seq, uint64_t n, uint64_t *ret_sum)
{
    uint64_t whole = n / seq->length, left = n % seq->length, all = 0, part = 0;
    for (uint32_t i = 0; i < seq->n && (whole || left); i++) {
        const sx_run *run = &seq->run[i];
        uint64_t length = run->sub ? run->count * run->sub->length : run->count, sum = 0;
        uint64_t taken = length < left ? length : left;
        if (whole && (!sum_of_run(run, length, &sum) || sx_add_overflows(all, sum, &all)))
            return false;
        if (taken &&
            (!sum_of_run(run, taken, &sum) || sx_add_overflows(part, sum, &part)))
            return false;
        left -= taken;
    }
    return !sx_mul_overflows(all, whole, &all) && !sx_add_overflows(all, part, ret_sum);
}

/* Executions that one run through the loops from `first` on makes. *ret_alike: every other run makes the same. */
static bool count_from(const sx_seq *const *trips, uint32_t depth, uint32_t first,
                       bool *ret_alike, uint64_t *ret_n)
{
    uint64_t n = 1, entries = 0;
    *ret_alike = true;
    for (uint32_t d = first; d < depth; d++) {
        *ret_alike = *ret_alike && n % trips[d]->length == 0;
        if (!sum_of(trips[d], n, &n) || sx_add_overflows(entries, n, &entries) ||
            entries > SX_EXECUTIONS_LIMIT)
            return false;
    }
    *ret_n = n;
    return true;
}

bool sx_span_find(const sx_seq *const *trips, uint32_t depth, uint32_t outermost,
                  uint64_t length, sx_span *ret_span)
{
    bool alike;
    uint64_t n;
    if (count_from(trips, depth, 0, &alike, &n) && n == 0) {
        *ret_span = (sx_span) { 0, 0 };
        return true;
    }
    for (uint32_t first = outermost < depth ? outermost : depth;; first--) {
        if (!count_from(trips, depth, first, &alike, &n))
            return false;
        if (first == 0 || (alike && n % length == 0)) {
            *ret_span = (sx_span) { first, n };
            return true;
        }
    }
}

void sx_executions_init(sx_executions *at, const sx_seq *const *trips, uint32_t depth,
                        uint32_t first)
{
    memset(at, 0, sizeof *at);
    at->trips = trips;
    at->depth = depth;
    at->first = first;
}

/* Enters the loops from depth d on. False where one of them makes no trip; then nothing is left in it. */
static bool enter(sx_executions *at, uint32_t d)
{
    for (; d < at->depth; d++) {
        at->counter[d] = 0;
        at->left[d] = sx_seq_at_cursor(at->trips[d], &at->last[d], at->entry[d]++) - 1;
        if (at->left[d] < 0)
            break;
    }
    bool inside = d == at->depth;
    for (; d < at->depth; d++)
        at->left[d] = 0;
    return inside;
}

bool sx_executions_next(sx_executions *at)
{
    if (!at->started) {
        at->started = true;
        if (enter(at, at->first))
            return true;
    }
    for (;;) {
        uint32_t d = at->depth;
        while (d > at->first && at->left[d - 1] == 0)
            d--;
        if (d == at->first)
            return false;
        at->left[d - 1]--;
        at->counter[d - 1]++;
        if (enter(at, d))
            return true;
    }
}
