#include "trace/merge_parts.h"

static sx_status no_memory(const sx_merge *merge)
{
    return sx_fail(merge->err, SX_NOMEM, "out of memory");
}

static sx_status copy_piece(sx_merge *merge, const sx_merge_side *side,
                            const sx_piece *from, const sx_ranklist *participants,
                            const uint32_t *index, size_t nindex, sx_piece *to)
{
    sx_status status = SX_OK;
    *to = (sx_piece) { .order = from->order };
    if (from->all)
        to->ranks = *participants;
    else
        status = sx_rank_sets_add(merge->sets, &from->ranks, side->shift, &to->ranks,
                                  merge->err);
    if (status)
        return status;
    if (index)
        return sx_seq_renumber(merge->arena, from->seq, index, nindex, &to->seq,
                               merge->err);
    /* The result must not depend on the arenas of its inputs. */
    to->seq = sx_seq_copy(merge->arena, from->seq);
    return to->seq ? SX_OK : no_memory(merge);
}

static sx_status copy_pieces(sx_merge *merge, const sx_merge_side *side,
                             const sx_value *from, const sx_ranklist *participants,
                             const uint32_t *index, size_t nindex, sx_value *ret_to)
{
    sx_piece *piece = SX_NEW_ARRAY(merge->arena, sx_piece, from->npieces);
    sx_status status = piece ? SX_OK : no_memory(merge);
    for (size_t i = 0; i < from->npieces && !status; i++)
        status = copy_piece(merge, side, &from->piece[i], participants, index, nindex,
                            &piece[i]);
    *ret_to = (sx_value) { .kind = from->kind,
                           .relative = from->relative,
                           .npieces = from->npieces,
                           .piece = piece };
    return status;
}

/* Steps that are pieces name ranks of the side: they are shifted as the participants are. */
static sx_status shift_steps(sx_merge *merge, const sx_merge_side *side, sx_value *value,
                             const sx_ranklist *participants)
{
    sx_value *step =
        sx_arena_copy(merge->arena, value->step, value->nsteps, sizeof *step);
    sx_status status = step ? SX_OK : no_memory(merge);
    for (uint32_t k = 0; k < value->nsteps && !status; k++)
        if (step[k].kind == SX_VALUE_PIECES)
            status = copy_pieces(merge, side, &step[k], participants, NULL, 0, &step[k]);
    value->step = step;
    return status;
}

sx_status sx_merge_copy_value(sx_merge *merge, const sx_merge_side *side,
                              const sx_value *value, const sx_ranklist *participants,
                              const uint32_t *index, size_t nindex, sx_value *ret_value)
{
    /* Participants are shifted already, and so are the ranks of what is split by them. */
    sx_merge_side shifted = *side;
    sx_value pieces = *value;
    sx_status status = SX_OK;
    if (value->kind == SX_VALUE_EXPR)
        return sx_fail(merge->err, SX_INVALID, "expressions cannot be merged");
    if (value->kind == SX_VALUE_BY_RANK || value->kind == SX_VALUE_BY_STEP)
        shifted.shift = 0;
    if (value->kind == SX_VALUE_BY_STEP)
        status = shift_steps(merge, side, &pieces, participants);
    if (!status)
        status =
            sx_value_to_pieces(merge->arena, &pieces, participants, &pieces, merge->err);
    return status ? status
                  : copy_pieces(merge, &shifted, &pieces, participants, index, nindex,
                                ret_value);
}

sx_status sx_merge_copy_domain(sx_merge *merge, const sx_merge_side *side,
                               const sx_domain *domain, const sx_ranklist *enclosing,
                               sx_domain *ret_domain)
{
    *ret_domain = (sx_domain) { .kind = SX_DOMAIN_RANKS };
    if (domain->kind == SX_DOMAIN_RANKS)
        return sx_rank_sets_add(merge->sets, &domain->ranks, side->shift,
                                &ret_domain->ranks, merge->err);
    if (domain->kind != SX_DOMAIN_ALL)
        return sx_fail(merge->err, SX_INVALID, "expressions cannot be merged");
    if (!enclosing)
        return sx_fail(merge->err, SX_INVALID,
                       "ranks of one run merge only where every set at the top is given");
    ret_domain->ranks = *enclosing;
    return SX_OK;
}

/* What the numbers of a parameter index: the map and the size of the table. */
static const uint32_t *index_of(const sx_merge_side *side, sx_param_id id, size_t *ret_n)
{
    switch ((int)id) {
    case SX_PARAM_COMM:
    case SX_PARAM_NEWCOMM:
        *ret_n = side->trace->ncomms;
        return side->comm;
    case SX_PARAM_TYPE:
    case SX_PARAM_RTYPE:
    case SX_PARAM_TYPES:
    case SX_PARAM_RTYPES:
        *ret_n = side->trace->ntypes;
        return side->type;
    case SX_PARAM_REDOP:
        *ret_n = side->trace->nredops;
        return side->redop;
    case SX_PARAM_REGION:
        *ret_n = side->trace->nregions;
        return side->region;
    default:
        *ret_n = 0;
        return NULL;
    }
}

static sx_status copy_params(sx_merge *merge, const sx_merge_side *side,
                             const sx_node *from, sx_node *to)
{
    sx_status status = SX_OK;
    to->param = SX_NEW_ARRAY(merge->arena, sx_param, from->nparams);
    if (!to->param)
        return no_memory(merge);
    for (uint32_t i = 0; i < from->nparams && !status; i++) {
        size_t nindex;
        const uint32_t *index = index_of(side, from->param[i].id, &nindex);
        to->param[i].id = from->param[i].id;
        status = sx_merge_copy_value(merge, side, &from->param[i].value, &to->ranks.ranks,
                                     index, nindex, &to->param[i].value);
    }
    return status;
}

static sx_status copy_hist(sx_merge *merge, sx_hist *hist)
{
    if (sx_hist_is_open(hist))
        return sx_fail(merge->err, SX_INVALID, "times with curves cannot be merged");
    hist->bin = sx_arena_copy(merge->arena, hist->bin, hist->nbins, sizeof *hist->bin);
    return hist->bin ? SX_OK : no_memory(merge);
}

static sx_status copy_times_ranks(sx_merge *merge, const sx_merge_side *side,
                                  const sx_ranklist *participants, sx_times *times)
{
    bool all = times->all;
    times->all = false;
    if (!all)
        return sx_rank_sets_add(merge->sets, &times->ranks, side->shift, &times->ranks,
                                merge->err);
    times->ranks = *participants;
    return SX_OK;
}

static sx_status copy_times(sx_merge *merge, const sx_merge_side *side,
                            const sx_node *from, sx_node *to)
{
    sx_status status = SX_OK;
    to->times = sx_arena_copy(merge->arena, from->times, from->ntimes, sizeof *to->times);
    if (!to->times)
        return no_memory(merge);
    for (uint32_t i = 0; i < from->ntimes && !status; i++) {
        sx_times *times = &to->times[i];
        if (side->site && times->after != SX_AFTER_ANY)
            times->after = side->site[times->after];
        if (!merge->pool_times)
            status = copy_times_ranks(merge, side, &to->ranks.ranks, times);
        if (!status)
            status = copy_hist(merge, &times->hist);
    }
    return status;
}

static sx_status copy_block(sx_merge *merge, const sx_merge_side *side,
                            const sx_block *from, const sx_ranklist *enclosing,
                            unsigned depth, sx_block *to);

static sx_status copy_node(sx_merge *merge, const sx_merge_side *side,
                           const sx_node *from, const sx_ranklist *enclosing,
                           unsigned depth, sx_node *to)
{
    to->kind = from->kind;
    to->op = from->op;
    to->nparams = from->nparams;
    to->ntimes = from->ntimes;
    to->site = side->site ? side->site[from->site] : from->site;
    sx_status status =
        sx_merge_copy_domain(merge, side, &from->ranks, enclosing, &to->ranks);
    if (status)
        return status;
    if (from->kind == SX_NODE_LOOP) {
        status = sx_merge_copy_value(merge, side, &from->trips, &to->ranks.ranks, NULL, 0,
                                     &to->trips);
        return status ? status
                      : copy_block(merge, side, &from->body, &to->ranks.ranks, depth + 1,
                                   &to->body);
    }
    status = copy_params(merge, side, from, to);
    if (!status)
        status = sx_merge_copy_multisets(merge, side, from, to);
    return status ? status : copy_times(merge, side, from, to);
}

static sx_status copy_block(sx_merge *merge, const sx_merge_side *side,
                            const sx_block *from, const sx_ranklist *enclosing,
                            unsigned depth, sx_block *to)
{
    sx_status status = SX_OK;
    if (depth > SX_MAX_DEPTH)
        return sx_fail(merge->err, SX_LIMIT, "loops nest deeper than %d", SX_MAX_DEPTH);
    to->n = from->n;
    to->node = SX_NEW_ARRAY(merge->arena, sx_node *, from->n);
    sx_node *node = SX_NEW_ARRAY(merge->arena, sx_node, from->n);
    if (!to->node || !node)
        return no_memory(merge);
    for (size_t i = 0; i < from->n && !status; i++) {
        to->node[i] = &node[i];
        status = copy_node(merge, side, from->node[i], enclosing, depth, &node[i]);
    }
    return status;
}

sx_status sx_merge_copy_program(sx_merge *merge, const sx_merge_side *side,
                                sx_block *ret_program)
{
    return copy_block(merge, side, &side->trace->program, side->everybody, 0,
                      ret_program);
}
