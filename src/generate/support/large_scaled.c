/* A count, where messages are of another size. */
static long scaled(long n)
{
    return (long)ceil((double)n * message_scale);
}
