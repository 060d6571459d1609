#include "fit/chance.h"

#include <gsl/gsl_cdf.h>

double sx_chance_of_chi_square(double x, double freedom)
{
    return gsl_cdf_chisq_Q(x, freedom);
}
