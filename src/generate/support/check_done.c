static void done(MPI_Request request, const MPI_Status *status)
{
    int i = request == MPI_REQUEST_NULL ? -1 : find_open(request);
    if (i < 0)
        return;
    struct open_call call = open_call[i];
    if (!call.persists)
        forget(i);
    call.look(call.of, status);
}
