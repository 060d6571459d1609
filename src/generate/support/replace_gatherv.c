static int replaced_Gatherv(const void *out, int count, MPI_Datatype type, void *in,
                            const int *rcounts, const int *begins, MPI_Datatype rtype,
                            int root, MPI_Comm comm)
{
    if (of_two_groups(comm))
        return MPI_Gatherv(out, count, type, in, rcounts, begins, rtype, root, comm);
    return replaced_rooted(&(struct row) { in, 0, 0, rcounts, begins, rtype },
                           &(struct row) { out, count, 0, NULL, NULL, type }, 1,
                           way_Gatherv, root, comm);
}
