/* Coefficient systems: a value that is a linear combination of basis values (1, x, y, xy
 * ..) in every sample. The coefficients are exact rationals, and a solution holds on
 * every sample in integers or it is none: nothing here is approximate. What the samples
 * leave open is a part of the answer: the null vectors, and whether they are felt at the
 * targets. Which basis to try, and what a sample is, is the caller's business.
 * @source paper 001, 3.2, figure 6: V = sum c_i prod_{j<=i} S_j, solved by Gaussian
 * elimination. Deviations: any basis, not only prefix products; any number of samples
 * (every rank of every trace may be one), of which independent ones are solved and all
 * are verified; n+1 traces are not asked for, since a singular system is an answer as
 * long as its null space vanishes at the target. */
#ifndef SX_FIT_LINEAR_H
#define SX_FIT_LINEAR_H

#include "base/arena.h"
#include "base/rational.h"
#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SX_LINEAR_COLUMNS = 63, SX_LINEAR_GROUPS = 64 };

typedef struct sx_linear_system {
    size_t samples, columns, targets;
    /* samples x columns, row by row; the simplest column first: a column that depends on
     * earlier ones gets the coefficient 0 */
    const int64_t *basis;
    const int64_t *value; /* samples */
    const uint32_t *group; /* samples: which input the sample is from, < groups; may be
                              NULL when groups is 0 */
    uint32_t groups;
    const int64_t *target; /* targets x columns: where the value is wanted; may be NULL */
} sx_linear_system;

typedef enum sx_linear_outcome {
    SX_LINEAR_SOLVED,
    SX_LINEAR_CONTRADICTION, /* no coefficients explain all samples */
    /* Consistent, but only with coefficients that nobody would believe: fractions beyond
     * 30 bits, integers or a common multiple of parts beyond 53. */
    SX_LINEAR_TOO_LARGE
} sx_linear_outcome;

/* Arrays are the arena's. After CONTRADICTION only `contradiction` is set, after
 * TOO_LARGE only `rank`. */
typedef struct sx_linear_solution {
    sx_linear_outcome outcome;
    size_t columns, rank;
    size_t contradiction; /* a sample that does not agree with those before it */
    sx_rational *coefficient; /* columns */
    size_t nullity; /* columns - rank */
    size_t *free_column; /* nullity: the dependent columns, ascending */
    sx_rational *null_vector; /* nullity x columns; row k has 1 at free_column[k] and 0 at
                                 the other free columns */
    /* targets: bit k when null vector k is not 0 at the target, so that the value there
     * is undetermined, and free_column[k] is involved; 0: determined */
    uint64_t *open_at;
    bool *predicted; /* groups: the other groups alone determine the value at every sample
                        of the group. A group without samples counts as predicted */
} sx_linear_solution;

/* Solves the system.
 * [in] arena   owns the arrays of the result
 * [in] system  at least one sample, 1 to SX_LINEAR_COLUMNS columns
 * [out] ret    untouched on failure
 * Errors: SX_INVALID (shape, a group number), SX_NOMEM, SX_LIMIT (sizes overflow). A
 * system that has no solution is a result, not an error.
 * Exactness: independence is decided modulo the prime 2^61 - 1 (independent there is
 * independent), dependence is then verified in integers, as the solution is; floating
 * point (LAPACKE_dgesv on equilibrated columns) only proposes.
 * Cost: O(samples x columns), plus O(groups^2 x columns^3); 10^4 samples x 20 columns
 * take a millisecond or two. */
sx_status sx_linear_solve(sx_arena *arena, const sx_linear_system *system,
                          sx_linear_solution *ret, sx_error *err);

/* The value at a row of basis values; false when it is no integer or does not fit. */
bool sx_linear_at(const sx_linear_solution *solution, const int64_t *row,
                  int64_t *ret_value);

/* Which null vectors are not 0 at the row, as in open_at. (A sum that does not fit counts
 * as not 0.) */
uint64_t sx_linear_open(const sx_linear_solution *solution, const int64_t *row);

/* Would the value at `target` be determined if there were also samples with the rows
 * `extra` (n x columns)? Answers which further input would cure an open target. False
 * also when out of memory. */
bool sx_linear_cured(const sx_linear_solution *solution, const int64_t *extra, size_t n,
                     const int64_t *target);

#endif
