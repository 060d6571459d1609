static int check_Wait(MPI_Request *request, MPI_Status *ignored)
{
    MPI_Request own = *request;
    MPI_Status status;
    int code = MPI_Wait(request, &status);
    (void)ignored;
    done(own, &status);
    return code;
}
