/* How many of n things the c-th of q gets. */
static long block(long n, long q, long c)
{
    return n / q + (c < n % q);
}
