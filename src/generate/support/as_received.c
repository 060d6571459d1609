#define IN(n, type) room_for((int)(n), type, 1), (int)(n), type
