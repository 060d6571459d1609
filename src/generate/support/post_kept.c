/* Requests, the latest last: the KEPT of them that the program may still name. */
static MPI_Request posted[32 * KEPT];
static int nposted;

static MPI_Request *post(void)
{
    if (nposted == 32 * KEPT) {
        memcpy(posted, posted + 31 * KEPT, KEPT * sizeof *posted);
        nposted = KEPT;
    }
    return &posted[nposted++];
}
