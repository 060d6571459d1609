/* Sums of conditions, each with a factor, and a number: how many of some things there are, by the places of a grid. */
#ifndef SX_GENERATE_C_SUM_H
#define SX_GENERATE_C_SUM_H

#include "generate/c_writer.h"

enum { SX_C_MOST_TERMS = 64 };

/* Starts as zero. */
typedef struct sx_c_sum {
    int64_t number;
    struct {
        const char *of; /* the condition as C */
        int64_t times;
    } term[SX_C_MOST_TERMS];
    int n;
} sx_c_sum;

/* Adds so many times the condition, NULL for 1. False where there are too many. */
bool sx_c_sum_add(sx_c_sum *sum, const char *condition, int64_t times);

/* Adds so many times an expression. False where it is no such sum; the index of a list counts as a condition "e". */
bool sx_c_sum_add_expr(sx_c_writer *w, sx_c_sum *sum, const sx_expr *expr, int64_t times);

/* Is it that number, whatever the conditions are? */
bool sx_c_sum_is(const sx_c_sum *sum, int64_t number);

#endif
