/* Laws of communicators: who is in one, how large it is, and the own rank in it. */
#include "extrap/infer_parts.h"
#include "law/column.h"
#include "law/domain.h"
#include "law/imagine.h"

static sx_status nomem(const inference *inf)
{
    return sx_fail(inf->err, SX_NOMEM, "out of memory");
}

static bool is_certain(const sx_evidence *evidence)
{
    return evidence->label == SX_LABEL_PROVED && !evidence->doubt;
}

/* A communicator along an axis has the axis' extent, also where that is the same number in all inputs or the same by another
 * law: size and rank must agree at every scale. */
static sx_status take_extent(inference *inf, const sx_samples *sizes, sx_comm *to)
{
    const sx_expr *rank = to->rank.expr;
    size_t first;
    if (rank->op != SX_EXPR_VAR || rank->var != SX_VAR_COORD ||
        (to->size.expr->op != SX_EXPR_INT && is_certain(&to->size.evidence)))
        return SX_OK;
    const sx_expr *extent = sx_expr_var(inf->arena, SX_VAR_DIM, rank->grid, rank->axis);
    if (!extent)
        return nomem(inf);
    if (!sx_column_matches(inf->runs, sizes, extent, &first))
        return SX_OK;
    const sx_evidence *of_size =
        to->size.expr->op == SX_EXPR_INT ? &to->size.evidence : &to->members.evidence;
    to->size =
        sx_value_expr(extent, sx_evidence_join(inf->arena, *of_size, to->rank.evidence));
    return SX_OK;
}

/* Is the number in the communicator that of the world, at every scale? So is the coordinate in a grid of one axis. */
static bool is_world_rank(const inference *inf, const sx_comm *from, const sx_expr *rank)
{
    if (rank->op == SX_EXPR_VAR && rank->var == SX_VAR_RANK)
        return true;
    if (rank->op == SX_EXPR_VAR && rank->var == SX_VAR_COMM_RANK)
        return from->parent == 0;
    const sx_expr *apart = sx_expr_make(inf->arena, SX_EXPR_SUB, rank,
                                        sx_expr_var(inf->arena, SX_VAR_RANK, 0, 0), NULL);
    return apart && sx_imagine_vanishes(inf->runs, apart);
}

/* Where every k-th rank is in one, numbered as they come, it has as many as there are: other laws of its size may fit all inputs. */
static sx_status take_turns(inference *inf, const sx_comm *from, const sx_samples *sizes,
                            sx_comm *to)
{
    const sx_expr *rank = to->rank.expr, *x = rank->arg[0], *k = rank->arg[1];
    size_t first;
    if (rank->op == SX_EXPR_DIV && x->op == SX_EXPR_SUB && x->arg[1]->op == SX_EXPR_INT)
        x = x->arg[0];
    if (rank->op != SX_EXPR_DIV || x->op != SX_EXPR_VAR || k->op != SX_EXPR_INT)
        return SX_OK;
    const bool is_own = x->var == SX_VAR_COMM_RANK;
    if (!is_own && !is_world_rank(inf, from, x))
        return SX_OK;
    const sx_expr *all =
        sx_expr_var(inf->arena, is_own ? SX_VAR_COMM_SIZE : SX_VAR_P, 0, 0);
    const sx_expr *last = sx_expr_two(inf->arena, SX_EXPR_SUB, all,
                                      sx_expr_two(inf->arena, SX_EXPR_MOD, x, k));
    const sx_expr *size = sx_expr_two(
        inf->arena, SX_EXPR_DIV,
        sx_expr_two(inf->arena, SX_EXPR_ADD, last, sx_expr_int(inf->arena, k->value - 1)),
        k);
    if (!size)
        return nomem(inf);
    if (sx_column_matches(inf->runs, sizes, size, &first))
        to->size = sx_value_expr(
            size, sx_evidence_join(inf->arena, to->members.evidence, to->rank.evidence));
    return SX_OK;
}

/* A communicator in which everybody has the number of the world has as many as that. */
static sx_status take_world(inference *inf, const sx_comm *from, sx_comm *to)
{
    bool same =
        to->members.kind == SX_DOMAIN_ALL && is_world_rank(inf, from, to->rank.expr);
    for (size_t run = 0; run < inf->runs->n; run++)
        same =
            same &&
            inf->runs->comm_size[from - inf->runs->merged.comm][inf->runs->offset[run]] ==
                inf->runs->p[run];
    if (!same)
        return SX_OK;
    const sx_expr *all = sx_expr_var(inf->arena, SX_VAR_P, 0, 0);
    to->size = sx_value_expr(
        all, sx_evidence_join(inf->arena, to->members.evidence, to->rank.evidence));
    return all ? SX_OK : nomem(inf);
}

/* A copy of a communicator is the same group: its size, and the rank in it, are those of its parent. */
static void inherit(const inference *inf, const sx_comm *from, const sx_samples *samples,
                    sx_law *law)
{
    const sx_expr *same = sx_expr_var(
        inf->arena, samples->is_rank ? SX_VAR_COMM_RANK : SX_VAR_COMM_SIZE, 0, 0);
    size_t first;
    if (from->kind == SX_COMM_DUP && same && samples->n > 0 &&
        sx_column_matches(inf->runs, samples, same, &first))
        *law = (sx_law) { same, { .label = SX_LABEL_PROVED } };
}

/* Who is first in it, or last, may do what others do not. */
static sx_status note_ends(inference *inf, const sx_comm *to)
{
    const sx_domain *members = &to->members;
    const bool all = members->kind == SX_DOMAIN_ALL;
    const sx_evidence evidence =
        sx_evidence_join(inf->arena, members->evidence, to->rank.evidence);
    if (evidence.label > SX_LABEL_EXACT || (!all && members->kind != SX_DOMAIN_WHERE))
        return SX_OK;
    const sx_expr *one = sx_expr_int(inf->arena, 1);
    const sx_expr *after = sx_expr_two(inf->arena, SX_EXPR_ADD, to->rank.expr, one);
    const struct {
        sx_expr_op op;
        const sx_expr *end;
    } way[] = { { SX_EXPR_EQ, one },
                { SX_EXPR_EQ, to->size.expr },
                { SX_EXPR_GT, one },
                { SX_EXPR_LT, to->size.expr } };
    for (size_t i = 0; i < (all ? 2 : sizeof way / sizeof *way); i++) {
        const sx_expr *where = sx_expr_two(inf->arena, way[i].op, after, way[i].end);
        if (!all)
            where = sx_expr_two(inf->arena, SX_EXPR_AND, members->where, where);
        if (!where)
            return nomem(inf);
        sx_runs_add_border(inf->runs, where, &evidence);
    }
    return SX_OK;
}

/* Collected samples are there until the next ones are. */
static sx_status keep(const inference *inf, const sx_samples *samples,
                      sx_samples *ret_kept)
{
    *ret_kept = *samples;
    ret_kept->sample =
        sx_arena_copy(inf->arena, samples->sample, samples->n, sizeof *samples->sample);
    return ret_kept->sample || samples->n == 0 ? SX_OK : nomem(inf);
}

/* One rank alone in all inputs, of some: with more of these there may be more in it. */
static void doubt_alone(const sx_samples *sizes, sx_comm *to)
{
    if (to->members.kind == SX_DOMAIN_ALL)
        return;
    for (size_t i = 0; i < sizes->n; i++)
        if (sizes->sample[i].value != 1)
            return;
    sx_value *said[] = { &to->size, &to->rank };
    for (size_t i = 0; i < 2; i++)
        if (said[i]->evidence.label == SX_LABEL_PROVED)
            said[i]->evidence =
                (sx_evidence) { .label = SX_LABEL_EXACT,
                                .reason = "the communicator is of one rank in all "
                                          "inputs: add one where it has more" };
}

/* What ranks in a row say, where that is better founded. */
static void take_row(inference *inf, const sx_comm *row, const sx_samples kept[2],
                     sx_comm *to)
{
    const sx_evidence both =
        sx_evidence_join(inf->arena, to->size.evidence, to->rank.evidence);
    size_t first;
    if (!sx_evidence_better(&row->size.evidence, &both) ||
        !sx_column_matches(inf->runs, &kept[0], row->size.expr, &first) ||
        !sx_column_matches(inf->runs, &kept[1], row->rank.expr, &first))
        return;
    to->size = row->size;
    to->rank = row->rank;
}

static sx_status infer_comm(inference *inf, const sx_comm *from, const bool *all,
                            sx_comm *to)
{
    const bool *in = sx_runs_members(inf->arena, inf->runs, &from->members, NULL);
    if (!in)
        return nomem(inf);
    sx_status st = sx_domain_find(inf->arena, inf->runs, in, all, &to->members, inf->err);
    sx_infer_doubt_beyond(inf, &to->members.evidence);
    const sx_value *value[] = { &from->size, &from->rank };
    sx_value *ret[] = { &to->size, &to->rank };
    sx_nest nest = { .in = all, .around = all };
    sx_samples kept[2] = { { 0 } };
    sx_comm row = { 0 };
    if (!st)
        st = sx_infer_stretches(inf, from, in, &row);
    for (int i = 0; !st && i < 2; i++) {
        sx_sampling how = { .nest = &nest, .in = in, .fixed_comm = from->parent };
        sx_samples samples;
        sx_law law = { 0 };
        st = sx_infer_collect(inf, &how, value[i], &samples);
        samples.is_size = i == 0;
        samples.is_rank = i == 1;
        if (!st)
            st = keep(inf, &samples, &kept[i]);
        if (!st)
            inherit(inf, from, &samples, &law);
        if (!st && !law.expr)
            st = sx_infer_law(inf, &samples, &law);
        if (!st)
            st = sx_infer_value(inf, &samples, &law, ret[i]);
    }
    if (!st)
        st = take_extent(inf, &kept[0], to);
    if (!st && !is_certain(&to->size.evidence))
        st = take_turns(inf, from, &kept[0], to);
    if (!st && row.size.expr)
        take_row(inf, &row, kept, to);
    if (!st)
        st = take_world(inf, from, to);
    if (!st)
        doubt_alone(&kept[0], to);
    return st ? st : note_ends(inf, to);
}

sx_status sx_infer_comms(inference *inf, const bool *all, sx_trace *formula)
{
    const sx_trace *merged = &inf->runs->merged;
    formula->comm =
        sx_arena_copy(inf->arena, merged->comm, merged->ncomms, sizeof *merged->comm);
    if (!formula->comm)
        return nomem(inf);
    sx_status st = SX_OK;
    for (size_t c = 0; !st && c < merged->ncomms; c++)
        if (merged->comm[c].kind != SX_COMM_WORLD && merged->comm[c].kind != SX_COMM_SELF)
            st = infer_comm(inf, &merged->comm[c], all, &formula->comm[c]);
    return st;
}
