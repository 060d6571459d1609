/* The largest k for which 2 to the power k is at most n. */
#define lg(n) ((long)ilogb(n))
