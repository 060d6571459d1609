/* What scales computation: all of it, or that in a region or before calls of a function, by their names. */
static void set_scales(int argc, char **argv)
{
    for (int at = 0; at < PLACES; at++)
        scale_at[at] = 1;
    for (int i = 1; i + 1 < argc; i++) {
        if (strcmp(argv[i], "--compute-scale") != 0)
            continue;
        const char *text = argv[++i], *equals = strrchr(text, '=');
        const char *factor = equals ? equals + 1 : text;
        size_t length = equals ? (size_t)(equals - text) : 0;
        char *end;
        double scale = strtod(factor, &end);
        int found = !equals;
        for (int at = 0; !equals && at < PLACES; at++)
            scale_at[at] *= scale;
        for (size_t k = 0; equals && k < sizeof named / sizeof *named; k++)
            if (strlen(named[k].name) == length &&
                strncmp(named[k].name, text, length) == 0) {
                scale_at[named[k].place] *= scale;
                found = 1;
            }
        if (!found || end == factor || *end || !(scale >= 0))
            usage(text);
    }
}
