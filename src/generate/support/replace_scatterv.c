static int replaced_Scatterv(const void *out, const int *counts, const int *begins,
                             MPI_Datatype type, void *in, int rcount, MPI_Datatype rtype,
                             int root, MPI_Comm comm)
{
    if (of_two_groups(comm))
        return MPI_Scatterv(out, counts, begins, type, in, rcount, rtype, root, comm);
    return replaced_rooted(&(struct row) { out, 0, 0, counts, begins, type },
                           &(struct row) { in, rcount, 0, NULL, NULL, rtype }, 0,
                           way_Scatterv, root, comm);
}
