#define OUT_IN(n, type) out(scaled(n), type), IN(n, type)
