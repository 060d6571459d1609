/* --sweep: the program again and again, with ever less computation, messages of other sizes, or other ways of an Alltoall: how
 * long each takes, as CSV. */
static int goes_on(void)
{
    static const double compute[] = { 1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0 };
    static const double message[] = { 1, 0.1, 0.25, 0.5, 4, 16, 64, 256 };
    static const char *const way[] = { "alltoall", "alltoall=isend", "alltoall=pairwise",
                                       "alltoall=grouped" };
    static int at;
    int kind = sweep ? *sweep : 0, n = kind == 'c' ? 11 : kind == 'm' ? 8 : kind ? 4 : 0;
    double own[2] = { MPI_Wtime() - run_began, computed() - run_computed }, most, sum[2];
    if (n == 0)
        return 0;
    PMPI_Reduce(own, &most, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    PMPI_Reduce(own, sum, 2, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0 && at == 0)
        printf("%s,ranks,seconds,T_comm_s,T_comp_s\n", sweep);
    if (rank == 0 && kind == 'a')
        printf("%s", strchr(way[at], '=') ? strchr(way[at], '=') + 1 : way[at]);
    else if (rank == 0)
        printf("%g", kind == 'c' ? compute[at] : message[at]);
    if (rank == 0)
        printf(",%d,%.9f,%.9f,%.9f\n", nranks, most, (sum[0] - sum[1]) / nranks,
               sum[1] / nranks);
    if (++at == n)
        return 0;
    set_sweep(kind == 'c' ? compute[at] : 1, kind == 'm' ? message[at] : 1,
              kind == 'a' ? way[at] : NULL);
    return 1;
}
