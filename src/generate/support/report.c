/* What took how long, in JSON: on all ranks together, but for their number. */
static void write_report(int argc, char **argv)
{
    double own[2 * PLACES + 3] = { MPI_Wtime() - began }, sum[2 * PLACES + 3], most[3];
    struct cost trip[64] = { { 0, 0, 0 } };
    char node[MPI_MAX_PROCESSOR_NAME] = "", *nodes = NULL;
    int n = nlines;
    (void)enter, (void)leave, (void)note_bytes, (void)mark;
    if (!report)
        return;
    for (int i = 0; i < PLACES; i++) {
        own[1] += own[2 * i + 3] = spent[i];
        own[2 * i + 4] = (double)times[i];
    }
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    own[2] = (double)usage.ru_maxrss * 1024;
    PMPI_Reduce(own, sum, 2 * PLACES + 3, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    PMPI_Reduce(own, most, 3, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    PMPI_Allreduce(&n, &nlines, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    at_line = realloc(at_line, (size_t)(nlines + 1) * sizeof *at_line);
    for (; n < nlines; n++)
        at_line[n] = (struct cost) { 0, 0, 0 };
    sum_costs(at_line, nlines);
    sum_costs(of_size, 64);
    sum_costs(of_region, REGIONS);
    if (pingpong > 0)
        measure_pingpong(of_size, trip);
    PMPI_Get_processor_name(node, &n);
    if (rank == 0)
        nodes = calloc((size_t)nranks, MPI_MAX_PROCESSOR_NAME);
    PMPI_Gather(node, MPI_MAX_PROCESSOR_NAME, MPI_CHAR, nodes, MPI_MAX_PROCESSOR_NAME,
                MPI_CHAR, 0, MPI_COMM_WORLD);
    FILE *file = rank == 0 ? fopen(report, "w") : NULL;
    if (rank == 0 && !file)
        perror(report);
    if (!file)
        return;
    fprintf(file, "{\n  \"ranks\": %d,\n  \"seconds\": %.9f,\n", nranks, most[0]);
    fprintf(file, "  \"T_comp_s\": %.9f,\n  \"T_comm_s\": %.9f,\n", sum[1] / nranks,
            (sum[0] - sum[1]) / nranks);
    fprintf(file, "  \"T_comp_most_s\": %.9f,\n  \"memory_most_bytes\": %.0f,\n", most[1],
            most[2]);
    put_setting(file, argc, argv, nodes);
    put_costs(file, "communication", "line", at_line, nlines);
    put_costs(file, "sizes", "bytes", of_size, 64);
    if (pingpong > 0)
        put_costs(file, "pingpong", "bytes", trip, 64);
    put_costs(file, "regions", "name", of_region, REGIONS);
    fprintf(file, "  \"computation\": [");
    for (int i = 0; i < PLACES; i++)
        fprintf(file, "%s\n    { \"line\": %ld, \"times\": %.0f, \"seconds\": %.9f }",
                i ? "," : "", line_of[i], sum[2 * i + 4], sum[2 * i + 3]);
    fprintf(file, "\n  ]\n}\n");
    fclose(file);
}
