/* Explicit heat equation in a cube of n^3 points: a stencil of 7 or 27 points.
 *
 *     mpicc stencil3d.c -lm && mpirun -np 12 ./a.out -n 40 -i 20 [-s 7|27] [-p]
 *
 * The process grid is the one of MPI_Dims_create and MPI_Cart_create. Points are dealt
 * out in blocks of floor(n/dim), the first blocks of each axis one larger where there is
 * a remainder. Per iteration: Irecv and Isend with the 6 (or 26) neighbours, all at once,
 * then an Allreduce of the change. A rank at an open boundary has no neighbour there and
 * makes no call for it; with -p all axes are closed.
 *
 * The start is an eigenvector of the discrete operator, so that every step multiplies
 * each point by the same known factor; the last line says how far the result is from it.
 */
#include <math.h>
#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define DIFFUSION 0.15
#define TOLERANCE 1e-10
#define DIRECTIONS 27 /* direction d goes (d / 9 - 1, d / 3 % 3 - 1, d % 3 - 1) */
#define CENTRE 13
#define OPPOSITE(d) (DIRECTIONS - 1 - (d))

struct options {
    int n;
    int iterations;
    int points;
    bool periodic;
};

/* A neighbour that messages are exchanged with. */
struct side {
    int direction;
    int rank;
    int size;
    double *out, *in;
};

/* This rank's part of the cube. */
struct block {
    MPI_Comm grid;
    int dims[3], place[3];
    int first[3]; /* global index of the first point */
    int extent[3];
    int side_count;
    struct side sides[DIRECTIONS - 1];
    double *u, *next; /* (extent + 2) points an axis, with a layer of ghosts */
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
    struct options o = { .n = 64, .iterations = 20, .points = 7 };
    bool good = true;
    int c;

    opterr = 0;
    while ((c = getopt(argc, argv, "n:i:s:p")) != -1) {
        if (c == 'n')
            good = good && parse_int(optarg, 1, &o.n);
        else if (c == 'i')
            good = good && parse_int(optarg, 0, &o.iterations);
        else if (c == 's')
            good = good && parse_int(optarg, 7, &o.points);
        else if (c == 'p')
            o.periodic = true;
        else
            good = false;
    }
    *ret_options = o;
    return good && optind == argc && (o.points == 7 || o.points == 27);
}

/* The wave that all points start with is a product of this over the axes. */
static double wave(const struct options *o, int k)
{
    double pi = acos(-1.0);

    return o->periodic ? cos(2 * pi * k / o->n) : sin(pi * (k + 1) / (o->n + 1));
}

/* What one step multiplies the wave by. Seven points add the second differences of the
 * three axes; 27 points are the product of three three-point operators. */
static double decay(const struct options *o)
{
    double pi = acos(-1.0);
    double angle = o->periodic ? 2 * pi / o->n : pi / (o->n + 1);
    double loss = 2 * DIFFUSION * (1 - cos(angle));

    return o->points == 7 ? 1 - 3 * loss : pow(1 - loss, 3);
}

static void direction_vector(int direction, int ret_vector[3])
{
    ret_vector[0] = direction / 9 - 1;
    ret_vector[1] = direction / 3 % 3 - 1;
    ret_vector[2] = direction % 3 - 1;
}

static double *allocate(size_t count)
{
    double *memory = calloc(count, sizeof *memory);

    if (memory == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return memory;
}

/* Adds the neighbour in a direction, if the grid has one. */
static void add_side(const struct options *o, struct block *b, int direction)
{
    struct side s = { .direction = direction, .size = 1 };
    int vector[3], place[3];

    direction_vector(direction, vector);
    for (int axis = 0; axis < 3; axis++) {
        place[axis] = b->place[axis] + vector[axis];
        if (!o->periodic && (place[axis] < 0 || place[axis] >= b->dims[axis]))
            return;
        s.size *= vector[axis] == 0 ? b->extent[axis] : 1;
    }
    MPI_Cart_rank(b->grid, place, &s.rank);
    s.out = allocate((size_t)s.size);
    s.in = allocate((size_t)s.size);
    b->sides[b->side_count++] = s;
}

static bool uses(const struct options *o, int direction)
{
    int vector[3];

    direction_vector(direction, vector);
    return direction != CENTRE &&
           (o->points == 27 || abs(vector[0]) + abs(vector[1]) + abs(vector[2]) == 1);
}

static void create_block(const struct options *o, const int dims[3],
                         struct block *ret_block)
{
    struct block b = { .side_count = 0 };
    int periods[3] = { o->periodic, o->periodic, o->periodic }, rank;
    size_t points = 1;

    MPI_Cart_create(MPI_COMM_WORLD, 3, dims, periods, 0, &b.grid);
    MPI_Comm_rank(b.grid, &rank);
    MPI_Cart_coords(b.grid, rank, 3, b.place);
    for (int axis = 0; axis < 3; axis++) {
        int share = o->n / dims[axis], rest = o->n % dims[axis], place = b.place[axis];

        b.dims[axis] = dims[axis];
        b.extent[axis] = share + (place < rest);
        b.first[axis] = place * share + (place < rest ? place : rest);
        points *= (size_t)b.extent[axis] + 2;
    }
    for (int d = 0; d < DIRECTIONS; d++)
        if (uses(o, d))
            add_side(o, &b, d);
    b.u = allocate(points);
    b.next = allocate(points);
    *ret_block = b;
}

static void destroy_block(struct block *b)
{
    for (int s = 0; s < b->side_count; s++) {
        free(b->sides[s].out);
        free(b->sides[s].in);
    }
    free(b->u);
    free(b->next);
    MPI_Comm_free(&b->grid);
}

static double *at(const struct block *b, double *u, int i, int j, int k)
{
    size_t row = (size_t)i * (size_t)(b->extent[1] + 2) + (size_t)j;

    return u + row * (size_t)(b->extent[2] + 2) + k;
}

/* Copies between the message of a side and the points there: the outermost own ones
 * into the message, or the message to the ghosts beyond them. */
static void copy_side(struct block *b, const struct side *side, bool to_ghosts)
{
    double *message = to_ghosts ? side->in : side->out;
    int vector[3], low[3], high[3];

    direction_vector(side->direction, vector);
    for (int axis = 0; axis < 3; axis++) {
        low[axis] = 1;
        high[axis] = b->extent[axis];
        if (vector[axis] < 0)
            low[axis] = high[axis] = to_ghosts ? 0 : 1;
        if (vector[axis] > 0)
            low[axis] = high[axis] = b->extent[axis] + to_ghosts;
    }
    for (int i = low[0]; i <= high[0]; i++)
        for (int j = low[1]; j <= high[1]; j++)
            for (int k = low[2]; k <= high[2]; k++) {
                if (to_ghosts)
                    *at(b, b->u, i, j, k) = *message++;
                else
                    *message++ = *at(b, b->u, i, j, k);
            }
}

/* Fills the ghosts. A message's tag is the direction it travels in. */
static void exchange(struct block *b)
{
    MPI_Request requests[2 * (DIRECTIONS - 1)];
    int count = b->side_count;

    for (int s = 0; s < count; s++)
        MPI_Irecv(b->sides[s].in, b->sides[s].size, MPI_DOUBLE, b->sides[s].rank,
                  OPPOSITE(b->sides[s].direction), b->grid, &requests[s]);
    for (int s = 0; s < count; s++) {
        copy_side(b, &b->sides[s], false);
        MPI_Isend(b->sides[s].out, b->sides[s].size, MPI_DOUBLE, b->sides[s].rank,
                  b->sides[s].direction, b->grid, &requests[count + s]);
    }
    MPI_Waitall(2 * count, requests, MPI_STATUSES_IGNORE);
    for (int s = 0; s < count; s++)
        copy_side(b, &b->sides[s], true);
}

/* The weight of the point in each direction. */
static void set_weights(const struct options *o, double ret_weights[DIRECTIONS])
{
    for (int d = 0; d < DIRECTIONS; d++) {
        int vector[3];

        direction_vector(d, vector);
        ret_weights[d] = 0;
        if (o->points == 27) {
            ret_weights[d] = 1;
            for (int axis = 0; axis < 3; axis++)
                ret_weights[d] *= vector[axis] == 0 ? 1 - 2 * DIFFUSION : DIFFUSION;
        } else if (uses(o, d)) {
            ret_weights[d] = DIFFUSION;
        }
    }
    if (o->points == 7)
        ret_weights[CENTRE] = 1 - 6 * DIFFUSION;
}

/* One time step; returns the square of the change. */
static double step(const struct options *o, struct block *b)
{
    double weights[DIRECTIONS], change = 0, *swap;
    ptrdiff_t offsets[DIRECTIONS], row = b->extent[2] + 2,
                                   plane = row * (b->extent[1] + 2);
    int terms = 0;

    set_weights(o, weights);
    for (int d = 0; d < DIRECTIONS; d++)
        if (d == CENTRE || uses(o, d)) {
            int vector[3];

            direction_vector(d, vector);
            weights[terms] = weights[d];
            offsets[terms++] = vector[0] * plane + vector[1] * row + vector[2];
        }
    for (int i = 1; i <= b->extent[0]; i++)
        for (int j = 1; j <= b->extent[1]; j++)
            for (int k = 1; k <= b->extent[2]; k++) {
                const double *here = at(b, b->u, i, j, k);
                double sum = 0;

                for (int t = 0; t < terms; t++)
                    sum += weights[t] * here[offsets[t]];
                *at(b, b->next, i, j, k) = sum;
                change += (sum - *here) * (sum - *here);
            }
    swap = b->u;
    b->u = b->next;
    b->next = swap;
    return change;
}

/* The wave at one of this rank's points. */
static double wave_at(const struct options *o, const struct block *b, int i, int j, int k)
{
    return wave(o, b->first[0] + i - 1) * wave(o, b->first[1] + j - 1) *
           wave(o, b->first[2] + k - 1);
}

static void set_start(const struct options *o, struct block *b)
{
    for (int i = 1; i <= b->extent[0]; i++)
        for (int j = 1; j <= b->extent[1]; j++)
            for (int k = 1; k <= b->extent[2]; k++)
                *at(b, b->u, i, j, k) = wave_at(o, b, i, j, k);
}

static double largest_error(const struct options *o, struct block *b)
{
    double factor = pow(decay(o), o->iterations), error = 0;

    for (int i = 1; i <= b->extent[0]; i++)
        for (int j = 1; j <= b->extent[1]; j++)
            for (int k = 1; k <= b->extent[2]; k++)
                error = fmax(
                    error, fabs(*at(b, b->u, i, j, k) - factor * wave_at(o, b, i, j, k)));
    return error;
}

static int solve(const struct options *o, struct block *b)
{
    double change = 0, error;
    int rank;

    MPI_Comm_rank(b->grid, &rank);
    set_start(o, b);
    for (int it = 0; it < o->iterations; it++) {
        double mine;

        exchange(b);
        mine = step(o, b);
        MPI_Allreduce(&mine, &change, 1, MPI_DOUBLE, MPI_SUM, b->grid);
    }
    error = largest_error(o, b);
    MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_DOUBLE, MPI_MAX, b->grid);
    if (rank == 0)
        printf("stencil3d: %d^3 points, %d x %d x %d ranks, last change %.3e, "
               "error %.1e: %s\n",
               o->n, b->dims[0], b->dims[1], b->dims[2], sqrt(change), error,
               error < TOLERANCE ? "correct" : "WRONG");
    return error < TOLERANCE ? 0 : 1;
}

int main(int argc, char **argv)
{
    struct options o;
    struct block b;
    int rank, ranks, dims[3] = { 0, 0, 0 }, status = 2;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Dims_create(ranks, 3, dims);
    if (!parse_options(argc, argv, &o)) {
        if (rank == 0)
            fprintf(stderr, "usage: stencil3d [-n points an axis] [-i iterations] "
                            "[-s 7|27] [-p]\n");
    } else if (o.n < dims[0]) { /* MPI_Dims_create gives the largest first */
        if (rank == 0)
            fprintf(stderr, "stencil3d: %d x %d x %d ranks need at least -n %d\n",
                    dims[0], dims[1], dims[2], dims[0]);
    } else {
        create_block(&o, dims, &b);
        status = solve(&o, &b);
        destroy_block(&b);
    }
    MPI_Finalize();
    return status;
}
