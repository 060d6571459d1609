/* How many of n points are in the c-th of q parts whose ends are rounded down. */
#define cut(n, q, c) (((c) + 1) * (n) / (q) - (c) * (n) / (q))
