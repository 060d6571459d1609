/* The first rank reduces, and gives everybody a part. */
static int replaced_Reduce_scatter_block(const void *out, void *in, int count,
                                         MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    int n;
    void *room;
    if (of_two_groups(comm))
        return MPI_Reduce_scatter_block(out, in, count, type, op, comm);
    PMPI_Comm_size(comm, &n);
    void *sum = room_to_reduce(n * count, type, &room);
    MPI_Reduce(out == MPI_IN_PLACE ? in : out, sum, n * count, type, op, 0, comm);
    MPI_Scatter(sum, count, type, in, count, type, 0, comm);
    free(room);
    return MPI_SUCCESS;
}
