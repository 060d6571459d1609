static int check_Waitany(int n, MPI_Request *request, int *which, MPI_Status *ignored)
{
    remember(n, request);
    int code = MPI_Waitany(n, request, which, status_of);
    (void)ignored;
    if (*which >= 0)
        done(before[*which], status_of);
    return code;
}
