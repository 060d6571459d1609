/* Requests from here and there as one list, and back to where they were. */
static MPI_Request *chosen, **origin;
static int nchosen;

static void choose(MPI_Request *request)
{
    chosen = realloc(chosen, (size_t)(nchosen + 1) * sizeof *chosen);
    origin = realloc(origin, (size_t)(nchosen + 1) * sizeof *origin);
    chosen[nchosen] = request ? *request : MPI_REQUEST_NULL;
    origin[nchosen++] = request;
}

static void put_back(void)
{
    for (int i = 0; i < nchosen; i++)
        if (origin[i])
            *origin[i] = chosen[i];
    nchosen = 0;
}
