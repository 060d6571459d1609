/* A power of two: its exponent is shared by k axes, each of which takes its part of what is left. */
static int dims_two(long p, int k, long *dim)
{
    int left = 0;
    while (1L << left < p)
        left++;
    for (int i = 0, part; i < k; i++, left -= part)
        dim[i] = 1L << (part = left / (k - i));
    return (p & (p - 1)) == 0;
}
