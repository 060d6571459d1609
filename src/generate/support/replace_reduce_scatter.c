/* The first rank reduces, and gives everybody a part. */
static int replaced_Reduce_scatter(const void *out, void *in, const int *counts,
                                   MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    int own, n, all = 0;
    void *room;
    if (of_two_groups(comm))
        return MPI_Reduce_scatter(out, in, counts, type, op, comm);
    PMPI_Comm_rank(comm, &own);
    PMPI_Comm_size(comm, &n);
    int *begins = malloc((size_t)n * sizeof *begins);
    for (int i = 0; i < n; all += counts[i++])
        begins[i] = all;
    void *sum = room_to_reduce(all, type, &room);
    MPI_Reduce(out == MPI_IN_PLACE ? in : out, sum, all, type, op, 0, comm);
    MPI_Scatterv(sum, counts, begins, type, in, counts[own], type, 0, comm);
    free(begins);
    free(room);
    return MPI_SUCCESS;
}
