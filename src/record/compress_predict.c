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
        if (!body[i]->executions)
            return false;
        kept_event *kept = &p->kept[p->n++];
        kept->key = *key_of(compress, body[i]);
        kept->event = body[i];
        kept->once = once;
        kept->fresh = true;
        kept->settled = 0;
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
        p->trips_of[p->nloops++] = x->open;
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
    p->n = p->nloops = p->nkept = 0;
    p->trips = 0;
    p->fresh = true;
    p->loop = compress->grown;
    if (!list_trip(compress, p->loop) || !p->n || p->n != events ||
        p->kept[p->n - 1].key.site != compress->last)
        p->n = 0;
    p->kept[p->n].key = (event_key) { .op = SX_OPS };
    p->next = p->n ? p->kept : NULL;
    p->last = p->n && !closed ? &p->kept[p->n - 1] : NULL;
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
    for (kept_event *kept = p ? p->kept : NULL; kept && kept < p->next; kept++) {
        sx_hits_finish(&kept->hits);
    }
    if (p)
        p->next = NULL;
}

/* Gives the event the values of the trips before that it lacks. */
static bool settle(predict *p, kept_event *kept)
{
    uint64_t lacks = p->trips - kept->settled;
    kept->settled = p->trips;
    return !lacks || sx_compress_repeat(kept->event, kept->value, lacks);
}

/* Gives the events and loops the trips that are kept. */
static bool take_trips(sx_compress *compress)
{
    predict *p = compress->predict;
    uint32_t trips = p->nkept;
    if (!trips)
        return true;
    p->nkept = 0;
    for (uint32_t i = 0; i < p->n; i++) {
        const kept_event *kept = &p->kept[i];
        if (!sx_compress_executed(compress, kept->event, compress->last, kept->comp_ns,
                                  kept->comm_ns, trips))
            return false;
        compress->last = kept->key.site;
    }
    for (uint32_t i = 0; i < p->nloops; i++) {
        for (uint32_t trip = 0; trip < trips; trip++)
            if (!sx_compress_enter_loop(p->inner[i], p->trips_of[i], 1))
                return false;
        if (p->trips_of[i] > 0)
            sx_known_repeated(&compress->bodies, p->inner[i], compress->bodies.now);
    }
    p->loop->open += trips;
    sx_known_repeated(&compress->bodies, p->loop, compress->bodies.now);
    p->events += (uint64_t)trips * p->n;
    p->start[p->nstarts - 1].events = p->events;
    return true;
}

/* Puts an event of a trip that was not whole on the stack. */
static bool replay(sx_compress *compress, const kept_event *kept, uint32_t trip)
{
    uint32_t values = (uint32_t)__builtin_popcountll(kept->key.present);
    sx_input input = { (sx_op)kept->key.op,
                       kept->key.site,
                       values,
                       kept->key.present,
                       .comp_ns = kept->comp_ns[trip],
                       .comm_ns = kept->comm_ns[trip] };
    if (kept->hits) {
        input.nhits = kept->hits->n;
        input.hit = kept->hits->hit;
    }
    memcpy(input.value, kept->value, values * sizeof input.value[0]);
    return add_generally(compress, &input, true);
}

bool sx_predict_flush(sx_compress *compress)
{
    predict *p = compress->predict;
    uint32_t trip = p->nkept;
    bool done = !p->n || take_trips(compress);
    for (uint32_t i = 0; i < p->n && done; i++)
        done = settle(p, &p->kept[i]);
    p->n = 0;
    for (const kept_event *kept = p->kept; kept < p->next && done; kept++)
        done = replay(compress, kept, trip);
    sx_predict_drop(p);
    return done;
}

/* Gives the events the values and the hits of a whole trip that are not those of the one before. */
static bool take_values(sx_compress *compress)
{
    predict *p = compress->predict;
    p->fresh = false;
    for (kept_event *kept = p->kept; kept < p->kept + p->n; kept++) {
        if (kept->hits && !sx_hits_merge(&kept->event->hits, &kept->hits))
            return false;
        if (!kept->fresh)
            continue;
        if (!sx_compress_values(compress, kept->event, kept->value))
            return false;
        kept->settled = p->trips;
        kept->fresh = !kept->once;
        p->fresh |= kept->fresh;
    }
    return true;
}

/* The trip is whole. */
static bool end_trip(sx_compress *compress)
{
    predict *p = compress->predict;
    p->trips++;
    p->nkept++;
    compress->bodies.now += p->n;
    if (p->fresh && !take_values(compress))
        return false;
    p->next = p->kept;
    if (p->nkept < PREDICT_TRIPS && compress->bodies.now < compress->spill.due)
        return true;
    return take_trips(compress) && sx_compress_look(compress);
}

/* Values that are not those of the trip before, and hits. */
static bool keep_news(predict *p, kept_event *kept, const sx_input *input)
{
    size_t size = input->n * sizeof input->value[0];
    bool fits = true;
    if (kept->fresh || memcmp(kept->value, input->value, size) != 0) {
        fits = settle(p, kept);
        memcpy(kept->value, input->value, size);
        kept->fresh = true;
    }
    p->fresh = true;
    for (uint32_t i = 0; i < input->nhits && fits; i++)
        fits = sx_hits_add(&kept->hits, &input->hit[i]);
    return fits;
}

static inline bool is_of(const kept_event *kept, const sx_input *input)
{
    return kept->key.site == input->site && kept->key.op == (uint32_t)input->op &&
           kept->key.present == input->present;
}

static inline bool has_news(const kept_event *kept, const sx_input *input)
{
    uint64_t differ = kept->fresh | input->nhits;
    for (uint32_t i = 0; i < input->n; i++)
        differ |= (uint64_t)(kept->value[i] ^ input->value[i]);
    return differ;
}

static inline bool keep(sx_compress *compress, kept_event *kept, const sx_input *input)
{
    predict *p = compress->predict;
    kept->comp_ns[p->nkept] = input->comp_ns;
    kept->comm_ns[p->nkept] = input->comm_ns;
    p->next = kept + 1;
    compress->events++;
    return kept != p->last || end_trip(compress);
}

/* What is not like the event that is expected. */
static bool add_news(sx_compress *compress, const sx_input *input)
{
    predict *p = compress->predict;
    if (!p->n && compress->waits && !close_tail(compress, input, false))
        return false;
    if (p->n && p->next == p->kept + p->n && is_of(p->kept, input) && !end_trip(compress))
        return false;
    if (p->n && is_of(p->next, input))
        return (!has_news(p->next, input) || keep_news(p, p->next, input)) &&
               keep(compress, p->next, input);
    compress->events++;
    return (!p->n || sx_predict_flush(compress)) && add_generally(compress, input, false);
}

bool sx_compress_add(sx_compress *compress, const sx_input *input)
{
    predict *p = compress->predict;
    kept_event *next = p->next;
    if (next && is_of(next, input) && !has_news(next, input))
        return keep(compress, next, input);
    if (!compress->failed && add_news(compress, input))
        return true;
    compress->failed = true;
    sx_predict_drop(p);
    return false;
}
