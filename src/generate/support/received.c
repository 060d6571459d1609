#define IN(n, type) in(scaled(n), type), scaled(n), type
