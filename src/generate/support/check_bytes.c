/* What messages carry: bytes by their sender, whom or what tag they are for, their number, and the place. */
static uint64_t carries(int from, int to)
{
    return mixed((uint64_t)(uint32_t)from << 32 | (uint32_t)to);
}

static unsigned char byte_of(uint64_t what, long number, long k)
{
    return (unsigned char)((mixed(what + (uint64_t)k / 8) >> k % 8 * 8) +
                           (uint64_t)number);
}

/* Elements are looked at several at once. */
static long piece_of(MPI_Datatype type, int *size, MPI_Aint *extent)
{
    MPI_Aint lb;
    PMPI_Type_size(type, size);
    PMPI_Type_get_extent(type, &lb, extent);
    return 65536 / (*size + 1) + 1;
}

static void carry(char *room, long count, MPI_Datatype type, uint64_t what, long number)
{
    int size, position;
    MPI_Aint extent;
    long piece = piece_of(type, &size, &extent), k = 0;
    char *bytes = malloc((size_t)(piece * size + 1));
    for (long e = 0; e < count; e += piece) {
        int n = (int)(piece < count - e ? piece : count - e);
        for (int i = 0; i < n * size; i++)
            bytes[i] = (char)byte_of(what, number, k++);
        position = 0;
        PMPI_Unpack(bytes, n * size, &position, room + e * extent, n, type,
                    MPI_COMM_SELF);
    }
    free(bytes);
}

/* The first byte that is another, or -1. Any number will do where it is below 0. */
static long differs(char *room, long count, MPI_Datatype type, uint64_t what, long number)
{
    int size, position;
    MPI_Aint extent;
    long piece = piece_of(type, &size, &extent), k = 0, at = -1;
    char *bytes = malloc((size_t)(piece * size + 1));
    for (long e = 0; e < count && at < 0; e += piece) {
        int n = (int)(piece < count - e ? piece : count - e);
        position = 0;
        PMPI_Pack(room + e * extent, n, type, bytes, n * size, &position, MPI_COMM_SELF);
        if (number < 0 && size > 0)
            number = (unsigned char)(*bytes - byte_of(what, 0, 0));
        for (int i = 0; i < n * size && at < 0; i++, k++)
            if ((unsigned char)bytes[i] != byte_of(what, number, k))
                at = k;
    }
    free(bytes);
    return at;
}

/* How many messages there were from here to there with that tag, or from there to here. */
static struct channel {
    MPI_Comm comm;
    int peer, tag, receives;
    long number;
} * channel;
static int nchannels;

static long next_number(MPI_Comm comm, int peer, int tag, int receives)
{
    int i = 0;
    while (i < nchannels && (channel[i].comm != comm || channel[i].peer != peer ||
                             channel[i].tag != tag || channel[i].receives != receives))
        i++;
    if (i == nchannels) {
        channel = realloc(channel, (size_t)++nchannels * sizeof *channel);
        channel[i] = (struct channel) { comm, peer, tag, receives, 0 };
    }
    return channel[i].number++;
}
