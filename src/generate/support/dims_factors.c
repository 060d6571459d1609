/* Prime factors, the largest first, each to the smallest of n extents; these in ascending order. With `square`, that of the
 * largest odd prime stays whole if no other factor is as large, as in simulated runs. */
static int dims_factors(long p, int n, int square, long *dim)
{
    long factor[64];
    int k = 0;
    for (long d = 2; p > 1; d = d * d > p ? p : d + 1)
        for (; p % d == 0; p /= d)
            factor[k++] = d;
    if (square && k > 1 && factor[k - 1] > 2 && factor[k - 2] == factor[k - 1] &&
        (k == 2 || factor[k - 3] != factor[k - 1])) {
        factor[k - 2] *= factor[k - 1];
        k--;
    }
    for (int i = 0; i < n; i++)
        dim[i] = 1;
    while (k > 0) {
        int least = 0;
        for (int i = 1; i < n; i++)
            if (dim[i] < dim[least])
                least = i;
        dim[least] *= factor[--k];
    }
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && dim[j] < dim[j - 1]; j--) {
            long swap = dim[j];
            dim[j] = dim[j - 1];
            dim[j - 1] = swap;
        }
    return 1;
}
