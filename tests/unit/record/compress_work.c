/* What an event costs must not grow with the stream, whatever the events are. Work is counted, not timed: the
 * compressor is built here with a call at every branch, and bytes that are copied or set count too.
 *
 *     compress_work [EVENTS]: of each stream */
#include "compress_tools.h"
#include "tests/tap.h"

#include <stdlib.h>

enum { MOST_STEPS = 3000 };

static uint64_t
    work; /* blocks of code without a branch that were executed, and 64 bytes that were moved */

void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void)
{
    work++;
}

void *__real_memcpy(void *to, const void *from, size_t n);
void *__wrap_memcpy(void *to, const void *from, size_t n);
void *__wrap_memcpy(void *to, const void *from, size_t n)
{
    work += n / 64;
    return __real_memcpy(to, from, n);
}

void *__real_memmove(void *to, const void *from, size_t n);
void *__wrap_memmove(void *to, const void *from, size_t n);
void *__wrap_memmove(void *to, const void *from, size_t n)
{
    work += n / 64;
    return __real_memmove(to, from, n);
}

void *__real_memset(void *at, int byte, size_t n);
void *__wrap_memset(void *at, int byte, size_t n);
void *__wrap_memset(void *at, int byte, size_t n)
{
    work += n / 64;
    return __real_memset(at, byte, n);
}

/* As if every one moved all that it has. */
void *__real_realloc(void *at, size_t n);
void *__wrap_realloc(void *at, size_t n);
void *__wrap_realloc(void *at, size_t n)
{
    work += n / 64;
    return __real_realloc(at, n);
}

/* The i-th number of a stream. */
typedef uint32_t (*stream)(uint32_t i);

static uint32_t thue_morse(uint32_t i)
{
    return (uint32_t)__builtin_popcount(i) & 1;
}

/* Every word of 20 numbers once in 2^20: a shift register (x^20 + x^17 + 1). */
static uint32_t de_bruijn(uint32_t i)
{
    static uint32_t state;
    state = i ? state : 1;
    uint32_t bit = (state ^ state >> 3) & 1;
    state = state >> 1 | bit << 19;
    return bit;
}

static uint32_t of_two(uint32_t i)
{
    (void)i;
    return (uint32_t)random_below(2);
}

static uint32_t of_hundred(uint32_t i)
{
    (void)i;
    return (uint32_t)random_below(100);
}

static uint32_t of_million(uint32_t i)
{
    (void)i;
    return (uint32_t)random_below(1000000);
}

/* A Sturmian word: the n-th number is the n-th step of a line of irrational slope. */
static uint32_t fibonacci(uint32_t i)
{
    static double golden;
    golden = i ? golden + 0.61803398874989485 : 0;
    golden -= golden >= 1;
    return golden < 0.38196601125010515;
}

static uint32_t ruler(uint32_t i)
{
    return (uint32_t)__builtin_ctz(i + 1);
}

/* A loop of 200 numbers of which one in a thousand is another. */
static uint32_t almost(uint32_t i)
{
    return random_below(1000) ? i % 200 : 200;
}

/* A loop of 6 with a branch. */
static uint32_t branch(uint32_t i)
{
    return i % 6 == 3 ? 10 + (uint32_t)random_below(2) : i % 6;
}

/* 0 1 0 1 1 0 1 1 1 0 ..: gaps that grow. */
static uint32_t gaps(uint32_t i)
{
    static uint32_t next, gap;
    if (i == 0)
        next = gap = 0;
    if (i < next)
        return 1;
    next += ++gap;
    return 0;
}

/* No word of it comes twice in a row: what stands between the zeros of a Thue-Morse word. */
static uint32_t square_free(uint32_t i)
{
    return 1 + thue_morse(i + 1) - thue_morse(i);
}

static void add(sx_compress *compress, tape *in, stream next, bool values, uint32_t i)
{
    uint32_t number = next(i);
    simple(compress, in, values ? 1 : number, values ? number : (int64_t)random_below(3));
}

/* The stream as call sites, or as the values of one call site. */
static void test_stream(const char *name, stream next, bool values, uint32_t events)
{
    uint64_t half[2] = { 0 }, most = 0;
    tape in = { 0 };
    sx_compress *compress = sx_compress_create(true);
    for (uint32_t i = 0; i < events; i++) {
        uint64_t before = work;
        add(compress, &in, next, values, i);
        half[i >= events / 2] += work - before;
        if (work - before > most)
            most = work - before;
    }
    uint64_t each = 2 * half[0] / events, late = 2 * half[1] / events;
    printf("# %s%s: %llu steps an event in the first half, %llu in the second, at most "
           "%llu; %zu "
           "nodes\n",
           name, values ? " as values" : "", (unsigned long long)each,
           (unsigned long long)late, (unsigned long long)most,
           sx_compress_width(compress));
    ok(each < MOST_STEPS && late < MOST_STEPS, "%s: %llu and %llu steps an event", name,
       (unsigned long long)each, (unsigned long long)late);
    ok(late < each + each / 2 + 50, "%s: %llu steps an event, and later %llu", name,
       (unsigned long long)each, (unsigned long long)late);
    ok(comes_out(compress, &in), "%s comes out changed", name);
    sx_compress_destroy(compress);
    free(in.word);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        stream next;
    } all[] = { { "Thue-Morse", thue_morse },
                { "de Bruijn", de_bruijn },
                { "random of 2", of_two },
                { "random of 100", of_hundred },
                { "random of 10^6", of_million },
                { "Fibonacci", fibonacci },
                { "ruler", ruler },
                { "almost periodic", almost },
                { "branch", branch },
                { "growing gaps", gaps },
                { "square-free", square_free } };
    uint32_t events = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 60000;
    seed_random(20111);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        test_stream(all[i].name, all[i].next, false, events);
        test_stream(all[i].name, all[i].next, true, events);
    }
    return tap_done();
}
