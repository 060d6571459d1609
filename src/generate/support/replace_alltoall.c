static int replaced_Alltoall(const void *out, int count, MPI_Datatype type, void *in,
                             int rcount, MPI_Datatype rtype, MPI_Comm comm)
{
    if (out == MPI_IN_PLACE || of_two_groups(comm))
        return MPI_Alltoall(out, count, type, in, rcount, rtype, comm);
    return replaced_exchange(&(struct row) { out, count, count, NULL, NULL, type },
                             &(struct row) { in, rcount, rcount, NULL, NULL, rtype },
                             way_Alltoall, comm);
}
