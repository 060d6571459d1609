#define scaled(n) (int)(n)
