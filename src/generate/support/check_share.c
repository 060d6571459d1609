static int check_NAME(const void *given, void *room, const int *count, MPI_Datatype type,
                      MPI_Op op, MPI_Comm comm REQUEST_PARAMETER)
{
    int size, own;
    long n = 0, first = 0;
    PMPI_Comm_size(comm, &size);
    PMPI_Comm_rank(comm, &own);
    for (int r = 0; r < size; r++) {
        first += r < own ? count[r] : 0;
        n += count[r];
    }
    struct reduction *of = reduction(given, n, type, op, comm);
    (void)room;
    of->first = first;
    of->n = count[own];
    int code = MPI_NAME(given == MPI_IN_PLACE ? given : of->out, of->in, count, type, op,
                        comm REQUEST);
    END(look_numbers, of);
    return code;
}
