/* What a rank has for or from each rank: so many each, as far apart, or counts and where they begin. */
struct row {
    const void *room;
    int count, apart;
    const int *counts, *begins;
    MPI_Datatype type;
};

static void *part_of(const struct row *row, int of, int *ret_count)
{
    MPI_Aint lb, extent;
    PMPI_Type_get_extent(row->type, &lb, &extent);
    *ret_count = row->counts ? row->counts[of] : row->count;
    return (char *)row->room +
           extent * (row->begins ? row->begins[of] : (MPI_Aint)of * row->apart);
}

/* How many messages at a time. */
static int at_a_time(const char *how, int all)
{
    return *how == 'p' ? 1 : *how == 'g' ? 32 : all;
}
