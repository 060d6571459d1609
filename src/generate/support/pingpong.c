/* How long messages of these sizes take from the first rank to the last, one after the other. */
static void measure_pingpong(const struct cost *size, struct cost *to)
{
    const int trips = 20, last = nranks - 1;
    for (int i = 0; i < 64 && last > 0; i++) {
        int n = size[i].calls > 0 ? (int)fmin(size[i].bytes / size[i].calls, INT_MAX) : 0;
        char *room = n ? calloc(1, (size_t)n) : NULL;
        PMPI_Barrier(MPI_COMM_WORLD);
        double began = MPI_Wtime();
        for (int k = 0; room && k < 2 * trips; k++)
            if (rank == (k % 2 ? last : 0))
                PMPI_Send(room, n, MPI_BYTE, k % 2 ? 0 : last, 0, MPI_COMM_WORLD);
            else if (rank == (k % 2 ? 0 : last))
                PMPI_Recv(room, n, MPI_BYTE, k % 2 ? last : 0, 0, MPI_COMM_WORLD,
                          MPI_STATUS_IGNORE);
        to[i] = (struct cost) { n > 0, (MPI_Wtime() - began) / (2 * trips), n };
        free(room);
    }
}
