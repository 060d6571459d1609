static int check_NAME(const void *given, void *room, int count, MPI_Datatype type,
                      MPI_Op op, int root, MPI_Comm comm REQUEST_PARAMETER)
{
    struct reduction *of = reduction(given, count, type, op, comm);
    (void)room;
    of->n = of->own == root ? count : 0;
    int code = MPI_NAME(given == MPI_IN_PLACE ? given : of->out, of->in, count, type, op,
                        root, comm REQUEST);
    END(look_numbers, of);
    return code;
}
