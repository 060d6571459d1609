/* The largest q for which q to the power k is at most n. */
static long root(long n, int k)
{
    long q = 1;
    for (;; q++) {
        long left = n;
        for (int i = 0; i < k; i++)
            left /= q + 1;
        if (left == 0)
            return q;
    }
}
