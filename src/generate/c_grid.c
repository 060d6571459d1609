#include "generate/c_grid.h"

#include "trace/policy.h"

#include <inttypes.h>
#include <string.h>

/* How a policy is said in a program: an expression in p that sets dim[]; %A is the policy's constant. */
typedef struct policy_text {
    const char *name, *text;
    sx_c_support function;
    bool reversed; /* in the other order, of as many axes as the grid has */
} policy_text;

static const policy_text policies[] = {
    { "square", "dims_power(p, 2, dim)", SX_C_DIMS_POWER, false },
    { "cube", "dims_power(p, 3, dim)", SX_C_DIMS_POWER, false },
    { "hypercube4", "dims_power(p, 4, dim)", SX_C_DIMS_POWER, false },
    { "line", "dims_power(p, 1, dim)", SX_C_DIMS_POWER, false },
    { "divisor-wide", "dims_divisor(p, dim)", SX_C_DIMS_DIVISOR, false },
    { "divisor-tall", "dims_divisor(p, dim)", SX_C_DIMS_DIVISOR, true },
    { "pow2-wide", "dims_two(p, 2, dim)", SX_C_DIMS_TWO, false },
    { "pow2-tall", "dims_two(p, 2, dim)", SX_C_DIMS_TWO, true },
    { "pow2-3d", "dims_two(p, 3, dim)", SX_C_DIMS_TWO, false },
    { "pow2-3d-reversed", "dims_two(p, 3, dim)", SX_C_DIMS_TWO, true },
    { "dims_create-2d", "dims_factors(p, 2, 0, dim)", SX_C_DIMS_FACTORS, false },
    { "dims_create-3d", "dims_factors(p, 3, 0, dim)", SX_C_DIMS_FACTORS, false },
    { "dims_create-4d", "dims_factors(p, 4, 0, dim)", SX_C_DIMS_FACTORS, false },
    { "dims_create-2d-reversed", "dims_factors(p, 2, 0, dim)", SX_C_DIMS_FACTORS, true },
    { "dims_create-3d-reversed", "dims_factors(p, 3, 0, dim)", SX_C_DIMS_FACTORS, true },
    { "dims_create-4d-reversed", "dims_factors(p, 4, 0, dim)", SX_C_DIMS_FACTORS, true },
    { "dims_simgrid-2d", "dims_factors(p, 2, 1, dim)", SX_C_DIMS_FACTORS, false },
    { "dims_simgrid-3d", "dims_factors(p, 3, 1, dim)", SX_C_DIMS_FACTORS, false },
    { "dims_simgrid-4d", "dims_factors(p, 4, 1, dim)", SX_C_DIMS_FACTORS, false },
    { "dims_simgrid-2d-reversed", "dims_factors(p, 2, 1, dim)", SX_C_DIMS_FACTORS, true },
    { "dims_simgrid-3d-reversed", "dims_factors(p, 3, 1, dim)", SX_C_DIMS_FACTORS, true },
    { "dims_simgrid-4d-reversed", "dims_factors(p, 4, 1, dim)", SX_C_DIMS_FACTORS, true },
    { "surface-3d", "dims_surface(p, dim)", SX_C_DIMS_SURFACE, false },
    { "surface-3d-reversed", "dims_surface(p, dim)", SX_C_DIMS_SURFACE, true },
    { "fixed-x-2d", "dims_fixed(p, %A, dim)", SX_C_DIMS_FIXED, false },
    { "fixed-y-2d", "dims_fixed(p, %A, dim)", SX_C_DIMS_FIXED, true },
    { "square-fixed-z-3d", "dims_layers(p, %A, dim)", SX_C_DIMS_LAYERS, false },
    { "fixed-x-square-3d", "dims_layers(p, %A, dim)", SX_C_DIMS_LAYERS, true },
    { "switch-x-2d", "dims_fixed(p, p > %A ? %A : 1, dim)", SX_C_DIMS_FIXED, false },
    { "switch-y-2d", "dims_fixed(p, p > %A ? %A : 1, dim)", SX_C_DIMS_FIXED, true },
    { "fill-x-2d", "dims_fixed(p, p > %A ? %A : p, dim)", SX_C_DIMS_FIXED, false },
    { "fill-y-2d", "dims_fixed(p, p > %A ? %A : p, dim)", SX_C_DIMS_FIXED, true },
    { "halved-2d", "dims_halved(p, \"%A\", 2, dim)", SX_C_DIMS_HALVED, false },
    { "halved-3d", "dims_halved(p, \"%A\", 3, dim)", SX_C_DIMS_HALVED, false },
    { "halved-4d", "dims_halved(p, \"%A\", 4, dim)", SX_C_DIMS_HALVED, false },
};

static const policy_text *text_of(const char *name)
{
    for (size_t i = 0; i < sizeof policies / sizeof *policies; i++)
        if (strcmp(policies[i].name, name) == 0)
            return &policies[i];
    return NULL;
}

/* With the constant in its places. */
static const char *with_constant(sx_c_writer *w, const char *text, int64_t arg)
{
    for (const char *at = strstr(text, "%A"); at; at = strstr(text, "%A"))
        text = sx_arena_printf(w->arena, "%.*s%" PRId64 "%s", (int)(at - text), text, arg,
                               at + 2);
    return text;
}

static void set_coordinates(sx_c_writer *w, unsigned g)
{
    const sx_grid *grid = &w->trace->grid[g];
    const char *below = "";
    for (unsigned axis = 0; axis < grid->ndims; axis++) {
        const char *dim = sx_c_dim_name(w, g, axis);
        const char *place = sx_c_comm_rank_name(w, grid->comm);
        sx_c_line(w, axis + 1 < grid->ndims ? "%s = %s%s %% %s;" : "%s = %s%s;",
                  sx_c_coord_name(w, g, axis), place, below, dim);
        below = sx_arena_printf(w->arena, "%s / %s", below, dim);
    }
}

void sx_c_place(sx_c_writer *w, uint32_t comm)
{
    for (unsigned g = 0; g < w->trace->ngrids; g++) {
        const sx_grid *grid = &w->trace->grid[g];
        if (grid->comm != comm)
            continue;
        if (w->trace->p)
            for (unsigned axis = 0; axis < grid->ndims; axis++)
                sx_c_line(w, "%s = %" PRId64 ";", sx_c_dim_name(w, g, axis),
                          grid->dim[axis]);
        else {
            sx_c_line(w, "if (!dims%u(%s, dim))", g + 1, sx_c_comm_size_name(w, comm));
            sx_c_line(w, "    impossible(%s, dims%u);", sx_c_comm_size_name(w, comm),
                      g + 1);
            for (unsigned axis = 0; axis < grid->ndims; axis++)
                sx_c_line(w, "%s = (int)dim[%u];", sx_c_dim_name(w, g, axis), axis);
        }
        set_coordinates(w, g);
    }
}

void sx_c_begin(sx_c_writer *w, const char *call)
{
    sx_c_line(w, "%s", call);
    sx_c_line(w, "MPI_Comm_rank(MPI_COMM_WORLD, &rank);");
    sx_c_line(w, "MPI_Comm_size(MPI_COMM_WORLD, &nranks);");
    w->setup_at = w->body.size;
}

void sx_c_set_up(sx_c_writer *w)
{
    if (w->trace->p) {
        sx_c_line(w, "if (nranks != %" PRId64 ")", w->trace->p);
        sx_c_line(w, "    stop(\"this program is for %" PRId64 " ranks\");", w->trace->p);
        sx_c_need(w, SX_C_STOP);
    }
    sx_c_place(w, 0);
    for (size_t i = 0; i < w->trace->nconstants; i++)
        if (w->trace->constant[i].law)
            sx_c_line(w, "%s = %s;", sx_c_constant_name(w, (unsigned)i),
                      sx_c_expr(w, w->trace->constant[i].law, &(sx_c_special) { 0 }));
}

static void write_variables(sx_c_writer *w, unsigned g)
{
    const sx_grid *grid = &w->trace->grid[g];
    sx_buffer_puts(&w->globals, "static int ");
    for (unsigned axis = 0; axis < grid->ndims; axis++)
        sx_buffer_printf(&w->globals, "%s%s", axis ? ", " : "",
                         sx_c_dim_name(w, g, axis));
    for (unsigned axis = 0; axis < grid->ndims; axis++)
        sx_buffer_printf(&w->globals, ", %s", sx_c_coord_name(w, g, axis));
    sx_buffer_puts(&w->globals, ";\n");
}

void sx_c_grids(sx_c_writer *w)
{
    for (unsigned g = 0; g < w->trace->ngrids; g++) {
        const sx_grid *grid = &w->trace->grid[g];
        const policy_text *policy = text_of(grid->law);
        write_variables(w, g);
        if (w->trace->p)
            continue;
        if (!policy) {
            sx_c_fail(w, "dims by %s cannot be generated yet", grid->law);
            return;
        }
        sx_c_need(w, SX_C_IMPOSSIBLE);
        sx_c_need(w, policy->function);
        const char *text = with_constant(w, policy->text, grid->law_arg);
        if (policy->reversed) {
            sx_c_need(w, SX_C_REVERSED);
            text = sx_arena_printf(w->arena, "reversed(%s, %" PRIu32 ", dim)", text,
                                   grid->ndims);
        }
        sx_buffer_printf(&w->functions,
                         "\nstatic int dims%u(long p, long *dim)\n{\n    return %s;\n}\n",
                         g + 1, text);
    }
}
