/* Alternating-direction implicit heat equation in a cube of n^3 points, on
 * multipartitioned square process grids.
 *
 *     mpicc adi.c -lm && mpirun -np 9 ./a.out -n 53 -i 5
 *
 * P = q * q ranks; rank = i * q + j. The cube is cut into q cells along each axis (block
 * extents floor(n/q), the first n mod q blocks one larger), and rank (i, j) owns the q
 * cells of one diagonal: its cell c lies at ((i + c) mod q, (j - c) mod q, c). So at
 * every stage of a sweep along any axis each rank has exactly one cell to work on, and
 * all neighbours of a rank's cells in one direction belong to one rank.
 *
 * One time step, with second differences Dx, Dy, Dz and zero values outside the cube:
 *
 *     (1 - a Dx) (1 - a Dy) (1 - a Dz) d = a (Dx + Dy + Dz) u,    u += d
 *
 * The right side needs the six faces of every cell: one message per direction, with the
 * faces of all cells that have a neighbour there. Each factor on the left is a
 * tridiagonal system per line, solved by elimination in q stages upward and substitution
 * in q stages downward, each stage passing one plane of the cell to the next rank.
 *
 * The start is an eigenvector of all three operators, so that a step multiplies each
 * point by the same known factor; the last line says how far the result is from it. */
#include <math.h>
#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define ALPHA 0.5 /* a: diffusion * time step / spacing^2 */
#define TOLERANCE 1e-10

/* Directions: 2 * axis is up along the axis, 2 * axis + 1 down. */
#define DIRECTIONS 6
#define UP(axis) (2 * (axis))
#define DOWN(axis) (2 * (axis) + 1)
#define OPPOSITE(direction) ((direction) ^ 1)

/* Message tags: a face has its direction's, the sweeps have those of their axis. */
enum { TAG_FACE = 0, TAG_ELIMINATE = 10, TAG_SUBSTITUTE = 20 };

struct options {
    int valid;
    int n;
    int iterations;
};

/* A block of points. Index k along an axis is at k * stride; u has ghosts at -1 and at
 * extent, d has none. */
struct cell {
    int place[3];
    int first[3]; /* global index of the first point */
    int extent[3];
    ptrdiff_t u_stride[3], d_stride[3];
    double *u; /* of the point (0, 0, 0) */
    double *d;
    double *u_memory;
};

struct solver {
    int n;
    int q;
    int rank;
    int neighbour[DIRECTIONS];
    struct cell *cells;
    double *pivot; /* inverse pivots of the tridiagonal elimination, by global index */
    double *face_out[DIRECTIONS], *face_in[DIRECTIONS];
    double *plane_out, *plane_in; /* of a sweep */
};

/* --- options -------------------------------------------------------------------------
 */

static bool parse_int(const char *text, int least, int *ret_value)
{
    char *end;
    long value = strtol(text, &end, 10);

    if (end == text || *end != '\0' || value < least || value > 1000000)
        return false;
    *ret_value = (int)value;
    return true;
}

static int square_root(int ranks)
{
    int q = 1;

    while (q * q < ranks)
        q++;
    return q;
}

/* For rank 0: says what is wrong and leaves `valid` 0 if anything is. */
static struct options parse_options(int argc, char **argv, int ranks)
{
    struct options o = { .valid = 1, .n = 64, .iterations = 10 };
    int c, q = square_root(ranks);

    while ((c = getopt(argc, argv, "n:i:")) != -1) {
        if (c == 'n')
            o.valid = o.valid && parse_int(optarg, 1, &o.n);
        else if (c == 'i')
            o.valid = o.valid && parse_int(optarg, 0, &o.iterations);
        else
            o.valid = 0;
    }
    if (!o.valid || optind != argc) {
        fprintf(stderr, "usage: adi [-n points an axis] [-i iterations]\n");
        o.valid = 0;
    } else if (q * q != ranks) {
        fprintf(stderr, "adi: %d ranks are not a square number\n", ranks);
        o.valid = 0;
    } else if (o.n < q) {
        fprintf(stderr, "adi: %d ranks need at least -n %d\n", ranks, q);
        o.valid = 0;
    }
    return o;
}

/* --- cells ---------------------------------------------------------------------------
 */

static int modulo(int a, int q)
{
    return (a % q + q) % q;
}

static int minimum(int a, int b)
{
    return a < b ? a : b;
}

/* Extent of block b when n points are dealt out to q blocks. */
static int block_extent(int n, int q, int b)
{
    return n / q + (b < n % q);
}

static double *allocate(size_t count)
{
    double *memory = calloc(count > 0 ? count : 1, sizeof *memory);

    if (memory == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    return memory;
}

static void create_cell(const struct solver *s, int c, struct cell *ret_cell)
{
    int i = s->rank / s->q, j = s->rank % s->q;
    struct cell cell = { .place = { (i + c) % s->q, modulo(j - c, s->q), c } };
    ptrdiff_t u_size = 1, d_size = 1, origin = 0;

    for (int axis = 0; axis < 3; axis++) {
        int b = cell.place[axis];

        cell.extent[axis] = block_extent(s->n, s->q, b);
        cell.first[axis] = b * (s->n / s->q) + minimum(b, s->n % s->q);
        cell.u_stride[axis] = u_size;
        cell.d_stride[axis] = d_size;
        origin += u_size;
        u_size *= cell.extent[axis] + 2;
        d_size *= cell.extent[axis];
    }
    cell.u_memory = allocate((size_t)u_size);
    cell.u = cell.u_memory + origin;
    cell.d = allocate((size_t)d_size);
    *ret_cell = cell;
}

/* The two axes across `axis`: first the one with the smaller stride. */
static void cross_axes(int axis, int *ret_inner, int *ret_outer)
{
    *ret_inner = axis == 0 ? 1 : 0;
    *ret_outer = axis == 2 ? 1 : 2;
}

static int cross_section(const struct cell *cell, int axis)
{
    int inner, outer;

    cross_axes(axis, &inner, &outer);
    return cell->extent[inner] * cell->extent[outer];
}

/* Whether the cube goes on beyond the cell in that direction. */
static bool has_neighbour(const struct solver *s, const struct cell *cell, int direction)
{
    int end = direction == UP(direction / 2) ? s->q - 1 : 0;

    return cell->place[direction / 2] != end;
}

/* Points in the message to that direction. */
static int face_size(const struct solver *s, int direction)
{
    int size = 0;

    for (int c = 0; c < s->q; c++)
        if (has_neighbour(s, &s->cells[c], direction))
            size += cross_section(&s->cells[c], direction / 2);
    return size;
}

/* Next to the cell at (x, y, c) of rank (x - c, y + c), the one at (x + 1, y, c) is owned
 * by (i + 1, j), the one at (x, y + 1, c) by (i, j + 1), and the one at (x, y, c + 1) by
 * (i - 1, j + 1). */
static int neighbour_of(const struct solver *s, int direction)
{
    static const int steps[3][2] = { { 1, 0 }, { 0, 1 }, { -1, 1 } };
    const int *step = steps[direction / 2];
    int sign = direction == UP(direction / 2) ? 1 : -1;
    int i = modulo(s->rank / s->q + sign * step[0], s->q);
    int j = modulo(s->rank % s->q + sign * step[1], s->q);

    return i * s->q + j;
}

/* Elimination of (1 + 2a) x_k - a x_(k-1) - a x_(k+1) is the same for all lines, so that
 * its pivots need not travel with the planes. */
static void set_pivots(struct solver *s)
{
    double previous = 0;

    for (int k = 0; k < s->n; k++) {
        s->pivot[k] = 1 / (1 + 2 * ALPHA - ALPHA * ALPHA * previous);
        previous = s->pivot[k];
    }
}

static void create_solver(const struct options *o, int rank, int ranks,
                          struct solver *ret_solver)
{
    struct solver s = { .n = o->n, .q = square_root(ranks), .rank = rank };
    size_t plane = (size_t)block_extent(s.n, s.q, 0) * (size_t)block_extent(s.n, s.q, 0);

    s.cells = calloc((size_t)s.q, sizeof *s.cells);
    if (s.cells == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int c = 0; c < s.q; c++)
        create_cell(&s, c, &s.cells[c]);
    for (int d = 0; d < DIRECTIONS; d++) {
        s.neighbour[d] = neighbour_of(&s, d);
        s.face_out[d] = allocate((size_t)face_size(&s, d));
        s.face_in[d] = allocate((size_t)face_size(&s, d));
    }
    s.plane_out = allocate(plane);
    s.plane_in = allocate(plane);
    s.pivot = allocate((size_t)s.n);
    set_pivots(&s);
    *ret_solver = s;
}

static void destroy_solver(struct solver *s)
{
    for (int c = 0; c < s->q; c++) {
        free(s->cells[c].u_memory);
        free(s->cells[c].d);
    }
    for (int d = 0; d < DIRECTIONS; d++) {
        free(s->face_out[d]);
        free(s->face_in[d]);
    }
    free(s->cells);
    free(s->plane_out);
    free(s->plane_in);
    free(s->pivot);
}

/* --- faces ---------------------------------------------------------------------------
 */

/* Copies between the plane of u at index k along the axis and the message; returns the
 * end of the latter. */
static double *copy_plane(struct cell *cell, int axis, int k, double *message,
                          bool to_cell)
{
    int inner, outer;

    cross_axes(axis, &inner, &outer);
    for (int b = 0; b < cell->extent[outer]; b++) {
        double *u = cell->u + k * cell->u_stride[axis] + b * cell->u_stride[outer];

        for (int a = 0; a < cell->extent[inner]; a++, u += cell->u_stride[inner]) {
            if (to_cell)
                *u = *message++;
            else
                *message++ = *u;
        }
    }
    return message;
}

/* Copies between the message of a direction and the cells: their outermost own planes, or
 * the ghosts beyond. Both sides take the cells in the order of their own c, which lists
 * cells that touch each other in the same order. */
static void copy_faces(struct solver *s, int direction, bool to_ghosts)
{
    double *message = to_ghosts ? s->face_in[direction] : s->face_out[direction];
    int axis = direction / 2;

    for (int c = 0; c < s->q; c++) {
        struct cell *cell = &s->cells[c];
        int k = direction == UP(axis) ? cell->extent[axis] - 1 + to_ghosts : -to_ghosts;

        if (has_neighbour(s, cell, direction))
            message = copy_plane(cell, axis, k, message, to_ghosts);
    }
}

/* Fills the ghosts of all cells; those outside the cube stay zero. */
static void exchange_faces(struct solver *s)
{
    MPI_Request requests[2 * DIRECTIONS];

    if (s->q == 1)
        return;
    for (int d = 0; d < DIRECTIONS; d++)
        MPI_Irecv(s->face_in[d], face_size(s, d), MPI_DOUBLE, s->neighbour[d],
                  TAG_FACE + OPPOSITE(d), MPI_COMM_WORLD, &requests[d]);
    for (int d = 0; d < DIRECTIONS; d++) {
        copy_faces(s, d, false);
        MPI_Isend(s->face_out[d], face_size(s, d), MPI_DOUBLE, s->neighbour[d],
                  TAG_FACE + d, MPI_COMM_WORLD, &requests[DIRECTIONS + d]);
    }
    MPI_Waitall(2 * DIRECTIONS, requests, MPI_STATUSES_IGNORE);
    for (int d = 0; d < DIRECTIONS; d++)
        copy_faces(s, d, true);
}

/* --- one time step -------------------------------------------------------------------
 */

/* d = a (Dx + Dy + Dz) u */
static void set_right_side(struct cell *cell)
{
    double *d = cell->d;
    ptrdiff_t dy = cell->u_stride[1], dz = cell->u_stride[2];

    for (int z = 0; z < cell->extent[2]; z++)
        for (int y = 0; y < cell->extent[1]; y++) {
            const double *u = cell->u + z * dz + y * dy;

            for (int x = 0; x < cell->extent[0]; x++, u++)
                *d++ =
                    ALPHA * (u[-1] + u[1] + u[-dy] + u[dy] + u[-dz] + u[dz] - 6 * u[0]);
        }
}

/* Elimination upward through a cell. `plane` has the values below its first plane, and
 * then those of its last one. */
static void eliminate_cell(const struct solver *s, struct cell *cell, int axis,
                           double *plane)
{
    const double *pivot = s->pivot + cell->first[axis];
    int inner, outer;

    cross_axes(axis, &inner, &outer);
    for (int b = 0; b < cell->extent[outer]; b++, plane += cell->extent[inner])
        for (int k = 0; k < cell->extent[axis]; k++) {
            double *d = cell->d + b * cell->d_stride[outer] + k * cell->d_stride[axis];

            for (int a = 0; a < cell->extent[inner]; a++, d += cell->d_stride[inner])
                plane[a] = *d = (*d + ALPHA * plane[a]) * pivot[k];
        }
}

/* Substitution downward. `plane` has the values above the cell's last plane, and then
 * those of its first one. */
static void substitute_cell(const struct solver *s, struct cell *cell, int axis,
                            double *plane)
{
    const double *pivot = s->pivot + cell->first[axis];
    int inner, outer;

    cross_axes(axis, &inner, &outer);
    for (int b = 0; b < cell->extent[outer]; b++, plane += cell->extent[inner])
        for (int k = cell->extent[axis] - 1; k >= 0; k--) {
            double *d = cell->d + b * cell->d_stride[outer] + k * cell->d_stride[axis];

            for (int a = 0; a < cell->extent[inner]; a++, d += cell->d_stride[inner])
                plane[a] = *d += ALPHA * pivot[k] * plane[a];
        }
}

/* The one cell of this rank at block `stage` along the axis. */
static struct cell *cell_at_stage(struct solver *s, int axis, int stage)
{
    int i = s->rank / s->q, j = s->rank % s->q;
    int c = axis == 0 ? stage - i : axis == 1 ? j - stage : stage;

    return &s->cells[modulo(c, s->q)];
}

/* Receives the plane that enters a cell and sees the plane last sent on its way, so that
 * both buffers are the cell's. */
static void receive_plane(struct solver *s, int size, int from, int tag,
                          MPI_Request *sent)
{
    MPI_Request requests[2] = { MPI_REQUEST_NULL, *sent };

    MPI_Irecv(s->plane_in, size, MPI_DOUBLE, from, tag, MPI_COMM_WORLD, &requests[0]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

static void send_plane(struct solver *s, int size, int to, int tag, MPI_Request *ret_sent)
{
    double *swap = s->plane_out;

    s->plane_out = s->plane_in;
    s->plane_in = swap;
    MPI_Isend(s->plane_out, size, MPI_DOUBLE, to, tag, MPI_COMM_WORLD, ret_sent);
}

static void clear_plane(struct solver *s, int size)
{
    for (int k = 0; k < size; k++)
        s->plane_in[k] = 0;
}

/* Solves (1 - a D) x = d along one axis, in place. */
static void solve_axis(struct solver *s, int axis)
{
    int up = s->neighbour[UP(axis)], down = s->neighbour[DOWN(axis)];
    MPI_Request sent = MPI_REQUEST_NULL;

    for (int stage = 0; stage < s->q; stage++) {
        struct cell *cell = cell_at_stage(s, axis, stage);
        int size = cross_section(cell, axis);

        if (stage == 0)
            clear_plane(s, size);
        else
            receive_plane(s, size, down, TAG_ELIMINATE + axis, &sent);
        eliminate_cell(s, cell, axis, s->plane_in);
        if (stage < s->q - 1)
            send_plane(s, size, up, TAG_ELIMINATE + axis, &sent);
    }
    for (int stage = s->q - 1; stage >= 0; stage--) {
        struct cell *cell = cell_at_stage(s, axis, stage);
        int size = cross_section(cell, axis);

        if (stage == s->q - 1)
            clear_plane(s, size);
        else
            receive_plane(s, size, up, TAG_SUBSTITUTE + axis, &sent);
        substitute_cell(s, cell, axis, s->plane_in);
        if (stage > 0)
            send_plane(s, size, down, TAG_SUBSTITUTE + axis, &sent);
    }
}

/* u += d; returns the sum of the squares of d. */
static double add_change(struct cell *cell)
{
    const double *d = cell->d;
    double sum = 0;

    for (int z = 0; z < cell->extent[2]; z++)
        for (int y = 0; y < cell->extent[1]; y++) {
            double *u = cell->u + z * cell->u_stride[2] + y * cell->u_stride[1];

            for (int x = 0; x < cell->extent[0]; x++, d++) {
                u[x] += *d;
                sum += *d * *d;
            }
        }
    return sum;
}

/* One time step; returns the root of the mean square change of all points. */
static double step(struct solver *s)
{
    double mine = 0, sum;

    exchange_faces(s);
    for (int c = 0; c < s->q; c++)
        set_right_side(&s->cells[c]);
    solve_axis(s, 0);
    solve_axis(s, 1);
    solve_axis(s, 2);
    for (int c = 0; c < s->q; c++)
        mine += add_change(&s->cells[c]);
    MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return sqrt(sum / pow(s->n, 3));
}

/* --- the known solution --------------------------------------------------------------
 */

/* What one step multiplies the start by: with D u = -l u for each axis,
 * d = -3 a l / (1 + a l)^3 u. */
static double decay(const struct solver *s)
{
    double l = 2 * (1 - cos(acos(-1.0) / (s->n + 1)));

    return 1 - 3 * ALPHA * l / pow(1 + ALPHA * l, 3);
}

/* factor * the start, as a product of waves, at all points of a cell: stores it in u, or
 * returns the largest distance of u from it. */
static double visit_solution(struct cell *cell, const double *wave, double factor,
                             bool store)
{
    double error = 0;

    for (int z = 0; z < cell->extent[2]; z++)
        for (int y = 0; y < cell->extent[1]; y++) {
            double *u = cell->u + z * cell->u_stride[2] + y * cell->u_stride[1];
            double row = factor * wave[cell->first[2] + z] * wave[cell->first[1] + y];

            for (int x = 0; x < cell->extent[0]; x++) {
                double known = row * wave[cell->first[0] + x];

                if (store)
                    u[x] = known;
                error = fmax(error, fabs(u[x] - known));
            }
        }
    return error;
}

static double visit_cells(struct solver *s, double factor, bool store)
{
    double *wave = allocate((size_t)s->n);
    double error = 0;

    for (int k = 0; k < s->n; k++)
        wave[k] = sin(acos(-1.0) * (k + 1) / (s->n + 1));
    for (int c = 0; c < s->q; c++)
        error = fmax(error, visit_solution(&s->cells[c], wave, factor, store));
    free(wave);
    return error;
}

/* --- main ----------------------------------------------------------------------------
 */

static int solve(const struct options *o, struct solver *s)
{
    double change = 0, mine, error = 0;
    int correct;

    visit_cells(s, 1, true);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int it = 0; it < o->iterations; it++)
        change = step(s);
    mine = visit_cells(s, pow(decay(s), o->iterations), false);
    MPI_Reduce(&mine, &error, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    correct = error < TOLERANCE;
    MPI_Bcast(&correct, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (s->rank == 0)
        printf("adi: %d^3 points, %d x %d ranks, last change %.3e, error %.1e: %s\n",
               s->n, s->q, s->q, change, error, correct ? "correct" : "WRONG");
    return correct ? 0 : 1;
}

int main(int argc, char **argv)
{
    struct options o = { .valid = 0 };
    struct solver s;
    int rank, ranks, status = 2;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (rank == 0)
        o = parse_options(argc, argv, ranks);
    MPI_Bcast(&o, (int)(sizeof o / sizeof(int)), MPI_INT, 0, MPI_COMM_WORLD);
    if (o.valid) {
        create_solver(&o, rank, ranks, &s);
        status = solve(&o, &s);
        destroy_solver(&s);
    }
    MPI_Finalize();
    return status;
}
