/* Measurements of known laws: what a machine might measure at some scales, and what is true at others. Several ways to
 * draw the law's coefficients and the noise, since no single one is what users have. */
#ifndef SX_TESTS_FORECAST_DRAW_H
#define SX_TESTS_FORECAST_DRAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct random_state {
    uint64_t state;
} random_state;

double draw_uniform(random_state *r); /* in (0, 1) */
double draw_normal(random_state *r);

/* Up to three terms; what they are, a test knows and the library has to find. */
typedef struct family {
    const char *name;
    bool outside; /* of what the library has forms for */
    int terms;
    double (*term[3])(double n);
} family;

extern const family families[];
/* The first so many are those of the requirements, then there are others that the library knows, then those outside. */
extern const size_t family_count, family_inside, family_known;

typedef struct law {
    const family *family;
    double coefficient[3];
} law;

double law_at(const law *l, double n);

/* How coefficients are drawn. */
typedef enum ratio_way {
    RATIO_CROSS, /* terms are equal somewhere in the range of the inputs, uniform in its logarithm */
    RATIO_SHARE, /* the shares of the terms at the middle of the range are uniform */
    RATIO_ENDS, /* the second term is 0.1 to 10 times the first at one of the ends of the range */
    RATIO_ALONE, /* only the term that the family is named after, where it has a constant besides */
    RATIO_WAYS
} ratio_way;

typedef enum noise_way {
    NOISE_NORMAL,
    NOISE_LOGNORMAL,
    NOISE_DELAY,
    NOISE_ADDITIVE,
    NOISE_WAYS
} noise_way;

extern const char *const ratio_names[RATIO_WAYS], *const noise_names[NOISE_WAYS];

law draw_law(random_state *r, const family *f, ratio_way way, double least, double most);

/* One run at n. `typical`: the value of which additive noise is a share. */
double draw_run(random_state *r, double truth, double typical, noise_way way,
                double noise);

#endif
