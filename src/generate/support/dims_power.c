/* The same extent on each of k axes. */
static int dims_power(long p, int k, long *dim)
{
    long q = root(p, k), power = 1;
    for (int i = 0; i < k; i++)
        power *= dim[i] = q;
    return power == p;
}
