#include "stat.h"

#include "trace/extremes.h"

#include <inttypes.h>
#include <stdio.h>

static void print_grouped(sx_buffer *out, uint64_t number, const char *after)
{
    sx_print_grouped(out, 0, number);
    sx_buffer_puts(out, after);
}

static void print_head(sx_buffer *out, const stat_report *r)
{
    const sx_trace *trace = &r->trace;
    sx_buffer_printf(out, "%s: ", r->name);
    if (r->formula) {
        sx_buffer_puts(out, "a formula trace of ");
        print_grouped(out, trace->nnodes, " nodes");
    } else {
        uint64_t events = r->profile.totals.all.calls;
        print_grouped(out, (uint64_t)trace->p, " ranks, ");
        print_grouped(out, events, " events in ");
        print_grouped(out, trace->nnodes, " nodes");
        sx_buffer_printf(out, " (%.4g events a node)",
                         trace->nnodes ? (double)events / trace->nnodes : 0);
    }
    if (r->file_bytes) {
        sx_buffer_puts(out, ", ");
        print_grouped(out, (uint64_t)r->file_bytes, " bytes");
    }
    sx_buffer_puts(out, "\n");
    for (size_t i = 0; i < trace->nmeta; i++) {
        if (sx_extremes_is_key(trace->meta[i].key))
            continue; /* stands in the table of ranks */
        sx_buffer_printf(out, "  %-22s ", trace->meta[i].key);
        sx_print_name(out, trace->meta[i].value);
        sx_buffer_puts(out, "\n");
    }
}

static void print_total(sx_buffer *out, const char *name, const sx_total *total)
{
    sx_buffer_printf(out, "%-22s ", name);
    sx_print_grouped(out, 15, total->calls);
    sx_buffer_puts(out, " ");
    sx_print_grouped(out, 15, total->messages);
    sx_buffer_puts(out, " ");
    sx_print_grouped(out, 19, total->bytes);
    sx_buffer_puts(out, total->uncounted ? " and more\n" : "\n");
}

static void print_operations(sx_buffer *out, const sx_totals *totals)
{
    sx_buffer_printf(out, "\n%-22s %15s %15s %19s\n", "operation", "calls", "messages",
                     "bytes");
    for (int op = 0; op < SX_OPS; op++) {
        if (totals->op[op].calls)
            print_total(out, sx_op_name((sx_op)op), &totals->op[op]);
    }
    print_total(out, "all", &totals->all);
    if (totals->all.uncounted) {
        sx_buffer_puts(out, "The bytes of ");
        print_grouped(out, totals->all.uncounted,
                      " calls are left out: they change with rank and iteration,\n"
                      "and take long to add up. --complete does.\n");
        return;
    }
    print_grouped(out, totals->all.messages, " messages of ");
    print_grouped(out, totals->all.message_bytes, " bytes\n");
}

/* Whose file was not found. */
static void print_nameless(sx_buffer *out, const stat_report *r)
{
    size_t n = 0;
    for (size_t i = 0; i < r->trace.nmodules; i++) {
        if (r->symbols.path[i] || !*r->trace.module[i])
            continue;
        sx_buffer_puts(out, n++ ? ", " : "\nCall sites are not named in ");
        sx_print_name(out, r->trace.module[i]);
    }
    if (n)
        sx_buffer_printf(out, ", since %s not found: see --module-path.\n",
                         n > 1 ? "these files were" : "that file was");
}

static void print_comm(sx_buffer *out, const stat_report *r, size_t i)
{
    const sx_comm *comm = &r->trace.comm[i];
    const sx_comm_total *total = &r->comm[i];
    char on[16] = "-", sizes[64];
    if (i >= 2)
        snprintf(on, sizeof on, "%" PRIu32, comm->parent);
    sx_buffer_printf(out, "%-4zu %-12s %6s", i, sx_comm_kind_name(comm->kind), on);
    if (!r->formula) {
        snprintf(sizes, sizeof sizes,
                 total->min_size == total->max_size ? "%" PRId64
                                                    : "%" PRId64 " to %" PRId64,
                 total->min_size, total->max_size);
        sx_print_grouped(out, 16, (uint64_t)total->members);
        sx_print_grouped(out, 13, (uint64_t)total->groups);
        sx_buffer_printf(out, " %18s", sizes);
    }
    sx_buffer_puts(out, "\n");
}

static void print_comms(sx_buffer *out, const stat_report *r)
{
    sx_buffer_printf(out, "\n%-4s %-12s %6s %15s %12s %18s\n", "comm", "made by", "on",
                     "members", "groups", "ranks in a group");
    for (size_t i = 0; i < r->trace.ncomms; i++)
        print_comm(out, r, i);
}

static void print_label(sx_buffer *out, const sx_evidence *evidence)
{
    if (evidence->label == SX_LABEL_RECORDED)
        sx_buffer_puts(out, "\n");
    else
        sx_buffer_printf(out, " (%s)\n", sx_label_name(evidence->label));
}

static void print_grid(sx_buffer *out, const sx_grid *grid)
{
    sx_buffer_printf(out, "grid %s on communicator %" PRIu32 ": ", grid->name,
                     grid->comm);
    if (grid->dim[0] == 0)
        sx_buffer_printf(out, "%" PRIu32 " dims", grid->ndims);
    for (uint32_t axis = 0; axis < grid->ndims && grid->dim[0]; axis++)
        sx_buffer_printf(out, "%s%" PRId64, axis ? " x " : "", grid->dim[axis]);
    for (uint32_t axis = 0; axis < grid->ndims; axis++)
        sx_buffer_printf(out, "%s%s", axis ? ", " : " (",
                         grid->periodic[axis] ? "periodic" : "open");
    sx_buffer_printf(out, "), law %s", grid->law);
    print_label(out, &grid->evidence);
}

static void print_constant(sx_buffer *out, const stat_report *r, const sx_constant *c)
{
    sx_arena *arena = sx_arena_create();
    sx_expr_names names;
    sx_buffer_printf(out, "%s %s = ", c->is_param ? "parameter" : "constant", c->name);
    if (c->law && arena && sx_trace_names(arena, &r->trace, &names) == SX_OK)
        sx_expr_print(out, c->law, &names);
    else
        sx_buffer_printf(out, "%" PRId64, c->value);
    sx_arena_destroy(arena);
    for (uint32_t i = 1; i < c->nseen; i++)
        sx_buffer_printf(out, ", %" PRId64, c->seen[i]);
    if (c->is_param)
        sx_buffer_puts(out, "\n");
    else
        print_label(out, &c->evidence);
}

static void print_founding(sx_buffer *out, const stat_report *r)
{
    const uint64_t *label = r->label;
    if (r->trace.ngrids || r->trace.nconstants)
        sx_buffer_puts(out, "\n");
    for (size_t i = 0; i < r->trace.ngrids; i++)
        print_grid(out, &r->trace.grid[i]);
    for (size_t i = 0; i < r->trace.nconstants; i++)
        print_constant(out, r, &r->trace.constant[i]);
    if (!label[SX_LABEL_PROVED] && !label[SX_LABEL_EXACT] && !label[SX_LABEL_FITTED] &&
        !label[SX_LABEL_REFUSED])
        return;
    sx_buffer_puts(out, "\nvalues: ");
    print_grouped(out, label[SX_LABEL_PROVED], " proved, ");
    print_grouped(out, label[SX_LABEL_EXACT], " exact, ");
    print_grouped(out, label[SX_LABEL_FITTED], " fitted, ");
    print_grouped(out, label[SX_LABEL_REFUSED], " refused\n");
}

static void print_unrecorded(sx_buffer *out, const stat_report *r)
{
    if (r->trace.nunrecorded)
        sx_buffer_puts(out, "\ncalls that were made but not recorded\n");
    for (size_t i = 0; i < r->trace.nunrecorded; i++) {
        size_t before = out->size;
        sx_buffer_puts(out, "  ");
        sx_print_name(out, r->trace.unrecorded[i].name);
        for (size_t used = out->size - before; used < 31; used++)
            sx_buffer_puts(out, " ");
        sx_print_grouped(out, 15, r->trace.unrecorded[i].calls);
        sx_buffer_puts(out, "\n");
    }
}

void sx_stat_print(sx_buffer *out, stat_report *r)
{
    print_head(out, r);
    if (r->formula) {
        sx_buffer_puts(out, "\nIts number of ranks is open, so that calls, bytes and "
                            "times are not known. --tree shows its program.\n");
    } else {
        print_operations(out, &r->profile.totals);
        sx_profile_print_sites(out, &r->trace, &r->symbols.sources, &r->profile,
                               r->most_sites);
        print_nameless(out, r);
        sx_sizes_print(out, &r->profile.sizes);
        sx_loads_print(out, &r->profile.loads);
        if (r->ranks)
            sx_loads_print_ranks(out, &r->profile.loads);
    }
    print_comms(out, r);
    print_founding(out, r);
    print_unrecorded(out, r);
}
