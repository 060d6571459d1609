#define OUT_IN(n, type)                                                                  \
    room_for(scaled(n), type, 0), room_for(scaled(n), type, 1), limited(scaled(n)), type
