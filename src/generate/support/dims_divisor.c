/* The largest divisor of p up to its root, and the rest. */
static void dims_divisor(long p, long *dim)
{
    for (long q = 1; q * q <= p; q++)
        if (p % q == 0)
            dim[0] = q;
    dim[1] = p / dim[0];
}
