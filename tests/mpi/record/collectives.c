/* All collectives, blocking and not, with and without MPI_IN_PLACE, from different roots. */
#include "expect.h"

enum { N = 6 };

static int rank, size;
static int from[1024], to[1024], counts[64], offsets[64];
static MPI_Datatype types[64];
static MPI_Comm comm = MPI_COMM_WORLD;

static void reset(void)
{
    for (int i = 0; i < 1024; i++) {
        from[i] = rank + i;
        to[i] = -1;
    }
}

static void finish(MPI_Request *request)
{
    MPI_Wait(request, MPI_STATUS_IGNORE);
    expect_plain("Wait");
}

/* Both forms of a collective; `Name` with its arguments but for the request. */
#define BOTH(name, iname, peer, bytes, ...)                                              \
    do {                                                                                 \
        MPI_Request handle;                                                              \
        reset();                                                                         \
        MPI_##name(__VA_ARGS__);                                                         \
        expect(#name, peer, bytes, "-", size);                                           \
        reset();                                                                         \
        MPI_##iname(__VA_ARGS__, &handle);                                               \
        expect(#iname, peer, bytes, "-", size);                                          \
        finish(&handle);                                                                 \
    } while (0)

static void rooted(int root)
{
    const char *r = number(root);
    int own = counts[rank];
    BOTH(Bcast, Ibcast, r, 4 * N, from, N, MPI_INT, root, comm);
    check(from[3] == root + 3, "Bcast");
    BOTH(Gather, Igather, r, 4 * N, from, N, MPI_INT, to, N, MPI_INT, root, comm);
    check(rank != root || to[N * (size - 1)] == size - 1, "Gather");
    BOTH(Gatherv, Igatherv, r, 4 * own, from, own, MPI_INT, to,
         rank == root ? counts : NULL, rank == root ? offsets : NULL, MPI_INT, root,
         comm);
    check(rank != root || to[offsets[size - 1]] == size - 1, "Gatherv");
    BOTH(Scatter, Iscatter, r, 4 * N, from, N, MPI_INT, to, N, MPI_INT, root, comm);
    check(to[0] == root + N * rank, "Scatter");
    BOTH(Scatterv, Iscatterv, r, 4 * own, from, counts, offsets, MPI_INT, to, own,
         MPI_INT, root, comm);
    check(to[0] == root + offsets[rank], "Scatterv");
    BOTH(Reduce, Ireduce, r, 4 * N, from, to, N, MPI_INT, MPI_SUM, root, comm);
    check(rank != root || to[0] == size * (size - 1) / 2, "Reduce");
    if (rank == root)
        BOTH(Reduce, Ireduce, r, 4 * N, MPI_IN_PLACE, from, N, MPI_INT, MPI_MAX, root,
             comm);
    else
        BOTH(Reduce, Ireduce, r, 4 * N, from, NULL, N, MPI_INT, MPI_MAX, root, comm);
    if (rank == root)
        BOTH(Gather, Igather, r, 4 * N, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, to, N,
             MPI_INT, root, comm);
    else
        BOTH(Gather, Igather, r, 4 * N, from, N, MPI_INT, NULL, 0, MPI_DATATYPE_NULL,
             root, comm);
}

static void unrooted(void)
{
    int all = 0, own = counts[rank];
    for (int i = 0; i < size; i++)
        all += counts[i];
    MPI_Request request;
    MPI_Barrier(comm);
    expect("Barrier", "-", 0, "-", size);
    MPI_Ibarrier(comm, &request);
    expect("Ibarrier", "-", 0, "-", size);
    finish(&request);
    BOTH(Allgather, Iallgather, "-", 4 * N, from, N, MPI_INT, to, N, MPI_INT, comm);
    BOTH(Allgather, Iallgather, "-", 4 * N, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, to, N,
         MPI_INT, comm);
    BOTH(Allgatherv, Iallgatherv, "-", 4 * own, from, own, MPI_INT, to, counts, offsets,
         MPI_INT, comm);
    BOTH(Alltoall, Ialltoall, "-", 4 * N, from, N, MPI_INT, to, N, MPI_INT, comm);
    check(to[N] == 1 + N * rank, "Alltoall");
    int same[64], places[64];
    for (int i = 0; i < size; i++) {
        same[i] = own;
        places[i] = own * i;
    }
    BOTH(Alltoallv, Ialltoallv, "-", 4L * all, from, counts, offsets, MPI_INT, to, same,
         places, MPI_INT, comm);
    check(to[own] == 1 + offsets[rank], "Alltoallv");
    for (int i = 0; i < size; i++) {
        places[i] *= 4;
        offsets[i] *= 4;
    }
    BOTH(Alltoallw, Ialltoallw, "-", 4L * all, from, counts, offsets, types, to, same,
         places, types, comm);
    for (int i = 0; i < size; i++)
        offsets[i] /= 4;
    BOTH(Allreduce, Iallreduce, "-", 8, from, to, 1, MPI_2INT, MPI_MAXLOC, comm);
    BOTH(Allreduce, Iallreduce, "-", 4 * N, MPI_IN_PLACE, to, N, MPI_INT, MPI_SUM, comm);
    BOTH(Reduce_scatter, Ireduce_scatter, "-", 4L * all, from, to, counts, MPI_INT,
         MPI_SUM, comm);
    BOTH(Reduce_scatter_block, Ireduce_scatter_block, "-", 4 * N, from, to, N, MPI_INT,
         MPI_SUM, comm);
    BOTH(Scan, Iscan, "-", 4 * N, from, to, N, MPI_INT, MPI_SUM, comm);
    check(to[0] == rank * (rank + 1) / 2, "Scan");
    BOTH(Exscan, Iexscan, "-", 4 * N, from, to, N, MPI_INT, MPI_SUM, comm);
}

int main(int argc, char **argv)
{
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_size(comm, &size);
    expect_open();
    expect_plain("Init_thread");
    rank = expect_rank;
    for (int i = 0, at = 0; i < size; i++) {
        counts[i] = 1 + i % 3;
        offsets[i] = at;
        at += counts[i];
        types[i] = MPI_INT;
    }
    for (int i = 0; i < 3; i++) {
        for (int root = 0; root < size; root++)
            rooted(root);
        unrooted();
    }
    expect_finalize();
    MPI_Finalize();
    return expect_wrong != 0;
}
