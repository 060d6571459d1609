#include "report/matrix.h"

#include "report/print.h"

#include <inttypes.h>

static void print_head(sx_buffer *out, const sx_matrix *m)
{
    if (m->width == 1)
        sx_buffer_puts(out, "bytes from rank (down) to rank (across)\n");
    else
        sx_buffer_printf(out,
                         "bytes from rank (down) to rank (across), in blocks of %" PRId64
                         " ranks that are named by their first\n",
                         m->width);
    sx_buffer_printf(out, "%9s", "");
    for (size_t to = 0; to < m->n; to++)
        sx_buffer_printf(out, m->p > 100000 ? " %7" PRId64 : " %5" PRId64,
                         (sx_rank)to * m->width);
    sx_buffer_puts(out, "\n");
}

void sx_matrix_print_notes(sx_buffer *out, const sx_matrix *m)
{
    if (m->ranks_seen < m->p) {
        sx_buffer_puts(out, "Estimated from ");
        sx_print_grouped(out, 0, (uint64_t)m->ranks_seen);
        sx_buffer_puts(out, " of ");
        sx_print_grouped(out, 0, (uint64_t)m->p);
        sx_buffer_puts(out, " ranks; --complete looks at all.\n");
    }
    sx_print_grouped(out, 0, m->all_messages);
    sx_buffer_puts(out, " messages of ");
    sx_print_grouped(out, 0, m->all_bytes);
    sx_buffer_puts(out, " bytes; what collectives move is not among them.\n");
    if (m->unplaced_messages) {
        sx_buffer_puts(out, "Of these ");
        sx_print_grouped(out, 0, m->unplaced_messages);
        sx_buffer_puts(out, " messages of ");
        sx_print_grouped(out, 0, m->unplaced_bytes);
        sx_buffer_puts(out, " bytes are not shown: the trace does not tell which "
                            "ranks of the world they go to.\n");
    }
}

void sx_matrix_print(sx_buffer *out, const sx_matrix *m)
{
    const bool wide = m->p > 100000;
    print_head(out, m);
    for (size_t from = 0; from < m->n; from++) {
        sx_buffer_printf(out, "%9" PRId64, (sx_rank)from * m->width);
        for (size_t to = 0; to < m->n; to++) {
            size_t cell = from * m->n + to;
            sx_buffer_puts(out, wide ? "   " : " ");
            if (m->messages[cell])
                sx_print_short(out, (double)m->bytes[cell]);
            else
                sx_buffer_puts(out, "    .");
        }
        sx_buffer_puts(out, "\n");
    }
    sx_buffer_puts(out, "\n");
    sx_matrix_print_notes(out, m);
}
