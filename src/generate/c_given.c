/* What a program is given by hand when it runs: parameters of the application, the extents of its grid, and what scales
 * computation where. */
#include "generate/c_writer.h"

#include <inttypes.h>
#include <string.h>

bool sx_c_is_given(const sx_c_writer *w, unsigned constant)
{
    return w->options->extent == SX_GENERATE_ALL && !w->trace->p &&
           !w->trace->constant[constant].law;
}

void sx_c_declare_params(sx_c_writer *w, sx_buffer *out)
{
    if (!(w->told >> SX_C_PARAM & 1))
        return;
    sx_buffer_puts(out, "static const struct {\n    const char *name;\n    long *value;\n"
                        "} params[] = {\n");
    for (unsigned i = 0; i < w->trace->nconstants; i++)
        if (w->constant_used[i] && sx_c_is_given(w, i))
            sx_buffer_printf(out, "    { %s, &%s },\n",
                             sx_c_string(w, w->trace->constant[i].name),
                             sx_c_constant_name(w, i));
    sx_buffer_puts(out, "};\n");
}

void sx_c_set_params(sx_c_writer *w)
{
    if (w->told >> SX_C_PARAM & 1)
        sx_c_line(w, "set_params(argc, argv);");
}

/* Is it the only grid of several axes on the world? With others, extents of one would not be those that the others follow. */
static bool is_alone(const sx_c_writer *w, unsigned g)
{
    for (unsigned other = 0; other < w->trace->ngrids; other++)
        if (other != g && w->trace->grid[other].ndims > 1 &&
            sx_c_comm_is_world(w, w->trace->grid[other].comm))
            return false;
    return sx_c_comm_is_world(w, w->trace->grid[g].comm);
}

void sx_c_give_dims(sx_c_writer *w, unsigned g, const char *rule)
{
    const char *list = "";
    if (!rule || !is_alone(w, g) || !sx_c_can_be_told(w, SX_C_DIMS))
        return;
    sx_c_need(w, SX_C_GIVE_DIMS);
    for (unsigned axis = 0; axis < w->trace->grid[g].ndims; axis++)
        list = sx_c_text(w->arena, "%s%s&%s", list, axis ? ", " : "",
                         sx_c_dim_name(w, g, axis));
    sx_c_line(w, "give_dims(%" PRIu32 ", \"%s\", (int *[]) { %s });",
              w->trace->grid[g].ndims, rule, list);
}

/* ---- computation by the names of regions and functions ---- */

void sx_c_pass_mark(sx_c_writer *w, bool begins, uint32_t region)
{
    if (begins && w->nopen_regions < SX_MAX_DEPTH)
        w->open_region[w->nopen_regions++] = region;
    else if (!begins && w->nopen_regions > 0 &&
             w->open_region[w->nopen_regions - 1] == region)
        w->nopen_regions--;
}

static void name_place(sx_c_writer *w, const char *name)
{
    sx_buffer_printf(&w->place_names, "    { %" PRIu32 ", %s },\n", w->nplaces,
                     sx_c_string(w, name));
}

void sx_c_name_place(sx_c_writer *w, const sx_node *node)
{
    const char *site = w->options->site ? w->options->site[node->site] : NULL;
    const char *end = site ? strstr(site, " at ") : NULL;
    const char *function =
        end ? sx_c_text(w->arena, "%.*s", (int)(end - site), site) : NULL;
    for (unsigned i = 0; i < w->nopen_regions; i++) {
        const char *name = w->trace->region[w->open_region[i]];
        bool again = function && strcmp(name, function) == 0;
        for (unsigned k = 0; k < i; k++)
            again = again || w->open_region[k] == w->open_region[i];
        if (!again)
            name_place(w, name);
    }
    if (function)
        name_place(w, function);
}

void sx_c_declare_scales(const sx_c_writer *w, sx_buffer *out)
{
    if (!(w->told >> SX_C_COMPUTE_SCALES & 1))
        return;
    sx_buffer_puts(
        out, "static double scale_at[PLACES], sweep_compute = 1;\n#define compute_scale "
             "(sweep_compute * scale_at[at])\nstatic const struct {\n    int place;\n    "
             "const "
             "char *name;\n} named[] = {\n");
    if (w->place_names.size)
        sx_buffer_append(out, w->place_names.data, w->place_names.size);
    sx_buffer_puts(out, "    { 0, \"\" },\n};\n");
}
