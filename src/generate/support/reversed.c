/* The extents in the other order. */
static int reversed(int found, int n, long *dim)
{
    for (int i = 0; i < n / 2; i++) {
        long swap = dim[i];
        dim[i] = dim[n - 1 - i];
        dim[n - 1 - i] = swap;
    }
    return found;
}
