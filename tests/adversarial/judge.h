/* What may be expected of each law of a program: which formulas of the grammar give all that the inputs show of it, and what these
 * say at a target. */
#ifndef SX_TESTS_JUDGE_H
#define SX_TESTS_JUDGE_H

#include "program.h"

typedef struct judge judge;

/* How a law is counted. */
typedef enum judge_class {
    DECIDABLE, /* documented, and every formula of the grammar that fits the inputs agrees at the target */
    OPEN, /* documented, and they do not agree */
    LIMIT, /* a size or a tag below 0 or over int at the target, which no program has, or points of which some places have none: that is no
              proof whatever fits (ARCHITECTURE.md, Evidence) */
    UNTESTED, /* they agree, but whichever input is left out, the truth with other numbers fits the rest and says something else there: nothing was
                 predicted, which is no proof by what the label means */
    OTHER, /* not documented */
    TWISTED, /* a decoy, or another regime at the target */
    CLASSES
} judge_class;

extern const char *const judge_class_name[CLASSES];

judge *judge_create(const program *p);
void judge_destroy(judge *j);

/* Makes ready for a target. */
void judge_target(judge *j, int64_t P);

judge_class judge_class_of(judge *j, int law);

/* The enumeration of the grammar must know the truth, where that is straight and asked for. */
bool judge_knows(judge *j, int law);

#define JUDGE_UNTOLD (INT64_MIN + 9)

/* Could nobody see that a law is not the one that was told (`told` has a value, or UNTOLD, for each time that the target
 * asks for it, in order)? So it is when the truth is not documented, or twisted, and a documented formula fits all inputs and is what
 * was told; and when the inputs show one number (but where the law is a decoy), and that was told. */
bool judge_is_invisible(judge *j, int law, const int64_t *told, size_t n);

/* The same where it is not known what was told: a documented formula fits, and differs at the target. */
bool judge_may_be_invisible(judge *j, int law);

#endif
