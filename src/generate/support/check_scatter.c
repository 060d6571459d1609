static int check_NAME(const void *given, RCOUNTS, MPI_Datatype rtype, void *room,
                      int count, MPI_Datatype type, int root,
                      MPI_Comm comm REQUEST_PARAMETER)
{
    struct exchange *x = exchange(comm, 1);
    if (x->own == root)
        given = send_parts(x, x->size, EACH, rtype);
    if (room != MPI_IN_PLACE)
        room = receive_parts(x, 1, root, count, NULL, NULL, type, 0);
    int code = MPI_NAME(given, RLIST, rtype, room, count, type, root, comm REQUEST);
    END(look_parts, x);
    return code;
}
