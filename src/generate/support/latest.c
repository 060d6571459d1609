/* The last n of them; latest(1 + k) is what was posted k requests ago. Before the first there are null ones. */
static MPI_Request *latest(size_t n)
{
    if (n > nposted) {
        size_t more = n - nposted;
        if (n > room)
            posted = realloc(posted, (room = 2 * n) * sizeof *posted);
        memmove(posted + more, posted, nposted * sizeof *posted);
        for (size_t i = 0; i < more; i++)
            posted[i] = MPI_REQUEST_NULL;
        nposted = n;
    }
    return &posted[nposted - n];
}
