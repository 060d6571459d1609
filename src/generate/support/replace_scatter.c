static int replaced_Scatter(const void *out, int count, MPI_Datatype type, void *in,
                            int rcount, MPI_Datatype rtype, int root, MPI_Comm comm)
{
    if (of_two_groups(comm))
        return MPI_Scatter(out, count, type, in, rcount, rtype, root, comm);
    return replaced_rooted(&(struct row) { out, count, count, NULL, NULL, type },
                           &(struct row) { in, rcount, 0, NULL, NULL, rtype }, 0,
                           way_Scatter, root, comm);
}
