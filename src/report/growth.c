#include "report/growth.h"

#include "report/print.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *sx_growth_class_name(sx_growth_class class)
{
    static const char *const name[] = {
#define GROWTH_NAME(name, text) text,
        SX_GROWTH_LIST(GROWTH_NAME)
#undef GROWTH_NAME
    };
    return name[class];
}

sx_growth_class sx_growth_classify(double exponent)
{
    if (exponent < -0.1)
        return SX_GROWTH_SHRINKING;
    if (exponent <= 0.1)
        return SX_GROWTH_CONSTANT;
    if (exponent < 0.9)
        return SX_GROWTH_SUBLINEAR;
    return exponent <= 1.1 ? SX_GROWTH_LINEAR : SX_GROWTH_SUPERLINEAR;
}

static void fit(const sx_growth *g, sx_growth_row *row)
{
    double x_mean = 0, y_mean = 0, xy = 0, xx = 0;
    for (size_t t = 0; t < g->n; t++) {
        x_mean += log((double)g->input[t].trace->p) / (double)g->n;
        y_mean += log(row->bytes[t] ? (double)row->bytes[t] : 1) / (double)g->n;
    }
    for (size_t t = 0; t < g->n; t++) {
        double x = log((double)g->input[t].trace->p) - x_mean;
        xy += x * (log(row->bytes[t] ? (double)row->bytes[t] : 1) - y_mean);
        xx += x * x;
    }
    row->exponent = fabs(xy / xx) < 0.005 ? 0 : xy / xx; /* never -0.00 */
    row->class = sx_growth_classify(row->exponent);
}

/* An event of one trace, with the text by which its call site is known in all. */
typedef struct sized {
    char *what;
    size_t trace;
    uint64_t bytes;
} sized;

typedef struct sized_list {
    sx_arena *arena;
    sized *item;
    size_t n;
} sized_list;

static bool list_events(sized_list *list, const sx_growth_input *input, size_t trace,
                        const sx_block *block)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        if (node->kind == SX_NODE_LOOP) {
            if (!list_events(list, input, trace, &node->body))
                return false;
            continue;
        }
        sx_buffer what = SX_BUFFER_INIT;
        sx_buffer_printf(&what, "%s: ", sx_op_name(node->op));
        sx_print_site(&what, input->trace, input->sources, node->site);
        bool fine = sx_buffer_status(&what) == SX_OK;
        char *copy = fine ? sx_arena_string(list->arena, what.data, what.size) : NULL;
        sx_buffer_finish(&what);
        if (!copy)
            return false;
        list->item[list->n++] =
            (sized) { copy, trace,
                      input->node_bytes[node->id] + input->time_bytes[node->id] };
    }
    return true;
}

static int by_what(const void *a, const void *b)
{
    return strcmp(((const sized *)a)->what, ((const sized *)b)->what);
}

static bool make_row(sx_arena *arena, const sx_growth *g, const char *what,
                     sx_growth_row *ret_row)
{
    *ret_row =
        (sx_growth_row) { .what = what, .bytes = SX_NEW_ARRAY(arena, uint64_t, g->n) };
    return ret_row->bytes != NULL;
}

static int64_t gain(const sx_growth_row *row, size_t n)
{
    return (int64_t)(row->bytes[n - 1] - row->bytes[0]);
}

/* Descending; qsort_r's `context` is the number of traces. */
static int by_gain(const void *a, const void *b, void *context)
{
    const sx_growth_row *x = a, *y = b;
    int64_t of_x = gain(x, *(const size_t *)context),
            of_y = gain(y, *(const size_t *)context);
    return of_x != of_y ? (of_x > of_y ? -1 : 1) : strcmp(x->what, y->what);
}

static bool make_sites(sx_arena *arena, sx_growth *g)
{
    size_t nodes = 0;
    for (size_t t = 0; t < g->n; t++)
        nodes += g->input[t].trace->nnodes;
    sized_list list = { arena, SX_NEW_ARRAY(arena, sized, nodes), 0 };
    g->site = SX_NEW_ARRAY(arena, sx_growth_row, nodes);
    if (!list.item || !g->site)
        return false;
    for (size_t t = 0; t < g->n; t++) {
        if (!list_events(&list, &g->input[t], t, &g->input[t].trace->program))
            return false;
    }
    qsort(list.item, list.n, sizeof *list.item, by_what);
    for (size_t i = 0; i < list.n; i++) {
        bool new = i == 0 || by_what(&list.item[i - 1], &list.item[i]) != 0;
        if (new && !make_row(arena, g, list.item[i].what, &g->site[g->nsites++]))
            return false;
        g->site[g->nsites - 1].bytes[list.item[i].trace] += list.item[i].bytes;
    }
    for (size_t i = 0; i < g->nsites; i++)
        fit(g, &g->site[i]);
    qsort_r(g->site, g->nsites, sizeof *g->site, by_gain, &g->n);
    return true;
}

static bool make_parts(sx_arena *arena, sx_growth *g)
{
    static const char *const name[SX_GROWTH_PARTS] = { "all", "events and loops", "times",
                                                       "tables" };
    for (int i = 0; i < SX_GROWTH_PARTS; i++) {
        if (!make_row(arena, g, name[i], &g->part[i]))
            return false;
    }
    for (size_t t = 0; t < g->n; t++) {
        const sx_growth_input *input = &g->input[t];
        uint64_t events = 0, times = 0;
        for (uint32_t i = 0; i < input->trace->nnodes; i++) {
            events += input->node_bytes[i];
            times += input->time_bytes[i];
        }
        g->part[SX_GROWTH_EVENTS].bytes[t] = events;
        g->part[SX_GROWTH_TIMES].bytes[t] = times;
        g->part[SX_GROWTH_TABLES].bytes[t] = input->table_bytes;
        g->part[SX_GROWTH_ALL].bytes[t] = events + times + input->table_bytes;
    }
    for (int i = 0; i < SX_GROWTH_PARTS; i++)
        fit(g, &g->part[i]);
    return true;
}

static int by_ranks(const void *a, const void *b)
{
    const sx_growth_input *x = a, *y = b;
    return (x->trace->p > y->trace->p) - (x->trace->p < y->trace->p);
}

sx_status sx_growth_make(sx_arena *arena, const sx_growth_input *input, size_t n,
                         sx_growth *ret_growth, sx_error *err)
{
    sx_growth g = { .n = n, .input = sx_arena_copy(arena, input, n, sizeof *input) };
    if (!g.input)
        return sx_fail(err, SX_NOMEM, "out of memory");
    qsort(g.input, n, sizeof *g.input, by_ranks);
    for (size_t t = 0; t < n; t++) {
        if (g.input[t].trace->p == 0)
            return sx_fail(err, SX_INVALID,
                           "%s is a formula trace: growth is seen in traces of runs",
                           g.input[t].name);
    }
    if (g.input[0].trace->p == g.input[n - 1].trace->p)
        return sx_fail(err, SX_INVALID,
                       "growth in ranks wants traces of different numbers of ranks, "
                       "these all have %" PRId64,
                       g.input[0].trace->p);
    if (!make_parts(arena, &g) || !make_sites(arena, &g))
        return sx_fail(err, SX_NOMEM, "out of memory");
    *ret_growth = g;
    return SX_OK;
}

static void print_row(sx_buffer *out, const sx_growth *g, const sx_growth_row *row,
                      bool name_first)
{
    if (name_first)
        sx_buffer_printf(out, "%-18s", row->what);
    for (size_t t = 0; t < g->n; t++)
        sx_print_grouped(out, 12, row->bytes[t]);
    sx_buffer_printf(out, "  P^%-6.2f %-12s", row->exponent,
                     sx_growth_class_name(row->class));
    if (!name_first)
        sx_buffer_printf(out, "  %s", row->what);
    while (out->size && out->data[out->size - 1] == ' ')
        out->data[--out->size] = '\0';
    sx_buffer_puts(out, "\n");
}

void sx_growth_print(sx_buffer *out, const sx_growth *g, size_t most)
{
    size_t shown = 0, growing = 0;
    sx_buffer_printf(out, "%-18s", "bytes at ranks");
    for (size_t t = 0; t < g->n; t++)
        sx_print_grouped(out, 12, (uint64_t)g->input[t].trace->p);
    sx_buffer_puts(out, "  growth\n");
    for (int i = 0; i < SX_GROWTH_PARTS; i++)
        print_row(out, g, &g->part[i], true);
    while (growing < g->nsites && g->site[growing].class != SX_GROWTH_CONSTANT &&
           gain(&g->site[growing], g->n) > 0)
        growing++;
    if (growing == 0) {
        sx_buffer_puts(out, "\nNo call site grows.\n");
        return;
    }
    sx_buffer_puts(out, "\nbytes of the call sites that grow most\n");
    for (; shown < g->nsites && shown < most && gain(&g->site[shown], g->n) > 0; shown++)
        print_row(out, g, &g->site[shown], false);
    sx_buffer_printf(out, "%zu of %zu call sites\n", shown, g->nsites);
}
