/* --replace: each collective has the way that was named last. */
static void set_ways(int argc, char **argv)
{
    for (int i = 1; i + 1 < argc; i++)
        for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
            size_t n = strlen(ways[k].name);
            if (strcmp(argv[i], "--replace") == 0 &&
                strncmp(argv[i + 1], ways[k].name, n) == 0)
                *ways[k].way = argv[i + 1] + n;
        }
}

/* Of two groups no rank is in both: that stays with MPI. */
static int of_two_groups(MPI_Comm comm)
{
    int is_inter;
    PMPI_Comm_test_inter(comm, &is_inter);
    return is_inter;
}
