#define IN_ALL(n, type, q) room_for((long)(int)(n) * (q), type, 1), (int)(n), type
