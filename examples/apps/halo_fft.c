/* Two operators on two decompositions in one loop, as in a program that couples a stencil
 * with a spectral solver.
 *
 *     mpicc halo_fft.c -lm && mpirun -np 12 ./a.out -n 36 -i 10
 *
 * Both smooth a periodic field of n^3 points, each its own:
 * - the halo part holds it in blocks of the three-dimensional grid of MPI_Dims_create
 *   (rank-numbered row-major; extents by floor and remainder) and takes a seven-point
 * step after exchanging six faces by Irecv, Isend and Waitall;
 * - the pencil part holds it in pencils of a grid of R x C ranks (R the largest divisor
 * of P that is not above sqrt(P), rank = row * C + column; R and C must divide n),
 * smooths along the local axis z, transposes by Alltoall on the ranks of a row, smooths
 * along y, transposes on the ranks of a column, smooths along x, and goes back the same
 * way.
 *
 * The field is an eigenvector of both operators, so that the result of each is known. */
#include <math.h>
#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define DIFFUSION 0.15
#define TOLERANCE 1e-10

struct options {
    int n;
    int iterations;
};

/* The halo part. Directions: 2 * axis is up along the axis, 2 * axis + 1 down. */
struct block {
    int n;
    int dims[3], place[3];
    int first[3], extent[3];
    ptrdiff_t stride[3];
    int neighbour[6];
    size_t point_count; /* with ghosts */
    double *u, *next;
    double *out[6], *in[6];
};

struct pencils {
    int n;
    int rows, columns;
    int row, column;
    MPI_Comm row_comm, column_comm;
    size_t point_count;
    double *u, *buffer;
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
    struct options o = { .n = 36, .iterations = 10 };
    bool good = true;
    int c;

    opterr = 0;
    while ((c = getopt(argc, argv, "n:i:")) != -1) {
        if (c == 'n')
            good = good && parse_int(optarg, 1, &o.n);
        else if (c == 'i')
            good = good && parse_int(optarg, 0, &o.iterations);
        else
            good = false;
    }
    *ret_options = o;
    return good && optind == argc;
}

static double *allocate(size_t count)
{
    double *memory = calloc(count, sizeof *memory);

    if (memory == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return memory;
}

/* Both fields start with wave(x) * wave(y) * wave(z). */
static double wave(int n, int k)
{
    return cos(2 * acos(-1.0) * k / n);
}

/* What the second difference along one axis takes from the wave, times the diffusion. */
static double loss(int n)
{
    return 2 * DIFFUSION * (1 - wave(n, 1));
}

/* --- halo ----------------------------------------------------------------------------
 */

/* Points in a face across the axis. */
static int face_size(const struct block *b, int axis)
{
    return b->extent[(axis + 1) % 3] * b->extent[(axis + 2) % 3];
}

static int rank_at(const struct block *b, const int place[3])
{
    return (place[0] * b->dims[1] + place[1]) * b->dims[2] + place[2];
}

static void create_block(int n, int rank, const int dims[3], struct block *ret_block)
{
    struct block b = { .n = n, .point_count = 1 };

    for (int axis = 2; axis >= 0; axis--) {
        int share = n / dims[axis], rest = n % dims[axis], place = rank % dims[axis];

        rank /= dims[axis];
        b.dims[axis] = dims[axis];
        b.place[axis] = place;
        b.extent[axis] = share + (place < rest);
        b.first[axis] = place * share + (place < rest ? place : rest);
        b.stride[axis] = (ptrdiff_t)b.point_count;
        b.point_count *= (size_t)b.extent[axis] + 2;
    }
    for (int d = 0; d < 6; d++) {
        int place[3] = { b.place[0], b.place[1], b.place[2] }, axis = d / 2;

        place[axis] = (place[axis] + (d % 2 == 0 ? 1 : dims[axis] - 1)) % dims[axis];
        b.neighbour[d] = rank_at(&b, place);
        b.out[d] = allocate((size_t)face_size(&b, axis));
        b.in[d] = allocate((size_t)face_size(&b, axis));
    }
    b.u = allocate(b.point_count);
    b.next = allocate(b.point_count);
    *ret_block = b;
}

static void destroy_block(struct block *b)
{
    for (int d = 0; d < 6; d++) {
        free(b->out[d]);
        free(b->in[d]);
    }
    free(b->u);
    free(b->next);
}

static double *at(const struct block *b, double *u, int x, int y, int z)
{
    return u + (x + 1) * b->stride[0] + (y + 1) * b->stride[1] + (z + 1) * b->stride[2];
}

/* Copies between a message and the plane of u at index k across the axis. */
static void copy_face(struct block *b, int axis, int k, double *message, bool to_ghosts)
{
    int low[3] = { 0, 0, 0 }, high[3] = { b->extent[0], b->extent[1], b->extent[2] };

    low[axis] = k;
    high[axis] = k + 1;
    for (int x = low[0]; x < high[0]; x++)
        for (int y = low[1]; y < high[1]; y++)
            for (int z = low[2]; z < high[2]; z++) {
                if (to_ghosts)
                    *at(b, b->u, x, y, z) = *message++;
                else
                    *message++ = *at(b, b->u, x, y, z);
            }
}

/* Fills the ghosts. A message's tag is the direction it travels in. */
static void exchange_halo(struct block *b)
{
    MPI_Request requests[12];

    for (int d = 0; d < 6; d++)
        MPI_Irecv(b->in[d], face_size(b, d / 2), MPI_DOUBLE, b->neighbour[d], d ^ 1,
                  MPI_COMM_WORLD, &requests[d]);
    for (int d = 0; d < 6; d++) {
        copy_face(b, d / 2, d % 2 == 0 ? b->extent[d / 2] - 1 : 0, b->out[d], false);
        MPI_Isend(b->out[d], face_size(b, d / 2), MPI_DOUBLE, b->neighbour[d], d,
                  MPI_COMM_WORLD, &requests[6 + d]);
    }
    MPI_Waitall(12, requests, MPI_STATUSES_IGNORE);
    for (int d = 0; d < 6; d++)
        copy_face(b, d / 2, d % 2 == 0 ? b->extent[d / 2] : -1, b->in[d], true);
}

static void step_halo(struct block *b)
{
    ptrdiff_t dx = b->stride[0], dy = b->stride[1];
    double *swap = b->u;

    exchange_halo(b);
    for (int x = 0; x < b->extent[0]; x++)
        for (int y = 0; y < b->extent[1]; y++) {
            const double *u = at(b, b->u, x, y, 0);
            double *next = at(b, b->next, x, y, 0);

            for (int z = 0; z < b->extent[2]; z++, u++)
                next[z] = u[0] + DIFFUSION * (u[-dx] + u[dx] + u[-dy] + u[dy] + u[-1] +
                                              u[1] - 6 * u[0]);
        }
    b->u = b->next;
    b->next = swap;
}

/* The start, times a factor, at all points: stores it, or returns the largest distance of
 * u from it. */
static double visit_block(struct block *b, double factor, bool store)
{
    double error = 0;

    for (int x = 0; x < b->extent[0]; x++)
        for (int y = 0; y < b->extent[1]; y++)
            for (int z = 0; z < b->extent[2]; z++) {
                double known = factor * wave(b->n, b->first[0] + x) *
                               wave(b->n, b->first[1] + y) * wave(b->n, b->first[2] + z);

                if (store)
                    *at(b, b->u, x, y, z) = known;
                error = fmax(error, fabs(*at(b, b->u, x, y, z) - known));
            }
    return error;
}

/* --- pencils -------------------------------------------------------------------------
 */

static int row_count(int ranks)
{
    int rows = 1;

    for (int r = 1; r * r <= ranks; r++)
        if (ranks % r == 0)
            rows = r;
    return rows;
}

static void create_pencils(int n, int rank, int ranks, struct pencils *ret_pencils)
{
    struct pencils p = { .n = n, .rows = row_count(ranks) };

    p.columns = ranks / p.rows;
    p.row = rank / p.columns;
    p.column = rank % p.columns;
    p.point_count = (size_t)(n / p.rows) * (size_t)(n / p.columns) * (size_t)n;
    MPI_Comm_split(MPI_COMM_WORLD, p.row, p.column, &p.row_comm);
    MPI_Comm_split(MPI_COMM_WORLD, p.column, p.row, &p.column_comm);
    p.u = allocate(p.point_count);
    p.buffer = allocate(p.point_count);
    *ret_pencils = p;
}

static void destroy_pencils(struct pencils *p)
{
    MPI_Comm_free(&p->row_comm);
    MPI_Comm_free(&p->column_comm);
    free(p->u);
    free(p->buffer);
}

/* Makes the axis that is spread over the ranks of `comm` the local one, and the other way
 * round. With a = n/size, the field is outer x a x middle x n points before and after;
 * rank s of comm has [o][j][m][k] of the spread index s*a + j before, and of the local
 * index s*a + j at [o][k][m][s*a + j] after. Done twice, it changes nothing. */
static void transpose(struct pencils *p, MPI_Comm comm, int size, int outer, int middle)
{
    ptrdiff_t n = p->n, a = n / size;
    int count = outer * (int)a * middle * (int)a;
    double *next = p->buffer, *swap;

    for (int s = 0; s < size; s++)
        for (ptrdiff_t oj = 0; oj < outer * a; oj++)
            for (ptrdiff_t m = 0; m < middle; m++)
                for (ptrdiff_t k = 0; k < a; k++)
                    *next++ = p->u[(oj * middle + m) * n + s * a + k];
    MPI_Alltoall(p->buffer, count, MPI_DOUBLE, p->u, count, MPI_DOUBLE, comm);
    next = p->u;
    for (int s = 0; s < size; s++)
        for (ptrdiff_t o = 0; o < outer; o++)
            for (ptrdiff_t j = 0; j < a; j++)
                for (ptrdiff_t m = 0; m < middle; m++)
                    for (ptrdiff_t k = 0; k < a; k++)
                        p->buffer[((o * a + k) * middle + m) * n + s * a + j] = *next++;
    swap = p->u;
    p->u = p->buffer;
    p->buffer = swap;
}

/* Three-point smoothing along the local axis, which is contiguous. */
static void smooth_lines(struct pencils *p)
{
    int n = p->n;

    for (double *line = p->u; line < p->u + p->point_count; line += n) {
        double first = line[0], below = line[n - 1];

        for (int k = 0; k < n; k++) {
            double here = line[k], above = k + 1 < n ? line[k + 1] : first;

            line[k] = here + DIFFUSION * (below - 2 * here + above);
            below = here;
        }
    }
}

static void step_pencils(struct pencils *p)
{
    smooth_lines(p);
    transpose(p, p->row_comm, p->columns, p->n / p->rows, 1); /* [x][y][z] to [x][z][y] */
    smooth_lines(p);
    transpose(p, p->column_comm, p->rows, 1, p->n / p->columns); /* to [y][z][x] */
    smooth_lines(p);
    transpose(p, p->column_comm, p->rows, 1, p->n / p->columns);
    transpose(p, p->row_comm, p->columns, p->n / p->rows, 1);
}

/* As visit_block, for [x][y][z]. */
static double visit_pencils(struct pencils *p, double factor, bool store)
{
    int columns = p->n / p->columns;
    double error = 0;

    for (size_t l = 0; l < p->point_count; l++) {
        int z = (int)(l % (size_t)p->n), line = (int)(l / (size_t)p->n);
        int x = p->row * (p->n / p->rows) + line / columns;
        int y = p->column * columns + line % columns;
        double known = factor * wave(p->n, x) * wave(p->n, y) * wave(p->n, z);

        if (store)
            p->u[l] = known;
        error = fmax(error, fabs(p->u[l] - known));
    }
    return error;
}

/* --- main ----------------------------------------------------------------------------
 */

static int solve(const struct options *o, int rank, struct block *b, struct pencils *p)
{
    double halo_decay = 1 - 3 * loss(o->n), pencil_decay = pow(1 - loss(o->n), 3);
    double errors[2];
    bool correct;

    visit_block(b, 1, true);
    visit_pencils(p, 1, true);
    for (int it = 0; it < o->iterations; it++) {
        step_halo(b);
        step_pencils(p);
    }
    errors[0] = visit_block(b, pow(halo_decay, o->iterations), false);
    errors[1] = visit_pencils(p, pow(pencil_decay, o->iterations), false);
    MPI_Allreduce(MPI_IN_PLACE, errors, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    correct = errors[0] < TOLERANCE && errors[1] < TOLERANCE;
    if (rank == 0)
        printf(
            "halo_fft: %d^3 points, halo on %d x %d x %d ranks, error %.1e; pencils on "
            "%d x %d ranks, error %.1e: %s\n",
            o->n, b->dims[0], b->dims[1], b->dims[2], errors[0], p->rows, p->columns,
            errors[1], correct ? "correct" : "WRONG");
    return correct ? 0 : 1;
}

int main(int argc, char **argv)
{
    struct options o;
    struct block b;
    struct pencils p;
    int rank, ranks, rows, dims[3] = { 0, 0, 0 }, status = 2;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Dims_create(ranks, 3, dims);
    rows = row_count(ranks);
    if (!parse_options(argc, argv, &o)) {
        if (rank == 0)
            fprintf(stderr, "usage: halo_fft [-n points an axis] [-i iterations]\n");
    } else if (o.n % rows != 0 || o.n % (ranks / rows) != 0 || o.n < dims[0]) {
        if (rank == 0)
            fprintf(stderr,
                    "halo_fft: -n must be divisible by %d and %d, and at least %d\n",
                    rows, ranks / rows, dims[0]);
    } else {
        create_block(o.n, rank, dims, &b);
        create_pencils(o.n, rank, ranks, &p);
        status = solve(&o, rank, &b, &p);
        destroy_block(&b);
        destroy_pencils(&p);
    }
    MPI_Finalize();
    return status;
}
