#define OUT_ALL(n, type, q) room_for((long)(int)(n) * (q), type, 0), (int)(n), type
