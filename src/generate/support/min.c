static long min(long a, long b)
{
    return a < b ? a : b;
}
