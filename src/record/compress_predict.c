#include "record/compress_node.h"

#include <stdlib.h>
#include <string.h>

static bool add_events(const sx_compress *compress, node *const *body, uint32_t n,
                       bool once)
{
    predict *p = compress->predict;
    if (p->n + n > PREDICT_EVENTS)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        p->event[p->n] = body[i];
        p->kept[p->n].once = once;
        p->kept[p->n].new_values = true;
        p->kept[p->n].repeats = 0;
        p->key[p->n++] = *key_of(compress, body[i]);
    }
    return true;
}

static bool has_loops(const node *x)
{
    bool found = false;
    for (uint32_t i = 0; x->body && i < x->n; i++)
        found = found || is_loop(x->body[i]);
    return found;
}

/* Lists the events of the newest trip of a loop. Loops in loops in it are too much. */
static bool list_trip(const sx_compress *compress, const node *loop)
{
    predict *p = compress->predict;
    for (uint32_t i = 0; i < loop->n; i++) {
        node *x = loop->body[i];
        if (!is_loop(x)) {
            if (!add_events(compress, &loop->body[i], 1, true))
                return false;
            continue;
        }
        if (p->nloops == PREDICT_LOOPS || x->open < 0 || x->open > PREDICT_EVENTS ||
            has_loops(x))
            return false;
        p->inner[p->nloops] = x;
        p->trips[p->nloops++] = x->open;
        for (int64_t trip = 0; trip < x->open; trip++) {
            if (!add_events(compress, x->body, x->n, false))
                return false;
        }
    }
    return true;
}

/* Another trip like the one that took so many events is to be expected. */
static void expect(sx_compress *compress, uint64_t events, bool closed)
{
    predict *p = compress->predict;
    p->n = p->nloops = p->at = 0;
    p->loop = compress->grown;
    p->waits = closed;
    if (!list_trip(compress, p->loop) || p->n != events)
        p->n = 0;
}

void sx_predict_lower(predict *p, uint32_t by)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < p->nstarts; i++)
        if (p->start[i].width > by)
            p->start[kept++] =
                (trip_start) { p->start[i].width - by, p->start[i].events };
    p->nstarts = kept;
}

/* After an event that took the general way, or when the one that comes says that a tail is over: did a trip
 * begin or end? */
static void watch(sx_compress *compress, bool replayed, bool closed)
{
    predict *p = compress->predict;
    while (p->nstarts && p->start[p->nstarts - 1].width > compress->fold.low)
        p->nstarts--;
    compress->fold.low = compress->n;
    if (!compress->grown)
        return;
    trip_start *last = p->nstarts ? &p->start[p->nstarts - 1] : NULL;
    if (last && last->width == compress->n) {
        if (!replayed)
            expect(compress, p->events - last->events, closed);
        last->events = p->events;
        return;
    }
    if (p->nstarts == PREDICT_STARTS)
        memmove(p->start, p->start + 1, --p->nstarts * sizeof p->start[0]);
    p->start[p->nstarts++] = (trip_start) { compress->n, p->events };
}

/* Folds a tail that waits, when the event does not go on in it. The event may then be the first of a trip that is
 * expected, but where it is `late` to say so. */
static bool close_tail(sx_compress *compress, const sx_input *input, bool late)
{
    uint32_t structure;
    compress->grown = NULL;
    if (!compress->waits)
        return true;
    if (!sx_compress_structure(compress, input, &structure) ||
        !sx_compress_close(compress, structure))
        return false;
    if (!compress->predict->off)
        watch(compress, late, true);
    compress->grown = NULL;
    return true;
}

static bool add_generally(sx_compress *compress, const sx_input *input, bool replayed)
{
    if (!close_tail(compress, input, true) || !sx_compress_add_generally(compress, input))
        return false;
    compress->predict->events++;
    if (!compress->predict->off)
        watch(compress, replayed, false);
    return true;
}

void sx_predict_drop(predict *p)
{
    for (uint32_t i = 0; p && i < p->at; i++) {
        free(p->kept[i].hits);
        p->kept[i].hits = NULL;
    }
    if (p)
        p->at = 0;
}

/* Gives the event the values of the trips before that it lacks. */
static bool settle(predict *p, uint32_t i)
{
    kept_event *kept = &p->kept[i];
    uint64_t repeats = kept->repeats;
    kept->repeats = 0;
    return !repeats || sx_compress_repeat(p->event[i], kept->value, repeats);
}

bool sx_predict_flush(sx_compress *compress)
{
    predict *p = compress->predict;
    uint32_t n = p->n ? p->at : 0;
    bool done = true;
    for (uint32_t i = 0; i < p->n && done; i++)
        done = settle(p, i);
    p->n = 0;
    for (uint32_t i = 0; i < n && done; i++) {
        const event_key *key = &p->key[i];
        uint32_t values = (uint32_t)__builtin_popcountll(key->present);
        sx_input input = { (sx_op)key->op,
                           key->site,
                           values,
                           key->present,
                           .comp_ns = p->kept[i].comp_ns,
                           .comm_ns = p->kept[i].comm_ns };
        if (p->kept[i].hits) {
            input.nhits = p->kept[i].hits->n;
            input.hit = p->kept[i].hits->hit;
        }
        memcpy(input.value, p->kept[i].value, values * sizeof input.value[0]);
        done = add_generally(compress, &input, true);
    }
    sx_predict_drop(p);
    return done;
}

/* The trip is whole. */
static bool end_trip(sx_compress *compress)
{
    predict *p = compress->predict;
    for (uint32_t i = 0; i < p->n; i++) {
        kept_event *kept = &p->kept[i];
        sx_delay delay = { compress->last, false, kept->comp_ns, kept->comm_ns };
        compress->last = p->key[i].site;
        if ((kept->hits && !sx_hits_merge(&p->event[i]->hits, &kept->hits)) ||
            !sx_compress_execute(compress, p->event[i],
                                 kept->new_values ? kept->value : NULL, &delay))
            return false;
        kept->repeats += !kept->new_values;
        kept->new_values = !kept->once;
    }
    compress->bodies.now += p->n;
    for (uint32_t i = 0; i < p->nloops; i++) {
        if (!sx_compress_enter_loop(p->inner[i], p->trips[i], 1))
            return false;
        if (p->trips[i] > 0)
            sx_known_repeated(&compress->bodies, p->inner[i], compress->bodies.now);
    }
    p->loop->open++;
    sx_known_repeated(&compress->bodies, p->loop, compress->bodies.now);
    p->events += p->n;
    p->start[p->nstarts - 1].events = p->events;
    p->at = 0;
    return sx_compress_look(compress);
}

static bool keep_values(predict *p, kept_event *kept, const sx_input *input)
{
    if (!settle(p, p->at))
        return false;
    for (uint32_t i = 0; i < input->n; i++)
        kept->value[i] = input->value[i];
    kept->new_values = true;
    return true;
}

static bool keep(predict *p, const sx_input *input)
{
    kept_event *kept = &p->kept[p->at];
    bool same = !kept->new_values;
    for (uint32_t i = 0; same && i < input->n; i++)
        same = kept->value[i] == input->value[i];
    bool fits = same || keep_values(p, kept, input);
    p->at++;
    kept->comp_ns = input->comp_ns;
    kept->comm_ns = input->comm_ns;
    kept->hits = NULL;
    for (uint32_t i = 0; i < input->nhits && fits; i++)
        fits = sx_hits_add(&kept->hits, &input->hit[i]);
    return fits;
}

static bool is_next(const predict *p, const sx_input *input)
{
    const event_key *next = &p->key[p->at < p->n ? p->at : 0];
    return next->op == (uint32_t)input->op && next->site == input->site &&
           next->present == input->present;
}

bool sx_predict_add(sx_compress *compress, const sx_input *input)
{
    predict *p = compress->predict;
    if (!p->n && compress->waits && !close_tail(compress, input, false))
        return false;
    if (p->n) {
        if (is_next(p, input))
            return (p->at < p->n || end_trip(compress)) && keep(p, input) &&
                   (p->at < p->n || p->waits || end_trip(compress));
        if (!sx_predict_flush(compress))
            return false;
    }
    return add_generally(compress, input, false);
}
