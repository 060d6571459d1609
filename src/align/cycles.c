#include "align/cycles.h"

#include "align/each_loop.h"
#include "align/elastic.h"

enum { MOST = 8, LONGEST = 1 << 16 }; /* exchanges of a level; entries of the loop */

typedef struct cycling {
    sx_arena *arena;
    sx_runs *runs;
} cycling;

/* Is there a rank that makes another number of trips than another one of its run? */
static bool trips_differ(const cycling *c, const bool *in, const sx_seq *const *trips)
{
    const sx_seq *last = NULL;
    int64_t run = -1;
    for (int64_t r = 0; r < c->runs->total; r++) {
        if (!in[r] || !trips[r])
            continue;
        if (run == c->runs->run_of[r] && !sx_seq_equal(last, trips[r]))
            return true;
        run = c->runs->run_of[r];
        last = trips[r];
    }
    return false;
}

/* Do all entries of all ranks make a multiple of so many trips? */
static bool divides(const cycling *c, const bool *in, const sx_seq *const *trips,
                    int64_t n)
{
    for (int64_t r = 0; r < c->runs->total; r++) {
        sx_seq_cursor cursor = { 0 };
        if (!in[r])
            continue;
        if (trips[r]->length > LONGEST || !sx_runs_spend(c->runs, trips[r]->length))
            return false;
        for (uint64_t k = 0; k < trips[r]->length; k++)
            if (sx_seq_at_cursor(trips[r], &cursor, k) % n)
                return false;
    }
    return true;
}

/* After how many trips the tags come back, the same ones on all ranks; 0 when they do not. */
static int64_t length_of_cycle(const cycling *c, const sx_node *loop, const bool *in)
{
    int64_t length = 1;
    for (size_t i = 0; i < loop->body.n; i++) {
        const sx_node *event = loop->body.node[i];
        const sx_param *tag = sx_node_param(event, SX_PARAM_TAG);
        if (!sx_elastic_is_plain(event) || event->ranks.kind != SX_DOMAIN_ALL)
            return 0;
        const sx_seq **seq =
            tag ? sx_runs_sequences(c->arena, c->runs, &tag->value, in) : NULL;
        const sx_seq *first = NULL;
        for (int64_t r = 0; tag && r < c->runs->total; r++) {
            if (!in[r])
                continue;
            if (!seq || !seq[r] || (first && !sx_seq_equal(first, seq[r])))
                return 0;
            first = seq[r];
        }
        if (!first || first->length == 1)
            continue;
        if (first->length > MOST || (length > 1 && first->length != (uint64_t)length))
            return 0;
        length = (int64_t)first->length;
    }
    return length > 1 ? length : 0;
}

/* The event as it is in every `by`-th trip from `first` on. NULL when out of memory, or when it has values without order. */
static sx_node *part_of(const cycling *c, const sx_node *event, const bool *in,
                        uint64_t first, uint64_t by)
{
    sx_node *node = sx_arena_copy(c->arena, event, 1, sizeof *event);
    sx_param *param =
        sx_arena_copy(c->arena, event->param, event->nparams, sizeof *event->param);
    if (!node || !param)
        return NULL;
    node->param = param;
    for (uint32_t p = 0; p < event->nparams; p++) {
        const sx_value *value = &event->param[p].value;
        const sx_seq **seq = sx_runs_sequences(c->arena, c->runs, value, in);
        for (int64_t r = 0; seq && r < c->runs->total; r++)
            if (in[r] &&
                (!seq[r] || !(seq[r] = sx_elastic_every(c->arena, seq[r], first, by))))
                return NULL;
        if (!seq || sx_elastic_value(c->arena, c->runs, in, seq, value->relative,
                                     &param[p].value))
            return NULL;
    }
    return node;
}

static sx_status shorten(const cycling *c, sx_node *loop, const bool *in,
                         const sx_seq **trips, int64_t length)
{
    const size_t n = loop->body.n;
    sx_node **body = SX_NEW_ARRAY(c->arena, sx_node *, n * (size_t)length);
    if (!body)
        return SX_NOMEM;
    for (size_t k = 0; k < n * (size_t)length; k++)
        if (!(body[k] = part_of(c, loop->body.node[k % n], in, k / n, (uint64_t)length)))
            return SX_OK;
    for (int64_t r = 0; r < c->runs->total; r++) {
        int64_t *value = in[r] ? SX_NEW_ARRAY(c->arena, int64_t, trips[r]->length) : NULL;
        if (value)
            sx_seq_expand(trips[r], 0, trips[r]->length, value);
        for (uint64_t k = 0; value && k < trips[r]->length; k++)
            value[k] /= length;
        if (in[r] && (!value || !(trips[r] = sx_seq_from_values(c->arena, value,
                                                                trips[r]->length, true))))
            return SX_NOMEM;
    }
    loop->body = (sx_block) { n * (size_t)length, body };
    return sx_elastic_value(c->arena, c->runs, in, trips, false, &loop->trips);
}

static sx_status try_loop(void *context, sx_node *loop, const bool *in)
{
    const cycling *c = context;
    int64_t length = loop->trips.kind == SX_VALUE_EXPR ? 0 : length_of_cycle(c, loop, in);
    const sx_seq **trips =
        length ? sx_runs_sequences(c->arena, c->runs, &loop->trips, in) : NULL;
    for (int64_t r = 0; trips && r < c->runs->total; r++)
        if (in[r] && !trips[r])
            return SX_OK;
    bool fits = trips && trips_differ(c, in, trips) && divides(c, in, trips, length);
    return fits ? shorten(c, loop, in, trips, length) : SX_OK;
}

sx_status sx_runs_cycles(sx_arena *arena, sx_runs *runs, sx_error *err)
{
    cycling c = { .arena = arena, .runs = runs };
    return sx_runs_each_loop(arena, runs, try_loop, &c, err);
}
