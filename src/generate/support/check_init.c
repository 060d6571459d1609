static int check_NAME(CONST void *given, int count, MPI_Datatype type, int peer, int tag,
                      MPI_Comm comm, MPI_Request *request)
{
    struct letter *of = letter(count, type, peer, tag, comm, RECEIVES);
    int code = MPI_NAME(of->room, count, type, peer, tag, comm, request);
    (void)given;
    of->persists = 1;
    keep(*request, look, of, 1);
    return code;
}
