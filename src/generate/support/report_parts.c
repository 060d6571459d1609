/* A string of JSON. */
static void put_string(FILE *file, const char *text)
{
    fputc('"', file);
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == '"' || *text == '\\')
            fprintf(file, "\\u%04x", (unsigned char)*text);
        else
            fputc(*text, file);
    fputc('"', file);
}

/* What costs on all ranks together, by what they have in common. */
static void put_costs(FILE *file, const char *what, const char *key,
                      const struct cost *of, int n)
{
    const char *between = "";
    fprintf(file, "  \"%s\": [", what);
    for (int i = 0; i < n; i++) {
        if (of[i].calls == 0)
            continue;
        fprintf(file, "%s\n    { ", between);
        between = ",";
        if (*key == 'n') {
            fprintf(file, "\"name\": ");
            put_string(file, region_name[i]);
            fprintf(file, ", \"T_comp_s\": %.9f", of[i].bytes);
        } else if (*key == 'l') {
            fprintf(file, "\"line\": %d, \"bytes\": %.0f", i, of[i].bytes);
        } else {
            fprintf(file, "\"bytes\": %.0f", of[i].bytes / of[i].calls);
        }
        fprintf(file, ", \"times\": %.0f, \"seconds\": %.9f }", of[i].calls,
                of[i].seconds);
    }
    fprintf(file, "\n  ],\n");
}

/* The nodes of ranks that follow one another, from all their names. */
static void put_placement(FILE *file, const char *name)
{
    int first = 0;
    fprintf(file, "  \"placement\": [");
    for (int r = 1; r <= nranks; r++) {
        const char *node = name + (size_t)first * MPI_MAX_PROCESSOR_NAME;
        if (r < nranks && strcmp(node, name + (size_t)r * MPI_MAX_PROCESSOR_NAME) == 0)
            continue;
        fprintf(file, "%s\n    { \"node\": ", first ? "," : "");
        put_string(file, node);
        fprintf(file, ", \"first_rank\": %d, \"ranks\": %d }", first, r - first);
        first = r;
    }
    fprintf(file, "\n  ],\n");
}

static void put_setting(FILE *file, int argc, char **argv, const char *nodes)
{
    char version[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    int n;
    PMPI_Get_library_version(version, &n);
    fprintf(file, "  \"model\": \"%s\",\n  \"build\": ", model);
    put_string(file, build);
    fprintf(file, ",\n  \"mpi\": ");
    put_string(file, version);
    fprintf(file, ",\n  \"arguments\": [");
    for (int i = 1; i < argc; i++) {
        fprintf(file, "%s", i > 1 ? ", " : "");
        put_string(file, argv[i]);
    }
    fprintf(file, "],\n");
    put_placement(file, nodes);
}

/* Sums over all ranks. */
static void sum_costs(struct cost *of, int n)
{
    struct cost *sum = calloc((size_t)n + 1, sizeof *sum);
    PMPI_Allreduce(of, sum, 3 * n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    memcpy(of, sum, (size_t)n * sizeof *of);
    free(sum);
}
