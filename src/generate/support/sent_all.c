#define OUT_ALL(n, type, ranks) out((long)(n) * (ranks), type), n, type
