/* How many of n things the c-th of q gets. */
static long block(long n, long q, long c)
{
    long rest = (n % q + q) % q;
    return (n - rest) / q + (c < rest);
}
