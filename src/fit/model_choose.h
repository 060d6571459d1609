/* Which formula stands for a model that has several. */
#ifndef SX_FIT_MODEL_CHOOSE_H
#define SX_FIT_MODEL_CHOOSE_H

#include "fit/model_places.h"

/* Puts first the form whose predictions at 4, 16 and 64 times the largest parameters are expected to be nearest
 * to the truth, if the truth is one of the model's forms, each as likely as its weight. The mean of two forms may be
 * that (of weight 0: it is no form that may be true). forms >= 1, weights in descending order. */
void sx_model_choose(sx_model *model, const sx_model_places *places);

#endif
