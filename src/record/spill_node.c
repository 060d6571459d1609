#include "record/spill_node.h"

#include "record/compress_node.h"
#include "record/spill_number.h"

#include <stdlib.h>
#include <string.h>

static void put_double(FILE *file, double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    put_number(file, bits);
}

static double get_double(FILE *file)
{
    uint64_t bits = get_number(file);
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static void put_runs(FILE *file, const sx_series_run *run, uint32_t n)
{
    put_number(file, n);
    for (uint32_t i = 0; i < n; i++) {
        put_number(file, run[i].body ? 0 : run[i].count);
        if (run[i].body) {
            put_number(file, run[i].count);
            put_number(file, run[i].body->stored);
            put_runs(file, run[i].body->run, run[i].body->n);
            continue;
        }
        put_signed(file, run[i].first);
        if (run[i].count > 1)
            put_signed(file, run[i].stride);
    }
}

bool sx_spill_get_runs(FILE *file, sx_series_run **ret_run, uint32_t *ret_n)
{
    uint32_t n = (uint32_t)get_number(file);
    sx_series_run *run = is_right(file) ? calloc(n ? n : 1, sizeof *run) : NULL;
    *ret_run = run;
    *ret_n = run ? n : 0;
    bool done = run;
    for (uint32_t i = 0; done && i < n; i++) {
        run[i].count = get_number(file);
        if (run[i].count) {
            run[i].first = get_signed(file);
            run[i].stride = run[i].count > 1 ? get_signed(file) : 0;
        } else {
            run[i].count = get_number(file);
            run[i].body = calloc(1, sizeof *run[i].body);
            if (run[i].body)
                run[i].body->stored = get_number(file);
            done = run[i].body &&
                   sx_spill_get_runs(file, &run[i].body->run, &run[i].body->n);
        }
    }
    return done && is_right(file);
}

static void put_series(FILE *file, const sx_series *series)
{
    put_number(file, series->length);
    put_runs(file, series->run, series->n);
}

static bool get_series(FILE *file, sx_series *series)
{
    series->length = get_number(file);
    bool done = sx_spill_get_runs(file, &series->run, &series->n);
    series->capacity = series->n;
    return done;
}

static void put_tally(FILE *file, const sx_tally *tally)
{
    put_number(file, tally->n);
    if (!tally->n)
        return;
    put_number(file, tally->min);
    put_number(file, tally->max);
    put_double(file, tally->pivot);
    put_double(file, tally->sum);
    put_double(file, tally->squares);
    put_number(file, tally->low);
    put_number(file, tally->nbins);
    for (uint32_t i = 0; i < tally->nbins; i++)
        put_number(file, tally->bin[i]);
}

static bool get_tally(FILE *file, sx_tally *tally, uint32_t steps)
{
    *tally = (sx_tally) { .steps = steps, .n = get_number(file) };
    if (!tally->n)
        return is_right(file);
    tally->min = get_number(file);
    tally->max = get_number(file);
    tally->pivot = get_double(file);
    tally->sum = get_double(file);
    tally->squares = get_double(file);
    tally->low = (uint32_t)get_number(file);
    uint32_t n = (uint32_t)get_number(file);
    tally->bin = is_right(file) ? calloc(n ? n : 1, sizeof *tally->bin) : NULL;
    while (tally->bin && tally->nbins < n)
        tally->bin[tally->nbins++] = get_number(file);
    return tally->bin && is_right(file);
}

static void put_delay(FILE *file, const sx_delay *delay)
{
    put_number(file, delay->after);
    put_number(file, delay->untimed);
    put_number(file, delay->comp_ns);
    put_number(file, delay->comm_ns);
}

static sx_delay get_delay(FILE *file)
{
    sx_delay delay = { .after = (uint32_t)get_number(file) };
    delay.untimed = get_number(file);
    delay.comp_ns = get_number(file);
    delay.comm_ns = get_number(file);
    return delay;
}

static void put_timing(FILE *file, const sx_timing *timing)
{
    put_number(file, timing->begun);
    if (!timing->begun)
        return;
    put_delay(file, &timing->first);
    put_tally(file, &timing->comm);
    put_number(file, timing->npairs);
    for (uint32_t i = 0; i < timing->npairs; i++) {
        put_number(file, timing->pair[i].after);
        put_tally(file, &timing->pair[i].comp);
    }
}

static bool get_timing(FILE *file, sx_timing *timing)
{
    timing->begun = get_number(file);
    if (!timing->begun)
        return is_right(file);
    timing->first = get_delay(file);
    if (!get_tally(file, &timing->comm, timing->steps))
        return false;
    uint32_t n = (uint32_t)get_number(file);
    timing->pair = is_right(file) ? calloc(n ? n : 1, sizeof *timing->pair) : NULL;
    bool done = timing->pair;
    while (done && timing->npairs < n) {
        sx_timing_pair *pair = &timing->pair[timing->npairs++];
        pair->after = (uint32_t)get_number(file);
        done = get_tally(file, &pair->comp, timing->steps);
    }
    return done && is_right(file);
}

static void put_hits(FILE *file, const sx_hits *hits)
{
    int64_t before = 0;
    put_number(file, hits->n);
    for (uint32_t i = 0; i < hits->n; i++) {
        const sx_hit *hit = &hits->hit[i];
        put_number(file, hit->kind);
        put_signed(file, (int64_t)((uint64_t)hit->value - (uint64_t)before));
        put_number(file, hit->count);
        before = hit->value;
    }
}

/* Adds them to those that are there. */
static bool get_hits(FILE *file, sx_hits **hits)
{
    uint32_t n = (uint32_t)get_number(file);
    bool done = is_right(file);
    int64_t before = 0;
    for (uint32_t i = 0; done && i < n; i++) {
        sx_hit hit = { .kind = (sx_multiset_kind)get_number(file) };
        hit.value = before = (int64_t)((uint64_t)before + (uint64_t)get_signed(file));
        hit.count = get_number(file);
        done = is_right(file) && sx_hits_add(hits, &hit);
    }
    return done;
}

static uint32_t parts_of(const sx_hits *hits)
{
    uint32_t n = 0;
    for (const sx_hits_part *part = hits->part; part; part = part->next)
        n++;
    return n;
}

/* Those in memory, and where the others are; + 1 tells them from none. */
static void put_all_hits(FILE *file, const sx_hits *hits)
{
    put_number(file, hits ? parts_of(hits) + 1 : 0);
    if (!hits)
        return;
    for (const sx_hits_part *part = hits->part; part; part = part->next)
        put_number(file, part->stored);
    put_hits(file, hits);
}

static bool get_all_hits(FILE *file, sx_hits **hits)
{
    uint32_t n = (uint32_t)get_number(file);
    bool done = is_right(file);
    for (uint32_t i = 1; done && i < n; i++) {
        uint64_t stored = get_number(file);
        done = is_right(file) && sx_hits_cut(hits, stored);
    }
    return done && (!n || get_hits(file, hits));
}

/* Names may be forgotten. */
static void put_event(const sx_compress *compress, FILE *file, const node *x)
{
    const event_key *key = key_of(compress, x);
    put_number(file, key->present);
    put_number(file, key->site);
    put_number(file, x->executions << 1 | (x->history != NULL));
    put_all_hits(file, x->hits);
    if (x->history) {
        put_timing(file, &x->history->timing);
        for (uint32_t i = 0; i < x->n; i++)
            put_series(file, &x->history->series[i]);
    } else if (x->executions) {
        put_delay(file, &x->delay);
        for (uint32_t i = 0; i < x->n; i++)
            put_signed(file, values_of(x)[i]);
    }
}

static bool get_event(sx_compress *compress, FILE *file, node *x, uint32_t op)
{
    event_key key = { .present = get_number(file), .op = op };
    key.site = (uint32_t)get_number(file);
    int64_t name = sx_intern_name(&compress->events_of, &key, sizeof key);
    x->structure = 2 * (uint32_t)name;
    uint64_t executions = get_number(file);
    x->executions = executions >> 1;
    x->history = NULL;
    x->hits = NULL;
    if (name == SX_INTERN_FULL || !get_all_hits(file, &x->hits))
        return false;
    if (!(executions & 1)) {
        if (x->executions)
            x->delay = get_delay(file);
        for (uint32_t i = 0; x->executions && i < x->n; i++)
            values_of(x)[i] = get_signed(file);
        return is_right(file);
    }
    bool done =
        sx_compress_new_history(compress, x) && get_timing(file, &x->history->timing);
    for (uint32_t i = 0; done && i < x->n; i++)
        done = get_series(file, &x->history->series[i]);
    return done;
}

static void put_loop(const sx_compress *compress, FILE *file, const node *x)
{
    put_signed(file, x->open);
    put_series(file, &x->trips);
    put_number(file, x->body != NULL);
    for (uint32_t i = 0; x->body && i < x->n; i++)
        sx_spill_put(compress, file, x->body[i]);
}

static bool get_loop(sx_compress *compress, FILE *file, node *x)
{
    uint32_t n = x->n;
    *x = (node) { .structure = x->structure, .open = get_signed(file) };
    if (!get_series(file, &x->trips))
        return false;
    if (get_number(file)) {
        x->body = calloc(n, sizeof(node *));
        while (x->body && x->n < n && (x->body[x->n] = sx_spill_get(compress, file)))
            x->n++;
        return x->n == n;
    }
    x->n = n;
    return is_right(file);
}

/* At the end of the file; what was written after that is to be checked by is_stored. */
static uint64_t begin_storing(FILE *file)
{
    off_t place = fseeko(file, 0, SEEK_END) == 0 ? ftello(file) : -1;
    return (uint64_t)place + 1;
}

static bool is_stored(FILE *file, uint64_t place)
{
    return place && !ferror(file) && fflush(file) == 0;
}

bool sx_spill_put_runs(FILE *file, const sx_series_run *run, uint32_t n,
                       uint64_t *ret_place)
{
    *ret_place = begin_storing(file);
    put_runs(file, run, n);
    return is_stored(file, *ret_place);
}

bool sx_spill_put_hits(FILE *file, const sx_hits *hits, uint64_t *ret_place)
{
    *ret_place = begin_storing(file);
    put_hits(file, hits);
    return is_stored(file, *ret_place);
}

bool sx_spill_restore_hits(FILE *file, sx_hits **hits)
{
    bool done = true;
    while (done && *hits && (*hits)->part) {
        sx_hits_part *part = (*hits)->part;
        (*hits)->part = part->next;
        done =
            fseeko(file, (off_t)part->stored - 1, SEEK_SET) == 0 && get_hits(file, hits);
        free(part);
    }
    return done;
}

static bool append_stored(FILE *file, sx_series *to, uint64_t place);

/* Moves the runs of `from` behind those of `to`; what is stored, it reads. */
static bool append_runs(FILE *file, sx_series *to, sx_series *from)
{
    bool done = true;
    for (uint32_t i = 0; done && i < from->n; i++) {
        sx_series_run *run = &from->run[i];
        if (sx_series_is_stored(run)) {
            done = append_stored(file, to, run->body->stored);
        } else {
            done = sx_series_push(to, *run);
            run->body = NULL;
        }
    }
    return done;
}

/* Some of these may be stored further up. */
static bool append_stored(FILE *file, sx_series *to, uint64_t place)
{
    sx_series stored = { 0 };
    bool done = fseeko(file, (off_t)place - 1, SEEK_SET) == 0 &&
                sx_spill_get_runs(file, &stored.run, &stored.n) &&
                append_runs(file, to, &stored);
    sx_series_finish(&stored);
    return done;
}

bool sx_spill_restore(FILE *file, sx_series *series)
{
    sx_series whole = { .opaque = series->opaque, .length = series->length };
    uint32_t i = 0;
    while (i < series->n && !sx_series_is_stored(&series->run[i]))
        i++;
    if (i == series->n)
        return true;
    bool done = append_runs(file, &whole, series);
    sx_series_finish(series);
    *series = whole;
    return done;
}

/* A number that says what it is: 1 for a loop, twice the operation of an event. */
void sx_spill_put(const sx_compress *compress, FILE *file, const node *x)
{
    put_number(file, is_loop(x) ? 1 : (uint64_t)key_of(compress, x)->op << 1);
    put_number(file, x->n);
    if (is_loop(x))
        put_loop(compress, file, x);
    else
        put_event(compress, file, x);
}

node *sx_spill_get(sx_compress *compress, FILE *file)
{
    uint32_t what = (uint32_t)get_number(file), n = (uint32_t)get_number(file);
    if (!is_right(file))
        return NULL;
    bool loop = what & 1;
    node *x =
        loop ? sx_compress_loop_node(compress) : sx_compress_event_node(compress, n);
    if (!x)
        return NULL;
    x->structure = what & 1;
    x->n = n;
    if (loop ? get_loop(compress, file, x) : get_event(compress, file, x, what >> 1))
        return x;
    sx_compress_release(compress, x);
    return NULL;
}
