#include "match/act.h"

#include "base/checked.h"

#include <inttypes.h>
#include <stdlib.h>

/* Started at once, by one Startall, and that there are at a time. */
enum { MOST_STARTED = 1 << 16, MOST_PERSISTENT = 1 << 20 };

typedef struct persistent {
    bool made;
    bool acts; /* not with MPI_PROC_NULL */
    uint32_t depth; /* loops that are walked once around the call that made it */
    sx_act act;
} persistent;

struct sx_acts {
    const sx_groups *groups;
    const sx_trace *trace;
    sx_walk *walk;
    sx_rank rank;
    bool folded, ended;
    uint64_t events, cancelled;
    sx_event event;
    bool held; /* `event` is to be looked at when all loops before it were left */
    /* Loops that were entered and not left, with trips in a folded walk. */
    uint32_t depth;
    uint64_t entry[SX_MAX_DEPTH], trips[SX_MAX_DEPTH];
    /* Acts of the event at hand that are still to come. */
    size_t npending, next;
    sx_act exchange[2];
    int64_t *started; /* numbers of persistent requests */
    size_t nstarted, next_started;
    size_t npersistent, capacity;
    persistent *persistent;
};

sx_status sx_acts_create(const sx_trace *trace, const sx_groups *groups,
                         sx_acts **ret_acts, sx_error *err)
{
    sx_acts *acts = calloc(1, sizeof *acts);
    if (!acts)
        return sx_fail(err, SX_NOMEM, "out of memory");
    acts->trace = trace;
    acts->groups = groups;
    acts->started = malloc(MOST_STARTED * sizeof *acts->started);
    sx_status status = acts->started ? sx_walk_create(trace, &acts->walk, err)
                                     : sx_fail(err, SX_NOMEM, "out of memory");
    if (status) {
        sx_acts_destroy(acts);
        return status;
    }
    *ret_acts = acts;
    return SX_OK;
}

void sx_acts_destroy(sx_acts *acts)
{
    if (!acts)
        return;
    sx_walk_destroy(acts->walk);
    free(acts->started);
    free(acts->persistent);
    free(acts);
}

sx_walk *sx_acts_walk(sx_acts *acts)
{
    return acts->walk;
}

uint64_t sx_acts_events(const sx_acts *acts)
{
    return acts->events;
}

uint64_t sx_acts_cancelled(const sx_acts *acts)
{
    return acts->cancelled;
}

sx_status sx_acts_start(sx_acts *acts, sx_rank rank, bool folded, sx_error *err)
{
    acts->rank = rank;
    acts->folded = folded;
    acts->ended = acts->held = false;
    acts->depth = 0;
    acts->npending = acts->next = acts->nstarted = acts->next_started = 0;
    acts->npersistent = 0;
    acts->cancelled = 0;
    return folded ? sx_walk_start_folded(acts->walk, rank, err)
                  : sx_walk_start(acts->walk, rank, err);
}

static bool has(const sx_event *event, sx_param_id id)
{
    return event->present >> id & 1;
}

/* Loops that stand for one trip are no levels. */
static uint32_t next_level(const sx_event *event, uint32_t from)
{
    while (from < event->ncounters && event->trips[from] == 1)
        from++;
    return from;
}

/* One step from the loops that are open to those around the event. False when there is none to take. */
static bool turn(sx_acts *acts, sx_act *ret_act)
{
    const sx_event *e = &acts->event;
    uint32_t same = 0, at = acts->ended ? 0 : next_level(e, 0);
    while (!acts->ended && same < acts->depth && at < e->ncounters &&
           acts->entry[same] == e->entry[at]) {
        same++;
        at = next_level(e, at + 1);
    }
    *ret_act = (sx_act) { .kind = SX_ACT_LEAVE };
    if (acts->depth > same) {
        ret_act->trips = acts->trips[--acts->depth];
        return true;
    }
    if (acts->ended || at >= e->ncounters)
        return false;
    ret_act->kind = SX_ACT_ENTER;
    acts->entry[acts->depth] = e->entry[at];
    acts->trips[acts->depth++] = e->trips[at];
    return true;
}

static sx_status bytes_of(const sx_acts *acts, sx_param_id count, sx_param_id type,
                          int64_t *ret_bytes, sx_error *err)
{
    const sx_event *e = &acts->event;
    *ret_bytes = SX_ACT_UNKNOWN;
    if (!has(e, count) || !has(e, type) || sx_is_special(e->value[count]) ||
        sx_is_special(e->value[type]))
        return SX_OK;
    int64_t index = e->value[type];
    if (index < 0 || (uint64_t)index >= acts->trace->ntypes)
        return sx_fail(err, SX_INVALID, "there is no datatype %" PRId64, index);
    if (e->value[count] < 0)
        return sx_fail(err, SX_INVALID, "a negative count");
    if (sx_mul_overflows(e->value[count], acts->trace->type[index].size, ret_bytes))
        return sx_fail(err, SX_OVERFLOW, "the bytes of a message do not fit in 64 bits");
    return SX_OK;
}

/* Where the event takes place; the kind is the caller's. */
static sx_act place(const sx_acts *acts)
{
    const sx_event *e = &acts->event;
    return (sx_act) { .node = e->node,
                      .comm = e->comm,
                      .group = sx_groups_of(acts->groups, e->comm, acts->rank),
                      .own = e->comm_rank,
                      .size = e->comm_size,
                      .tag = SX_NULL,
                      .bytes = SX_ACT_UNKNOWN,
                      .event = e };
}

/* False when it sends nothing to nobody. */
static bool end_point(const sx_acts *acts, sx_act_kind kind, sx_param_id peer,
                      sx_param_id tag, sx_act *ret_act)
{
    const sx_event *e = &acts->event;
    if (!has(e, SX_PARAM_COMM) || sx_is_special(e->value[SX_PARAM_COMM]) ||
        !has(e, peer) || e->value[peer] == SX_NULL)
        return false;
    *ret_act = place(acts);
    ret_act->kind = kind;
    ret_act->peer = e->value[peer];
    ret_act->tag = has(e, tag) ? e->value[tag] : SX_NULL;
    bool any = ret_act->peer == SX_ANY && kind == SX_ACT_RECEIVE && ret_act->size > 0;
    if (!any && (ret_act->peer < 0 || ret_act->peer >= ret_act->size))
        ret_act->kind = SX_ACT_NOWHERE;
    else if (ret_act->group < 0)
        ret_act->kind = SX_ACT_UNPLACED;
    return true;
}

static sx_status add(sx_acts *acts, sx_act_kind kind, sx_error *err)
{
    const sx_message_params of =
        sx_node_message(acts->event.node, kind == SX_ACT_RECEIVE);
    sx_act act;
    if (!end_point(acts, kind, of.peer, of.tag, &act))
        return SX_OK;
    sx_status status = bytes_of(acts, of.count, of.type, &act.bytes, err);
    acts->exchange[acts->npending++] = act;
    return status;
}

/* Gives it the smallest number that is free. */
static sx_status keep(sx_acts *acts, const persistent *made, sx_error *err)
{
    size_t i = 0;
    while (i < acts->npersistent && acts->persistent[i].made)
        i++;
    if (i == acts->capacity) {
        size_t capacity = acts->capacity ? 2 * acts->capacity : 16;
        persistent *grown =
            capacity > MOST_PERSISTENT
                ? NULL
                : realloc(acts->persistent, capacity * sizeof *acts->persistent);
        if (!grown)
            return sx_fail(err, capacity > MOST_PERSISTENT ? SX_LIMIT : SX_NOMEM,
                           "no memory for so many persistent requests");
        acts->persistent = grown;
        acts->capacity = capacity;
    }
    acts->npersistent += i == acts->npersistent;
    acts->persistent[i] = *made;
    return SX_OK;
}

static sx_status make_persistent(sx_acts *acts, sx_act_kind kind, sx_error *err)
{
    persistent made = { .made = true, .depth = acts->depth };
    sx_status status = add(acts, kind, err);
    made.acts = acts->npending > 0;
    if (made.acts)
        made.act = acts->exchange[0];
    made.act.event = NULL;
    acts->npending = 0;
    return status ? status : keep(acts, &made, err);
}

/* What one trip of a loop that is walked once has made and not freed, its other trips make too. */
static sx_status make_again(sx_acts *acts, uint64_t trips, sx_error *err)
{
    sx_status status = SX_OK;
    for (size_t i = 0; i < acts->npersistent && !status; i++) {
        persistent *p = &acts->persistent[i];
        if (!p->made || p->depth <= acts->depth)
            continue;
        p->depth = acts->depth;
        const persistent copy = *p;
        for (uint64_t k = 1; k < trips && !status; k++)
            status = keep(acts, &copy, err);
    }
    return status;
}

/* The requests of the event: more than MOST_STARTED are an error. */
static sx_status requests(sx_acts *acts, size_t *ret_n, sx_error *err)
{
    *ret_n = 0;
    if (!has(&acts->event, SX_PARAM_REQS))
        return SX_OK;
    sx_status status =
        sx_walk_list(acts->walk, SX_PARAM_REQS, MOST_STARTED, acts->started, ret_n, err);
    if (!status && *ret_n > MOST_STARTED)
        return sx_fail(err, SX_LIMIT, "more than %d requests in one call", MOST_STARTED);
    return status;
}

/* NULL where the name is not that of a persistent request. */
static persistent *request(const sx_acts *acts, int64_t name)
{
    if (sx_is_special(name) || name >= 0 || -1 - name >= (int64_t)acts->npersistent)
        return NULL;
    persistent *p = &acts->persistent[-1 - name];
    return p->made ? p : NULL;
}

static sx_status free_requests(sx_acts *acts, sx_error *err)
{
    size_t n;
    sx_status status = requests(acts, &n, err);
    for (size_t i = 0; i < n && !status; i++) {
        persistent *p = request(acts, acts->started[i]);
        if (p)
            p->made = false;
    }
    return status;
}

static bool is_persistent(sx_op op)
{
    return op == SX_OP_Send_init || op == SX_OP_Bsend_init || op == SX_OP_Ssend_init ||
           op == SX_OP_Rsend_init || op == SX_OP_Recv_init;
}

/* A matched probe is the receive of which the call after it brings but the buffer. */
static bool receives(sx_op op)
{
    return op != SX_OP_Probe && op != SX_OP_Iprobe && op != SX_OP_Mrecv &&
           op != SX_OP_Imrecv;
}

static void together(sx_acts *acts)
{
    const sx_event *e = &acts->event;
    if (!has(e, SX_PARAM_COMM) || sx_is_special(e->value[SX_PARAM_COMM]) ||
        e->node->op == SX_OP_Comm_create_group) /* only of its group */
        return;
    sx_act act = place(acts);
    act.kind = act.group < 0 ? SX_ACT_UNPLACED : SX_ACT_TOGETHER;
    act.peer = has(e, SX_PARAM_ROOT) ? e->value[SX_PARAM_ROOT] : 0;
    if (act.peer < 0 || act.peer >= act.size)
        act.kind = SX_ACT_NOWHERE;
    acts->exchange[acts->npending++] = act;
}

static sx_status look(sx_acts *acts, sx_error *err)
{
    sx_op op = acts->event.node->op;
    sx_op_class class = sx_op_class_of(op);
    sx_status status = SX_OK;
    acts->npending = acts->next = 0;
    if (class == SX_OP_SEND || class == SX_OP_RECV) {
        sx_act_kind kind = class == SX_OP_SEND ? SX_ACT_SEND : SX_ACT_RECEIVE;
        if (is_persistent(op))
            status = make_persistent(acts, kind, err);
        else if (class == SX_OP_SEND || receives(op))
            status = add(acts, kind, err);
    } else if (class == SX_OP_SENDRECV) {
        status = add(acts, SX_ACT_SEND, err);
        if (!status)
            status = add(acts, SX_ACT_RECEIVE, err);
    } else if (class == SX_OP_START) {
        acts->next_started = 0;
        status = requests(acts, &acts->nstarted, err);
    } else if (class == SX_OP_COLLECTIVE || class == SX_OP_COMM) {
        together(acts);
    } else if (op == SX_OP_Request_free) {
        status = free_requests(acts, err);
    } else if (op == SX_OP_Cancel &&
               sx_add_overflows(acts->cancelled, acts->event.times, &acts->cancelled)) {
        status = sx_fail(err, SX_OVERFLOW, "the number of events does not fit");
    }
    return status;
}

/* The next of what the event at hand does. */
static void pending(sx_acts *acts, sx_act *ret_act, bool *ret_any)
{
    *ret_any = acts->next < acts->npending;
    if (*ret_any) {
        *ret_act = acts->exchange[acts->next++];
        return;
    }
    while (acts->next_started < acts->nstarted && !*ret_any) {
        int64_t name = acts->started[acts->next_started++];
        const persistent *p = request(acts, name);
        *ret_any = p ? p->acts : name != SX_NULL;
        if (p && p->acts)
            *ret_act = p->act;
        else if (*ret_any)
            *ret_act = (sx_act) { .kind = SX_ACT_UNMADE, .node = acts->event.node };
    }
}

sx_status sx_acts_next(sx_acts *acts, sx_act *ret_act, bool *ret_more, sx_error *err)
{
    *ret_more = true;
    for (;;) {
        bool any = false, more = true;
        sx_status status = SX_OK;
        pending(acts, ret_act, &any);
        if (any)
            return SX_OK;
        if (!acts->held && !acts->ended) {
            status = sx_walk_next(acts->walk, &acts->event, &more, err);
            if (status)
                return status;
            acts->events += more;
            acts->held = more;
            acts->ended = !more;
        }
        if (acts->folded && turn(acts, ret_act))
            return ret_act->kind == SX_ACT_LEAVE ? make_again(acts, ret_act->trips, err)
                                                 : SX_OK;
        if (acts->ended) {
            *ret_more = false;
            return SX_OK;
        }
        acts->held = false;
        status = look(acts, err);
        if (status)
            return status;
    }
}
