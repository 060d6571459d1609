/* Is r a sum of 0 .. iters - 1 strides of each dimension? dim: iters, stride, iters, .. */
static int in_term(long r, int ndims, const long *dim)
{
    long reach = 0; /* of the dimensions behind the first */
    if (ndims == 0)
        return r == 0;
    for (int d = 1; d < ndims; d++)
        reach += (dim[2 * d] - 1) * dim[2 * d + 1];
    long i = dim[1] > 0 && r / dim[1] < dim[0] ? r / dim[1] : dim[0] - 1;
    for (; i >= 0 && r >= i * dim[1] && r - i * dim[1] <= reach; i--)
        if (in_term(r - i * dim[1], ndims - 1, dim + 2))
            return 1;
    return 0;
}
