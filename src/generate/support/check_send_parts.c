static void *send_parts(struct exchange *x, int n, long each, const int *count,
                        const int *begin, MPI_Datatype type)
{
    make_parts(&x->out, n, x->own, each, count, begin, type);
    for (int k = 0; k < n; k++)
        carry_part(x, &x->out, k);
    return x->out.room;
}
