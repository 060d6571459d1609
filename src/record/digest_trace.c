/* The digest of a rank's events as a trace has them. */
#include "record/digest.h"

#include "trace/walk.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static bool has(const sx_event *event, sx_param_id id)
{
    return event->present >> id & 1;
}

static void copy(sx_line *line, sx_line_field field, const sx_event *event,
                 sx_param_id id)
{
    if (has(event, id))
        line->field[field] = event->value[id];
}

/* Is the list one that MPI looks at in this rank? */
static bool is_significant(const sx_event *event, sx_param_id id)
{
    bool in_place = has(event, SX_PARAM_INPLACE) && event->value[SX_PARAM_INPLACE] == 1;
    if (!has(event, id))
        return false;
    if (has(event, SX_PARAM_ROOT))
        return event->value[SX_PARAM_ROOT] == event->comm_rank;
    return id == SX_PARAM_RCOUNTS || !in_place || !has(event, SX_PARAM_RCOUNTS);
}

static sx_status add_list(sx_walk *walk, sx_param_id id, sx_line *line, sx_error *err)
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
        sx_line_list(line, element[i]);
    free(element);
    return status;
}

static sx_status line_of(sx_walk *walk, const sx_event *event, sx_line *ret_line,
                         sx_error *err)
{
    sx_op_class class = sx_op_class_of(event->node->op);
    bool message = class == SX_OP_SEND || class == SX_OP_RECV || class == SX_OP_SENDRECV;
    sx_status status = SX_OK;
    sx_line_init(ret_line, event->node->op);
    if (message)
        copy(ret_line, SX_LINE_COUNT, event, SX_PARAM_COUNT);
    copy(ret_line, SX_LINE_NREQS, event, SX_PARAM_NREQS);
    if (!has(event, SX_PARAM_COMM))
        return SX_OK;
    ret_line->field[SX_LINE_COMM_SIZE] = event->comm_size;
    ret_line->field[SX_LINE_COMM_RANK] = event->comm_rank;
    copy(ret_line, SX_LINE_PEER, event,
         has(event, SX_PARAM_PEER) ? SX_PARAM_PEER : SX_PARAM_ROOT);
    copy(ret_line, SX_LINE_TAG, event, SX_PARAM_TAG);
    copy(ret_line, SX_LINE_SOURCE, event, SX_PARAM_SOURCE);
    copy(ret_line, SX_LINE_RTAG, event, SX_PARAM_RTAG);
    if (message)
        copy(ret_line, SX_LINE_RCOUNT, event, SX_PARAM_RCOUNT);
    if (is_significant(event, SX_PARAM_COUNTS))
        status = add_list(walk, SX_PARAM_COUNTS, ret_line, err);
    if (status == SX_OK && is_significant(event, SX_PARAM_RCOUNTS))
        status = add_list(walk, SX_PARAM_RCOUNTS, ret_line, err);
    if (status == SX_OK)
        status = sx_walk_bytes(walk, &ret_line->field[SX_LINE_BYTES], err);
    return status;
}

/* The state of the comparison after some events of the trace. */
typedef struct comparison {
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
        status = line_of(walk, &event, &line, err);
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
    comparison at = { .called = digest, .found.lost = digest->lost };
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
