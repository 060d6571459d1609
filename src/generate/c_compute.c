/* Computation before calls. */
#include "generate/c_pause.h"
#include "generate/c_time.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a time: a P + b / P + c ---- */

typedef struct form {
    double linear, inverse, constant;
} form;

static form form_of(const sx_c_writer *w, const sx_hist *hist, sx_hist_field field)
{
    if (w->trace->p || !hist->curve)
        return (form) { 0, 0, hist->field[field] };
    const sx_curve *curve = &hist->curve[field];
    switch (curve->form) {
    case SX_CURVE_LINEAR:
        return (form) { curve->a, 0, curve->b };
    case SX_CURVE_INVERSE:
        return (form) { 0, curve->a, 0 };
    case SX_CURVE_INVERSE_CONSTANT:
        return (form) { 0, curve->a, curve->b };
    default:
        return (form) { 0, 0, curve->a };
    }
}

static void add(form *to, double factor, form more)
{
    to->linear += factor * more.linear;
    to->inverse += factor * more.inverse;
    to->constant += factor * more.constant;
}

static double rounded(double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.4g", value);
    return strtod(text, NULL);
}

static const char *with_sign(sx_c_writer *w, const char *text, double value, bool real,
                             const char *behind)
{
    if (value == 0)
        return text;
    const char *sign = *text ? (value < 0 ? " - " : " + ") : value < 0 ? "-" : "";
    return sx_c_text(w->arena, "%s%s%s%s", text, sign,
                     sx_c_number_text(w, fabs(value), real), behind);
}

static const char *form_text(sx_c_writer *w, form of)
{
    const char *text = with_sign(w, "", of.linear, true, " * nranks");
    text = with_sign(w, text, of.inverse, true, " / nranks");
    text = with_sign(w, text, of.constant, false, "");
    return *text ? text : "0";
}

static const sx_hist_field fields[] = { SX_HIST_MIN, SX_HIST_Q10, SX_HIST_Q25,
                                        SX_HIST_Q50, SX_HIST_Q75, SX_HIST_Q90 };
/* Times between two of them are spread evenly, but in the first tenth, which thins out to the least by a square, and in the last, by a cube, as tails do
 * (support/drawn.c). What each is of the mean; the greatest is the seventh. */
static const double weight[] = { 0.1 / 3, 0.2 / 3 + 0.075, 0.2, 0.25, 0.2, 0.15 };
static const double last_weight = 0.025;

/* A greatest one with which the mean of what is drawn is that of the histogram: single ones far off are spread out. Where that is below the quantile before or above
 * all there was, as bins and few samples have it, all are moved instead. */
static void fit_mean(const sx_hist *hist, double t[7])
{
    const double mean = hist->field[SX_HIST_MEAN], most = hist->field[SX_HIST_MAX];
    double sum = 0;
    for (int i = 0; i < 6; i++)
        sum += weight[i] * t[i];
    t[6] = (mean - sum) / last_weight;
    if (t[6] >= t[5] && t[6] <= most)
        return;
    t[6] = t[6] < t[5] ? t[5] : fmax(t[5], most);
    sum += last_weight * t[6];
    for (int i = 0; i < 7 && sum > 0; i++)
        t[i] *= mean / sum;
}

/* No wider than the histogram. */
static void fit_width(const sx_hist *hist, double t[7])
{
    static const double share[] = { 0.1, 0.15, 0.25, 0.25, 0.15, 0.1 };
    static const double once[] = { 2 / 3., 0.5, 0.5, 0.5, 0.5, 0.25 };
    static const double twice[] = { 8 / 15., 1 / 3., 1 / 3., 1 / 3., 1 / 3., 1 / 7. };
    const double mean = hist->field[SX_HIST_MEAN], sd = hist->field[SX_HIST_SD];
    double square = 0;
    for (int i = 0; i < 6; i++) {
        const double a = t[i] - mean, d = t[i + 1] - t[i];
        square += share[i] * (a * a + 2 * a * d * once[i] + d * d * twice[i]);
    }
    for (int i = 0; i < 7 && square > sd * sd; i++)
        t[i] = mean + sd / sqrt(square) * (t[i] - mean);
}

/* The quantiles, and a greatest one. */
static void quantiles(const sx_c_writer *w, const sx_hist *hist, form of[7])
{
    form rest = form_of(w, hist, SX_HIST_MEAN);
    double t[7];
    for (int i = 0; i < 6; i++) {
        of[i] = form_of(w, hist, fields[i]);
        of[i] = (form) { rounded(of[i].linear), rounded(of[i].inverse),
                         rounded(of[i].constant) };
        add(&rest, -weight[i], of[i]);
        t[i] = of[i].constant;
    }
    of[6] = (form) { rest.linear / last_weight, rest.inverse / last_weight,
                     rest.constant / last_weight };
    if (!w->trace->p && hist->curve)
        return;
    fit_mean(hist, t);
    fit_width(hist, t);
    for (int i = 0; i < 7; i++)
        of[i] = (form) { 0, 0, t[i] };
}

static const char *hist_text(sx_c_writer *w, const sx_hist *hist)
{
    form of[7], mean = form_of(w, hist, SX_HIST_MEAN);
    const char *text = NULL, *first = NULL;
    bool differs = false;
    quantiles(w, hist, of);
    for (int i = 0; i < 7; i++) {
        const char *own = form_text(w, of[i]);
        differs = differs || (first && strcmp(own, first) != 0);
        first = own;
        text = text ? sx_c_text(w->arena, "%s, %s", text, own) : own;
    }
    return differs ? text : form_text(w, mean);
}

/* ---- which of them ---- */

static const char *both(sx_c_writer *w, const char *a, const char *b)
{
    return a ? sx_c_text(w->arena, "%s && %s", a, b) : b;
}

static const char *counter_is(sx_c_writer *w, const char *text, unsigned depth,
                              const char *what)
{
    if (w->at_most_one >> depth & 1)
        return text;
    return both(w, text, sx_c_text(w->arena, "%s %s", sx_c_counter_name(w, depth), what));
}

static const char *condition(sx_c_writer *w, const sx_c_pause *pause,
                             const sx_c_time *time)
{
    const char *text = NULL;
    if (time->first && !pause->steady)
        text = sx_c_text(w->arena, "times[%" PRIu32 "] == 0", w->nplaces);
    for (unsigned d = 0; d < pause->depth && time->first && pause->steady; d++)
        text = counter_is(w, text, d, "== 0");
    if (pause->by_note)
        return time->after == SX_AFTER_ANY
                   ? text
                   : both(w, text,
                          sx_c_text(w->arena, "last_call == %" PRIu32, time->after));
    unsigned from =
        time->level == SX_C_OUTSIDE ? pause->outermost : (unsigned)time->level + 1;
    for (unsigned d = from; d < pause->depth && !time->first; d++)
        text = counter_is(w, text, d, "== 0");
    if (time->level != SX_C_OUTSIDE && !time->first)
        text = counter_is(w, text, (unsigned)time->level, "> 0");
    return text;
}

/* The mean as the law has it, and what shares of it the quantiles are. */
static const char *law_text(sx_c_writer *w, const sx_hist_law *law, bool *ret_shares)
{
    sx_hist shares = { .nbins = 0 };
    memcpy(shares.field, law->share, sizeof shares.field);
    const char *mean = sx_c_mean_text(w, law), *text = hist_text(w, &shares);
    *ret_shares = strchr(text, ',') != NULL;
    return *ret_shares ? sx_c_text(w->arena, "%s, %s", mean, text) : mean;
}

static void pass(sx_c_writer *w, const sx_node *node, const sx_c_time *time)
{
    const sx_hist_law *law = w->trace->p ? NULL : time->hist.law;
    bool shares = false;
    const char *text = law ? law_text(w, law, &shares) : hist_text(w, &time->hist);
    if (shares)
        sx_c_need(w, SX_C_COMPUTE_SHARES);
    bool has_names = w->options->extent == SX_GENERATE_ALL;
    for (sx_c_option i = SX_C_COMPUTE_HOW; i <= SX_C_OVERLAP; i++)
        if (i != (has_names ? SX_C_COMPUTE_SCALE : SX_C_COMPUTE_SCALES))
            sx_c_can_be_told(w, i);
    if (has_names)
        sx_c_name_place(w, node);
    sx_c_need(w, has_names ? SX_C_COMPUTE_OVERLAP : SX_C_COMPUTE);
    sx_c_need(w, has_names ? SX_C_KERNEL : SX_C_NO_KERNEL);
    sx_c_line(w, "compute%s(%" PRIu32 ", %s);", shares ? "_shares" : "", w->nplaces++,
              text);
}

void sx_c_compute(sx_c_writer *w, const sx_node *node)
{
    if (!w->pauses || w->pauses->of[node->id].ntimes == 0)
        return;
    const sx_c_pause *pause = &w->pauses->of[node->id];
    for (uint32_t i = 0; i < pause->ntimes; i++) {
        bool is_last = i + 1 == pause->ntimes;
        const char *text = is_last ? NULL : condition(w, pause, &pause->time[i]);
        const char *otherwise = i ? "else " : "";
        if (is_last && i)
            sx_c_line(w, "else");
        else if (text)
            sx_c_line(w, "%sif (%s)", otherwise, text);
        w->indent += text || (is_last && i);
        pass(w, node, &pause->time[i]);
        w->indent -= text || (is_last && i);
        if (!text)
            break;
    }
}

void sx_c_remember(sx_c_writer *w, const sx_node *node)
{
    if (w->pauses && w->pauses->noted[node->site])
        sx_c_line(w, "last_call = %" PRIu32 ";", node->site);
}
