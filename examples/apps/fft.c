/* Three-dimensional fast Fourier transform of n^3 points on pencils.
 *
 *     mpicc fft.c -lm && mpirun -np 8 ./a.out -n 32 -i 10
 *
 * The process grid has R rows and C = P/R columns, R the largest divisor of P that is not
 * above sqrt(P); rank = row * C + column. R and C must divide n. Each rank starts with
 * n/R x n/C lines along z. Between the transforms along z, y and x, one Alltoall on the
 * ranks of a row makes y the local axis, one on the ranks of a column makes x so; the
 * inverse takes the same way back. The communicators of rows and columns come from
 * MPI_Comm_split.
 *
 * The field is a sum of plane waves, so that its transform is known: a few points of known
 * height, and nothing else. Per iteration: a forward transform, its largest error
 * (Allreduce), an inverse transform. At the end the field must be what it was. */
#include <complex.h>
#include <math.h>
#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define TOLERANCE 1e-10

typedef double complex number;

struct options {
    int n;
    int iterations;
};

struct pencils {
    int n;
    int rank;
    int rows, columns;
    int row, column;
    MPI_Comm row_comm, column_comm;
    number *field, *buffer; /* the same number of points in every orientation */
    number *line; /* one line, while it is transformed */
    number *roots; /* exp(-2 pi i k / n) */
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
    struct options o = { .n = 64, .iterations = 10 };
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

static int row_count(int ranks)
{
    int rows = 1;

    for (int r = 1; r * r <= ranks; r++)
        if (ranks % r == 0)
            rows = r;
    return rows;
}

static int smallest_factor(int n)
{
    for (int p = 2; p * p <= n; p++)
        if (n % p == 0)
            return p;
    return n;
}

/* out = transform of the n points in[0], in[stride], ..., by splitting off the smallest
 * prime factor of n (decimation in time). The root of order n is roots[stride]. */
static void transform(const struct pencils *p, int n, int stride, const number *in,
                      number *out)
{
    int radix = smallest_factor(n), part = n / radix;
    number *terms;

    if (n == 1) {
        out[0] = in[0];
        return;
    }
    for (int r = 0; r < radix; r++)
        transform(p, part, stride * radix, in + (ptrdiff_t)r * stride, out + r * part);
    terms = malloc((size_t)radix * sizeof *terms);
    if (terms == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int k = 0; k < part; k++) {
        for (int r = 0; r < radix; r++)
            terms[r] = out[r * part + k];
        for (int q = 0; q < radix; q++) {
            int frequency = q * part + k;
            number sum = terms[0];

            for (int r = 1; r < radix; r++) {
                long long turn = (long long)r * frequency % n;

                sum += terms[r] * p->roots[turn * stride];
            }
            out[frequency] = sum;
        }
    }
    free(terms);
}

/* Transforms all lines along the local axis, which is contiguous. The inverse is the
 * conjugate of the transform of the conjugate. */
static void transform_lines(struct pencils *p, bool inverse)
{
    size_t n = (size_t)p->n, lines = n / (size_t)p->rows * (n / (size_t)p->columns);

    for (size_t l = 0; l < lines; l++) {
        number *line = p->field + l * n;

        for (size_t k = 0; k < n; k++)
            p->line[k] = inverse ? conj(line[k]) : line[k];
        transform(p, p->n, 1, p->line, line);
        for (size_t k = 0; inverse && k < n; k++)
            line[k] = conj(line[k]) / (double)p->n;
    }
}

/* Makes the axis that is spread over the ranks of `comm` the local one, and the other way
 * round. With a = n/size, the field is outer x a x middle x n points before and after;
 * rank s of comm has [o][j][m][k] of the spread index s*a + j before, and of the local
 * index s*a + j at [o][k][m][s*a + j] after. Done twice, it changes nothing. */
static void transpose(struct pencils *p, MPI_Comm comm, int size, int outer, int middle)
{
    ptrdiff_t n = p->n, a = n / size;
    int count = outer * (int)a * middle * (int)a;
    number *next = p->buffer, *swap;

    for (int s = 0; s < size; s++)
        for (ptrdiff_t oj = 0; oj < outer * a; oj++)
            for (ptrdiff_t m = 0; m < middle; m++)
                for (ptrdiff_t k = 0; k < a; k++)
                    *next++ = p->field[(oj * middle + m) * n + s * a + k];
    MPI_Alltoall(p->buffer, count, MPI_C_DOUBLE_COMPLEX, p->field, count,
                 MPI_C_DOUBLE_COMPLEX, comm);
    next = p->field;
    for (int s = 0; s < size; s++)
        for (ptrdiff_t o = 0; o < outer; o++)
            for (ptrdiff_t j = 0; j < a; j++)
                for (ptrdiff_t m = 0; m < middle; m++)
                    for (ptrdiff_t k = 0; k < a; k++)
                        p->buffer[((o * a + k) * middle + m) * n + s * a + j] = *next++;
    swap = p->field;
    p->field = p->buffer;
    p->buffer = swap;
}

/* [x][y][z] to [x][z][y], or back. */
static void transpose_in_row(struct pencils *p)
{
    transpose(p, p->row_comm, p->columns, p->n / p->rows, 1);
}

/* [x][z][y] to [y][z][x], or back. */
static void transpose_in_column(struct pencils *p)
{
    transpose(p, p->column_comm, p->rows, 1, p->n / p->columns);
}

static void forward(struct pencils *p)
{
    transform_lines(p, false);
    transpose_in_row(p);
    transform_lines(p, false);
    transpose_in_column(p);
    transform_lines(p, false);
}

static void inverse(struct pencils *p)
{
    transform_lines(p, true);
    transpose_in_column(p);
    transform_lines(p, true);
    transpose_in_row(p);
    transform_lines(p, true);
}

static size_t point_count(const struct pencils *p)
{
    size_t n = (size_t)p->n;

    return n / (size_t)p->rows * (n / (size_t)p->columns) * n;
}

static number *allocate(size_t count)
{
    number *memory = calloc(count, sizeof *memory);

    if (memory == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return memory;
}

static void create_pencils(int n, int rank, int ranks, struct pencils *ret_pencils)
{
    struct pencils p = { .n = n, .rank = rank, .rows = row_count(ranks) };
    double pi = acos(-1.0);

    p.columns = ranks / p.rows;
    p.row = rank / p.columns;
    p.column = rank % p.columns;
    MPI_Comm_split(MPI_COMM_WORLD, p.row, p.column, &p.row_comm);
    MPI_Comm_split(MPI_COMM_WORLD, p.column, p.row, &p.column_comm);
    p.field = allocate(point_count(&p));
    p.buffer = allocate(point_count(&p));
    p.line = allocate((size_t)n);
    p.roots = allocate((size_t)n);
    for (int k = 0; k < n; k++)
        p.roots[k] = cexp(-2 * pi * k / n * I);
    *ret_pencils = p;
}

static void destroy_pencils(struct pencils *p)
{
    MPI_Comm_free(&p->row_comm);
    MPI_Comm_free(&p->column_comm);
    free(p->field);
    free(p->buffer);
    free(p->line);
    free(p->roots);
}

/* The frequencies along x, y and z and the amplitudes of the waves. */
static const struct {
    int frequency[3];
    double amplitude;
} waves[] = { { { 1, 2, 3 }, 1 }, { { 5, 1, 4 }, 0.5 }, { { 0, 3, 2 }, 0.25 } };

#define WAVES (sizeof waves / sizeof *waves)

/* The field at this rank's point l of [x][y][z]. */
static number field_at(const struct pencils *p, size_t l)
{
    long long n = p->n, columns = n / p->columns, line = (long long)l / n;
    long long place[3] = { p->row * (n / p->rows) + line / columns,
                           p->column * columns + line % columns, (long long)l % n };
    number sum = 0;

    for (size_t w = 0; w < WAVES; w++) {
        long long turn = 0;

        for (int axis = 0; axis < 3; axis++)
            turn += waves[w].frequency[axis] * place[axis];
        sum += waves[w].amplitude * conj(p->roots[turn % n]);
    }
    return sum;
}

/* Its transform, over n^3, at this rank's point l of [y][z][x]. */
static number spectrum_at(const struct pencils *p, size_t l)
{
    long long n = p->n, columns = n / p->columns, line = (long long)l / n;
    long long place[3] = { (long long)l % n, p->row * (n / p->rows) + line / columns,
                           p->column * columns + line % columns };
    number sum = 0;

    for (size_t w = 0; w < WAVES; w++) {
        bool here = true;

        for (int axis = 0; axis < 3; axis++)
            here = here && place[axis] == waves[w].frequency[axis] % n;
        if (here)
            sum += waves[w].amplitude;
    }
    return sum;
}

/* The largest distance, over all ranks, of the field over `scale` from what is known. */
static double largest_error(const struct pencils *p, double scale,
                            number (*known_at)(const struct pencils *, size_t))
{
    double mine = 0, error;

    for (size_t l = 0; l < point_count(p); l++)
        mine = fmax(mine, cabs(p->field[l] / scale - known_at(p, l)));
    MPI_Allreduce(&mine, &error, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return error;
}

static int solve(const struct options *o, struct pencils *p)
{
    double spectrum_error = 0, field_error;
    bool correct;

    for (size_t l = 0; l < point_count(p); l++)
        p->field[l] = field_at(p, l);
    for (int it = 0; it < o->iterations; it++) {
        forward(p);
        spectrum_error =
            fmax(spectrum_error, largest_error(p, pow(o->n, 3), spectrum_at));
        inverse(p);
    }
    field_error = largest_error(p, 1, field_at);
    correct = spectrum_error < TOLERANCE && field_error < TOLERANCE;
    if (p->rank == 0)
        printf(
            "fft: %d^3 points, %d x %d ranks, error of the spectrum %.1e, of the field "
            "%.1e: %s\n",
            o->n, p->rows, p->columns, spectrum_error, field_error,
            correct ? "correct" : "WRONG");
    return correct ? 0 : 1;
}

int main(int argc, char **argv)
{
    struct options o;
    struct pencils p;
    int rank, ranks, rows, columns, status = 2;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    rows = row_count(ranks);
    columns = ranks / rows;
    if (!parse_options(argc, argv, &o)) {
        if (rank == 0)
            fprintf(stderr, "usage: fft [-n points an axis] [-i iterations]\n");
    } else if (o.n % rows != 0 || o.n % columns != 0) {
        if (rank == 0)
            fprintf(stderr, "fft: -n %d is not divisible by the %d x %d ranks\n", o.n,
                    rows, columns);
    } else {
        create_pencils(o.n, rank, ranks, &p);
        status = solve(&o, &p);
        destroy_pencils(&p);
    }
    MPI_Finalize();
    return status;
}
