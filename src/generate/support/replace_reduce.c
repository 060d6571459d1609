/* Up a binomial tree to the root; where the order of ranks matters, to the first rank, which sends the root what comes out. */
static int replaced_Reduce(const void *out, void *in, int count, MPI_Datatype type,
                           MPI_Op op, int root, MPI_Comm comm)
{
    int own, n, commutes, step = 1;
    void *room[2], *part[2];
    MPI_Request request = MPI_REQUEST_NULL;
    if (of_two_groups(comm))
        return MPI_Reduce(out, in, count, type, op, root, comm);
    PMPI_Comm_rank(comm, &own);
    PMPI_Comm_size(comm, &n);
    PMPI_Op_commutative(op, &commutes);
    MPI_Comm apart = apart_from(comm);
    int top = commutes ? root : 0, place = (own + n - top) % n;
    for (int i = 0; i < 2; i++)
        part[i] = room_to_reduce(count, type, &room[i]);
    PMPI_Sendrecv(out == MPI_IN_PLACE ? in : out, count, type, 0, REPLACED_TAG, part[0],
                  count, type, 0, REPLACED_TAG, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    for (; step < n && !(place & step); step *= 2)
        if (place + step < n) {
            void *before = part[0];
            MPI_Recv(part[1], count, type, (place + step + top) % n, REPLACED_TAG, apart,
                     MPI_STATUS_IGNORE);
            PMPI_Reduce_local(before, part[1], count, type, op);
            part[0] = part[1];
            part[1] = before;
        }
    MPI_Isend(part[0], count, type, ((place > 0 ? place - step + top : root)) % n,
              REPLACED_TAG, apart, &request);
    if (own == root)
        MPI_Recv(in, count, type, top, REPLACED_TAG, apart, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    free(room[0]);
    free(room[1]);
    return MPI_SUCCESS;
}
