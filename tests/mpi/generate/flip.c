/* A bad network, linked into a program: with FLIP what is sent is not what was in the buffer; with OLD=NUMBER messages beyond
 * the first are the first one again, up to so many bytes. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static void flip(const void *buffer)
{
    for (int i = 0; getenv("FLIP") && buffer && i < 8; i++)
        ((unsigned char *)buffer)[i] ^= (unsigned char)(0x40 >> i % 4);
}

static const void *as_before(const void *message)
{
    static char first[4096];
    static int has_first;
    size_t n = getenv("OLD") ? strtoul(getenv("OLD"), NULL, 10) : 0;
    if (n > 0 && has_first++)
        memcpy((char *)message, first, n);
    else if (n > 0)
        memcpy(first, message, n);
    return message;
}

#define OTHER(name, buffer, parameters, arguments)                                       \
    int MPI_##name parameters                                                            \
    {                                                                                    \
        flip(buffer);                                                                    \
        return PMPI_##name arguments;                                                    \
    }
#define OUT (out == MPI_IN_PLACE ? in : out)

#define SEND(name)                                                                       \
    OTHER(name, out, (const void *out, int n, MPI_Datatype t, int p, int g, MPI_Comm c), \
          (out, n, t, p, g, c))
#define ISEND(name)                                                                      \
    OTHER(name, as_before(out),                                                          \
          (const void *out, int n, MPI_Datatype t, int p, int g, MPI_Comm c,             \
           MPI_Request *r),                                                              \
          (out, n, t, p, g, c, r))
SEND(Send)
SEND(Ssend)
SEND(Rsend)
ISEND(Isend)
ISEND(Issend)
ISEND(Irsend)

OTHER(Sendrecv, out,
      (const void *out, int n, MPI_Datatype t, int p, int g, void *in, int m,
       MPI_Datatype u, int q, int h, MPI_Comm c, MPI_Status *s),
      (out, n, t, p, g, in, m, u, q, h, c, s))
OTHER(Sendrecv_replace, out,
      (void *out, int n, MPI_Datatype t, int p, int g, int q, int h, MPI_Comm c,
       MPI_Status *s),
      (out, n, t, p, g, q, h, c, s))

/* Where persistent requests send from. */
static struct {
    MPI_Request request;
    const void *out;
} made[256];
static int nmade;

int MPI_Send_init(const void *out, int n, MPI_Datatype t, int p, int g, MPI_Comm c,
                  MPI_Request *r)
{
    int code = PMPI_Send_init(out, n, t, p, g, c, r);
    made[nmade].request = *r;
    made[nmade++].out = out;
    return code;
}

static void flip_made(MPI_Request request)
{
    for (int i = 0; i < nmade; i++)
        if (made[i].request == request)
            flip(made[i].out);
}

int MPI_Start(MPI_Request *r)
{
    flip_made(*r);
    return PMPI_Start(r);
}

int MPI_Startall(int n, MPI_Request *r)
{
    for (int i = 0; i < n; i++)
        flip_made(r[i]);
    return PMPI_Startall(n, r);
}

/* A collective operation, and the one that makes a request. */
#define COLLECTIVE(name, other, buffer, parameters, arguments)                           \
    OTHER(name, buffer, (PARAMETERS_##parameters), (ARGUMENTS_##arguments))              \
    OTHER(other, buffer, (PARAMETERS_##parameters, MPI_Request * r),                     \
          (ARGUMENTS_##arguments, r))

#define PARAMETERS_bcast void *in, int n, MPI_Datatype t, int o, MPI_Comm c
#define ARGUMENTS_bcast in, n, t, o, c
#define EVEN const void *out, int n, MPI_Datatype t, void *in, int m, MPI_Datatype u
#define PARAMETERS_rooted EVEN, int o, MPI_Comm c
#define ARGUMENTS_rooted out, n, t, in, m, u, o, c
#define PARAMETERS_all EVEN, MPI_Comm c
#define ARGUMENTS_all out, n, t, in, m, u, c
#define PARAMETERS_gatherv                                                               \
    const void *out, int n, MPI_Datatype t, void *in, const int *m, const int *b,        \
        MPI_Datatype u, int o, MPI_Comm c
#define ARGUMENTS_gatherv out, n, t, in, m, b, u, o, c
#define PARAMETERS_scatterv                                                              \
    const void *out, const int *n, const int *b, MPI_Datatype t, void *in, int m,        \
        MPI_Datatype u, int o, MPI_Comm c
#define ARGUMENTS_scatterv out, n, b, t, in, m, u, o, c
#define PARAMETERS_allgatherv                                                            \
    const void *out, int n, MPI_Datatype t, void *in, const int *m, const int *b,        \
        MPI_Datatype u, MPI_Comm c
#define ARGUMENTS_allgatherv out, n, t, in, m, b, u, c
#define PARAMETERS_alltoallv                                                             \
    const void *out, const int *n, const int *a, MPI_Datatype t, void *in, const int *m, \
        const int *b, MPI_Datatype u, MPI_Comm c
#define ARGUMENTS_alltoallv out, n, a, t, in, m, b, u, c
#define PARAMETERS_reduce                                                                \
    const void *out, void *in, int n, MPI_Datatype t, MPI_Op o, int p, MPI_Comm c
#define ARGUMENTS_reduce out, in, n, t, o, p, c
#define PARAMETERS_allreduce                                                             \
    const void *out, void *in, int n, MPI_Datatype t, MPI_Op o, MPI_Comm c
#define ARGUMENTS_allreduce out, in, n, t, o, c
#define PARAMETERS_share                                                                 \
    const void *out, void *in, const int *n, MPI_Datatype t, MPI_Op o, MPI_Comm c
#define ARGUMENTS_share out, in, n, t, o, c

COLLECTIVE(Bcast, Ibcast, in, bcast, bcast)
COLLECTIVE(Gather, Igather, OUT, rooted, rooted)
COLLECTIVE(Scatter, Iscatter, out, rooted, rooted)
COLLECTIVE(Allgather, Iallgather, OUT, all, all)
COLLECTIVE(Alltoall, Ialltoall, OUT, all, all)
COLLECTIVE(Gatherv, Igatherv, OUT, gatherv, gatherv)
COLLECTIVE(Scatterv, Iscatterv, out, scatterv, scatterv)
COLLECTIVE(Allgatherv, Iallgatherv, OUT, allgatherv, allgatherv)
COLLECTIVE(Alltoallv, Ialltoallv, OUT, alltoallv, alltoallv)
COLLECTIVE(Reduce, Ireduce, OUT, reduce, reduce)
COLLECTIVE(Allreduce, Iallreduce, OUT, allreduce, allreduce)
COLLECTIVE(Scan, Iscan, OUT, allreduce, allreduce)
COLLECTIVE(Exscan, Iexscan, OUT, allreduce, allreduce)
COLLECTIVE(Reduce_scatter_block, Ireduce_scatter_block, OUT, allreduce, allreduce)
COLLECTIVE(Reduce_scatter, Ireduce_scatter, OUT, share, share)
