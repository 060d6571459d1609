#define OUT(n, type) out(n, type), n, type
