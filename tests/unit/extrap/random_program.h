/* Random programs of laws written as C expressions: sizes, end points, trips and who takes part, on lines
 * and grids. Many laws are outside of the families that inference searches, and some are decoys. */
#ifndef SX_TESTS_RANDOM_PROGRAM_H
#define SX_TESTS_RANDOM_PROGRAM_H

#include "synth.h"

/* What can be said of a value depends on whether its law is one of those searched, and on how many
 * numbers tell it from others: one per input only, or one per place or execution. */
typedef enum law_class {
    INSIDE,
    OUTSIDE,
    CHANGED,
    LAW_CLASSES = 2 * (CHANGED + 1)
} law_class;

extern const char *const law_class_name[LAW_CLASSES];

typedef struct random_program {
    const char *shape; /* of its grid */
    const int64_t *scale; /* three inputs, three targets */
    synth_item item[16];
    size_t nitems;
} random_program;

/* The last one made: synth's functions take no data, so there is one at a time. */
extern random_program program;

/* Neighbours along both axes, so that the grid shows; then anything. */
void random_program_make(uint64_t seed);

/* The class of a function of the program. */
int law_class_of(synth_function *function);

/* False for a decoy where it equals the law that it is made of. */
bool law_shows(synth_function *function, const synth_at *at);

/* Prints its expression as a diagnostic. */
void law_describe(synth_function *function, const char *what);

#endif
