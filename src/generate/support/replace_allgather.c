/* Each part goes around: what came from one neighbour is what the other one gets next. */
static int replaced_ring(const void *out, int count, MPI_Datatype type,
                         const struct row *in, MPI_Comm comm)
{
    int own, n, parts;
    PMPI_Comm_rank(comm, &own);
    PMPI_Comm_size(comm, &n);
    MPI_Comm apart = apart_from(comm);
    MPI_Sendrecv(out, count, type, own, REPLACED_TAG, part_of(in, own, &parts), in->count,
                 in->type, own, REPLACED_TAG, apart, MPI_STATUS_IGNORE);
    for (int k = 0; k + 1 < n; k++)
        MPI_Sendrecv(part_of(in, (own + n - k) % n, &parts), in->count, in->type,
                     (own + 1) % n, REPLACED_TAG,
                     part_of(in, (own + n - k - 1) % n, &parts), in->count, in->type,
                     (own + n - 1) % n, REPLACED_TAG, apart, MPI_STATUS_IGNORE);
    return MPI_SUCCESS;
}

static int replaced_Allgather(const void *out, int count, MPI_Datatype type, void *in,
                              int rcount, MPI_Datatype rtype, MPI_Comm comm)
{
    struct row rows = { in, rcount, rcount, NULL, NULL, rtype };
    if (out == MPI_IN_PLACE || of_two_groups(comm))
        return MPI_Allgather(out, count, type, in, rcount, rtype, comm);
    if (*way_Allgather == 'r')
        return replaced_ring(out, count, type, &rows, comm);
    return replaced_exchange(&(struct row) { out, count, 0, NULL, NULL, type }, &rows,
                             way_Allgather, comm);
}
