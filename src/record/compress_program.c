/* The compressor's tree as the program of a trace. */
#include "record/compress_node.h"
#include "record/spill_node.h"
#include "record/spill_read.h"

#include <stdlib.h>
#include <string.h>

typedef struct builder {
    sx_compress *compress;
    sx_arena *arena;
    sx_error *err;
} builder;

static sx_status no_memory(const builder *to)
{
    return sx_fail(to->err, SX_NOMEM, "out of memory");
}

static sx_status unreadable(const builder *to)
{
    return sx_fail(to->err, SX_NOMEM, "what was put into a file cannot be read");
}

static const int64_t *list_named(void *context, int64_t name, size_t *ret_n)
{
    return sx_lists_elements(context, name, ret_n);
}

static sx_status build_value(const builder *to, const sx_seq *seq, sx_value *ret_value)
{
    sx_piece *piece = SX_NEW(to->arena, sx_piece);
    if (!piece || !seq)
        return no_memory(to);
    *piece = (sx_piece) { .all = true, .seq = seq };
    *ret_value = (sx_value) { .kind = SX_VALUE_PIECES, .npieces = 1, .piece = piece };
    return SX_OK;
}

static sx_status restore(const builder *to, sx_series *series)
{
    return sx_spill_restore(to->compress->spill.values, series) ? SX_OK : unreadable(to);
}

/* Of values in half as many runs at least, straight from where they are. *ret_seq is NULL where there are fewer, or a
 * pattern. */
static sx_status pack_series(const builder *to, const sx_series *series,
                             const sx_seq **ret_seq)
{
    sx_spill_reader reader, *read_by = &reader;
    const sx_numbers numbers = { series->length, sx_spill_reader_values, &read_by };
    sx_status status = SX_OK;
    *ret_seq = NULL;
    sx_spill_reader_init(&reader, series, to->compress->spill.values);
    uint64_t half = series->length / 2;
    if (sx_spill_reader_runs(&reader, half) == half)
        status = to->compress->packer.pack_numbers(to->arena, &numbers, ret_seq);
    bool failed = reader.failed;
    sx_spill_reader_finish(&reader);
    if (failed)
        return unreadable(to);
    return status == SX_OK ? SX_OK : no_memory(to);
}

/* As sx_series_seq, with all runs in memory; packed where that is asked for, and a text would have it so. */
static sx_status make_seq(const builder *to, sx_series *series, sx_series_lookup lookup,
                          bool packs, const sx_seq **ret_seq)
{
    const sx_seq *seq = NULL, *packed = NULL;
    sx_arena *scratch = packs ? sx_arena_create() : NULL;
    sx_status status = packs && !scratch ? no_memory(to) : restore(to, series);
    if (status == SX_OK)
        status = packs ? sx_series_take_seq(series, lookup, &to->compress->lists, scratch,
                                            &seq, to->err)
                       : sx_series_seq(series, lookup, &to->compress->lists, to->arena,
                                       &seq, to->err);
    if (status == SX_OK && packs && seq) {
        packed = to->compress->packer.pack(to->arena, seq);
        seq = packed == seq ? sx_seq_copy(to->arena, seq) : packed;
        status = seq ? SX_OK : no_memory(to);
    }
    sx_arena_destroy(scratch);
    *ret_seq = seq;
    return status;
}

/* As sx_series_seq; empties the series. */
static sx_status build_seq(const builder *to, sx_series *series, sx_series_lookup lookup,
                           const sx_seq **ret_seq)
{
    bool packs = to->compress->packer.pack && (series->n > 1 || lookup);
    sx_status status = SX_OK;
    *ret_seq = NULL;
    if (packs && !lookup && series->length > SX_SERIES_EXPANDED)
        status = pack_series(to, series, ret_seq);
    if (status == SX_OK && !*ret_seq)
        status = make_seq(to, series, lookup, packs, ret_seq);
    sx_series_finish(series);
    return status;
}

/* *ret_value has no piece when the parameter is a list that was always empty. */
static sx_status build_param(const builder *to, const node *event, uint32_t index,
                             sx_param_id id, sx_value *ret_value)
{
    bool list = sx_param_list_length(id) != SX_PARAM_NONE;
    sx_series single = { .opaque = list };
    sx_series *series = event->history ? &event->history->series[index] : &single;
    const sx_seq *seq = NULL;
    sx_status status = SX_OK;
    if (!event->history && !sx_series_append(&single, values_of(event)[index]))
        status = no_memory(to);
    if (status == SX_OK)
        status = build_seq(to, series, list ? list_named : NULL, &seq);
    if (status == SX_OK && to->compress->lists.failed)
        status = unreadable(to);
    if (status == SX_OK && seq)
        status = build_value(to, seq, ret_value);
    ret_value->relative = sx_param_is_rank(id) && id != SX_PARAM_ROOT;
    return status;
}

static sx_status build_times(const builder *to, const node *event, sx_node *ret_node)
{
    sx_timing single = { .steps = to->compress->time_steps };
    sx_timing *timing = event->history ? &event->history->timing : &single;
    const uint32_t *renamed = to->compress->renamed;
    sx_status status = SX_NOMEM;
    if ((event->history || sx_timing_add(&single, &event->delay)) &&
        (!renamed || sx_timing_rename(timing, renamed)))
        status = sx_timing_times(timing,
                                 sx_op_class_of((sx_op)key_of(to->compress, event)->op) !=
                                     SX_OP_REGION,
                                 to->arena, &ret_node->times, &ret_node->ntimes);
    sx_timing_finish(&single);
    return status == SX_OK ? SX_OK : no_memory(to);
}

/* All that happened to the event in orders that only timing decides; empties it. */
static sx_status build_hits(const builder *to, node *event, sx_node *ret_node)
{
    sx_status status = SX_OK;
    if (!sx_spill_restore_hits(to->compress->spill.values, &event->hits))
        status = unreadable(to);
    else if (sx_hits_multisets(&event->hits, to->arena, ret_node) != SX_OK)
        status = no_memory(to);
    sx_hits_finish(&event->hits);
    return status;
}

static sx_status build_event(const builder *to, node *event, sx_node *ret_node)
{
    sx_status status = SX_OK;
    ret_node->kind = SX_NODE_EVENT;
    const event_key *key = key_of(to->compress, event);
    ret_node->op = (sx_op)key->op;
    const uint32_t *renamed = to->compress->renamed;
    ret_node->site = renamed ? renamed[key->site] : key->site;
    ret_node->param = SX_NEW_ARRAY(to->arena, sx_param, event->n);
    if (!ret_node->param)
        return no_memory(to);
    uint64_t present = key->present;
    for (uint32_t i = 0; i < event->n && status == SX_OK; i++, present &= present - 1) {
        sx_param *param = &ret_node->param[ret_node->nparams];
        param->id = (sx_param_id)__builtin_ctzll(present);
        status = build_param(to, event, i, param->id, &param->value);
        ret_node->nparams += param->value.npieces > 0;
    }
    if (status == SX_OK)
        status = build_hits(to, event, ret_node);
    if (status == SX_OK && to->compress->times)
        status = build_times(to, event, ret_node);
    return status;
}

static sx_status build_block(const builder *to, node *const *from, uint32_t n,
                             const sx_domain *ranks, sx_block *ret_block);

static sx_status build_loop(const builder *to, node *loop, sx_node *ret_node)
{
    static const sx_domain all = { .kind = SX_DOMAIN_ALL };
    const sx_seq *seq = NULL;
    ret_node->kind = SX_NODE_LOOP;
    if (loop->open >= 0 && !sx_series_append(&loop->trips, loop->open))
        return no_memory(to);
    loop->open = -1;
    sx_status status = build_seq(to, &loop->trips, NULL, &seq);
    if (status == SX_OK)
        status = build_value(to, seq, &ret_node->trips);
    if (status == SX_OK)
        status = build_block(to, loop->body, loop->n, &all, &ret_node->body);
    return status;
}

/* Was anything in it ever executed? */
static bool has_run(const node *x)
{
    bool run = !is_loop(x) && x->executions > 0;
    for (uint32_t i = 0; is_loop(x) && x->body && !run && i < x->n; i++)
        run = has_run(x->body[i]);
    return run;
}

static sx_status build_node(const builder *to, node *from, const sx_domain *ranks,
                            sx_node **ret_node)
{
    sx_node *made = *ret_node = SX_NEW(to->arena, sx_node);
    if (!made)
        return no_memory(to);
    made->ranks = *ranks;
    return is_loop(from) ? build_loop(to, from, made) : build_event(to, from, made);
}

static sx_status build_block(const builder *to, node *const *from, uint32_t n,
                             const sx_domain *ranks, sx_block *ret_block)
{
    sx_node **list = SX_NEW_ARRAY(to->arena, sx_node *, n);
    sx_status status = list ? SX_OK : no_memory(to);
    size_t used = 0;
    for (uint32_t i = 0; i < n && status == SX_OK; i++) {
        if (!has_run(from[i]))
            continue;
        status = build_node(to, from[i], ranks, &list[used++]);
    }
    *ret_block = (sx_block) { used, list };
    return status;
}

/* One node at a time is read back, with names of its own: those of the stack, of which the program is made, are needed no
 * more. */
static sx_status build_spilled(const builder *to, const sx_domain *ranks,
                               sx_block *ret_block)
{
    sx_compress *compress = to->compress;
    uint32_t n = compress->spill.n;
    sx_node **list = SX_NEW_ARRAY(to->arena, sx_node *, n);
    sx_status status = list ? SX_OK : no_memory(to);
    size_t used = 0;
    sx_spill_rewind(&compress->spill);
    for (uint32_t i = 0; i < n && status == SX_OK; i++) {
        sx_intern_finish(&compress->events_of);
        node *x = sx_spill_next(compress);
        if (!x)
            return unreadable(to);
        if (has_run(x))
            status = build_node(to, x, ranks, &list[used++]);
        sx_compress_release(compress, x);
    }
    *ret_block = (sx_block) { used, list };
    return status;
}

/* What was spilled, and the stack. */
static sx_status build_all(const builder *to, const sx_domain *ranks, sx_block *ret_block)
{
    const sx_compress *compress = to->compress;
    sx_block old = { 0 }, new;
    sx_status status = build_block(to, compress->stack, compress->n, ranks, &new);
    if (status == SX_OK && compress->spill.n)
        status = build_spilled(to, ranks, &old);
    if (status != SX_OK || !compress->spill.n) {
        *ret_block = new;
        return status;
    }
    sx_node **list = SX_NEW_ARRAY(to->arena, sx_node *, old.n + new.n);
    if (!list)
        return no_memory(to);
    memcpy(list, old.node, old.n * sizeof(sx_node *));
    if (new.n)
        memcpy(list + old.n, new.node, new.n * sizeof(sx_node *));
    *ret_block = (sx_block) { old.n + new.n, list };
    return SX_OK;
}

sx_status sx_compress_program(sx_compress *compress, const sx_domain *ranks,
                              sx_arena *arena, sx_block *ret_program, sx_error *err)
{
    builder to = { compress, arena, err };
    sx_compress_width(compress);
    if (compress->failed)
        return sx_fail(err, SX_NOMEM, "out of memory while recording");
    return build_all(&to, ranks, ret_program);
}
