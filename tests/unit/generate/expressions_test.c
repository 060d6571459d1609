/* Expressions of a trace, and the same as a compiler of C sees them, have the same values: random ones at random places. */
#include "tap.h"

#include "generate/c_writer.h"

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

enum { EXPRESSIONS = 2000, PLACES = 6, DEPTH = 4, EXTENT_X = 5, EXTENT_Y = 3 };

static uint64_t state = 20261122;

static int draw(int n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int)((state >> 33) % (unsigned)n);
}

static const sx_expr *leaf(sx_arena *arena, bool in_sum)
{
    switch (draw(in_sum ? 9 : 8)) {
    case 0:
        return sx_expr_var(arena, SX_VAR_P, 0, 0);
    case 1:
        return sx_expr_var(arena, SX_VAR_RANK, 0, 0);
    case 2:
        return sx_expr_var(arena, SX_VAR_DIM, 0, (unsigned)draw(2));
    case 3:
        return sx_expr_var(arena, SX_VAR_COORD, 0, (unsigned)draw(2));
    case 4:
        return sx_expr_var(arena, SX_VAR_COUNTER, 0, (unsigned)draw(2));
    case 5:
        return sx_expr_var(arena, SX_VAR_CONSTANT, 0, 0);
    case 8:
        return sx_expr_var(arena, SX_VAR_TERM, 0, 0);
    default:
        return sx_expr_int(arena, draw(9) - 3);
    }
}

/* a - b as traces have it. */
static const sx_expr *difference(sx_arena *arena, const sx_expr *a, const sx_expr *b)
{
    const sx_expr *less = sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, -1), b);
    return draw(2) ? sx_expr_two(arena, SX_EXPR_ADD, less, a)
                   : sx_expr_two(arena, SX_EXPR_ADD, a, less);
}

static const sx_expr *expression(sx_arena *arena, int depth, bool in_sum)
{
    static const sx_expr_op ops[] = {
        SX_EXPR_OR,  SX_EXPR_AND, SX_EXPR_EQ,  SX_EXPR_NE,  SX_EXPR_LT,    SX_EXPR_LE,
        SX_EXPR_GT,  SX_EXPR_GE,  SX_EXPR_GE,  SX_EXPR_ADD, SX_EXPR_ADD,   SX_EXPR_SUB,
        SX_EXPR_MUL, SX_EXPR_DIV, SX_EXPR_MOD, SX_EXPR_XOR, SX_EXPR_MIN,   SX_EXPR_MAX,
        SX_EXPR_LOG, SX_EXPR_IF,  SX_EXPR_SUM, SX_EXPR_POW, SX_EXPR_BLOCK,
    };
    if (depth == 0 || draw(5) == 0)
        return leaf(arena, in_sum);
    if (draw(12) == 0)
        return difference(arena, expression(arena, depth - 1, in_sum),
                          expression(arena, depth - 1, in_sum));
    sx_expr_op op = ops[draw(sizeof ops / sizeof *ops)];
    if (op == SX_EXPR_SUM)
        return in_sum ? leaf(arena, true)
                      : sx_expr_two(arena, op, sx_expr_int(arena, draw(5)),
                                    expression(arena, depth - 1, true));
    if (op == SX_EXPR_POW || op == SX_EXPR_LOG)
        return sx_expr_two(arena, op, sx_expr_int(arena, 2 + draw(2)),
                           leaf(arena, in_sum));
    return sx_expr_make(arena, op, expression(arena, depth - 1, in_sum),
                        expression(arena, depth - 1, in_sum),
                        op == SX_EXPR_IF || op == SX_EXPR_BLOCK
                            ? expression(arena, depth - 1, in_sum)
                            : NULL);
}

typedef struct place {
    struct sx_place grid;
    int64_t counter[2], constant[1];
    sx_expr_env env;
} place;

static void make_place(place *at, int number)
{
    int rank = number < PLACES / 2 ? number : draw(EXTENT_X * EXTENT_Y);
    *at = (place) { .counter = { draw(7), draw(4) }, .constant = { 23 } };
    at->grid = (struct sx_place) { 2,
                                   { EXTENT_X, EXTENT_Y },
                                   { rank % EXTENT_X, rank / EXTENT_X } };
    at->env = (sx_expr_env) { .p = EXTENT_X * EXTENT_Y, .rank = rank };
    at->env.counter = at->counter;
    at->env.ncounters = 2;
    at->env.grid = &at->grid;
    at->env.ngrids = 1;
    at->env.constant = at->constant;
    at->env.nconstants = 1;
}

static bool has_values(const sx_expr *expr, place *at, int64_t *ret_value)
{
    for (int k = 0; k < PLACES; k++)
        if (sx_expr_eval(expr, &at[k].env, &ret_value[k], NULL) ||
            ret_value[k] > INT32_MAX || ret_value[k] < INT32_MIN)
            return false;
    return true;
}

static void write_main(FILE *file, const sx_c_writer *w, const place *at)
{
    fputs("#include <math.h>\n#include <stdint.h>\n#include <stdio.h>\n"
          "static int rank, nranks, px, py, myx, myy;\nstatic const long param_N = 23;\n"
          "static long i, j;\n",
          file);
    sx_buffer support = SX_BUFFER_INIT;
    sx_c_support_write(&support, w->support, false);
    fwrite(support.data, 1, support.size, file);
    fwrite(w->functions.data, 1, w->functions.size, file);
    sx_buffer_finish(&support);
    fputs("static void say(void)\n{\n", file);
    fwrite(w->body.data, 1, w->body.size, file);
    fprintf(file, "}\nint main(void)\n{\nnranks = %d; px = %d; py = %d;\n",
            EXTENT_X * EXTENT_Y, EXTENT_X, EXTENT_Y);
    for (int k = 0; k < PLACES; k++)
        fprintf(file,
                "rank = %" PRId64 "; myx = rank %% px; myy = rank / px; i = %" PRId64
                "; j = %" PRId64 "; say();\n",
                at[k].env.rank, at[k].counter[0], at[k].counter[1]);
    fputs("return 0;\n}\n", file);
}

/* What the program prints, place by place. */
static int differences(const char *program, int64_t (*want)[EXPRESSIONS])
{
    char command[64];
    int wrong = 0;
    snprintf(command, sizeof command, "./%s", program);
    FILE *out = popen(command, "r");
    for (int k = 0; out && k < PLACES; k++)
        for (int n = 0; n < EXPRESSIONS; n++) {
            long value;
            bool same = fscanf(out, "%ld", &value) == 1 && value == want[k][n];
            if (!same && !wrong++)
                printf("# expression %d at place %d: %ld, and not %" PRId64 "\n", n, k,
                       value, want[k][n]);
        }
    return out && pclose(out) == 0 ? wrong : -1;
}

static int64_t wanted[PLACES][EXPRESSIONS];

int main(void)
{
    sx_arena *arena = sx_arena_create();
    sx_grid grid = { .name = "g1", .ndims = 2, .law = "line" };
    sx_constant constant = { .name = "N", .value = 23 };
    sx_trace trace = {
        .ngrids = 1, .grid = &grid, .nconstants = 1, .constant = &constant
    };
    bool used[1];
    const sx_generate_options options = { .extent = SX_GENERATE_SOME };
    sx_c_writer w = {
        .arena = arena, .trace = &trace, .options = &options, .constant_used = used
    };
    place at[PLACES];
    int beyond = 0;
    w.names_end = &w.names;
    for (int k = 0; k < PLACES; k++)
        make_place(&at[k], k);
    for (int n = 0; n < EXPRESSIONS;) {
        int64_t value[PLACES];
        const sx_expr *expr = expression(arena, DEPTH, false);
        if (!has_values(expr, at, value))
            continue;
        sx_buffer_printf(&w.body, "    printf(\"%%ld\\n\", (long)(%s));\n",
                         sx_c_expr(&w, expr, &(sx_c_special) { 0 }));
        sx_c_bounds of = sx_c_bounds_of(&w, expr, 1);
        for (int k = 0; k < PLACES; k++) {
            wanted[k][n] = value[k];
            beyond += value[k] < of.low || value[k] > of.high;
        }
        n++;
    }
    char name[] = "expressions.XXXXXX.c", command[128];
    int fd = mkstemps(name, 2);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "w");
    if (file) {
        write_main(file, &w, at);
        fclose(file);
    }
    snprintf(command, sizeof command, "cc -std=c11 -O0 -w %s -o %.*s -lm", name, 18,
             name);
    ok(file && system(command) == 0, "%s does not compile", name);
    name[18] = '\0';
    is_int(differences(name, wanted), 0, "values that differ");
    is_int(beyond, 0, "values beyond their bounds");
    unlink(name);
    name[18] = '.';
    unlink(name);
    sx_buffer_finish(&w.body);
    sx_buffer_finish(&w.functions);
    sx_arena_destroy(arena);
    return tap_done();
}
