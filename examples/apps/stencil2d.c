/* Explicit heat equation on a square of n x n points: a stencil of 5 or 9 points.
 *
 *     mpicc stencil2d.c -lm && mpirun -np 6 ./a.out -n 100 -i 20 [-s 5|9] [-p]
 *
 * The process grid has R rows and P/R columns, R the largest divisor of P that is not
 * above sqrt(P); rank = row * columns + column. Points are dealt out in blocks of
 * floor(n/R) by floor(n/columns), the first blocks of each axis one larger where there is
 * a remainder. Per iteration: Irecv and Isend with the 4 (or, with 9 points, 8)
 * neighbours, all at once, then an Allreduce of the change. Beyond an open boundary the
 * neighbour is MPI_PROC_NULL; with -p both axes are closed.
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
#define DIRECTIONS 8

/* The four sides first: a stencil of 5 points uses only them. */
static const struct {
    int row, column;
} directions[DIRECTIONS] = { { -1, 0 },  { 1, 0 }, { 0, -1 }, { 0, 1 },
                             { -1, -1 }, { 1, 1 }, { -1, 1 }, { 1, -1 } };

/* directions[d ^ 1] is the opposite of directions[d]. */
#define OPPOSITE(d) ((d) ^ 1)

struct options {
    int n;
    int iterations;
    int points;
    bool periodic;
};

/* This rank's part of the square. */
struct block {
    int rank;
    int grid[2]; /* rows and columns of processes */
    int place[2]; /* this rank's row and column */
    int first[2]; /* global index of the first point */
    int extent[2];
    int neighbour[DIRECTIONS];
    double *u, *next; /* (extent + 2) points an axis, with a layer of ghosts */
    double *out[DIRECTIONS], *in[DIRECTIONS];
};

static bool parse_int(const char *text, int least, int *ret_value)
{
    char *end;
    long value = strtol(text, &end, 10);

    if (end == text || *end != '\0' || value < least || value > 1000000)
        return false;
    *ret_value = (int)value;
    return true;
}

static bool parse_options(int argc, char **argv, struct options *ret_options)
{
    struct options o = { .n = 256, .iterations = 20, .points = 5 };
    bool good = true;
    int c;

    opterr = 0;
    while ((c = getopt(argc, argv, "n:i:s:p")) != -1) {
        if (c == 'n')
            good = good && parse_int(optarg, 1, &o.n);
        else if (c == 'i')
            good = good && parse_int(optarg, 0, &o.iterations);
        else if (c == 's')
            good = good && parse_int(optarg, 5, &o.points);
        else if (c == 'p')
            o.periodic = true;
        else
            good = false;
    }
    *ret_options = o;
    return good && optind == argc && (o.points == 5 || o.points == 9);
}

static int row_count(int ranks)
{
    int rows = 1;

    for (int r = 1; r * r <= ranks; r++)
        if (ranks % r == 0)
            rows = r;
    return rows;
}

/* The wave that all points start with is wave(row) * wave(column). */
static double wave(const struct options *o, int k)
{
    double pi = acos(-1.0);

    return o->periodic ? cos(2 * pi * k / o->n) : sin(pi * (k + 1) / (o->n + 1));
}

/* What one step multiplies the wave by. Five points add the second differences of the two
 * axes; nine points are the product of two three-point operators. */
static double decay(const struct options *o)
{
    double pi = acos(-1.0);
    double angle = o->periodic ? 2 * pi / o->n : pi / (o->n + 1);
    double loss = 2 * DIFFUSION * (1 - cos(angle));

    return o->points == 5 ? 1 - 2 * loss : (1 - loss) * (1 - loss);
}

static int neighbour_of(const struct options *o, const struct block *b, int d)
{
    int row = b->place[0] + directions[d].row;
    int column = b->place[1] + directions[d].column;

    if (o->periodic) {
        row = (row + b->grid[0]) % b->grid[0];
        column = (column + b->grid[1]) % b->grid[1];
    }
    if (row < 0 || row >= b->grid[0] || column < 0 || column >= b->grid[1])
        return MPI_PROC_NULL;
    return row * b->grid[1] + column;
}

/* Points in the message to direction d. */
static int face_size(const struct block *b, int d)
{
    return (directions[d].row == 0 ? b->extent[0] : 1) *
           (directions[d].column == 0 ? b->extent[1] : 1);
}

static double *allocate(size_t count)
{
    double *memory = calloc(count, sizeof *memory);

    if (memory == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return memory;
}

static void create_block(const struct options *o, int rank, int ranks,
                         struct block *ret_block)
{
    struct block b = { .rank = rank };
    size_t points;

    b.grid[0] = row_count(ranks);
    b.grid[1] = ranks / b.grid[0];
    b.place[0] = rank / b.grid[1];
    b.place[1] = rank % b.grid[1];
    for (int axis = 0; axis < 2; axis++) {
        int share = o->n / b.grid[axis], rest = o->n % b.grid[axis];
        int place = b.place[axis];

        b.extent[axis] = share + (place < rest);
        b.first[axis] = place * share + (place < rest ? place : rest);
    }
    points = (size_t)(b.extent[0] + 2) * (size_t)(b.extent[1] + 2);
    b.u = allocate(points);
    b.next = allocate(points);
    for (int d = 0; d < DIRECTIONS; d++) {
        b.neighbour[d] = neighbour_of(o, &b, d);
        b.out[d] = allocate((size_t)face_size(&b, d));
        b.in[d] = allocate((size_t)face_size(&b, d));
    }
    *ret_block = b;
}

static void destroy_block(struct block *b)
{
    for (int d = 0; d < DIRECTIONS; d++) {
        free(b->out[d]);
        free(b->in[d]);
    }
    free(b->u);
    free(b->next);
}

static double *at(const struct block *b, double *u, int row, int column)
{
    return u + (size_t)row * (size_t)(b->extent[1] + 2) + column;
}

/* First and last index along an axis of the points that are next to the side `toward`
 * (-1, 0 or 1): the outermost own ones, or the ghosts beyond them. */
static void side_range(int extent, int toward, bool ghosts, int *ret_first, int *ret_last)
{
    if (toward == 0) {
        *ret_first = 1;
        *ret_last = extent;
    } else {
        *ret_first = toward < 0 ? (ghosts ? 0 : 1) : (ghosts ? extent + 1 : extent);
        *ret_last = *ret_first;
    }
}

/* Copies between the message of direction d and the points of that side. */
static void copy_face(struct block *b, int d, double *message, bool to_ghosts)
{
    int row0, row1, column0, column1;

    side_range(b->extent[0], directions[d].row, to_ghosts, &row0, &row1);
    side_range(b->extent[1], directions[d].column, to_ghosts, &column0, &column1);
    for (int row = row0; row <= row1; row++)
        for (int column = column0; column <= column1; column++) {
            if (to_ghosts)
                *at(b, b->u, row, column) = *message++;
            else
                *message++ = *at(b, b->u, row, column);
        }
}

/* Fills the ghosts. A message's tag is the direction it travels in. */
static void exchange(const struct options *o, struct block *b)
{
    MPI_Request requests[2 * DIRECTIONS];
    int used = o->points == 5 ? 4 : 8;

    for (int d = 0; d < used; d++)
        MPI_Irecv(b->in[d], face_size(b, d), MPI_DOUBLE, b->neighbour[d], OPPOSITE(d),
                  MPI_COMM_WORLD, &requests[d]);
    for (int d = 0; d < used; d++) {
        copy_face(b, d, b->out[d], false);
        MPI_Isend(b->out[d], face_size(b, d), MPI_DOUBLE, b->neighbour[d], d,
                  MPI_COMM_WORLD, &requests[used + d]);
    }
    MPI_Waitall(2 * used, requests, MPI_STATUSES_IGNORE);
    for (int d = 0; d < used; d++)
        if (b->neighbour[d] != MPI_PROC_NULL)
            copy_face(b, d, b->in[d], true);
}

/* One time step; returns the square of the change. */
static double step(const struct options *o, struct block *b)
{
    double a = DIFFUSION;
    double corner = o->points == 9 ? a * a : 0;
    double side = o->points == 9 ? a * (1 - 2 * a) : a;
    double centre = o->points == 9 ? (1 - 2 * a) * (1 - 2 * a) : 1 - 4 * a;
    double change = 0, *swap;

    for (int row = 1; row <= b->extent[0]; row++) {
        const double *north = at(b, b->u, row - 1, 0);
        const double *here = at(b, b->u, row, 0);
        const double *south = at(b, b->u, row + 1, 0);
        double *next = at(b, b->next, row, 0);

        for (int k = 1; k <= b->extent[1]; k++) {
            next[k] =
                centre * here[k] +
                side * (north[k] + south[k] + here[k - 1] + here[k + 1]) +
                corner * (north[k - 1] + north[k + 1] + south[k - 1] + south[k + 1]);
            change += (next[k] - here[k]) * (next[k] - here[k]);
        }
    }
    swap = b->u;
    b->u = b->next;
    b->next = swap;
    return change;
}

static void set_start(const struct options *o, struct block *b)
{
    for (int row = 0; row < b->extent[0]; row++)
        for (int column = 0; column < b->extent[1]; column++)
            *at(b, b->u, row + 1, column + 1) =
                wave(o, b->first[0] + row) * wave(o, b->first[1] + column);
}

static double largest_error(const struct options *o, struct block *b)
{
    double factor = pow(decay(o), o->iterations), error = 0;

    for (int row = 0; row < b->extent[0]; row++)
        for (int column = 0; column < b->extent[1]; column++) {
            double expected =
                factor * wave(o, b->first[0] + row) * wave(o, b->first[1] + column);

            error = fmax(error, fabs(*at(b, b->u, row + 1, column + 1) - expected));
        }
    return error;
}

static int solve(const struct options *o, struct block *b)
{
    double change = 0, error;

    set_start(o, b);
    for (int it = 0; it < o->iterations; it++) {
        double mine;

        exchange(o, b);
        mine = step(o, b);
        MPI_Allreduce(&mine, &change, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    error = largest_error(o, b);
    MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    if (b->rank == 0)
        printf(
            "stencil2d: %d^2 points, %d x %d ranks, last change %.3e, error %.1e: %s\n",
            o->n, b->grid[0], b->grid[1], sqrt(change), error,
            error < TOLERANCE ? "correct" : "WRONG");
    return error < TOLERANCE ? 0 : 1;
}

int main(int argc, char **argv)
{
    struct options o;
    struct block b;
    int rank, ranks, status = 2;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (!parse_options(argc, argv, &o)) {
        if (rank == 0)
            fprintf(stderr, "usage: stencil2d [-n points an axis] [-i iterations] "
                            "[-s 5|9] [-p]\n");
    } else if (o.n < ranks / row_count(ranks)) {
        if (rank == 0)
            fprintf(stderr, "stencil2d: %d x %d ranks need at least -n %d\n",
                    row_count(ranks), ranks / row_count(ranks), ranks / row_count(ranks));
    } else {
        create_block(&o, rank, ranks, &b);
        status = solve(&o, &b);
        destroy_block(&b);
    }
    MPI_Finalize();
    return status;
}
