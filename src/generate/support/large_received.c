#define IN(n, type)                                                                      \
    room_for(scaled(n), type, 1), count_of(scaled(n)), type_of(scaled(n), type)
