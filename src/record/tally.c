#include "record/tally.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void sx_tally_finish(sx_tally *tally)
{
    free(tally->bin);
    memset(tally, 0, sizeof *tally);
}

/* Makes room for the bins first .. last. */
static bool cover(sx_tally *tally, uint32_t first, uint32_t last)
{
    uint32_t end = tally->low + tally->nbins;
    if (tally->nbins && first >= tally->low && last < end)
        return true;
    if (tally->nbins) {
        first = first < tally->low ? first : tally->low;
        last = last >= end ? last : end - 1;
    }
    first &=
        ~7u; /* whole doublings, so that a drifting time does not come here every time */
    last |= 7u;
    uint64_t *bin = calloc(last - first + 1, sizeof *bin);
    if (!bin)
        return false;
    if (tally->nbins)
        memcpy(bin + (tally->low - first), tally->bin, tally->nbins * sizeof *bin);
    free(tally->bin);
    tally->bin = bin;
    tally->low = first;
    tally->nbins = last - first + 1;
    return true;
}

static bool count(sx_tally *tally, const uint64_t *ns, uint32_t n)
{
    uint32_t steps = tally->steps;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t index = sx_hist_bin_index(ns[i], steps);
        if (index - tally->low >= tally->nbins && !cover(tally, index, index))
            return false;
        tally->bin[index - tally->low]++;
    }
    return true;
}

bool sx_tally_add(sx_tally *tally, const uint64_t *ns, uint32_t n)
{
    if (!count(tally, ns, n))
        return false;
    if (!tally->n) {
        tally->pivot = (double)ns[0];
        tally->min = tally->max = ns[0];
    }
    double pivot = tally->pivot, sum = tally->sum, squares = tally->squares;
    for (uint32_t i = 0; i < n; i++) {
        double d = (double)(int64_t)ns[i] - pivot;
        sum += d;
        squares += d * d;
        if (ns[i] - tally->min > tally->max - tally->min) /* outside */
            *(ns[i] < tally->min ? &tally->min : &tally->max) = ns[i];
    }
    tally->sum = sum;
    tally->squares = squares;
    tally->n += n;
    return true;
}

bool sx_tally_merge(sx_tally *tally, const sx_tally *other)
{
    if (!other->n)
        return true;
    if (!cover(tally, other->low, other->low + other->nbins - 1))
        return false;
    for (uint32_t i = 0; i < other->nbins; i++)
        tally->bin[other->low - tally->low + i] += other->bin[i];
    if (!tally->n) {
        tally->steps = other->steps;
        tally->pivot = other->pivot;
        tally->min = other->min;
        tally->max = other->max;
    }
    double n = (double)other->n, move = other->pivot - tally->pivot;
    tally->squares += other->squares + 2 * move * other->sum + n * move * move;
    tally->sum += other->sum + n * move;
    tally->min = other->min < tally->min ? other->min : tally->min;
    tally->max = other->max > tally->max ? other->max : tally->max;
    tally->n += other->n;
    return true;
}

sx_status sx_tally_hist(const sx_tally *tally, sx_arena *arena, sx_hist *ret_hist)
{
    uint32_t used = 0;
    for (uint32_t i = 0; i < tally->nbins; i++)
        used += tally->bin[i] != 0;
    sx_hist_bin *bin = SX_NEW_ARRAY(arena, sx_hist_bin, used);
    if (!bin)
        return SX_NOMEM;
    uint32_t at = 0;
    for (uint32_t i = 0; i < tally->nbins; i++) {
        if (tally->bin[i])
            bin[at++] = (sx_hist_bin) { tally->low + i, tally->bin[i] };
    }
    double n = (double)tally->n, mean = tally->sum / n;
    double variance = tally->squares / n - mean * mean;
    sx_hist hist = { .steps = tally->steps, .nbins = used, .bin = bin };
    for (int field = 0; field < SX_HIST_FIELDS; field++)
        hist.field[field] = tally->pivot + mean;
    hist.field[SX_HIST_N] = n;
    hist.field[SX_HIST_MIN] = (double)tally->min;
    hist.field[SX_HIST_MAX] = (double)tally->max;
    hist.field[SX_HIST_SD] = variance > 0 ? sqrt(variance) : 0;
    *ret_hist = hist;
    return SX_OK;
}
