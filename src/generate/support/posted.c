/* Requests, the latest last. */
static MPI_Request *posted;
static size_t nposted, room;
