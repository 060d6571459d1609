#define IN_ALL(n, type, ranks) in((long)(n) * (ranks), type), n, type
