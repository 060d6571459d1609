/* What took how long, in JSON: on all ranks together, but for their number. */
static void write_report(void)
{
    double own[2 * PLACES + 3] = { MPI_Wtime() - began }, sum[2 * PLACES + 3], most[2];
    if (!report)
        return;
    for (int i = 0; i < PLACES; i++) {
        own[1] += own[2 * i + 3] = spent[i];
        own[2 * i + 4] = (double)times[i];
    }
    PMPI_Reduce(own, sum, 2 * PLACES + 3, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    PMPI_Reduce(own, most, 2, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    FILE *file = rank == 0 ? fopen(report, "w") : NULL;
    if (rank == 0 && !file)
        perror(report);
    if (!file)
        return;
    fprintf(file, "{\n  \"ranks\": %d,\n  \"seconds\": %.9f,\n", nranks, most[0]);
    fprintf(file, "  \"T_comp_s\": %.9f,\n  \"T_comm_s\": %.9f,\n", sum[1] / nranks,
            (sum[0] - sum[1]) / nranks);
    fprintf(file, "  \"T_comp_most_s\": %.9f,\n  \"computation\": [", most[1]);
    for (int i = 0; i < PLACES; i++)
        fprintf(file, "%s\n    { \"line\": %ld, \"times\": %.0f, \"seconds\": %.9f }",
                i ? "," : "", line_of[i], sum[2 * i + 4], sum[2 * i + 3]);
    fprintf(file, "\n  ]\n}\n");
    fclose(file);
}
