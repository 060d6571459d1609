/* Numbers and laws of times, as C. */
#ifndef SX_GENERATE_C_TIME_H
#define SX_GENERATE_C_TIME_H

#include "generate/c_writer.h"

/* To four digits, without needless characters; with a point or an exponent where it is to be a double. */
const char *sx_c_number_text(sx_c_writer *w, double value, bool real);

/* The mean of a histogram in ns: "3.1e6 / nranks + 24000.0 * log2(nranks)". */
const char *sx_c_mean_text(sx_c_writer *w, const sx_hist_law *law);

#endif
