#define out(n, type) room_for(n, type, 0)
