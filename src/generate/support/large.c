/* Counts of MPI's calls are int. More elements are one of a type that has them all, in blocks of that many; the 16 latest such types stay. */
#ifndef LARGEST_COUNT
#define LARGEST_COUNT INT_MAX
#endif
#define count_of(n) ((n) > LARGEST_COUNT ? 1 : (int)(n))

static inline MPI_Datatype type_of(long n, MPI_Datatype type)
{
    static struct {
        long n;
        MPI_Datatype of, made;
    } known[16];
    static unsigned next;
    MPI_Datatype block, part[2];
    MPI_Aint lb, extent;
    if (n <= LARGEST_COUNT)
        return type;
    for (int i = 0; i < 16; i++)
        if (known[i].n == n && known[i].of == type)
            return known[i].made;
    MPI_Datatype *made = &known[next % 16].made;
    if (known[next % 16].n > 0)
        MPI_Type_free(made);
    MPI_Type_get_extent(type, &lb, &extent);
    MPI_Type_contiguous(LARGEST_COUNT, type, &block);
    MPI_Type_contiguous((int)(n / LARGEST_COUNT), block, &part[0]);
    MPI_Type_contiguous((int)(n % LARGEST_COUNT), type, &part[1]);
    MPI_Type_create_struct(2, (int[]) { 1, 1 },
                           (MPI_Aint[]) { 0, n / LARGEST_COUNT * LARGEST_COUNT * extent },
                           part, made);
    MPI_Type_commit(made);
    MPI_Type_free(&block);
    MPI_Type_free(&part[0]);
    MPI_Type_free(&part[1]);
    known[next % 16].n = n;
    known[next % 16].of = type;
    return known[next++ % 16].made;
}

/* Where no type can stand in: numbers that are reduced, and lists of counts. */
static inline int limited(long n)
{
    if (n > LARGEST_COUNT) {
        fprintf(stderr, "%ld elements are more than MPI's counts\n", n);
        PMPI_Abort(MPI_COMM_WORLD, 2);
    }
    return (int)n;
}
