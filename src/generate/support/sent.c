#define OUT(n, type) room_for(scaled(n), type, 0), scaled(n), type
