/* Computation that is known, in a simulated program: before each call of MPI a rank computes for a time that follows from
 * the rank, the number of ranks and how many calls it made before. Loaded before the recorder, if there is one, so that this
 * sees the calls first; calls.h has WRAP(name) for each function that is to have that. At the end the
 * seconds that the slowest rank took are written to the file KNOWN_TIMES. KNOWN_LAW has numbers for a law: seconds of work that ranks share,
 * fixed ones, ones for each doubling of ranks, the deviation of noise (lognormal), its seed, how much more ranks compute by their numbers alone (1/22 of
 * the work a step), how much more for each side of the grid that a rank stands on, and how much more the first rank does. Where KNOWN_BLOCKS has a number of points and of axes, the work that ranks
 * share is in proportion to the points of their blocks: the grid is that of MPI_Dims_create, or, of two axes, has as many rows as the largest divisor of the ranks that is not above their root, where a
 * third number is not 0. KNOWN_SHAPE names another way in which ranks and calls are uneven (`shapes`), in place of the numbers and phases. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <smpi/smpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANKS = 4096 };
static long calls[RANKS];
static double began[RANKS];
static char is_inside[RANKS]; /* a call that makes another one */

typedef long (*function)(long, long, long, long, long, long, long, long, long, long, long,
                         long);

/* Uniform in (0, 1), the same for the same numbers. */
static double uniform(uint64_t rank, uint64_t call, uint64_t seed)
{
    uint64_t x = (rank << 40) ^ call ^ (seed << 52);
    x = (x ^ x >> 31) * UINT64_C(0x7fb5d329728ea185);
    x = (x ^ x >> 27) * UINT64_C(0x81dadef4bc2dd44d);
    x ^= x >> 33;
    return ((double)(x >> 11) + 0.5) * 0x1p-53;
}

enum { AXES = 3 };

/* The points of the rank's block, of the mean of all ranks, and how many sides of the grid it stands on. */
static double share_of(int rank, int ranks, int *ret_sides)
{
    const char *blocks = getenv("KNOWN_BLOCKS");
    int n, axes, rows = 0, dim[AXES] = { 0 };
    double share = 1;
    *ret_sides = 0;
    if (!blocks || sscanf(blocks, "%d %d %d", &n, &axes, &rows) < 2)
        return share;
    for (int r = 1; rows && r * r <= ranks; r++)
        if (ranks % r == 0) {
            dim[0] = r;
            dim[1] = ranks / r;
        }
    PMPI_Dims_create(ranks, axes, dim);
    for (int i = axes - 1; i >= 0;
         i--) { /* the last axis is that of neighbours in rank */
        int q = dim[i], c = rank % q;
        rank /= q;
        share *= (double)(n / q + (c < n % q)) * q / n;
        *ret_sides += (c == 0) + (c == q - 1);
    }
    return share;
}

/* ---- how uneven ranks and calls are, of a mean near 1 ---- */

typedef double shape(int rank, int ranks, long call);

static double phases(int rank, int ranks, long call)
{
    (void)rank;
    (void)ranks;
    return 0.25 + call * 5 % 13 / 8.0;
}
static double slope(int rank, int ranks, long call)
{
    (void)call;
    return 1 + 0.5 * rank / ranks;
}
static double parity(int rank, int ranks, long call)
{
    return (1 + 0.2 * (rank % 2)) * phases(rank, ranks, call);
}
static double ends(int rank, int ranks, long call)
{
    (void)call;
    return rank == 0 || rank == ranks - 1 ? 0.7 : 1;
}
static double first_call(int rank, int ranks, long call)
{
    (void)rank;
    (void)ranks;
    return call == 0 ? 100 : 1;
}
static double rare(int rank, int ranks, long call)
{
    (void)ranks;
    return uniform((uint64_t)rank, 2 * (uint64_t)call + 12345, 5) < 0.05 ? 3 : 1;
}
static double drift(int rank, int ranks, long call)
{
    (void)rank;
    (void)ranks;
    return 1 + call / 200.0;
}
static double number(int rank, int ranks, long call)
{
    (void)ranks;
    (void)call;
    return 1 + 0.4 * uniform((uint64_t)rank, 77, 99);
}
static double fourth(int rank, int ranks, long call)
{
    return (1 + 0.3 * (rank % 4 == 0)) * phases(rank, ranks, call);
}
static double crossed(int rank, int ranks, long call)
{
    return call % 2 ? 1 + 0.5 * rank / ranks : 1.5 - 0.5 * rank / ranks;
}
static double rotating(int rank, int ranks, long call)
{
    return 1 + 0.5 * ((rank + call) % ranks) / ranks;
}

static const struct {
    const char *name;
    shape *of;
} shapes[] = { { "slope", slope },      { "parity", parity }, { "ends", ends },
               { "first", first_call }, { "rare", rare },     { "drift", drift },
               { "number", number },    { "fourth", fourth }, { "crossed", crossed },
               { "rotating", rotating } };

/* NULL: KNOWN_SHAPE names none. */
static shape *named_shape(void)
{
    const char *name = getenv("KNOWN_SHAPE");
    for (size_t i = 0; name && i < sizeof shapes / sizeof *shapes; i++)
        if (strcmp(shapes[i].name, name) == 0)
            return shapes[i].of;
    return NULL;
}

static double seconds(int rank, int ranks, long call)
{
    static shape *shaped;
    static double work = 320e-6, fixed, growing, noise, seed, step = 1 / 22.0, side,
                  first, read = 0;
    static double place[RANKS];
    if (!read) {
        const char *law = getenv("KNOWN_LAW");
        if (law)
            sscanf(law, "%lf %lf %lf %lf %lf %lf %lf %lf", &work, &fixed, &growing,
                   &noise, &seed, &step, &side, &first);
        shaped = named_shape();
        read = 1;
    }
    if (!place[rank]) {
        int sides;
        place[rank] = share_of(rank, ranks, &sides);
        place[rank] *= (1 + side * sides) * (rank == 0 ? 1 + first : 1);
    }
    double uneven = shaped ? shaped(rank, ranks, call)
                           : (1 + step * (rank * 7 % 11)) * phases(rank, ranks, call);
    double u = uniform(rank, 2 * call, seed), v = uniform(rank, 2 * call + 1, seed);
    double normal = sqrt(-2 * log(u)) * cos(2 * M_PI * v);
    return (work / ranks * place[rank] + fixed + growing * log2(ranks)) * uneven *
           exp(noise * normal);
}

/* Ranks share this library: the last one writes. */
static void write_time(double own, int ranks)
{
    static double most;
    static int ended;
    const char *name = getenv("KNOWN_TIMES");
    most = own > most ? own : most;
    FILE *file = ++ended == ranks && name ? fopen(name, "w") : NULL;
    if (!file)
        return;
    fprintf(file, "%.9f\n", most);
    fclose(file);
}

/* The rank, or -1 where it is inside a call already. */
static int enter(const char *name)
{
    int rank, ranks;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (is_inside[rank])
        return -1;
    is_inside[rank] = 1;
    if (calls[rank] == 0)
        began[rank] = PMPI_Wtime();
    smpi_execute(seconds(rank, ranks, calls[rank]++));
    if (strcasestr(name, "finalize"))
        write_time(PMPI_Wtime() - began[rank], ranks);
    return rank;
}

/* SMPI opens the program so that it would find MPI's own functions before these. */
void *dlopen(const char *file, int mode)
{
    void *(*behind)(const char *, int) =
        (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
    return behind(file, mode & ~RTLD_DEEPBIND);
}

/* Arguments are words, of which a function takes those that it has. */
#define WORDS                                                                            \
    long a, long b, long c, long d, long e, long f, long g, long h, long i, long j,      \
        long k, long l
#define WRAP(name)                                                                       \
    long known_##name(WORDS) __asm__(#name);                                             \
    long known_##name(WORDS)                                                             \
    {                                                                                    \
        static function next;                                                            \
        if (!next)                                                                       \
            next = (function)dlsym(RTLD_NEXT, #name);                                    \
        int rank = enter(#name);                                                         \
        long result = next(a, b, c, d, e, f, g, h, i, j, k, l);                          \
        if (rank >= 0)                                                                   \
            is_inside[rank] = 0;                                                         \
        return result;                                                                   \
    }
#include "calls.h"
