static int check_NAME(const void *given, int count, MPI_Datatype type, void *room,
                      RCOUNTS, MPI_Datatype rtype, int root,
                      MPI_Comm comm REQUEST_PARAMETER)
{
    struct exchange *x = exchange(comm, 0);
    int in_place = given == MPI_IN_PLACE;
    if (!in_place)
        given = send_parts(x, 1, count, NULL, NULL, type);
    if (x->own == root)
        room = receive_parts(x, x->size, 0, EACH, rtype, in_place);
    int code = MPI_NAME(given, count, type, room, RLIST, rtype, root, comm REQUEST);
    END(look_parts, x);
    return code;
}
