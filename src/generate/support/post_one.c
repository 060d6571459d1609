/* The latest request: no other one is named any more. */
static MPI_Request request = MPI_REQUEST_NULL;
