/* The first rank reduces, and tells everybody. */
static int replaced_Allreduce(const void *out, void *in, int count, MPI_Datatype type,
                              MPI_Op op, MPI_Comm comm)
{
    int own;
    if (of_two_groups(comm))
        return MPI_Allreduce(out, in, count, type, op, comm);
    PMPI_Comm_rank(comm, &own);
    if (out == MPI_IN_PLACE && own > 0)
        out = in;
    MPI_Reduce(out, own > 0 ? NULL : in, count, type, op, 0, comm);
    return MPI_Bcast(in, count, type, 0, comm);
}
