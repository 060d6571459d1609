#define OUT(n, type) room_for((int)(n), type, 0), (int)(n), type
