/* How many of n things the c-th of q gets. */
#define block(n, q, c) ((n) / (q) + ((c) < (n) % (q)))
