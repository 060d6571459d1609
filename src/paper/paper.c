#include "paper/paper.h"

#include "align/meta.h"
#include "align/reshape.h"
#include "extrap/times.h"
#include "law/claims.h"
#include "paper/ranks.h"
#include "paper/value.h"

#include <string.h>

typedef struct paper {
    sx_arena *arena;
    sx_arena *scratch; /* of one node: its samples and groups */
    sx_runs *runs;
    const sx_infer_options *options;
    sx_paper_space space;
    sx_error *err;
} paper;

/* A node as it is read, and what it becomes for one group. */
typedef struct node_reading {
    const sx_node *node;
    const sx_nest *nest;
    const bool *in;
    const sx_paper_space *space;
    size_t n;
    sx_paper_reading *reading; /* of the parameters, or the trips */
} node_reading;

static sx_status nomem(const paper *p)
{
    return sx_fail(p->err, SX_NOMEM, "out of memory");
}

static sx_status infer_block(paper *p, const sx_block *from, const sx_nest *nest,
                             sx_block *ret_to);

/* ---- what a node's values are ---- */

static sx_status collect(paper *p, const node_reading *r, const sx_sampling *how,
                         const sx_value *value, sx_param_id id, sx_paper_reading *to)
{
    to->id = id;
    to->is_size = id != SX_PARAM_NONE && sx_param_is_count(id);
    sx_status st =
        sx_samples_collect(p->scratch, p->runs, how, value, &to->samples, p->err);
    if (!st && r)
        st = sx_claims_find(p->arena, p->runs, p->options->claims, r->node, id,
                            r->nest->depth, &to->samples, &to->claimed, p->err);
    return st ? st : sx_paper_reading_index(p->scratch, p->runs, to, p->err);
}

static sx_status read_param(paper *p, const node_reading *r, const sx_param *param,
                            sx_paper_reading *to)
{
    const sx_param *comm = sx_node_param(r->node, SX_PARAM_COMM);
    sx_param_id length = sx_param_list_length_in(param->id, sx_node_present(r->node));
    const sx_param *of = length < SX_PARAMS ? sx_node_param(r->node, length) : NULL;
    sx_sampling how = { .nest = r->nest,
                        .in = r->in,
                        .comm = comm && param != comm ? &comm->value : NULL,
                        .length = of ? &of->value : NULL,
                        .is_list = length != SX_PARAM_NONE,
                        .by_comm_size = length == SX_PARAM_COMM_SIZE };
    to->whole = how.by_comm_size;
    return collect(p, r, &how, &param->value, param->id, to);
}

static sx_status read_node(paper *p, const sx_node *node, const sx_nest *nest,
                           const bool *in, node_reading *ret)
{
    bool is_loop = node->kind == SX_NODE_LOOP;
    *ret = (node_reading) { .node = node, .nest = nest, .in = in };
    ret->n = is_loop ? 1 : node->nparams;
    ret->reading = SX_NEW_ARRAY(p->scratch, sx_paper_reading, ret->n);
    if (!ret->reading)
        return nomem(p);
    sx_sampling how = { .nest = nest, .in = in };
    sx_status st =
        is_loop ? collect(p, ret, &how, &node->trips, SX_PARAM_NONE, &ret->reading[0])
                : SX_OK;
    for (uint32_t i = 0; !st && !is_loop && i < node->nparams; i++)
        st = read_param(p, ret, &node->param[i], &ret->reading[i]);
    return st;
}

/* The plugin's topology, or that of the program. */
static sx_status choose_space(paper *p, node_reading *r)
{
    const sx_expr *extent[SX_MAX_DIMS];
    uint32_t n;
    r->space = &p->space;
    sx_status st = sx_claims_extents(p->arena, p->runs, p->options->claims, r->node,
                                     r->nest->depth, extent, &n, p->err);
    if (st || n == 0)
        return st;
    sx_paper_space *own = SX_NEW(p->arena, sx_paper_space);
    if (!own)
        return nomem(p);
    r->space = own;
    return sx_paper_space_given(p->arena, p->runs, extent, n, own, p->err);
}

/* ---- groups ---- */

static sx_status everybody(paper *p, const bool *in, sx_paper_group *group)
{
    const sx_runs *runs = p->runs;
    group->rank = SX_NEW_ARRAY(p->scratch, const int64_t *, runs->n);
    group->n = SX_NEW_ARRAY(p->scratch, size_t, runs->n);
    if (!group->rank || !group->n)
        return nomem(p);
    for (size_t run = 0; run < runs->n; run++) {
        int64_t *rank = SX_NEW_ARRAY(p->scratch, int64_t, (size_t)runs->p[run]);
        if (!rank)
            return nomem(p);
        group->rank[run] = rank;
        for (int64_t r = 0; r < runs->p[run]; r++)
            if (in[runs->offset[run] + r])
                rank[group->n[run]++] = r;
    }
    return SX_OK;
}

/* Groups by as many of the values as give groups whose ranklists can all be extrapolated; else everybody who takes part. */
static sx_status find_groups(paper *p, const node_reading *r, sx_paper_group **ret_group,
                             sx_domain **ret_domain, size_t *ret_n)
{
    for (int attempt = 0; attempt <= SX_PAPER_GROUPINGS; attempt++) {
        sx_status st = SX_OK;
        *ret_n = 1;
        if (attempt < SX_PAPER_GROUPINGS) {
            st = sx_paper_groups(p->scratch, p->runs, r->in, r->reading, r->n,
                                 (sx_paper_grouping)attempt, ret_group, ret_n, p->err);
        } else {
            *ret_group = SX_NEW(p->scratch, sx_paper_group);
            st = *ret_group ? everybody(p, r->in, *ret_group) : nomem(p);
        }
        bool good = *ret_n > 0;
        *ret_domain = SX_NEW_ARRAY(p->scratch, sx_domain, *ret_n);
        if (!st && !*ret_domain)
            st = nomem(p);
        for (size_t k = 0; !st && good && k < *ret_n; k++) {
            st = sx_paper_ranks(p->arena, p->runs, r->space, &(*ret_group)[k],
                                r->nest->in, &(*ret_domain)[k], p->err);
            good = (*ret_domain)[k].evidence.label != SX_LABEL_REFUSED;
        }
        if (st || good)
            return st;
    }
    return SX_OK;
}

/* Who is in the group, as a flag per rank among all. */
static const bool *members(paper *p, const sx_paper_group *group)
{
    bool *in = SX_NEW_ARRAY(p->arena, bool, (size_t)p->runs->total);
    for (size_t run = 0; in && run < p->runs->n; run++)
        for (size_t i = 0; i < group->n[run]; i++)
            in[p->runs->offset[run] + group->rank[run][i]] = true;
    return in;
}

/* ---- the tree ---- */

/* Times are pooled over all ranks of an event: a group has its share of their number. */
static void share_times(const paper *p, const node_reading *r,
                        const sx_paper_group *group, sx_node *to)
{
    size_t run = p->runs->n - 1, all = 0;
    for (int64_t k = 0; k < p->runs->p[run]; k++)
        all += r->in[p->runs->offset[run] + k];
    double share = all ? (double)group->n[run] / (double)all : 1;
    for (uint32_t i = 0; i < to->ntimes && share < 1; i++) {
        sx_curve *curve = sx_arena_copy(p->arena, to->times[i].hist.curve, SX_HIST_FIELDS,
                                        sizeof *curve);
        if (!curve)
            continue;
        curve[SX_HIST_N].a *= share;
        curve[SX_HIST_N].b *= share;
        to->times[i].hist.curve = curve;
    }
}

static sx_status infer_event(paper *p, const node_reading *r, const sx_paper_group *group,
                             sx_node *to)
{
    to->param = SX_NEW_ARRAY(p->arena, sx_param, to->nparams);
    if (!to->param)
        return nomem(p);
    to->ntimes = 0;
    to->nmultisets = 0;
    sx_status st = SX_OK;
    for (uint32_t i = 0; !st && i < to->nparams; i++) {
        to->param[i].id = r->node->param[i].id;
        st = sx_paper_value(p->arena, p->runs, r->space, &r->reading[i], group,
                            &r->node->param[i].value, &to->param[i].value, p->err);
    }
    const bool *in = members(p, group);
    if (st || !p->options->times.curves || !in)
        return st || in ? st : nomem(p);
    st = sx_times_infer(p->arena, p->runs, r->node, in, &p->options->times, NULL,
                        &to->times, &to->ntimes, p->err);
    if (!st)
        share_times(p, r, group, to);
    return st;
}

/* A node for each group; the bodies of loops come when the scratch is free again. */
static sx_status infer_groups(paper *p, const node_reading *r, sx_node **to,
                              const bool **in, size_t *ret_n)
{
    sx_paper_group *group;
    sx_domain *domain;
    sx_status st = find_groups(p, r, &group, &domain, ret_n);
    for (size_t k = 0; !st && k < *ret_n; k++) {
        to[k] = sx_arena_copy(p->arena, r->node, 1, sizeof **to);
        in[k] = r->node->kind == SX_NODE_LOOP ? members(p, &group[k]) : r->in;
        if (!to[k] || !in[k])
            return nomem(p);
        to[k]->ranks = domain[k];
        st = r->node->kind == SX_NODE_LOOP
                 ? sx_paper_value(p->arena, p->runs, r->space, &r->reading[0], &group[k],
                                  &r->node->trips, &to[k]->trips, p->err)
                 : infer_event(p, r, &group[k], to[k]);
    }
    return st;
}

static sx_status infer_node(paper *p, const sx_node *from, const sx_nest *nest,
                            sx_node **to, size_t *ret_n)
{
    const bool *in = sx_runs_members(p->arena, p->runs, &from->ranks, nest->in);
    const bool *group_in[SX_PAPER_GROUPS];
    node_reading r;
    sx_arena_clear(p->scratch);
    sx_status st = in ? read_node(p, from, nest, in, &r) : nomem(p);
    if (!st)
        st = choose_space(p, &r);
    if (!st)
        st = infer_groups(p, &r, to, group_in, ret_n);
    for (size_t k = 0; !st && from->kind == SX_NODE_LOOP && k < *ret_n; k++) {
        sx_nest inner;
        st = sx_nest_enter(p->arena, p->runs, nest, from, group_in[k], &inner, p->err);
        if (!st)
            st = infer_block(p, &from->body, &inner, &to[k]->body);
    }
    return st;
}

/* A node becomes one or more. */
static sx_status infer_block(paper *p, const sx_block *from, const sx_nest *nest,
                             sx_block *ret_to)
{
    sx_node **node = NULL;
    size_t n = 0, room = 0;
    for (size_t i = 0; i < from->n; i++) {
        size_t own;
        if (room - n < SX_PAPER_GROUPS) {
            room = 2 * room + 2 * SX_PAPER_GROUPS;
            sx_node **more = SX_NEW_ARRAY(p->arena, sx_node *, room);
            if (!more)
                return nomem(p);
            if (n)
                memcpy(more, node, n * sizeof *more);
            node = more;
        }
        sx_status st = infer_node(p, from->node[i], nest, node + n, &own);
        if (st)
            return st;
        n += own;
    }
    *ret_to = (sx_block) { n, node };
    return SX_OK;
}

/* ---- communicators, and all of it ---- */

/* The paper knows the world alone: others are treated as values are. */
static sx_status infer_comm(paper *p, const sx_comm *from, const bool *all, sx_comm *to)
{
    const bool *in = sx_runs_members(p->arena, p->runs, &from->members, NULL);
    const sx_value *value[] = { &from->size, &from->rank };
    sx_value *ret[] = { &to->size, &to->rank };
    sx_nest nest = { .in = all, .around = all };
    sx_paper_group group = { 0 };
    to->serial = sx_runs_serial(p->runs, (size_t)(from - p->runs->merged.comm));
    sx_arena_clear(p->scratch);
    sx_status st = in ? everybody(p, in, &group) : nomem(p);
    if (!st)
        st = sx_paper_ranks(p->arena, p->runs, &p->space, &group, all, &to->members,
                            p->err);
    for (int i = 0; !st && i < 2; i++) {
        sx_sampling how = { .nest = &nest, .in = in, .fixed_comm = from->parent };
        sx_paper_reading reading = { 0 };
        st = collect(p, NULL, &how, value[i], i ? SX_PARAM_PEER : SX_PARAM_COUNT,
                     &reading);
        if (!st)
            st = sx_paper_value(p->arena, p->runs, &p->space, &reading, &group, value[i],
                                ret[i], p->err);
    }
    return st;
}

static sx_status infer_comms(paper *p, const bool *all, sx_trace *formula)
{
    const sx_trace *merged = &p->runs->merged;
    formula->comm =
        sx_arena_copy(p->arena, merged->comm, merged->ncomms, sizeof *merged->comm);
    sx_status st = formula->comm ? SX_OK : nomem(p);
    for (size_t c = 0; !st && c < merged->ncomms; c++)
        if (merged->comm[c].kind != SX_COMM_WORLD && merged->comm[c].kind != SX_COMM_SELF)
            st = infer_comm(p, &merged->comm[c], all, &formula->comm[c]);
    return st;
}

/* As many inputs as coefficients, of different scales. */
static sx_status check_inputs(const paper *p)
{
    size_t scales = 1;
    for (size_t i = 1; i < p->runs->n; i++)
        scales += p->runs->p[i] != p->runs->p[i - 1];
    return scales >= p->space.columns
               ? SX_OK
               : sx_fail(p->err, SX_INVALID,
                         "the published method solves for the coefficients of %s: it "
                         "needs inputs of %zu scales, not %zu",
                         p->space.basis, p->space.columns, scales);
}

/* How it was done, for readers of the formula trace. */
static sx_status note_method(const paper *p, sx_trace *formula)
{
    sx_meta *meta = SX_NEW_ARRAY(p->arena, sx_meta, formula->nmeta + 1);
    const char *how =
        p->space.why ? sx_arena_printf(p->arena, "paper: values in %s; no grid: %s",
                                       p->space.basis, p->space.why)
                     : sx_arena_printf(p->arena, "paper: values in %s", p->space.basis);
    if (!meta || !how)
        return nomem(p);
    if (formula->nmeta)
        memcpy(meta, formula->meta, formula->nmeta * sizeof *meta);
    meta[formula->nmeta++] = (sx_meta) { "method", how };
    formula->meta = meta;
    return SX_OK;
}

static sx_status infer_all(paper *p, sx_trace *ret_formula)
{
    const sx_domain all = { .kind = SX_DOMAIN_ALL };
    sx_nest nest = { 0 };
    nest.in = nest.around = sx_runs_members(p->arena, p->runs, &all, NULL);
    sx_trace formula = p->runs->merged;
    formula.p = 0;
    sx_status st =
        nest.in ? sx_paper_space_find(p->arena, p->runs, &p->space, p->err) : nomem(p);
    if (!st)
        st = check_inputs(p);
    if (!st)
        st = infer_comms(p, nest.in, &formula);
    if (!st)
        st = infer_block(p, &p->runs->merged.program, &nest, &formula.program);
    if (!st)
        st = sx_runs_complete(p->arena, p->runs, &formula, p->err);
    if (!st)
        st = note_method(p, &formula);
    if (st)
        return st;
    *ret_formula = formula;
    return SX_OK;
}

sx_status sx_paper_infer(sx_arena *arena, const sx_trace *const *trace,
                         const char *const *name, size_t n,
                         const sx_infer_options *options, sx_trace *ret_formula,
                         sx_error *err)
{
    sx_runs runs;
    sx_status st = sx_runs_create(arena, trace, name, n, false, &runs, err);
    if (!st)
        st = sx_runs_reshape(arena, &runs, SX_RESHAPE_FOLDS, NULL, err);
    if (st)
        return st;
    paper p = { .arena = arena,
                .scratch = sx_arena_create(),
                .runs = &runs,
                .options = options,
                .err = err };
    sx_trace formula;
    st = p.scratch ? infer_all(&p, &formula) : nomem(&p);
    sx_arena_destroy(p.scratch);
    if (!st)
        st = sx_runs_check_steps(&runs, err);
    if (!st)
        *ret_formula = formula;
    return st;
}
