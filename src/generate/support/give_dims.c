/* Extents by hand: powers of two, or those of the program's rule alone, where it has one. */
static void give_dims(int n, const char *rule, int **extent)
{
    const char *at = given_dims;
    char why[200] = "";
    long places = 1;
    for (int i = 0; given_dims && i < n && !*why; i++) {
        char *end;
        long q = strtol(at, &end, 10);
        if (end == at || *end != (i + 1 < n ? ',' : '\0') || q < 1 || q > nranks)
            snprintf(why, sizeof why, "these are not %d extents for %d ranks", n, nranks);
        else if (*rule == 'p' && (q & (q - 1)) != 0)
            snprintf(why, sizeof why, "extents of this program are powers of two");
        else if (*rule == 'o' && q != *extent[i])
            snprintf(why, sizeof why, "%d ranks have one grid in this program", nranks);
        places *= q;
        *extent[i] = (int)q;
        at = end + 1;
    }
    if (given_dims && !*why && places != nranks)
        snprintf(why, sizeof why, "%ld places are not %d ranks", places, nranks);
    if (*why && rank == 0)
        fprintf(stderr, "--dims %s: %s\n", given_dims, why);
    if (*why) {
        MPI_Finalize();
        exit(2);
    }
}
