/* What a rank has for or from each rank: so many each, as far apart, or counts and where they begin. */
struct row {
    const void *room;
    int count, apart;
    const int *counts, *begins;
    MPI_Datatype type;
};

static void *part_of(const struct row *row, int of, int *ret_count)
{
    MPI_Aint lb, extent;
    PMPI_Type_get_extent(row->type, &lb, &extent);
    *ret_count = row->counts ? row->counts[of] : row->count;
    return (char *)row->room +
           extent * (row->begins ? row->begins[of] : (MPI_Aint)of * row->apart);
}

/* Messages from everybody to everybody: from one partner after the other, from 32 at a time, or all at once. */
static int replaced_exchange(const struct row *out, const struct row *in, const char *how,
                             MPI_Comm comm)
{
    int own, n, count, nrequests = 0;
    PMPI_Comm_rank(comm, &own);
    PMPI_Comm_size(comm, &n);
    int most = *how == 'p' ? 1 : *how == 'g' ? 32 : n;
    MPI_Request *request = malloc(2 * (size_t)most * sizeof *request);
    for (int k = 0; k < n; k++) {
        int to = (own + k) % n, from = (own + n - k) % n;
        void *room = part_of(in, from, &count);
        MPI_Irecv(room, count, in->type, from, REPLACED_TAG, comm, &request[nrequests++]);
        room = part_of(out, to, &count);
        MPI_Isend(room, count, out->type, to, REPLACED_TAG, comm, &request[nrequests++]);
        if (nrequests == 2 * most || k + 1 == n) {
            MPI_Waitall(nrequests, request, MPI_STATUSES_IGNORE);
            nrequests = 0;
        }
    }
    free(request);
    return MPI_SUCCESS;
}
