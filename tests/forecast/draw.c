#include "draw.h"

#include <math.h>

/* splitmix64 */
static uint64_t next(random_state *r)
{
    uint64_t z = r->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

double draw_uniform(random_state *r)
{
    return ((double)(next(r) >> 11) + 0.5) * 0x1p-53;
}

double draw_normal(random_state *r)
{
    double u = draw_uniform(r), v = draw_uniform(r);
    return sqrt(-2 * log(u)) * cos(6.28318530717958647693 * v);
}

static double one(double n)
{
    (void)n;
    return 1;
}

static double same(double n)
{
    return n;
}

static double inverse(double n)
{
    return 1 / n;
}

static double logarithm(double n)
{
    return log2(n);
}

static double root_log(double n)
{
    return sqrt(n) * log2(n);
}

static double power_04(double n)
{
    return pow(n, 0.4);
}

static double power_08(double n)
{
    return pow(n, 0.8);
}

static double saturating(double n)
{
    return n / (n + 40);
}

static double log_log(double n)
{
    return log2(1 + log2(n));
}

static double decay_085(double n)
{
    return pow(n, -0.85);
}

static double root(double n)
{
    return sqrt(n);
}

static double two_thirds(double n)
{
    return pow(n, 2.0 / 3);
}

static double n_log(double n)
{
    return n * log2(n);
}

static double inverse_root(double n)
{
    return 1 / sqrt(n);
}

static double staircase(double n)
{
    return ceil(log2(n) / 2);
}

static double kink(double n)
{
    return n < 100 ? 1 + n / 8 : 40 + 300 / n;
}

const family families[] = {
    { "constant", false, 1, { one } },
    { "linear", false, 2, { same, one } },
    { "k/n", false, 1, { inverse } },
    { "k/n + c", false, 2, { inverse, one } },
    { "log", false, 2, { logarithm, one } },
    { "sqrt n log n", false, 2, { root_log, one } },
    { "sqrt n", false, 2, { root, one } },
    { "n^(2/3)", false, 2, { two_thirds, one } },
    { "n log n", false, 2, { n_log, one } },
    { "1/sqrt n", false, 2, { inverse_root, one } },
    { "k/n + log n", false, 2, { inverse, logarithm } },
    { "k/n + n", false, 2, { inverse, same } },
    { "k/n + c + log n", false, 3, { inverse, one, logarithm } },
    { "pieces", false, 1, { kink } },
    { "n^0.4", true, 2, { power_04, one } },
    { "n^0.8", true, 2, { power_08, one } },
    { "n/(n+40)", true, 1, { saturating } },
    { "log log n", true, 1, { log_log } },
    { "n^-0.85", true, 2, { decay_085, one } },
    { "ceil(log n / 2)", true, 1, { staircase } },
};
const size_t family_count = sizeof families / sizeof *families, family_inside = 6,
             family_known = 14;

const char *const ratio_names[] = { "cross", "share", "ends", "alone" };
const char *const noise_names[] = { "normal", "lognormal", "delay", "additive" };

double law_at(const law *l, double n)
{
    double sum = 0;
    for (int k = 0; k < l->family->terms; k++)
        sum += l->coefficient[k] * l->family->term[k](n);
    return sum;
}

law draw_law(random_state *r, const family *f, ratio_way way, double least, double most)
{
    law l = { .family = f };
    double middle = sqrt(least * most), rest = 1;
    double size = exp(log(1e-6) + draw_uniform(r) * log(1e12));
    for (int k = 0; k < f->terms; k++) {
        double at = middle, share = 1;
        if (way == RATIO_CROSS && k > 0)
            at = least * pow(most / least, draw_uniform(r));
        if (way == RATIO_SHARE && f->terms > 1) {
            share = k + 1 == f->terms ? rest : rest * draw_uniform(r);
            rest -= share;
        }
        if (way == RATIO_ENDS && k > 0) {
            at = draw_uniform(r) < 0.5 ? least : most;
            share = exp(log(0.1) + draw_uniform(r) * log(100));
        }
        if (way == RATIO_ALONE && k > 0 && f->term[k] == one)
            share = f->term[0] == inverse ? pow(10, -2 * draw_uniform(r)) : 0;
        double first = k > 0 ? f->term[0](at) / f->term[0](middle) : 1;
        if (way == RATIO_SHARE)
            first = 1;
        l.coefficient[k] = size * share * first / f->term[k](at);
    }
    return l;
}

double draw_run(random_state *r, double truth, double typical, noise_way way,
                double noise)
{
    double z = draw_normal(r), value;
    if (way == NOISE_LOGNORMAL)
        return truth * exp(noise * z - noise * noise / 2);
    if (way == NOISE_DELAY) /* never faster than without noise; the mean is the truth */
        return truth * (1 - noise + noise * -log(draw_uniform(r)));
    value = way == NOISE_ADDITIVE ? truth + noise * typical * z : truth * (1 + noise * z);
    return value > 0 ? value : truth * 0.01;
}
