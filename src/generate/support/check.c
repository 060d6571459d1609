/* --check: what was received wrong, and the line of the call that is made. */
static long wrong;
static int line;

static void say_wrong(int of, int from, const char *what, long at)
{
    if (wrong++ < 100)
        fprintf(stderr, "rank %d, line %d: %s %ld from rank %d is wrong\n", rank, of,
                what, at, from);
}
