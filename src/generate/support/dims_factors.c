/* Prime factors, the largest first, each to the smallest of n extents; these in ascending order. */
static void dims_factors(long p, int n, long *dim)
{
    long factor[64];
    int k = 0;
    for (long d = 2; p > 1; d = d * d > p ? p : d + 1)
        for (; p % d == 0; p /= d)
            factor[k++] = d;
    for (int i = 0; i < n; i++)
        dim[i] = 1;
    while (k > 0) {
        long more = dim[0] * factor[--k], i = 0;
        for (; i + 1 < n && dim[i + 1] < more; i++)
            dim[i] = dim[i + 1];
        dim[i] = more;
    }
}
