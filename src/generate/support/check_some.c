static int check_NAME(int n, MPI_Request *request, int *ndone, int *which,
                      MPI_Status *ignored)
{
    remember(n, request);
    int code = MPI_NAME(n, request, ndone, which, status_of);
    (void)ignored;
    for (int i = 0; i < *ndone; i++)
        done(before[which[i]], &status_of[i]);
    return code;
}
