#define OUT_ALL(n, type, q) room_for((long)scaled(n) * (q), type, 0), scaled(n), type
