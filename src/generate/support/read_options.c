/* Says what is wrong, or what there is, and ends. */
static void usage(const char *wrong)
{
    if (rank == 0 && wrong)
        fprintf(stderr, "%s: no option, or no value of one; --help lists them\n", wrong);
    for (size_t k = 0; rank == 0 && !wrong && k < sizeof options / sizeof *options; k++)
        printf("%-15s %-24s%s%s\n", options[k].name, options[k].value,
               strlen(options[k].value) > 24 ? "\n    " : " ", options[k].what);
    MPI_Finalize();
    exit(wrong ? 2 : 0);
}

static void read_options(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        size_t k = 0, n = sizeof options / sizeof *options;
        while (k < n && strcmp(argv[i], options[k].name) != 0)
            k++;
        if (k == 0)
            usage(NULL);
        if (k == n || (*options[k].value && i + 1 == argc))
            usage(argv[i]);
        const char *value = *options[k].value ? argv[++i] : "1";
        const char *choice = strstr(options[k].value, value);
        char *end = "";
        if (options[k].number)
            *options[k].number = strtod(value, &end);
        else
            *options[k].text = value;
        if (!*value || *value == '-' || *end)
            usage(value);
        if (strchr(options[k].value, '|') &&
            (!choice || !strchr("|", choice[strlen(value)])))
            usage(value);
    }
}
