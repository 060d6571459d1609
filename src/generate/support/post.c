/* Room for one more; those at the front that are done go. */
static MPI_Request *post(void)
{
    size_t done = 0;
    if (nposted >= room) {
        while (done < nposted && posted[done] == MPI_REQUEST_NULL)
            done++;
        nposted -= done;
        memmove(posted, posted + done, nposted * sizeof *posted);
        if (2 * nposted >= room)
            room = 2 * nposted + 64;
        posted = realloc(posted, room * sizeof *posted);
    }
    return &posted[nposted++];
}
