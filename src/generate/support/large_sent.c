#define OUT(n, type)                                                                     \
    room_for(scaled(n), type, 0), count_of(scaled(n)), type_of(scaled(n), type)
