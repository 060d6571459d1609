#include "stat.h"

#include <jansson.h>

#include <stdio.h>
#include <string.h>

/* A name from a file as text that JSON can hold. */
static json_t *json_name(const char *name)
{
    sx_buffer text = SX_BUFFER_INIT;
    sx_buffer_puts(&text, "");
    sx_print_name(&text, name);
    json_t *json = json_string(text.data ? text.data : "");
    sx_buffer_finish(&text);
    return json;
}

static json_t *json_total(const sx_total *total)
{
    return json_pack("{s:I, s:I, s:I, s:I, s:I}", "calls", (json_int_t)total->calls,
                     "uncounted_calls", (json_int_t)total->uncounted, "messages",
                     (json_int_t)total->messages, "message_bytes",
                     (json_int_t)total->message_bytes, "bytes", (json_int_t)total->bytes);
}

static json_t *json_operations(const sx_totals *totals)
{
    json_t *list = json_object();
    for (int op = 0; op < SX_OPS; op++) {
        if (totals->op[op].calls)
            json_object_set_new(list, sx_op_name((sx_op)op), json_total(&totals->op[op]));
    }
    return list;
}

static json_t *json_comms(const stat_report *r)
{
    json_t *list = json_array();
    for (size_t i = 0; i < r->trace.ncomms; i++) {
        const sx_comm *comm = &r->trace.comm[i];
        json_t *item =
            json_pack("{s:I, s:s, s:I}", "comm", (json_int_t)i, "made_by",
                      sx_comm_kind_name(comm->kind), "parent", (json_int_t)comm->parent);
        if (!r->formula)
            json_object_update_new(
                item, json_pack("{s:I, s:I, s:I, s:I}", "members",
                                (json_int_t)r->comm[i].members, "groups",
                                (json_int_t)r->comm[i].groups, "min_size_ranks",
                                (json_int_t)r->comm[i].min_size, "max_size_ranks",
                                (json_int_t)r->comm[i].max_size));
        json_array_append_new(list, item);
    }
    return list;
}

static json_t *json_grids(const sx_trace *trace)
{
    json_t *list = json_array();
    for (size_t i = 0; i < trace->ngrids; i++) {
        const sx_grid *grid = &trace->grid[i];
        json_t *dims = json_array(), *periodic = json_array();
        for (uint32_t axis = 0; axis < grid->ndims; axis++) {
            if (grid->dim[axis])
                json_array_append_new(dims, json_integer(grid->dim[axis]));
            json_array_append_new(periodic, json_boolean(grid->periodic[axis]));
        }
        json_array_append_new(list,
                              json_pack("{s:s, s:I, s:s, s:I, s:o, s:o}", "name",
                                        grid->name, "comm", (json_int_t)grid->comm, "law",
                                        grid->law, "law_arg", (json_int_t)grid->law_arg,
                                        "dims", dims, "periodic", periodic));
    }
    return list;
}

static json_t *json_labels(const uint64_t *label)
{
    json_t *labels = json_object();
    for (int i = SX_LABEL_RECORDED + 1; i < SX_LABELS; i++)
        json_object_set_new(labels, sx_label_name((sx_label)i),
                            json_integer((json_int_t)label[i]));
    return labels;
}

static json_t *json_frames(const stat_report *r, uint32_t site)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < r->trace.site[site].n; i++) {
        const sx_frame *frame = &r->trace.site[site].frame[i];
        const sx_source *source = sx_source_of(&r->symbols.sources, site, i);
        json_t *item = json_object();
        json_object_set_new(item, "module", json_name(r->trace.module[frame->module]));
        json_object_set_new(item, "offset", json_integer((json_int_t)frame->offset));
        if (source)
            json_object_set_new(item, "function", json_name(source->function));
        if (source && source->file)
            json_object_set_new(item, "file", json_name(source->file));
        if (source && source->line)
            json_object_set_new(item, "line", json_integer(source->line));
        json_array_append_new(list, item);
    }
    return list;
}

static json_t *json_sites(const stat_report *r)
{
    json_t *list = json_array();
    for (size_t i = 0; i < r->profile.nsites; i++) {
        const sx_site_total *site = &r->profile.site[i];
        json_t *item = json_total(&site->total);
        json_object_set_new(item, "operation", json_string(sx_op_name(site->op)));
        json_object_set_new(item, "site", json_integer(site->site));
        json_object_set_new(item, "mpi_ns", json_real(site->mpi_ns));
        json_object_set_new(item, "computation_ns", json_real(site->computation_ns));
        json_object_set_new(item, "frames", json_frames(r, site->site));
        json_array_append_new(list, item);
    }
    return list;
}

static json_t *json_sizes(const sx_sizes *sizes)
{
    json_t *classes = json_object();
    for (int class = 0; class < SX_SIZE_CLASSES; class ++) {
        json_t *bins = json_array();
        for (unsigned bin = 0; bin < SX_SIZE_BINS; bin++) {
            const struct sx_size_bin *of = &sizes->bin[class][bin];
            if (of->calls)
                json_array_append_new(bins, json_pack("{s:I, s:I, s:I}", "from_bytes",
                                                      (json_int_t)sx_size_bin_from(bin),
                                                      "calls", (json_int_t)of->calls,
                                                      "bytes", (json_int_t)of->bytes));
        }
        json_object_set_new(classes, sx_size_class_name((sx_size_class) class), bins);
    }
    json_object_set_new(classes, "uncounted_calls",
                        json_integer((json_int_t)sizes->uncounted));
    return classes;
}

static json_t *json_spread(const sx_loads *loads, sx_load load)
{
    sx_spread s = sx_loads_spread(loads, load);
    return json_pack("{s:f, s:f, s:f, s:I, s:I, s:I, s:I}", "min", s.min, "mean", s.mean,
                     "max", s.max, "min_rank", (json_int_t)s.min_rank, "min_ranks",
                     (json_int_t)s.min_ranks, "max_rank", (json_int_t)s.max_rank,
                     "max_ranks", (json_int_t)s.max_ranks);
}

/* Every rank, or means over at most 1,024 blocks of ranks. */
static json_t *json_rank_table(const sx_loads *loads)
{
    json_t *rows = json_array();
    sx_rank width = (loads->p + 1023) / 1024;
    for (sx_rank first = 0; first < loads->p; first += width) {
        sx_rank n = width < loads->p - first ? width : loads->p - first;
        json_t *row = json_pack("{s:I, s:I}", "first_rank", (json_int_t)first, "ranks",
                                (json_int_t)n);
        for (int i = 0; i < SX_LOADS; i++)
            json_object_set_new(
                row, sx_load_name((sx_load)i),
                json_real(sx_loads_sum(loads, (sx_load)i, first, n) / (double)n));
        json_array_append_new(rows, row);
    }
    return rows;
}

static json_t *json_of_a_rank(const sx_loads *loads)
{
    json_t *object = json_object();
    for (int i = 0; i < SX_LOADS; i++)
        json_object_set_new(object, sx_load_name((sx_load)i),
                            json_spread(loads, (sx_load)i));
    json_object_set_new(object, "times", json_string(sx_loads_grain_text(loads)));
    json_object_set_new(object, "ranks", json_rank_table(loads));
    return object;
}

static json_t *json_square(const uint64_t *cell, size_t n)
{
    json_t *rows = json_array();
    for (size_t from = 0; from < n; from++) {
        json_t *row = json_array();
        for (size_t to = 0; to < n; to++)
            json_array_append_new(row, json_integer((json_int_t)cell[from * n + to]));
        json_array_append_new(rows, row);
    }
    return rows;
}

static json_t *json_matrix(const sx_matrix *m)
{
    return json_pack(
        "{s:I, s:I, s:I, s:I, s:o, s:o}", "ranks_in_a_block", (json_int_t)m->width,
        "ranks_seen", (json_int_t)m->ranks_seen, "unplaced_messages",
        (json_int_t)m->unplaced_messages, "unplaced_bytes", (json_int_t)m->unplaced_bytes,
        "bytes", json_square(m->bytes, m->n), "messages", json_square(m->messages, m->n));
}

static json_t *json_tree(const stat_report *r)
{
    json_t *lines = json_array();
    const char *line = r->tree.data ? r->tree.data : "";
    for (size_t length; *line; line += length + (line[length] == '\n')) {
        length = strcspn(line, "\n");
        json_array_append_new(lines, json_stringn(line, length));
    }
    return lines;
}

static void add_counts(json_t *document, const stat_report *r)
{
    json_object_set_new(document, "all", json_total(&r->profile.totals.all));
    json_object_set_new(document, "operations", json_operations(&r->profile.totals));
    json_object_set_new(document, "call_sites", json_sites(r));
    json_object_set_new(document, "message_sizes", json_sizes(&r->profile.sizes));
    json_object_set_new(document, "of_a_rank", json_of_a_rank(&r->profile.loads));
    json_object_set_new(document, "matrix", json_matrix(&r->matrix));
}

static bool print_document(json_t *document)
{
    bool done = document && json_dumpf(document, stdout, JSON_INDENT(2)) == 0 &&
                putchar('\n') != EOF;
    json_decref(document);
    return done;
}

bool sx_stat_print_json(const stat_report *r)
{
    const sx_trace *trace = &r->trace;
    json_t *meta = json_object(), *unrecorded = json_object(), *constants = json_object();
    for (size_t i = 0; i < trace->nmeta; i++)
        json_object_set_new(meta, trace->meta[i].key, json_name(trace->meta[i].value));
    for (size_t i = 0; i < trace->nunrecorded; i++) {
        json_t *name = json_name(trace->unrecorded[i].name);
        json_object_set_new(unrecorded, json_string_value(name),
                            json_integer((json_int_t)trace->unrecorded[i].calls));
        json_decref(name);
    }
    for (size_t i = 0; i < trace->nconstants; i++)
        json_object_set_new(constants, trace->constant[i].name,
                            json_integer(trace->constant[i].value));
    json_t *document = json_pack(
        "{s:o, s:o, s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "trace",
        json_name(r->name), "ranks", r->formula ? json_null() : json_integer(trace->p),
        "nodes", (json_int_t)trace->nnodes, "file_bytes", (json_int_t)r->file_bytes,
        "meta", meta, "communicators", json_comms(r), "grids", json_grids(trace),
        "constants", constants, "labels", json_labels(r->label), "unrecorded_calls",
        unrecorded, "tree", json_tree(r));
    if (document && !r->formula)
        add_counts(document, r);
    return print_document(document);
}

static json_t *json_growth_row(const sx_growth_row *row, size_t n)
{
    json_t *bytes = json_array();
    for (size_t t = 0; t < n; t++)
        json_array_append_new(bytes, json_integer((json_int_t)row->bytes[t]));
    return json_pack("{s:s, s:o, s:f, s:s}", "what", row->what, "bytes", bytes,
                     "exponent", row->exponent, "growth",
                     sx_growth_class_name(row->class));
}

bool sx_stat_print_growth_json(const sx_growth *g)
{
    json_t *traces = json_array(), *parts = json_array(), *sites = json_array();
    for (size_t t = 0; t < g->n; t++)
        json_array_append_new(traces, json_pack("{s:o, s:I}", "trace",
                                                json_name(g->input[t].name), "ranks",
                                                (json_int_t)g->input[t].trace->p));
    for (int i = 0; i < SX_GROWTH_PARTS; i++)
        json_array_append_new(parts, json_growth_row(&g->part[i], g->n));
    for (size_t i = 0; i < g->nsites; i++)
        json_array_append_new(sites, json_growth_row(&g->site[i], g->n));
    return print_document(json_pack("{s:o, s:o, s:o}", "traces", traces, "parts", parts,
                                    "call_sites", sites));
}
