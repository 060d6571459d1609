static int check_Startall(int n, MPI_Request *request)
{
    for (int k = 0; k < n; k++) {
        int i = find_open(request[k]);
        if (i >= 0)
            start(open_call[i].of);
    }
    return MPI_Startall(n, request);
}
