/* The version space of a value: all laws of some forms that give every sample of every input. What all of them say at a
 * target is proved there. */
#ifndef SX_LAW_VERSIONS_H
#define SX_LAW_VERSIONS_H

#include "law/forms.h"
#include "law/law.h"
#include "law/versions/agreement.h"

/* So many that differ somewhere are kept; of more it is noted where all of them agree. */
enum { SX_VERSIONS = 48 };

typedef struct sx_version {
    const sx_expr *expr;
    unsigned cost; /* description length */
    uint64_t signature; /* at imaginary places: equal ones are one law */
    size_t hidden; /* numbers that were chosen to fit */
    size_t inputs; /* that differ in what the form depends on */
    bool usual; /* a form that programs have; others are rivals of longer laws only */
    bool foretold; /* sx_version_how */
    bool provable; /* usual, and inputs are predicted from the others */
} sx_version;

typedef struct sx_versions {
    sx_arena *arena, *scratch; /* of laws; of the search */
    sx_runs *runs;
    const sx_samples *samples;
    /* The probe, in an order in which neighbours differ. */
    size_t nrows;
    const sx_sample **row;
    const sx_expr_env *env;
    size_t inputs; /* with samples */
    size_t different; /* values, up to SX_VERSIONS */
    bool
        of_scale; /* they have one number each, or little more: as many hidden ones fit easily */
    size_t n;
    sx_version version[SX_VERSIONS];
    bool crowded; /* usual ones were more, of which these tell: */
    sx_agreement all, telling; /* all of them; those that predict something */
    unsigned least_lost; /* cost of one that is not usual and not kept; UINT_MAX: none */
    bool too_many, failed; /* too many to try all; out of memory */
} sx_versions;

/* False when out of memory. */
bool sx_versions_init(sx_versions *v, sx_arena *arena, sx_arena *scratch, sx_runs *runs,
                      const sx_samples *samples);

/* Does each input's place in these values, one for each row, show in the others as well: two numbers, whichever input is
 * left out? */
bool sx_versions_predict(const sx_versions *v, const int64_t *at);

/* Does it leave nothing to be predicted: has it as many hidden numbers as there are inputs that differ in what it depends on? */
bool sx_version_is_empty(const sx_version *version);

/* How many of these values, one for each row, are different? */
size_t sx_versions_different(const sx_versions *v, const int64_t *at);

/* Has each input one value, and are there two of them, so that a form with hidden numbers says no more than which input has which? */
bool sx_versions_is_choice(const sx_versions *v, size_t hidden);

/* Does no input, or more than one, have places that differ, or one on several ranks each? What few ranks of one alone show of how points are
 * dealt out is no rule. */
bool sx_versions_show_rule(const sx_versions *v);

/* How a law is added. */
typedef struct sx_version_how {
    bool usual, predicted;
    bool
        foretold; /* all laws of its form that fit the other inputs say what some input has */
    size_t hidden; /* numbers that were chosen to fit */
    size_t inputs; /* that differ in what the form depends on; 0: all do */
    unsigned
        seldom; /* digits of length beside those of the law: programs have others more often */
} sx_version_how;

/* Adds the law if it gives every sample. */
void sx_versions_add(sx_versions *v, const sx_expr *law, sx_version_how how);

/* Adds a * form + b, with the integers a and b that the samples ask for, if that gives all of them; with `hidden` numbers
 * in the form. */
void sx_versions_try(sx_versions *v, const sx_expr *form, bool usual, size_t hidden);

/* Adds a * F + b for each F that is one operation on two of the singles, or on one and a number. */
void sx_versions_try_pairs(sx_versions *v, const sx_singles *singles);

/* Adds a * F(N) + b and products for hidden numbers N of points that are distributed. */
void sx_versions_try_points(sx_versions *v, const sx_rows *rows);

/* The same of points that are dealt out by other rules than blocks. */
void sx_versions_try_dealt(sx_versions *v, const sx_rows *rows);

/* And products of two of those, as far as they differ from place to place. */
void sx_versions_try_dealt_products(sx_versions *v, const sx_rows *rows);

#endif
