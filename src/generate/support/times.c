/* How long calls take: by the line of the program, by twice as large messages each, and in the regions that are open. */
struct cost {
    double calls, seconds, bytes;
};
static struct cost *at_line, of_size[64], of_region[REGIONS + 1];
static int line, nlines, open_regions[16], nopen_regions;
static double entered, largest, region_began[16], region_computed[16];

static void enter(int at)
{
    line = at;
    largest = 0;
    if (report)
        entered = MPI_Wtime();
}

static void add_cost(struct cost *to, double seconds)
{
    to->calls++;
    to->seconds += seconds;
    to->bytes += largest;
}

static int leave(int code)
{
    double seconds = report ? MPI_Wtime() - entered : 0;
    if (!report)
        return code;
    if (line >= nlines) {
        at_line = realloc(at_line, (size_t)(2 * line) * sizeof *at_line);
        for (; nlines < 2 * line; nlines++)
            at_line[nlines] = (struct cost) { 0, 0, 0 };
    }
    add_cost(&at_line[line], seconds);
    if (largest > 0)
        add_cost(&of_size[ilogb(largest)], seconds);
    return code;
}

/* A call has a buffer of so many elements. */
static void note_bytes(double count, MPI_Datatype type)
{
    int size = 0;
    if (report && type != MPI_DATATYPE_NULL)
        PMPI_Type_size(type, &size);
    largest = fmax(largest, count * size);
}

static double computed(void)
{
    double sum = 0;
    for (int i = 0; i < PLACES; i++)
        sum += spent[i];
    return sum;
}

/* The marks of regions, which MPI ignores. What is in several is told of each. */
static int mark(int level, const char *name)
{
    int k = 0, n = nopen_regions - 1;
    while (k < REGIONS && strcmp(region_name[k], name) != 0)
        k++;
    if (report && level == 1507001 && n < 15) {
        open_regions[++n] = k;
        region_began[n] = MPI_Wtime();
        region_computed[n] = computed();
        nopen_regions++;
    } else if (report && level == 1507002 && n >= 0 && open_regions[n] == k) {
        nopen_regions--;
        of_region[k].calls++;
        of_region[k].seconds += MPI_Wtime() - region_began[n];
        of_region[k].bytes += computed() - region_computed[n];
    }
    return MPI_Pcontrol(level, name);
}
