#include "fit/model_outlier.h"

#include "base/elementary.h"

#include <math.h>

/* How likely a place is to be off, before any data, and by how much: its values are 0 to 4 times what they
 * should be, each as likely. */
static const double PRIOR = 0.02, RANGE = 4;

/* Of FEW places none is left out, of many at most MOST_OUT, of those TRIED that are furthest off. */
enum { FEW = 5, MOST_OUT = 4, TRIED = 16 };

/* The median of up to so many numbers by counting; of more, of the first. */
enum { MOST = 64 };

static double median_of(const double *v, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        size_t below = 0, same = 0;
        for (size_t k = 0; k < n; k++) {
            below += v[k] < v[i];
            same += v[k] == v[i];
        }
        if (below <= n / 2 && n / 2 < below + same)
            return v[i];
    }
    return 0;
}

bool sx_outlier_suspected(const sx_model_places *p)
{
    double far[MOST], most = 0, values = p->total - (double)p->n;
    if (p->n < FEW)
        return false;
    for (size_t i = 0; i < p->n; i++) {
        double e = fabs(p->mean[i] - 1) * sqrt(p->mass[i]);
        most = fmax(most, e);
        if (i < MOST)
            far[i] = e;
    }
    double usual = 1.4826 * median_of(far, p->n < MOST ? p->n : MOST);
    double noise = values >= 1 ? sqrt(p->within / values) : 0;
    return most > 4 * fmax(usual, noise) && most > 1e-4;
}

/* The logarithm of the likeliest form's weight with what is left out. */
static double best_score(sx_search *search, sx_model_places *p)
{
    sx_found found;
    sx_model_places_sum(p);
    sx_search_run(search, &found);
    return found.n ? found.form[0].score : -INFINITY;
}

/* The places furthest from what values are relative to; of many, no others are tried. Returns how many. */
static size_t furthest(const sx_model_places *p, size_t ret[TRIED])
{
    double far[TRIED];
    size_t n = 0;
    for (size_t i = 0; i < p->n; i++) {
        double e = fabs(p->mean[i] - 1) * sqrt(p->mass[i]);
        size_t k = n;
        if (n == TRIED && !(e > far[--k]))
            continue;
        for (; k > 0 && e > far[k - 1]; k--) {
            far[k] = far[k - 1];
            ret[k] = ret[k - 1];
        }
        far[k] = e;
        ret[k] = i;
        n += n < TRIED;
    }
    return n;
}

bool sx_outlier_leave_out(sx_search *search, sx_model_places *p)
{
    static const double two_pi = 6.28318530717958647693;
    size_t tried[TRIED], candidates = furthest(p, tried);
    sx_model_places_refer_to_medians(p);
    double score = best_score(search, p);
    size_t left_out = 0;
    while (left_out < p->n / FEW && left_out < MOST_OUT) {
        size_t best = p->n;
        for (size_t c = 0; c < candidates; c++) {
            size_t i = tried[c];
            if (p->out[i])
                continue;
            double mass = p->mass[i];
            p->out[i] = true;
            double without =
                best_score(search, p) + sx_log(PRIOR / RANGE) + sx_log(two_pi / mass) / 2;
            p->out[i] = false;
            sx_model_places_sum(p);
            if (without > score) {
                score = without;
                best = i;
            }
        }
        if (best == p->n)
            break;
        p->out[best] = true;
        sx_model_places_sum(p);
        left_out++;
    }
    sx_model_places_sum(p);
    return left_out > 0;
}
