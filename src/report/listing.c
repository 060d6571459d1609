#include "report/listing.h"

#include "report/site.h"

#include <inttypes.h>

enum { FLUSH_AT = 1 << 16 };

static void print_param(sx_buffer *out, const sx_event *event, sx_param_id id)
{
    if (event->present >> id & 1)
        sx_print_number(out, event->value[id]);
    else
        sx_buffer_puts(out, "-");
}

static void print_event(sx_buffer *out, const sx_event *event, sx_rank rank,
                        int64_t bytes)
{
    sx_op op = event->node->op;
    sx_op_class class = sx_op_class_of(op);
    bool talks = class != SX_OP_COMPLETION && class != SX_OP_START &&
                 event->present >> SX_PARAM_COMM & 1;
    bool rooted = !(event->present >> SX_PARAM_PEER & 1);
    sx_buffer_printf(out, "%" PRId64 "\t%s\t", rank, sx_op_name(op));
    if (!talks) {
        sx_buffer_puts(out, "-\t0\t-\t-\n");
        return;
    }
    print_param(out, event, rooted ? SX_PARAM_ROOT : SX_PARAM_PEER);
    sx_buffer_printf(out, "\t%" PRId64 "\t", bytes);
    print_param(out, event, SX_PARAM_TAG);
    if (event->comm_size > 0)
        sx_buffer_printf(out, "\t%" PRId64 "\n", event->comm_size);
    else
        sx_buffer_puts(out, "\t-\n");
}

static sx_status flush(sx_buffer *out, sx_listing_sink sink, void *context, sx_error *err)
{
    if (sx_buffer_status(out))
        return sx_fail(err, sx_buffer_status(out), "out of memory");
    if (out->size && !sink(context, out->data, out->size))
        return sx_fail(err, SX_IO, "cannot write the listing");
    out->size = 0;
    return SX_OK;
}

static sx_status list_rank(sx_walk *walk, sx_rank rank, const sx_listing_part *part,
                           sx_buffer *out, sx_listing_sink sink, void *context,
                           sx_error *err)
{
    uint64_t passed;
    bool more = true;
    sx_status status = sx_walk_start(walk, rank, err);
    if (!status && part->from > 0)
        status = sx_walk_skip(walk, part->from, &passed, err);
    for (uint64_t listed = 0; !status && listed < part->events; listed++) {
        sx_event event;
        int64_t bytes = 0;
        status = sx_walk_next(walk, &event, &more, err);
        if (status || !more)
            break;
        status = sx_walk_bytes(walk, &bytes, err);
        if (!status)
            print_event(out, &event, rank, bytes);
        if (!status && out->size >= FLUSH_AT)
            status = flush(out, sink, context, err);
    }
    return status;
}

sx_status sx_listing(const sx_trace *trace, const sx_listing_part *part,
                     sx_listing_sink sink, void *context, sx_error *err)
{
    sx_walk *walk = NULL;
    sx_buffer out = SX_BUFFER_INIT;
    sx_status status = sx_walk_create(trace, &walk, err);
    for (sx_rank i = 0; i < part->nranks && !status; i++)
        status = list_rank(walk, part->first + i, part, &out, sink, context, err);
    if (!status)
        status = flush(&out, sink, context, err);
    sx_walk_destroy(walk);
    sx_buffer_finish(&out);
    return status;
}
