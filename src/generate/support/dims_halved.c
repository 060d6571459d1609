/* A power of two, each factor of which goes to the axis whose turn it is: the digits of `turns`, the last n of which come
 * over and over. */
static int dims_halved(long p, const char *turns, int n, long *dim)
{
    int last = (int)strlen(turns);
    if ((p & (p - 1)) != 0)
        return 0;
    for (int i = 0; i < n; i++)
        dim[i] = 1;
    for (int i = 0; p > 1; p /= 2, i = i + 1 < last ? i + 1 : last - n)
        dim[turns[i] - '1'] *= 2;
    return 1;
}
