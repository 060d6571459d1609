#define OUT(n, type) out(scaled(n), type), scaled(n), type
