static int check_Waitall(int n, MPI_Request *request, MPI_Status *ignored)
{
    remember(n, request);
    int code = MPI_Waitall(n, request, status_of);
    (void)ignored;
    for (int i = 0; i < n; i++)
        done(before[i], &status_of[i]);
    return code;
}
