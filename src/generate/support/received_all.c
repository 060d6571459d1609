#define IN_ALL(n, type, ranks)                                                           \
    room_for((long)scaled(n) * (ranks), type, 1), scaled(n), type
