#include "measure/axis.h"

#include <float.h>
#include <math.h>

enum { MOST_LABELS = 7 };

static double scaled(const sx_axis *axis, double value)
{
    return axis->kind == SX_AXIS_LINEAR ? value : log2(value);
}

sx_axis sx_axis_make(sx_axis_kind kind, double low, double high, double from, double to)
{
    sx_axis axis = { kind, low, high, from, to };
    double a = scaled(&axis, low), b = scaled(&axis, high), room = 0.05 * (b - a);
    if (!(room > 0)) /* one value */
        room = kind == SX_AXIS_LINEAR && a != 0 ? fabs(a) / 2 : 1;
    bool zero = kind == SX_AXIS_LINEAR && low == 0;
    a -= zero ? 0 : room;
    b += room;
    axis.low = kind == SX_AXIS_LINEAR ? a : fmax(exp2(a), DBL_MIN);
    axis.high = fmin(kind == SX_AXIS_LINEAR ? b : exp2(b), DBL_MAX);
    return axis;
}

double sx_axis_place(const sx_axis *axis, double value)
{
    double a = scaled(axis, axis->low), b = scaled(axis, axis->high);
    double part = value <= axis->low    ? 0
                  : value >= axis->high ? 1
                                        : (scaled(axis, value) - a) / (b - a);
    return axis->from + part * (axis->to - axis->from);
}

double sx_axis_value(const sx_axis *axis, double part)
{
    double a = scaled(axis, axis->low), b = scaled(axis, axis->high);
    double value = a + part * (b - a);
    value = axis->kind == SX_AXIS_LINEAR ? value : exp2(value);
    return fmin(fmax(value, axis->low), axis->high);
}

static bool add_tick(const sx_axis *axis, double value, double *tick, size_t *n)
{
    if (value >= axis->low && value <= axis->high && *n < SX_AXIS_TICKS)
        tick[(*n)++] = value;
    return value <= axis->high && *n < SX_AXIS_TICKS;
}

static size_t linear_ticks(const sx_axis *axis, double *tick)
{
    double range = axis->high - axis->low,
           step = pow(10, floor(log10(range / MOST_LABELS)));
    size_t n = 0;
    step *= range / step <= MOST_LABELS       ? 1
            : range / step / 2 <= MOST_LABELS ? 2
            : range / step / 5 <= MOST_LABELS ? 5
                                              : 10;
    if (!(step > 0) || !isfinite(step))
        return 0;
    double first = ceil(axis->low / step);
    for (int k = 0; k <= 2 * MOST_LABELS; k++) {
        if (!add_tick(axis, (first + k) * step, tick, &n))
            break;
    }
    return n;
}

/* Powers of a base, all or each of so many. */
static size_t power_ticks(const sx_axis *axis, double base, double *tick)
{
    double first = ceil(log2(axis->low) / log2(base) - 1e-9);
    double last = floor(log2(axis->high) / log2(base) + 1e-9);
    double step = fmax(1, ceil((last - first + 1) / MOST_LABELS));
    size_t n = 0;
    for (double k = ceil(first / step) * step; k <= last; k += step)
        add_tick(axis, pow(base, k), tick, &n);
    return n;
}

/* 1, 2 and 5 times powers of ten. */
static size_t fine_ticks(const sx_axis *axis, double *tick)
{
    static const double digit[] = { 1, 2, 5 };
    size_t n = 0;
    for (double k = floor(log10(axis->low)); k <= ceil(log10(axis->high)); k++) {
        for (int d = 0; d < 3; d++)
            add_tick(axis, digit[d] * pow(10, k), tick, &n);
    }
    return n;
}

size_t sx_axis_ticks(const sx_axis *axis, double *ret_tick)
{
    size_t n = 0;
    if (axis->kind == SX_AXIS_LOG2)
        n = power_ticks(axis, 2, ret_tick);
    else if (axis->kind == SX_AXIS_LOG10 && axis->high / axis->low > 500)
        n = power_ticks(axis, 10, ret_tick);
    else if (axis->kind == SX_AXIS_LOG10)
        n = fine_ticks(axis, ret_tick);
    return n >= 2 ? n : linear_ticks(axis, ret_tick);
}
