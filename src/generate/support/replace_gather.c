static int replaced_Gather(const void *out, int count, MPI_Datatype type, void *in,
                           int rcount, MPI_Datatype rtype, int root, MPI_Comm comm)
{
    if (of_two_groups(comm))
        return MPI_Gather(out, count, type, in, rcount, rtype, root, comm);
    return replaced_rooted(&(struct row) { in, rcount, rcount, NULL, NULL, rtype },
                           &(struct row) { out, count, 0, NULL, NULL, type }, 1,
                           way_Gather, root, comm);
}
