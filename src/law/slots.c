#include "law/slots.h"

#include <string.h>

/* Different executions of one event that are looked at, those that become slots of their own, and slots at all. */
enum { EXECUTIONS = 256, SLOTS_OF_EVENT = 32, SLOTS = 512, UNEVEN = 16, VARYING = 64 };

typedef struct collecting {
    sx_arena *arena, *scratch; /* scratch: of one event */
    const sx_runs *runs;
    sx_slot_table *table;
    sx_error *err;
} collecting;

/* A new slot with no participants; NULL when the table is full or memory is out (*ret_status). */
static int64_t **new_slot(collecting *c, bool of_comm, sx_status *ret_status)
{
    *ret_status = SX_OK;
    sx_slot_table *t = c->table;
    if (t->n == SLOTS)
        return NULL;
    int64_t **by_run = SX_NEW_ARRAY(c->arena, int64_t *, c->runs->n);
    for (size_t run = 0; by_run && run < c->runs->n; run++) {
        by_run[run] = SX_NEW_ARRAY(c->arena, int64_t, (size_t)c->runs->p[run]);
        if (!by_run[run])
            by_run = NULL;
        else
            for (int64_t r = 0; r < c->runs->p[run]; r++)
                by_run[run][r] = SX_NONE;
    }
    if (!by_run) {
        *ret_status = sx_fail(c->err, SX_NOMEM, "out of memory");
        return NULL;
    }
    for (size_t run = 0; run < c->runs->n; run++)
        t->peer[run][t->n] = by_run[run];
    t->of_comm[t->n++] = of_comm;
    return by_run;
}

/* Do ranks of one run execute it different numbers of times, some more than once? Not where the innermost loop only says
 * in which trips of the others it is executed. */
static bool is_uneven(const sx_samples *samples)
{
    size_t length = 0, first = 0;
    bool uneven = false;
    if (samples->varying && samples->varying >> (samples->ncounters - 1) == 0)
        return false;
    for (size_t i = 0; i < samples->n; i += length) {
        for (length = 1; i + length < samples->n &&
                         samples->sample[i + length].rank == samples->sample[i].rank;)
            length++;
        bool same_run = i > 0 && samples->sample[i].run == samples->sample[i - 1].run;
        uneven = uneven || (same_run && length != first);
        first = length;
    }
    return uneven;
}

/* The executions of one end point, told apart by their counters: the peer of every rank in each. */
typedef struct executions {
    size_t n;
    const sx_sample *like[EXECUTIONS];
    int64_t *peer[EXECUTIONS]; /* by rank among all; SX_NONE where it is not executed */
} executions;

/* The execution with the counters of this sample, new if there is none; `guess` is tried first. EXECUTIONS when there
 * are too many, or memory is out. */
static size_t execution_of(collecting *c, executions *e, const sx_sample *s, size_t guess)
{
    for (size_t i = 0; i <= e->n; i++) {
        size_t k = i == 0 ? guess : i - 1;
        if (k < e->n && memcmp(e->like[k]->counter, s->counter, sizeof s->counter) == 0)
            return k;
    }
    if (e->n == EXECUTIONS)
        return EXECUTIONS;
    int64_t *peer = SX_NEW_ARRAY(c->scratch, int64_t, (size_t)c->runs->total);
    for (int64_t r = 0; peer && r < c->runs->total; r++)
        peer[r] = SX_NONE;
    e->like[e->n] = s;
    e->peer[e->n] = peer;
    return peer ? e->n++ : EXECUTIONS;
}

static void add_sample(collecting *c, executions *e, const sx_sample *s, size_t *guess)
{
    size_t k = execution_of(c, e, s, *guess);
    *guess = k + 1;
    if (k < EXECUTIONS && s->value != SX_ANY && s->value != SX_ROOT)
        e->peer[k][s->rank] = s->value;
}

static bool is_repeated(const collecting *c, const executions *e, size_t k)
{
    for (size_t i = 0; i < k; i++)
        if (memcmp(e->peer[i], e->peer[k], (size_t)c->runs->total * sizeof(int64_t)) == 0)
            return true;
    return false;
}

/* Samples of one end point, spread over a slot per execution that differs from those before. */
static sx_status add_samples(collecting *c, const sx_samples *samples)
{
    const sx_runs *runs = c->runs;
    executions *e = SX_NEW(c->scratch, executions);
    uint32_t comm = 0;
    bool world = true;
    if (!e)
        return sx_fail(c->err, SX_NOMEM, "out of memory");
    for (size_t i = 0, guess = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        if (s->comm != comm)
            world = sx_runs_is_world(runs, s->comm);
        comm = s->comm;
        if (world)
            add_sample(c, e, s, &guess);
    }
    for (size_t k = 0, slots = 0; k < e->n && slots < SLOTS_OF_EVENT; k++) {
        sx_status st;
        if (is_repeated(c, e, k))
            continue;
        int64_t **slot = new_slot(c, false, &st);
        if (!slot)
            return st;
        slots++;
        for (size_t run = 0; run < runs->n; run++)
            memcpy(slot[run], e->peer[k] + runs->offset[run],
                   (size_t)runs->p[run] * sizeof(int64_t));
    }
    return SX_OK;
}

/* The value of a parameter that does not change in time, per rank among all; SX_NONE where absent. */
static sx_status fixed_values(collecting *c, const sx_node *node, const bool *in,
                              sx_param_id id, int64_t *value)
{
    const sx_param *param = sx_node_param(node, id);
    for (int64_t r = 0; r < c->runs->total; r++)
        value[r] = SX_NONE;
    if (!param)
        return SX_OK;
    const sx_seq **seq = sx_runs_sequences(c->arena, c->runs, &param->value, in);
    if (!seq)
        return sx_fail(c->err, SX_NOMEM, "out of memory");
    for (int64_t r = 0; r < c->runs->total; r++)
        if (in[r] && seq[r] && sx_seq_is_constant(seq[r]))
            value[r] = sx_seq_at(seq[r], 0);
    return SX_OK;
}

/* The only communicator that each rank gets, where all trips but one give it none: by rank among all; SX_NONE where there are others. */
static sx_status only_values(collecting *c, const sx_node *node, const bool *in,
                             int64_t *made)
{
    const sx_param *param = sx_node_param(node, SX_PARAM_NEWCOMM);
    const sx_seq **seq =
        param ? sx_runs_sequences(c->arena, c->runs, &param->value, in) : NULL;
    if (param && !seq)
        return sx_fail(c->err, SX_NOMEM, "out of memory");
    for (int64_t r = 0; r < c->runs->total; r++) {
        size_t found = 0;
        made[r] = SX_NONE;
        for (uint64_t k = 0; seq && in[r] && seq[r] && k < seq[r]->length; k++) {
            const int64_t value = k < EXECUTIONS ? sx_seq_at(seq[r], k) : SX_NULL;
            found += !sx_is_special(value);
            made[r] = sx_is_special(value) ? made[r] : value;
        }
        made[r] = found == 1 ? made[r] : SX_NONE;
    }
    return SX_OK;
}

static bool has_none(const sx_runs *runs, const int64_t *made)
{
    int64_t r = 0;
    while (r < runs->total && made[r] == SX_NONE)
        r++;
    return r == runs->total;
}

/* What tells the groups of an event that makes communicators apart: the colour, or the first rank of a list of members. */
static sx_status group_values(collecting *c, const sx_node *node, const bool *in,
                              int64_t *value)
{
    if (node->op == SX_OP_Comm_split)
        return fixed_values(c, node, in, SX_PARAM_COLOR, value);
    const sx_param *list = sx_node_param(node, SX_PARAM_RANKS);
    const sx_seq **seq =
        list ? sx_runs_sequences(c->arena, c->runs, &list->value, in) : NULL;
    if (list && !seq)
        return sx_fail(c->err, SX_NOMEM, "out of memory");
    for (int64_t r = 0; r < c->runs->total; r++)
        value[r] =
            seq && in[r] && seq[r] && seq[r]->length ? sx_seq_at(seq[r], 0) : SX_NONE;
    return SX_OK;
}

/* Is every rank in a group, and is that in no run the only one? Members of one group alone are no row of a grid. */
static bool is_partition(const collecting *c, const int64_t *group, const int64_t *made)
{
    const sx_runs *runs = c->runs;
    bool is = true;
    for (size_t run = 0; run < runs->n && is; run++) {
        const int64_t from = runs->offset[run];
        bool several = false;
        for (int64_t r = from; r < from + runs->p[run] && is; r++) {
            is = made[r] != SX_NONE && !sx_is_special(made[r]) && group[r] != SX_NONE;
            several = several || group[r] != group[from];
        }
        is = is && several;
    }
    return is;
}

/* Each member's next in its group, around: a row or a column of the grid that groups were made of. */
static sx_status add_groups(collecting *c, const sx_node *node, const bool *in)
{
    const sx_runs *runs = c->runs;
    int64_t *color = SX_NEW_ARRAY(c->arena, int64_t, (size_t)runs->total);
    int64_t *made = SX_NEW_ARRAY(c->arena, int64_t, (size_t)runs->total);
    if (!color || !made)
        return sx_fail(c->err, SX_NOMEM, "out of memory");
    sx_status st = group_values(c, node, in, color);
    if (!st)
        st = fixed_values(c, node, in, SX_PARAM_NEWCOMM, made);
    const bool one_by_one = !st && has_none(runs, made);
    if (one_by_one) {
        st = only_values(c, node, in, made);
        memcpy(color, made, (size_t)runs->total * sizeof *color);
    }
    if (!st && (one_by_one || node->op != SX_OP_Comm_split) &&
        !is_partition(c, color, made))
        return SX_OK;
    int64_t **slot = st ? NULL : new_slot(c, true, &st);
    if (!slot)
        return st;
    for (size_t run = 0; run < runs->n; run++) {
        int64_t from = runs->offset[run], p = runs->p[run];
        for (int64_t r = from; r < from + p; r++) {
            if (made[r] == SX_NONE || sx_is_special(made[r]) || color[r] == SX_NONE)
                continue;
            const int64_t *place = runs->comm_rank[made[r]],
                          *size = runs->comm_size[made[r]];
            if (size[r] < 1)
                continue; /* no member: such a trace was not recorded */
            for (int64_t k = 1; k <= p; k++) {
                int64_t other = from + (r - from + k) % p;
                if (made[other] == made[r] && color[other] == color[r] &&
                    place[other] == (place[r] + 1) % size[r]) {
                    slot[run][r - from] = other - from;
                    break;
                }
            }
        }
    }
    return SX_OK;
}

/* How many ranks apart neighbours along an axis of a Cartesian communicator of p ranks are; 0 where these dims are
 * not those of p ranks. */
static int64_t cart_stride(const sx_seq *dims, int64_t ndims, int64_t axis, int64_t p)
{
    int64_t stride = 1, volume = 1;
    for (int64_t b = ndims; b-- > 0;) {
        int64_t extent = sx_seq_at(dims, (uint64_t)b);
        if (b == axis)
            stride = volume;
        if (ndims > SX_MAX_DIMS || extent < 1 || extent > p / volume)
            return 0;
        volume *= extent;
    }
    return volume == p ? stride : 0;
}

/* Notes the dims of the first Cartesian communicator that all ranks of all runs are in, the fastest axis first. */
static void note_dims(collecting *c, const sx_seq *const *dims, const int64_t *ndims,
                      const bool *in)
{
    const sx_runs *runs = c->runs;
    const int64_t n = ndims[0];
    if (c->table->cart_ndims || n < 1 || n > SX_MAX_DIMS)
        return;
    for (int64_t R = 0; R < runs->total; R++) {
        const uint32_t run = runs->run_of[R];
        if (!in[R] || !dims[R] || ndims[R] != n ||
            !cart_stride(dims[R], n, 0, runs->p[run]))
            return;
        for (int64_t a = 0; a < n; a++) {
            int64_t *known = &c->table->cart[run][n - 1 - a];
            const int64_t extent = sx_seq_at(dims[R], (uint64_t)a);
            if (R > runs->offset[run] && *known != extent)
                return;
            *known = extent;
        }
    }
    c->table->cart_ndims = (uint32_t)n;
}

/* The next along each axis of a Cartesian communicator, around where it is periodic; row-major as MPI
 * numbers. */
static sx_status add_cart(collecting *c, const sx_node *node, const bool *in)
{
    const sx_runs *runs = c->runs;
    const sx_param *dims = sx_node_param(node, SX_PARAM_DIMS);
    const sx_param *periods = sx_node_param(node, SX_PARAM_PERIODS);
    const sx_seq **seq =
        dims ? sx_runs_sequences(c->arena, runs, &dims->value, in) : NULL;
    const sx_seq **period =
        periods ? sx_runs_sequences(c->arena, runs, &periods->value, in) : NULL;
    int64_t *ndims = SX_NEW_ARRAY(c->arena, int64_t, (size_t)runs->total);
    if (!seq || !ndims)
        return dims ? sx_fail(c->err, SX_NOMEM, "out of memory") : SX_OK;
    sx_status st = fixed_values(c, node, in, SX_PARAM_NDIMS, ndims);
    if (!st)
        note_dims(c, seq, ndims, in);
    for (int64_t a = 0; !st && a < SX_MAX_DIMS && a < ndims[0]; a++) {
        int64_t **slot = new_slot(c, true, &st);
        if (!slot)
            return st;
        for (int64_t R = 0; R < runs->total; R++) {
            uint32_t run = runs->run_of[R];
            int64_t r = R - runs->offset[run];
            bool around = !period || !period[R] || sx_seq_at(period[R], (uint64_t)a) != 0;
            if (!in[R] || !seq[R] || a >= ndims[R])
                continue;
            int64_t stride = cart_stride(seq[R], ndims[R], a, runs->p[run]);
            if (stride == 0)
                continue;
            int64_t extent = sx_seq_at(seq[R], (uint64_t)a);
            int64_t at = r / stride % extent;
            slot[run][r] = r + ((at + 1) % extent - at) * stride;
            if (at + 1 == extent && !around)
                slot[run][r] = SX_NULL;
        }
    }
    return st;
}

/* The lists of neighbours that a graph is made of, where ranks have different numbers of them: as if in a loop over them. */
static sx_status add_graph(collecting *c, const sx_node *node, const sx_nest *nest,
                           const bool *in)
{
    static const sx_param_id list[] = { SX_PARAM_DESTS, SX_PARAM_SOURCES };
    const sx_param *comm = sx_node_param(node, SX_PARAM_COMM);
    sx_status st = SX_OK;
    for (size_t i = 0; i < 2 && !st && comm; i++) {
        const sx_param *param = sx_node_param(node, list[i]),
                       *length = sx_node_param(node, sx_param_list_length(list[i]));
        if (!param || !length)
            continue;
        const sx_sampling how = { .nest = nest,
                                  .in = in,
                                  .comm = &comm->value,
                                  .length = &length->value,
                                  .is_list = true };
        sx_samples samples;
        st = sx_samples_collect(c->arena, c->runs, &how, &param->value, &samples, c->err);
        if (!st && !samples.varying && is_uneven(&samples) && c->table->nuneven < UNEVEN)
            c->table->uneven[c->table->nuneven++] = samples;
    }
    return st;
}

static sx_status add_event(collecting *c, const sx_node *node, const sx_nest *nest,
                           const bool *in)
{
    static const sx_param_id end_point[] = { SX_PARAM_PEER, SX_PARAM_SOURCE };
    const sx_param *comm = sx_node_param(node, SX_PARAM_COMM);
    for (size_t i = 0; i < 2; i++) {
        const sx_param *param = sx_node_param(node, end_point[i]);
        if (!param || !comm)
            continue;
        sx_arena_clear(c->scratch);
        sx_sampling how = { .nest = nest, .in = in, .comm = &comm->value };
        sx_samples samples;
        sx_status st =
            sx_samples_collect(c->arena, c->runs, &how, &param->value, &samples, c->err);
        bool uneven = !st && is_uneven(&samples);
        if (uneven && c->table->nuneven < UNEVEN)
            c->table->uneven[c->table->nuneven++] = samples;
        size_t first_slot = c->table->n;
        if (!st && !uneven)
            st = add_samples(c, &samples);
        if (!st && samples.varying && c->table->nvarying < VARYING)
            c->table->varying[c->table->nvarying++] =
                (struct sx_varying) { samples, first_slot, c->table->n - first_slot };
        if (st)
            return st;
    }
    if (node->op == SX_OP_Comm_split || node->op == SX_OP_Comm_create ||
        node->op == SX_OP_Comm_create_group)
        return add_groups(c, node, in);
    if (node->op == SX_OP_Dist_graph_create_adjacent)
        return add_graph(c, node, nest, in);
    return node->op == SX_OP_Cart_create ? add_cart(c, node, in) : SX_OK;
}

static sx_status add_block(collecting *c, const sx_block *block, const sx_nest *nest)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        const bool *in = sx_runs_members(c->arena, c->runs, &node->ranks, nest->in);
        if (!in)
            return sx_fail(c->err, SX_NOMEM, "out of memory");
        sx_status st;
        if (node->kind == SX_NODE_EVENT) {
            st = add_event(c, node, nest, in);
        } else {
            sx_nest inner;
            st = sx_nest_enter(c->arena, c->runs, nest, node, in, &inner, c->err);
            if (!st)
                st = add_block(c, &node->body, &inner);
        }
        if (st)
            return st;
    }
    return SX_OK;
}

sx_status sx_slots_collect(sx_arena *arena, const sx_runs *runs, sx_slot_table *ret_table,
                           sx_error *err)
{
    sx_slot_table table = { .peer = SX_NEW_ARRAY(arena, const int64_t **, runs->n),
                            .uneven = SX_NEW_ARRAY(arena, sx_samples, UNEVEN),
                            .varying = SX_NEW_ARRAY(arena, struct sx_varying, VARYING),
                            .of_comm = SX_NEW_ARRAY(arena, bool, SLOTS),
                            .cart = sx_arena_alloc(arena, runs->n, sizeof *table.cart) };
    for (size_t run = 0; table.peer && run < runs->n; run++)
        if (!(table.peer[run] = SX_NEW_ARRAY(arena, const int64_t *, SLOTS)))
            table.peer = NULL;
    if (!table.peer || !table.uneven || !table.varying || !table.of_comm || !table.cart)
        return sx_fail(err, SX_NOMEM, "out of memory");
    collecting c = { arena, sx_arena_create(), runs, &table, err };
    sx_nest nest = { .in = sx_runs_members(
                         arena, runs, &(sx_domain) { .kind = SX_DOMAIN_ALL }, NULL) };
    sx_status st = c.scratch && nest.in ? add_block(&c, &runs->merged.program, &nest)
                                        : sx_fail(err, SX_NOMEM, "out of memory");
    sx_arena_destroy(c.scratch);
    if (!st)
        *ret_table = table;
    return st;
}
