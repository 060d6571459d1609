/* A message that is sent or received, in memory of its own. */
struct letter {
    char *room;
    long count, number;
    MPI_Datatype type;
    MPI_Comm comm;
    int peer, tag, line, receives, persists, is_active;
};

static struct letter *letter(long count, MPI_Datatype type, int peer, int tag,
                             MPI_Comm comm, int receives)
{
    struct letter *of = malloc(sizeof *of);
    MPI_Aint lb, extent;
    PMPI_Type_get_extent(type, &lb, &extent);
    char *room = calloc(1, (size_t)(2 * count * labs(extent)) + 64);
    *of = (struct letter) { room, count, 0, type, comm, peer, tag, line, receives, 0, 0 };
    return of;
}

/* From when it is sent, or waited for. Behind receives from anybody, and cancelled ones, numbers are not known. */
static int unnumbered;

static struct letter *start(struct letter *of)
{
    int own;
    unnumbered |= of->receives && (of->peer == MPI_ANY_SOURCE || of->tag == MPI_ANY_TAG);
    of->number = unnumbered && of->receives
                     ? -1
                     : next_number(of->comm, of->peer, of->tag, of->receives);
    of->is_active = 1;
    PMPI_Comm_rank(of->comm, &own);
    if (!of->receives && of->peer >= 0)
        carry(of->room, of->count, of->type, carries(own, of->tag), of->number);
    return of;
}

static void look(void *at, const MPI_Status *status)
{
    struct letter *of = at;
    int n = 0, from = of->receives ? status->MPI_SOURCE : -1;
    if (of->is_active && from >= 0)
        PMPI_Get_count(status, of->type, &n);
    long first =
        n > 0 ? differs(of->room, n, of->type, carries(from, status->MPI_TAG), of->number)
              : -1;
    if (first >= 0)
        say_wrong(of->line, from, "byte", first);
    of->is_active = 0;
    if (!of->persists) {
        free(of->room);
        free(of);
    }
}
