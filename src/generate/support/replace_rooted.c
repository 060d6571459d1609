/* Parts that the root gets from everybody, or that it gives them: one after the other, 32 at a time, or all at once. The root has its own one
 * already where that is in place. */
static int replaced_rooted(const struct row *all, const struct row *mine, int gathers,
                           const char *how, int root, MPI_Comm comm)
{
    int own, n, count, nrequests = 0;
    PMPI_Comm_rank(comm, &own);
    PMPI_Comm_size(comm, &n);
    int most = at_a_time(how, n), in_place = own == root && mine->room == MPI_IN_PLACE;
    MPI_Comm apart = apart_from(comm);
    MPI_Request *request = malloc((size_t)most * sizeof *request),
                last = MPI_REQUEST_NULL;
    if (!in_place && gathers)
        MPI_Isend(mine->room, mine->count, mine->type, root, REPLACED_TAG, apart, &last);
    else if (!in_place)
        MPI_Irecv((void *)mine->room, mine->count, mine->type, root, REPLACED_TAG, apart,
                  &last);
    for (int k = 0; k < n && own == root; k++) {
        int to = (own + k) % n;
        void *room = part_of(all, to, &count);
        if ((to != own || !in_place) && gathers)
            MPI_Irecv(room, count, all->type, to, REPLACED_TAG, apart,
                      &request[nrequests++]);
        else if (to != own || !in_place)
            MPI_Isend(room, count, all->type, to, REPLACED_TAG, apart,
                      &request[nrequests++]);
        if (nrequests == most || k + 1 == n) {
            MPI_Waitall(nrequests, request, MPI_STATUSES_IGNORE);
            nrequests = 0;
        }
    }
    MPI_Wait(&last, MPI_STATUS_IGNORE);
    free(request);
    return MPI_SUCCESS;
}
