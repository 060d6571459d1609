/* Counts of the parts that a call has for each rank, and where these begin: of what is sent, and of what comes. Before the first
 * stands 0. */
static int *parts[4];

/* Part e is n. Returns where it ends. */
static long part(int which, int e, long n)
{
    parts[which][e] = (int)n;
    parts[which + 1][e] = parts[which + 1][e - 1] + parts[which][e - 1];
    return (long)parts[which + 1][e] + parts[which][e];
}
