/* The largest divisor of p up to its root, and the rest. */
static int dims_divisor(long p, long *dim)
{
    for (dim[0] = root(p, 2); p % dim[0] != 0;)
        dim[0]--;
    dim[1] = p / dim[0];
    return 1;
}
