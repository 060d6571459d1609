/* Messages from everybody to everybody: from one partner after the other, from 32 at a time, or all at once. */
static int replaced_exchange(const struct row *out, const struct row *in, const char *how,
                             MPI_Comm comm)
{
    int own, n, count, nrequests = 0;
    PMPI_Comm_rank(comm, &own);
    PMPI_Comm_size(comm, &n);
    int most = at_a_time(how, n);
    MPI_Comm apart = apart_from(comm);
    MPI_Request *request = malloc(2 * (size_t)most * sizeof *request);
    for (int k = 0; k < n; k++) {
        int to = (own + k) % n, from = (own + n - k) % n;
        void *room = part_of(in, from, &count);
        MPI_Irecv(room, count, in->type, from, REPLACED_TAG, apart,
                  &request[nrequests++]);
        room = part_of(out, to, &count);
        MPI_Isend(room, count, out->type, to, REPLACED_TAG, apart, &request[nrequests++]);
        if (nrequests == 2 * most || k + 1 == n) {
            MPI_Waitall(nrequests, request, MPI_STATUSES_IGNORE);
            nrequests = 0;
        }
    }
    free(request);
    return MPI_SUCCESS;
}
