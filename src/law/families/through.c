#include "law/through.h"

#include "law/column.h"
#include "law/doubling.h"
#include "law/lookalikes.h"

#include <string.h>

typedef struct through {
    sx_arena *scratch;
    const sx_runs *runs;
    const sx_nest *inner;
    sx_error *err;
} through;

/* Three trips tell a doubling from equal steps, and two different numbers of them that they follow something; of more than
 * there are powers of two below the ranks some would leave them. */
static bool is_telling(const sx_runs *runs, const sx_samples *trips)
{
    enum { TRIPS = 3 };
    int64_t most = 0;
    bool differ = false;
    for (size_t i = 0; i < trips->n; i++) {
        const sx_sample *s = &trips->sample[i];
        if (s->value < 0 || s->value > 62 ||
            (s->value > 0 && INT64_C(1) << (s->value - 1) >= runs->p[s->run]))
            return false;
        most = s->value > most ? s->value : most;
        differ = differ || s->value != trips->sample[0].value;
    }
    return !trips->trouble && trips->ncounters == 0 && differ && most >= TRIPS;
}

static bool is_through(const through *t, const sx_samples *samples,
                       int64_t (*dims)[SX_MAX_DIMS], uint32_t ndims, sx_doubling *form)
{
    return sx_doubling_fits(t->runs, samples, dims, ndims, form) && form->through &&
           samples->first_counter + form->counter + 1 == t->inner->depth;
}

/* The extent that these end points go through in every run, or NULL. What goes through a row of neighbours only fits the whole
 * communicator, too, and does not go through that. */
static const sx_expr *extent_of(const through *t, sx_arena *arena,
                                const sx_samples *samples, int64_t (*dims)[SX_MAX_DIMS])
{
    const sx_runs *runs = t->runs;
    sx_doubling form;
    if (sx_samples_runs(samples) < runs->n)
        return NULL;
    if (is_through(t, samples, NULL, 0, &form))
        return sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0);
    for (uint32_t g = 0; g < runs->ngrids; g++) {
        for (size_t i = 0; i < runs->n; i++)
            memcpy(dims[i], runs->place[runs->offset[i] * SX_MAX_GRIDS + g].dim,
                   sizeof dims[i]);
        if (is_through(t, samples, dims, runs->grid[g].ndims, &form))
            return sx_expr_var(arena, SX_VAR_DIM, g, form.axis);
    }
    return NULL;
}

/* The extent that an end point of this event, which stands in the innermost loop of the nest, goes through; NULL where there is none. */
static sx_status look_at(const through *t, sx_arena *arena, const sx_nest *nest,
                         const sx_node *event, const sx_expr **ret_extent)
{
    const sx_param *peer = sx_node_param(event, SX_PARAM_PEER);
    const sx_param *comm = sx_node_param(event, SX_PARAM_COMM);
    sx_samples samples;
    if (!peer || !comm)
        return SX_OK;
    const bool *in = sx_runs_members(t->scratch, t->runs, &event->ranks, nest->in);
    int64_t(*dims)[SX_MAX_DIMS] = sx_arena_alloc(t->scratch, t->runs->n, sizeof *dims);
    if (!in || !dims)
        return sx_fail(t->err, SX_NOMEM, "out of memory");
    if (memcmp(in, nest->in, (size_t)t->runs->total * sizeof *in) != 0)
        return SX_OK;
    const sx_sampling how = { .nest = nest,
                              .in = in,
                              .comm = &comm->value,
                              .levels = nest->depth - t->inner->depth + 1 };
    sx_status st =
        sx_samples_collect(t->scratch, t->runs, &how, &peer->value, &samples, t->err);
    if (!st && !samples.trouble && samples.varying)
        *ret_extent = extent_of(t, arena, &samples, dims);
    return st;
}

/* One trip or none, whoever enters it? */
static bool is_optional(const through *t, const sx_node *loop, const bool *in)
{
    const sx_seq **trips = sx_runs_sequences(t->scratch, t->runs, &loop->trips, in);
    bool fine = trips;
    for (int64_t r = 0; fine && r < t->runs->total; r++)
        for (uint64_t k = 0; fine && in[r] && trips[r] && k < trips[r]->length; k++)
            fine = (uint64_t)sx_seq_at(trips[r], k) <= 1;
    return fine;
}

/* The same of the nodes of the loop, and of those that are there in some of its trips only. */
static sx_status look_into(const through *t, sx_arena *arena, const sx_nest *nest,
                           const sx_node *loop, const sx_expr **ret_extent)
{
    sx_status st = SX_OK;
    for (size_t i = 0; !st && i < loop->body.n && !*ret_extent; i++) {
        const sx_node *node = loop->body.node[i];
        if (node->kind == SX_NODE_EVENT) {
            st = look_at(t, arena, nest, node, ret_extent);
            continue;
        }
        const bool *in =
            nest == t->inner && node->trips.kind != SX_VALUE_EXPR
                ? sx_runs_members(t->scratch, t->runs, &node->ranks, nest->in)
                : NULL;
        sx_nest inside;
        if (!in || !is_optional(t, node, in))
            continue;
        st = sx_nest_enter(t->scratch, t->runs, nest, node, in, &inside, t->err);
        if (!st)
            st = look_into(t, arena, &inside, node, ret_extent);
    }
    return st;
}

/* What is as short as the logarithm is no accident as readily as a longer law: an extent that has as many in all inputs. */
static sx_status doubt_extents(sx_arena *arena, const sx_runs *runs,
                               const sx_samples *trips, sx_law *law, sx_error *err)
{
    sx_status st = SX_OK;
    for (uint32_t g = 0; !st && g < runs->ngrids; g++)
        for (uint32_t a = 0; !st && a < runs->grid[g].ndims; a++) {
            const sx_expr *extent = sx_expr_var(arena, SX_VAR_DIM, g, a);
            size_t first;
            if (!extent || sx_column_matches(runs, trips, extent, &first))
                st = sx_law_doubt_rival(arena, extent,
                                        "an extent has as many in all inputs: add one",
                                        law, err);
        }
    return st;
}

sx_status sx_law_through(sx_arena *arena, sx_runs *runs, const sx_node *loop,
                         const sx_nest *inner, const sx_samples *trips, sx_law *ret_law,
                         sx_error *err)
{
    if (!is_telling(runs, trips))
        return SX_OK;
    through t = {
        .scratch = sx_arena_create(), .runs = runs, .inner = inner, .err = err
    };
    sx_samples of = *trips;
    sx_status st = t.scratch ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
    if (!st)
        st = look_into(&t, arena, inner, loop, &of.through);
    sx_arena_destroy(t.scratch);
    sx_law law = { 0 };
    if (!st && of.through)
        st = sx_law_logarithm(arena, runs, &of, &law, err);
    if (!st)
        st = sx_lookalikes_of_extents(arena, runs, trips, &law, err);
    if (!st && law.expr)
        st = doubt_extents(arena, runs, trips, &law, err);
    if (!st)
        *ret_law = law;
    return st;
}
