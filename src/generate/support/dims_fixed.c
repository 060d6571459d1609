/* One extent is given. */
static int dims_fixed(long p, long extent, long *dim)
{
    dim[0] = extent;
    dim[1] = p / extent;
    return p % extent == 0;
}
