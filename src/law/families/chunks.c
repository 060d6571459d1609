#include "law/through.h"

#include "law/column.h"

#include "base/checked.h"

#include <string.h>

/* The trips of a loop, of which each rank makes as many whenever it comes to it. */
typedef struct chunked {
    const sx_runs *runs;
    const sx_nest *inner;
    sx_samples size; /* of a call, in all trips */
    int64_t chunk;
} chunked;

static bool is_last(const sx_samples *of, size_t i)
{
    return i + 1 == of->n || of->sample[i + 1].rank != of->sample[i].rank;
}

/* Do sizes change with the trips of this loop alone, and are all sizes? */
static bool are_of_loop(const chunked *c)
{
    const sx_samples *of = &c->size;
    if (of->trouble || of->lists || of->n == 0 || !of->varying)
        return false;
    const uint32_t own = c->inner->depth - 1 - of->first_counter;
    if (of->varying != UINT32_C(1) << own || !sx_samples_are_of_world(c->runs, of))
        return false;
    for (size_t i = 0, trip = 0; i < of->n; i++) {
        const sx_sample *s = &of->sample[i];
        if (sx_is_special(s->value) || s->value < 1 || s->counter[own] != (int64_t)trip)
            return false;
        trip = is_last(of, i) ? 0 : trip + 1;
    }
    return true;
}

/* One size in all trips but the last, in two runs, and less in some last one: chunks, and what is left. */
static bool are_chunks(chunked *c)
{
    const sx_samples *of = &c->size;
    uint64_t shown = 0;
    bool left = false;
    c->chunk = 0;
    for (size_t i = 0; i < of->n; i++)
        c->chunk = of->sample[i].value > c->chunk ? of->sample[i].value : c->chunk;
    for (size_t i = 0; i < of->n; i++) {
        const bool is_full = of->sample[i].value == c->chunk;
        if (!is_full && !is_last(of, i))
            return false;
        shown |= is_last(of, i) ? 0 : UINT64_C(1) << of->sample[i].run;
        left = left || !is_full;
    }
    return left && c->chunk > 1 && (shown & (shown - 1));
}

/* One size in all trips but the last, of each rank? */
static bool may_be_chunks(const sx_samples *of)
{
    bool may = !of->trouble && of->varying;
    for (size_t i = 1; i < of->n && may; i++)
        may = is_last(of, i) || is_last(of, i - 1) ||
              of->sample[i].value == of->sample[i - 1].value;
    return may;
}

/* What each rank has in all of its trips. NULL .sample when out of memory. */
static sx_samples total_of(sx_arena *arena, const chunked *c)
{
    sx_samples total = c->size;
    sx_sample *sample = SX_NEW_ARRAY(arena, sx_sample, c->size.n);
    int64_t sum = 0;
    total.n = 0;
    total.sample = sample;
    total.varying = total.ncounters = 0;
    total.trips = NULL;
    total.is_size = true;
    for (size_t i = 0; sample && i < c->size.n; i++) {
        sum += c->size.sample[i].value;
        if (!is_last(&c->size, i))
            continue;
        sample[total.n] = c->size.sample[i];
        memset(sample[total.n].counter, 0, sizeof sample->counter);
        sample[total.n++].value = sum;
        sum = 0;
    }
    return total;
}

/* The first member of each run. NULL when out of memory. */
static bool *first_of_each(sx_arena *arena, const sx_runs *runs, const bool *in)
{
    bool *few = SX_NEW_ARRAY(arena, bool, (size_t)runs->total);
    for (size_t run = 0; few && run < runs->n; run++) {
        int64_t r = runs->offset[run];
        const int64_t end = r + runs->p[run];
        while (r < end && !in[r])
            r++;
        if (r < end)
            few[r] = true;
    }
    return few;
}

/* Are the sizes of this event chunks? It may be one of some ranks: what the others have in all is then by the same law, or it is none of the trips. */
static sx_status look_at(chunked *c, sx_arena *arena, const sx_node *event, bool *ret_are,
                         sx_error *err)
{
    const sx_param *count = sx_node_param(event, SX_PARAM_COUNT),
                   *comm = sx_node_param(event, SX_PARAM_COMM);
    if (!count || !comm)
        return SX_OK;
    const bool *in = sx_runs_members(arena, c->runs, &event->ranks, c->inner->in);
    if (!in)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_sampling how = { .nest = c->inner,
                        .in = first_of_each(arena, c->runs, in),
                        .comm = &comm->value };
    if (!how.in)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_status st = sx_samples_collect(arena, c->runs, &how, &count->value, &c->size, err);
    if (st || !may_be_chunks(&c->size))
        return st;
    how.in = in;
    st = sx_samples_collect(arena, c->runs, &how, &count->value, &c->size, err);
    *ret_are = !st && are_of_loop(c) && are_chunks(c);
    return st;
}

sx_status sx_law_chunks(sx_arena *arena, sx_runs *runs, const sx_node *loop,
                        const sx_nest *inner, const sx_samples *trips, sx_law *ret_law,
                        sx_error *err)
{
    chunked c = { .runs = runs, .inner = inner };
    bool are = false;
    size_t first;
    sx_status st = SX_OK;
    if (trips->trouble || trips->ncounters > 0)
        return SX_OK;
    for (size_t i = 0; !st && i < loop->body.n && !are; i++)
        if (loop->body.node[i]->kind == SX_NODE_EVENT)
            st = look_at(&c, arena, loop->body.node[i], &are, err);
    if (st || !are)
        return st;
    const sx_samples total = total_of(arena, &c);
    sx_law law = { 0 };
    if (!total.sample)
        return sx_fail(err, SX_NOMEM, "out of memory");
    st = sx_law_find(arena, runs, &total, &law, err);
    if (st || !law.expr)
        return st;
    law.expr = sx_expr_two(arena, SX_EXPR_DIV, sx_expr_plus(arena, law.expr, c.chunk - 1),
                           sx_expr_int(arena, c.chunk));
    if (!law.expr)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (sx_column_matches(runs, trips, law.expr, &first))
        *ret_law = law;
    return SX_OK;
}
