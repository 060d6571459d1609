/* Linked into a program under simulated MPI: says on the standard error which call a rank comes to, with the tag of its message. The last
 * line of each rank is where it stands when nobody goes on. */
#include <mpi.h>
#include <stdio.h>

enum { NO_TAG = -1 };

static void stand(const char *call, int tag)
{
    int rank;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    fprintf(stderr, "rank %d in %s %d\n", rank, call, tag);
}

#define STANDING(name, tag, params, args)                                                \
    int MPI_##name params                                                                \
    {                                                                                    \
        stand(#name, tag);                                                               \
        return PMPI_##name args;                                                         \
    }

/* clang-format off */
STANDING(Send, tag, (const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c), (b, n, t, to, tag, c))
STANDING(Ssend, tag, (const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c), (b, n, t, to, tag, c))
STANDING(Recv, tag, (void *b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Status *s), (b, n, t, from, tag, c, s))
STANDING(Sendrecv, tag, (const void *b, int n, MPI_Datatype t, int to, int tag, void *rb, int rn, MPI_Datatype rt, int from, int rtag,
                         MPI_Comm c, MPI_Status *s), (b, n, t, to, tag, rb, rn, rt, from, rtag, c, s))
STANDING(Wait, NO_TAG, (MPI_Request *r, MPI_Status *s), (r, s))
STANDING(Waitall, NO_TAG, (int n, MPI_Request *r, MPI_Status *s), (n, r, s))
STANDING(Barrier, NO_TAG, (MPI_Comm c), (c))
STANDING(Bcast, NO_TAG, (void *b, int n, MPI_Datatype t, int root, MPI_Comm c), (b, n, t, root, c))
STANDING(Reduce, NO_TAG, (const void *b, void *rb, int n, MPI_Datatype t, MPI_Op op, int root, MPI_Comm c), (b, rb, n, t, op, root, c))
STANDING(Allreduce, NO_TAG, (const void *b, void *rb, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c), (b, rb, n, t, op, c))
STANDING(Finalize, NO_TAG, (void), ())
