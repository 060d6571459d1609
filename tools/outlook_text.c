#include "outlook_text.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>

/* Shares of the time, and powers of the number of ranks, that are worth a line. */
static const double SHOWN = 0.0005, GROWS = 0.05;

static void print_time(sx_buffer *out, double ns)
{
    static const struct {
        double ns;
        const char *name;
    } unit[] = { { 1e9, "s" }, { 1e6, "ms" }, { 1e3, "us" }, { 1, "ns" } };
    size_t i = 0;
    while (i < 3 && ns < unit[i].ns)
        i++;
    if (isinf(ns))
        sx_buffer_puts(out, "any time");
    else
        sx_buffer_printf(out, "%.3g %s", ns / unit[i].ns, unit[i].name);
}

static void print_interval(sx_buffer *out, double low, double high)
{
    print_time(out, low);
    sx_buffer_puts(out, " to ");
    print_time(out, high);
}

static void print_prediction(sx_buffer *out, const sx_model_prediction *p)
{
    print_time(out, p->value);
    sx_buffer_puts(out, " (");
    print_interval(out, p->low, p->high);
    sx_buffer_puts(out, ")");
}

static void print_power(sx_buffer *out, double power)
{
    if (isinf(power))
        sx_buffer_puts(out, "      new");
    else
        sx_buffer_printf(out, "   P^%-4.1f", fabs(power) < 0.05 ? 0 : power);
}

static double time_of(const sx_outlook_row *row, int when)
{
    return row->computation_ns[when] + row->communication_ns[when];
}

static void print_row(sx_buffer *out, const sx_outlook *o, int64_t p,
                      const sx_outlook_row *row)
{
    const double time[] = { time_of(row, 0), time_of(row, 1) };
    sx_buffer_printf(out, "  %5.1f %%  %5.1f %%",
                     100 * row->computation_ns[0] / o->forecast.time.value,
                     100 * row->communication_ns[0] / o->forecast.time.value);
    print_power(out, sx_outlook_power(o, p, time));
    print_power(out, sx_outlook_power(o, p, row->calls));
    print_power(out, sx_outlook_power(o, p, row->bytes));
    sx_buffer_puts(out, "  ");
}

static void print_region_name(sx_buffer *out, const sx_trace *trace, uint32_t region)
{
    if (region < trace->nregions)
        sx_buffer_puts(out, trace->region[region]);
    else
        sx_buffer_puts(out, "outside of regions");
}

static void print_site(sx_buffer *out, const sx_trace *trace, const sx_sources *sources,
                       const sx_outlook_row *row)
{
    sx_buffer_printf(out, "%s at ", sx_op_name(row->op));
    sx_print_site_briefly(out, trace, sources, row->index);
    sx_buffer_puts(out, "\n");
}

static void print_rows(sx_buffer *out, const sx_outlook *o, const sx_trace *trace,
                       const sx_sources *sources, size_t most)
{
    sx_buffer_printf(out,
                     "of that time, computation before and time in calls; growth from "
                     "%" PRId64 " ranks of time, calls and bytes; first "
                     "what gains most:\n",
                     o->base);
    for (size_t i = 0; o->nregions > 1 && i < o->nregions; i++) {
        print_row(out, o, trace->p, &o->region[i]);
        print_region_name(out, trace, o->region[i].index);
        sx_buffer_puts(out, "\n");
    }
    size_t shown = 0;
    for (size_t i = 0; i < o->nsites && shown < most; i++) {
        if (time_of(&o->site[i], 0) < SHOWN * o->forecast.time.value)
            continue;
        print_row(out, o, trace->p, &o->site[i]);
        print_site(out, trace, sources, &o->site[i]);
        shown++;
    }
    if (o->nsites > shown)
        sx_buffer_printf(out, "  and %zu more\n", o->nsites - shown);
}

/* The call site of which there is most growth, if there is any. */
static void print_growth(sx_buffer *out, const sx_outlook *o, const sx_trace *trace,
                         const sx_sources *sources, bool of_bytes)
{
    const sx_outlook_row *best = NULL;
    double most = GROWS;
    for (size_t i = 0; i < o->nsites; i++) {
        const sx_outlook_row *row = &o->site[i];
        const double power =
            sx_outlook_power(o, trace->p, of_bytes ? row->bytes : row->calls);
        if (power > most) {
            most = power;
            best = row;
        }
    }
    if (!best)
        return;
    sx_buffer_printf(out, "%s of a rank grow most", of_bytes ? "bytes" : "calls");
    print_power(out, most);
    sx_buffer_puts(out, "  ");
    print_site(out, trace, sources, best);
}

/* "from 512 ranks on (256 to 1024)". */
static void print_scale(sx_buffer *out, const sx_outlook *o, const sx_outlook_scale *s)
{
    const int64_t last = o->nsteps ? o->step[o->nsteps - 1].p : 0;
    if (s->p)
        sx_buffer_printf(out, "%" PRId64 " ranks (", s->p);
    else
        sx_buffer_printf(out, "no number of ranks up to %" PRId64 " (", last);
    if (s->low)
        sx_buffer_printf(out, "%" PRId64, s->low);
    else
        sx_buffer_puts(out, "none");
    if (s->high)
        sx_buffer_printf(out, " to %" PRId64 ")\n", s->high);
    else
        sx_buffer_printf(out, " to beyond %" PRId64 ")\n", last);
}

static void print_steps(sx_buffer *out, const sx_outlook *o)
{
    sx_buffer_printf(
        out, "efficiency: %.0f %% of the time is computation (%.0f to %.0f %%)\n",
        100 * o->efficiency.value, 100 * o->efficiency.low, 100 * o->efficiency.high);
    sx_buffer_puts(out, "communication exceeds computation from ");
    print_scale(out, o, &o->exceeds);
    sx_buffer_puts(out, "least time at ");
    print_scale(out, o, &o->least);
    for (uint32_t i = 0; i < o->nsteps; i++) {
        sx_buffer_printf(out, "  %8" PRId64 " ranks  ", o->step[i].p);
        print_prediction(out, &o->step[i].time);
        sx_buffer_puts(out, "\n");
    }
}

void sx_outlook_print(sx_buffer *out, const sx_outlook *o, const sx_trace *trace,
                      const sx_sources *sources, size_t most)
{
    const sx_forecast *f = &o->forecast;
    sx_buffer_puts(out, "run time: ");
    print_prediction(out, &f->time);
    sx_buffer_puts(out, ", of one run ");
    print_interval(out, f->time.run_low, f->time.run_high);
    sx_buffer_printf(out, ", with %.0f %% probability\ncomputation of the busiest rank: ",
                     100 * f->level);
    print_prediction(out, &f->computation);
    sx_buffer_puts(out, "; communication and waiting: ");
    print_prediction(out, &f->rest);
    sx_buffer_puts(out, "\n");
    print_rows(out, o, trace, sources, most);
    print_growth(out, o, trace, sources, false);
    print_growth(out, o, trace, sources, true);
    print_steps(out, o);
}

/* ---- JSON ---- */

static json_t *number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *prediction_json(const sx_model_prediction *p)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:o}", "value", number(p->value), "low",
                     number(p->low), "high", number(p->high), "run_low",
                     number(p->run_low), "run_high", number(p->run_high));
}

static json_t *efficiency_json(const sx_model_prediction *p)
{
    return json_pack("{s:f, s:f, s:f}", "value", p->value, "low", p->low, "high",
                     p->high);
}

static json_t *row_json(const sx_outlook *o, int64_t p, const sx_outlook_row *row)
{
    const double time[] = { time_of(row, 0), time_of(row, 1) };
    return json_pack("{s:f, s:f, s:f, s:f, s:o, s:o, s:o}", "computation_ns",
                     row->computation_ns[0], "communication_ns", row->communication_ns[0],
                     "calls", row->calls[0], "bytes", row->bytes[0], "time_power",
                     number(sx_outlook_power(o, p, time)), "calls_power",
                     number(sx_outlook_power(o, p, row->calls)), "bytes_power",
                     number(sx_outlook_power(o, p, row->bytes)));
}

static json_t *scale_json(const sx_outlook_scale *s)
{
    json_t *json = json_object();
    const int64_t scale[] = { s->p, s->low, s->high };
    static const char *const name[] = { "ranks", "low", "high" };
    for (int i = 0; i < 3; i++)
        json_object_set_new(json, name[i],
                            scale[i] ? json_integer((json_int_t)scale[i]) : json_null());
    return json;
}

json_t *sx_outlook_json(const sx_outlook *o, const sx_trace *trace,
                        const sx_sources *sources)
{
    json_t *regions = json_array(), *sites = json_array(), *steps = json_array();
    for (size_t i = 0; i < o->nregions; i++) {
        json_t *row = row_json(o, trace->p, &o->region[i]);
        const uint32_t region = o->region[i].index;
        json_object_set_new(row, "region",
                            region < trace->nregions ? json_string(trace->region[region])
                                                     : json_null());
        json_array_append_new(regions, row);
    }
    for (size_t i = 0; i < o->nsites; i++) {
        json_t *row = row_json(o, trace->p, &o->site[i]);
        sx_buffer text = SX_BUFFER_INIT;
        sx_print_site(&text, trace, sources, o->site[i].index);
        json_object_set_new(row, "operation", json_string(sx_op_name(o->site[i].op)));
        json_object_set_new(row, "site", json_string(text.data ? text.data : ""));
        sx_buffer_finish(&text);
        json_array_append_new(sites, row);
    }
    for (uint32_t i = 0; i < o->nsteps; i++)
        json_array_append_new(steps,
                              json_pack("{s:I, s:o}", "ranks", (json_int_t)o->step[i].p,
                                        "time_ns", prediction_json(&o->step[i].time)));
    return json_pack("{s:f, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "level",
                     o->forecast.level, "time_ns", prediction_json(&o->forecast.time),
                     "computation_ns", prediction_json(&o->forecast.computation),
                     "communication_ns", prediction_json(&o->forecast.rest), "efficiency",
                     efficiency_json(&o->efficiency), "regions", regions, "sites", sites,
                     "steps", steps, "communication_exceeds_computation",
                     scale_json(&o->exceeds), "least_time", scale_json(&o->least));
}
