/* Loops that were made too early, as the nodes that they were made of. */
#include "record/compress_node.h"
#include "record/spill_node.h"

#include <stdlib.h>
#include <string.h>

bool sx_compress_comes_apart(const node *x)
{
    if (!is_loop(x) || x->n > SX_UNROLLED || x->trips.length || x->open < 1 ||
        x->open * x->n > SX_UNROLLED)
        return false;
    for (uint32_t i = 0; i < x->n; i++)
        if (is_loop(x->body[i]))
            return false;
    return true;
}

uint64_t sx_compress_executions(const node *x)
{
    uint64_t n = 0;
    if (!is_loop(x))
        return x->executions;
    for (uint32_t i = 0; x->body && i < x->n; i++)
        n += sx_compress_executions(x->body[i]);
    return n;
}

/* All values, to be freed; room for one more. */
static int64_t *values_in(const sx_compress *compress, sx_series *series)
{
    int64_t *value = sx_spill_restore(compress->spill.values, series)
                         ? malloc((series->length + 1) * sizeof *value)
                         : NULL;
    if (value)
        sx_series_values(series, value);
    return value;
}

/* Gives the values of a parameter to the pieces. */
static bool split_values(const sx_compress *compress, node *event, uint32_t index,
                         const uint64_t *count, uint32_t pieces, node **piece)
{
    int64_t *value = values_in(compress, &event->history->series[index]);
    bool done = value != NULL;
    uint64_t at = 0;
    for (uint32_t i = 0; done && i < pieces; i++) {
        if (count[i] && !piece[i]->history)
            values_of(piece[i])[index] = value[at++];
        else
            for (uint64_t k = 0; done && k < count[i]; k++)
                done = sx_series_append(&piece[i]->history->series[index], value[at++]);
    }
    free(value);
    return done;
}

/* Times and hits are all the first one's, which has a history where the event has. */
static bool split_event(const sx_compress *compress, node *event, const uint64_t *count,
                        uint32_t pieces, node **piece)
{
    uint32_t first = pieces;
    for (uint32_t i = pieces; i-- > 0;)
        first = count[i] ? i : first;
    for (uint32_t i = first; i < pieces; i++) {
        piece[i]->executions = count[i];
        piece[i]->delay.untimed = true;
        if (event->history && (i == first || count[i] > 1) &&
            !sx_compress_new_history(compress, piece[i]))
            return false;
    }
    if (first == pieces)
        return true;
    piece[first]->hits = event->hits;
    event->hits = NULL;
    if (!event->history) { /* there is but one */
        piece[first]->delay = event->delay;
        memcpy(values_of(piece[first]), values_of(event), event->n * sizeof(int64_t));
        return true;
    }
    sx_timing timing = piece[first]->history->timing;
    piece[first]->history->timing = event->history->timing;
    event->history->timing = timing;
    for (uint32_t p = 0; p < event->n; p++)
        if (!split_values(compress, event, p, count, pieces, piece))
            return false;
    return true;
}

static bool split(sx_compress *compress, node *x, const uint64_t *count, uint32_t pieces,
                  node **ret_piece);

/* Enters the pieces of a loop as often as they were, and counts their trips. */
static bool split_trips(const sx_compress *compress, node *loop, const uint64_t *count,
                        uint32_t pieces, node **piece, uint64_t *ret_trips)
{
    int64_t *trips = values_in(compress, &loop->trips);
    uint64_t at = 0;
    bool done = trips != NULL;
    if (done)
        trips[loop->trips.length] = loop->open;
    for (uint32_t i = 0; done && i < pieces; i++) {
        ret_trips[i] = 0;
        for (uint64_t k = 0; done && k < count[i]; k++) {
            ret_trips[i] += (uint64_t)trips[at];
            done = sx_compress_enter_loop(piece[i], trips[at++], 1);
        }
        if (done && ret_trips[i])
            done = (piece[i]->body = calloc(loop->n, sizeof(node *)));
    }
    free(trips);
    return done;
}

static bool split_loop(sx_compress *compress, node *loop, const uint64_t *count,
                       uint32_t pieces, node **piece)
{
    uint64_t trips[SX_UNROLLED];
    node *part[SX_UNROLLED];
    if (!split_trips(compress, loop, count, pieces, piece, trips))
        return false;
    for (uint32_t b = 0; loop->body && b < loop->n; b++) {
        if (!split(compress, loop->body[b], trips, pieces, part))
            return false;
        for (uint32_t i = 0; i < pieces; i++) {
            if (piece[i]->body)
                piece[i]->body[b] = part[i];
            else
                sx_compress_release(compress, part[i]);
        }
    }
    return true;
}

/* Pieces of x with count[0], count[1], .. of its executions, in order; x is then without any. */
static bool split(sx_compress *compress, node *x, const uint64_t *count, uint32_t pieces,
                  node **ret_piece)
{
    for (uint32_t i = 0; i < pieces; i++)
        if (!(ret_piece[i] = sx_compress_shape(compress, x)))
            return false;
    return is_loop(x) ? split_loop(compress, x, count, pieces, ret_piece)
                      : split_event(compress, x, count, pieces, ret_piece);
}

bool sx_compress_take_apart(sx_compress *compress, node *loop, node **ret_node)
{
    uint64_t once[SX_UNROLLED];
    node *piece[SX_UNROLLED];
    uint32_t trips = (uint32_t)loop->open, n = loop->n;
    for (uint32_t i = 0; i < trips; i++)
        once[i] = 1;
    for (uint32_t b = 0; b < n; b++) {
        if (!split(compress, loop->body[b], once, trips, piece))
            return false;
        for (uint32_t i = 0; i < trips; i++)
            ret_node[i * n + b] = piece[i];
    }
    sx_compress_release(compress, loop);
    return true;
}
