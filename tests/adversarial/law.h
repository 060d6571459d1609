/* The laws of adversarial programs (grammar.def), evaluated by code of their own: nothing here knows what the inference
 * searches, or how. */
#ifndef SX_TESTS_LAW_H
#define SX_TESTS_LAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How the extents of the grid follow from P. */
typedef enum law_policy {
    LINE_POLICY,
    SQUARE,
    DIVISOR_WIDE, /* the largest divisor up to the root, and the rest */
    DIVISOR_TALL,
    POWERS_WIDE, /* P = 2^l: l / 2 binary digits, and the rest */
    POWERS_TALL,
    FACTORS_WIDE, /* prime factors, the largest first, each to the smallest extent (MPI_Dims_create) */
    FACTORS_TALL,
    TWO_WIDE, /* one extent is a number */
    THREE_WIDE,
    CUBE,
    POWERS_3D, /* P = 2^l: a third of l, half of the rest, the rest */
    FACTORS_3D,
    FIXED_WIDE, /* so many more numbers from 4 on; and from 2 on, of the other axis */
    FIXED_WIDE_LAST = FIXED_WIDE + 4,
    FIXED_TALL,
    FIXED_TALL_LAST = FIXED_TALL + 6,
    POLICIES
} law_policy;

extern const char *const law_policy_name[POLICIES];

bool law_is_solid(law_policy policy); /* of three axes */

/* Extents, with one rank on some axes where P has no others, or false. */
bool law_gives_dims(law_policy policy, int64_t P, int64_t dim[3]);

/* Those with at least two ranks on each axis, or false: what programs are drawn for. */
bool law_dims(law_policy policy, int64_t P, int64_t dim[3]);

/* Where a value is asked for: the ranks, the rank, the counters of the loops around, the innermost one's trips. */
typedef struct law_point {
    int64_t P, r, i, j, n;
} law_point;

/* The same with the rank's place in a grid. */
typedef struct law_place {
    int64_t P, r, i, j, n, x, y, z, c1, c2, c3;
} law_place;

law_place law_place_at(law_policy policy, const law_point *point);

typedef enum law_role { SIZE, PEER, TRIPS, WHERE, ROLES } law_role;

/* Where a law is another one. */
typedef enum law_twist {
    STRAIGHT,
    AT_ONE_RANK, /* at rank P / 2 */
    AT_ONE_SCALE, /* at P = twist_scale */
    AT_ONE_PLACE, /* at rank 1 of P = twist_scale */
    BEYOND, /* at P > twist_scale */
    TWISTS
} law_twist;

typedef struct formula {
    size_t number; /* of its line of the grammar */
    size_t second, third; /* those of its other terms, plus one; 0: none */
    law_policy policy;
    int64_t h, g, w, a, c, d, b; /* c, d: of the other terms */
    law_twist twist;
    int64_t twist_scale;
} formula;

law_role law_role_of(const formula *l);
bool law_is_documented(const formula *l);

/* The first expression alone: without a, b, second term and twist. */
int64_t law_expression(const formula *l, const law_place *place);
int64_t law_line(const formula *l, const law_place *place); /* without twist only */
int64_t law_value(const formula *l, const law_point *point);

/* Is it a decoy there, or another regime? */
bool law_is_twisted_at(const formula *l, const law_point *point);

/* Are points dealt out over more places than there are points? */
bool law_is_beyond_limit(const formula *l, const law_point *point);

/* Does the law count with a counter beyond those that it is meant for? */
bool law_is_beyond_counters(const formula *l, const law_point *point);

const char *law_text(const formula *l); /* of the expression */
void law_print(const char *what, const formula *l);

/* ---- drawing ---- */

/* The grammar grows, and a seed means what it did: what there was to draw from. */
typedef enum law_age {
    OF_TERMS, /* of one term each */
    OF_SUMS, /* sums of two terms, too */
    OF_AXES, /* sums of three, third axes, any fixed extents */
    OF_STEPS, /* steps along two axes */
    OF_WIDTHS, /* factors of many bytes or columns, two hidden numbers as large as one */
    OF_PRODUCTS, /* such factors in sums: a place times an extent, products over one axis */
    OF_ROUNDED, /* points rounded up, more on the last places, and rims around one factor */
    OF_MIXED /* all lines of the grammar: factors of which each has its own rule */
} law_age;

typedef struct law_dice {
    uint64_t state;
    law_age age;
} law_dice;

/* The largest factor of a law that is no sum. */
enum { LAW_WIDEST = 128 };

int64_t law_draw_below(law_dice *dice, int64_t below);
law_policy law_draw_policy(law_dice *dice);

/* Any law of the role, documented or not; hidden numbers of points are multiples of `multiple` where there are such. */
formula law_draw(law_dice *dice, law_role role, bool documented, law_policy policy,
                 int64_t multiple);

/* The law of this expression, as grammar.def has it, with the smallest hidden constants. */
formula law_named(law_role role, const char *text, law_policy policy);

/* ---- the version space ---- */

typedef struct law_sample {
    law_point point;
    int64_t value;
} law_sample;

/* Which formulas of the grammar, over all policies that P allows and all hidden constants in the ranges drawn from, give
 * all samples; a and b are solved for. At most `capacity` are written; returns how many there are. */
size_t law_fitting(law_role role, const law_sample *sample, size_t n, formula *ret_law,
                   size_t capacity);

/* Do these differ in numbers alone? */
bool law_is_like(const formula *a, const formula *b);

/* Do all that give the first samples and differ from the law in numbers alone give the others, too? */
bool law_foretells(const formula *law, const law_sample *sample, size_t n,
                   const law_sample *other, size_t nother);

#endif
