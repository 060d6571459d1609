#define IN_ALL(n, type, q) room_for((long)scaled(n) * (q), type, 1), scaled(n), type
