/* The root sends to everybody, all at once, or to those at distances that are halved, who do as well. */
static int replaced_Bcast(void *room, int count, MPI_Datatype type, int root,
                          MPI_Comm comm)
{
    int own, n, nrequests = 0;
    if (of_two_groups(comm))
        return MPI_Bcast(room, count, type, root, comm);
    PMPI_Comm_rank(comm, &own);
    PMPI_Comm_size(comm, &n);
    int place = (own + n - root) % n, step = 1, is_tree = *way_Bcast == 't';
    MPI_Comm apart = apart_from(comm);
    MPI_Request *request = malloc((size_t)n * sizeof *request);
    while (is_tree && step < n && !(place & step))
        step *= 2;
    if (place > 0)
        MPI_Recv(room, count, type, ((is_tree ? place - step : 0) + root) % n,
                 REPLACED_TAG, apart, MPI_STATUS_IGNORE);
    for (int k = 1; k < n && !is_tree && place == 0; k++)
        MPI_Isend(room, count, type, (k + root) % n, REPLACED_TAG, apart,
                  &request[nrequests++]);
    while (is_tree && (step /= 2) > 0)
        if (place + step < n)
            MPI_Isend(room, count, type, (place + step + root) % n, REPLACED_TAG, apart,
                      &request[nrequests++]);
    MPI_Waitall(nrequests, request, MPI_STATUSES_IGNORE);
    free(request);
    return MPI_SUCCESS;
}
