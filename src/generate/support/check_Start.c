static int check_Start(MPI_Request *request)
{
    int i = find_open(*request);
    if (i >= 0)
        start(open_call[i].of);
    return MPI_Start(request);
}
