/* Lists of types that a call takes. */
static MPI_Datatype *type_list(int which, int n)
{
    static MPI_Datatype *list[2];
    static int room[2];
    if (n > room[which]) {
        room[which] = 2 * n;
        list[which] = realloc(list[which], sizeof(MPI_Datatype) * (size_t)room[which]);
    }
    return list[which];
}
