/* MPI_THREAD_MULTIPLE: all threads of all ranks communicate at once. The order of events between threads
 * is not fixed: only their numbers are known. */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

enum { THREADS = 4, ROUNDS = 500 };

static int rank, size, wrong;

static void *work(void *argument)
{
    int tag = *(int *)argument;
    for (int i = 0; i < ROUNDS; i++) {
        MPI_Request request[2];
        int in = -1, out = rank * 1000 + i;
        MPI_Irecv(&in, 1, MPI_INT, (rank + size - 1) % size, tag, MPI_COMM_WORLD,
                  &request[0]);
        MPI_Isend(&out, 1, MPI_INT, (rank + 1) % size, tag, MPI_COMM_WORLD, &request[1]);
        MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
        if (in != (rank + size - 1) % size * 1000 + i)
            __atomic_fetch_add(&wrong, 1, __ATOMIC_RELAXED);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t thread[THREADS];
    int tag[THREADS], provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (provided != MPI_THREAD_MULTIPLE)
        return 77;
    for (int i = 0; i < THREADS; i++) {
        tag[i] = i;
        pthread_create(&thread[i], NULL, work, &tag[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    MPI_Finalize();
    if (rank == 0)
        printf("%d wrong\n", wrong);
    return wrong != 0;
}
