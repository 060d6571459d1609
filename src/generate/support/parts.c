/* Counts of the parts that a call has for each rank, and where these begin: of what is sent, and of what comes. Before the first
 * stands 0. */
static int *parts[4];
