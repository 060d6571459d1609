#include "extrap/infer_parts.h"

#include "align/meta.h"
#include "align/reshape.h"
#include "extrap/both_ends.h"
#include "extrap/both_sides.h"
#include "extrap/cut_array.h"
#include "extrap/inferred.h"
#include "extrap/inner_borders.h"
#include "extrap/known_sides.h"
#include "extrap/last_item.h"
#include "extrap/left_out.h"
#include "extrap/polls.h"
#include "extrap/same_array.h"
#include "extrap/time_law.h"
#include "extrap/times.h"
#include "law/directions.h"
#include "law/domain.h"
#include "law/faces.h"
#include "law/grids.h"
#include "law/growth.h"
#include "law/kinds.h"
#include "law/later.h"
#include "law/members.h"
#include "law/regimes.h"
#include "law/row.h"
#include "trace/draw.h"
#include "trace/measured.h"

static sx_status nomem(const inference *inf)
{
    return sx_fail(inf->err, SX_NOMEM, "out of memory");
}

/* ---- laws of values ---- */

/* Values whose order is not known have no law: on average they are this everywhere. */
static const sx_expr *typical(inference *inf, const sx_param *param)
{
    int64_t number = sx_draw_typical(&param->value, sx_param_is_count(param->id));
    const sx_expr *expr = sx_expr_int(inf->arena, number);
    if (!param->value.relative || sx_is_special(number))
        return expr;
    expr = sx_expr_make(inf->arena, SX_EXPR_ADD,
                        sx_expr_var(inf->arena, SX_VAR_COMM_RANK, 0, 0), expr, NULL);
    return sx_expr_make(inf->arena, SX_EXPR_MOD, expr,
                        sx_expr_var(inf->arena, SX_VAR_COMM_SIZE, 0, 0), NULL);
}

static bool has_law(const sx_param *param)
{
    return param && param->value.expr && param->value.evidence.label != SX_LABEL_REFUSED;
}

/* The law of a list's length, which comes before the list among the parameters; NULL when it has none or
 * is a number. */
static const sx_expr *known_length(const sx_node *to, sx_param_id length)
{
    const sx_param *param = length < SX_PARAMS ? sx_node_param(to, length) : NULL;
    return has_law(param) && param->value.expr->op != SX_EXPR_INT ? param->value.expr
                                                                  : NULL;
}

/* The grids in the laws of the event's end point and of its communicator's size, found before. */
static uint64_t grids_of_event(const inference *inf, const sx_node *to)
{
    static const sx_param_id end_point[] = { SX_PARAM_PEER, SX_PARAM_SOURCE };
    const sx_param *comm = sx_node_param(to, SX_PARAM_COMM);
    uint64_t all = 0, grids = 0;
    for (size_t i = 0; i < 2; i++) {
        const sx_param *param = sx_node_param(to, end_point[i]);
        if (param && param->value.expr) {
            sx_expr_uses(param->value.expr, NULL, &grids);
            all |= grids;
        }
    }
    bool fixed = comm && comm->value.expr && comm->value.expr->op == SX_EXPR_INT &&
                 comm->value.expr->value >= 2;
    if (fixed && inf->comm && inf->comm[comm->value.expr->value].size.expr) {
        sx_expr_uses(inf->comm[comm->value.expr->value].size.expr, NULL, &grids);
        all |= grids;
    }
    return all;
}

/* The directions around a grid that the event's end point goes to, trip by trip of the innermost loop. */
static const sx_directions *directions_of_event(const inference *inf, const sx_node *to,
                                                const sx_nest *nest)
{
    const sx_param *peer = sx_node_param(to, SX_PARAM_PEER);
    const sx_expr *expr = peer ? peer->value.expr : NULL;
    if (!expr || expr->op != SX_EXPR_PICK || expr->arg[0]->op != SX_EXPR_VAR ||
        (uint32_t)expr->arg[0]->axis + 1 != nest->depth)
        return NULL;
    for (size_t k = 0; k < inf->runs->ndirections; k++)
        if (inf->runs->directions[k].around &&
            sx_directions_are(&inf->runs->directions[k], expr))
            return &inf->runs->directions[k];
    return NULL;
}

/* On a level that is known, laws that hold where ranks are idle come before what else was found. */
static sx_status judge_level(inference *inf, const sx_samples *samples, sx_law *law)
{
    if (!inf->level || inf->sizes_only || samples->n == 0)
        return SX_OK;
    if (samples->is_rank)
        return sx_level_peer(inf->arena, inf->runs, samples, inf->level, law, &inf->axis,
                             inf->err);
    return samples->is_size && inf->axis != UINT32_MAX
               ? sx_level_size(inf->arena, inf->runs, samples, inf->level, inf->axis, law,
                               inf->err)
               : SX_OK;
}

static sx_status find_argument(void *context, const sx_samples *samples, sx_law *ret_law)
{
    return sx_infer_law(context, samples, ret_law);
}

/* The law by which a row of a table is chosen; of datatypes, the one by which they are made where that is as well founded. */
static sx_status judge_row(inference *inf, sx_param_id id, bool of_members,
                           const sx_samples *samples, sx_law *law)
{
    sx_law made = { 0 };
    sx_row_judge(id, law);
    if (inf->sizes_only || samples->trouble || of_members || !sx_param_is_type(id))
        return SX_OK;
    sx_status st = sx_type_laws_find(&inf->types, samples, &made, inf->err);
    if (made.expr && (!law->expr || !sx_evidence_better(&law->evidence, &made.evidence)))
        *law = made;
    return st;
}

/* The end point that a size or a tag is for; NULL where there is none. */
static const sx_value *end_of(const sx_node *to, sx_param_id id)
{
    const sx_param *peer = sx_node_param(to, SX_PARAM_PEER),
                   *source = sx_node_param(to, SX_PARAM_SOURCE);
    const bool received = id == SX_PARAM_RCOUNT || id == SX_PARAM_RTAG;
    const sx_param *end = received && source ? source : peer;
    return end ? &end->value : NULL;
}

/* What members of the collective say themselves, for the list that has it of all of them. */
static sx_status judge_members(inference *inf, sx_param_id id, const sx_node *to,
                               const sx_samples *samples, sx_law *law)
{
    const sx_param *own = sx_node_param(to, SX_PARAM_COUNT);
    if (inf->sizes_only || samples->trouble || !own ||
        (id != SX_PARAM_COUNTS && id != SX_PARAM_RCOUNTS))
        return SX_OK;
    const sx_law each = { own->value.expr, own->value.evidence };
    return sx_members_judge(inf->arena, inf->runs, samples, &each, law, inf->err);
}

/* Does MPI look at it at the root of the collective alone? */
static bool is_of_root(sx_op op, sx_param_id id)
{
    sx_exchange exchange = sx_op_exchange(op);
    return (exchange == SX_EXCHANGE_GATHER || exchange == SX_EXCHANGE_SCATTER) &&
           id != SX_PARAM_COUNT && id != SX_PARAM_TYPE;
}

/* Whether later trips show is asked of the law as it was found, too: with end points by trip a face has counters, which its size had not. */
static sx_status later_doubt(inference *inf, const sx_samples *samples,
                             const sx_nest *nest, const sx_expr *found, sx_law *law)
{
    sx_law before = { found, law->evidence };
    sx_status st = found && law->expr && found != law->expr
                       ? sx_later_doubt(inf->arena, samples, nest, &before, inf->err)
                       : SX_OK;
    law->evidence = before.evidence;
    return st ? st : sx_later_doubt(inf->arena, samples, nest, law, inf->err);
}

/* The law of the event's parameter that comes before `id`, and changes with nothing that the samples do not tell apart; else NULL. */
static const sx_value *law_before(const sx_node *to, sx_param_id before, sx_param_id id,
                                  const sx_samples *samples)
{
    const sx_param *param = sx_node_param(to, before);
    return has_law(param) && before < id && sx_samples_tell(samples, param->value.expr)
               ? &param->value
               : NULL;
}

/* What kind of value the samples have, and which laws of the event they may follow. */
static void describe(sx_op op, const sx_sampling *how, sx_param_id id, const sx_node *to,
                     sx_samples *samples)
{
    const sx_value *root = law_before(to, SX_PARAM_ROOT, id, samples);
    if (root) {
        samples->root = root->expr;
        samples->root_evidence = &root->evidence;
        samples->of_root = is_of_root(op, id);
    }
    samples->is_size = sx_param_is_count(id);
    samples->is_tag = id == SX_PARAM_TAG || id == SX_PARAM_RTAG;
    const sx_value *end = law_before(to, SX_PARAM_PEER, id, samples);
    if (samples->is_tag && end) {
        samples->peer = end->expr;
        samples->peer_evidence = &end->evidence;
    }
    const sx_value *other = samples->is_tag || samples->is_size ? end_of(to, id) : NULL;
    if (other && other->expr && sx_samples_tell(samples, other->expr)) {
        samples->end = other->expr;
        samples->end_evidence = &other->evidence;
    }
    samples->is_rank = sx_param_is_rank(id);
    samples->is_peer = samples->is_rank && id != SX_PARAM_ROOT;
    samples->is_dealt = samples->is_size && sx_op_class_of(op) == SX_OP_COLLECTIVE &&
                        (!how->is_list || how->by_comm_size);
    samples->is_agreed =
        samples->is_dealt && !how->is_list && sx_op_parts(op) == SX_PARTS_EQUAL;
    samples->is_received = id == SX_PARAM_RCOUNTS;
}

/* How to sample it, and the samples. */
static sx_status sample_param(inference *inf, const sx_node *node, const sx_nest *nest,
                              const bool *in, const sx_param *param, const sx_node *to,
                              sx_sampling *ret_how, sx_samples *ret_samples)
{
    const sx_param *comm = sx_node_param(node, SX_PARAM_COMM);
    const sx_param_id length = sx_param_list_length_in(param->id, sx_node_present(node));
    const sx_param *length_param =
        length < SX_PARAMS ? sx_node_param(node, length) : NULL;
    *ret_how = (sx_sampling) { .nest = nest,
                               .in = in,
                               .comm = comm && param != comm ? &comm->value : NULL,
                               .length = length_param ? &length_param->value : NULL,
                               .is_list = length != SX_PARAM_NONE,
                               .by_comm_size = length == SX_PARAM_COMM_SIZE };
    if (inf->level && inf->level->step && !inf->sizes_only)
        ret_how->levels = nest->depth - inf->level->depth;
    const sx_directions *directions = directions_of_event(inf, to, nest);
    if (directions && ret_how->levels == 0 && sx_param_is_count(param->id))
        ret_how->levels = 1;
    const sx_status st = sx_infer_collect(inf, ret_how, &param->value, ret_samples);
    if (st)
        return st;
    ret_samples->length = known_length(to, length);
    sx_samples_take_trips(ret_samples, nest);
    ret_samples->grids = grids_of_event(inf, to);
    ret_samples->directions = directions;
    describe(node->op, ret_how, param->id, to, ret_samples);
    return SX_OK;
}

/* The law that its samples have by themselves. */
static sx_status find_own(inference *inf, const sx_param *param, const sx_node *to,
                          const sx_sampling *how, const sx_samples *samples,
                          sx_law *ret_law)
{
    const sx_param *peer = samples->is_size ? sx_node_param(to, SX_PARAM_PEER) : NULL;
    inf->is_row = sx_row_is(param->id);
    sx_status st = sx_infer_law(inf, samples, ret_law);
    if (!st && inf->is_row)
        st = judge_row(inf, param->id, how->by_comm_size, samples, ret_law);
    inf->is_row = false;
    if (!st)
        st = judge_members(inf, param->id, to, samples, ret_law);
    if (!st && peer)
        st = sx_faces_choose(inf->arena, inf->runs, samples, peer->value.expr, ret_law,
                             inf->err);
    return st;
}

/* The same, in the light of what others have. */
static sx_status judge_by_others(inference *inf, const sx_node *node, const sx_nest *nest,
                                 const sx_param *param, const sx_node *to,
                                 const sx_sampling *how, const sx_samples *samples,
                                 sx_law *law)
{
    const sx_param *peer = samples->is_size ? sx_node_param(to, SX_PARAM_PEER) : NULL;
    const sx_expr *found = law->expr;
    sx_status st = sx_infer_dealt(inf, node->op, how, &param->value,
                                  has_law(peer) ? peer->value.expr : NULL, samples, law);
    if (!st && !inf->sizes_only && !sx_row_is(param->id))
        sx_known_follow(inf->arena, &inf->known, inf->runs, samples, law);
    if (!st && !inf->sizes_only && samples->is_size)
        st = sx_known_across(inf->arena, &inf->known, inf->runs, samples,
                             end_of(to, param->id), law, inf->err);
    if (!st)
        st = judge_level(inf, samples, law);
    if (!st && !inf->sizes_only)
        st = later_doubt(inf, samples, nest, found, law);
    if (!st && param->value.kind == SX_VALUE_DRAWN && !(law->expr = typical(inf, param)))
        return nomem(inf);
    return st;
}

/* `to` has the laws of the parameters before this one. */
static sx_status infer_param(inference *inf, const sx_node *node, const sx_nest *nest,
                             const bool *in, const sx_param *param, const sx_node *to,
                             sx_value *ret_value)
{
    sx_sampling how;
    sx_samples samples;
    sx_law law = { 0 };
    sx_status st = sample_param(inf, node, nest, in, param, to, &how, &samples);
    if (!st)
        st = sx_claims_find(inf->arena, inf->runs, inf->options->claims, node, param->id,
                            nest->depth, &samples, &law, inf->err);
    if (!st && !law.expr) {
        st = find_own(inf, param, to, &how, &samples, &law);
        if (!st)
            st = judge_by_others(inf, node, nest, param, to, &how, &samples, &law);
        if (!st)
            st = sx_peeled_judge(inf->arena, inf->runs, &inf->peeled, param->id,
                                 nest->depth, &samples, &law, inf->err);
    }
    return st ? st : sx_infer_value(inf, &samples, &law, ret_value);
}

/* ---- the tree ---- */

static sx_status infer_block(inference *inf, const sx_block *from, const sx_nest *nest,
                             sx_block *ret_to);

static sx_status infer_event(inference *inf, const sx_node *from, const sx_nest *nest,
                             const bool *in, sx_node *to)
{
    to->param = SX_NEW_ARRAY(inf->arena, sx_param, from->nparams);
    if (!to->param)
        return nomem(inf);
    inf->axis = UINT32_MAX;
    to->ntimes = 0; /* theirs come when all laws are found */
    to->nmultisets = 0; /* matters of timing, that say nothing of another scale */
    for (uint32_t i = 0; i < from->nparams; i++) {
        to->param[i].id = from->param[i].id;
        to->nparams = i;
        if (inf->sizes_only && !sx_param_is_count(from->param[i].id))
            continue;
        sx_status st =
            infer_param(inf, from, nest, in, &from->param[i], to, &to->param[i].value);
        if (st)
            return st;
    }
    to->nparams = from->nparams;
    return SX_OK;
}

static sx_status infer_loop(inference *inf, const sx_node *from, const sx_nest *nest,
                            const bool *in, sx_node *to)
{
    sx_nest inner;
    sx_status st = sx_nest_enter(inf->arena, inf->runs, nest, from, in, &inner, inf->err);
    if (!st)
        st = sx_infer_entry(inf, from, nest, &inner, to);
    if (!st && to->trips.evidence.label != SX_LABEL_REFUSED)
        inner.law[inner.depth - 1] = &to->trips;
    if (!st && to->ranks.evidence.label == SX_LABEL_REFUSED) {
        to->ranks = (sx_domain) { .kind = SX_DOMAIN_ALL,
                                  .evidence = { .label = SX_LABEL_EXACT } };
        inner.around = nest->around;
    }
    if (!st)
        st = infer_block(inf, &from->body, &inner, &to->body);
    return st ? st : sx_infer_settle_trips(inf, from, nest, &inner, to);
}

static sx_status infer_node(inference *inf, const sx_node *from, const sx_nest *nest,
                            sx_node **ret_to)
{
    sx_node *to = sx_arena_copy(inf->arena, from, 1, sizeof *to);
    const bool *in = sx_runs_members(inf->arena, inf->runs, &from->ranks, nest->in);
    if (!to || !in)
        return nomem(inf);
    sx_status st = SX_OK;
    if (!inf->sizes_only)
        st = sx_known_domains_find(inf->arena, &inf->domains, inf->runs, in, nest->around,
                                   &to->ranks, inf->err);
    if (!st && !inf->sizes_only)
        st = sx_domain_doubt_ends(inf->arena, inf->runs, from, in, nest->around,
                                  &to->ranks, inf->err);
    sx_infer_doubt_beyond(inf, &to->ranks.evidence);
    const sx_level *around = inf->level;
    const sx_foreseen_node *known = sx_foreseen_of(&inf->foreseen, from);
    if (known && known->level.of)
        inf->level = &known->level;
    if (!st)
        st = from->kind == SX_NODE_LOOP ? infer_loop(inf, from, nest, in, to)
                                        : infer_event(inf, from, nest, in, to);
    if (!st && from->kind == SX_NODE_EVENT && !inf->sizes_only)
        st = sx_left_out_doubt(inf->arena, inf->runs, in, nest->around, to, inf->err);
    inf->level = around;
    *ret_to = to;
    return st;
}

static sx_status infer_block(inference *inf, const sx_block *from, const sx_nest *nest,
                             sx_block *ret_to)
{
    sx_node **node = SX_NEW_ARRAY(inf->arena, sx_node *, from->n);
    if (!node)
        return nomem(inf);
    for (size_t i = 0; i < from->n; i++) {
        if (!inf->sizes_only)
            inf->peeled = sx_peeled_find(from->node[i], node, i);
        sx_status st = infer_node(inf, from->node[i], nest, &node[i]);
        if (st)
            return st;
    }
    *ret_to = (sx_block) { from->n, node };
    return SX_OK;
}

/* ---- all of it ---- */

static sx_status infer_all(inference *inf, sx_trace *ret_formula)
{
    sx_nest nest = { 0 };
    const sx_domain everybody = { .kind = SX_DOMAIN_ALL };
    nest.in = sx_runs_members(inf->arena, inf->runs, &everybody, NULL);
    nest.around = nest.in;
    if (!nest.in)
        return nomem(inf);
    sx_trace formula = inf->runs->merged;
    formula.p = 0;
    sx_status st = sx_grids_find(inf->arena, inf->runs, inf->err);
    if (!st)
        st = sx_growth_ties(inf->arena, inf->runs, &inf->beyond, &inf->why, inf->err);
    if (!st)
        st = sx_regimes_find(inf->arena, inf->runs, &inf->beyond, &inf->why, inf->err);
    if (!st)
        st = sx_kinds_find(inf->arena, inf->runs, &inf->beyond, &inf->why, inf->err);
    inf->sizes_only = true;
    if (!st)
        st = infer_block(inf, &inf->runs->merged.program, &nest, &formula.program);
    inf->sizes_only = false;
    sx_known_forget(&inf->known, sx_known_constants(inf->runs));
    if (!st)
        st = sx_infer_comms(inf, nest.in, &formula);
    if (!st)
        st = sx_infer_comm_rows(inf, nest.in, &formula);
    sx_known_forget(&inf->known, sx_known_constants(inf->runs));
    inf->comm = formula.comm;
    if (!st)
        st = infer_block(inf, &inf->runs->merged.program, &nest, &formula.program);
    if (!st)
        st =
            sx_foresee(inf->arena, inf->runs, &formula.program, &inf->foreseen, inf->err);
    if (!st && inf->foreseen.n > 0) {
        sx_type_laws_forget(&inf->types);
        st = infer_block(inf, &inf->runs->merged.program, &nest, &formula.program);
    }
    if (!st)
        st = sx_infer_comm_rows(inf, nest.in, &formula);
    if (!st)
        st = sx_infer_serials(inf, &formula);
    if (!st)
        sx_infer_doubt_comms(inf, &formula);
    sx_type_laws_take(&inf->types, &formula);
    if (!st && sx_times_wanted(&inf->options->times))
        st = sx_times_infer_all(inf->arena, inf->runs, &inf->runs->merged.program,
                                nest.in, &inf->options->times, &inf->common_time,
                                &formula.program, inf->err);
    if (!st)
        st = sx_common_time_keep(inf->arena, &inf->common_time, &formula, inf->err);
    if (!st)
        st = sx_runs_complete(inf->arena, inf->runs, &formula, inf->err);
    if (!st)
        st = sx_known_sides_take(inf->arena, inf->runs, &formula, inf->err);
    if (!st)
        st = sx_inner_borders_tell(inf->arena, inf->runs, &formula, inf->err);
    if (!st)
        st = sx_both_sides_tell(inf->arena, inf->runs, &formula, inf->err);
    if (!st)
        st = sx_both_ends_agree(inf->arena, &formula, inf->runs->p, inf->runs->n,
                                inf->err);
    if (!st)
        st = sx_same_array_choose(inf->arena, &formula, inf->runs->p, inf->runs->n,
                                  inf->err);
    if (!st)
        st = sx_cut_array_doubt(inf->arena, inf->runs, &formula, inf->err);
    if (!st)
        st = sx_last_item_doubt(inf->arena, inf->runs, &formula, inf->err);
    if (st)
        return st;
    sx_polls_doubt(inf->arena, &formula);
    *ret_formula = formula;
    return SX_OK;
}

/* The inputs, as a call of sx_infer has them, and the steps that are left. */
typedef struct inputs {
    const sx_trace *const *trace;
    const char *const *name;
    size_t n;
    const sx_infer_options *options;
    uint64_t steps;
} inputs;

/* What becomes of them in one shape, if fewer loops are tangled in it than *tangles, which it has then; else *ret_formula stays as it is. */
static sx_status infer_shape(sx_arena *arena, inputs *in, sx_reshape_way way,
                             size_t *tangles, sx_trace *ret_formula, sx_error *err)
{
    size_t own;
    sx_runs runs;
    const sx_infer_options *options = in->options;
    sx_status st = sx_runs_create(arena, in->trace, in->name, in->n,
                                  way == SX_RESHAPE_ROLES, &runs, err);
    if (!st) {
        *runs.steps = in->steps;
        st = sx_runs_reshape(arena, &runs, way, &own, err);
    }
    if (st || own >= *tangles)
        return st;
    inference inf = { .arena = arena,
                      .scratch = sx_arena_create(),
                      .runs = &runs,
                      .options = options,
                      .err = err };
    inf.types = (sx_type_laws) { .arena = arena,
                                 .scratch = inf.scratch,
                                 .runs = &runs,
                                 .find = find_argument,
                                 .context = &inf };
    sx_trace formula;
    st = inf.scratch ? SX_OK : nomem(&inf);
    if (!st && options->times.models)
        st = sx_common_time_find(arena, &runs, &inf.common_time, err);
    if (!st && options->times.models)
        st = sx_time_law_of_all(arena, &runs, &inf.common_time, err);
    if (!st)
        st = infer_all(&inf, &formula);
    sx_arena_destroy(inf.scratch);
    if (!st)
        st = sx_runs_check_steps(&runs, err);
    in->steps = *runs.steps;
    if (!st && options->times.models)
        st = sx_measured_note(arena, in->trace, in->n, &formula, err);
    if (st)
        return st;
    *tangles = own;
    *ret_formula = formula;
    return SX_OK;
}

/* How many of its values no family explains, and how many inputs leave open. */
typedef struct doubtful {
    size_t refused, open;
} doubtful;

static sx_status count_doubtful(sx_arena *arena, const sx_trace *formula,
                                doubtful *ret_doubtful, sx_error *err)
{
    const sx_inferred *value;
    size_t n;
    sx_status st = sx_inferred_list(arena, formula, &value, &n, err);
    *ret_doubtful = (doubtful) { 0 };
    for (size_t i = 0; !st && i < n; i++) {
        ret_doubtful->refused += value[i].evidence->label == SX_LABEL_REFUSED;
        ret_doubtful->open += value[i].evidence->label == SX_LABEL_EXACT;
    }
    return st;
}

static bool is_less(const doubtful *a, const doubtful *b)
{
    return a->refused < b->refused || (a->refused == b->refused && a->open < b->open);
}

/* The other shapes in which fewer loops are tangled, of which that stays in which least is refused, and then open. One for which steps or memory do not suffice
 * is no better. */
static void try_shapes(sx_arena *arena, inputs *in, size_t tangles, sx_trace *formula)
{
    doubtful best, own;
    sx_status st = count_doubtful(arena, formula, &best, NULL);
    for (sx_reshape_way way = SX_RESHAPE_ROLES; !st && way < SX_RESHAPE_WAYS; way++) {
        size_t left = tangles;
        sx_trace other = *formula;
        if (tangles == 0 || (best.refused == 0 && best.open == 0))
            return;
        st = infer_shape(arena, in, way, &left, &other, NULL);
        if (st || left == tangles)
            continue;
        st = count_doubtful(arena, &other, &own, NULL);
        if (st || !is_less(&own, &best))
            continue;
        *formula = other;
        tangles = left;
        best = own;
    }
}

/* As the ranks folded them first; other shapes where that leaves something open or refused. A plugin is asked once. */
sx_status sx_infer(sx_arena *arena, const sx_trace *const *trace, const char *const *name,
                   size_t n, const sx_infer_options *options, sx_trace *ret_formula,
                   sx_error *err)
{
    inputs in = { trace, name, n, options,
                  options->steps ? options->steps : SX_RUNS_STEPS };
    size_t tangles = SIZE_MAX;
    sx_status st = infer_shape(arena, &in, SX_RESHAPE_FOLDS, &tangles, ret_formula, err);
    if (!st && !options->claims)
        try_shapes(arena, &in, tangles, ret_formula);
    return st;
}
