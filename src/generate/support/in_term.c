/* Is r a sum of 0 .. iters - 1 strides of each dimension? dim: iters, stride, iters, .. */
static int in_term(long r, int ndims, const long *dim)
{
    if (ndims == 0)
        return r == 0;
    for (long i = 0; i < dim[0] && i * dim[1] <= r; i++)
        if (in_term(r - i * dim[1], ndims - 1, dim + 2))
            return 1;
    return 0;
}
