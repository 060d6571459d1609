static long max(long a, long b)
{
    return a > b ? a : b;
}
