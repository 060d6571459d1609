/* The lines of the grammar, for what draws laws and what looks for those that fit. */
#ifndef SX_TESTS_LAW_LINE_H
#define SX_TESTS_LAW_LINE_H

#include "law.h"

typedef enum law_shape { PLAIN, SCALED, SHIFTED, LINE } law_shape;

typedef enum law_grids {
    ANY,
    EQUAL,
    POWERS,
    SOLID,
    RANKS
} law_grids; /* RANKS: any, of which it says nothing */

typedef enum law_hidden {
    NONE,
    NEAR,
    STEP,
    SHORT,
    TWO_STEPS, /* there, back, or none */
    FEW,
    POINTS,
    TWO_POINTS,
    RIMMED, /* the same, with as many points around both */
    MANY_POINTS
} law_hidden;

enum { LARGEST_RIM = 2 };

bool law_hides_two(size_t number);

/* What hidden constants are drawn from. */
extern const struct range {
    int64_t from, to;
} hidden_range[];

typedef struct line {
    law_role role;
    int documented;
    law_hidden hidden;
    law_shape shape;
    law_grids grids;
    const char *text;
} line;

#define LAW(...) +1
enum {
    LINES = 0
#include "grammar.def"
};
#undef LAW

extern const line grammar[];

/* May it be a term of a sum of two? Of one of three? */
bool law_is_term(size_t number);
bool law_is_linear(size_t number);

/* Is it drawn for these grids? Is there more to it on them than a number? */
bool law_suits(size_t number, law_policy policy);
bool law_speaks_of(size_t number, law_policy policy);

#endif
