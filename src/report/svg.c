#include "report/matrix.h"

#include <inttypes.h>
#include <math.h>

enum { LEFT = 90, TOP = 70, SIDE = 640, LEGEND_X = LEFT + SIDE + 40, LEGEND_WIDTH = 20 };

/* Points of the colour map viridis (Smith and van der Walt, matplotlib, CC0). */
static const int viridis[][3] = { { 68, 1, 84 },    { 70, 50, 127 },  { 54, 92, 141 },
                                  { 39, 127, 142 }, { 31, 161, 135 }, { 74, 194, 109 },
                                  { 160, 218, 57 }, { 253, 231, 37 } };

/* The text of an XML document: markup as entities, what is not printable ASCII as \xHH. */
static void put_text(sx_buffer *out, const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
        if (*c == '<')
            sx_buffer_puts(out, "&lt;");
        else if (*c == '>')
            sx_buffer_puts(out, "&gt;");
        else if (*c == '&')
            sx_buffer_puts(out, "&amp;");
        else if (*c == '"')
            sx_buffer_puts(out, "&quot;");
        else if (*c >= ' ' && *c < 0x7f)
            sx_buffer_append(out, (const char *)c, 1);
        else
            sx_buffer_printf(out, "\\x%02x", *c);
    }
}

/* At `part` of the way, in [0, 1]. */
static void put_colour(sx_buffer *out, double part)
{
    const int last = (int)(sizeof viridis / sizeof *viridis) - 1;
    double at = part * last;
    int i = at < last ? (int)at : last - 1;
    double rest = at - i;
    sx_buffer_puts(out, "#");
    for (int c = 0; c < 3; c++)
        sx_buffer_printf(
            out, "%02x",
            (unsigned)lrint((1 - rest) * viridis[i][c] + rest * viridis[i + 1][c]));
}

/* The powers of ten around all bytes that are not 0. */
typedef struct log_scale {
    int from, to;
} log_scale;

static log_scale scale_of(const sx_matrix *m)
{
    double least = 0, most = 0;
    for (size_t i = 0; i < m->n * m->n; i++) {
        double bytes = (double)m->bytes[i];
        if (bytes > 0 && (least <= 0 || bytes < least))
            least = bytes;
        if (bytes > most)
            most = bytes;
    }
    if (most <= 0)
        return (log_scale) { 0, 1 };
    log_scale s = { (int)floor(log10(least)), (int)ceil(log10(most)) };
    if (s.to == s.from)
        s.to++;
    return s;
}

static double place_on(const log_scale *s, uint64_t bytes)
{
    double part = bytes ? (log10((double)bytes) - s->from) / (s->to - s->from) : 0;
    return part < 0 ? 0 : part > 1 ? 1 : part;
}

static void put_cells(sx_buffer *out, const sx_matrix *m, const log_scale *s)
{
    double side = (double)SIDE / (double)m->n;
    for (size_t from = 0; from < m->n; from++) {
        for (size_t to = 0; to < m->n; to++) {
            size_t cell = from * m->n + to;
            if (!m->messages[cell])
                continue;
            sx_buffer_printf(out,
                             "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" "
                             "height=\"%.2f\" fill=\"",
                             LEFT + (double)to * side, TOP + (double)from * side, side,
                             side);
            put_colour(out, place_on(s, m->bytes[cell]));
            sx_buffer_printf(out,
                             "\"><title>%" PRId64 " to %" PRId64 ": %" PRIu64
                             " bytes in %" PRIu64 " messages</title></rect>\n",
                             (sx_rank)from * m->width, (sx_rank)to * m->width,
                             m->bytes[cell], m->messages[cell]);
        }
    }
}

/* At most 8 marks along both axes. */
static void put_axes(sx_buffer *out, const sx_matrix *m)
{
    double side = (double)SIDE / (double)m->n;
    size_t every = (m->n + 7) / 8;
    for (size_t i = 0; i < m->n; i += every) {
        double middle = ((double)i + 0.5) * side;
        sx_buffer_printf(
            out, "<text x=\"%.2f\" y=\"%d\" text-anchor=\"middle\">%" PRId64 "</text>\n",
            LEFT + middle, TOP - 8, (sx_rank)i * m->width);
        sx_buffer_printf(
            out, "<text x=\"%d\" y=\"%.2f\" text-anchor=\"end\">%" PRId64 "</text>\n",
            LEFT - 8, TOP + middle + 4, (sx_rank)i * m->width);
    }
    sx_buffer_printf(out,
                     "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">to rank</text>\n"
                     "<text x=\"20\" y=\"%d\" text-anchor=\"middle\" "
                     "transform=\"rotate(-90 20 %d)\">from rank</text>\n",
                     LEFT + SIDE / 2, TOP - 28, TOP + SIDE / 2, TOP + SIDE / 2);
    sx_buffer_printf(out,
                     "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" "
                     "stroke=\"#888\"/>\n",
                     LEFT, TOP, SIDE, SIDE);
}

static void put_legend(sx_buffer *out, const log_scale *s)
{
    enum { STEPS = 64 };
    const double step = (double)SIDE / STEPS;
    for (int i = 0; i < STEPS; i++) {
        sx_buffer_printf(out,
                         "<rect x=\"%d\" y=\"%.2f\" width=\"%d\" height=\"%.2f\" fill=\"",
                         LEGEND_X, TOP + i * step, LEGEND_WIDTH, step + 0.5);
        put_colour(out, 1 - (i + 0.5) / STEPS);
        sx_buffer_puts(out, "\"/>\n");
    }
    for (int power = s->from; power <= s->to; power++)
        sx_buffer_printf(
            out,
            "<text x=\"%d\" y=\"%.2f\">10<tspan dy=\"-5\" font-size=\"9\">"
            "%d</tspan></text>\n",
            LEGEND_X + LEGEND_WIDTH + 6,
            TOP + SIDE - (double)SIDE * (power - s->from) / (s->to - s->from) + 4, power);
    sx_buffer_printf(out, "<text x=\"%d\" y=\"%d\">bytes</text>\n", LEGEND_X, TOP - 12);
}

void sx_matrix_draw(sx_buffer *out, const sx_matrix *m, const char *title)
{
    const log_scale s = scale_of(m);
    sx_buffer notes = SX_BUFFER_INIT;
    sx_matrix_print_notes(&notes, m);
    for (size_t i = 0; i < notes.size; i++) {
        if (notes.data[i] == '\n')
            notes.data[i] = ' ';
    }
    sx_buffer_printf(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" "
                     "height=\"%d\" font-family=\"sans-serif\" font-size=\"12\">\n"
                     "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n"
                     "<text x=\"%d\" y=\"20\" font-size=\"15\">",
                     LEGEND_X + 100, TOP + SIDE + 50, LEFT);
    put_text(out, title);
    sx_buffer_printf(out, ": bytes from rank to rank");
    if (m->width > 1)
        sx_buffer_printf(out, ", in blocks of %" PRId64 " ranks", m->width);
    sx_buffer_puts(out, "</text>\n");
    put_cells(out, m, &s);
    put_axes(out, m);
    put_legend(out, &s);
    sx_buffer_printf(out, "<text x=\"%d\" y=\"%d\" font-size=\"11\">", LEFT,
                     TOP + SIDE + 25);
    put_text(out, notes.data ? notes.data : "");
    sx_buffer_puts(out, "</text>\n</svg>\n");
    if (sx_buffer_status(&notes))
        out->status = sx_buffer_status(&notes);
    sx_buffer_finish(&notes);
}
