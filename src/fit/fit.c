#include "fit/fit.h"

#include <cblas.h>
#include <gsl/gsl_errno.h>

void sx_fit_init(void)
{
    gsl_set_error_handler_off();
    openblas_set_num_threads(1);
}
