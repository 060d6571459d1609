static MPI_Request *latest(long n)
{
    return posted + nposted - n;
}
