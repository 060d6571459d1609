static int check_Testany(int n, MPI_Request *request, int *which, int *flag,
                         MPI_Status *ignored)
{
    remember(n, request);
    int code = MPI_Testany(n, request, which, flag, status_of);
    (void)ignored;
    if (*flag && *which >= 0)
        done(before[*which], status_of);
    return code;
}
