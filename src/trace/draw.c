#include "trace/draw.h"

#include "base/checked.h"

#include <stdlib.h>

enum { ROUNDS = 4 };

__extension__ typedef __int128 wide;

static sx_status no_memory(sx_error *err)
{
    return sx_fail(err, SX_NOMEM, "out of memory");
}

/* A Feistel network over the smallest square power of two that holds the number, walked on until it is
 * back below it. @source Black and Rogaway, "Ciphers with arbitrary finite domains", CT-RSA 2002 */
uint64_t sx_draw_index(const sx_seq *values, uint64_t k)
{
    uint64_t n = values->length;
    int half = n < 3 ? 1 : (65 - __builtin_clzll(n - 1)) / 2;
    uint64_t mask = (UINT64_C(1) << half) - 1;
    do {
        uint64_t left = k >> half, right = k & mask;
        for (uint64_t round = 0; round < ROUNDS; round++) {
            uint64_t mixed = sx_hash_mix(values->hash + (right << 8) + round);
            uint64_t next = left ^ (mixed & mask);
            left = right;
            right = next;
        }
        k = left << half | right;
    } while (k >= n);
    return k;
}

bool sx_draw_is_of(sx_param_id id)
{
    return id == SX_PARAM_PEER || id == SX_PARAM_SOURCE || id == SX_PARAM_TAG ||
           id == SX_PARAM_RTAG || id == SX_PARAM_COUNT || id == SX_PARAM_RCOUNT ||
           id == SX_PARAM_COUNTS || id == SX_PARAM_RCOUNTS;
}

static bool is_one_number(const sx_node *event, sx_param_id id)
{
    const sx_param *param = sx_node_param(event, id);
    return param && param->value.kind == SX_VALUE_PIECES && param->value.npieces == 1 &&
           sx_seq_is_constant(param->value.piece->seq);
}

bool sx_draw_may(const sx_node *event, sx_param_id id)
{
    bool received = id == SX_PARAM_RCOUNT || id == SX_PARAM_RCOUNTS;
    sx_param_id type =
        received && sx_node_param(event, SX_PARAM_RTYPE) ? SX_PARAM_RTYPE : SX_PARAM_TYPE;
    bool averaged = /* by scalatrace --average-v, over the ranks */
        sx_op_is_alltoallv(event->op) && (id == SX_PARAM_COUNT || id == SX_PARAM_RCOUNT);
    if (!sx_draw_is_of(id) || averaged)
        return false;
    if (sx_param_is_rank(id))
        return is_one_number(event, SX_PARAM_COMM);
    if (!sx_param_is_count(id))
        return true;
    /* In place, the bytes may be those of one element. */
    bool list = sx_param_list_length(id) != SX_PARAM_NONE;
    return is_one_number(event, type) &&
           !(list && sx_node_param(event, SX_PARAM_INPLACE)) &&
           !sx_node_param(event, SX_PARAM_TYPES) &&
           !sx_node_param(event, SX_PARAM_RTYPES);
}

/* Items in the making. */
typedef struct collector {
    size_t n, capacity;
    sx_multiset_item *item;
} collector;

static sx_status push(collector *c, int64_t value, uint64_t count, sx_error *err)
{
    if (c->n == SX_MULTISET_ITEMS)
        return sx_fail(err, SX_LIMIT, "more than %d different values", SX_MULTISET_ITEMS);
    if (c->n == c->capacity) {
        size_t capacity = c->capacity ? 2 * c->capacity : 64;
        sx_multiset_item *new = reallocarray(c->item, capacity, sizeof *new);
        if (!new)
            return no_memory(err);
        c->item = new;
        c->capacity = capacity;
    }
    c->item[c->n++] = (sx_multiset_item) { value, count };
    return SX_OK;
}

/* Counts do not overflow: together they are `times` the length, which fits. */
static sx_status collect(collector *c, const sx_seq *seq, uint64_t times, sx_error *err)
{
    sx_status status = SX_OK;
    for (uint32_t i = 0; i < seq->n && !status; i++) {
        const sx_run *run = &seq->run[i];
        if (run->sub)
            status = collect(c, run->sub, times * run->count, err);
        else if (!run->stride)
            status = push(c, run->first, times * run->count, err);
        for (uint64_t k = 0; !run->sub && run->stride && k < run->count && !status; k++)
            status = push(c, run->first + (int64_t)k * run->stride, times, err);
    }
    return status;
}

static int by_value(const void *a, const void *b)
{
    const sx_multiset_item *x = a, *y = b;
    return (x->value > y->value) - (x->value < y->value);
}

/* Neighbours of one value become one. The new n. */
static uint32_t join(sx_multiset_item *item, size_t n)
{
    uint32_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        if (kept && item[kept - 1].value == item[i].value)
            item[kept - 1].count += item[i].count;
        else
            item[kept++] = item[i];
    }
    return kept;
}

sx_status sx_draw_items(sx_arena *arena, const sx_seq *seq, uint64_t times,
                        sx_multiset *ret_items, sx_error *err)
{
    collector c = { 0 };
    uint64_t length;
    if (sx_mul_overflows(seq->length, times, &length) || length > INT64_MAX)
        return sx_fail(err, SX_LIMIT, "more values than 63 bits can count");
    sx_status status = collect(&c, seq, times, err);
    if (!status) {
        qsort(c.item, c.n, sizeof *c.item, by_value);
        ret_items->n = join(c.item, c.n);
        ret_items->item = sx_arena_copy(arena, c.item, ret_items->n, sizeof *c.item);
        status = ret_items->item ? SX_OK : no_memory(err);
    }
    free(c.item);
    return status;
}

/* How many items from `at` on are single ones in equal distances: 1, or at least 3. */
static uint32_t stride_at(const sx_multiset *items, uint32_t at, int64_t *ret_stride)
{
    const sx_multiset_item *item = items->item;
    int64_t stride = 0, next;
    uint32_t end = at + 1;
    while (end < items->n && item[at].count == 1 && item[end].count == 1 &&
           !sx_is_special(item[at].value) &&
           !sx_sub_overflows(item[end].value, item[end - 1].value, &next) &&
           (end == at + 1 || next == stride)) {
        stride = next;
        end++;
    }
    *ret_stride = end - at >= 3 ? stride : 0;
    return end - at >= 3 ? end - at : 1;
}

/* Writes the runs; with NULL only says how many there are. */
static uint32_t runs_of(const sx_multiset *items, sx_run *run)
{
    uint32_t n = 0, single;
    int64_t stride;
    for (uint32_t at = 0; at < items->n; at += single, n++) {
        single = stride_at(items, at, &stride);
        if (run)
            run[n] = (sx_run) { .first = items->item[at].value,
                                .stride = stride,
                                .count = stride ? single : items->item[at].count };
    }
    return n;
}

/* Writes the average of items [from, to) with the total that they have. How many items that are. */
static uint32_t average(const sx_multiset_item *item, uint32_t from, uint32_t to,
                        sx_multiset_item *out)
{
    wide total = 0;
    uint64_t count = 0;
    for (uint32_t i = from; i < to; i++) {
        total += (wide)item[i].value * (int64_t)item[i].count;
        count += item[i].count;
    }
    int64_t floor = (int64_t)(total / (int64_t)count);
    uint64_t above = (uint64_t)(total - (wide)floor * (int64_t)count);
    if (above < count)
        out[0] = (sx_multiset_item) { floor, count - above };
    if (above > 0)
        out[1] = (sx_multiset_item) { floor + 1, above };
    return above > 0 ? 2 : 1;
}

/* Averages neighbours in `groups` of about equally many executions. What is so frequent that it would
 * fill a group stays what it is. Values are not negative, and more than groups. */
static uint32_t group(const sx_multiset *items, uint64_t total, uint32_t groups,
                      sx_multiset_item *out)
{
    uint64_t share = total / groups, before = 0;
    uint32_t n = 0, from = 0;
    while (from < items->n) {
        uint64_t number = before / share;
        uint32_t to = from;
        do
            before += items->item[to++].count;
        while (to < items->n && items->item[to - 1].count < share &&
               items->item[to].count < share && before / share == number);
        n += average(items->item, from, to, out + n);
        from = to;
    }
    return join(out, n);
}

/* Every group has at most two items, so that one group is short enough. */
static void shorten(sx_multiset *items, uint32_t limit, sx_multiset_item *out)
{
    uint64_t total = 0;
    uint32_t groups = limit;
    for (uint32_t i = 0; i < items->n; i++)
        total += items->item[i].count;
    for (sx_multiset few = *items; runs_of(&few, NULL) > limit;
         groups -= (groups + 3) / 4) {
        few = (sx_multiset) { .item = out, .n = group(items, total, groups, out) };
        if (runs_of(&few, NULL) <= limit)
            *items = few;
    }
}

sx_status sx_draw_seq(sx_arena *arena, const sx_multiset *items, uint32_t limit,
                      const sx_seq **ret_seq, sx_error *err)
{
    sx_multiset few = *items;
    sx_multiset_item *out = NULL;
    if (limit && runs_of(items, NULL) > limit) {
        if (!(out = calloc(2 * (size_t)items->n, sizeof *out)))
            return no_memory(err);
        shorten(&few, limit, out);
    }
    sx_run *run = calloc(few.n, sizeof *run);
    sx_status status = run ? SX_OK : no_memory(err);
    if (!status)
        status = sx_seq_from_runs(arena, run, runs_of(&few, run), ret_seq, err);
    free(run);
    free(out);
    return status;
}

/* A run as often as all ranks of its piece have it. */
static uint64_t times_of(const sx_piece *piece, const sx_run *run)
{
    bool each = !piece->all && piece->order != SX_ORDER_DEALT;
    return run->count * (each ? (uint64_t)piece->ranks.count : 1);
}

int64_t sx_draw_typical(const sx_value *value, bool average)
{
    double total = 0, number = 0;
    uint64_t most = 0;
    int64_t typical = 0;
    for (size_t i = 0; i < value->npieces; i++) {
        const sx_seq *seq = value->piece[i].seq;
        for (uint32_t k = 0; k < seq->n; k++) {
            uint64_t times = times_of(&value->piece[i], &seq->run[k]);
            if (seq->run[k].sub)
                continue;
            number += (double)times;
            total += (double)times *
                     ((double)seq->run[k].first +
                      (double)seq->run[k].stride * (double)(seq->run[k].count - 1) / 2);
            if (times > most && !average) {
                most = times;
                typical = seq->run[k].first;
            }
        }
    }
    return average && number > 0 ? (int64_t)(total / number) : typical;
}

static sx_status draw_value(sx_arena *arena, sx_param_id id, uint32_t limit,
                            sx_value *value, sx_error *err)
{
    sx_piece *piece = sx_arena_copy(arena, value->piece, value->npieces, sizeof *piece);
    sx_status status = piece ? SX_OK : no_memory(err);
    for (size_t i = 0; i < value->npieces && !status; i++) {
        sx_multiset items;
        const sx_seq *values = NULL;
        if (sx_seq_weight(piece[i].seq) <= limit)
            continue;
        status = sx_draw_items(arena, piece[i].seq, 1, &items, NULL);
        if (!status)
            status = sx_draw_seq(arena, &items, sx_param_is_count(id) ? limit : 0,
                                 &values, NULL);
        if (status == SX_LIMIT)
            status = SX_OK; /* it stays what it is */
        else if (!status && values->n < sx_seq_weight(piece[i].seq)) {
            piece[i].seq = values;
            piece[i].order = SX_ORDER_DRAWN;
            value->kind = SX_VALUE_DRAWN;
        }
    }
    if (status)
        return no_memory(err);
    value->piece = piece;
    return SX_OK;
}

static sx_status draw_block(sx_arena *arena, sx_block *block, uint32_t limit,
                            sx_error *err)
{
    sx_status status = SX_OK;
    for (size_t i = 0; i < block->n && !status; i++) {
        sx_node *node = block->node[i];
        if (node->kind == SX_NODE_LOOP)
            status = draw_block(arena, &node->body, limit, err);
        for (uint32_t k = 0; node->kind == SX_NODE_EVENT && k < node->nparams && !status;
             k++) {
            sx_param *param = &node->param[k];
            if (param->value.kind == SX_VALUE_PIECES && sx_draw_may(node, param->id))
                status = draw_value(arena, param->id, limit, &param->value, err);
        }
    }
    return status;
}

sx_status sx_trace_draw(sx_arena *arena, sx_trace *trace, uint32_t limit, sx_error *err)
{
    return draw_block(arena, &trace->program, limit, err);
}
