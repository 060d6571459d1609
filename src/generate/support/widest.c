/* The bytes of the largest message so far, and of one more. */
static long widest(long bytes, long count, MPI_Datatype type)
{
    MPI_Aint lb, extent;
    MPI_Type_get_extent(type, &lb, &extent);
    return count * labs(extent) > bytes ? count * labs(extent) : bytes;
}
