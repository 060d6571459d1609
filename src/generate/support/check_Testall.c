static int check_Testall(int n, MPI_Request *request, int *flag, MPI_Status *ignored)
{
    remember(n, request);
    int code = MPI_Testall(n, request, flag, status_of);
    (void)ignored;
    for (int i = 0; *flag && i < n; i++)
        done(before[i], &status_of[i]);
    return code;
}
