/* Ways to end: argument 1 is the exit status, or what happens before MPI_Finalize. Rank 0 prints the
 * others. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank;
    const char *how = argc > 1 ? argv[1] : "0";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 2; rank == 0 && i < argc; i++)
        printf("[%s]", argv[i]);
    if (rank == 0)
        printf(" TMPDIR %s LD_PRELOAD %s\n", getenv("TMPDIR") ? getenv("TMPDIR") : "none",
               getenv("LD_PRELOAD") ? "set" : "none");
    fflush(stdout);
    if (strcmp(how, "abort") == 0)
        abort();
    if (strcmp(how, "spin") == 0) {
        for (;;)
            MPI_Wtime();
    }
    if (strcmp(how, "wait") == 0) /* for a message that nobody sends */
        MPI_Recv(NULL, 0, MPI_INT, (rank + 1) % 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return atoi(how);
}
