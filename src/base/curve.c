#include "base/curve.h"

static const struct {
    const char *name;
    int params;
} forms[SX_CURVE_FORMS] = {
    [SX_CURVE_CONSTANT] = { "constant", 1 },
    [SX_CURVE_LINEAR] = { "linear", 2 },
    [SX_CURVE_INVERSE] = { "inverse", 1 },
    [SX_CURVE_INVERSE_CONSTANT] = { "inverse+constant", 2 },
};

const char *sx_curve_form_name(sx_curve_form form)
{
    return forms[form].name;
}

int sx_curve_form_params(sx_curve_form form)
{
    return forms[form].params;
}

double sx_curve_at(const sx_curve *curve, double n)
{
    switch (curve->form) {
    case SX_CURVE_LINEAR:
        return curve->a * n + curve->b;
    case SX_CURVE_INVERSE:
        return curve->a / n;
    case SX_CURVE_INVERSE_CONSTANT:
        return curve->a / n + curve->b;
    default:
        return curve->a;
    }
}
