/* The largest k for which base to the power k is at most x. */
static long logarithm(long base, long x)
{
    long k = 0;
    for (; x >= base; x /= base)
        k++;
    return k;
}
