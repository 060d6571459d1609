#include "fit/model_terms.h"

#include "base/elementary.h"

#include <stdlib.h>

/* In one parameter; those after the usual ones take part only where it is the only one. */
static const struct {
    int8_t power, log;
    double prior;
} alone[] = {
    { -12, 0, 1 },    { 12, 0, 1 },     { 0, 1, 1 },     { 6, 0, 0.5 },
    { -6, 0, 0.5 },   { 12, 1, 0.5 },   { 6, 1, 0.5 },   { 24, 0, 0.5 },
    { 8, 0, 0.25 },   { 36, 0, 0.25 },  { -8, 0, 0.25 }, { 0, 2, 0.5 },
    { 4, 0, 0.25 },   { -4, 0, 0.25 },  { 18, 0, 0.5 },  { -12, 1, 0.25 },
    { -18, 0, 0.25 }, { -24, 0, 0.25 },
};

enum { ALONE = sizeof alone / sizeof *alone, USUAL = 10, WIDEST = 36 };

sx_candidate_term *sx_model_terms(uint32_t parameters, size_t *ret_count)
{
    size_t each = parameters == 1 ? ALONE : USUAL, count = 1;
    for (uint32_t i = 0; i < parameters; i++)
        count *= each + 1;
    sx_candidate_term *terms = calloc(count, sizeof *terms);
    if (!terms)
        return NULL;
    for (size_t k = 0; k < count; k++) {
        double prior = 1;
        size_t rest = k;
        for (uint32_t i = 0; i < parameters; i++, rest /= each + 1) {
            size_t which = rest % (each + 1);
            if (which == 0)
                continue;
            terms[k].term.power[i] = alone[which - 1].power;
            terms[k].term.log[i] = alone[which - 1].log;
            prior *= alone[which - 1].prior;
        }
        terms[k].prior = prior;
    }
    *ret_count = count;
    return terms;
}

void sx_model_terms_at(const sx_candidate_term *terms, size_t count, uint32_t parameters,
                       const double *at, double *ret_value)
{
    double power[SX_MODEL_PARAMETERS][2 * WIDEST + 1], log[SX_MODEL_PARAMETERS];
    for (uint32_t i = 0; i < parameters; i++) {
        double root = sx_root_power(at[i], 1);
        power[i][WIDEST] = 1;
        for (int k = 1; k <= WIDEST; k++) {
            power[i][WIDEST + k] =
                k % 12 ? power[i][WIDEST + k - 1] * root : sx_root_power(at[i], k);
            power[i][WIDEST - k] = 1 / power[i][WIDEST + k];
        }
        log[i] = sx_log2(at[i]);
    }
    for (size_t k = 0; k < count; k++) {
        ret_value[k] = 1;
        for (uint32_t i = 0; i < parameters; i++) {
            ret_value[k] *= power[i][WIDEST + terms[k].term.power[i]];
            for (int l = 0; l < terms[k].term.log[i]; l++)
                ret_value[k] *= log[i];
        }
    }
}
