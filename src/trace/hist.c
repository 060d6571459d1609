#include "trace/hist.h"

#include <math.h>

static const double quantile[SX_HIST_FIELDS] = {
    [SX_HIST_Q10] = 0.10, [SX_HIST_Q25] = 0.25, [SX_HIST_Q50] = 0.50,
    [SX_HIST_Q75] = 0.75, [SX_HIST_Q90] = 0.90,
};

const char *sx_hist_field_name(sx_hist_field field)
{
    static const char *const name[] = {
#define FIELD_NAME(field, text) text,
        SX_HIST_FIELD_LIST(FIELD_NAME)
#undef FIELD_NAME
    };
    return name[field];
}

unsigned sx_hist_bin_index(uint64_t ns)
{
    if (ns == 0)
        return 0;
    unsigned octave = 63 - (unsigned)__builtin_clzll(ns);
    if (octave > 62)
        return SX_HIST_BINS - 1;
    uint64_t eighth = octave >= 3 ? ns >> (octave - 3) : ns << (3 - octave);
    return 1 + 8 * octave + (unsigned)(eighth & 7);
}

/* Samples are whole nanoseconds: a bin narrower than 2 holds its lower end only. */
double sx_hist_bin_value(unsigned index)
{
    if (index == 0)
        return 0;
    int octave = (int)((index - 1) / 8);
    double width = ldexp(0.125, octave);
    double low = ldexp(1, octave) + (index - 1) % 8 * width;
    return width < 2 ? low : low + (width - 1) / 2;
}

static double clamp(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

/* Nearest rank: the bin of the smallest sample that a share q of the samples does not exceed. */
static void fill_quantiles(sx_hist *hist)
{
    double total = 0, below = 0;
    for (uint32_t i = 0; i < hist->nbins; i++)
        total += (double)hist->bin[i].count;
    uint32_t bin = 0;
    for (int f = SX_HIST_Q10; f <= SX_HIST_Q90 && hist->nbins; f++) {
        while (bin + 1 < hist->nbins &&
               below + (double)hist->bin[bin].count < quantile[f] * total)
            below += (double)hist->bin[bin++].count;
        hist->field[f] = clamp(sx_hist_bin_value(hist->bin[bin].index),
                               hist->field[SX_HIST_MIN], hist->field[SX_HIST_MAX]);
    }
}

static sx_status merge_bins(sx_arena *arena, const sx_hist *a, const sx_hist *b,
                            sx_hist *ret)
{
    sx_hist_bin *bin = SX_NEW_ARRAY(arena, sx_hist_bin, (size_t)a->nbins + b->nbins);
    if (!bin)
        return SX_NOMEM;
    uint32_t i = 0, j = 0, n = 0;
    while (i < a->nbins || j < b->nbins) {
        if (j == b->nbins || (i < a->nbins && a->bin[i].index < b->bin[j].index)) {
            bin[n++] = a->bin[i++];
        } else if (i == a->nbins || b->bin[j].index < a->bin[i].index) {
            bin[n++] = b->bin[j++];
        } else {
            bin[n] = a->bin[i++];
            bin[n++].count += b->bin[j++].count;
        }
    }
    ret->bin = bin;
    ret->nbins = n;
    return SX_OK;
}

/* Mean and variance pooled as in Chan, Golub, LeVeque (1979), equation 2.1. */
static void pool_moments(const double *a, const double *b, double *ret)
{
    double n = a[SX_HIST_N] + b[SX_HIST_N];
    double wa = a[SX_HIST_N] / n, wb = b[SX_HIST_N] / n;
    double delta = b[SX_HIST_MEAN] - a[SX_HIST_MEAN];
    ret[SX_HIST_N] = n;
    ret[SX_HIST_MIN] = fmin(a[SX_HIST_MIN], b[SX_HIST_MIN]);
    ret[SX_HIST_MAX] = fmax(a[SX_HIST_MAX], b[SX_HIST_MAX]);
    ret[SX_HIST_MEAN] =
        clamp(a[SX_HIST_MEAN] + wb * delta, ret[SX_HIST_MIN], ret[SX_HIST_MAX]);
    ret[SX_HIST_SD] = sqrt(wa * a[SX_HIST_SD] * a[SX_HIST_SD] +
                           wb * b[SX_HIST_SD] * b[SX_HIST_SD] + wa * wb * delta * delta);
    for (int f = SX_HIST_Q10; f <= SX_HIST_Q90; f++)
        ret[f] = wa * a[f] + wb * b[f];
}

sx_status sx_hist_merge(sx_arena *arena, const sx_hist *a, const sx_hist *b,
                        sx_hist *ret_hist, sx_error *err)
{
    if (a->curve || b->curve)
        return sx_fail(err, SX_INVALID, "times with curves cannot be pooled");
    if (!(a->field[SX_HIST_N] > 0) || !(b->field[SX_HIST_N] > 0)) {
        *ret_hist = a->field[SX_HIST_N] > 0 ? *a : *b;
        return SX_OK;
    }
    sx_hist left = *a, right = *b, pooled = { .nbins = 0 };
    if (a->nbins && b->nbins) {
        if (merge_bins(arena, a, b, &pooled) != SX_OK)
            return sx_fail(err, SX_NOMEM, "out of memory");
    } else {
        sx_hist_finish(&left);
        sx_hist_finish(&right);
    }
    pool_moments(left.field, right.field, pooled.field);
    fill_quantiles(&pooled);
    *ret_hist = pooled;
    return SX_OK;
}

void sx_hist_finish(sx_hist *hist)
{
    fill_quantiles(hist);
    hist->nbins = 0;
    hist->bin = NULL;
}
