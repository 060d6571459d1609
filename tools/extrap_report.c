#include "extrap_report.h"

#include "match_text.h"
#include "outlook_text.h"

#include <inttypes.h>
#include <jansson.h>

enum { FINDINGS_SHOWN = 8, SITES_SHOWN = 12 };

static json_t *json_values(const sx_summary *summary)
{
    json_t *values = json_object();
    for (int label = SX_LABEL_PROVED; label < SX_LABELS; label++)
        json_object_set_new(values, sx_label_name((sx_label)label),
                            json_integer((json_int_t)summary->values[label]));
    return values;
}

/* A number; the name of a special one; null where there is none. */
static json_t *json_number(bool has, int64_t value)
{
    if (!has)
        return json_null();
    return value == SX_ANY    ? json_string("any")
           : value == SX_NULL ? json_string("null")
           : value == SX_ROOT ? json_string("root")
                              : json_integer((json_int_t)value);
}

static json_t *json_rivals(const sx_finding *f)
{
    json_t *rivals = json_array();
    for (size_t i = 0; i < f->nrivalries; i++) {
        const sx_rivalry *r = &f->rivalry[i];
        json_array_append_new(rivals,
                              json_pack("{s:I, s:o, s:o}", "rank", (json_int_t)r->rank,
                                        "value", json_number(r->has_value, r->value),
                                        "other", json_number(r->has_other, r->other)));
    }
    return rivals;
}

static json_t *json_findings(const sx_summary *summary)
{
    json_t *findings = json_array();
    for (size_t i = 0; i < summary->nfindings; i++) {
        const sx_finding *f = &summary->finding[i];
        json_t *item = json_pack("{s:s, s:s, s:I, s:s}", "label", sx_label_name(f->label),
                                 "reason", f->reason ? f->reason : "", "values",
                                 (json_int_t)f->values, "first", f->first->what);
        const sx_node *node = f->first->node;
        if (node && node->kind == SX_NODE_EVENT)
            json_object_set_new(item, "operation", json_string(sx_op_name(node->op)));
        if (f->nrivalries)
            json_object_set_new(item, "rivals", json_rivals(f));
        if (f->decided_by)
            json_object_set_new(item, "decided_by",
                                json_integer((json_int_t)f->decided_by));
        json_array_append_new(findings, item);
    }
    return findings;
}

static json_t *json_grids(const sx_trace *trace)
{
    json_t *grids = json_array();
    for (size_t g = 0; g < trace->ngrids; g++) {
        const sx_grid *grid = &trace->grid[g];
        json_t *dims = json_array(), *periodic = json_array();
        for (uint32_t a = 0; a < grid->ndims; a++) {
            json_array_append_new(dims, json_integer(grid->dim[a]));
            json_array_append_new(periodic, json_boolean(grid->periodic[a]));
        }
        json_array_append_new(grids, json_pack("{s:s, s:o, s:s, s:o, s:s}", "name",
                                               grid->name, "dims", dims, "law", grid->law,
                                               "periodic", periodic, "label",
                                               sx_label_name(grid->evidence.label)));
    }
    return grids;
}

static json_t *json_matching(const sx_trace *trace, const extrap_report *r)
{
    static const char *const way[] = { "no", "by law", "by rank" };
    const sx_matching *matching = &r->matching;
    json_t *list = json_array();
    for (size_t i = 0; i < matching->nmismatches; i++) {
        const sx_mismatch *m = &matching->mismatch[i];
        sx_buffer text = SX_BUFFER_INIT;
        sx_mismatch_print(&text, trace, &r->symbols.sources, m);
        json_array_append_new(list, json_pack("{s:s, s:I}", "finding",
                                              text.data ? text.data : "", "cases",
                                              (json_int_t)m->cases));
        sx_buffer_finish(&text);
    }
    return json_pack("{s:s, s:s*, s:o, s:I, s:I, s:I}", "checked", way[matching->way],
                     "why_not", matching->why_not, "mismatches", list, "unplaced_calls",
                     (json_int_t)matching->unplaced, "pairs_without_sizes",
                     (json_int_t)matching->unsized, "groups_without_counts",
                     (json_int_t)matching->unlisted);
}

static const char timeless[] =
    "the inputs have no times to predict from, or their laws of times were left out or "
    "found with --select paper";

static void add_parameter(json_t *target, const sx_constant *param)
{
    json_t *parameters = json_object_get(target, "parameters");
    if (!parameters) {
        parameters = json_object();
        json_object_set_new(target, "parameters", parameters);
    }
    json_object_set_new(parameters, param->name, json_integer(param->value));
}

json_t *extrap_report_json(const extrap_report *r, const sx_trace *trace)
{
    const sx_summary *summary = &r->summary;
    json_t *target =
        json_pack("{s:I, s:s, s:s*, s:o, s:o, s:I, s:o}", "ranks", (json_int_t)trace->p,
                  "trace", r->path, "formula", r->formula_path, "grids",
                  json_grids(trace), "values", json_values(summary), "time_fields",
                  (json_int_t)summary->fields, "findings", json_findings(summary));
    for (size_t i = 0; i < trace->nconstants; i++)
        if (trace->constant[i].is_param)
            add_parameter(target, &trace->constant[i]);
    if (r->is_matched)
        json_object_set_new(target, "communication", json_matching(trace, r));
    if (r->outlook)
        json_object_set_new(target, "forecast",
                            sx_outlook_json(r->outlook, trace, &r->symbols.sources));
    if (r->is_timeless)
        json_object_set_new(target, "no_forecast", json_string(timeless));
    return target;
}

void extrap_report_print(sx_buffer *out, const extrap_report *r, const sx_trace *trace)
{
    sx_buffer_printf(out, "%s: %" PRId64 " ranks", r->path, trace->p);
    for (size_t i = 0; i < trace->nconstants; i++)
        if (trace->constant[i].is_param)
            sx_buffer_printf(out, ", %s=%" PRId64, trace->constant[i].name,
                             trace->constant[i].value);
    if (r->formula_path)
        sx_buffer_printf(out, "; laws in %s", r->formula_path);
    sx_buffer_puts(out, "\n");
    sx_summary_print(out, trace, &r->summary, FINDINGS_SHOWN);
    if (r->is_matched)
        sx_matching_print(out, trace, &r->matching, &r->symbols.sources, FINDINGS_SHOWN);
    if (r->outlook)
        sx_outlook_print(out, r->outlook, trace, &r->symbols.sources, SITES_SHOWN);
    if (r->is_timeless)
        sx_buffer_printf(out, "run time: no forecast: %s\n", timeless);
}
