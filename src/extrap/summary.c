#include "extrap/summary.h"

#include <string.h>

enum { FINDINGS = 256 };

typedef struct gathering {
    sx_summary *summary;
    sx_finding *finding;
} gathering;

static bool same_reason(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static void note(gathering *g, const sx_evidence *e, const sx_node *node,
                 const char *what, uint32_t comm)
{
    g->summary->values[e->label]++;
    if (e->label != SX_LABEL_REFUSED && (!e->reason || e->label == SX_LABEL_PROVED))
        return;
    size_t i = 0, n = g->summary->nfindings;
    while (i < n && (g->finding[i].label != e->label ||
                     !same_reason(g->finding[i].reason, e->reason)))
        i++;
    if (i == FINDINGS)
        return;
    if (i == n) {
        g->finding[i] = (sx_finding) { e->label, e->reason, 0, node, what, comm };
        g->summary->nfindings++;
    }
    g->finding[i].values++;
}

static void note_hist(gathering *g, const sx_hist *hist)
{
    g->summary->fields += SX_HIST_FIELDS;
    for (size_t f = 0; hist->curve && f < SX_HIST_FIELDS; f++)
        g->summary->curves[hist->curve[f].form]++;
}

static void note_block(gathering *g, const sx_block *block)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        note(g, &node->ranks.evidence, node, "ranks", 0);
        if (node->kind == SX_NODE_LOOP) {
            note(g, &node->trips.evidence, node, "trips", 0);
            note_block(g, &node->body);
        }
        for (uint32_t p = 0; p < node->nparams; p++)
            note(g, &node->param[p].value.evidence, node, sx_param_key(node->param[p].id),
                 0);
        for (uint32_t t = 0; t < node->ntimes; t++)
            note_hist(g, &node->times[t].hist);
    }
}

static void sort_worst_first(sx_finding *finding, size_t n)
{
    for (size_t i = 1; i < n; i++)
        for (size_t j = i; j > 0 && finding[j].label > finding[j - 1].label; j--) {
            sx_finding swap = finding[j];
            finding[j] = finding[j - 1];
            finding[j - 1] = swap;
        }
}

sx_status sx_summary_make(sx_arena *arena, const sx_trace *trace, sx_summary *ret_summary,
                          sx_error *err)
{
    sx_summary summary = { 0 };
    gathering g = { &summary, SX_NEW_ARRAY(arena, sx_finding, FINDINGS) };
    if (!g.finding)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (uint32_t c = 2; c < trace->ncomms; c++) {
        note(&g, &trace->comm[c].members.evidence, NULL, "members", c);
        note(&g, &trace->comm[c].size.evidence, NULL, "size", c);
        note(&g, &trace->comm[c].rank.evidence, NULL, "rank", c);
    }
    note_block(&g, &trace->program);
    sort_worst_first(g.finding, summary.nfindings);
    summary.finding = g.finding;
    *ret_summary = summary;
    return SX_OK;
}

static void print_grid(sx_buffer *out, const sx_grid *grid)
{
    sx_buffer_printf(out, "grid %s: ", grid->name);
    for (uint32_t a = 0; grid->dim[0] && a < grid->ndims; a++)
        sx_buffer_printf(out, "%s%lld", a ? " x " : "", (long long)grid->dim[a]);
    if (!grid->dim[0])
        sx_buffer_printf(out, "%u dims", grid->ndims);
    sx_buffer_printf(out, ", law %s", grid->law);
    if (grid->law_arg)
        sx_buffer_printf(out, " %lld", (long long)grid->law_arg);
    sx_buffer_printf(out, " (%s)", sx_label_name(grid->evidence.label));
    for (uint32_t a = 0; a < grid->ndims; a++)
        sx_buffer_printf(out, "%s%s", a ? "/" : ", ",
                         grid->periodic[a] ? "periodic" : "open");
    sx_buffer_puts(out, "\n");
    if (grid->evidence.reason)
        sx_buffer_printf(out, "  %s\n", grid->evidence.reason);
}

static void print_finding(sx_buffer *out, const sx_trace *trace, const sx_finding *f)
{
    sx_buffer_printf(out, "  %s, %llu value%s, first: ", sx_label_name(f->label),
                     (unsigned long long)f->values, f->values > 1 ? "s" : "");
    if (!f->node)
        sx_buffer_printf(out, "%s of communicator %u", f->what, f->comm);
    else if (f->node->kind == SX_NODE_LOOP)
        sx_buffer_printf(out, "%s of a loop", f->what);
    else
        sx_buffer_printf(out, "%s of %s at site %u", f->what, sx_op_name(f->node->op),
                         f->node->site);
    (void)trace;
    sx_buffer_printf(out, ": %s\n", f->reason ? f->reason : "no reason noted");
}

void sx_summary_print(sx_buffer *out, const sx_trace *trace, const sx_summary *summary,
                      size_t most)
{
    for (size_t g = 0; g < trace->ngrids; g++)
        print_grid(out, &trace->grid[g]);
    if (trace->ngrids == 0)
        sx_buffer_puts(out,
                       "no process grid: nothing but ranks and their number decides\n");
    for (size_t c = 0; c < trace->nconstants; c++)
        sx_buffer_printf(
            out, "%s%s = %lld%s", c ? ", " : "constants: ", trace->constant[c].name,
            (long long)trace->constant[c].value, c + 1 == trace->nconstants ? "\n" : "");
    for (size_t c = 0; c < trace->nconstants; c++)
        if (trace->constant[c].evidence.reason)
            sx_buffer_printf(out, "  %s: %s: a program may behave otherwise there\n",
                             trace->constant[c].name, trace->constant[c].evidence.reason);
    sx_buffer_puts(out, "values:");
    for (int label = SX_LABEL_PROVED; label < SX_LABELS; label++)
        sx_buffer_printf(out, "%s %llu %s", label > SX_LABEL_PROVED ? "," : "",
                         (unsigned long long)summary->values[label],
                         sx_label_name((sx_label)label));
    sx_buffer_printf(out, "; times: %llu fields fitted\n",
                     (unsigned long long)summary->fields);
    for (size_t i = 0; i < summary->nfindings && i < most; i++)
        print_finding(out, trace, &summary->finding[i]);
    if (summary->nfindings > most)
        sx_buffer_printf(out, "  and %zu more kinds of findings\n",
                         summary->nfindings - most);
}
