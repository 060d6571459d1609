#include "generate/c_grid.h"

#include "trace/policy.h"
#include "trace/sides.h"

#include <inttypes.h>
#include <string.h>

/* How a policy is said in a program: what sets dim[]; %A is the policy's constant. */
typedef struct policy_text {
    const char *name, *text;
    sx_c_support function;
    bool always; /* are there such extents for all p? */
    bool reversed; /* in the other order */
} policy_text;

#define SQUARE "dim[0] = dim[1] = root(p, 2);\n    return dim[0] * dim[1] == p;"
#define CUBE                                                                             \
    "dim[0] = dim[1] = dim[2] = root(p, 3);\n    return dim[0] * dim[1] * dim[2] == p;"
#define HYPERCUBE                                                                        \
    "dim[0] = dim[1] = dim[2] = dim[3] = root(p, 4);\n"                                  \
    "    return dim[0] * dim[1] * dim[2] * dim[3] == p;"
#define FIXED(extent)                                                                    \
    "dim[0] = " extent ";\n    dim[1] = p / dim[0];\n    return p % dim[0] == 0;"
#define LAYERS                                                                           \
    "dim[0] = dim[1] = root(p / %A, 2);\n    dim[2] = %A;\n"                             \
    "    return dim[0] * dim[1] * dim[2] == p;"

/* The two extents that `find` gives for what is left, smallest first, and the one that is held, where `place` puts it. */
#define HELD(find, place)                                                                \
    "if (p % %A != 0)\n        return 0;\n    " find "(p / %A, 2, dim);\n" place         \
    "    return 1;"
#define HELD_X "    dim[2] = dim[1];\n    dim[1] = dim[0];\n    dim[0] = %A;\n"
#define HELD_Y "    dim[2] = dim[1];\n    dim[1] = %A;\n"
#define HELD_Z "    dim[2] = %A;\n"
#define HELD_ROWS(as, find, function)                                                    \
    { "dims_" as "-held-x-3d", HELD(find, HELD_X), function, false, false },             \
        { "dims_" as "-held-y-3d", HELD(find, HELD_Y), function, false, false },         \
        { "dims_" as "-held-z-3d", HELD(find, HELD_Z), function, false, false },         \
        { "dims_" as "-held-x-3d-reversed", HELD(find, HELD_Z), function, false, true }, \
        { "dims_" as "-held-y-3d-reversed", HELD(find, HELD_Y), function, false, true }, \
    {                                                                                    \
        "dims_" as "-held-z-3d-reversed", HELD(find, HELD_X), function, false, true      \
    }
#define LINE(along, one, other)                                                          \
    "dim[" one "] = dim[" other "] = %A;\n    dim[" along                                \
    "] = p / %A / %A;\n    return dim[0] * dim[1] * dim[2] == p;"

/* By the sides of a domain: %S are these. */
#define SIDES(rule, n)                                                                   \
    "return dims_sides(p, (const long[]) { %S }, " n ", '" rule "', dim);"
#define CUBES "dims_sides(p, (const long[]) { 1, 1, 1 }, 3, 's', dim)"
#define SIDES_ROWS(name, rule)                                                           \
    { "sides-" name "-2d", SIDES(rule, "2"), SX_C_DIMS_SIDES, false, false },            \
        { "sides-" name "-3d", SIDES(rule, "3"), SX_C_DIMS_SIDES, false, false },        \
    {                                                                                    \
        "sides-" name "-4d", SIDES(rule, "4"), SX_C_DIMS_SIDES, false, false             \
    }

static const policy_text policies[] = {
    { "line", "dim[0] = p", SX_C_SUPPORTS, true, false },
    { "powers", "dim[0] = p;\n    return (p & (p - 1)) == 0;", SX_C_SUPPORTS, false,
      false },
    { "even", "dim[0] = p;\n    return p % 2 == 0;", SX_C_SUPPORTS, false, false },
    { "square", SQUARE, SX_C_ROOT, false, false },
    { "cube", CUBE, SX_C_ROOT, false, false },
    { "hypercube4", HYPERCUBE, SX_C_ROOT, false, false },
    { "divisor-wide", "dims_divisor(p, dim)", SX_C_DIMS_DIVISOR, true, false },
    { "divisor-tall", "dims_divisor(p, dim)", SX_C_DIMS_DIVISOR, true, true },
    { "pow2-wide", "return dims_two(p, 2, dim);", SX_C_DIMS_TWO, false, false },
    { "pow2-tall", "return dims_two(p, 2, dim);", SX_C_DIMS_TWO, false, true },
    { "pow2-3d", "return dims_two(p, 3, dim);", SX_C_DIMS_TWO, false, false },
    { "pow2-3d-reversed", "return dims_two(p, 3, dim);", SX_C_DIMS_TWO, false, true },
    { "dims_create-2d", "dims_factors(p, 2, dim)", SX_C_DIMS_FACTORS, true, false },
    { "dims_create-3d", "dims_factors(p, 3, dim)", SX_C_DIMS_FACTORS, true, false },
    { "dims_create-4d", "dims_factors(p, 4, dim)", SX_C_DIMS_FACTORS, true, false },
    { "dims_create-2d-reversed", "dims_factors(p, 2, dim)", SX_C_DIMS_FACTORS, true,
      true },
    { "dims_create-3d-reversed", "dims_factors(p, 3, dim)", SX_C_DIMS_FACTORS, true,
      true },
    { "dims_create-4d-reversed", "dims_factors(p, 4, dim)", SX_C_DIMS_FACTORS, true,
      true },
    { "dims_simgrid-2d", "dims_squares(p, 2, dim)", SX_C_DIMS_SQUARES, true, false },
    { "dims_simgrid-3d", "dims_squares(p, 3, dim)", SX_C_DIMS_SQUARES, true, false },
    { "dims_simgrid-4d", "dims_squares(p, 4, dim)", SX_C_DIMS_SQUARES, true, false },
    { "dims_simgrid-2d-reversed", "dims_squares(p, 2, dim)", SX_C_DIMS_SQUARES, true,
      true },
    { "dims_simgrid-3d-reversed", "dims_squares(p, 3, dim)", SX_C_DIMS_SQUARES, true,
      true },
    { "dims_simgrid-4d-reversed", "dims_squares(p, 4, dim)", SX_C_DIMS_SQUARES, true,
      true },
    { "surface-3d", CUBES, SX_C_DIMS_SIDES, true, false },
    { "surface-3d-reversed", CUBES, SX_C_DIMS_SIDES, true, true },
    { "fixed-x-2d", FIXED("%A"), SX_C_SUPPORTS, false, false },
    { "fixed-y-2d", FIXED("%A"), SX_C_SUPPORTS, false, true },
    { "square-fixed-z-3d", LAYERS, SX_C_ROOT, false, false },
    { "fixed-x-square-3d", LAYERS, SX_C_ROOT, false, true },
    HELD_ROWS("create", "dims_factors", SX_C_DIMS_FACTORS),
    HELD_ROWS("simgrid", "dims_squares", SX_C_DIMS_SQUARES),
    { "line-x-3d", LINE("0", "1", "2"), SX_C_SUPPORTS, false, false },
    { "line-y-3d", LINE("1", "0", "2"), SX_C_SUPPORTS, false, false },
    { "line-z-3d", LINE("2", "0", "1"), SX_C_SUPPORTS, false, false },
    SIDES_ROWS("surface", "s"),
    SIDES_ROWS("floor", "f"),
    SIDES_ROWS("ceiling", "c"),
    SIDES_ROWS("longest", "l"),
    { "sides-ratio-2d", SIDES("x", "2"), SX_C_DIMS_SIDES, false, false },
    { "sides-ratio-2d-reversed", SIDES("y", "2"), SX_C_DIMS_SIDES, false, false },
    { "switch-x-2d", FIXED("p > %A ? %A : 1"), SX_C_SUPPORTS, false, false },
    { "switch-y-2d", FIXED("p > %A ? %A : 1"), SX_C_SUPPORTS, false, true },
    { "fill-x-2d", FIXED("p > %A ? %A : p"), SX_C_SUPPORTS, false, false },
    { "fill-y-2d", FIXED("p > %A ? %A : p"), SX_C_SUPPORTS, false, true },
    { "halved-2d", "return dims_halved(p, \"%A\", 2, dim);", SX_C_DIMS_HALVED, false,
      false },
    { "halved-3d", "return dims_halved(p, \"%A\", 3, dim);", SX_C_DIMS_HALVED, false,
      false },
    { "halved-4d", "return dims_halved(p, \"%A\", 4, dim);", SX_C_DIMS_HALVED, false,
      false },
};

static const policy_text *text_of(const char *name)
{
    for (size_t i = 0; i < sizeof policies / sizeof *policies; i++)
        if (strcmp(policies[i].name, name) == 0)
            return &policies[i];
    return NULL;
}

/* With the sides of n axes in their place. */
static const char *with_sides(sx_c_writer *w, const char *text, int64_t arg, uint32_t n)
{
    int64_t side[SX_SIDES_DIMS];
    const char *at = strstr(text, "%S"), *list = "";
    if (!at || !sx_sides_of(arg, n, side))
        return text;
    for (uint32_t a = 0; a < n; a++)
        list = sx_c_text(w->arena, "%s%s%" PRId64, list, a ? ", " : "", side[a]);
    return sx_c_text(w->arena, "%.*s%s%s", (int)(at - text), text, list, at + 2);
}

/* With the constant in its places. */
static const char *with_constant(sx_c_writer *w, const char *text, int64_t arg)
{
    for (const char *at = strstr(text, "%A"); at; at = strstr(text, "%A"))
        text =
            sx_c_text(w->arena, "%.*s%" PRId64 "%s", (int)(at - text), text, arg, at + 2);
    return text;
}

/* A grid of one axis is its communicator by other names. */
static bool is_line(const sx_grid *grid)
{
    return grid->ndims == 1;
}

static void set_coordinates(sx_c_writer *w, unsigned g)
{
    const sx_grid *grid = &w->trace->grid[g];
    const char *text = "", *below = sx_c_comm_rank_name(w, grid->comm);
    for (unsigned axis = 0; axis < grid->ndims; axis++) {
        bool last = axis + 1 == grid->ndims;
        const char *dim = sx_c_dim_name(w, g, axis);
        text = sx_c_text(w->arena, "%s%s%s = %s%s%s", text, axis ? ", " : "",
                         sx_c_coord_name(w, g, axis), below, last ? "" : " % ",
                         last ? "" : dim);
        below = sx_c_text(w->arena, "%s / %s", below, dim);
    }
    sx_c_line(w, "%s;", text);
}

const char *sx_c_find_dims(sx_c_writer *w, unsigned g, const char *size, bool *ret_always)
{
    const policy_text *policy = text_of(w->trace->grid[g].law);
    *ret_always = policy->always;
    return policy->always
               ? sx_c_text(w->arena, "%.*s(%s%s", (int)strcspn(policy->text, "("),
                           policy->text, size, strchr(policy->text, ','))
               : sx_c_text(w->arena, "dims%u(%s, dim)", g + 1, size);
}

unsigned sx_c_dim_index(const sx_c_writer *w, unsigned g, unsigned axis)
{
    const sx_grid *grid = &w->trace->grid[g];
    return text_of(grid->law)->reversed ? grid->ndims - 1 - axis : axis;
}

/* Its extents from dim[], or those of the trace. */
static void set_extents(sx_c_writer *w, unsigned g)
{
    const sx_grid *grid = &w->trace->grid[g];
    const char *text = "";
    for (unsigned axis = 0; axis < grid->ndims; axis++) {
        const char *extent =
            w->trace->p ? sx_c_text(w->arena, "%" PRId64, grid->dim[axis])
                        : sx_c_text(w->arena, "(int)dim[%u]", sx_c_dim_index(w, g, axis));
        text = sx_c_text(w->arena, "%s%s%s = %s", text, axis ? ", " : "",
                         sx_c_dim_name(w, g, axis), extent);
    }
    sx_c_line(w, "%s;", text);
}

/* dim[], or the end of the program where there are no such extents. */
static void find_extents(sx_c_writer *w, unsigned g)
{
    bool always, is_world = w->trace->grid[g].comm == 0;
    const char *size = sx_c_comm_size_name(w, w->trace->grid[g].comm);
    const char *call = sx_c_find_dims(w, g, size, &always);
    if (always) {
        sx_c_line(w, "%s;", call);
        return;
    }
    sx_c_need(w, is_world ? SX_C_IMPOSSIBLE : SX_C_IMPOSSIBLE_PART);
    sx_c_line(w, "if (!%s)", call);
    sx_c_line(w, "    impossible%s(%s, dims%u);", is_world ? "" : "_part", size, g + 1);
}

/* What extents by hand have to be. Where some numbers of ranks have none, extents follow from their number alone. */
static const char *rule_of(const policy_text *policy)
{
    bool doubles =
        policy->function == SX_C_DIMS_TWO || policy->function == SX_C_DIMS_HALVED;
    return doubles ? "powers" : policy->always ? "any" : "one";
}

/* Does the program name extents or coordinates of it? */
static bool is_used(const sx_c_writer *w, unsigned g)
{
    return g >= SX_MAX_GRIDS || w->grids_used >> g & 1;
}

void sx_c_place(sx_c_writer *w, uint32_t comm)
{
    for (unsigned g = 0; g < w->trace->ngrids; g++) {
        const sx_grid *grid = &w->trace->grid[g];
        const policy_text *policy = w->trace->p ? NULL : text_of(grid->law);
        bool checks = policy && !policy->always, used = is_used(w, g) && !is_line(grid);
        if (grid->comm != comm || (!used && !checks))
            continue;
        if (policy)
            find_extents(w, g);
        if (used) {
            set_extents(w, g);
            sx_c_give_dims(w, g, policy ? rule_of(policy) : NULL);
            set_coordinates(w, g);
        }
    }
}

void sx_c_begin(sx_c_writer *w, const char *call)
{
    sx_c_line(w, "%s", call);
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

static void write_variables(sx_c_writer *w, unsigned g, sx_buffer *out)
{
    const sx_grid *grid = &w->trace->grid[g];
    sx_buffer_puts(out, "static int ");
    for (unsigned axis = 0; axis < grid->ndims; axis++)
        sx_buffer_printf(out, "%s%s", axis ? ", " : "", sx_c_dim_name(w, g, axis));
    for (unsigned axis = 0; axis < grid->ndims; axis++)
        sx_buffer_printf(out, ", %s", sx_c_coord_name(w, g, axis));
    sx_buffer_puts(out, ";\n");
}

void sx_c_declare_grids(sx_c_writer *w, sx_buffer *out)
{
    for (unsigned g = 0; g < w->trace->ngrids; g++)
        if (is_used(w, g) && !is_line(&w->trace->grid[g]))
            write_variables(w, g, out);
}

void sx_c_grids(sx_c_writer *w)
{
    for (unsigned g = 0; g < w->trace->ngrids && !w->trace->p; g++) {
        const sx_grid *grid = &w->trace->grid[g];
        const policy_text *policy = text_of(grid->law);
        bool used = is_used(w, g) && !is_line(grid);
        if (!policy) {
            sx_c_fail(w, "dims by %s cannot be generated yet", grid->law);
            return;
        }
        if ((used || !policy->always) && policy->function != SX_C_SUPPORTS)
            sx_c_need(w, policy->function);
        if (!policy->always)
            sx_buffer_printf(
                &w->functions, "\nstatic int dims%u(long p, long *dim)\n{\n    %s\n}\n",
                g + 1,
                with_constant(w, with_sides(w, policy->text, grid->law_arg, grid->ndims),
                              grid->law_arg));
    }
}
