#define in(n, type) room_for(n, type, 1)
