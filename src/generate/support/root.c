/* The largest q for which q to the power k is at most n. */
static long root(long n, int k)
{
    long q = 1;
    while (pow(q + 1, k) <= n)
        q++;
    return q;
}
