/* Room for messages, one for those that are sent and one for those that come. What is outgrown stays, since it may
 * be in use. OUT, IN .. are what a call says of a message: buffer, count and type. */
static void *room_for(long count, MPI_Datatype type, int receives)
{
    static char *room[2];
    static size_t size[2];
    MPI_Aint lb = 0, extent = 0;
    if (type != MPI_DATATYPE_NULL)
        MPI_Type_get_extent(type, &lb, &extent);
    size_t wanted = (size_t)(count * (extent < 0 ? -extent : extent)) + 64;
    if (wanted > size[receives]) {
        size[receives] = 2 * wanted;
        room[receives] = calloc(1, size[receives]);
    }
    return room[receives];
}
