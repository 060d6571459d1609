/* Models of series by both methods. */
#include "measure/fitter.h"
#include "measure/read.h"
#include "tap.h"

#include <math.h>

static sx_status fit(const char *text, const char *method, double at, double *ret_error,
                     sx_model_prediction *ret_prediction)
{
    sx_arena *arena = sx_arena_create();
    sx_measurements m = { 0 };
    sx_error err = { 0 };
    sx_fitter fitter;
    sx_fitted fitted;
    sx_fitter_init(&fitter, sx_fitter_method_named(method));
    sx_status status =
        sx_measure_read(arena, "input", text, strlen(text), NULL, &m, &err);
    if (!status)
        status = sx_fitter_fit(&fitter, &m, &m.series[0], &fitted, &err);
    if (!status) {
        *ret_error = fitted.error;
        status = sx_fitted_predict(&fitted, &at, 0.9, ret_prediction, &err);
    }
    sx_fitter_finish(&fitter);
    sx_arena_destroy(arena);
    return status;
}

static bool near(double got, double want)
{
    return fabs(got - want) <= 1e-9 * fabs(want); /* of exact data: rounding alone */
}

int main(void)
{
    const char line[] = "p,value\n4,11\n8,15\n16,23\n32,39\n64,71\n";
    const char repeats[] = "p,value\n4,2\n4,6\n8,8\n16,16\n32,32\n";
    sx_model_prediction at = { 0 };
    double error = 0;
    ok(fit(line, "paper", 128, &error, &at) == SX_OK && near(at.value, 135) &&
           error < 1e-12,
       "paper: 7 + p at 128 is %g", at.value);
    ok(isnan(at.low) && isnan(at.run_high), "paper's models have no intervals");
    ok(fit(line, "default", 128, &error, &at) == SX_OK && near(at.value, 135),
       "default: 7 + p at 128 is %g", at.value);
    ok(at.low <= at.value && at.value <= at.high && at.run_low <= at.low &&
           at.high <= at.run_high,
       "intervals are around the value");
    ok(fit(repeats, "paper", 64, &error, &at) == SX_OK && near(at.value, 64),
       "paper: the mean of repeats; p at 64 is %g", at.value);
    const char down[] = "p,value\n4,16\n8,8\n16,4\n32,2\n64,1\n";
    ok(fit(down, "paper", 128, &error, &at) == SX_OK && near(at.value, 0.5),
       "paper: 64 / p at 128 is %g", at.value);
    const char flat[] = "p,value\n4,10\n8,10.1\n16,9.9\n32,10\n64,10.05\n";
    ok(fit(flat, "paper", 4096, &error, &at) == SX_OK && at.value > 9 && at.value < 11,
       "paper: a constant at 4096 is %g", at.value);
    ok(fit("p,n,value\n4,1,1\n8,2,1\n", "paper", 4, &error, &at) == SX_INVALID,
       "paper: two parameters are refused");
    ok(fit("p,value\n4,0\n8,0\n", "default", 64, &error, &at) == SX_OK && isnan(error),
       "zeros have no relative error");
    return tap_done();
}
