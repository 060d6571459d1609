/* What it sends may be on its way still. */
static int check_Request_free(MPI_Request *request)
{
    int i = find_open(*request);
    if (i >= 0)
        forget(i);
    return MPI_Request_free(request);
}
