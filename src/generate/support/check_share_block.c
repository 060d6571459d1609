static int check_NAME(const void *given, void *room, int count, MPI_Datatype type,
                      MPI_Op op, MPI_Comm comm REQUEST_PARAMETER)
{
    int size;
    PMPI_Comm_size(comm, &size);
    struct reduction *of = reduction(given, (long)count * size, type, op, comm);
    (void)room;
    of->first = (long)count * of->own;
    of->n = count;
    int code = MPI_NAME(given == MPI_IN_PLACE ? given : of->out, of->in, count, type, op,
                        comm REQUEST);
    END(look_numbers, of);
    return code;
}
