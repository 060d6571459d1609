#include "trace/hist.h"

#include <math.h>
#include <string.h>

/* Extrapolated times say nothing below a picosecond. */
static const double PER_NS = 1000;

sx_model sx_hist_mean_model(const sx_hist_law *law)
{
    sx_model model = { .parameters = law->parameters, .forms = law->forms };
    memcpy(model.form, law->mean, law->forms * sizeof *law->mean);
    return model;
}

/* Of the forms that are not negative there, the likeliest. */
static double mean_at(const sx_hist_law *law, const double *at)
{
    for (uint32_t i = 0; i < law->forms; i++) {
        double value = sx_model_form_at(&law->mean[i], law->parameters, at);
        if (value >= 0)
            return value;
    }
    return 0;
}

static double to_picoseconds(double ns)
{
    return fmax(0, round(ns * PER_NS) / PER_NS);
}

void sx_hist_scale(sx_hist *hist, double by)
{
    for (size_t f = SX_HIST_N + 1; f < SX_HIST_FIELDS; f++)
        hist->field[f] = to_picoseconds(hist->field[f] * by);
}

sx_hist sx_hist_at(const sx_hist *open, const double *at)
{
    sx_hist hist = *open;
    const sx_hist_law *law = open->law;
    double mean = law ? mean_at(law, at) : 0;
    hist.curve = NULL;
    hist.law = NULL;
    for (size_t f = 0; sx_hist_is_open(open) && f < SX_HIST_FIELDS; f++) {
        double value = open->curve      ? sx_curve_at(&open->curve[f], at[0])
                       : f == SX_HIST_N ? sx_model_form_at(&law->n, law->parameters, at)
                                        : law->share[f] * mean;
        hist.field[f] = f == SX_HIST_N ? fmax(0, round(value)) : to_picoseconds(value);
    }
    return hist;
}
