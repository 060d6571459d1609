/* The calls that SMPI has and the plain observer knows, each with the same outcome in every run. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 50 };

static int rank, size, left, right;
static int wrong;

static void check(int holds)
{
    wrong += !holds;
}

static void messages(MPI_Comm comm)
{
    int out[N] = { rank }, in[N], flag = 0;
    MPI_Request request[2];
    MPI_Status status;
    MPI_Sendrecv(out, N, MPI_INT, right, 1, in, N, MPI_INT, left, 1, comm, &status);
    check(in[0] == left && status.MPI_SOURCE == left);
    MPI_Sendrecv_replace(in, 2, MPI_INT, right, 2, left, 2, comm, MPI_STATUS_IGNORE);
    MPI_Isend(out, rank + 1, MPI_INT, right, 3, comm, &request[0]);
    MPI_Probe(left, 3, comm, &status);
    MPI_Recv(in, N, MPI_INT, left, 3, comm, MPI_STATUS_IGNORE);
    MPI_Wait(&request[0], MPI_STATUS_IGNORE);
    MPI_Irecv(in, N, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &request[0]);
    MPI_Issend(out, N, MPI_BYTE, right, 4, comm, &request[1]);
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    MPI_Isend(out, 1, MPI_DOUBLE, MPI_PROC_NULL, 5, comm, &request[0]);
    while (!flag)
        MPI_Test(&request[0], &flag, MPI_STATUS_IGNORE);
}

/* Persistent sends that are buffered wait for ever in SMPI 3.32, whoever looks on. */
static void persistent(MPI_Comm comm)
{
    int out[N] = { 0 }, in[N];
    MPI_Request request[2];
    MPI_Ssend_init(out, N, MPI_INT, right, 6, comm, &request[0]);
    MPI_Recv_init(in, N, MPI_INT, left, 6, comm, &request[1]);
    for (int i = 0; i < 5; i++) {
        MPI_Startall(2, request);
        MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    }
    MPI_Start(&request[1]);
    MPI_Start(&request[0]);
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    MPI_Request_free(&request[0]);
    MPI_Request_free(&request[1]);
}

static void collectives(MPI_Comm comm, int root)
{
    int me, members;
    MPI_Comm_rank(comm, &me);
    MPI_Comm_size(comm, &members);
    int *many = calloc(4 * (size_t)members, sizeof *many), one[2] = { 1, me };
    int *counts = many + 2 * members, *offsets = counts + members;
    for (int i = 0; i < members; i++) {
        counts[i] = 1;
        offsets[i] = i;
    }
    MPI_Barrier(comm);
    MPI_Bcast(many, 2, MPI_INT, root, comm);
    MPI_Reduce(one, many, 1, MPI_INT, MPI_SUM, root, comm);
    check(me != root || many[0] == members);
    MPI_Allreduce(MPI_IN_PLACE, one, 1, MPI_INT, MPI_SUM, comm);
    check(one[0] == members);
    MPI_Allreduce(one, many, 1, MPI_2INT, MPI_MAXLOC, comm);
    MPI_Scan(one, many, 2, MPI_INT, MPI_MAX, comm);
    MPI_Gather(one, 2, MPI_INT, many, 2, MPI_INT, root, comm);
    MPI_Scatter(many, 2, MPI_INT, one, 2, MPI_INT, root, comm);
    MPI_Allgather(one, 1, MPI_INT, many, 1, MPI_INT, comm);
    MPI_Alltoall(many, 1, MPI_INT, many + members, 1, MPI_INT, comm);
    MPI_Alltoallv(many, counts, offsets, MPI_INT, many + members, counts, offsets,
                  MPI_INT, comm);
    free(many);
}

static void communicators(void)
{
    const int dims[2] = { 2, size / 2 }, periods[2] = { 0, 1 }, rows[2] = { 0, 1 };
    MPI_Comm grid, row, copy, half, none;
    MPI_Group all, some;
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Cart_sub(grid, rows, &row);
    MPI_Comm_dup(row, &copy);
    collectives(copy, 0);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    collectives(half, size / 2 - 1);
    MPI_Comm_split(MPI_COMM_WORLD, rank ? MPI_UNDEFINED : 0, 0, &none);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_excl(all, 1, (const int[]) { 0 }, &some);
    MPI_Comm_free(&half);
    MPI_Comm_create(MPI_COMM_WORLD, some, &half);
    if (rank)
        collectives(half, 1);
    MPI_Group_free(&some);
    MPI_Group_free(&all);
    if (rank)
        MPI_Comm_free(&half);
    else
        MPI_Comm_free(&none);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&row);
    MPI_Comm_free(&grid);
}

int main(int argc, char **argv)
{
    int all = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    for (int i = 0; i < 20; i++) {
        messages(MPI_COMM_WORLD);
        persistent(MPI_COMM_WORLD);
        collectives(MPI_COMM_WORLD, i % size);
    }
    communicators();
    MPI_Reduce(&wrong, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d ranks, %d wrong\n", size, all);
    fflush(stdout);
    MPI_Finalize();
    return 0;
}
