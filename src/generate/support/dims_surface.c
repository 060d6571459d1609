/* The box of p cells with the least surface. */
static void dims_surface(long p, long *dim)
{
    long best = 0;
    for (long x = 1; x * x <= p; x++)
        for (long y = x; p % x == 0 && y * y <= p / x; y++) {
            long z = p / x / y, half = x * y + x * z + y * z;
            if (p / x % y != 0 || (best && half >= best))
                continue;
            best = half;
            dim[0] = x;
            dim[1] = y;
            dim[2] = z;
        }
}
