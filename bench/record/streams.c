/* What the compressor takes for an event of streams that do not repeat, and of one that does: CPU time in ns
 * and memory in bytes, with the limit that the recorder has by default. Usage: streams [EVENTS [STREAM]]. */
#include "record/compress.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double cpu_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
}

static uint64_t seed = 20111;

static uint64_t random_below(uint64_t n)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (seed >> 33) % n;
}

/* The call site of the i-th event. */
typedef uint32_t (*stream)(uint64_t i);

static uint32_t loop(uint64_t i)
{
    return (uint32_t)(i % 9);
}

static uint32_t thue_morse(uint64_t i)
{
    return (uint32_t)__builtin_popcountll(i) & 1;
}

/* Every word of 16 events once in 2^16: a shift register (x^16 + x^14 + x^13 + x^11 + 1). */
static uint32_t de_bruijn(uint64_t i)
{
    static uint32_t state;
    state = i ? state : 1;
    uint32_t bit = (state ^ state >> 2 ^ state >> 3 ^ state >> 5) & 1;
    state = state >> 1 | bit << 15;
    return bit;
}

static uint32_t fibonacci(uint64_t i)
{
    static double golden;
    golden = i ? golden + 0.61803398874989485 : 0;
    golden -= golden >= 1;
    return golden < 0.38196601125010515;
}

static uint32_t ruler(uint64_t i)
{
    return (uint32_t)__builtin_ctzll(i + 1);
}

static uint32_t of_two(uint64_t i)
{
    (void)i;
    return (uint32_t)random_below(2);
}

static uint32_t of_hundred(uint64_t i)
{
    (void)i;
    return (uint32_t)random_below(100);
}

static uint32_t of_million(uint64_t i)
{
    (void)i;
    return (uint32_t)random_below(1000000);
}

/* A loop of 6 calls, of which the fourth is one of two. */
static uint32_t branch(uint64_t i)
{
    return (uint32_t)(i % 6 == 3 ? 10 + random_below(2) : i % 6);
}

/* A loop of 200 calls of which one in a thousand is another. */
static uint32_t almost(uint64_t i)
{
    return random_below(1000) ? (uint32_t)(i % 200) : 200;
}

static void measure(const char *name, stream next, uint64_t events)
{
    sx_compress *compress = sx_compress_create(true);
    if (!sx_compress_limit(compress, (size_t)256 << 20, "streams.spill", NULL, NULL))
        exit(1);
    size_t before = mallinfo2().uordblks + mallinfo2().hblkhd;
    double start = cpu_ns();
    for (uint64_t i = 0; i < events; i++) {
        sx_input input = {
            .op = SX_OP_Send, .site = next(i), .comp_ns = 100 + i % 64, .comm_ns = 1000
        };
        sx_input_add(&input, SX_PARAM_PEER, 1);
        sx_input_add(&input, SX_PARAM_COUNT,
                     next == loop ? 8 : (int64_t)random_below(1000));
        sx_input_add(&input, SX_PARAM_TAG, 7);
        if (!sx_compress_add(compress, &input))
            exit(1);
    }
    double each = (cpu_ns() - start) / (double)events;
    size_t bytes = mallinfo2().uordblks + mallinfo2().hblkhd - before;
    printf(
        "%-12s  %8.1f ns an event %8.2f bytes an event, %6.1f MB; %llu nodes in a file\n",
        name, each, (double)bytes / (double)events, 1e-6 * (double)bytes,
        (unsigned long long)sx_compress_spilled(compress));
    fflush(stdout);
    sx_compress_destroy(compress);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        stream next;
    } all[] = { { "loop", loop },
                { "Thue-Morse", thue_morse },
                { "de Bruijn", de_bruijn },
                { "Fibonacci", fibonacci },
                { "ruler", ruler },
                { "random-2", of_two },
                { "random-100", of_hundred },
                { "random-10^6", of_million },
                { "branch", branch },
                { "almost", almost } };
    uint64_t events = argc > 1 ? strtoull(argv[1], NULL, 10) : 10000000;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (argc < 3 || strcmp(argv[2], all[i].name) == 0)
            measure(all[i].name, all[i].next, events);
    return 0;
}
