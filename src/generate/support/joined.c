/* The own rank in a communicator that was just made, and its size. */
static void joined(MPI_Comm comm, int *ret_rank, int *ret_size)
{
    if (comm == MPI_COMM_NULL)
        return;
    MPI_Comm_rank(comm, ret_rank);
    MPI_Comm_size(comm, ret_size);
}
