#define OUT_IN(n, type) room_for((int)(n), type, 0), IN(n, type)
