#define modulo(a, b) (((a) % (b) + (b)) % (b))
