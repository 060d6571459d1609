/* The digest of a rank's events as a trace has them. */
#include "record/digest.h"

#include "trace/walk.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool has(const sx_event *event, sx_param_id id)
{
    return event->present >> id & 1;
}

/* Does MPI look at this parameter of a buffer in this rank? At that of the root only there, and at the own one not
 * where the other one is for both. Of Scatterv the counts are those of the other buffer. */
static bool is_significant(const sx_event *event, sx_param_id id)
{
    bool in_place = has(event, SX_PARAM_INPLACE) && event->value[SX_PARAM_INPLACE] == 1;
    bool rooted = has(event, SX_PARAM_ROOT), lists = id == SX_PARAM_COUNTS;
    bool received = id == SX_PARAM_RCOUNT || id == SX_PARAM_RTYPE ||
                    id == SX_PARAM_RCOUNTS || id == SX_PARAM_RTYPES;
    bool other = has(event, SX_PARAM_RCOUNT) || has(event, SX_PARAM_RCOUNTS) ||
                 (rooted && has(event, SX_PARAM_COUNTS));
    if (!has(event, id))
        return false;
    if (rooted && (received || lists))
        return event->value[SX_PARAM_ROOT] == event->comm_rank;
    return received || !in_place || !other;
}

static uint64_t length_of(const sx_seq *seq)
{
    return seq ? seq->length : 0;
}

static int64_t type_of(const sx_trace *trace, int64_t index)
{
    const sx_type *type =
        index >= 0 && (uint64_t)index < trace->ntypes ? &trace->type[index] : NULL;
    if (!type)
        return SX_LINE_NONE;
    sx_line_datatype what = { .name = type->name,
                              .size = type->size,
                              .lb = type->lb,
                              .extent = type->extent,
                              .n = { (int64_t)length_of(type->ints),
                                     (int64_t)length_of(type->addresses),
                                     (int64_t)length_of(type->types) } };
    if (strcmp(type->name, "derived") == 0)
        what.maker = sx_combiner_name(type->combiner);
    return sx_line_type(&what);
}

/* What the line has of a value. */
static int64_t as_called(const sx_trace *trace, sx_param_id id, int64_t value)
{
    switch (id) {
    case SX_PARAM_TYPE:
    case SX_PARAM_RTYPE:
    case SX_PARAM_TYPES:
    case SX_PARAM_RTYPES:
        return type_of(trace, value);
    case SX_PARAM_REDOP:
        return value >= 0 && (uint64_t)value < trace->nredops
                   ? sx_line_name(trace->redop[value])
                   : SX_LINE_NONE;
    default:
        return value;
    }
}

static sx_status add_list(const sx_trace *trace, sx_walk *walk, sx_param_id id,
                          sx_line_field field, sx_line *line, sx_error *err)
{
    size_t n = 0;
    sx_status status = sx_walk_list(walk, id, 0, NULL, &n, err);
    if (status != SX_OK || n == 0)
        return status;
    int64_t *element = calloc(n, sizeof *element);
    if (!element)
        return sx_fail(err, SX_NOMEM, "out of memory");
    status = sx_walk_list(walk, id, n, element, &n, err);
    for (size_t i = 0; i < n && status == SX_OK; i++)
        sx_line_add(line, field, as_called(trace, id, element[i]));
    free(element);
    return status;
}

/* What is the same in the trace as in the call. */
static void copy_scalars(const sx_trace *trace, const sx_event *event, sx_line *line)
{
    static const struct {
        sx_line_field field;
        sx_param_id id;
        bool of_buffer;
    } scalar[] = {
        { SX_LINE_PEER, SX_PARAM_ROOT, false },
        { SX_LINE_PEER, SX_PARAM_PEER, false },
        { SX_LINE_TAG, SX_PARAM_TAG, false },
        { SX_LINE_COUNT, SX_PARAM_COUNT, true },
        { SX_LINE_TYPE, SX_PARAM_TYPE, true },
        { SX_LINE_SOURCE, SX_PARAM_SOURCE, false },
        { SX_LINE_RCOUNT, SX_PARAM_RCOUNT, true },
        { SX_LINE_RTYPE, SX_PARAM_RTYPE, true },
        { SX_LINE_RTAG, SX_PARAM_RTAG, false },
        { SX_LINE_INPLACE, SX_PARAM_INPLACE, false },
        { SX_LINE_REDOP, SX_PARAM_REDOP, false },
        { SX_LINE_NREQS, SX_PARAM_NREQS, false },
        { SX_LINE_COLOR, SX_PARAM_COLOR, false },
        { SX_LINE_KEY, SX_PARAM_KEY, false },
    };
    for (size_t i = 0; i < sizeof scalar / sizeof *scalar; i++) {
        sx_param_id id = scalar[i].id;
        if (has(event, id) && (!scalar[i].of_buffer || is_significant(event, id)))
            line->field[scalar[i].field] = as_called(trace, id, event->value[id]);
    }
}

/* In the order in which the hooks of record/verify.c add them. */
static sx_status add_lists(const sx_trace *trace, sx_walk *walk, const sx_event *event,
                           sx_line *line, sx_error *err)
{
    static const sx_param_id of_buffers[] = { SX_PARAM_COUNTS, SX_PARAM_TYPES,
                                              SX_PARAM_RCOUNTS, SX_PARAM_RTYPES },
                             made_from[] = { SX_PARAM_RANKS,   SX_PARAM_DIMS,
                                             SX_PARAM_PERIODS, SX_PARAM_REMAIN,
                                             SX_PARAM_DESTS,   SX_PARAM_SOURCES };
    sx_status status = SX_OK;
    for (size_t i = 0; i < sizeof of_buffers / sizeof *of_buffers && !status; i++)
        if (is_significant(event, of_buffers[i]))
            status = add_list(trace, walk, of_buffers[i], SX_LINE_LISTS, line, err);
    for (size_t i = 0; i < sizeof made_from / sizeof *made_from && !status; i++)
        if (has(event, made_from[i]))
            status = add_list(trace, walk, made_from[i], SX_LINE_MADE, line, err);
    if (has(event, SX_PARAM_REORDER))
        sx_line_add(line, SX_LINE_MADE, event->value[SX_PARAM_REORDER]);
    if (has(event, SX_PARAM_NEWCOMM) && event->node->op != SX_OP_Comm_idup)
        sx_line_add(line, SX_LINE_MADE, event->value[SX_PARAM_NEWCOMM] == SX_NULL);
    return status;
}

static sx_status line_of(const sx_trace *trace, sx_walk *walk, const sx_event *event,
                         sx_line *ret_line, sx_error *err)
{
    sx_line_init(ret_line, event->node->op);
    copy_scalars(trace, event, ret_line);
    if (!has(event, SX_PARAM_COMM))
        return SX_OK;
    ret_line->field[SX_LINE_COMM_SIZE] = event->comm_size;
    ret_line->field[SX_LINE_COMM_RANK] = event->comm_rank;
    sx_status status = add_lists(trace, walk, event, ret_line, err);
    return status ? status : sx_walk_bytes(walk, &ret_line->field[SX_LINE_BYTES], err);
}

/* The state of the comparison after some events of the trace. */
typedef struct comparison {
    const sx_trace *trace;
    const sx_digest *called;
    sx_digest found;
    uint64_t same; /* so many events are known to be the same */
    uint64_t differ; /* among so many there is one that is not; 0 while there is none */
} comparison;

/* At every mark of what was called, and at its end. */
static void look(comparison *at)
{
    const sx_digest *called = at->called;
    const sx_mark *mark = NULL;
    uint64_t n = at->found.events;
    if (n > called->events)
        at->differ = n;
    else if (n == called->events)
        mark = &called->now;
    else if (n % called->step == 0)
        mark = &called->mark[n / called->step - 1];
    if (mark && mark->a == at->found.now.a && mark->b == at->found.now.b)
        at->same = n;
    else if (mark)
        at->differ = n;
}

/* On from the first difference for the sake of the counters, but not beyond what was called: a trace
 * may have events without end. */
static sx_status walk_rank(comparison *at, sx_walk *walk, sx_rank rank, sx_error *err)
{
    sx_status status = sx_walk_start(walk, rank, err);
    for (bool more = true; status == SX_OK && at->found.events <= at->called->events;) {
        sx_event event;
        sx_line line;
        status = sx_walk_next(walk, &event, &more, err);
        if (status != SX_OK || !more)
            break;
        status = line_of(at->trace, walk, &event, &line, err);
        if (status != SX_OK)
            break;
        sx_digest_count(&at->found, &line);
        if (!at->differ)
            look(at);
    }
    return status;
}

/* An operation whose counts differ, where there is one, says most. */
static void say_counts(const comparison *at, char *text, size_t size)
{
    for (int op = 0; op < SX_OPS; op++) {
        const struct sx_digest_count *called = &at->called->op[op],
                                     *found = &at->found.op[op];
        bool bytes = called->bytes == found->bytes || at->called->lost & SX_LOST_ORDER;
        if (called->events == found->events && bytes)
            continue;
        snprintf(text, size,
                 "; %s: called %" PRIu64 " times for %" PRIu64
                 " bytes, in the trace %" PRIu64 " times for %" PRIu64,
                 sx_op_name((sx_op)op), called->events, called->bytes, found->events,
                 found->bytes);
        return;
    }
}

/* `whole`: the trace was read to its end. */
static void say_difference(const comparison *at, sx_rank rank, bool whole, char *text,
                           size_t size)
{
    uint64_t called = at->called->events, found = at->found.events;
    char where[64], counts[160] = "";
    if (whole)
        say_counts(at, counts, sizeof counts);
    if (at->same + 1 == at->differ)
        snprintf(where, sizeof where, "at event %" PRIu64, at->differ);
    else
        snprintf(where, sizeof where, "between events %" PRIu64 " and %" PRIu64,
                 at->same + 1, at->differ);
    if (at->differ > called)
        snprintf(text, size,
                 "rank %" PRId64 ": the trace has more than its %" PRIu64 " events", rank,
                 called);
    else if (at->differ)
        snprintf(text, size,
                 "rank %" PRId64 ": the trace differs from the calls %s of %" PRIu64 "%s",
                 rank, where, called, counts);
    else if (found < called)
        snprintf(text, size,
                 "rank %" PRId64 ": the trace ends after %" PRIu64 " of %" PRIu64
                 " events",
                 rank, found, called);
}

sx_status sx_digest_compare(const sx_digest *digest, const sx_trace *bound, sx_rank rank,
                            sx_difference *ret_difference, sx_error *err)
{
    sx_walk *walk = NULL;
    sx_error own = { .text = "" };
    comparison at = { .trace = bound, .called = digest, .found.lost = digest->lost };
    sx_status status = sx_walk_create(bound, &walk, &own);
    if (status == SX_OK)
        status = walk_rank(&at, walk, rank, &own);
    sx_walk_destroy(walk);
    ret_difference->text[0] = '\0';
    for (int op = 0; op < SX_OPS; op++)
        ret_difference->bytes[op] = at.found.op[op].bytes;
    if (status == SX_NOMEM)
        return sx_fail(err, status, "out of memory");
    if (status == SX_OK || at.differ)
        say_difference(&at, rank, status == SX_OK, ret_difference->text,
                       sizeof ret_difference->text);
    else
        snprintf(ret_difference->text, sizeof ret_difference->text,
                 "rank %" PRId64 ": event %" PRIu64 " cannot be read: %.150s", rank,
                 at.found.events + 1, own.text);
    return SX_OK;
}
