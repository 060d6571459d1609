/* Values of two terms: what fits must be found, and the screen must never refute it. */
#include "fit/terms.h"

#include "base/checked.h"
#include "tap.h"

enum { ROWS = 40 };

/* Small and large numbers, some of them equal. */
static int64_t number(uint64_t seed)
{
    uint64_t h = sx_hash_mix(seed);
    int64_t most = h % 3 ? 5 : 1 << 20;
    return (int64_t)((h >> 8) % (uint64_t)(2 * most)) - most;
}

static void column(uint64_t seed, int64_t *at)
{
    for (uint64_t i = 0; i < ROWS; i++)
        at[i] = number(seed * 1000 + i);
}

static void combine(int64_t a, int64_t b, const int64_t *x, int64_t c, const int64_t *y,
                    int64_t *ret)
{
    for (int i = 0; i < ROWS; i++)
        ret[i] = a + b * x[i] + c * y[i];
}

static bool refuted(const int64_t *value, const int64_t *x, const int64_t *y)
{
    sx_terms_screen screen = sx_terms_screen_of(value, x);
    return sx_terms_refuted(&screen, y);
}

static void test_what_fits(void)
{
    int64_t x[ROWS], y[ROWS], value[ROWS];
    int missed = 0, screened = 0;
    for (uint64_t seed = 0; seed < 1000; seed++) {
        column(2 * seed, x);
        column(2 * seed + 1, y);
        combine(number(seed), seed % 7 ? 3 : 0, x, seed % 5 ? -2 : 0, y, value);
        bool two = seed % 7 && seed % 5;
        missed += sx_terms_fit(value, x, y, ROWS) != two;
        screened += refuted(value, x, y);
    }
    is_int(missed, 0,
           "values made of two columns, and not of fewer, that were judged wrongly");
    is_int(screened, 0, "values made of two columns or fewer that the screen refutes");
}

static void test_what_does_not(void)
{
    int64_t x[ROWS], y[ROWS], value[ROWS];
    int kept = 0, fit = 0;
    for (uint64_t seed = 0; seed < 1000; seed++) {
        column(3 * seed + 1, x);
        column(3 * seed + 2, y);
        column(3 * seed + 3, value);
        fit += sx_terms_fit(value, x, y, ROWS);
        kept += !refuted(value, x, y);
    }
    is_int(fit, 0, "random values that two columns seem to make");
    ok(kept < 50, "the screen keeps %d of 1000 random values", kept);
}

static void test_columns_alike(void)
{
    int64_t x[ROWS], y[ROWS], value[ROWS], still[ROWS] = { 0 };
    column(1, x);
    column(2, value);
    combine(7, 2, x, 0, x, y);
    ok(refuted(value, x, y), "columns that move together cannot make another value");
    ok(refuted(value, still, x),
       "a column that stands still does not help the other one");
    ok(refuted(value, still, still), "columns that stand still make no value that moves");
    ok(!refuted(y, x, still), "a value of the first column alone is not refuted");
    ok(!refuted(y, still, x), "a value of the second column alone is not refuted");
    ok(!sx_terms_fit(y, x, x, ROWS), "the same column twice is not two terms");
}

static void test_one_term(void)
{
    int64_t x[ROWS], value[ROWS];
    column(5, x);
    combine(-3, 4, x, 0, x, value);
    ok(sx_terms_fit(value, x, NULL, ROWS), "one column makes the value");
    ok(!refuted(value, x, NULL), "one column makes the value, and is not refuted");
    value[1]++;
    ok(!sx_terms_fit(value, x, NULL, ROWS), "one row that is off is seen");
    ok(refuted(value, x, NULL), "one row of the screen that is off is seen");
}

static void test_three_terms(void)
{
    int64_t x[ROWS], y[ROWS], z[ROWS], value[ROWS];
    const int64_t *const columns[] = { x, y, z }, *const twice[] = { x, y, y };
    column(11, x);
    column(12, y);
    column(13, z);
    for (int i = 0; i < ROWS; i++)
        value[i] = 7 + 3 * x[i] - 5 * y[i] + 2 * z[i];
    ok(sx_terms_fit_three(value, columns, ROWS), "three columns make the value");
    ok(!sx_terms_fit_three(value, twice, ROWS), "the same column twice is not two terms");
    combine(7, 3, x, -5, y, z);
    ok(!sx_terms_fit_three(value, columns, ROWS), "nor is what two others make");
    column(13, z);
    value[ROWS - 1]++;
    ok(!sx_terms_fit_three(value, columns, ROWS), "one row that is off is seen");
    combine(7, 3, x, -5, y, value);
    ok(!sx_terms_fit_three(value, columns, ROWS), "two are not three");
    for (int i = 0; i < ROWS; i++) {
        z[i] *= 1 << 10;
        value[i] += 2 * z[i];
    }
    ok(!sx_terms_fit_three(value, columns, ROWS), "columns that are too large");
}

int main(void)
{
    test_three_terms();
    test_what_fits();
    test_what_does_not();
    test_columns_alike();
    test_one_term();
    return tap_done();
}
