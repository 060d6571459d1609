#define scaled(n) (long)(n)
