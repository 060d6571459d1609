#include "fit/model_choose.h"

#include "base/elementary.h"

#include <math.h>
#include <string.h>

enum { TARGETS = 3, PAIRED = 5 };

/* Off by so much (the logarithm of 1.25) is a miss. */
static const double MISS = 0.223;

/* What a mean of two forms has to gain to be shown instead of one. */
static const double GAIN = 0.02;

typedef struct outlook {
    double value[SX_MODEL_FORMS][TARGETS];
} outlook;

static void look_ahead(const sx_model *model, const sx_model_places *p, outlook *ret)
{
    double at[SX_MODEL_PARAMETERS], factor = 1;
    for (int t = 0; t < TARGETS; t++) {
        factor *= 4;
        for (uint32_t i = 0; i < p->parameters; i++) {
            double most = 0;
            for (size_t k = 0; k < p->n; k++)
                most = fmax(most, p->at[k * p->parameters + i]);
            at[i] = most * factor;
        }
        for (uint32_t k = 0; k < model->forms; k++)
            ret->value[k][t] = sx_model_form_at(&model->form[k], p->parameters, at);
    }
}

/* Half of it is whether one misses, half how far one is off up to there. The logarithm of a ratio near 1 is
 * twice its difference over its sum, near enough. Where it is `most` or more, it is not told how much. */
static double expected_loss(const sx_model *model, const outlook *o,
                            const double guess[TARGETS], double most)
{
    double loss = 0;
    for (uint32_t k = 0; k < model->forms && loss < most; k++)
        for (int t = 0; t < TARGETS; t++) {
            double truth = o->value[k][t];
            double off = truth > 0 && guess[t] > 0
                             ? 2 * fabs(guess[t] - truth) / (guess[t] + truth) / MISS
                             : 1;
            loss += model->form[k].weight * (off >= 1 ? 1 : off / 2) / TARGETS;
        }
    return loss;
}

/* (1 - share) a + share b, terms of the same kind together; false where there are too many. */
static bool mix(const sx_model_form *a, const sx_model_form *b, double share,
                sx_model_form *ret)
{
    sx_model_form mixed = *a;
    if (a->term[0].to > 0 || b->term[0].to > 0)
        return false; /* pieces have no terms in common */
    for (uint32_t i = 0; i < a->terms; i++)
        mixed.coefficient[i] *= 1 - share;
    for (uint32_t j = 0; j < b->terms; j++) {
        uint32_t i = 0;
        while (i < mixed.terms &&
               memcmp(&mixed.term[i], &b->term[j], sizeof mixed.term[i]) != 0)
            i++;
        if (i == SX_MODEL_TERMS)
            return false;
        mixed.terms += i == mixed.terms;
        mixed.term[i] = b->term[j];
        mixed.coefficient[i] += share * b->coefficient[j];
    }
    memset(mixed.root, 0, sizeof mixed.root);
    mixed.weight = 0;
    *ret = mixed;
    return true;
}

static void put_first(sx_model *model, uint32_t which, sx_model_form form)
{
    memmove(&model->form[1], &model->form[0], which * sizeof form);
    model->form[0] = form;
}

void sx_model_choose(sx_model *model, const sx_model_places *places)
{
    if (model->forms < 2 || model->form[0].weight > 0.95)
        return;
    outlook o;
    look_ahead(model, places, &o);
    uint32_t best = 0, other = 0, few = model->forms < PAIRED ? model->forms : PAIRED;
    double least = INFINITY;
    for (uint32_t k = 0; k < few; k++) {
        double most = least - 1e-9, loss = expected_loss(model, &o, o.value[k], most);
        if (loss < most) {
            least = loss;
            best = k;
        }
    }
    sx_model_form mean = model->form[best];
    for (uint32_t a = 0; a < few; a++)
        for (uint32_t b = a + 1; b < few; b++) {
            double guess[TARGETS];
            for (int t = 0; t < TARGETS; t++)
                guess[t] = (o.value[a][t] + o.value[b][t]) / 2;
            double most = least - (other ? 0 : GAIN),
                   loss = expected_loss(model, &o, guess, most);
            if (loss < most && mix(&model->form[a], &model->form[b], 0.5, &mean)) {
                least = loss;
                other = b;
            }
        }
    if (!other)
        put_first(model, best, mean);
    else {
        model->forms += model->forms < SX_MODEL_FORMS;
        put_first(model, model->forms - 1, mean);
    }
}
