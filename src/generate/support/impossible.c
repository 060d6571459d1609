/* There is no such grid of n ranks: says which numbers near it have one. */
static void impossible(long n, int (*dims)(long, long *))
{
    char why[128];
    long dim[8], below = n - 1, above = n + 1;
    while (below > 1 && !dims(below, dim))
        below--;
    while (above < 4 * n && !dims(above, dim))
        above++;
    snprintf(why, sizeof why,
             "no process grid of %ld ranks; the nearest have %ld and %ld", n, below,
             above);
    if (n == nranks)
        stop(why);
    fprintf(stderr, "%s\n", why); /* a part of the ranks alone */
    MPI_Abort(MPI_COMM_WORLD, 1);
}
