/* A count, where messages are of another size. */
static int scaled(long n)
{
    return (int)ceil((double)n * message_scale);
}
