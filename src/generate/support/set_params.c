/* Parameters of the application that are given: whole numbers above 0. */
static void set_params(int argc, char **argv)
{
    for (int i = 1; i + 1 < argc; i++) {
        if (strcmp(argv[i], "--param") != 0)
            continue;
        const char *text = argv[++i];
        size_t k = 0, n = sizeof params / sizeof *params, length = strcspn(text, "=");
        while (k < n && (strlen(params[k].name) != length ||
                         strncmp(params[k].name, text, length) != 0))
            k++;
        char *end = "=";
        if (k < n && text[length])
            *params[k].value = strtol(text + length + 1, &end, 10);
        if (*end || *params[k].value < 1 || *params[k].value == LONG_MAX)
            usage(text);
    }
}
