/* Who takes part, as a trace says it in boxes of a grid and as a program does: all boxes of one or two ends of each axis, on all small grids. */
#include "tap.h"

#include "generate/c_writer.h"
#include "trace/place.h"

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

enum { AXES = 2, MOST = 4, FROMS = 5, NUMBERS = 6, BOXES = 900 };

/* 0, 1, 2, or one or two less than the extent. */
static const sx_expr *from_of(sx_arena *arena, int which, unsigned axis)
{
    const sx_expr *dim = sx_expr_var(arena, SX_VAR_DIM, 0, axis);
    return which < 3
               ? sx_expr_int(arena, which)
               : sx_expr_two(arena, SX_EXPR_SUB, dim, sx_expr_int(arena, which - 2));
}

/* NULL where there is no such dimension. */
static const sx_expr *number_of(sx_arena *arena, int which, unsigned axis)
{
    const sx_expr *dim = sx_expr_var(arena, SX_VAR_DIM, 0, axis);
    if (which == 0)
        return NULL;
    return which < 3
               ? sx_expr_int(arena, which)
               : sx_expr_two(arena, SX_EXPR_SUB, dim, sx_expr_int(arena, which - 3));
}

static sx_box box_of(sx_arena *arena, int number)
{
    const sx_expr *px = sx_expr_var(arena, SX_VAR_DIM, 0, 0);
    int which[] = { number % FROMS, number / FROMS % NUMBERS,
                    number / FROMS / NUMBERS % FROMS, number / FROMS / NUMBERS / FROMS };
    const sx_expr *rows = number_of(arena, which[3], 1);
    const sx_expr *columns = number_of(arena, which[1], 0);
    sx_box box = { .start = sx_expr_two(
                       arena, SX_EXPR_ADD,
                       sx_expr_two(arena, SX_EXPR_MUL, from_of(arena, which[2], 1), px),
                       from_of(arena, which[0], 0)) };
    if (rows)
        box.dim[box.ndims++] = (struct sx_box_dim) { rows, px };
    if (columns)
        box.dim[box.ndims++] = (struct sx_box_dim) { columns, sx_expr_int(arena, 1) };
    return box;
}

/* A program that says of each grid, rank and box whether it is in, a line for a grid and a rank. */
static bool write_program(const char *name, int fd, sx_c_writer *w, const sx_box *box)
{
    FILE *file = fdopen(fd, "w");
    sx_buffer tests = SX_BUFFER_INIT, support = SX_BUFFER_INIT;
    for (int i = 0; i < BOXES; i++) {
        sx_domain domain = { .kind = SX_DOMAIN_BOXES, .nboxes = 1, .box = &box[i] };
        sx_buffer_printf(&tests, "    putchar('0' + (%s));\n",
                         sx_c_condition(w, &domain));
    }
    sx_c_support_write(&support, w->support, false);
    fprintf(file,
            "#include <stdio.h>\nstatic int rank, px, py, myx, myy;\n%s"
            "static void say(void)\n{\n%s    putchar('\\n');\n}\n"
            "int main(void)\n{\n"
            "    for (px = 1; px <= %d; px++)\n        for (py = 1; py <= %d; py++)\n"
            "            for (rank = 0; rank < px * py; rank++) {\n"
            "                myx = rank %% px;\n                myy = rank / px;\n"
            "                say();\n            }\n    return 0;\n}\n",
            support.data, tests.data, MOST, MOST);
    sx_buffer_finish(&tests);
    sx_buffer_finish(&support);
    char command[128];
    snprintf(command, sizeof command, "cc -std=c11 -O0 -w %s -o %.13s", name, name);
    return fclose(file) == 0 && system(command) == 0;
}

/* Those whose line is another than the model's at this rank. */
static int differences(FILE *out, const sx_place_of *place, const sx_box *box)
{
    int n = 0;
    for (int i = 0; i < BOXES; i++) {
        sx_domain domain = { .kind = SX_DOMAIN_BOXES, .nboxes = 1, .box = &box[i] };
        bool in = false;
        sx_status status = sx_place_in(place, &domain, &in, NULL);
        n += getc(out) != (in ? '1' : '0') && !status;
    }
    return n + (getc(out) != '\n');
}

static int all_differences(const char *command, sx_trace *trace, const sx_box *box)
{
    FILE *out = popen(command, "r");
    int n = 0;
    for (int64_t x = 1; out && x <= MOST; x++)
        for (int64_t y = 1; y <= MOST; y++) {
            trace->p = x * y;
            trace->grid[0].dim[0] = x;
            trace->grid[0].dim[1] = y;
            sx_place_of *place = sx_place_create(trace);
            for (sx_rank rank = 0; rank < trace->p; rank++) {
                sx_place_move(place, rank, NULL);
                n += differences(out, place, box);
            }
            sx_place_destroy(place);
        }
    return out && pclose(out) == 0 ? n : -1;
}

/* ---- what holds in a whole box ---- */

/* Does coordinate + shift stay within its axis, at the end that is asked about, for all in the box on all small grids? */
static bool stays(sx_trace *trace, const sx_domain *domain, unsigned axis, int shift,
                  bool is_low)
{
    bool all = true;
    for (int64_t p = 0; p < MOST * MOST; p++) {
        trace->grid[0].dim[0] = 1 + p % MOST;
        trace->grid[0].dim[1] = 1 + p / MOST;
        trace->p = trace->grid[0].dim[0] * trace->grid[0].dim[1];
        sx_place_of *place = sx_place_create(trace);
        for (sx_rank rank = 0; rank < trace->p; rank++) {
            bool in = false;
            int64_t at = axis == 0 ? rank % (1 + p % MOST) : rank / (1 + p % MOST);
            sx_place_move(place, rank, NULL);
            if (!sx_place_in(place, domain, &in, NULL) && in)
                all = all &&
                      (is_low ? at + shift >= 0 : at + shift < trace->grid[0].dim[axis]);
        }
        sx_place_destroy(place);
    }
    return all;
}

/* if(coordinate + shift within its axis, 1, 0) */
static const sx_expr *question(sx_arena *a, unsigned axis, int shift, bool is_low)
{
    const sx_expr *at = sx_expr_two(a, SX_EXPR_ADD, sx_expr_var(a, SX_VAR_COORD, 0, axis),
                                    sx_expr_int(a, shift));
    const sx_expr *condition =
        is_low ? sx_expr_two(a, SX_EXPR_GE, at, sx_expr_int(a, 0))
               : sx_expr_two(a, SX_EXPR_LT, at, sx_expr_var(a, SX_VAR_DIM, 0, axis));
    return sx_expr_make(a, SX_EXPR_IF, condition, sx_expr_int(a, 1), sx_expr_int(a, 0));
}

static void within_boxes(sx_c_writer *w, sx_trace *trace, const sx_box *box)
{
    int known = 0, wrong = 0;
    for (int i = 0; i < BOXES; i++) {
        sx_domain domain = { .kind = SX_DOMAIN_BOXES, .nboxes = 1, .box = &box[i] };
        for (int k = 0; k < 2 * 2 * 5; k++) {
            unsigned axis = (unsigned)k % 2;
            bool is_low = k / 2 % 2;
            int shift = k / 4 - 2;
            const sx_expr *asked = question(w->arena, axis, shift, is_low);
            if (shift == 0 || sx_c_within(w, &domain, asked) == asked)
                continue;
            known++;
            wrong += !stays(trace, &domain, axis, shift, is_low);
        }
    }
    ok(known >= 100, "%d ends of axes that a box does not reach", known);
    is_int(wrong, 0, "ends that it does reach");
}

int main(void)
{
    sx_arena *arena = sx_arena_create();
    sx_grid grid = { .name = "g", .ndims = AXES };
    sx_comm comms[2] = { { .name = NULL }, { .name = NULL } };
    sx_trace trace = { .ngrids = 1, .grid = &grid, .ncomms = 2, .comm = comms };
    sx_error err = { .text = "" };
    sx_c_writer w = { .arena = arena, .trace = &trace, .err = &err };
    w.names_end = &w.names;
    sx_box *box = SX_NEW_ARRAY(arena, sx_box, BOXES);
    int by_coordinates = 0;
    for (int i = 0; i < BOXES; i++) {
        box[i] = box_of(arena, i);
        sx_domain domain = { .kind = SX_DOMAIN_BOXES, .nboxes = 1, .box = &box[i] };
        by_coordinates += strstr(sx_c_condition(&w, &domain), "rank") == NULL;
    }
    ok(by_coordinates >= 60, "%d boxes are conditions on coordinates", by_coordinates);
    char name[] = "domain.XXXXXX.c", command[128];
    int fd = mkstemps(name, 2);
    ok(fd >= 0 && write_program(name, fd, &w, box), "%s does not compile", name);
    snprintf(command, sizeof command, "./%.13s", name);
    is_int(all_differences(command, &trace, box), 0, "ranks that are in another set");
    unlink(command);
    unlink(name);
    within_boxes(&w, &trace, box);
    sx_arena_destroy(arena);
    return tap_done();
}
