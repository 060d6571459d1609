/* What is looked at when a request is complete. */
static struct open_call {
    MPI_Request request;
    void (*look)(void *, const MPI_Status *);
    void *of;
    int persists;
} * open_call;
static int nopen;

static void keep(MPI_Request request, void (*look)(void *, const MPI_Status *), void *of,
                 int persists)
{
    if (nopen % 64 == 0)
        open_call = realloc(open_call, (size_t)(nopen + 64) * sizeof *open_call);
    open_call[nopen++] = (struct open_call) { request, look, of, persists };
}

static int find_open(MPI_Request request)
{
    int i = nopen - 1;
    while (i >= 0 && open_call[i].request != request)
        i--;
    return i;
}

static void forget(int i)
{
    memmove(open_call + i, open_call + i + 1, (size_t)(--nopen - i) * sizeof *open_call);
}
