/* Numbers that are reduced: small whole ones, by rank and place. The sum, the greatest and the least of n ranks are known. */
struct reduction {
    char *out, *in;
    MPI_Datatype type;
    long first, n;
    int ranks, own, how, line;
};

static int is_any_of(MPI_Datatype type, int n, const MPI_Datatype *list)
{
    while (n > 0 && list[n - 1] != type)
        n--;
    return n > 0;
}

/* i, l: whole numbers of 4 and 8 bytes; f, d: others; 0 where it is none of these. */
static int kind_of(MPI_Datatype type)
{
    MPI_Datatype whole[] = { MPI_INT,      MPI_UNSIGNED,  MPI_INT32_T,       MPI_UINT32_T,
                             MPI_LONG,     MPI_LONG_LONG, MPI_UNSIGNED_LONG, MPI_INT64_T,
                             MPI_UINT64_T, MPI_INTEGER };
    MPI_Datatype real[] = { MPI_FLOAT, MPI_DOUBLE, MPI_REAL, MPI_DOUBLE_PRECISION };
    int size;
    PMPI_Type_size(type, &size);
    if (size != 4 && size != 8)
        return 0;
    return is_any_of(type, sizeof whole / sizeof *whole, whole) ? (size == 4 ? 'i' : 'l')
           : is_any_of(type, sizeof real / sizeof *real, real)  ? (size == 4 ? 'f' : 'd')
                                                                : 0;
}

static double number_at(char *room, int kind, long e, const double *value)
{
    int *whole = (int *)room + e;
    int64_t *longer = (int64_t *)room + e;
    float *real = (float *)room + e;
    double *doubled = (double *)room + e;
    if (value && kind == 'i')
        *whole = (int)*value;
    else if (value && kind == 'l')
        *longer = (int64_t)*value;
    else if (value && kind == 'f')
        *real = (float)*value;
    else if (value)
        *doubled = *value;
    return kind == 'i'   ? *whole
           : kind == 'l' ? (double)*longer
           : kind == 'f' ? *real
                         : *doubled;
}

/* The whole buffers are of n elements; results begin with element `first` of them. */
static struct reduction *reduction(const void *given, long n, MPI_Datatype type,
                                   MPI_Op op, MPI_Comm comm)
{
    struct reduction *of = calloc(1, sizeof *of);
    int kind = kind_of(type);
    MPI_Aint lb, extent;
    PMPI_Type_get_extent(type, &lb, &extent);
    PMPI_Comm_rank(comm, &of->own);
    PMPI_Comm_size(comm, &of->ranks);
    of->out = calloc(2, (size_t)(n * labs(extent)) + 64);
    of->in = calloc(2, (size_t)(n * labs(extent)) + 64);
    of->type = type;
    of->line = line;
    of->how = op == MPI_SUM ? '+' : op == MPI_MAX ? '>' : op == MPI_MIN ? '<' : 0;
    for (long e = 0; kind && e < n; e++) {
        double value = (double)(e % 100 + of->own % 16);
        number_at(given == MPI_IN_PLACE ? of->in : of->out, kind, e, &value);
    }
    return of;
}

static void look_numbers(void *reduction, const MPI_Status *status)
{
    struct reduction *of = reduction;
    int kind = of->how ? kind_of(of->type) : 0;
    double sum = 0;
    (void)status;
    for (int r = 0; r < of->ranks; r++)
        sum += r % 16;
    for (long e = 0; kind && of->ranks > 0 && e < of->n; e++) {
        double place = (double)((of->first + e) % 100);
        double greatest = place + (of->ranks > 16 ? 15 : of->ranks - 1);
        double expected = of->how == '+'   ? of->ranks * place + sum
                          : of->how == '>' ? greatest
                                           : place;
        if (number_at(of->in, kind, e, NULL) != expected) {
            say_wrong(of->line, of->own, "what was reduced, number", e);
            break;
        }
    }
    free(of->out);
    free(of->in);
    free(of);
}
