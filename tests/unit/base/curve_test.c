#include "base/curve.h"

#include "tap.h"

int main(void)
{
    static const struct {
        const char *name;
        int params;
        double at_4; /* with a = 8, b = 3 (0 for forms of one parameter) */
    } want[SX_CURVE_FORMS] = {
        [SX_CURVE_CONSTANT] = { "constant", 1, 8 },
        [SX_CURVE_LINEAR] = { "linear", 2, 35 },
        [SX_CURVE_INVERSE] = { "inverse", 1, 2 },
        [SX_CURVE_INVERSE_CONSTANT] = { "inverse+constant", 2, 5 },
    };
    for (int k = 0; k < SX_CURVE_FORMS; k++) {
        sx_curve_form form = (sx_curve_form)k;
        is_text(sx_curve_form_name(form), want[k].name, "name");
        is_int(sx_curve_form_params(form), want[k].params, "parameters");
        sx_curve curve = { .form = form, .a = 8, .b = want[k].params == 2 ? 3 : 0 };
        ok(sx_curve_at(&curve, 4) == want[k].at_4, "%s at 4 is %g", want[k].name,
           sx_curve_at(&curve, 4));
    }
    return tap_done();
}
