static int check_Sendrecv_replace(void *given, int count, MPI_Datatype type, int peer,
                                  int tag, int source, int rtag, MPI_Comm comm,
                                  MPI_Status *ignored)
{
    struct letter *out = start(letter(count, type, peer, tag, comm, 0));
    struct letter *in = start(letter(count, type, source, rtag, comm, 1));
    MPI_Status status;
    int code = MPI_Sendrecv_replace(out->room, count, type, peer, tag, source, rtag, comm,
                                    &status);
    char *room = out->room;
    (void)given, (void)ignored;
    out->room = in->room;
    in->room = room;
    look(out, NULL);
    look(in, &status);
    return code;
}
