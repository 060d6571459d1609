/* The dims that a generated program computes are those of the policies of traces: all of them, at all numbers of ranks up to 2,000. */
#include "tap.h"

#include "generate/c_grid.h"
#include "trace/policy.h"

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

enum { RANKS = 2000, MOST_GRIDS = 256 };

typedef struct grids {
    uint32_t n;
    sx_grid grid[MOST_GRIDS];
    const sx_policy *policy[MOST_GRIDS];
} grids;

static void add(grids *g, const sx_policy *policy, int64_t arg)
{
    g->policy[g->n] = policy;
    g->grid[g->n++] = (sx_grid) {
        .name = "g", .ndims = policy->ndims, .law = policy->name, .law_arg = arg
    };
}

/* A policy with a constant, with some of them. */
static void add_policy(grids *g, const sx_policy *policy)
{
    static const int64_t extent[] = { 1, 2, 3, 7, 12 };
    static const int64_t order[][3] = { { 12, 21, 1121 },
                                        { 123, 312, 3312 },
                                        { 1234, 4213, 334213 } };
    static const int64_t sides[][3] = {
        { 1000000002, 26000000022, 17000000043 },
        { 1000002000003, 26000022000030, 49000057000017 },
        { 1000100010002, 12001200120024, 16001300170013 },
    };
    if (sx_policy_has_sides(policy))
        for (int i = 0; i < 3; i++)
            add(g, policy, sides[policy->ndims - 2][i]);
    else if (policy->arg_is_order)
        for (int i = 0; i < 3; i++)
            add(g, policy, order[policy->ndims - 2][i]);
    else if (policy->has_arg)
        for (int i = 0; i < 5; i++)
            add(g, policy, extent[i]);
    else
        add(g, policy, 0);
}

static void write_program(FILE *file, const grids *g, sx_c_writer *w)
{
    sx_buffer support = SX_BUFFER_INIT;
    fputs("#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include "
          "<string.h>\n"
          "#define MPI_Finalize()\n#define MPI_Abort(comm, status)\n"
          "static int rank, nranks;\n",
          file);
    sx_c_support_write(&support, w->support, false);
    fwrite(support.data, 1, support.size, file);
    sx_buffer_finish(&support);
    fwrite(w->functions.data, 1, w->functions.size, file);
    fprintf(file,
            "int main(void)\n{\n    long dim[8];\n"
            "    for (long p = 1; p <= %d; p++) {\n",
            RANKS);
    for (uint32_t i = 0; i < g->n; i++) {
        bool always = g->grid[i].ndims == 1; /* the number of ranks itself */
        const char *call = always ? "dim[0] = p" : sx_c_find_dims(w, i, "p", &always);
        if (always)
            fprintf(file, "        %s;\n", call);
        else
            fprintf(file, "        if (!%s)\n            printf(\"0 \");\n        else\n",
                    call);
        fputs("            printf(\"", file);
        for (uint32_t a = 0; a < g->grid[i].ndims; a++)
            fputs("%ld ", file);
        fputs("\"", file);
        for (uint32_t a = 0; a < g->grid[i].ndims; a++)
            fprintf(file, ", dim[%u]", sx_c_dim_index(w, i, a));
        fputs(");\n", file);
    }
    fputs("    }\n    return 0;\n}\n", file);
}

/* Does it print other dims somewhere? -1 when it fails. Where there is no grid, it prints 0. */
static int differences(const char *program, const grids *g)
{
    FILE *out = popen(program, "r");
    for (int64_t p = 1; out && p <= RANKS; p++)
        for (uint32_t i = 0; i < g->n; i++) {
            int64_t want[SX_MAX_DIMS];
            bool has = g->policy[i]->dims(p, g->grid[i].law_arg, want), same = true;
            if (!has)
                want[0] = 0;
            for (uint32_t a = 0; same && a < (has ? g->grid[i].ndims : 1); a++) {
                long value;
                same = fscanf(out, "%ld", &value) == 1 && value == want[a];
            }
            if (!same) {
                printf("# %s:%" PRId64 " at %" PRId64 "\n", g->policy[i]->name,
                       g->grid[i].law_arg, p);
                pclose(out);
                return 1;
            }
        }
    return out && pclose(out) == 0 ? 0 : -1;
}

int main(void)
{
    sx_arena *arena = sx_arena_create();
    grids *g = SX_NEW(arena, grids);
    for (size_t i = 0; i < sx_policy_count; i++)
        add_policy(g, &sx_policies[i]);
    for (size_t i = 0; i < SX_POLICY_SIMGRID; i++)
        add_policy(g, &sx_policy_simgrid[i]);
    for (size_t i = 0; i < SX_POLICY_HELD; i++)
        add_policy(g, &sx_policy_held[i]);
    for (size_t i = 0; i < SX_POLICY_SIDES; i++)
        add_policy(g, &sx_policy_sides[i]);
    sx_error err = { .text = "" };
    sx_trace trace = { .ngrids = g->n, .grid = g->grid };
    sx_c_writer w = {
        .arena = arena, .trace = &trace, .err = &err, .grids_used = UINT64_MAX
    };
    w.names_end = &w.names;
    sx_c_grids(&w);
    is_int(w.status, SX_OK, err.text);
    char name[] = "dims.XXXXXX.c", command[128];
    int fd = mkstemps(name, 2);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    if (file) {
        write_program(file, g, &w);
        fclose(file);
    }
    snprintf(command, sizeof command, "cc -std=c11 -O1 -w %s -o %.11s -lm", name, name);
    ok(file && system(command) == 0, "%s does not compile", name);
    snprintf(command, sizeof command, "./%.11s", name);
    is_int(differences(command, g), 0, "dims that differ");
    unlink(command);
    unlink(name);
    sx_buffer_finish(&w.functions);
    sx_buffer_finish(&w.globals);
    sx_arena_destroy(arena);
    return tap_done();
}
