/* Lists of types that a call takes. */
static MPI_Datatype *type_list(int which, int n)
{
    static MPI_Datatype *list[2];
    static int capacity[2];
    if (n > capacity[which])
        list[which] = realloc(list[which],
                              (size_t)(capacity[which] = 2 * n) * sizeof(MPI_Datatype));
    return list[which];
}
