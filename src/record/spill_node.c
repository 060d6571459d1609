#include "record/spill_node.h"

#include "record/compress_node.h"

#include <stdlib.h>
#include <string.h>

static void put(FILE *file, uint64_t number)
{
    for (; number >= 0x80; number >>= 7)
        putc_unlocked((int)(number & 0x7f) | 0x80, file);
    putc_unlocked((int)number, file);
}

static void put_signed(FILE *file, int64_t number)
{
    put(file, (uint64_t)number << 1 ^ (uint64_t)(number >> 63));
}

static void put_double(FILE *file, double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    put(file, bits);
}

/* What is read after the end, or after an error, is 0. */
static uint64_t get(FILE *file)
{
    uint64_t number = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        int byte = getc_unlocked(file);
        if (byte == EOF)
            return 0;
        number |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return number;
    }
    return number;
}

static int64_t get_signed(FILE *file)
{
    uint64_t number = get(file);
    return (int64_t)(number >> 1 ^ (0 - (number & 1)));
}

static double get_double(FILE *file)
{
    uint64_t bits = get(file);
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static bool is_right(FILE *file)
{
    return !feof(file) && !ferror(file);
}

static void put_runs(FILE *file, const sx_series_run *run, uint32_t n)
{
    put(file, n);
    for (uint32_t i = 0; i < n; i++) {
        put(file, run[i].body ? 0 : run[i].count);
        if (run[i].body) {
            put(file, run[i].count);
            put(file, run[i].body->stored);
            put_runs(file, run[i].body->run, run[i].body->n);
            continue;
        }
        put_signed(file, run[i].first);
        if (run[i].count > 1)
            put_signed(file, run[i].stride);
    }
}

/* Runs that are not there yet have no body. */
static bool get_runs(FILE *file, sx_series_run **ret_run, uint32_t *ret_n)
{
    uint32_t n = (uint32_t)get(file);
    sx_series_run *run = is_right(file) ? calloc(n ? n : 1, sizeof *run) : NULL;
    *ret_run = run;
    *ret_n = run ? n : 0;
    bool done = run;
    for (uint32_t i = 0; done && i < n; i++) {
        run[i].count = get(file);
        if (run[i].count) {
            run[i].first = get_signed(file);
            run[i].stride = run[i].count > 1 ? get_signed(file) : 0;
        } else {
            run[i].count = get(file);
            run[i].body = calloc(1, sizeof *run[i].body);
            if (run[i].body)
                run[i].body->stored = get(file);
            done = run[i].body && get_runs(file, &run[i].body->run, &run[i].body->n);
        }
    }
    return done && is_right(file);
}

static void put_series(FILE *file, const sx_series *series)
{
    put(file, series->length);
    put_runs(file, series->run, series->n);
}

static bool get_series(FILE *file, sx_series *series)
{
    series->length = get(file);
    bool done = get_runs(file, &series->run, &series->n);
    series->capacity = series->n;
    return done;
}

static void put_tally(FILE *file, const sx_tally *tally)
{
    put(file, tally->n);
    if (!tally->n)
        return;
    put(file, tally->min);
    put(file, tally->max);
    put_double(file, tally->pivot);
    put_double(file, tally->sum);
    put_double(file, tally->squares);
    put(file, tally->low);
    put(file, tally->nbins);
    for (uint32_t i = 0; i < tally->nbins; i++)
        put(file, tally->bin[i]);
}

static bool get_tally(FILE *file, sx_tally *tally, uint32_t steps)
{
    *tally = (sx_tally) { .steps = steps, .n = get(file) };
    if (!tally->n)
        return is_right(file);
    tally->min = get(file);
    tally->max = get(file);
    tally->pivot = get_double(file);
    tally->sum = get_double(file);
    tally->squares = get_double(file);
    tally->low = (uint32_t)get(file);
    uint32_t n = (uint32_t)get(file);
    tally->bin = is_right(file) ? calloc(n ? n : 1, sizeof *tally->bin) : NULL;
    while (tally->bin && tally->nbins < n)
        tally->bin[tally->nbins++] = get(file);
    return tally->bin && is_right(file);
}

static void put_delay(FILE *file, const sx_delay *delay)
{
    put(file, delay->after);
    put(file, delay->untimed);
    put(file, delay->comp_ns);
    put(file, delay->comm_ns);
}

static sx_delay get_delay(FILE *file)
{
    sx_delay delay = { .after = (uint32_t)get(file) };
    delay.untimed = get(file);
    delay.comp_ns = get(file);
    delay.comm_ns = get(file);
    return delay;
}

static void put_timing(FILE *file, const sx_timing *timing)
{
    put(file, timing->begun);
    if (!timing->begun)
        return;
    put_delay(file, &timing->first);
    put_tally(file, &timing->comm);
    put(file, timing->npairs);
    for (uint32_t i = 0; i < timing->npairs; i++) {
        put(file, timing->pair[i].after);
        put_tally(file, &timing->pair[i].comp);
    }
}

static bool get_timing(FILE *file, sx_timing *timing)
{
    timing->begun = get(file);
    if (!timing->begun)
        return is_right(file);
    timing->first = get_delay(file);
    if (!get_tally(file, &timing->comm, timing->steps))
        return false;
    uint32_t n = (uint32_t)get(file);
    timing->pair = is_right(file) ? calloc(n ? n : 1, sizeof *timing->pair) : NULL;
    bool done = timing->pair;
    while (done && timing->npairs < n) {
        sx_timing_pair *pair = &timing->pair[timing->npairs++];
        pair->after = (uint32_t)get(file);
        done = get_tally(file, &pair->comp, timing->steps);
    }
    return done && is_right(file);
}

static void put_hits(FILE *file, const sx_hits *hits)
{
    uint32_t n = hits ? hits->n : 0;
    put(file, n);
    for (uint32_t i = 0; i < n; i++) {
        put(file, hits->hit[i].kind);
        put_signed(file, hits->hit[i].value);
        put(file, hits->hit[i].count);
    }
}

static bool get_hits(FILE *file, sx_hits **hits)
{
    uint32_t n = (uint32_t)get(file);
    bool done = is_right(file);
    for (uint32_t i = 0; done && i < n; i++) {
        sx_hit hit = { .kind = (sx_multiset_kind)get(file) };
        hit.value = get_signed(file);
        hit.count = get(file);
        done = is_right(file) && sx_hits_add(hits, &hit);
    }
    return done;
}

static void put_event(FILE *file, const node *x)
{
    put(file, x->executions << 1 | (x->history != NULL));
    put_hits(file, x->hits);
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

static bool get_event(const sx_compress *compress, FILE *file, node *x)
{
    uint64_t executions = get(file);
    x->executions = executions >> 1;
    x->history = NULL;
    x->hits = NULL;
    if (!get_hits(file, &x->hits))
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

static void put_loop(FILE *file, const node *x)
{
    put_signed(file, x->open);
    put_series(file, &x->trips);
    put(file, x->body != NULL);
    for (uint32_t i = 0; x->body && i < x->n; i++)
        sx_spill_put(file, x->body[i]);
}

static bool get_loop(sx_compress *compress, FILE *file, node *x)
{
    uint32_t n = x->n;
    *x = (node) { .structure = x->structure, .open = get_signed(file) };
    if (!get_series(file, &x->trips))
        return false;
    if (get(file)) {
        x->body = calloc(n, sizeof(node *));
        while (x->body && x->n < n && (x->body[x->n] = sx_spill_get(compress, file)))
            x->n++;
        return x->n == n;
    }
    x->n = n;
    return is_right(file);
}

/* What begins with a 0 is no node, but runs of a series. */
bool sx_spill_put_runs(FILE *file, const sx_series_run *run, uint32_t n,
                       uint64_t *ret_place)
{
    put(file, 0);
    off_t place = ftello(file);
    put_runs(file, run, n);
    *ret_place = (uint64_t)place;
    return place > 0 && !ferror(file);
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
    bool done = fseeko(file, (off_t)place, SEEK_SET) == 0 &&
                get_runs(file, &stored.run, &stored.n) && append_runs(file, to, &stored);
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
    off_t was = ftello(file);
    bool done =
        was >= 0 && append_runs(file, &whole, series) && fseeko(file, was, SEEK_SET) == 0;
    sx_series_finish(series);
    *series = whole;
    return done;
}

void sx_spill_put(FILE *file, const node *x)
{
    put(file, (uint64_t)x->structure + 1);
    put(file, x->n);
    if (is_loop(x))
        put_loop(file, x);
    else
        put_event(file, x);
}

static bool skip_runs(FILE *file)
{
    sx_series passed = { 0 };
    bool done = get_runs(file, &passed.run, &passed.n);
    sx_series_finish(&passed);
    return done;
}

node *sx_spill_get(sx_compress *compress, FILE *file)
{
    uint64_t begin;
    while ((begin = get(file)) == 0)
        if (!is_right(file) || !skip_runs(file))
            return NULL;
    uint32_t structure = (uint32_t)(begin - 1), n = (uint32_t)get(file);
    if (!is_right(file))
        return NULL;
    bool loop = structure & 1;
    node *x =
        loop ? sx_compress_loop_node(compress) : sx_compress_event_node(compress, n);
    if (!x)
        return NULL;
    x->structure = structure;
    x->n = n;
    if (loop ? get_loop(compress, file, x) : get_event(compress, file, x))
        return x;
    sx_compress_release(compress, x);
    return NULL;
}
