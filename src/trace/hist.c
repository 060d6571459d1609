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

/* Where bin `part` of `steps` begins, as a share of the power of two: the m that the index is made from. */
static double bin_begin(uint32_t part, uint32_t steps)
{
    return 3 - sqrt(4 - 3. * part / steps);
}

double sx_hist_bin_value(uint32_t index, uint32_t steps)
{
    if (index == 0)
        return 0;
    int octave = (int)((index - 1) / steps);
    uint32_t part = (index - 1) % steps;
    double low = ceil(ldexp(bin_begin(part, steps), octave));
    double high = ceil(ldexp(bin_begin(part + 1, steps), octave)) - 1;
    return high > low ? (low + high) / 2 : low;
}

static double clamp(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

static double samples(const sx_hist *hist)
{
    double total = 0;
    for (uint32_t i = 0; i < hist->nbins; i++)
        total += (double)hist->bin[i].count;
    return total;
}

/* The bin of nearest rank, from *bin on, which has *below samples before it. */
static double quantile_from(const sx_hist *hist, double wanted, uint32_t *bin,
                            double *below)
{
    while (*bin + 1 < hist->nbins && *below + (double)hist->bin[*bin].count < wanted)
        *below += (double)hist->bin[(*bin)++].count;
    return clamp(sx_hist_bin_value(hist->bin[*bin].index, hist->steps),
                 hist->field[SX_HIST_MIN], hist->field[SX_HIST_MAX]);
}

double sx_hist_quantile(const sx_hist *hist, double q)
{
    double below = 0;
    uint32_t bin = 0;
    return quantile_from(hist, q * samples(hist), &bin, &below);
}

static void fill_quantiles(sx_hist *hist)
{
    double total = samples(hist), below = 0;
    uint32_t bin = 0;
    for (int f = SX_HIST_Q10; f <= SX_HIST_Q90 && hist->nbins; f++)
        hist->field[f] = quantile_from(hist, quantile[f] * total, &bin, &below);
}

/* The index in bins of which `ratio` times fewer are in a doubling. */
static uint32_t coarser(uint32_t index, uint32_t ratio)
{
    return index ? 1 + (index - 1) / ratio : 0;
}

static sx_status merge_bins(sx_arena *arena, const sx_hist *a, const sx_hist *b,
                            sx_hist *ret)
{
    sx_hist_bin *bin = SX_NEW_ARRAY(arena, sx_hist_bin, (size_t)a->nbins + b->nbins);
    uint32_t steps = a->steps < b->steps ? a->steps : b->steps;
    uint32_t ratio_a = a->steps / steps, ratio_b = b->steps / steps, n = 0;
    if (!bin)
        return SX_NOMEM;
    for (uint32_t i = 0, j = 0; i < a->nbins || j < b->nbins;) {
        uint32_t x = i < a->nbins ? coarser(a->bin[i].index, ratio_a) : UINT32_MAX;
        uint32_t y = j < b->nbins ? coarser(b->bin[j].index, ratio_b) : UINT32_MAX;
        uint64_t count = x <= y ? a->bin[i++].count : b->bin[j++].count;
        uint32_t index = x <= y ? x : y;
        if (n > 0 && bin[n - 1].index == index)
            bin[n - 1].count += count;
        else
            bin[n++] = (sx_hist_bin) { index, count };
    }
    ret->bin = bin;
    ret->nbins = n;
    ret->steps = steps;
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
    if (sx_hist_is_open(a) || sx_hist_is_open(b))
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
    if (hist->nbins && hist->steps == SX_HIST_FINE)
        return;
    hist->nbins = hist->steps = 0;
    hist->bin = NULL;
}
