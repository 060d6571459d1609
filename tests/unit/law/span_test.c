/* Values that are, and are not, in the span of columns: over several columns' worth of samples, wherever the one is that tells. */
#include "../../tap.h"
#include "fit/linear.h"
#include "law/span.h"

enum { SAMPLES = 150 };

static const int64_t P[] = { 4 };

typedef struct fixture {
    sx_arena *arena;
    sx_runs runs;
    sx_sample sample[SAMPLES];
    sx_samples samples;
    sx_basis basis;
} fixture;

/* The value is 7 - 2 element + 5 counter, and the basis 1, the element, and the counter. */
static void make(fixture *f)
{
    f->arena = sx_arena_create();
    f->runs = (sx_runs) { .n = 1, .p = P };
    f->samples = (sx_samples) { .n = SAMPLES, .sample = f->sample, .ncounters = 1 };
    for (int i = 0; i < SAMPLES; i++)
        f->sample[i] = (sx_sample) { .element = i % 7,
                                     .counter = { i % 11 },
                                     .value = 7 - 2 * (i % 7) + 5 * (i % 11) };
    f->basis = (sx_basis) { .n = 3,
                            .column = { sx_expr_int(f->arena, 1),
                                        sx_expr_var(f->arena, SX_VAR_ELEMENT, 0, 0),
                                        sx_expr_var(f->arena, SX_VAR_COUNTER, 0, 0) } };
}

static bool misses(const fixture *f)
{
    return sx_span_misses(&f->runs, &f->samples, &f->basis);
}

static void test_one_that_is_off(fixture *f)
{
    static const int at[] = { 0, 1, SAMPLES / 2, SAMPLES - 1 };
    ok(!misses(f), "a combination is in the span");
    for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
        f->sample[at[k]].value++;
        ok(misses(f), "it is not if sample %d is another", at[k]);
        f->sample[at[k]].value--;
    }
}

static void test_columns(fixture *f)
{
    f->basis.n = 2;
    ok(misses(f), "nor is it in the span of fewer columns");
    f->basis.n = 3;
    f->basis.column[2] =
        sx_expr_two(f->arena, SX_EXPR_MUL, sx_expr_int(f->arena, 3), f->basis.column[2]);
    ok(!misses(f), "a third of a column counts");
}

/* The logarithm of 0 is none. */
static void test_without_value(fixture *f)
{
    const sx_expr *two = sx_expr_int(f->arena, 2);
    const sx_expr *power = sx_expr_two(f->arena, SX_EXPR_POW, two, f->basis.column[1]);
    f->basis.column[2] = sx_expr_two(f->arena, SX_EXPR_LOG, two, power);
    for (int i = 0; i < SAMPLES; i++)
        f->sample[i].value = i % 7;
    f->basis.column[1] = f->basis.column[0];
    ok(!misses(f), "a column with a value at all samples");
    f->sample[SAMPLES - 1].element = f->sample[SAMPLES - 1].value = -1;
    ok(misses(f), "and one that has none at the last one");
}

static void test_too_many(fixture *f)
{
    f->basis.n = SX_LINEAR_COLUMNS + 1;
    for (size_t c = 0; c < f->basis.n; c++)
        f->basis.column[c] = f->basis.column[0];
    ok(!misses(f), "nothing is said of more columns than a system has");
}

int main(void)
{
    static fixture f;
    make(&f);
    test_one_that_is_off(&f);
    test_columns(&f);
    test_without_value(&f);
    test_too_many(&f);
    sx_arena_destroy(f.arena);
    return tap_done();
}
