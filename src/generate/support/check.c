/* --check: what was received wrong. */
static long wrong;

static void say_wrong(int of, int from, const char *what, long at)
{
    if (wrong++ < 100)
        fprintf(stderr, "rank %d, line %d: %s %ld from rank %d is wrong\n", rank, of,
                what, at, from);
}
