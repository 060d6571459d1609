/* Growing sequences and distributions: values come out as they went in, regular ones take few runs. */
#include "record/series.h"
#include "base/checked.h"
#include "record/tally.h"
#include "tests/tap.h"

#include <math.h>
#include <stdlib.h>

static uint64_t seed = 8128;

static uint64_t random_below(uint64_t n)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (seed >> 33) % n;
}

/* Does the series have the n values, read cyclically? */
static bool has_values(const sx_series *series, const int64_t *value, size_t n)
{
    sx_arena *arena = sx_arena_create();
    const sx_seq *seq = NULL;
    sx_error err;
    bool same = series->length == n &&
                sx_series_seq(series, NULL, NULL, arena, &seq, &err) == SX_OK && seq &&
                n % seq->length == 0;
    for (size_t i = 0; same && i < n; i++)
        same = sx_seq_at(seq, i) == value[i];
    sx_arena_destroy(arena);
    return same;
}

static void test_random(void)
{
    static int64_t value[20000];
    int wrong = 0;
    for (int round = 0; round < 600; round++) {
        sx_series series = { .opaque = round % 5 == 0 },
                  part = { .opaque = series.opaque };
        size_t n = 0, length = 1 + random_below(30), count = random_below(400);
        uint64_t range = 1 + random_below(4);
        int64_t pattern[30], drift = (int64_t)random_below(3) - 1;
        for (size_t i = 0; i < length; i++)
            pattern[i] = random_below(20) ? (int64_t)random_below(range) : SX_NULL;
        for (size_t k = 0; k < count; k++) {
            for (size_t i = 0; i < length; i++) {
                bool odd = random_below(60) == 0 && round % 3 == 0;
                int64_t v = odd || sx_is_special(pattern[i])
                                ? SX_NULL
                                : pattern[i] + drift * (int64_t)(round % 2 ? k : i);
                value[n++] = v;
                sx_series_append(&part, v);
            }
            if (random_below(3) == 0)
                sx_series_move(&series, &part);
            part.opaque = series.opaque;
        }
        sx_series_move(&series, &part);
        wrong += n && !has_values(&series, value, n);
        sx_series_finish(&series);
    }
    is_int(wrong, 0, "random series that come out changed");
}

static void test_size(void)
{
    static int64_t value[100000];
    const char *name[] = { "constant", "count", "period of 37", "nested",
                           "count and restart" };
    for (int kind = 0; kind < 5; kind++) {
        sx_series series = { 0 };
        for (size_t i = 0; i < 100000; i++) {
            value[i] = kind == 0   ? 7
                       : kind == 1 ? (int64_t)i * 3
                       : kind == 2 ? (int64_t)(i % 37 * (i % 37) % 11)
                       : kind == 3 ? (int64_t)(i % 25 == 24 ? 99 : i % 5)
                                   : (int64_t)(i % 50);
            sx_series_append(&series, value[i]);
        }
        ok(series.n <= 38, "%s: %u runs on top", name[kind], series.n);
        ok(has_values(&series, value, 100000), "%s comes out changed", name[kind]);
        sx_series_finish(&series);
    }
}

/* More values than are ever written out. */
static void test_huge(void)
{
    sx_series series = { 0 };
    sx_arena *arena = sx_arena_create();
    const sx_seq *seq = NULL;
    sx_error err;
    for (int64_t i = 0; i < 1000000; i++)
        sx_series_append(&series, i / 1000);
    is_int(sx_series_seq(&series, NULL, NULL, arena, &seq, &err), SX_OK, "status");
    bool same = seq && seq->length == 1000000;
    for (uint64_t i = 0; same && i < 1000000; i += 777)
        same = sx_seq_at(seq, i) == (int64_t)(i / 1000);
    ok(same, "a million values in steps come out changed");
    sx_series_finish(&series);
    sx_arena_destroy(arena);
}

static void test_tally(void)
{
    sx_tally a = { .steps = SX_HIST_FINE }, b = a, all = a;
    sx_arena *arena = sx_arena_create();
    sx_hist merged, direct;
    for (int i = 0; i < 5000; i++) {
        uint64_t ns = random_below(10) ? random_below(1000) : random_below(1000000000);
        sx_tally_add(i % 3 ? &a : &b, &ns, 1);
        sx_tally_add(&all, &ns, 1);
    }
    sx_tally_merge(&a, &b);
    is_int(sx_tally_hist(&a, arena, &merged), SX_OK, "status");
    is_int(sx_tally_hist(&all, arena, &direct), SX_OK, "status");
    is_int(merged.field[SX_HIST_N], 5000, "samples");
    is_int(merged.nbins, direct.nbins, "bins");
    for (int field = 0; field < SX_HIST_FIELDS; field++)
        /* 1e-9: sums of 5,000 doubles in another order */
        ok(fabs(merged.field[field] - direct.field[field]) <= 1e-9 * direct.field[field],
           "%s of merged parts: %g, of all: %g", sx_hist_field_name((sx_hist_field)field),
           merged.field[field], direct.field[field]);
    bool same = merged.nbins == direct.nbins;
    for (uint32_t i = 0; same && i < merged.nbins; i++)
        same = merged.bin[i].index == direct.bin[i].index &&
               merged.bin[i].count == direct.bin[i].count;
    ok(same, "bins of merged parts differ");
    sx_tally_finish(&a);
    sx_tally_finish(&b);
    sx_tally_finish(&all);
    sx_arena_destroy(arena);
}

/* Long and without a pattern: the sequence takes the place of the runs, and says what they said. */
static void taken(void)
{
    enum { LONG = 70000 };
    sx_arena *arena = sx_arena_create();
    sx_series series = { 0 }, folded = { 0 };
    const sx_seq *made = NULL, *in_place = NULL;
    bool appended = true;
    for (uint64_t i = 0; i < LONG; i++) {
        appended = appended && sx_series_append(&series, (int64_t)(sx_hash_mix(i) >> 48));
        appended = appended && sx_series_append(&folded, (int64_t)(i % 100 * i % 7));
    }
    ok(appended && series.n > LONG / 2 && folded.n < LONG / 2,
       "one folds, and one does not");
    for (sx_series *of = &series; of; of = of == &series ? &folded : NULL) {
        sx_status status = sx_series_seq(of, NULL, NULL, arena, &made, NULL);
        if (!status)
            status = sx_series_take_seq(of, NULL, NULL, arena, &in_place, NULL);
        ok(!status && sx_seq_equal(made, in_place) && made->n == in_place->n &&
               made->depth == in_place->depth,
           "%u runs: the same sequence", in_place ? in_place->n : 0);
        sx_series_finish(of);
    }
    sx_arena_destroy(arena);
}

int main(void)
{
    test_random();
    test_size();
    test_huge();
    test_tally();
    taken();
    return tap_done();
}
