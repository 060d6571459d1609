#include "report/delays.h"

#include "report/times.h"
#include "trace/time_sums.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct printing {
    sx_buffer *out;
    const sx_trace *trace;
    const sx_sources *sources;
    const sx_delays_options *options;
    bool timed; /* there is a histogram */
    bool unknown; /* a quantile could not be told */
} printing;

bool sx_delays_parse(const char *percents, sx_delays_options *ret_options)
{
    sx_delays_options options = { .nquantiles = 0 };
    const char *at = percents;
    for (;;) {
        char *end;
        double percent = strtod(at, &end);
        if (end == at || !(percent >= 0 && percent <= 100) ||
            options.nquantiles == SX_DELAYS_QUANTILES)
            return false;
        options.quantile[options.nquantiles++] = percent / 100;
        if (*end == '\0')
            break;
        if (*end != ',')
            return false;
        at = end + 1;
    }
    *ret_options = options;
    return true;
}

double sx_delays_quantile(const sx_hist *hist, double q)
{
    static const struct {
        double share;
        sx_hist_field field;
    } known[] = { { 0, SX_HIST_MIN },   { 0.1, SX_HIST_Q10 },  { 0.25, SX_HIST_Q25 },
                  { 0.5, SX_HIST_Q50 }, { 0.75, SX_HIST_Q75 }, { 0.9, SX_HIST_Q90 },
                  { 1, SX_HIST_MAX } };
    if (hist->nbins)
        return sx_hist_quantile(hist, q);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (fabs(known[i].share - q) < 1e-9) /* as decimals are rounded */
            return hist->field[known[i].field];
    }
    return NAN;
}

/* In 9 columns. */
static void print_ns(sx_buffer *out, double ns)
{
    static const char *const unit[] = { "ns", "us", "ms", " s" };
    size_t i = 0;
    for (; ns >= 999.5 && i < 3; i++)
        ns /= 1000;
    if (isnan(ns))
        sx_buffer_puts(out, "        -");
    else
        sx_buffer_printf(out, " %5.*f %s",
                         ns >= 99.95 || i == 0 ? 0
                         : ns >= 9.995         ? 1
                                               : 2,
                         ns, unit[i]);
}

static void print_when(printing *p, const sx_times *times)
{
    sx_buffer when = SX_BUFFER_INIT;
    sx_buffer_puts(&when, times->kind == SX_TIMES_COMP ? "before" : "in");
    sx_buffer_puts(&when, times->first ? ", first" : "");
    if (times->after != SX_AFTER_ANY) {
        sx_buffer_puts(&when, ", after ");
        sx_print_site_briefly(&when, p->trace, p->sources, times->after);
    }
    sx_buffer_printf(p->out, "  %-38.38s", when.data ? when.data : "");
    if (sx_buffer_status(&when))
        p->out->status = sx_buffer_status(&when);
    sx_buffer_finish(&when);
}

static void print_times(printing *p, const sx_times *times)
{
    const sx_hist *hist = &times->hist;
    print_when(p, times);
    sx_buffer_printf(p->out, " %12.0f", hist->field[SX_HIST_N]);
    print_ns(p->out, hist->field[SX_HIST_MEAN]);
    print_ns(p->out, hist->field[SX_HIST_SD]);
    for (uint32_t i = 0; i < p->options->nquantiles; i++) {
        double ns = sx_delays_quantile(hist, p->options->quantile[i]);
        p->unknown = p->unknown || isnan(ns);
        print_ns(p->out, ns);
    }
    sx_buffer_puts(p->out, "\n");
}

static void print_head(printing *p)
{
    sx_buffer_printf(p->out, "%-40s %12s %8s %8s", "time before and in calls", "samples",
                     "mean", "sd");
    for (uint32_t i = 0; i < p->options->nquantiles; i++)
        sx_buffer_printf(p->out, " %7.4g%%", 100 * p->options->quantile[i]);
    sx_buffer_puts(p->out, "\n");
}

static void print_block(printing *p, const sx_block *block)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        if (node->kind == SX_NODE_LOOP) {
            print_block(p, &node->body);
            continue;
        }
        if (!node->ntimes)
            continue;
        p->timed = true;
        sx_buffer_printf(p->out, "%s at ", sx_op_name(node->op));
        sx_print_site_briefly(p->out, p->trace, p->sources, node->site);
        sx_buffer_puts(p->out, "\n");
        for (uint32_t k = 0; k < node->ntimes; k++)
            print_times(p, &node->times[k]);
    }
}

/* Regions */

enum { OPEN = 64 };

/* What a region took, without those inside of it. Marks stand in the order of the program, begin before
 * end, so that reading it once from above tells which region an event is in. */
typedef struct sums {
    sx_time_total *of; /* each region; one more for what is in none */
    double *begun;
    uint32_t nopen;
    size_t open[OPEN];
} sums;

static size_t region_of(const sx_trace *trace, const sx_node *mark)
{
    const sx_param *param = sx_node_param(mark, SX_PARAM_REGION);
    int64_t region = -1;
    if (param && param->value.kind == SX_VALUE_PIECES && param->value.npieces)
        region = sx_seq_at(param->value.piece[0].seq, 0);
    else if (param && param->value.kind == SX_VALUE_EXPR &&
             param->value.expr->op == SX_EXPR_INT) /* extrapolated */
        region = param->value.expr->value;
    return region >= 0 && (uint64_t)region < trace->nregions ? (size_t)region
                                                             : trace->nregions;
}

static void sum_block(sums *s, const sx_trace *trace, const sx_block *block)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        size_t in = s->nopen ? s->open[s->nopen - 1] : trace->nregions;
        if (node->kind == SX_NODE_LOOP) {
            sum_block(s, trace, &node->body);
            continue;
        }
        sx_time_total own =
            sx_times_of(node); /* before a mark: still inside, or outside */
        s->of[in].comp_ns += own.comp_ns;
        s->of[in].comm_ns += own.comm_ns;
        if (node->op == SX_OP_Region_begin && s->nopen < OPEN) {
            s->open[s->nopen++] = region_of(trace, node);
            s->begun[s->open[s->nopen - 1]] +=
                sx_time_sums_of(node).samples[SX_TIMES_COMP];
        }
        if (node->op == SX_OP_Region_end && s->nopen)
            s->nopen--;
    }
}

static sx_status print_regions(printing *p, sx_error *err)
{
    size_t n = p->trace->nregions;
    sums s = { .of = calloc(n + 1, sizeof *s.of),
               .begun = calloc(n + 1, sizeof *s.begun) };
    if (s.of && s.begun) {
        sum_block(&s, p->trace, &p->trace->program);
        sx_buffer_printf(p->out, "%-40s %12s %12s %8s\n", "region, without those inside",
                         "times begun", "computation", "in MPI");
        for (size_t i = 0; i <= n; i++) {
            sx_buffer name = SX_BUFFER_INIT;
            if (i < n)
                sx_print_name(&name, p->trace->region[i]);
            else
                sx_buffer_puts(&name, "(outside)");
            sx_buffer_printf(p->out, "%-40s ", name.data ? name.data : "");
            if (i < n)
                sx_buffer_printf(p->out, "%12.0f    ", s.begun[i]);
            else
                sx_buffer_printf(p->out, "%12s    ", "-");
            print_ns(p->out, s.of[i].comp_ns);
            print_ns(p->out, s.of[i].comm_ns);
            sx_buffer_puts(p->out, "\n");
            sx_buffer_finish(&name);
        }
        sx_buffer_puts(p->out, "\n");
    }
    sx_status status = s.of && s.begun ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
    free(s.of);
    free(s.begun);
    return status;
}

sx_status sx_delays_print(sx_buffer *out, const sx_trace *trace,
                          const sx_sources *sources, const sx_delays_options *options,
                          sx_error *err)
{
    printing p = { out, trace, sources, options, false, false };
    sx_status status = SX_OK;
    if (trace->p == 0)
        return sx_fail(err, SX_INVALID, "the times of a formula trace are curves");
    if (trace->nregions)
        status = print_regions(&p, err);
    if (status)
        return status;
    print_head(&p);
    print_block(&p, &trace->program);
    if (!p.timed)
        return sx_fail(err, SX_NOTFOUND, "the trace has no times");
    if (p.unknown)
        sx_buffer_puts(out, "-: the trace has no sketches, from which any quantile is "
                            "known (scalatrace --times full)\n");
    return SX_OK;
}
