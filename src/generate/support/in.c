static void *in(long count, MPI_Datatype type)
{
    return room_for(count, type, 1);
}
