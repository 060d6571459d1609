#define IN(n, type) room_for(scaled(n), type, 1), scaled(n), type
