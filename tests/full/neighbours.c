/* Exchanges with neighbours on an open grid, in the ways in which programs are written: -DWAY=name -DAXES=2|3 -DGUARDED=0|1 (calls to nobody are left out, or
 * made to MPI_PROC_NULL) -DTOLD=0|1 (a tag for each direction, or one for all). */
#include <mpi.h>
#include <stdlib.h>

enum { STEPS = 5, BLOCKS = 3, ROOM = 1000, SIDES = 2, ALL = SIDES * AXES };

static double cell[2 * ALL][ROOM];
static int dim[AXES], place[AXES], beside[AXES][SIDES], step;
static MPI_Request request[2 * ALL];
static int open;

/* The longest axis first, as near to each other as they can be; ranks go along the last. */
static void divide(int p)
{
    int best = p + 1;
    for (int z = 1; z <= (AXES == 3 ? p : 1); z++)
        for (int y = z; p % z == 0 && y * y <= p / z; y++)
            if (p / z % y == 0 && p / z / y - z < best) {
                best = p / z / y - z;
                dim[0] = p / z / y;
                dim[1] = y;
                dim[AXES - 1] = AXES == 3 ? z : y;
            }
}

static void take_place(int rank)
{
    int stride = 1, rest = rank;
    for (int a = AXES; a-- > 0;) {
        place[a] = rest % dim[a];
        rest /= dim[a];
        beside[a][0] = place[a] > 0 ? rank - stride : MPI_PROC_NULL;
        beside[a][1] = place[a] + 1 < dim[a] ? rank + stride : MPI_PROC_NULL;
        stride *= dim[a];
    }
}

static int is_called(int axis, int side)
{
    return !GUARDED || beside[axis][side] != MPI_PROC_NULL;
}

/* Of what goes from that side to the other. */
static int tag(int axis, int side)
{
    return TOLD ? SIDES * axis + side : 7;
}

static void get(int axis, int side, MPI_Request *to)
{
    if (is_called(axis, side))
        MPI_Irecv(cell[SIDES * axis + side], 100 - axis, MPI_DOUBLE, beside[axis][side],
                  tag(axis, !side), MPI_COMM_WORLD, to);
}
static void put(int axis, int side, MPI_Request *to)
{
    if (is_called(axis, side))
        MPI_Isend(cell[ALL + SIDES * axis + side], 100 - axis, MPI_DOUBLE,
                  beside[axis][side], tag(axis, side), MPI_COMM_WORLD, to);
}
static void get_next(int axis, int side)
{
    get(axis, side, &request[open]);
    open += is_called(axis, side);
}
static void put_next(int axis, int side)
{
    put(axis, side, &request[open]);
    open += is_called(axis, side);
}
static void receive(int axis, int side)
{
    if (is_called(axis, side))
        MPI_Recv(cell[SIDES * axis + side], 100 - axis, MPI_DOUBLE, beside[axis][side],
                 tag(axis, !side), MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
static void transmit(int axis, int side)
{
    if (is_called(axis, side))
        MPI_Send(cell[ALL + SIDES * axis + side], 100 - axis, MPI_DOUBLE,
                 beside[axis][side], tag(axis, side), MPI_COMM_WORLD);
}
static void wait_open(void)
{
    MPI_Waitall(open, request, MPI_STATUSES_IGNORE);
    open = 0;
}

/* ---- the ways ---- */

static void all_at_once(void)
{
    for (int k = 0; k < ALL; k++)
        get_next(k / SIDES, k % SIDES);
    for (int k = 0; k < ALL; k++)
        put_next(k / SIDES, k % SIDES);
    wait_open();
}

static void in_pairs(void)
{
    for (int k = 0; k < ALL; k++) {
        get_next(k / SIDES, k % SIDES);
        put_next(k / SIDES, k % SIDES);
    }
    wait_open();
}

static void axis_by_axis(void)
{
    for (int a = 0; a < AXES; a++) {
        get_next(a, 0);
        get_next(a, 1);
        put_next(a, 0);
        put_next(a, 1);
        wait_open();
    }
}

static void several_fields(void)
{
    for (int field = 0; field < BLOCKS; field++)
        axis_by_axis();
}

static void sent_ahead(void)
{
    for (int a = 0; a < AXES; a++) {
        put_next(a, 0);
        put_next(a, 1);
        receive(a, 0);
        receive(a, 1);
        wait_open();
    }
}

/* Receives, then sends. */
static void fill_slots(void)
{
    for (int k = 0; k < 2 * ALL; k++)
        request[k] = MPI_REQUEST_NULL;
    for (int k = 0; k < ALL; k++)
        get(k / SIDES, k % SIDES, &request[k]);
    for (int k = 0; k < ALL; k++)
        put(k / SIDES, k % SIDES, &request[ALL + k]);
}

static void slots(void)
{
    fill_slots();
    MPI_Waitall(2 * ALL, request, MPI_STATUSES_IGNORE);
}

static void slots_in_turn(void)
{
    for (int k = 0; k < 2 * ALL; k++)
        request[k] = MPI_REQUEST_NULL;
    for (int k = 0; k < ALL; k++) {
        get(k / SIDES, k % SIDES, &request[k]);
        put(k / SIDES, k % SIDES, &request[ALL + k]);
    }
    MPI_Waitall(2 * ALL, request, MPI_STATUSES_IGNORE);
}

static void one_by_one(void)
{
    fill_slots();
    for (int k = 0; k < ALL; k++) {
        MPI_Wait(&request[k], MPI_STATUS_IGNORE);
        MPI_Wait(&request[ALL + k], MPI_STATUS_IGNORE);
    }
}

static void up_then_down(void)
{
    for (int a = 0; a < AXES; a++)
        for (int side = 0; side < SIDES; side++) {
            request[0] = MPI_REQUEST_NULL;
            get(a, side, request);
            transmit(a, !side);
            if (is_called(a, side))
                MPI_Wait(request, MPI_STATUS_IGNORE);
        }
}

static void by_parity(void)
{
    for (int a = 0; a < AXES; a++) {
        if (place[a] % 2 == 0) {
            transmit(a, 1);
            receive(a, 0);
            transmit(a, 0);
            receive(a, 1);
        } else {
            receive(a, 0);
            transmit(a, 1);
            receive(a, 1);
            transmit(a, 0);
        }
    }
}

static void by_ends(void)
{
    for (int a = 0; a < AXES; a++) {
        if (place[a] > 0) {
            receive(a, 0);
            transmit(a, 0);
        }
        if (place[a] + 1 < dim[a]) {
            transmit(a, 1);
            receive(a, 1);
        }
    }
}

static void in_red_and_black(void)
{
    int colour = 0;
    for (int a = 0; a < AXES; a++)
        colour += place[a];
    for (int turn = 0; turn < 2; turn++)
        for (int k = 0; k < ALL; k++) {
            if (colour % 2 == turn)
                transmit(k / SIDES, k % SIDES);
            else
                receive(k / SIDES, k % SIDES);
        }
}

static void sweep(int from)
{
    for (int block = 0; block < BLOCKS; block++) {
        for (int a = 0; a < AXES; a++)
            receive(a, from);
        for (int a = 0; a < AXES; a++)
            transmit(a, !from);
    }
}
static void from_a_corner(void)
{
    sweep(0);
}
static void from_both_corners(void)
{
    for (int from = 0; from < SIDES; from++)
        sweep(from);
}

static void with_broadcasts(void)
{
    double first = 0;
    if (step == 0)
        MPI_Bcast(&first, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    axis_by_axis();
    if (step % 2)
        MPI_Barrier(MPI_COMM_WORLD);
}

/* Without anything that all do together at the end of a step. */
static void for_themselves(void)
{
    axis_by_axis();
}

int main(int argc, char **argv)
{
    int p, rank;
    double own = 0, all;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    divide(p);
    take_place(rank);
    for (step = 0; step < STEPS; step++) {
        WAY();
        if (WAY != for_themselves)
            MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return EXIT_SUCCESS;
}
