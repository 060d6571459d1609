static int replaced_Allgatherv(const void *out, int count, MPI_Datatype type, void *in,
                               const int *rcounts, const int *begins, MPI_Datatype rtype,
                               MPI_Comm comm)
{
    if (out == MPI_IN_PLACE || of_two_groups(comm))
        return MPI_Allgatherv(out, count, type, in, rcounts, begins, rtype, comm);
    return replaced_exchange(&(struct row) { out, count, 0, NULL, NULL, type },
                             &(struct row) { in, 0, 0, rcounts, begins, rtype },
                             way_Allgatherv, comm);
}
