#include "law/doubling.h"

#include "base/checked.h"

/* A rank on the axis of a form: its place, the extent, and how far apart neighbours are numbered. */
typedef struct station {
    int64_t place, extent, stride;
} station;

static bool station_of(const sx_runs *runs, const sx_sample *sample,
                       int64_t (*dims)[SX_MAX_DIMS], const sx_doubling *form,
                       station *ret)
{
    int64_t rank = runs->comm_rank[sample->comm][sample->rank];
    if (form->whole) {
        *ret = (station) { rank, runs->comm_size[sample->comm][sample->rank], 1 };
        return ret->extent > 0;
    }
    if (!sx_runs_is_world(runs, sample->comm))
        return false;
    station at = { .stride = 1, .extent = dims[sample->run][form->axis] };
    for (uint32_t a = 0; a < form->axis; a++)
        at.stride *= dims[sample->run][a];
    at.place = rank / at.stride % at.extent;
    *ret = at;
    return true;
}

/* 0 where there is none. */
static int64_t distance(const sx_doubling *form, int64_t extent, int64_t trip)
{
    if (trip < 0 || trip > 61)
        return 0;
    return form->halves ? extent >> (trip + 1) : INT64_C(1) << trip;
}

/* Does it not go around? */
static bool is_open(sx_doubling_way way)
{
    return way != SX_DOUBLING_UP && way != SX_DOUBLING_DOWN;
}

/* The place at the other end; -1 for nobody. */
static int64_t other_place(sx_doubling_way way, const station *at, int64_t d)
{
    int64_t other = way == SX_DOUBLING_XOR                                ? at->place ^ d
                    : way == SX_DOUBLING_UP || way == SX_DOUBLING_UP_OPEN ? at->place + d
                                                                          : at->place - d;
    if (!is_open(way))
        return sx_floor_mod(other, at->extent);
    return other < at->extent ? other : -1;
}

static bool gives(const sx_runs *runs, const sx_sample *sample,
                  int64_t (*dims)[SX_MAX_DIMS], const sx_doubling *form)
{
    station at;
    if (!station_of(runs, sample, dims, form, &at))
        return false;
    int64_t d = distance(form, at.extent, sample->counter[form->counter]);
    if (d <= 0)
        return false;
    if (d >= at.extent)
        return form->whole && is_open(form->way) && sample->value == SX_NULL;
    int64_t other = other_place(form->way, &at, d);
    if (other < 0)
        return sample->value == SX_NULL;
    return sample->value ==
           runs->comm_rank[sample->comm][sample->rank] + (other - at.place) * at.stride;
}

static void look_how_far(const sx_runs *runs, const sx_samples *samples,
                         int64_t (*dims)[SX_MAX_DIMS], sx_doubling *form)
{
    int64_t extent[SX_RUNS] = { 0 }, last[SX_RUNS] = { 0 };
    form->through = form->complete = true;
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *sample = &samples->sample[i];
        int64_t trip = sample->counter[form->counter];
        station at;
        if (!station_of(runs, sample, dims, form, &at) ||
            distance(form, at.extent, trip) >= at.extent) {
            form->through = form->complete = false;
            return;
        }
        extent[sample->run] = at.extent;
        if (sample->value != SX_NULL && trip > last[sample->run])
            last[sample->run] = trip;
    }
    for (size_t run = 0; run < runs->n; run++) {
        const int64_t next = INT64_C(2) << last[run];
        form->through = form->through && extent[run] <= next;
        form->complete = form->complete && (!extent[run] || extent[run] == next);
    }
}

static bool holds(const sx_runs *runs, const sx_samples *samples,
                  int64_t (*dims)[SX_MAX_DIMS], const sx_doubling *form)
{
    for (size_t i = 0; i < samples->n; i++)
        if (!gives(runs, &samples->sample[i], dims, form))
            return false;
    return true;
}

bool sx_doubling_fits(const sx_runs *runs, const sx_samples *samples,
                      int64_t (*dims)[SX_MAX_DIMS], uint32_t ndims,
                      sx_doubling *ret_doubling)
{
    const uint32_t axes = dims ? ndims : 1;
    const unsigned forms = 2 * SX_DOUBLING_WAYS;
    for (uint32_t c = samples->ncounters; samples->n > 0 && c-- > 0;) {
        if (!(samples->varying >> c & 1))
            continue;
        for (uint32_t k = 0; k < axes * forms; k++) {
            sx_doubling form = { .whole = !dims,
                                 .axis = k / forms,
                                 .way = (sx_doubling_way)(k % forms / 2),
                                 .halves = k % 2,
                                 .counter = c };
            if (!holds(runs, samples, dims, &form))
                continue;
            look_how_far(runs, samples, dims, &form);
            *ret_doubling = form;
            return true;
        }
    }
    return false;
}

/* pow(2, i), or extent div pow(2, i + 1). */
static const sx_expr *distance_expr(sx_arena *arena, const sx_samples *samples,
                                    const sx_doubling *form, const sx_expr *extent)
{
    const sx_expr *two = sx_expr_int(arena, 2);
    const sx_expr *trip =
        sx_expr_var(arena, SX_VAR_COUNTER, 0, samples->first_counter + form->counter);
    if (!form->halves)
        return sx_expr_two(arena, SX_EXPR_POW, two, trip);
    trip = sx_expr_two(arena, SX_EXPR_ADD, trip, sx_expr_int(arena, 1));
    return sx_expr_two(arena, SX_EXPR_DIV, extent,
                       sx_expr_two(arena, SX_EXPR_POW, two, trip));
}

const sx_expr *sx_doubling_expr(sx_arena *arena, const sx_samples *samples,
                                const sx_doubling *form, uint32_t g)
{
    const bool whole = form->whole, open = is_open(form->way);
    const sx_expr *own = sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0), *stride = NULL;
    const sx_expr *place = whole ? own : sx_expr_var(arena, SX_VAR_COORD, g, form->axis);
    const sx_expr *extent = whole ? sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0)
                                  : sx_expr_var(arena, SX_VAR_DIM, g, form->axis);
    const sx_expr *by = distance_expr(arena, samples, form, extent);
    const sx_expr_op op =
        form->way == SX_DOUBLING_XOR                                      ? SX_EXPR_XOR
        : form->way == SX_DOUBLING_UP || form->way == SX_DOUBLING_UP_OPEN ? SX_EXPR_ADD
                                                                          : SX_EXPR_SUB;
    const sx_expr *other = sx_expr_two(arena, op, place, by);
    const sx_expr *peer = open ? other : sx_expr_two(arena, SX_EXPR_MOD, other, extent);
    for (uint32_t a = 0; !whole && a < form->axis; a++) {
        const sx_expr *dim = sx_expr_var(arena, SX_VAR_DIM, g, a);
        stride = stride ? sx_expr_two(arena, SX_EXPR_MUL, stride, dim) : dim;
    }
    if (!whole) {
        peer = sx_expr_two(arena, SX_EXPR_SUB, peer, place);
        peer = stride ? sx_expr_two(arena, SX_EXPR_MUL, peer, stride) : peer;
        peer = sx_expr_two(arena, SX_EXPR_ADD, own, peer);
    }
    if (!open || (form->way == SX_DOUBLING_XOR && form->complete))
        return peer;
    const sx_expr *inside = sx_expr_two(
        arena, SX_EXPR_AND, sx_expr_two(arena, SX_EXPR_GE, other, sx_expr_int(arena, 0)),
        sx_expr_two(arena, SX_EXPR_LT, other, extent));
    return sx_expr_make(arena, SX_EXPR_IF, inside, peer, sx_expr_int(arena, SX_NULL));
}
