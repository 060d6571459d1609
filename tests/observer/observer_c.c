/* The C names: a line each, then the call. */
#include "observer.h"

#define SEND(name)                                                                       \
    int MPI_##name(const void *buffer, int count, MPI_Datatype type, int peer, int tag,  \
                   MPI_Comm comm)                                                        \
    {                                                                                    \
        observer_message(#name, peer, observer_bytes(count, type), tag, comm);           \
        return PMPI_##name(buffer, count, type, peer, tag, comm);                        \
    }
SEND(Send)
SEND(Bsend)
SEND(Ssend)
SEND(Rsend)

#define ISEND(name)                                                                      \
    int MPI_##name(const void *buffer, int count, MPI_Datatype type, int peer, int tag,  \
                   MPI_Comm comm, MPI_Request *request)                                  \
    {                                                                                    \
        observer_message(#name, peer, observer_bytes(count, type), tag, comm);           \
        return PMPI_##name(buffer, count, type, peer, tag, comm, request);               \
    }
ISEND(Isend)
ISEND(Issend)
ISEND(Irsend)
ISEND(Ibsend)
ISEND(Send_init)
ISEND(Ssend_init)
ISEND(Bsend_init)
ISEND(Rsend_init)

#define IRECV(name)                                                                      \
    int MPI_##name(void *buffer, int count, MPI_Datatype type, int peer, int tag,        \
                   MPI_Comm comm, MPI_Request *request)                                  \
    {                                                                                    \
        observer_message(#name, peer, observer_bytes(count, type), tag, comm);           \
        return PMPI_##name(buffer, count, type, peer, tag, comm, request);               \
    }
IRECV(Irecv)
IRECV(Recv_init)

int MPI_Recv(void *buffer, int count, MPI_Datatype type, int peer, int tag, MPI_Comm comm,
             MPI_Status *status)
{
    observer_message("Recv", peer, observer_bytes(count, type), tag, comm);
    return PMPI_Recv(buffer, count, type, peer, tag, comm, status);
}

int MPI_Sendrecv(const void *out, int out_count, MPI_Datatype out_type, int to,
                 int out_tag, void *in, int in_count, MPI_Datatype in_type, int from,
                 int in_tag, MPI_Comm comm, MPI_Status *status)
{
    observer_message("Sendrecv", to, observer_bytes(out_count, out_type), out_tag, comm);
    return PMPI_Sendrecv(out, out_count, out_type, to, out_tag, in, in_count, in_type,
                         from, in_tag, comm, status);
}

int MPI_Sendrecv_replace(void *buffer, int count, MPI_Datatype type, int to, int out_tag,
                         int from, int in_tag, MPI_Comm comm, MPI_Status *status)
{
    observer_message("Sendrecv_replace", to, observer_bytes(count, type), out_tag, comm);
    return PMPI_Sendrecv_replace(buffer, count, type, to, out_tag, from, in_tag, comm,
                                 status);
}

int MPI_Probe(int peer, int tag, MPI_Comm comm, MPI_Status *status)
{
    observer_message("Probe", peer, 0, tag, comm);
    return PMPI_Probe(peer, tag, comm, status);
}

int MPI_Iprobe(int peer, int tag, MPI_Comm comm, int *found, MPI_Status *status)
{
    int result = PMPI_Iprobe(peer, tag, comm, found, status);

    if (*found)
        observer_message("Iprobe", peer, 0, tag, comm);
    return result;
}

int MPI_Mprobe(int peer, int tag, MPI_Comm comm, MPI_Message *matched, MPI_Status *status)
{
    observer_message("Mprobe", peer, 0, tag, comm);
    return PMPI_Mprobe(peer, tag, comm, matched, status);
}

int MPI_Improbe(int peer, int tag, MPI_Comm comm, int *found, MPI_Message *matched,
                MPI_Status *status)
{
    int result = PMPI_Improbe(peer, tag, comm, found, matched, status);

    if (*found)
        observer_message("Improbe", peer, 0, tag, comm);
    return result;
}

/* Of which communicator is known to the probe. */
int MPI_Mrecv(void *buffer, int count, MPI_Datatype type, MPI_Message *matched,
              MPI_Status *status)
{
    observer_plain("Mrecv");
    return PMPI_Mrecv(buffer, count, type, matched, status);
}

int MPI_Imrecv(void *buffer, int count, MPI_Datatype type, MPI_Message *matched,
               MPI_Request *request)
{
    observer_plain("Imrecv");
    return PMPI_Imrecv(buffer, count, type, matched, request);
}

/* --- requests ------------------------------------------------------------------------
 */

#define PLAIN(name, parameters, arguments)                                               \
    int MPI_##name parameters                                                            \
    {                                                                                    \
        observer_plain(#name);                                                           \
        return PMPI_##name arguments;                                                    \
    }
PLAIN(Start, (MPI_Request * request), (request))
PLAIN(Startall, (int count, MPI_Request *requests), (count, requests))
PLAIN(Wait, (MPI_Request * request, MPI_Status *status), (request, status))
PLAIN(Waitall, (int count, MPI_Request *requests, MPI_Status *statuses),
      (count, requests, statuses))
PLAIN(Waitany, (int count, MPI_Request *requests, int *index, MPI_Status *status),
      (count, requests, index, status))
PLAIN(Waitsome,
      (int count, MPI_Request *requests, int *done, int *indices, MPI_Status *statuses),
      (count, requests, done, indices, statuses))
PLAIN(Request_free, (MPI_Request * request), (request))
PLAIN(Cancel, (MPI_Request * request), (request))

#define TEST(name, parameters, arguments, successful)                                    \
    int MPI_##name parameters                                                            \
    {                                                                                    \
        int result = PMPI_##name arguments;                                              \
                                                                                         \
        if (successful)                                                                  \
            observer_plain(#name);                                                       \
        return result;                                                                   \
    }
TEST(Test, (MPI_Request * request, int *done, MPI_Status *status),
     (request, done, status), *done)
TEST(Testall, (int count, MPI_Request *requests, int *done, MPI_Status *statuses),
     (count, requests, done, statuses), *done)
TEST(Testany,
     (int count, MPI_Request *requests, int *index, int *done, MPI_Status *status),
     (count, requests, index, done, status), *done)
TEST(Testsome,
     (int count, MPI_Request *requests, int *done, int *indices, MPI_Status *statuses),
     (count, requests, done, indices, statuses), *done > 0)

/* --- collectives ---------------------------------------------------------------------
 */

int MPI_Barrier(MPI_Comm comm)
{
    observer_collective("Barrier", OBSERVER_NONE, 0, comm);
    return PMPI_Barrier(comm);
}

int MPI_Bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
    observer_collective("Bcast", root, observer_bytes(count, type), comm);
    return PMPI_Bcast(buffer, count, type, root, comm);
}

int MPI_Reduce(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op,
               int root, MPI_Comm comm)
{
    observer_collective("Reduce", root, observer_bytes(count, type), comm);
    return PMPI_Reduce(in, out, count, type, op, root, comm);
}

#define REDUCE_ALL(name)                                                                 \
    int MPI_##name(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op,   \
                   MPI_Comm comm)                                                        \
    {                                                                                    \
        observer_collective(#name, OBSERVER_NONE, observer_bytes(count, type), comm);    \
        return PMPI_##name(in, out, count, type, op, comm);                              \
    }
REDUCE_ALL(Allreduce)
REDUCE_ALL(Scan)
REDUCE_ALL(Exscan)

/* In place, the receive side says what the buffer is. */
#define EXCHANGE_ALL(name)                                                               \
    int MPI_##name(const void *out, int out_count, MPI_Datatype out_type, void *in,      \
                   int in_count, MPI_Datatype in_type, MPI_Comm comm)                    \
    {                                                                                    \
        observer_collective(#name, OBSERVER_NONE,                                        \
                            out == MPI_IN_PLACE ? observer_bytes(in_count, in_type)      \
                                                : observer_bytes(out_count, out_type),   \
                            comm);                                                       \
        return PMPI_##name(out, out_count, out_type, in, in_count, in_type, comm);       \
    }
EXCHANGE_ALL(Allgather)
EXCHANGE_ALL(Alltoall)

int MPI_Gather(const void *out, int out_count, MPI_Datatype out_type, void *in,
               int in_count, MPI_Datatype in_type, int root, MPI_Comm comm)
{
    observer_collective("Gather", root,
                        out == MPI_IN_PLACE ? observer_bytes(in_count, in_type)
                                            : observer_bytes(out_count, out_type),
                        comm);
    return PMPI_Gather(out, out_count, out_type, in, in_count, in_type, root, comm);
}

int MPI_Scatter(const void *out, int out_count, MPI_Datatype out_type, void *in,
                int in_count, MPI_Datatype in_type, int root, MPI_Comm comm)
{
    observer_collective("Scatter", root,
                        in == MPI_IN_PLACE ? observer_bytes(out_count, out_type)
                                           : observer_bytes(in_count, in_type),
                        comm);
    return PMPI_Scatter(out, out_count, out_type, in, in_count, in_type, root, comm);
}

int MPI_Alltoallv(const void *out, const int *out_counts, const int *out_starts,
                  MPI_Datatype out_type, void *in, const int *in_counts,
                  const int *in_starts, MPI_Datatype in_type, MPI_Comm comm)
{
    const int *counts = out == MPI_IN_PLACE ? in_counts : out_counts;
    int64_t bytes = 0;
    int size;

    PMPI_Comm_size(comm, &size);
    for (int rank = 0; rank < size; rank++)
        bytes += observer_bytes(counts[rank], out == MPI_IN_PLACE ? in_type : out_type);
    observer_collective("Alltoallv", OBSERVER_NONE, bytes, comm);
    return PMPI_Alltoallv(out, out_counts, out_starts, out_type, in, in_counts, in_starts,
                          in_type, comm);
}

/* --- communicators -------------------------------------------------------------------
 */

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *made)
{
    observer_collective("Comm_dup", OBSERVER_NONE, 0, comm);
    return PMPI_Comm_dup(comm, made);
}

int MPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *made)
{
    observer_collective("Comm_dup_with_info", OBSERVER_NONE, 0, comm);
    return PMPI_Comm_dup_with_info(comm, info, made);
}

int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *made)
{
    observer_collective("Comm_split", OBSERVER_NONE, 0, comm);
    return PMPI_Comm_split(comm, color, key, made);
}

int MPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *made)
{
    observer_collective("Comm_create", OBSERVER_NONE, 0, comm);
    return PMPI_Comm_create(comm, group, made);
}

int MPI_Comm_free(MPI_Comm *comm)
{
    observer_collective("Comm_free", OBSERVER_NONE, 0, *comm);
    return PMPI_Comm_free(comm);
}

/* --- begin and end -------------------------------------------------------------------
 */

int MPI_Init(int *argc, char ***argv)
{
    int result = PMPI_Init(argc, argv);

    observer_plain("Init");
    return result;
}

int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)
{
    int result = PMPI_Init_thread(argc, argv, required, provided);

    observer_plain("Init_thread");
    return result;
}

int MPI_Finalize(void)
{
    observer_plain("Finalize");
    observer_end();
    return PMPI_Finalize();
}
