static int check_Cancel(MPI_Request *request)
{
    int i = find_open(*request);
    unnumbered = 1;
    if (i >= 0)
        ((struct letter *)open_call[i].of)->is_active = 0;
    return MPI_Cancel(request);
}
