#define OUT_IN(n, type) room_for(scaled(n), type, 0), IN(n, type)
