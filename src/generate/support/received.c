#define IN(n, type) in(n, type), n, type
