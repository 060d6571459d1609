/* So many layers of squares. */
static int dims_layers(long p, long layers, long *dim)
{
    dim[0] = dim[1] = root(p / layers, 2);
    dim[2] = layers;
    return dim[0] * dim[1] * layers == p;
}
