#define latest(n) (posted + nposted - (n))
