/* The forms of one-variable curves that a formula trace may hold for its times: their names,
 * their parameters and their values. Which curve fits is the business of src/fit. */
#ifndef SX_BASE_CURVE_H
#define SX_BASE_CURVE_H

/* Paper 001, 3.5. */
typedef enum sx_curve_form {
    SX_CURVE_CONSTANT, /* a */
    SX_CURVE_LINEAR, /* a n + b */
    SX_CURVE_INVERSE, /* a / n */
    SX_CURVE_INVERSE_CONSTANT, /* a / n + b */
    SX_CURVE_FORMS
} sx_curve_form;

typedef struct sx_curve {
    sx_curve_form form;
    double a, b; /* b is 0 for the one-parameter forms */
    double deviation; /* relative, from the inputs: the d1..d4 of the paper */
} sx_curve;

/* "constant", "linear", "inverse", "inverse+constant". */
const char *sx_curve_form_name(sx_curve_form form);
/* 1 or 2. */
int sx_curve_form_params(sx_curve_form form);
/* The value at n > 0. */
double sx_curve_at(const sx_curve *curve, double n);

#endif
