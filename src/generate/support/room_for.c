/* Room for messages, one for those that are sent and one for those that come. What is outgrown stays, since it may
 * be in use. OUT, IN .. are what a call says of a message: buffer, count and type. */
static void *room_for(long count, MPI_Datatype type, int receives)
{
    static char *room[2];
    static size_t size[2];
    MPI_Aint lb, extent;
    MPI_Type_get_extent(type == MPI_DATATYPE_NULL ? MPI_BYTE : type, &lb, &extent);
    if ((size_t)(count * labs(extent)) >= size[receives]) {
        size[receives] += (size_t)(count * labs(extent)) + 64;
        room[receives] = calloc(1, size[receives]);
    }
    return room[receives];
}
