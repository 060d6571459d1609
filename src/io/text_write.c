#include "io/text_writer.h"

#include <inttypes.h>

static void put_tables(sx_text_writer *w)
{
    const sx_trace *t = w->trace;
    sx_buffer *out = w->out;
    for (size_t i = 0; i < t->nmeta; i++) {
        sx_buffer_printf(out, "meta %s ", t->meta[i].key);
        sx_text_put_string(out, t->meta[i].value);
        sx_buffer_puts(out, "\n");
    }
    for (size_t i = 0; i < t->nunrecorded; i++) {
        sx_buffer_puts(out, "unrecorded ");
        sx_text_put_string(out, t->unrecorded[i].name);
        sx_buffer_printf(out, " %" PRIu64 "\n", t->unrecorded[i].calls);
    }
    for (size_t i = 0; i < t->nmodules; i++) {
        sx_buffer_printf(out, "module %zu ", i);
        sx_text_put_string(out, t->module[i]);
        sx_buffer_puts(out, "\n");
    }
    for (size_t i = 0; i < t->nsites; i++) {
        sx_buffer_printf(out, "site %zu", i);
        for (uint32_t f = 0; f < t->site[i].n; f++)
            sx_buffer_printf(out, " %" PRIu32 "+0x%" PRIx64, t->site[i].frame[f].module,
                             t->site[i].frame[f].offset);
        sx_buffer_puts(out, "\n");
    }
}

static void put_comms(sx_text_writer *w)
{
    for (size_t i = 0; i < w->trace->ncomms; i++) {
        const sx_comm *comm = &w->trace->comm[i];
        sx_buffer_printf(w->out, "comm %zu %s", i, sx_comm_kind_name(comm->kind));
        if (i >= 2) {
            sx_buffer_printf(w->out, " parent=%" PRIu32 " serial=", comm->parent);
            if (comm->serials)
                sx_text_put_value(w, comm->serials);
            else
                sx_buffer_printf(w->out, "%" PRIu32, comm->serial);
            if (comm->row) {
                sx_buffer_printf(
                    w->out, " row=%" PRIu32 " every=%" PRIu32 " step=%" PRIu32 " count=",
                    comm->row->first, comm->row->every, comm->row->step);
                sx_text_put_value(w, &comm->row->count);
            }
            sx_text_put_domain(w, &comm->members);
            sx_buffer_puts(w->out, " size=");
            sx_text_put_value(w, &comm->size);
            sx_buffer_puts(w->out, " rank=");
            sx_text_put_value(w, &comm->rank);
        }
        if (comm->name) {
            sx_buffer_puts(w->out, " name=");
            sx_text_put_string(w->out, comm->name);
        }
        sx_buffer_puts(w->out, "\n");
    }
}

static void put_list(sx_text_writer *w, const char *key, const sx_seq *list)
{
    const sx_piece piece = { .all = true, .seq = list };
    const sx_value value = { .kind = SX_VALUE_PIECES, .npieces = 1, .piece = &piece };
    if (!list)
        return;
    sx_buffer_printf(w->out, " %s=", key);
    sx_text_put_value(w, &value);
}

static void put_constructor(sx_text_writer *w, const sx_type *type)
{
    if (type->combiner == SX_COMBINER_UNKNOWN)
        return;
    sx_buffer_printf(w->out, " %s lb=%" PRId64 " extent=%" PRId64,
                     sx_combiner_name(type->combiner), type->lb, type->extent);
    put_list(w, "ints", type->ints);
    put_list(w, "addresses", type->addresses);
    put_list(w, "types", type->types);
}

static void put_laws(sx_text_writer *w, const char *key, uint32_t n,
                     const sx_expr *const *law)
{
    for (uint32_t i = 0; i < n; i++) {
        sx_buffer_printf(w->out, "%s%s%s", i ? "," : " ", i ? "" : key, i ? "" : "=");
        sx_text_put_expr(w, law[i]);
    }
}

static void put_type_law(sx_text_writer *w, const sx_type *type)
{
    sx_buffer_printf(w->out, " law %s", sx_combiner_name(type->combiner));
    put_laws(w, "ints", type->law->nints, type->law->ints);
    put_laws(w, "addresses", type->law->naddresses, type->law->addresses);
    put_list(w, "types", type->types);
}

static void put_types(sx_text_writer *w)
{
    for (size_t i = 0; i < w->trace->ntypes; i++) {
        sx_buffer_printf(w->out, "type %zu ", i);
        const sx_type *type = &w->trace->type[i];
        sx_text_put_string(w->out, type->name);
        if (type->law) {
            put_type_law(w, type);
        } else {
            sx_buffer_printf(w->out, " %" PRId64, type->size);
            put_constructor(w, type);
        }
        sx_buffer_puts(w->out, "\n");
    }
    for (size_t i = 0; i < w->trace->nredops; i++) {
        sx_buffer_printf(w->out, "redop %zu ", i);
        sx_text_put_string(w->out, w->trace->redop[i]);
        sx_buffer_puts(w->out, "\n");
    }
    for (size_t i = 0; i < w->trace->nregions; i++) {
        sx_buffer_printf(w->out, "region %zu ", i);
        sx_text_put_string(w->out, w->trace->region[i]);
        sx_buffer_puts(w->out, "\n");
    }
}

static void put_grid(sx_text_writer *w, const sx_grid *grid)
{
    sx_buffer_printf(w->out, "grid %s comm=%" PRIu32 " law=%s", grid->name, grid->comm,
                     grid->law);
    if (grid->law_arg)
        sx_buffer_printf(w->out, " arg=%" PRId64, grid->law_arg);
    for (uint32_t d = 0; d < grid->ndims; d++)
        sx_buffer_printf(w->out, "%s%d", d ? "," : " periodic=", grid->periodic[d]);
    for (uint32_t d = 0; grid->dim[0] && d < grid->ndims; d++)
        sx_buffer_printf(w->out, "%s%" PRId64, d ? "," : " dims=", grid->dim[d]);
    for (uint32_t i = 0; i < grid->nrivals; i++) {
        sx_buffer_printf(w->out, "%s%s", i ? "," : " rivals=", grid->rival[i].law);
        if (grid->rival[i].law_arg)
            sx_buffer_printf(w->out, ":%" PRId64, grid->rival[i].law_arg);
    }
    sx_text_put_evidence(w, &grid->evidence);
    sx_buffer_puts(w->out, "\n");
}

static void put_grids(sx_text_writer *w)
{
    for (size_t i = 0; i < w->trace->ngrids; i++)
        put_grid(w, &w->trace->grid[i]);
}

static void put_param(sx_text_writer *w, const sx_constant *param)
{
    sx_buffer_printf(w->out, "param %s", param->name);
    for (uint32_t i = 0; i < param->nseen && !w->trace->p; i++)
        sx_buffer_printf(w->out, "%c%" PRId64, i ? ',' : ' ', param->seen[i]);
    if (w->trace->p)
        sx_buffer_printf(w->out, " %" PRId64, param->value);
    sx_buffer_puts(w->out, "\n");
}

static void put_constants(sx_text_writer *w)
{
    for (size_t i = 0; i < w->trace->nconstants; i++)
        if (w->trace->constant[i].is_param)
            put_param(w, &w->trace->constant[i]);
    for (size_t i = 0; i < w->trace->nconstants; i++) {
        const sx_constant *constant = &w->trace->constant[i];
        if (constant->is_param)
            continue;
        sx_buffer_printf(w->out, "const %s ", constant->name);
        if (constant->law)
            sx_text_put_expr(w, constant->law);
        else
            sx_buffer_printf(w->out, "%" PRId64, constant->value);
        sx_text_put_evidence(w, &constant->evidence);
        sx_buffer_puts(w->out, "\n");
    }
}

static void put_pace(sx_text_writer *w)
{
    if (!w->trace->pace)
        return;
    sx_buffer_puts(w->out, "pace ");
    sx_text_put_expr(w, w->trace->pace);
    sx_buffer_puts(w->out, "\n");
}

static void put_indent(sx_buffer *out, unsigned depth)
{
    while (depth--)
        sx_buffer_append(out, "  ", 2);
}

static void put_multiset(sx_text_writer *w, const sx_multiset *set)
{
    sx_buffer *out = w->out;
    uint32_t n;
    sx_buffer_puts(out, sx_multiset_key(set->kind));
    if (!set->all) {
        sx_buffer_puts(out, " ranks=");
        sx_text_put_ranklist(w, &set->ranks);
    }
    for (uint32_t i = 0; i < set->n; i += n) {
        int64_t stride;
        n = sx_multiset_run(set, i, &stride);
        sx_buffer_printf(out, " %" PRId64, set->item[i].value);
        if (n > 1)
            sx_buffer_printf(out, "..%" PRId64, set->item[i + n - 1].value);
        if (stride != 1)
            sx_buffer_printf(out, "/%" PRId64, stride);
        sx_buffer_printf(out, ":%" PRIu64, set->item[i].count);
    }
    sx_buffer_puts(out, "\n");
}

static void put_event(sx_text_writer *w, const sx_node *node, unsigned depth)
{
    sx_buffer_printf(w->out, "%s site=%" PRIu32, sx_op_name(node->op), node->site);
    sx_text_put_domain(w, &node->ranks);
    for (uint32_t i = 0; i < node->nparams; i++) {
        sx_buffer_printf(w->out, " %s=", sx_param_key(node->param[i].id));
        sx_text_put_passed(w, &node->param[i].value);
    }
    sx_buffer_puts(w->out, "\n");
    for (uint32_t i = 0; i < node->nmultisets; i++) {
        put_indent(w->out, depth + 1);
        put_multiset(w, &node->multiset[i]);
    }
    for (uint32_t i = 0; i < node->ntimes; i++) {
        put_indent(w->out, depth + 1);
        sx_text_put_times(w, &node->times[i]);
    }
}

static void put_block(sx_text_writer *w, const sx_block *block, unsigned depth)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        put_indent(w->out, depth);
        if (node->kind == SX_NODE_EVENT) {
            put_event(w, node, depth);
            continue;
        }
        sx_buffer_puts(w->out, "loop ");
        sx_text_put_passed(w, &node->trips);
        sx_text_put_domain(w, &node->ranks);
        sx_buffer_puts(w->out, " {\n");
        put_block(w, &node->body, depth + 1);
        put_indent(w->out, depth);
        sx_buffer_puts(w->out, "}\n");
    }
}

/* Everything that may hold sets of ranks. */
static void put_rest(sx_text_writer *w)
{
    put_comms(w);
    put_types(w);
    put_grids(w);
    put_constants(w);
    sx_text_put_common_time(w);
    put_pace(w);
    sx_buffer_puts(w->out, "program\n");
    put_block(w, &w->trace->program, 0);
    sx_buffer_puts(w->out, "end\n");
}

static void write_text(sx_buffer *out, const sx_trace *trace, bool message)
{
    sx_buffer rest = SX_BUFFER_INIT;
    sx_text_writer w = {
        .out = out, .trace = trace, .message = message, .sets = sx_text_sets_create()
    };
    sx_arena *arena = sx_arena_create();
    if (!w.sets || !arena || sx_trace_names(arena, trace, &w.names) != SX_OK ||
        sx_text_parts_find(&w, arena) != SX_OK) {
        out->status = SX_NOMEM;
    } else {
        sx_buffer_printf(out, "scalatrace %d\n", SX_TEXT_VERSION);
        if (trace->p)
            sx_buffer_printf(out, "ranks %" PRId64 "\n", trace->p);
        else
            sx_buffer_puts(out, "ranks P\n");
        put_tables(&w);
        sx_text_put_parts(&w);
        w.out = &rest;
        put_rest(&w);
        if (sx_buffer_status(&rest))
            out->status = sx_buffer_status(&rest);
        else
            sx_text_put_sets(out, w.sets, &rest);
    }
    sx_buffer_finish(&rest);
    sx_text_sets_destroy(w.sets);
    sx_text_parts_finish(&w);
    sx_arena_destroy(arena);
}

void sx_text_write(sx_buffer *out, const sx_trace *trace)
{
    write_text(out, trace, false);
}

void sx_text_write_message(sx_buffer *out, const sx_trace *trace)
{
    write_text(out, trace, true);
}
