#define IN_ALL(n, type, ranks) in((long)scaled(n) * (ranks), type), scaled(n), type
