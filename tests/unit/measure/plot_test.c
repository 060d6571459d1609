/* Axes, and what a drawing has of its measurements. */
#include "measure/axis.h"
#include "measure/plot.h"
#include "measure/read.h"
#include "tap.h"

#include <math.h>

static void ticks(sx_axis_kind kind, double low, double high, const char *want)
{
    double tick[SX_AXIS_TICKS];
    char got[200];
    size_t n = 0;
    const sx_axis axis = sx_axis_make(kind, low, high, 0, 100);
    size_t count = sx_axis_ticks(&axis, tick);
    got[0] = '\0';
    for (size_t i = 0; i < count; i++)
        n += (size_t)snprintf(got + n, sizeof got - n, i ? " %g" : "%g", tick[i]);
    is_text(got, want, "ticks");
}

static bool near(double got, double want)
{
    return fabs(got - want) < 1e-9 * fabs(want) + 1e-9; /* logarithms and back */
}

static void test_axes(void)
{
    ticks(SX_AXIS_LOG2, 4, 64, "4 8 16 32 64");
    ticks(SX_AXIS_LOG2, 4, 65536, "8 64 512 4096 32768");
    ticks(SX_AXIS_LOG10, 0.03, 0.9, "0.05 0.1 0.2 0.5 1");
    ticks(SX_AXIS_LOG10, 2e-9, 3e7, "1e-09 1e-06 0.001 1 1000 1e+06");
    ticks(SX_AXIS_LINEAR, 0, 7, "0 2 4 6");
    ticks(SX_AXIS_LINEAR, -1, 1, "-1 -0.5 0 0.5 1");
    ticks(SX_AXIS_LINEAR, 3, 3, "1.5 2 2.5 3 3.5 4 4.5");
    const sx_axis axis = sx_axis_make(SX_AXIS_LOG2, 4, 64, 10, 110);
    ok(near(sx_axis_place(&axis, 16), 60), "the middle of 4 and 64 is at %g",
       sx_axis_place(&axis, 16));
    ok(near(sx_axis_value(&axis, 0.5), 16), "half the way is %g",
       sx_axis_value(&axis, 0.5));
    ok(near(sx_axis_place(&axis, 1e9), 110) && near(sx_axis_place(&axis, -1), 10),
       "what is beyond an end is at the end");
}

static size_t count(const sx_buffer *text, const char *what)
{
    size_t n = 0;
    for (const char *at = text->data; (at = strstr(at, what)); at++)
        n++;
    return n;
}

/* Draws all series of a text and two targets by one method. */
static void draw(const char *text, const char *method, const char *at, sx_buffer *out)
{
    sx_arena *arena = sx_arena_create();
    sx_measurements m = { 0 };
    sx_targets targets = { 0 };
    sx_error err = { 0 };
    sx_fitter fitter;
    sx_fitted fitted;
    sx_plot plot;
    ok(sx_measure_read(arena, "input", text, strlen(text), NULL, &m, &err) == SX_OK &&
           sx_targets_read(arena, at, &m, &targets, &err) == SX_OK,
       "%s", err.text);
    sx_fitter_init(&fitter, sx_fitter_method_named(method));
    sx_plot_init(&plot, &m, &targets, 0.9, m.nseries);
    for (size_t i = 0; i < m.nseries; i++) {
        sx_status status = sx_fitter_fit(&fitter, &m, &m.series[i], &fitted, &err);
        if (!status)
            status = sx_plot_add(&plot, &m.series[i], &fitted, &err);
        ok(status == SX_OK, "%s", err.text);
    }
    sx_plot_document(&plot, out);
    ok(sx_buffer_status(out) == SX_OK, "the drawing is not written");
    sx_plot_finish(&plot);
    sx_fitter_finish(&fitter);
    sx_arena_destroy(arena);
}

static void test_panels(void)
{
    sx_buffer out = SX_BUFFER_INIT;
    const char text[] = "p,region,value,value\n4,a<b>&,4,5\n8,a<b>&,8,9\n16,a<b>&,16,\n"
                        "4,b,100,\n8,b,101,\n16,b,99,\n";
    draw(text, "paper", "64,128", &out);
    is_int(count(&out, "<g "), 2, "panels");
    is_int(count(&out, "<circle"), 8, "values");
    is_int(count(&out, "l4 4 -4 4 -4 -4z"), 4, "targets");
    is_int(count(&out, "stroke-width=\"1.5\""), 2, "models");
    is_int(count(&out, "fill-opacity"), 0, "intervals that paper's models have not");
    is_int(count(&out, "<b>"), 0, "markup of a name");
    is_int(count(&out, "a&lt;b&gt;&amp;, "), 2, "the name");
    is_int(count(&out, "nan") + count(&out, "inf"), 0, "numbers that are none");
    sx_buffer_cut(&out, 0);
    draw(text, "default", "64", &out);
    is_int(count(&out, "fill-opacity"), 4, "intervals of two models");
    is_int(count(&out, "stroke-width=\"3\""), 2, "intervals at a target");
    sx_buffer_finish(&out);
}

/* A line for each n, six of eight; points on the others are not drawn. */
static void test_parameters(void)
{
    sx_buffer text = SX_BUFFER_INIT, out = SX_BUFFER_INIT;
    sx_buffer_puts(&text, "p,n,value\n");
    for (int n = 1; n <= 8; n++) {
        for (int p = 4; p <= 64; p *= 2)
            sx_buffer_printf(&text, "%d,%d,%d\n", p, n, 10 + 7 * p * n % 50);
    }
    draw(text.data, "default", "p=1024:n=3", &out);
    is_int(count(&out, "stroke-width=\"1.5\""), 6, "lines");
    is_int(count(&out, "<circle"), 30, "points on them");
    ok(strstr(out.data, "n=1<") && strstr(out.data, "n=8<") && strstr(out.data, "of 8<"),
       "the first and the last, and how many there are");
    sx_buffer_finish(&text);
    sx_buffer_finish(&out);
}

/* Values that are the same, zeros, negative ones, one point: always a drawing. */
static void test_odd(void)
{
    static const char *const texts[] = { "p,value\n4,3\n8,3\n",
                                         "p,value\n4,0\n8,0\n",
                                         "p,value\n4,-5\n8,7\n",
                                         "p,value\n4,1\n",
                                         "p,value\n1e-300,1e300\n1e300,1e-300\n",
                                         "p,value\n4,1e-320\n8,3e-320\n" };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        sx_buffer out = SX_BUFFER_INIT;
        draw(texts[i], "default", "16", &out);
        is_int(count(&out, "nan") + count(&out, "inf"), 0, "numbers that are none");
        sx_buffer_finish(&out);
    }
}

int main(void)
{
    test_axes();
    test_panels();
    test_parameters();
    test_odd();
    return tap_done();
}
