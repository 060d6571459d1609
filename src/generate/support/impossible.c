/* There is no such grid of n ranks: says which numbers near it have one. */
static void impossible(long n, int (*dims)(long, long *))
{
    long dim[8], below = n - 1, above = n + 1;
    while (below > 1 && !dims(below, dim))
        below--;
    while (above < 4 * n && !dims(above, dim))
        above++;
    if (rank == 0)
        fprintf(stderr, "no process grid of %ld ranks; the nearest have %ld and %ld\n", n,
                below, above);
    MPI_Finalize();
    exit(1);
}
