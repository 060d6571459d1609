#include "extrap/summary.h"

#include "extrap/asked.h"
#include "extrap/deciding.h"
#include "trace/comm_row.h"
#include "trace/policy.h"

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

static void note(gathering *g, const sx_inferred *inferred)
{
    const sx_evidence *e = inferred->evidence;
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
        g->finding[i] =
            (sx_finding) { .label = e->label, .reason = e->reason, .first = inferred };
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

static void note_times(gathering *g, const sx_block *block)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        if (node->kind == SX_NODE_LOOP)
            note_times(g, &node->body);
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

/* What rivals say here, of the value as the formula trace has it. */
static sx_status add_rivalries(sx_arena *arena, const sx_places *places,
                               const sx_trace *formula, int64_t p, const sx_inferred *law,
                               sx_finding *finding, sx_error *err)
{
    const sx_expr *expr = sx_inferred_expr(law), *doubt = law->evidence->doubt;
    sx_rivalry rivalry[SX_RIVALS];
    sx_rivals rivals;
    if (!doubt || finding->label == SX_LABEL_REFUSED)
        return SX_OK;
    sx_status st = sx_rivals_of(arena, expr, doubt, &rivals, err);
    if (st)
        return st;
    finding->nrivalries = sx_rivals_apart(places, law, expr, &rivals, rivalry);
    finding->rivalry =
        sx_arena_copy(arena, rivalry, finding->nrivalries, sizeof *rivalry);
    const sx_open_question question = { doubt, law->on, law->depth, law->around };
    finding->decided_by = sx_deciding_scale(formula, &question, p);
    return finding->rivalry ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
}

static sx_status explain_findings(sx_arena *arena, const sx_trace *trace,
                                  const sx_trace *formula, const sx_inferred *here,
                                  gathering *g, sx_error *err)
{
    const sx_inferred *law;
    size_t n;
    sx_places places;
    sx_trace same;
    sx_status st = sx_comm_row_as(arena, formula, trace, &same, err);
    if (!st)
        st = sx_inferred_list(arena, &same, &law, &n, err);
    if (st)
        return st;
    st = sx_places_open(trace, &places, err);
    for (size_t i = 0; !st && i < g->summary->nfindings; i++)
        st = add_rivalries(arena, &places, formula, trace->p,
                           &law[g->finding[i].first - here], &g->finding[i], err);
    sx_places_close(&places);
    return st;
}

sx_status sx_summary_make(sx_arena *arena, const sx_trace *trace, const sx_trace *formula,
                          sx_summary *ret_summary, sx_error *err)
{
    sx_summary summary = { 0 };
    gathering g = { &summary, SX_NEW_ARRAY(arena, sx_finding, FINDINGS) };
    const sx_inferred *here;
    size_t n;
    if (!g.finding)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_status st = sx_inferred_list(arena, trace, &here, &n, err);
    if (!st)
        st = sx_asked_grids(arena, formula ? formula : trace, &summary.asked, err);
    if (st)
        return st;
    for (size_t i = 0; i < n; i++)
        note(&g, &here[i]);
    note_times(&g, &trace->program);
    if (formula && summary.nfindings > 0)
        st = explain_findings(arena, trace, formula, here, &g, err);
    if (st)
        return st;
    sort_worst_first(g.finding, summary.nfindings);
    summary.finding = g.finding;
    *ret_summary = summary;
    return SX_OK;
}

static void print_grid(sx_buffer *out, const sx_grid *grid, bool asked)
{
    const sx_policy *policy = sx_policy_named(grid->law);
    if (policy && sx_policy_is_scope(policy)) {
        sx_buffer_printf(out, "numbers of ranks: %s (%s)", policy->description,
                         sx_label_name(grid->evidence.label));
        sx_buffer_printf(out, "%s%s\n", grid->evidence.reason ? ": " : "",
                         grid->evidence.reason ? grid->evidence.reason : "");
        return;
    }
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
    sx_buffer_puts(out, asked ? "\n" : "; no law asks for it\n");
    if (grid->evidence.reason)
        sx_buffer_printf(out, "  %s\n", grid->evidence.reason);
}

static void print_number(sx_buffer *out, bool has, int64_t value)
{
    if (has)
        sx_expr_print(out, &(sx_expr) { .op = SX_EXPR_INT, .value = value }, NULL);
    else
        sx_buffer_puts(out, "no value");
}

static void print_rivalries(sx_buffer *out, const sx_finding *f)
{
    enum { SHOWN = 3 };
    for (size_t i = 0; i < f->nrivalries && i < SHOWN; i++) {
        const sx_rivalry *r = &f->rivalry[i];
        sx_buffer_printf(out, "    the law gives rank %lld ", (long long)r->rank);
        print_number(out, r->has_value, r->value);
        sx_buffer_puts(out, ", another that fits all inputs ");
        print_number(out, r->has_other, r->other);
        sx_buffer_puts(out, "\n");
    }
}

static void print_finding(sx_buffer *out, const sx_finding *f)
{
    const sx_node *node = f->first->node;
    sx_buffer_printf(out, "  %s, %llu value%s, first: ", sx_label_name(f->label),
                     (unsigned long long)f->values, f->values > 1 ? "s" : "");
    if (!node)
        sx_buffer_printf(out, "%s of communicator %u", f->first->what, f->first->comm);
    else if (node->kind == SX_NODE_LOOP)
        sx_buffer_printf(out, "%s of a loop", f->first->what);
    else
        sx_buffer_printf(out, "%s of %s at site %u", f->first->what, sx_op_name(node->op),
                         node->site);
    sx_buffer_printf(out, ": %s\n", f->reason ? f->reason : "no reason noted");
    print_rivalries(out, f);
}

void sx_summary_print(sx_buffer *out, const sx_trace *trace, const sx_summary *summary,
                      size_t most)
{
    for (size_t g = 0; g < trace->ngrids; g++)
        print_grid(out, &trace->grid[g], summary->asked >> g & 1);
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
        print_finding(out, &summary->finding[i]);
    if (summary->nfindings > most)
        sx_buffer_printf(out, "  and %zu more kinds of findings\n",
                         summary->nfindings - most);
}
