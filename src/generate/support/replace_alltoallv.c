static int replaced_Alltoallv(const void *out, const int *counts, const int *begins,
                              MPI_Datatype type, void *in, const int *rcounts,
                              const int *rbegins, MPI_Datatype rtype, MPI_Comm comm)
{
    if (out == MPI_IN_PLACE || of_two_groups(comm))
        return MPI_Alltoallv(out, counts, begins, type, in, rcounts, rbegins, rtype,
                             comm);
    return replaced_exchange(&(struct row) { out, 0, 0, counts, begins, type },
                             &(struct row) { in, 0, 0, rcounts, rbegins, rtype },
                             way_Alltoallv, comm);
}
