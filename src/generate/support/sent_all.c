#define OUT_ALL(n, type, ranks)                                                          \
    room_for((long)scaled(n) * (ranks), type, 0), scaled(n), type
