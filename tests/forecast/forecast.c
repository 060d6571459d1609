/* How far models hold, and whether their intervals are true: forecast SEED SAMPLES [KEY=VALUE ..] */
#include "draw.h"

#include "base/student.h"
#include "fit/fit.h"
#include "fit/model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TARGETS = 3, MOST_POINTS = 64, ROUNDS = 20 };
static const double FAR[TARGETS] = { 4, 16, 64 };

typedef struct setting {
    double least, step, noise, outliers;
    int places, repeats, bad; /* bad: a place all of whose values are 1.5 times */
    ratio_way ratio;
    noise_way way;
} setting;

typedef struct one_result {
    double error, width, known_error, known_width;
    bool mean_in, run_in;
} one_result;

/* Weighted least squares of the true terms: what is to be reached. */
static void fit_known(const law *l, const double *n, const double *y, int points,
                      double at, double *ret_value, double *ret_half)
{
    int p = l->family->terms;
    while (p > 1 && l->coefficient[p - 1] == 0)
        p--;
    double c[3] = { 0 }, inverse[9] = { 0 }, variance = 0, x[3];
    for (int pass = 0; pass < 4; pass++) {
        double g[3][4] = { { 0 } }, square = 0;
        double m[3][6] = { { 0 } };
        for (int i = 0; i < points; i++) {
            double w = 0;
            for (int k = 0; k < p; k++)
                w += c[k] * l->family->term[k](n[i]);
            w = pass == 0 || !(w > 0) ? y[i] : w;
            for (int a = 0; a < p; a++) {
                for (int b = 0; b < p; b++)
                    g[a][b] +=
                        l->family->term[a](n[i]) * l->family->term[b](n[i]) / w / w;
                g[a][3] += l->family->term[a](n[i]) * y[i] / w / w;
            }
        }
        for (int a = 0; a < p; a++)
            for (int b = 0; b < p; b++) {
                m[a][b] = g[a][b];
                m[a][p + b] = a == b;
            }
        for (int a = 0; a < p; a++) {
            double d = m[a][a];
            for (int b = 0; b < 2 * p; b++)
                m[a][b] /= d;
            for (int o = 0; o < p; o++)
                for (int b = 2 * p; o != a && b-- > a;)
                    m[o][b] -= m[o][a] * m[a][b];
        }
        for (int a = 0; a < p; a++) {
            c[a] = 0;
            for (int b = 0; b < p; b++) {
                inverse[3 * a + b] = m[a][p + b];
                c[a] += m[a][p + b] * g[b][3];
            }
        }
        for (int i = 0; i < points; i++) {
            double w = 0;
            for (int k = 0; k < p; k++)
                w += c[k] * l->family->term[k](n[i]);
            square += (y[i] / w - 1) * (y[i] / w - 1);
        }
        variance = square / (points > p ? points - p : 1);
    }
    double value = 0, v = 0;
    for (int a = 0; a < p; a++) {
        x[a] = l->family->term[a](at);
        value += c[a] * x[a];
    }
    for (int a = 0; a < p; a++)
        for (int b = 0; b < p; b++)
            v += x[a] * x[b] * inverse[3 * a + b];
    sx_student one = { 1, 0, 1, points > p ? points - p : 1 };
    *ret_value = value;
    *ret_half = sx_student_quantile(&one, 1, 0.95) * sqrt(v * variance);
}

static double fit_seconds;
static long fits;
static bool debug;

static void one_sample(random_state *r, const family *f, const setting *s,
                       one_result ret[TARGETS])
{
    double n[MOST_POINTS], y[MOST_POINTS];
    double most = s->least * pow(s->step, s->places - 1);
    law l = draw_law(r, f, s->ratio, s->least, most);
    double typical = law_at(&l, sqrt(s->least * most));
    int points = 0, bad = s->bad ? (int)(draw_uniform(r) * s->places) : -1;
    for (int i = 0; i < s->places; i++)
        for (int k = 0; k < s->repeats; k++) {
            n[points] = round(s->least * pow(s->step, i));
            y[points] = draw_run(r, law_at(&l, n[points]), typical, s->way, s->noise);
            if (draw_uniform(r) < s->outliers)
                y[points] *= 3;
            if (i == bad)
                y[points] *= 1.5;
            points++;
        }
    sx_model model;
    sx_model_data data = { 1, (size_t)points, n, y };
    struct timespec a, b;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &a);
    if (sx_model_fit(&data, &model, NULL) != SX_OK)
        abort();
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &b);
    fit_seconds += (double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec);
    fits++;
    for (int t = 0; t < TARGETS; t++) {
        double at = most * FAR[t], truth = law_at(&l, at), known, half;
        sx_model_prediction p;
        if (sx_model_predict(&model, &at, 0.9, &p, NULL) != SX_OK)
            abort();
        double run = draw_run(r, truth, typical, s->way, s->noise);
        fit_known(&l, n, y, points, at, &known, &half);
        ret[t] = (one_result) {
            fabs(p.value / truth - 1),         (p.high - p.low) / truth,
            fabs(known / truth - 1),           2 * half / truth,
            p.low <= truth && truth <= p.high, p.run_low <= run && run <= p.run_high
        };
        if (debug && t == 2 && ret[t].error > 0.25) {
            sx_buffer text = SX_BUFFER_INIT;
            sx_model_text(&model, NULL, &text);
            printf("    %s (%g %g %g): %s; %g, true %g in %g .. %g; weights", f->name,
                   l.coefficient[0], l.coefficient[1], l.coefficient[2], text.data,
                   p.value, truth, p.low, p.high);
            for (uint32_t k = 0; k < model.forms && k < 4; k++)
                printf(" %.3f", model.form[k].weight);
            printf("\n");
            sx_buffer_finish(&text);
        }
    }
}

static int by_size(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static double median_of(const one_result *v, size_t n, size_t field)
{
    double *x = malloc(n * sizeof *x);
    for (size_t i = 0; i < n; i++)
        x[i] = ((const double *)&v[i])[field];
    qsort(x, n, sizeof *x, by_size);
    double m = x[n / 2];
    free(x);
    return m;
}

static void print_row(const char *name, const one_result *v, size_t n, double far)
{
    double near = 0, near_known = 0, mean = 0, run = 0;
    for (size_t i = 0; i < n; i++) {
        near += v[i].error <= 0.25;
        near_known += v[i].known_error <= 0.25;
        mean += v[i].mean_in;
        run += v[i].run_in;
    }
    double d = (double)n;
    printf("%-18s %3gx  near %.3f (%.3f)  error %6.2f (%5.2f)  in %.3f %.3f  width %6.1f "
           "(%5.1f)\n",
           name, far, near / d, near_known / d, 100 * median_of(v, n, 0),
           100 * median_of(v, n, 2), mean / d, run / d, 100 * median_of(v, n, 1),
           100 * median_of(v, n, 3));
}

int main(int argc, char **argv)
{
    sx_fit_init();
    random_state r = { argc > 1 ? strtoull(argv[1], NULL, 10) : 1 };
    size_t samples = argc > 2 ? strtoull(argv[2], NULL, 10) : 100;
    setting s = { 4, 2, 0.05, 0, 9, 5, 0, RATIO_CROSS, NOISE_NORMAL };
    bool all = false, detail = false;
    for (int i = 3; i < argc; i++) {
        double v = strchr(argv[i], '=') ? atof(strchr(argv[i], '=') + 1) : 1;
        if (!strncmp(argv[i], "noise=", 6))
            s.noise = v;
        else if (!strncmp(argv[i], "out=", 4))
            s.outliers = v;
        else if (!strncmp(argv[i], "least=", 6))
            s.least = v;
        else if (!strncmp(argv[i], "step=", 5))
            s.step = v;
        else if (!strncmp(argv[i], "places=", 7))
            s.places = (int)v;
        else if (!strncmp(argv[i], "repeats=", 8))
            s.repeats = (int)v;
        else if (!strncmp(argv[i], "bad=", 4))
            s.bad = (int)v;
        else if (!strncmp(argv[i], "ratio=", 6))
            s.ratio = (ratio_way)v;
        else if (!strncmp(argv[i], "way=", 4))
            s.way = (noise_way)v;
        else if (!strcmp(argv[i], "all"))
            all = true;
        else if (!strcmp(argv[i], "detail"))
            detail = true;
        else if (!strcmp(argv[i], "debug"))
            debug = true;
    }
    size_t count = all ? family_count : family_inside;
    one_result(*v)[TARGETS] = malloc(count * samples * sizeof *v);
    one_result *row = malloc(count * samples * sizeof *row);
    for (size_t f = 0; f < count; f++)
        for (size_t k = 0; k < samples; k++)
            one_sample(&r, &families[f], &s, v[f * samples + k]);
    for (int t = 0; t < TARGETS; t++) {
        for (size_t f = 0; f < count; f++) {
            for (size_t k = 0; k < samples; k++)
                row[k] = v[f * samples + k][t];
            if (detail)
                print_row(families[f].name, row, samples, FAR[t]);
        }
        size_t pooled = family_inside * samples;
        for (size_t k = 0; k < pooled; k++)
            row[k] = v[k][t];
        print_row("all of the six", row, pooled, FAR[t]);
    }
    printf("%.1f us a model\n", 1e6 * fit_seconds / (double)fits);
    free(row);
    free(v);
    return 0;
}
