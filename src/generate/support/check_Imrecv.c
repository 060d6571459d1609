static int check_Imrecv(void *given, int count, MPI_Datatype type, MPI_Message *message,
                        MPI_Request *request)
{
    struct letter *of = start(letter(count, type, MPI_ANY_SOURCE, 0, MPI_COMM_SELF, 1));
    int code = MPI_Imrecv(of->room, count, type, message, request);
    (void)given;
    keep(*request, look, of, 0);
    return code;
}
