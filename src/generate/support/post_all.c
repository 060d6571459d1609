/* Requests since the last Waitall, which is for all of them. */
static MPI_Request posted[KEPT];
static int nposted;

#define post() (&posted[nposted++])
