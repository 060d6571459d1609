/* What a program is given by hand when it runs: parameters of the application, and the extents of its grid. */
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
        list = sx_arena_printf(w->arena, "%s%s&%s", list, axis ? ", " : "",
                               sx_c_dim_name(w, g, axis));
    sx_c_line(w, "give_dims(%" PRIu32 ", \"%s\", (int *[]) { %s });",
              w->trace->grid[g].ndims, rule, list);
}
