/* A delay of up to a tenth of a millisecond, another one each time. */
static int delay(void)
{
    static uint64_t n;
    uint64_t h = mixed(mixed((uint64_t)jitter << 32 | (uint32_t)rank) + ++n);
    if (jitter > 0)
        nap((double)(h >> 11) * 1e-20);
    return 0;
}

#define room_for(count, type, receives)                                                  \
    (delay(), note_bytes((double)(count), type), room_for(count, type, receives))
#define post() (delay(), post())
#define latest(n) (delay(), latest(n))
#define MPI_Barrier(comm) (delay(), MPI_Barrier(comm))
