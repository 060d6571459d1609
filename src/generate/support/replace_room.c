/* Room for so many elements; what is given to free(), too. */
static void *room_to_reduce(int count, MPI_Datatype type, void **ret_room)
{
    MPI_Aint lb, extent, low, size;
    PMPI_Type_get_extent(type, &lb, &extent);
    PMPI_Type_get_true_extent(type, &low, &size);
    *ret_room = calloc(1, (size_t)(size + (count > 0 ? count - 1 : 0) * extent) + 1);
    return (char *)*ret_room - low;
}
