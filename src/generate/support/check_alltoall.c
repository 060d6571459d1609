static int check_NAME(const void *given, SCOUNTS, MPI_Datatype type, void *room, RCOUNTS,
                      MPI_Datatype rtype, MPI_Comm comm REQUEST_PARAMETER)
{
    struct exchange *x = exchange(comm, 1);
    int in_place = given == MPI_IN_PLACE;
    if (!in_place)
        given = send_parts(x, x->size, SEACH, type);
    room = receive_parts(x, x->size, 0, EACH, rtype, in_place);
    int code = MPI_NAME(given, SLIST, type, room, RLIST, rtype, comm REQUEST);
    END(look_parts, x);
    return code;
}
