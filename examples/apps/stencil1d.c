/* Explicit heat equation on a line of n points: a three-point stencil.
 *
 *     mpicc stencil1d.c -lm && mpirun -np 4 ./a.out -n 1000 -i 20 [-p]
 *
 * The points are dealt out in blocks of floor(n/P), the first n mod P ranks have one
 * more. Per iteration: a shift to the left and one to the right (MPI_Sendrecv,
 * MPI_PROC_NULL beyond an open end; with -p the ranks form a ring), then an Allreduce of
 * the change.
 *
 * The start is an eigenvector of the discrete operator, so that every step multiplies
 * each point by the same known factor; the last line says how far the result is from it.
 */
#include <math.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define DIFFUSION 0.2
#define TOLERANCE 1e-10

enum { TAG_LEFT = 1, TAG_RIGHT = 2 };

struct options {
    int n;
    int iterations;
    bool periodic;
};

static bool parse_int(const char *text, int least, int *ret_value)
{
    char *end;
    long value = strtol(text, &end, 10);

    if (end == text || *end != '\0' || value < least || value > 1000000000)
        return false;
    *ret_value = (int)value;
    return true;
}

static bool parse_options(int argc, char **argv, struct options *ret_options)
{
    struct options o = { .n = 1000, .iterations = 20 };
    bool good = true;
    int c;

    opterr = 0;
    while ((c = getopt(argc, argv, "n:i:p")) != -1) {
        if (c == 'n')
            good = good && parse_int(optarg, 1, &o.n);
        else if (c == 'i')
            good = good && parse_int(optarg, 0, &o.iterations);
        else if (c == 'p')
            o.periodic = true;
        else
            good = false;
    }
    *ret_options = o;
    return good && optind == argc;
}

/* The wave that all points start with, at global index k. */
static double wave(const struct options *o, int k)
{
    double pi = acos(-1.0);

    return o->periodic ? cos(2 * pi * k / o->n) : sin(pi * (k + 1) / (o->n + 1));
}

/* What one step multiplies the wave by. */
static double decay(const struct options *o)
{
    double pi = acos(-1.0);
    double angle = o->periodic ? 2 * pi / o->n : pi / (o->n + 1);

    return 1 - 2 * DIFFUSION * (1 - cos(angle));
}

/* Fills the ghost points u[0] and u[m+1] from the neighbours' u[m] and u[1]. */
static void exchange(double *u, int m, int left, int right)
{
    MPI_Sendrecv(&u[1], 1, MPI_DOUBLE, left, TAG_LEFT, &u[m + 1], 1, MPI_DOUBLE, right,
                 TAG_LEFT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(&u[m], 1, MPI_DOUBLE, right, TAG_RIGHT, &u[0], 1, MPI_DOUBLE, left,
                 TAG_RIGHT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* One time step on m points; returns the square of the change. */
static double step(const double *u, double *next, int m)
{
    double change = 0;

    for (int k = 1; k <= m; k++) {
        double d = DIFFUSION * (u[k - 1] - 2 * u[k] + u[k + 1]);

        next[k] = u[k] + d;
        change += d * d;
    }
    return change;
}

static int solve(const struct options *o, int rank, int ranks)
{
    int m = o->n / ranks + (rank < o->n % ranks);
    int first = rank * (o->n / ranks) + (rank < o->n % ranks ? rank : o->n % ranks);
    int left = rank > 0 ? rank - 1 : o->periodic ? ranks - 1 : MPI_PROC_NULL;
    int right = rank < ranks - 1 ? rank + 1 : o->periodic ? 0 : MPI_PROC_NULL;
    double *u = calloc((size_t)m + 2, sizeof *u);
    double *next = calloc((size_t)m + 2, sizeof *next);
    double change = 0, error = 0;

    if (u == NULL || next == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int k = 0; k < m; k++)
        u[k + 1] = wave(o, first + k);
    for (int it = 0; it < o->iterations; it++) {
        double *swap = u;
        double mine;

        exchange(u, m, left, right);
        mine = step(u, next, m);
        u = next;
        next = swap;
        MPI_Allreduce(&mine, &change, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    for (int k = 0; k < m; k++) {
        double expected = wave(o, first + k) * pow(decay(o), o->iterations);

        error = fmax(error, fabs(u[k + 1] - expected));
    }
    MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    if (rank == 0)
        printf("stencil1d: %d points, %d ranks, last change %.3e, error %.1e: %s\n", o->n,
               ranks, sqrt(change), error, error < TOLERANCE ? "correct" : "WRONG");
    free(u);
    free(next);
    return error < TOLERANCE ? 0 : 1;
}

int main(int argc, char **argv)
{
    struct options o;
    int rank, ranks, status = 2;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (!parse_options(argc, argv, &o)) {
        if (rank == 0)
            fprintf(stderr, "usage: stencil1d [-n points] [-i iterations] [-p]\n");
    } else if (o.n < ranks) {
        if (rank == 0)
            fprintf(stderr, "stencil1d: %d ranks need at least -n %d\n", ranks, ranks);
    } else {
        status = solve(&o, rank, ranks);
    }
    MPI_Finalize();
    return status;
}
