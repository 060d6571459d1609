#define OUT_ALL(n, type, q)                                                              \
    room_for(scaled(n) * (q), type, 0), count_of(scaled(n)), type_of(scaled(n), type)
