#include "record/executed.h"

#include "record/compress_predict.h"
#include "record/intern.h"

#include <stdlib.h>
#include <string.h>

enum {
    SHORT = 8, /* period */
    MOST_EXECUTIONS = 1 << 16, /* of events and loops */
    MOST_NUMBERS = 1 << 20 /* in all parameters and pieces */
};

typedef struct maker {
    sx_executed *executed;
    sx_arena *arena;
    const sx_seq **trips; /* by node */
    uint64_t *entries; /* of loops, by node */
    uint64_t left, numbers; /* of what is allowed */
    bool irregular; /* there may be something to tell apart */
    sx_intern calls, values;
    int64_t *tuple; /* scratch */
    uint64_t room;
} maker;

/* ---- what all ranks go through alike ---- */

static bool is_everybody(const maker *m, const sx_domain *domain)
{
    return domain->kind == SX_DOMAIN_ALL ||
           (domain->kind == SX_DOMAIN_RANKS &&
            domain->ranks.count == m->executed->trace->p);
}

/* Neither a constant, a line, nor a short period. */
static bool is_irregular(const sx_value *value)
{
    bool found = false;
    for (size_t i = 0; i < value->npieces && !found; i++)
        found = value->piece[i].seq->n != 1 && value->piece[i].seq->length > SHORT;
    return found;
}

/* Are a call's values other ones in another place? */
static bool differs(const sx_node *a, const sx_node *b)
{
    bool found = false;
    for (uint32_t p = 0; p < a->nparams && !found; p++)
        found =
            !sx_seq_equal(a->param[p].value.piece[0].seq, b->param[p].value.piece[0].seq);
    return found;
}

/* Looks for something to tell apart. */
static bool look_at_event(maker *m, const sx_node *node)
{
    sx_executed_event *event = &m->executed->event[node->id];
    event_key key = { sx_node_present(node), (uint32_t)node->op, node->site };
    int64_t name = sx_intern_name(&m->calls, &key, sizeof key);
    if (name == SX_INTERN_FULL)
        return false;
    sx_executed_call *call = &m->executed->call[name];
    if (!call->like)
        *call = (sx_executed_call) { .like = node, .nparams = node->nparams };
    *event = (sx_executed_event) { .node = node, .call = (uint32_t)name };
    m->irregular = m->irregular || differs(call->like, node);
    for (uint32_t p = 0; p < node->nparams && !m->irregular; p++)
        m->irregular = sx_param_list_length(node->param[p].id) == SX_PARAM_NONE &&
                       is_irregular(&node->param[p].value);
    return true;
}

static bool take_loop(maker *m, const sx_node *node)
{
    const sx_value *trips = &node->trips;
    if (!is_everybody(m, &node->ranks) || trips->kind != SX_VALUE_PIECES ||
        trips->npieces != 1 || trips->piece[0].seq->length > MOST_EXECUTIONS)
        return false;
    return (m->trips[node->id] = sx_seq_plain(m->arena, trips->piece[0].seq));
}

static bool take_event(maker *m, const sx_node *node)
{
    bool fits = node->nmultisets == 0 && (node->ranks.kind == SX_DOMAIN_ALL ||
                                          node->ranks.kind == SX_DOMAIN_RANKS);
    for (uint32_t i = 0; i < node->nparams && fits; i++)
        fits = node->param[i].value.kind == SX_VALUE_PIECES &&
               node->param[i].value.npieces > 0;
    for (uint32_t i = 0; i < node->ntimes && fits; i++)
        fits = !node->times[i].hist.nbins && !sx_hist_is_open(&node->times[i].hist);
    return fits && look_at_event(m, node);
}

static bool take_block(maker *m, const sx_block *block)
{
    bool fits = true;
    for (size_t i = 0; i < block->n && fits; i++) {
        const sx_node *node = block->node[i];
        fits = node->kind == SX_NODE_LOOP ? take_loop(m, node) : take_event(m, node);
        fits = fits && take_block(m, &node->body);
    }
    return fits;
}

/* ---- executions ---- */

static bool run(maker *m, const sx_block *block)
{
    sx_executed *s = m->executed;
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        if (m->left-- == 0)
            return false;
        if (node->kind == SX_NODE_EVENT) {
            s->entry[s->n++] = (sx_executed_entry) { node->id, s->event[node->id].n++ };
            continue;
        }
        int64_t trips = sx_seq_at(m->trips[node->id], m->entries[node->id]++);
        for (int64_t t = 0; t < trips && node->body.n; t++)
            if (!run(m, &node->body))
                return false;
    }
    return true;
}

static bool run_all(maker *m)
{
    sx_executed *s = m->executed;
    s->entry = SX_NEW_ARRAY(m->arena, sx_executed_entry, MOST_EXECUTIONS);
    return s->entry && run(m, &s->trace->program);
}

/* ---- values ---- */

/* How many numbers a parameter has in each execution: NULL for one. False where that is not known, or differs from rank
 * to rank. */
static bool find_lengths(const sx_executed_event *event, sx_param_id id,
                         const int64_t **ret_length)
{
    sx_param_id length = sx_param_list_length_in(id, sx_node_present(event->node));
    *ret_length = NULL;
    if (length == SX_PARAM_COMM_SIZE)
        return false;
    for (uint32_t i = 0; length != SX_PARAM_NONE && i < event->node->nparams; i++) {
        if (event->node->param[i].id != length)
            continue;
        *ret_length =
            event->node->param[i].value.npieces == 1 ? event->value[i][0] : NULL;
        return *ret_length;
    }
    return true;
}

/* Where each execution's numbers begin, and how many there are at all. */
static bool find_begins(maker *m, sx_executed_event *event, uint32_t p,
                        const int64_t *length, uint64_t *ret_total)
{
    uint64_t *begin = SX_NEW_ARRAY(m->arena, uint64_t, (size_t)event->n + 1);
    for (uint32_t k = 0; begin && k < event->n; k++) {
        if (length[k] > MOST_NUMBERS)
            return false;
        begin[k + 1] = begin[k] + (length[k] > 0 ? (uint64_t)length[k] : 0);
    }
    event->begin[p] = begin;
    *ret_total = begin ? begin[event->n] : 0;
    return begin;
}

static bool read_piece(maker *m, const sx_seq *seq, uint64_t total, int64_t **ret_value)
{
    if (seq->length > m->numbers || total > m->numbers)
        return false;
    m->numbers -= total;
    seq = sx_seq_plain(m->arena, seq);
    *ret_value = seq ? SX_NEW_ARRAY(m->arena, int64_t, total) : NULL;
    if (*ret_value)
        sx_seq_expand(seq, 0, total, *ret_value);
    return *ret_value;
}

static uint64_t length_of(const sx_executed_event *event, uint32_t p, uint32_t k)
{
    const uint64_t *begin = event->begin[p];
    return begin ? begin[k + 1] - begin[k] : 1;
}

static const int64_t *value_of(const sx_executed_event *event, uint32_t p, size_t piece,
                               uint32_t k)
{
    return event->value[p][piece] + (event->begin[p] ? event->begin[p][k] : k);
}

static bool is_constant(const sx_value *value)
{
    bool constant = true;
    for (size_t i = 0; i < value->npieces; i++)
        constant = constant && value->piece[i].seq->length == 1;
    return constant;
}

/* What an execution has in all pieces together; SX_INTERN_FULL when out of memory. */
static int64_t name_of(maker *m, const sx_executed_event *event, uint32_t p, uint32_t k)
{
    size_t npieces = event->node->param[p].value.npieces;
    uint64_t length = length_of(event, p, k), size = npieces * length;
    if (size >= m->room) {
        free(m->tuple);
        m->tuple = malloc((2 * size + 1) * sizeof *m->tuple);
        m->room = m->tuple ? 2 * size + 1 : 0;
    }
    if (size >= m->room)
        return SX_INTERN_FULL;
    for (size_t i = 0; i < npieces && length; i++)
        memcpy(m->tuple + i * length, value_of(event, p, i, k),
               length * sizeof *m->tuple);
    return sx_intern_name(&m->values, m->tuple, size * sizeof *m->tuple);
}

static bool name_values(maker *m, sx_executed_event *event, uint32_t p)
{
    bool once = is_constant(&event->node->param[p].value) && !event->begin[p];
    event->name[p] = SX_NEW_ARRAY(m->arena, uint32_t, event->n);
    for (uint32_t k = 0; event->name[p] && k < event->n; k++) {
        int64_t name = k && once ? event->name[p][0] : name_of(m, event, p, k);
        if (name == SX_INTERN_FULL)
            return false;
        event->name[p][k] = (uint32_t)name;
    }
    return event->name[p];
}

static bool read_param(maker *m, sx_executed_event *event, uint32_t p)
{
    const sx_param *param = &event->node->param[p];
    const int64_t *length;
    uint64_t total = event->n;
    if (!find_lengths(event, param->id, &length) ||
        (length && !find_begins(m, event, p, length, &total)))
        return false;
    event->value[p] = SX_NEW_ARRAY(m->arena, int64_t *, param->value.npieces);
    for (size_t i = 0; i < param->value.npieces; i++)
        if (!event->value[p] ||
            !read_piece(m, param->value.piece[i].seq, total, &event->value[p][i]))
            return false;
    return name_values(m, event, p);
}

static bool read_event(maker *m, sx_executed_event *event)
{
    uint32_t n = event->node->nparams;
    event->value = SX_NEW_ARRAY(m->arena, int64_t **, n);
    event->begin = SX_NEW_ARRAY(m->arena, uint64_t *, n);
    event->name = SX_NEW_ARRAY(m->arena, uint32_t *, n);
    bool fits = event->value && event->begin && event->name;
    for (uint32_t p = 0; p < n && fits; p++)
        fits = read_param(m, event, p);
    return fits;
}

/* ---- calls ---- */

static bool same_ranks(const sx_ranklist *a, const sx_ranklist *b)
{
    return a->count == b->count && sx_ranklist_equal(a, b);
}

static bool same_pieces(const sx_value *a, const sx_value *b)
{
    bool same = a->npieces == b->npieces && a->relative == b->relative;
    for (size_t i = 0; i < a->npieces && same; i++)
        same = a->piece[i].all == b->piece[i].all &&
               (a->piece[i].all || same_ranks(&a->piece[i].ranks, &b->piece[i].ranks));
    return same;
}

static bool same_for(const maker *m, const sx_node *a, const sx_node *b)
{
    bool same = is_everybody(m, &a->ranks) && is_everybody(m, &b->ranks);
    same = same || (a->ranks.kind == b->ranks.kind &&
                    same_ranks(&a->ranks.ranks, &b->ranks.ranks));
    for (uint32_t p = 0; p < a->nparams && same; p++)
        same = same_pieces(&a->param[p].value, &b->param[p].value);
    return same;
}

static bool make_call(maker *m, sx_executed_call *call)
{
    call->at = SX_NEW_ARRAY(m->arena, uint32_t, call->n);
    call->name = SX_NEW_ARRAY(m->arena, uint32_t *, call->nparams);
    for (uint32_t p = 0; call->name && p < call->nparams; p++)
        if (!(call->name[p] = SX_NEW_ARRAY(m->arena, uint32_t, call->n)))
            return false;
    call->n = 0;
    return call->at && call->name;
}

static bool make_calls(maker *m)
{
    sx_executed *s = m->executed;
    s->ncalls = m->calls.n;
    for (uint32_t i = 0; i < s->nnodes; i++) {
        sx_executed_event *event = &s->event[i];
        if (!event->n)
            continue;
        sx_executed_call *call = &s->call[event->call];
        call->n += event->n;
        if (!same_for(m, call->like, event->node) || !read_event(m, event))
            return false;
    }
    for (uint32_t c = 0; c < s->ncalls; c++)
        if (!make_call(m, &s->call[c]))
            return false;
    for (uint32_t i = 0; i < s->n; i++) {
        const sx_executed_event *event = &s->event[s->entry[i].node];
        sx_executed_call *call = &s->call[event->call];
        for (uint32_t p = 0; p < call->nparams; p++)
            call->name[p][call->n] = event->name[p][s->entry[i].k];
        call->at[call->n++] = i;
    }
    return true;
}

sx_executed *sx_executed_create(const sx_trace *trace)
{
    sx_arena *arena = sx_arena_create();
    sx_executed *s = arena ? SX_NEW(arena, sx_executed) : NULL;
    maker m = {
        .executed = s, .arena = arena, .left = MOST_EXECUTIONS, .numbers = MOST_NUMBERS
    };
    bool fits = s;
    if (fits) {
        *s = (sx_executed) { .arena = arena, .trace = trace, .nnodes = trace->nnodes };
        m.trips = SX_NEW_ARRAY(arena, const sx_seq *, trace->nnodes);
        m.entries = SX_NEW_ARRAY(arena, uint64_t, trace->nnodes);
        s->event = SX_NEW_ARRAY(arena, sx_executed_event, trace->nnodes);
        s->call = SX_NEW_ARRAY(arena, sx_executed_call, trace->nnodes);
        fits = m.trips && m.entries && s->event && s->call &&
               take_block(&m, &trace->program) && m.irregular && run_all(&m) &&
               make_calls(&m);
    }
    sx_intern_finish(&m.calls);
    sx_intern_finish(&m.values);
    free(m.tuple);
    if (!fits)
        sx_arena_destroy(arena);
    return fits ? s : NULL;
}

void sx_executed_destroy(sx_executed *executed)
{
    if (executed)
        sx_arena_destroy(executed->arena);
}

uint64_t sx_executed_length(const sx_executed *executed, uint32_t entry, uint32_t param)
{
    const sx_executed_entry *at = &executed->entry[entry];
    return length_of(&executed->event[at->node], param, at->k);
}

const int64_t *sx_executed_value(const sx_executed *executed, uint32_t entry,
                                 uint32_t param, size_t piece)
{
    const sx_executed_entry *at = &executed->entry[entry];
    return value_of(&executed->event[at->node], param, piece, at->k);
}
