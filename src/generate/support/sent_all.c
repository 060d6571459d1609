#define OUT_ALL(n, type, ranks) out((long)scaled(n) * (ranks), type), scaled(n), type
