#include "fit/linear.h"

#include "tap.h"

#include <stdlib.h>

static sx_arena *arena;

static sx_linear_solution solve(const sx_linear_system *system)
{
    sx_linear_solution sol = { 0 };
    sx_error err = { 0 };
    sx_status status = sx_linear_solve(arena, system, &sol, &err);
    ok(status == SX_OK, "solving comes back with: %s", err.text);
    return sol;
}

static bool is_rational(sx_rational q, int64_t num, int64_t den)
{
    return q.num == num && q.den == den;
}

/* Paper 001, 3.2, figure 6. */
static void test_paper_end_point(void)
{
    const int64_t basis[] = { 1, 4, 16, 1, 5, 25, 1, 6, 36 }, value[] = { 13, 21, 31 };
    const int64_t target[] = { 1, 10, 100 };
    const uint32_t group[] = { 0, 1, 2 };
    sx_linear_solution sol = solve(&(sx_linear_system) { .samples = 3,
                                                         .columns = 3,
                                                         .targets = 1,
                                                         .basis = basis,
                                                         .value = value,
                                                         .group = group,
                                                         .groups = 3,
                                                         .target = target });
    is_int(sol.outcome, SX_LINEAR_SOLVED, "outcome of figure 6");
    ok(is_rational(sol.coefficient[0], 1, 1) && is_rational(sol.coefficient[1], -1, 1) &&
           is_rational(sol.coefficient[2], 1, 1),
       "the coefficients are not c0 = 1, c1 = -1, c2 = 1");
    int64_t at = 0;
    ok(sx_linear_at(&sol, target, &at), "there is a value at 10 x 10");
    is_int(at, 91, "EAST end point of the corner of 10 x 10");
    is_int(sol.nullity, 0, "null vectors of figure 6");
    is_int(sol.open_at[0], 0, "the target is determined");
    ok(!sol.predicted[0] && !sol.predicted[1] && !sol.predicted[2],
       "three equations for three unknowns predict nothing");
}

/* Paper 001, 3.2: group E of figure 7, field by field. */
static void test_paper_ranklist(void)
{
    static const int64_t lists[3][6] = { { 2, 5, 2, 4, 2, 1 },
                                         { 2, 6, 3, 5, 3, 1 },
                                         { 2, 7, 4, 6, 4, 1 } };
    static const int64_t want[6] = { 2, 11, 8, 10, 8, 1 };
    static const int64_t c0[6] = { 2, 1, -2, 0, -2, 1 }, c1[6] = { 0, 1, 1, 1, 1, 0 };
    const int64_t basis[] = { 1, 4, 16, 1, 5, 25, 1, 6, 36 }, target[] = { 1, 10, 100 };
    for (int field = 0; field < 6; field++) {
        const int64_t value[] = { lists[0][field], lists[1][field], lists[2][field] };
        sx_linear_solution sol = solve(&(sx_linear_system) {
            .samples = 3, .columns = 3, .basis = basis, .value = value });
        int64_t at = 0;
        ok(sol.outcome == SX_LINEAR_SOLVED &&
               is_rational(sol.coefficient[0], c0[field], 1) &&
               is_rational(sol.coefficient[1], c1[field], 1) &&
               is_rational(sol.coefficient[2], 0, 1),
           "field %d is not %lld x + %lld", field, (long long)c1[field],
           (long long)c0[field]);
        ok(sx_linear_at(&sol, target, &at), "field %d has a value at 10 x 10", field);
        is_int(at, want[field], "field of <2 11 8 10 8 1>");
    }
}

/* Paper 000, 4.5.1: <2 x y-2 x x 1> and d = x, over the basis 1, x, y, xy. */
static void test_paper_columns(void)
{
    static const int64_t dims[][2] = { { 4, 5 }, { 5, 7 }, { 6, 4 }, { 3, 8 } };
    int64_t basis[16], value[6][4];
    for (int i = 0; i < 4; i++) {
        int64_t x = dims[i][0], y = dims[i][1];
        const int64_t row[] = { 1, x, y, x * y }, list[] = { x, y - 2, x, x, 1, x };
        memcpy(basis + (size_t)i * 4, row, sizeof row);
        for (int f = 0; f < 6; f++)
            value[f][i] = list[f];
    }
    const int64_t target[] = { 1, 12, 9, 108 }, want[] = { 12, 7, 12, 12, 1, 12 };
    for (int f = 0; f < 6; f++) {
        sx_linear_solution sol = solve(&(sx_linear_system) {
            .samples = 4, .columns = 4, .basis = basis, .value = value[f] });
        int64_t at = 0;
        ok(sol.outcome == SX_LINEAR_SOLVED && sx_linear_at(&sol, target, &at),
           "field %d of <2 x y-2 x x 1>, d = x is solved", f);
        is_int(at, want[f], "its value at 12 x 9");
    }
}

/* x = y everywhere: y depends on x, and x - y vanishes on squares only. */
static void test_square_grids(void)
{
    const int64_t basis[] = { 1, 4, 4, 16, 1, 5, 5, 25, 1, 6, 6, 36, 1, 7, 7, 49 };
    const int64_t value[] = { 13, 21, 31, 43 };
    const int64_t target[] = { 1, 10, 10, 100, 1, 4, 8, 32 };
    const uint32_t group[] = { 0, 1, 2, 3 };
    sx_linear_solution sol = solve(&(sx_linear_system) { .samples = 4,
                                                         .columns = 4,
                                                         .targets = 2,
                                                         .basis = basis,
                                                         .value = value,
                                                         .group = group,
                                                         .groups = 4,
                                                         .target = target });
    is_int(sol.outcome, SX_LINEAR_SOLVED, "outcome on squares");
    is_int(sol.rank, 3, "rank on squares");
    is_int(sol.nullity, 1, "null vectors on squares");
    is_int(sol.free_column[0], 2, "the free column is the later one, y");
    ok(is_rational(sol.null_vector[0], 0, 1) && is_rational(sol.null_vector[1], -1, 1) &&
           is_rational(sol.null_vector[2], 1, 1) && is_rational(sol.null_vector[3], 0, 1),
       "the null vector is not y - x");
    is_int(sol.open_at[0], 0, "a square target is determined");
    is_int(sol.open_at[1], 1, "4 x 8 is open");
    ok(sol.predicted[0] && sol.predicted[1] && sol.predicted[2] && sol.predicted[3],
       "each of four inputs is predicted by three");
    const int64_t square[] = { 1, 9, 9, 81 }, oblong[] = { 1, 2, 3, 6 };
    ok(!sx_linear_cured(&sol, square, 1, target + 4),
       "another square does not cure 4 x 8");
    ok(sx_linear_cured(&sol, oblong, 1, target + 4), "2 x 3 cures 4 x 8");
    ok(sx_linear_cured(&sol, NULL, 0, target), "a square target needs no cure");
}

static void test_two_null_vectors(void)
{
    /* Basis 1, x, y, z with y = x and z = 2x. */
    const int64_t basis[] = { 1, 1, 1, 2, 1, 2, 2, 4, 1, 3, 3, 6 }, value[] = { 5, 7, 9 };
    const int64_t target[] = { 1, 4, 5, 9 };
    sx_linear_solution sol = solve(&(sx_linear_system) { .samples = 3,
                                                         .columns = 4,
                                                         .targets = 1,
                                                         .basis = basis,
                                                         .value = value,
                                                         .target = target });
    is_int(sol.nullity, 2, "null vectors");
    is_int(sol.open_at[0], 3, "both null vectors show at (4, 5, 9)");
    const int64_t extra[] = { 1, 4, 5, 9, 1, 1, 2, 2, 1, 1, 1, 3 };
    ok(sx_linear_cured(&sol, extra, 1, target), "the target itself cures");
    ok(!sx_linear_cured(&sol, extra + 4, 1, target), "a row along y only does not");
    ok(sx_linear_cured(&sol, extra + 4, 2, target), "rows along y and along z do");
}

static void test_rational_coefficients(void)
{
    /* v = 3/2 x - 1/3 y + 7/6, at points where it is an integer. */
    int64_t basis[12], value[4];
    static const int64_t points[4][2] = { { 1, 2 }, { 3, 8 }, { 2, 8 + 3 }, { 5, 2 } };
    for (size_t i = 0; i < 4; i++) {
        int64_t x = points[i][0], y = points[i][1];
        memcpy(basis + i * 3, (int64_t[]) { 6, 6 * x, 6 * y }, 3 * sizeof *basis);
        value[i] = 9 * x - 2 * y + 7;
    }
    sx_linear_solution sol = solve(&(sx_linear_system) {
        .samples = 4, .columns = 3, .basis = basis, .value = value });
    ok(sol.outcome == SX_LINEAR_SOLVED && is_rational(sol.coefficient[0], 7, 6) &&
           is_rational(sol.coefficient[1], 3, 2) &&
           is_rational(sol.coefficient[2], -1, 3),
       "the coefficients are not 7/6, 3/2, -1/3");
    int64_t at = 0;
    ok(!sx_linear_at(&sol, (int64_t[]) { 1, 0, 0 }, &at), "7/6 is no integer value");
    ok(sx_linear_at(&sol, (int64_t[]) { 1, 1, 5 }, &at) && at == 1,
       "7/6 + 3/2 - 5/3 is 1");
}

static void test_contradiction(void)
{
    int64_t basis[200], value[100];
    for (int i = 0; i < 100; i++) {
        basis[2 * i] = 1;
        basis[2 * i + 1] = i;
        value[i] = 3 * i + 4;
    }
    value[57] += 1;
    sx_linear_system system = {
        .samples = 100, .columns = 2, .basis = basis, .value = value
    };
    sx_linear_solution sol = solve(&system);
    is_int(sol.outcome, SX_LINEAR_CONTRADICTION, "one value off by one");
    is_int(sol.contradiction, 57, "the contradicting sample");
    uint32_t group[100];
    for (uint32_t i = 0; i < 100; i++)
        group[i] = i % 3;
    value[57] -= 1;
    for (uint32_t i = 0; i < 100; i++)
        value[i] += group[i] == 2;
    system.group = group;
    system.groups = 3;
    sol = solve(&system);
    is_int(sol.outcome, SX_LINEAR_CONTRADICTION, "groups that contradict each other");
    is_int(sol.contradiction, 2, "the first sample of the third group");
    /* Equal modulo the prime is not equal. */
    int64_t ones[] = { 1, 1 }, values[] = { 0, ((int64_t)1 << 61) - 1 };
    sol = solve(&(sx_linear_system) {
        .samples = 2, .columns = 1, .basis = ones, .value = values });
    ok(sol.outcome != SX_LINEAR_SOLVED, "0 and 2^61 - 1 are told apart");
}

/* Modulo the prime the second column is 0 everywhere; it is not. */
static void test_dependence_is_verified(void)
{
    const int64_t prime = ((int64_t)1 << 61) - 1;
    int64_t basis[] = { 1, 0, 1, prime, 1, 2 * prime }, value[] = { 5, 5, 5 };
    sx_linear_solution sol = solve(&(sx_linear_system) {
        .samples = 3, .columns = 2, .basis = basis, .value = value });
    ok(sol.outcome == SX_LINEAR_TOO_LARGE, "a false null vector is not believed");
}

static void test_large_numbers(void)
{
    /* Rows near the limits of 64 bits. */
    const int64_t big = INT64_MAX;
    int64_t basis[] = { big, 1, big - 1, 1, INT64_MIN, 1 };
    int64_t value[] = { big, big - 1, INT64_MIN };
    sx_linear_solution sol = solve(&(sx_linear_system) {
        .samples = 3, .columns = 2, .basis = basis, .value = value });
    ok(sol.outcome == SX_LINEAR_SOLVED && is_rational(sol.coefficient[0], 1, 1) &&
           is_rational(sol.coefficient[1], 0, 1),
       "v = x is found at the limits");
    /* 2 x does not fit there. */
    sol.coefficient[0].num = 2;
    int64_t at = 0;
    ok(!sx_linear_at(&sol, basis, &at), "a value over int64 is refused");
    int64_t one[] = { 3 }, prime[] = { 4000000007 };
    sol = solve(
        &(sx_linear_system) { .samples = 1, .columns = 1, .basis = prime, .value = one });
    is_int(sol.outcome, SX_LINEAR_TOO_LARGE, "3/4000000007 is not believed");
    int64_t unit[] = { 1 }, bytes[] = { 9000000000000 };
    sol = solve(&(sx_linear_system) {
        .samples = 1, .columns = 1, .basis = unit, .value = bytes });
    ok(sol.outcome == SX_LINEAR_SOLVED &&
           is_rational(sol.coefficient[0], 9000000000000, 1),
       "an integer of 43 bits is a coefficient");
}

/* An ill-conditioned basis: powers up to x^6 at large x, which floating point alone
 * loses. */
static void test_ill_conditioned(void)
{
    enum { ROWS = 12, COLUMNS = 7 };
    static const int64_t c[COLUMNS] = { 17, -3, 0, 5, 0, 0, 2 };
    int64_t basis[ROWS * COLUMNS], value[ROWS];
    for (int i = 0; i < ROWS; i++) {
        int64_t power = 1;
        value[i] = 0;
        for (int j = 0; j < COLUMNS; j++) {
            basis[i * COLUMNS + j] = power;
            value[i] += c[j] * power;
            power *= j + 1 < COLUMNS ? 900 + i : 1;
        }
    }
    sx_linear_solution sol = solve(&(sx_linear_system) {
        .samples = ROWS, .columns = COLUMNS, .basis = basis, .value = value });
    bool same = sol.outcome == SX_LINEAR_SOLVED;
    for (int j = 0; j < COLUMNS && same; j++)
        same = is_rational(sol.coefficient[j], c[j], 1);
    ok(same, "a polynomial of degree 6 near 900 is recovered exactly");
}

static void test_zero_columns_and_values(void)
{
    int64_t basis[] = { 0, 0, 0, 0 }, value[] = { 0, 0 };
    sx_linear_solution sol = solve(&(sx_linear_system) {
        .samples = 2, .columns = 2, .basis = basis, .value = value });
    ok(sol.outcome == SX_LINEAR_SOLVED && sol.rank == 0 && sol.nullity == 2,
       "rows of zeros determine nothing, and 0 is the solution");
    value[1] = 1;
    sol = solve(&(sx_linear_system) {
        .samples = 2, .columns = 2, .basis = basis, .value = value });
    ok(sol.outcome == SX_LINEAR_CONTRADICTION && sol.contradiction == 1,
       "zeros do not make 1: sample %zu", sol.contradiction);
}

static void test_shapes(void)
{
    sx_linear_solution sol = { .rank = 77 };
    int64_t one = 1;
    uint32_t group = 2;
    sx_error err;
    is_int(sx_linear_solve(arena, &(sx_linear_system) { .samples = 0, .columns = 1 },
                           &sol, &err),
           SX_INVALID, "no samples");
    is_int(sx_linear_solve(arena, &(sx_linear_system) { .samples = 1, .columns = 64 },
                           &sol, NULL),
           SX_INVALID, "too many columns");
    is_int(sx_linear_solve(arena,
                           &(sx_linear_system) { .samples = 1,
                                                 .columns = 1,
                                                 .basis = &one,
                                                 .value = &one,
                                                 .group = &group,
                                                 .groups = 2 },
                           &sol, &err),
           SX_INVALID, "a group out of range");
    is_int(sol.rank, 77, "the result is untouched on failure");
}

/* 63 columns, random small integers: against coefficients chosen beforehand. */
static void test_random(void)
{
    enum { ROWS = 400 };
    srand(20110212);
    for (size_t columns = 1; columns <= SX_LINEAR_COLUMNS; columns += 31) {
        int64_t *basis = calloc(ROWS * columns, sizeof *basis), value[ROWS], c[63];
        for (size_t j = 0; j < columns; j++)
            c[j] = rand() % 2001 - 1000;
        for (size_t i = 0; i < ROWS; i++) {
            value[i] = 0;
            for (size_t j = 0; j < columns; j++) {
                basis[i * columns + j] = rand() % 4001 - 2000;
                value[i] += c[j] * basis[i * columns + j];
            }
        }
        sx_linear_solution sol = solve(&(sx_linear_system) {
            .samples = ROWS, .columns = columns, .basis = basis, .value = value });
        bool same = sol.outcome == SX_LINEAR_SOLVED && sol.rank == columns;
        for (size_t j = 0; j < columns && same; j++)
            same = is_rational(sol.coefficient[j], c[j], 1);
        ok(same, "%zu random coefficients are recovered", columns);
        free(basis);
    }
}

int main(void)
{
    arena = sx_arena_create();
    test_paper_end_point();
    test_paper_ranklist();
    test_paper_columns();
    test_square_grids();
    test_two_null_vectors();
    test_rational_coefficients();
    test_contradiction();
    test_dependence_is_verified();
    test_large_numbers();
    test_ill_conditioned();
    test_zero_columns_and_values();
    test_shapes();
    test_random();
    sx_arena_destroy(arena);
    return tap_done();
}
