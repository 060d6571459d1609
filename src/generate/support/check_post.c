static int check_NAME(CONST void *given, int count, MPI_Datatype type, int peer, int tag,
                      MPI_Comm comm, MPI_Request *request)
{
    struct letter *of = start(letter(count, type, peer, tag, comm, RECEIVES));
    int code = MPI_NAME(of->room, count, type, peer, tag, comm, request);
    (void)given;
    keep(*request, look, of, 0);
    return code;
}
