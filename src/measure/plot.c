#include "measure/plot.h"

#include "io/text_number.h"
#include "measure/axis.h"
#include "measure/names.h"
#include "measure/plot_lines.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    WIDTH = 400,
    HEIGHT = 320,
    LEFT = 66,
    TOP = 58,
    RIGHT = 14,
    BOTTOM = 44,
    COLUMNS = 3
};

static const char *const colours[SX_PLOT_LINES] = { "#1f6fb4", "#c8521f", "#2c8a4b",
                                                    "#8a3fa0", "#a07800", "#4d4d4d" };

void sx_plot_init(sx_plot *plot, const sx_measurements *m, const sx_targets *targets,
                  double level, size_t panels)
{
    *plot = (sx_plot) { .data = m, .targets = targets, .level = level, .panels = panels };
    plot->columns = panels < COLUMNS ? panels : COLUMNS;
}

void sx_plot_finish(sx_plot *plot)
{
    sx_buffer_finish(&plot->body);
}

typedef struct panel {
    sx_buffer *out;
    sx_axis x, y;
    const sx_plot *plot;
    const sx_plot_lines *lines;
} panel;

/* What begins with so many bytes, or less, of a text; where it is cut between characters. */
static void put_short(sx_buffer *out, const char *text, size_t most)
{
    char begin[160];
    size_t length = strlen(text);
    bool cut = length > most;
    if (cut)
        for (length = most; length && ((unsigned char)text[length] & 0xc0) == 0x80;)
            length--;
    snprintf(begin, sizeof begin, "%.*s%s", (int)length, text, cut ? "..." : "");
    sx_name_put_xml(out, begin);
}

static void put_titles(const panel *p, const sx_series *s, const sx_fitted *fitted)
{
    enum { MOST = 56 };
    const sx_measurements *m = p->plot->data;
    sx_buffer formula = SX_BUFFER_INIT, name = SX_BUFFER_INIT;
    sx_buffer_printf(&name, "%s, %s", m->region[s->region], m->metric[s->metric]);
    sx_model_text(&fitted->model, m->parameter, &formula);
    sx_buffer_printf(p->out, "<text x=\"%d\" y=\"18\" font-size=\"13\"><title>", LEFT);
    sx_name_put_xml(p->out, name.data ? name.data : "");
    sx_buffer_puts(p->out, "</title>");
    put_short(p->out, name.data ? name.data : "", MOST - 8);
    sx_buffer_printf(p->out, "</text>\n<text x=\"%d\" y=\"34\" fill=\"#555\"><title>",
                     LEFT);
    sx_name_put_xml(p->out, formula.data ? formula.data : "");
    sx_buffer_puts(p->out, "</title>");
    put_short(p->out, formula.data ? formula.data : "", MOST);
    sx_buffer_puts(p->out, "</text>\n");
    sx_buffer_finish(&formula);
    sx_buffer_finish(&name);
}

/* Which line has which other coordinates. */
static void put_legend(const panel *p)
{
    const sx_measurements *m = p->plot->data;
    if (m->nparameters < 2)
        return;
    sx_buffer_printf(p->out, "<text x=\"%d\" y=\"50\" font-size=\"9\">", LEFT);
    for (size_t i = 0; i < p->lines->n; i++) {
        sx_buffer_printf(p->out, "<tspan fill=\"%s\" dx=\"%d\">", colours[i], i ? 6 : 0);
        for (size_t k = 1; k < m->nparameters; k++) {
            sx_buffer_puts(p->out, k > 1 ? ":" : "");
            put_short(p->out, m->parameter[k], 12);
            sx_buffer_puts(p->out, "=");
            sx_text_put_real(p->out, p->lines->line[i].at[k]);
        }
        sx_buffer_puts(p->out, "</tspan>");
    }
    if (p->lines->all > p->lines->n)
        sx_buffer_printf(p->out, "<tspan fill=\"#555\" dx=\"6\">of %zu</tspan>",
                         p->lines->all);
    sx_buffer_puts(p->out, "</text>\n");
}

static void put_axes(const panel *p)
{
    double tick[SX_AXIS_TICKS];
    size_t n = sx_axis_ticks(&p->x, tick);
    for (size_t i = 0; i < n; i++) {
        double x = sx_axis_place(&p->x, tick[i]);
        sx_buffer_printf(p->out,
                         "<path d=\"M%.1f %d v-%d\" stroke=\"#e4e4e4\"/><text x=\"%.1f\" "
                         "y=\"%d\" text-anchor=\"middle\">%.7g</text>\n",
                         x, HEIGHT - BOTTOM, HEIGHT - BOTTOM - TOP, x,
                         HEIGHT - BOTTOM + 15, tick[i]);
    }
    n = sx_axis_ticks(&p->y, tick);
    for (size_t i = 0; i < n; i++) {
        double y = sx_axis_place(&p->y, tick[i]);
        sx_buffer_printf(p->out,
                         "<path d=\"M%d %.1f h%d\" stroke=\"#e4e4e4\"/><text x=\"%d\" "
                         "y=\"%.1f\" text-anchor=\"end\">%.7g</text>\n",
                         LEFT, y, WIDTH - LEFT - RIGHT, LEFT - 5, y + 4, tick[i]);
    }
    sx_buffer_printf(p->out,
                     "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" "
                     "stroke=\"#888\"/>\n<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">",
                     LEFT, TOP, WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM,
                     LEFT + (WIDTH - LEFT - RIGHT) / 2, HEIGHT - 10);
    put_short(p->out, p->plot->data->parameter[0], 40);
    sx_buffer_puts(p->out, "</text>\n");
}

static void put_place(const panel *p, char command, double x, double y)
{
    sx_buffer_printf(p->out, "%c%.1f %.1f", command, sx_axis_place(&p->x, x),
                     sx_axis_place(&p->y, y));
}

/* Between two curves: there above, and back below. */
static void put_band(const panel *p, const sx_plot_line *line, bool run,
                     const char *colour)
{
    sx_buffer_puts(p->out, "<path d=\"");
    for (size_t i = 0; i < SX_PLOT_SAMPLES; i++)
        put_place(p, i ? 'L' : 'M', line->x[i],
                  run ? line->curve[i].run_high : line->curve[i].high);
    for (size_t i = SX_PLOT_SAMPLES; i-- > 0;)
        put_place(p, 'L', line->x[i], run ? line->curve[i].run_low : line->curve[i].low);
    sx_buffer_printf(p->out, "z\" fill=\"%s\" fill-opacity=\"%s\"/>\n", colour,
                     run ? "0.10" : "0.22");
}

static void put_line(const panel *p, const sx_plot_line *line, bool intervals,
                     const char *colour)
{
    if (intervals) {
        put_band(p, line, true, colour);
        put_band(p, line, false, colour);
    }
    sx_buffer_puts(p->out, "<path d=\"");
    for (size_t i = 0; i < SX_PLOT_SAMPLES; i++)
        put_place(p, i ? 'L' : 'M', line->x[i], line->curve[i].value);
    sx_buffer_printf(p->out, "\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"/>\n",
                     colour);
}

static void put_points(const panel *p, const sx_series *s)
{
    const sx_measurements *m = p->plot->data;
    for (size_t i = 0; i < s->npoints; i++) {
        const double *at = sx_series_point(m, s, i);
        size_t line = sx_plot_lines_find(p->lines, m, at);
        if (line == p->lines->n)
            continue;
        for (size_t k = s->first[i]; k < s->first[i + 1]; k++)
            sx_buffer_printf(p->out,
                             "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\" fill=\"%s\"/>\n",
                             sx_axis_place(&p->x, at[0]),
                             sx_axis_place(&p->y, m->value[k]), colours[line]);
    }
}

/* A target: a thin line for a run, a thick one for the mean, a diamond. */
static void put_target(const panel *p, const double *at, const sx_model_prediction *t,
                       bool intervals)
{
    double x = sx_axis_place(&p->x, at[0]), y = sx_axis_place(&p->y, t->value);
    if (intervals)
        sx_buffer_printf(p->out,
                         "<path d=\"M%.1f %.1fV%.1f\" stroke=\"#000\"/><path d=\"M%.1f "
                         "%.1fV%.1f\" stroke=\"#000\" stroke-width=\"3\"/>\n",
                         x, sx_axis_place(&p->y, t->run_low),
                         sx_axis_place(&p->y, t->run_high), x,
                         sx_axis_place(&p->y, t->low), sx_axis_place(&p->y, t->high));
    sx_buffer_printf(p->out, "<path d=\"M%.1f %.1fl4 4 -4 4 -4 -4z\"><title>", x, y - 4);
    sx_target_put(p->out, p->plot->data, at);
    sx_buffer_puts(p->out, ": ");
    sx_text_put_real(p->out, t->value);
    sx_buffer_puts(p->out, "</title></path>\n");
}

static sx_status put_targets(const panel *p, const sx_fitted *fitted, sx_error *err)
{
    const sx_plot *plot = p->plot;
    for (size_t i = 0; i < plot->targets->n; i++) {
        const double *at = plot->targets->at + i * plot->data->nparameters;
        sx_model_prediction prediction;
        sx_status status = sx_fitted_predict(fitted, at, plot->level, &prediction, err);
        if (status)
            return status;
        if (isfinite(prediction.value))
            put_target(p, at, &prediction, fitted->intervals);
    }
    return SX_OK;
}

sx_status sx_plot_add(sx_plot *plot, const sx_series *s, const sx_fitted *fitted,
                      sx_error *err)
{
    sx_plot_lines lines;
    panel p = { .out = &plot->body, .plot = plot, .lines = &lines };
    p.x = sx_plot_lines_x(plot->data, s, plot->targets, LEFT, WIDTH - RIGHT);
    sx_status status =
        sx_plot_lines_make(&lines, plot->data, s, fitted, plot->level, &p.x, err);
    if (status)
        return status;
    p.y = sx_plot_lines_y(&lines, plot->data, s, plot->targets, fitted, HEIGHT - BOTTOM,
                          TOP);
    sx_buffer_printf(p.out, "<g transform=\"translate(%zu %zu)\">\n",
                     plot->drawn % plot->columns * WIDTH,
                     plot->drawn / plot->columns * HEIGHT);
    put_titles(&p, s, fitted);
    put_legend(&p);
    put_axes(&p);
    for (size_t i = 0; i < lines.n; i++)
        put_line(&p, &lines.line[i], fitted->intervals, colours[i]);
    put_points(&p, s);
    status = put_targets(&p, fitted, err);
    sx_buffer_puts(p.out, "</g>\n");
    plot->drawn++;
    return status;
}

void sx_plot_document(const sx_plot *plot, sx_buffer *out)
{
    size_t rows = plot->columns ? (plot->panels + plot->columns - 1) / plot->columns : 0;
    sx_buffer_printf(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%zu\" "
                     "height=\"%zu\" font-family=\"sans-serif\" font-size=\"11\">\n"
                     "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
                     plot->columns * WIDTH, rows * HEIGHT);
    if (sx_buffer_status(&plot->body))
        out->status = sx_buffer_status(&plot->body);
    else if (plot->body.size)
        sx_buffer_append(out, plot->body.data, plot->body.size);
    sx_buffer_puts(out, "</svg>\n");
}
