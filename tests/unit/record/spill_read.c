/* A series of which parts are in a file, parts of parts among them, reads as it did in memory, in any pieces. */
#include "record/spill_read.h"

#include "record/spill_node.h"
#include "tests/tap.h"

#include <stdlib.h>

enum { MOST = 4000 };

static uint64_t seed = 496;

static uint64_t random_below(uint64_t n)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (seed >> 33) % n;
}

/* Lines, constants, values without a pattern, and repetitions of these. */
static uint64_t fill(sx_series *series, int64_t *value)
{
    uint64_t n = 0, parts = 1 + random_below(12);
    for (uint64_t p = 0; p < parts; p++) {
        uint64_t from = n, length = 1 + random_below(40), times = 1 + random_below(4);
        uint64_t range = 1 + random_below(1000);
        int64_t stride = (int64_t)random_below(3);
        for (uint64_t k = 0; k < length; k++)
            value[n++] = stride * (int64_t)k + (int64_t)random_below(stride ? 1 : range);
        for (uint64_t t = 1; t < times; t++)
            for (uint64_t k = 0; k < length; k++, n++)
                value[n] = value[from + k];
    }
    for (uint64_t k = 0; k < n; k++)
        sx_series_append(series, value[k]);
    return n;
}

/* Puts some runs into the file, those that were put there before among them. */
static bool store(sx_series *series, FILE *file)
{
    uint64_t place;
    uint32_t from = (uint32_t)random_below(series->n);
    uint32_t to = from + 1 + (uint32_t)random_below(series->n - from);
    return sx_spill_put_runs(file, series->run + from, to - from, &place) &&
           sx_series_cut(series, from, to, place);
}

static bool reads(const sx_series *series, FILE *file, const int64_t *value, uint64_t n)
{
    sx_spill_reader reader, *read_by = &reader;
    int64_t got[MOST];
    bool same = true;
    sx_spill_reader_init(&reader, series, file);
    for (int round = 0; same && round < 3; round++) {
        same = sx_spill_reader_runs(&reader, UINT64_MAX) <= n;
        for (uint64_t at = 0, size; same && at < n; at += size) {
            size = 1 + random_below(n - at);
            sx_spill_reader_values(&read_by, at, size, got);
            for (uint64_t k = 0; same && k < size; k++)
                same = got[k] == value[at + k];
        }
    }
    same = same && !reader.failed;
    sx_spill_reader_values(&read_by, n, 1, got);
    same = same && reader.failed && got[0] == 0;
    sx_spill_reader_finish(&reader);
    return same;
}

static void test_stored(void)
{
    static int64_t value[MOST];
    int wrong = 0, nested = 0;
    for (int round = 0; round < 1000; round++) {
        sx_series series = { 0 };
        FILE *file = tmpfile();
        uint64_t n = fill(&series, value);
        bool right = file != NULL;
        int parts = (int)random_below(5);
        for (int p = 0; right && p < parts; p++)
            right = store(&series, file);
        nested += parts > 1 && series.n == 1;
        wrong += !(right && reads(&series, file, value, n));
        sx_series_finish(&series);
        if (file)
            fclose(file);
    }
    is_int(wrong, 0, "series that read as something else");
    ok(nested > 10, "%d have parts of parts", nested);
}

static void test_bodies(void)
{
    sx_series series = { 0 };
    sx_spill_reader reader;
    for (int k = 0; k < 3000; k++)
        sx_series_append(&series, k * k % 10);
    sx_spill_reader_init(&reader, &series, NULL);
    ok(sx_spill_reader_runs(&reader, 1000) < 12, "a body's runs count once");
    sx_spill_reader_finish(&reader);
    sx_series_finish(&series);
}

int main(void)
{
    test_stored();
    test_bodies();
    return tap_done();
}
