#define OUT_IN(n, type) out(n, type), in(n, type), n, type
