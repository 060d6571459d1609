#include "generate/c_sweep.h"

#include "generate/c_pause.h"
#include "generate/c_replace.h"

#include "support_text.h"

#include <ctype.h>
#include <string.h>

static const char end[] = "\n    write_report(argc, argv);\n";

static bool sweeps(const sx_c_writer *w)
{
    return w->told >> SX_C_SWEEP & 1;
}

/* Persistent requests have numbers by which of them are free, and stay. */
void sx_c_find_sweep(sx_c_writer *w)
{
    const char *at = w->body.data ? strstr(w->body.data, end) : NULL;
    if (at && !strstr(at + 1, end) && !strstr(w->body.data, "persistent("))
        sx_c_can_be_told(w, SX_C_SWEEP);
}

/* The counters of executions begin anew. */
static void put_counters(const sx_c_writer *w, sx_buffer *out)
{
    static const char word[] = "static long ";
    const char *line = w->globals.data;
    for (; line && *line; line = strchr(line, '\n') + 1) {
        if (strncmp(line, word, sizeof word - 1) != 0)
            continue;
        const char *at = line + sizeof word - 1;
        while (*at != ';') {
            size_t n = strcspn(at, ",;");
            sx_buffer_printf(out, "    %.*s = 0;\n", (int)n, at);
            at += n;
            at += strspn(at, ", ");
        }
    }
}

static void put_restart(const sx_c_writer *w, sx_buffer *out)
{
    sx_buffer_puts(out, "\nstatic double run_began, run_computed;\n\nstatic void "
                        "restart(void)\n{\n");
    put_counters(w, out);
    if (w->nplaces && w->pauses->has_notes)
        sx_buffer_puts(out, "    last_call = -1;\n");
    if (w->nplaces)
        sx_buffer_puts(out, "    owed = 0;\n");
    sx_buffer_puts(out, "    for (int i = 0; sweep && i < PLACES; i++)\n"
                        "        times[i] = 0;\n"
                        "    if (sweep)\n        PMPI_Barrier(MPI_COMM_WORLD);\n"
                        "    run_began = MPI_Wtime();\n"
                        "    run_computed = computed();\n}\n");
}

static void put_setting(const sx_c_writer *w, sx_buffer *out)
{
    bool computes = w->told >> SX_C_COMPUTE_SCALES & 1;
    bool scales = w->told >> SX_C_MESSAGE_SCALE & 1,
         replaces = sx_c_is_replaced(w, SX_OP_Alltoall);
    sx_buffer_puts(out,
                   "\nstatic void set_sweep(double compute, double message, const char "
                   "*way)\n{\n");
    if (scales)
        sx_buffer_puts(out, "    static double given;\n    given = given > 0 ? given : "
                            "message_scale;\n    message_scale = given * message;\n");
    if (computes)
        sx_buffer_puts(out, "    sweep_compute = compute;\n");
    if (replaces)
        sx_buffer_puts(out, "    way_Alltoall = way;\n");
    sx_buffer_puts(out, "    (void)compute, (void)message, (void)way;\n}\n");
}

void sx_c_write_sweep(const sx_c_writer *w, sx_buffer *out)
{
    if (!sweeps(w))
        return;
    put_restart(w, out);
    put_setting(w, out);
    sx_buffer_printf(out, "\n%s", text_sweep);
}

bool sx_c_split_sweep(const sx_c_writer *w, const sx_buffer *body, size_t from,
                      sx_buffer *functions, sx_buffer *main)
{
    const char *at = sweeps(w) ? strstr(body->data + from, end) : NULL;
    if (!at)
        return false;
    size_t stop = (size_t)(at + 1 - body->data);
    sx_buffer_puts(functions, "\nstatic void program(void)\n{\n");
    sx_buffer_append(functions, body->data + from, stop - from);
    sx_buffer_puts(functions, "}\n");
    sx_buffer_append(main, body->data, from);
    sx_buffer_puts(main, "    do {\n        restart();\n        program();\n    } while "
                         "(goes_on());\n");
    sx_buffer_append(main, body->data + stop, body->size - stop);
    return true;
}
