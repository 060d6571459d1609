/* What a collective operation brings to a rank: a part from each of n. What goes to each alone is another for each. */
struct parts {
    char *room;
    MPI_Datatype type;
    int n, first;
    long *count, *begin;
};

struct exchange {
    struct parts out, in;
    int own, size, alone, line;
    long number;
};

static struct exchange *exchange(MPI_Comm comm, int alone)
{
    struct exchange *x = calloc(1, sizeof *x);
    PMPI_Comm_rank(comm, &x->own);
    PMPI_Comm_size(comm, &x->size);
    x->alone = alone;
    x->line = line;
    x->number = next_number(comm, -1, -1, 0);
    return x;
}

/* Parts of so many elements, one behind the other, or as the lists say. */
static void make_parts(struct parts *of, int n, int first, long each, const int *count,
                       const int *begin, MPI_Datatype type)
{
    long end = 0;
    MPI_Aint lb, extent;
    PMPI_Type_get_extent(type, &lb, &extent);
    *of = (struct parts) { NULL,
                           type,
                           n,
                           first,
                           malloc((size_t)(n + 1) * sizeof(long)),
                           malloc((size_t)(n + 1) * sizeof(long)) };
    for (int k = 0; k < n; k++) {
        of->count[k] = count ? count[k] : each;
        of->begin[k] = begin ? begin[k] : k * each;
        if (of->begin[k] + of->count[k] > end)
            end = of->begin[k] + of->count[k];
    }
    of->room = calloc(1, (size_t)(2 * end * labs(extent)) + 64);
}

static char *part_at(const struct parts *of, int k)
{
    MPI_Aint lb, extent;
    PMPI_Type_get_extent(of->type, &lb, &extent);
    return of->room + of->begin[k] * extent;
}

/* Writes what the own rank sends as part k. */
static void carry_part(const struct exchange *x, const struct parts *of, int k)
{
    carry(part_at(of, k), of->count[k], of->type, carries(x->own, x->alone ? k : -1),
          x->number);
}

static void *receive_parts(struct exchange *x, int n, int first, long each,
                           const int *count, const int *begin, MPI_Datatype type,
                           int in_place)
{
    make_parts(&x->in, n, first, each, count, begin, type);
    for (int k = 0; in_place && k < n; k++)
        if (x->alone || first + k == x->own)
            carry_part(x, &x->in, k);
    return x->in.room;
}

static void look_parts(void *exchange, const MPI_Status *status)
{
    struct exchange *x = exchange;
    (void)status;
    for (int k = 0; k < x->in.n; k++) {
        int from = x->in.first + k;
        long at = differs(part_at(&x->in, k), x->in.count[k], x->in.type,
                          carries(from, x->alone ? x->own : -1), x->number);
        if (at >= 0)
            say_wrong(x->line, from, "byte", at);
    }
    struct parts *all[] = { &x->out, &x->in };
    for (int i = 0; i < 2; i++) {
        free(all[i]->room);
        free(all[i]->count);
        free(all[i]->begin);
    }
    free(x);
}
