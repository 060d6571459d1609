/* Requests as they are before the call, and room for what it says of them. */
static MPI_Request *before;
static MPI_Status *status_of;

static void remember(int n, const MPI_Request *request)
{
    before = realloc(before, (size_t)(n + 1) * sizeof *before);
    status_of = realloc(status_of, (size_t)(n + 1) * sizeof *status_of);
    for (int i = 0; i < n; i++)
        before[i] = request[i];
}
