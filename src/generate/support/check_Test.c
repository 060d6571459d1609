static int check_Test(MPI_Request *request, int *flag, MPI_Status *ignored)
{
    MPI_Request own = *request;
    MPI_Status status;
    int code = MPI_Test(request, flag, &status);
    (void)ignored;
    if (*flag)
        done(own, &status);
    return code;
}
