#include "trace/measured.h"

#include "trace/extremes.h"
#include "trace/setting.h"
#include "trace/time_sums.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char prefix[] = "input.";

/* 30 years. */
static const double MOST_NS = 1e18;

/* What shares are written from, for numbers that are whole. */
static const double SHARE_UNIT = 1e9;

bool sx_measured_is_key(const char *key)
{
    return strncmp(key, prefix, sizeof prefix - 1) == 0;
}

static void add_op(sx_measured *m, const sx_node *node)
{
    uint32_t k = 0;
    while (k < m->nops && m->op[k].op != node->op)
        k++;
    if (k == SX_MEASURED_OPS)
        return;
    if (k == m->nops)
        m->op[m->nops++] = (sx_measured_op) { .op = node->op };
    const sx_time_sums sums = sx_time_sums_of(node);
    m->op[k].computation_ns += sums.ns[SX_TIMES_COMP] / (double)m->p;
    m->op[k].communication_ns += sums.ns[SX_TIMES_COMM] / (double)m->p;
}

static void add_ops(sx_measured *m, const sx_block *block)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        if (node->kind == SX_NODE_LOOP)
            add_ops(m, &node->body);
        else if (sx_op_exchange(node->op) == SX_EXCHANGE_ALLTOALL)
            add_op(m, node);
    }
}

bool sx_measured_of(const sx_trace *trace, const sx_trace *formula,
                    sx_measured *ret_measured)
{
    sx_measured m = { .p = trace->p };
    const sx_extremes comp = sx_extremes_find(trace, SX_TIMES_COMP),
                      comm = sx_extremes_find(trace, SX_TIMES_COMM);
    if (comp.n && comm.n) {
        m.time_ns = fmax((comp.sum + comm.sum) / (double)comp.n,
                         (double)comp.most + (double)comm.least);
        m.computation_ns = comp.sum / (double)comp.n;
        m.busiest_ns = (double)comp.most;
        sx_slowness_of(trace, &m.slowness);
        const char *shares = sx_trace_meta(trace, sx_some_ranks_key);
        m.has_shares = shares && sx_some_ranks_read(shares, m.p, m.share) > 0;
    } else {
        const sx_time_sums sums = sx_time_sums_within(&trace->program);
        m.computation_ns = m.busiest_ns = sums.ns[SX_TIMES_COMP] / (double)trace->p;
        m.time_ns = m.computation_ns + sums.ns[SX_TIMES_COMM] / (double)trace->p;
    }
    add_ops(&m, &trace->program);
    for (size_t c = 0; c < formula->nconstants && m.nparams < SX_MAX_PARAMS; c++) {
        const char *name = formula->constant[c].name;
        const sx_constant *own = sx_trace_parameter(trace, name);
        if (formula->constant[c].is_param)
            m.param[m.nparams++] = own ? own->value : 0;
    }
    *ret_measured = m;
    return m.time_ns > 0;
}

/* Behind the others. */
static const char *add_shares(sx_arena *arena, const sx_measured *m, const char *text)
{
    int64_t share[SX_SOME_RANKS];
    for (size_t i = 0; i < sx_some_ranks_count(m->p); i++)
        share[i] = llround(m->share[i] * SHARE_UNIT);
    const char *shares = sx_some_ranks_text(arena, m->p, share, SHARE_UNIT);
    return shares ? sx_arena_printf(arena, "%s, shares %s", text, shares) : NULL;
}

static const char *text_of(sx_arena *arena, const sx_measured *m)
{
    const char *text = sx_arena_printf(
        arena, "%" PRId64 " ranks, time %.0f, computation %.0f, most %.0f", m->p,
        m->time_ns, m->computation_ns, m->busiest_ns);
    if (text && m->slowness.most > 0)
        text =
            sx_arena_printf(arena, "%s, slowness %.4f of %" PRId64 " to %.4f of %" PRId64,
                            text, m->slowness.least, (int64_t)m->slowness.first,
                            m->slowness.most, (int64_t)m->slowness.last);
    if (text && m->has_shares)
        text = add_shares(arena, m, text);
    for (uint32_t i = 0; text && i < m->nops; i++)
        text = sx_arena_printf(arena, "%s, %s %.0f %.0f", text, sx_op_name(m->op[i].op),
                               m->op[i].computation_ns, m->op[i].communication_ns);
    for (uint32_t i = 0; text && i < m->nparams; i++)
        text = sx_arena_printf(arena, "%s%s %" PRId64, text, i ? "" : ", parameters",
                               m->param[i]);
    return text;
}

/* By scale, whatever the order of the runs. */
static int by_scale(const void *a, const void *b)
{
    const sx_measured *x = a, *y = b;
    int order = (x->p > y->p) - (x->p < y->p);
    for (uint32_t i = 0; !order && i < x->nparams && i < y->nparams; i++)
        order = (x->param[i] > y->param[i]) - (x->param[i] < y->param[i]);
    return order ? order : (x->time_ns > y->time_ns) - (x->time_ns < y->time_ns);
}

sx_status sx_measured_note(sx_arena *arena, const sx_trace *const *run, size_t n,
                           sx_trace *formula, sx_error *err)
{
    size_t some = 0;
    sx_measured *measured = SX_NEW_ARRAY(arena, sx_measured, n);
    sx_meta *meta = SX_NEW_ARRAY(arena, sx_meta, formula->nmeta + n);
    if (!measured || !meta)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 0; i < n; i++)
        some += sx_measured_of(run[i], formula, &measured[some]);
    if (some > 0)
        qsort(measured, some, sizeof *measured, by_scale);
    if (formula->nmeta > 0)
        memcpy(meta, formula->meta, formula->nmeta * sizeof *meta);
    formula->meta = meta;
    for (size_t i = 0; i < some; i++) {
        sx_meta *own = &meta[formula->nmeta++];
        own->key = sx_arena_printf(arena, "%s%zu", prefix, i);
        own->value = text_of(arena, &measured[i]);
        if (!own->key || !own->value)
            return sx_fail(err, SX_NOMEM, "out of memory");
    }
    return SX_OK;
}

sx_status sx_measured_drop(sx_arena *arena, sx_trace *trace, sx_error *err)
{
    sx_meta *meta = SX_NEW_ARRAY(arena, sx_meta, trace->nmeta);
    size_t n = 0;
    if (!meta)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 0; i < trace->nmeta; i++)
        if (!sx_measured_is_key(trace->meta[i].key))
            meta[n++] = trace->meta[i];
    trace->meta = meta;
    trace->nmeta = n;
    return SX_OK;
}

/* How many characters say how uneven ranks were, 0 where none do. */
static int read_slowness(const char *text, sx_slowness *ret_slowness)
{
    int length = 0;
    int64_t first, last;
    sx_slowness s;
    if (sscanf(text, ", slowness %10lf of %10" SCNd64 " to %10lf of %10" SCNd64 "%n",
               &s.least, &first, &s.most, &last, &length) != 4 ||
        !(s.least > 0) || !(s.most >= s.least) || first < 0 || first > INT32_MAX ||
        last < 0 || last > INT32_MAX)
        return 0;
    s.first = (sx_rank)first;
    s.last = (sx_rank)last;
    *ret_slowness = s;
    return length;
}

/* How many characters say what some ranks computed, 0 where none do. */
static int read_shares(const char *text, sx_measured *m)
{
    const char word[] = ", shares ";
    const int before = sizeof word - 1;
    if (strncmp(text, word, (size_t)before) != 0)
        return 0;
    const int length = sx_some_ranks_read(text + before, m->p, m->share);
    m->has_shares = length > 0;
    return length > 0 ? before + length : 0;
}

static bool is_time(double ns)
{
    return ns >= 0 && ns < MOST_NS;
}

/* How many characters say what calls of one operation took, 0 where none do. */
static int read_op(const char *text, sx_measured *m)
{
    char name[32];
    int length = 0;
    sx_measured_op own;
    if (m->nops == SX_MEASURED_OPS ||
        sscanf(text, ", %31[A-Za-z_] %20lf %20lf%n", name, &own.computation_ns,
               &own.communication_ns, &length) != 3)
        return 0;
    own.op = sx_op_named(name, strlen(name));
    if (own.op == SX_OPS || sx_op_exchange(own.op) != SX_EXCHANGE_ALLTOALL ||
        !is_time(own.computation_ns) || !is_time(own.communication_ns))
        return 0;
    m->op[m->nops++] = own;
    return length;
}

bool sx_measured_at(const sx_trace *formula, size_t i, sx_measured *ret_measured)
{
    char key[32];
    int at = 0, length;
    sx_measured m = { .p = 0 };
    snprintf(key, sizeof key, "%s%zu", prefix, i);
    const char *text = sx_trace_meta(formula, key);
    if (!text ||
        sscanf(text, "%10" SCNd64 " ranks, time %lf, computation %lf, most %lf%n", &m.p,
               &m.time_ns, &m.computation_ns, &m.busiest_ns, &at) != 4)
        return false;
    text += at;
    text += read_slowness(text, &m.slowness);
    text += read_shares(text, &m);
    while ((length = read_op(text, &m)) > 0)
        text += length;
    const char *word = ", parameters";
    if (strncmp(text, word, strlen(word)) == 0) {
        text += strlen(word);
        while (m.nparams < SX_MAX_PARAMS &&
               sscanf(text, " %18" SCNd64 "%n", &m.param[m.nparams], &length) == 1) {
            text += length;
            m.nparams++;
        }
    }
    *ret_measured = m;
    return *text == '\0' && m.p > 0 && m.p <= INT32_MAX && m.time_ns > 0 &&
           m.time_ns < MOST_NS && is_time(m.computation_ns) &&
           m.busiest_ns >= m.computation_ns && m.busiest_ns < MOST_NS;
}

sx_slowness sx_measured_slowness(const sx_trace *formula)
{
    sx_measured input, most = { .p = 0 };
    for (size_t i = 0; sx_measured_at(formula, i, &input); i++)
        if (input.slowness.most > 0 && input.p >= most.p)
            most = input;
    return most.slowness;
}

sx_status sx_measured_pass_slowness(sx_arena *arena, const sx_trace *formula,
                                    sx_trace *trace, sx_error *err)
{
    const sx_slowness of = sx_measured_slowness(formula);
    return of.most > 0 ? sx_slowness_note(arena, &of, trace, err) : SX_OK;
}
