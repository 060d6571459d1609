#include "base/arena.h"
#include "base/buffer.h"
#include "tap.h"
#include "trace/seq.h"

#include <stdlib.h>

static sx_arena *arena;

static void print(sx_buffer *out, const sx_seq *seq)
{
    for (uint32_t i = 0; i < seq->n; i++) {
        const sx_run *run = &seq->run[i];
        long long first = run->first,
                  last = first + (long long)(run->count - 1) * run->stride;
        sx_buffer_puts(out, i ? "," : "(");
        if (run->sub) {
            print(out, run->sub);
            sx_buffer_printf(out, "*%llu", (unsigned long long)run->count);
        } else if (sx_is_special(run->first)) {
            sx_buffer_printf(out, "special*%llu", (unsigned long long)run->count);
        } else if (run->stride == 0) {
            sx_buffer_printf(out, run->count > 1 ? "%lld*%llu" : "%lld", first,
                             (unsigned long long)run->count);
        } else {
            sx_buffer_printf(out, run->stride == 1 ? "%lld..%lld" : "%lld..%lld/%lld",
                             first, last, (long long)run->stride);
        }
    }
    sx_buffer_puts(out, ")");
}

static void check_text(const int64_t *value, uint64_t n, bool cyclic, const char *want)
{
    sx_buffer out = SX_BUFFER_INIT;
    const sx_seq *seq = sx_seq_from_values(arena, value, n, cyclic);
    print(&out, seq);
    is_text(out.data, want, "folded");
    sx_buffer_finish(&out);
}

#define CHECK(cyclic, want, ...)                                                         \
    do {                                                                                 \
        const int64_t value[] = { __VA_ARGS__ };                                         \
        check_text(value, sizeof value / sizeof *value, cyclic, want);                   \
    } while (0)

static void test_texts(void)
{
    CHECK(true, "(5)", 5, 5, 5);
    CHECK(false, "(5*3)", 5, 5, 5);
    CHECK(true, "(1,2)", 1, 2, 1, 2, 1, 2);
    CHECK(false, "((1..3)*2,7)", 1, 2, 3, 1, 2, 3, 7);
    CHECK(false, "((3,1,2)*3)", 3, 1, 2, 3, 1, 2, 3, 1, 2);
    CHECK(true, "(1*4,2)", 1, 1, 1, 1, 2, 1, 1, 1, 1, 2);
    CHECK(false, "(((1,2)*2,3)*2,9,8)", 1, 2, 1, 2, 3, 1, 2, 1, 2, 3, 9, 8);
    CHECK(false, "(10..4/-2,4)", 10, 8, 6, 4, 4);
    CHECK(false, "(special*1,special*1,4,special*2)", SX_ANY, SX_NULL, 4, SX_ROOT,
          SX_ROOT);
    CHECK(false, "(9223372036854775807,-5)", INT64_MAX, -5);
}

/* Values with some structure: repeats of what was before, runs, a small alphabet. */
static uint64_t random_values(int64_t *value, uint64_t limit)
{
    uint64_t n = 1 + (uint64_t)rand() % limit;
    int alphabet = 1 + rand() % 4;
    for (uint64_t i = 0; i < n; i++) {
        value[i] = rand() % 9 ? rand() % alphabet : SX_NULL;
        if (i > 7 && rand() % 3)
            value[i] = value[i - 1 - (uint64_t)rand() % 7];
        else if (i > 2 && rand() % 4 && !sx_is_special(value[i - 1]))
            value[i] = value[i - 1] + 1;
    }
    return n;
}

static bool reads_back(const sx_seq *seq, const int64_t *value, uint64_t n)
{
    int64_t back[130];
    uint64_t from = (uint64_t)rand() % (3 * n);
    sx_seq_expand(seq, from, 2 * n, back);
    for (uint64_t i = 0; i < 2 * n; i++)
        if (back[i] != value[(from + i) % n] || sx_seq_at(seq, from + i) != back[i])
            return false;
    return true;
}

/* The hash follows from the runs, so one run per value must give the same. */
static const sx_seq *plain(const int64_t *value, uint64_t n)
{
    sx_run run[64];
    const sx_seq *seq = NULL;
    for (uint64_t i = 0; i < n; i++)
        run[i] = (sx_run) { value[i], 0, 1, NULL };
    sx_seq_from_runs(arena, run, (uint32_t)n, &seq, NULL);
    return seq;
}

static void test_random_values(void)
{
    enum { CASES = 20000, LIMIT = 60 };
    bool back = true, equal = true, small = true, different = true;
    srand(11);
    for (int i = 0; i < CASES; i++) {
        int64_t value[LIMIT + 1];
        uint64_t n = random_values(value, LIMIT);
        const sx_seq *line = sx_seq_from_values(arena, value, n, false);
        const sx_seq *cycle = sx_seq_from_values(arena, value, n, true);
        const sx_seq *list = plain(value, n);
        back = back && reads_back(line, value, n) && reads_back(cycle, value, n);
        small = small && line->length == n && sx_seq_weight(line) <= n &&
                line->depth <= SX_SEQ_DEPTH && n % cycle->length == 0;
        equal = equal && line->hash == list->hash && sx_seq_equal(line, list) &&
                sx_seq_equal(list, line);
        value[rand() % (int)n] += 1000;
        different =
            different && !sx_seq_equal(line, sx_seq_from_values(arena, value, n, false));
    }
    ok(back, "random sequences read back, at any place and beyond their end");
    ok(small, "a canonical sequence never has more runs than values");
    ok(equal, "canonical and plain sequences of the same values are equal");
    ok(different, "sequences that differ in one value are not equal");
}

/* What is periodic folds to the size of a period, however long it is. */
static void test_long(void)
{
    enum { N = 200000 };
    int64_t *value = calloc(N, sizeof *value);
    for (int i = 0; i < N; i++)
        value[i] = i % 1000 == 0 ? 7 : i % 3;
    const sx_seq *seq = sx_seq_from_values(arena, value, N, false);
    ok(sx_seq_weight(seq) < 40, "two nested periods fold: weight %llu",
       (unsigned long long)sx_seq_weight(seq));
    bool same = true;
    for (uint64_t k = 0; k < N; k += 997)
        same = same && sx_seq_at(seq, k) == value[k];
    ok(same, "and has the same values");
    for (int i = 0; i < N; i++)
        value[i] = rand();
    seq = sx_seq_from_values(arena, value, N, true);
    ok(sx_seq_at(seq, N - 1) == value[N - 1] && seq->length == N, "random values stay");
    for (int i = 0; i < N; i++)
        value[i] = i < N / 2 ? 3 : 4;
    seq = sx_seq_from_values(arena, value, N, true);
    is_int(sx_seq_weight(seq), 2, "runs of two long constants");
    free(value);
}

static void test_limits(void)
{
    const sx_seq *seq = NULL, *deep = sx_seq_constant(arena, 1);
    sx_run huge[2] = { { 0, 0, UINT64_MAX, NULL }, { 1, 0, 1, NULL } };
    is_int(sx_seq_from_runs(arena, huge, 2, &seq, NULL), SX_LIMIT,
           "a length beyond 64 bits");
    is_int(sx_seq_from_runs(arena, huge, 1, &seq, NULL), SX_OK, "a length of 64 bits");
    sx_run far = { 1, INT64_MAX / 2, 4, NULL }, none = { 1, 0, 0, NULL };
    is_int(sx_seq_from_runs(arena, &far, 1, &seq, NULL), SX_LIMIT,
           "a last value too large");
    is_int(sx_seq_from_runs(arena, &none, 1, &seq, NULL), SX_INVALID, "a run of nothing");
    sx_run special = { SX_NULL, 1, 3, NULL };
    is_int(sx_seq_from_runs(arena, &special, 1, &seq, NULL), SX_INVALID,
           "a stride from null");
    sx_status status = SX_OK;
    int depth = 1;
    while (!status && depth < 100) {
        sx_run more = { 0, 0, 2, deep };
        status = sx_seq_from_runs(arena, &more, 1, &deep, NULL);
        depth += !status;
    }
    ok(status == SX_LIMIT && depth == SX_SEQ_DEPTH, "nesting ends at %d", depth);
    ok(sx_seq_is_constant(deep) && sx_seq_at(deep, 12345) == 1, "a deep constant");
    sx_run ramp = { 0, 1, 1 << 20, NULL };
    sx_seq_from_runs(arena, &ramp, 1, &seq, NULL);
    ok(!sx_seq_is_constant(seq) && sx_seq_at(seq, (1 << 20) + 5) == 5,
       "a long ramp, cyclic");
}

/* A cursor finds what is found without one: in order, from anywhere, and in nested sub-sequences. */
static void test_cursor(void)
{
    const sx_seq *seq = sx_seq_constant(arena, 3), *other = seq;
    uint64_t state = 7, wrong = 0;
    for (int depth = 0; depth < 6; depth++) {
        sx_run run[40];
        for (int i = 0; i < 40; i++) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            run[i] = (sx_run) { (int64_t)(state >> 50), 1, 1 + (state >> 40 & 1), NULL };
            if (i % (depth < 2 ? 3 : 15) == 1)
                run[i] = (sx_run) { 0, 0, 2, i % 2 ? seq : other };
        }
        other = seq;
        sx_seq_from_runs(arena, run, 40, &seq, NULL);
        sx_seq_cursor ahead = { 0 }, around = { 0 };
        for (uint64_t k = 0; k < 2 * seq->length && k < 100000; k++) {
            uint64_t where = (state ^= state << 13, state ^= state >> 7) % 1000000;
            wrong += sx_seq_at_cursor(seq, &ahead, k) != sx_seq_at(seq, k);
            if (k % 16 == 0)
                wrong += sx_seq_at_cursor(seq, &around, where) != sx_seq_at(seq, where);
        }
    }
    is_int(wrong, 0, "values at a cursor");
}

int main(void)
{
    arena = sx_arena_create();
    test_texts();
    test_random_values();
    test_long();
    test_limits();
    test_cursor();
    sx_arena_destroy(arena);
    return tap_done();
}
