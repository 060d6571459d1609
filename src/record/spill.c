#include "record/spill.h"

#include "record/compress_node.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void sx_spill_finish(sx_spill *spill)
{
    if (spill->file)
        fclose(spill->file);
    free(spill->path);
    memset(spill, 0, sizeof *spill);
}

/* What a malloc of so many bytes takes, roughly. */
static size_t heap(size_t bytes)
{
    return bytes ? bytes + 16 : 0;
}

/* Without the bodies of runs, so that it is O(1): a series that grows is weighed again and again. */
static size_t series_bytes(const sx_series *series)
{
    return heap(series->capacity * sizeof *series->run) +
           (series->fold ? heap(sizeof *series->fold) + sx_fold_bytes(series->fold) : 0);
}

static size_t node_bytes(const node *x)
{
    size_t bytes = heap(sizeof *x);
    if (is_loop(x)) {
        bytes += series_bytes(&x->trips) + heap(x->body ? x->n * sizeof(node *) : 0);
        for (uint32_t i = 0; x->body && i < x->n; i++)
            bytes += node_bytes(x->body[i]);
        return bytes;
    }
    if (x->hits)
        bytes += heap(sizeof *x->hits + x->hits->capacity * sizeof x->hits->hit[0]);
    if (!x->history)
        return bytes;
    const sx_timing *timing = &x->history->timing;
    bytes += heap(sizeof *x->history + x->n * sizeof(sx_series));
    for (uint32_t i = 0; i < x->n; i++)
        bytes += series_bytes(&x->history->series[i]);
    bytes += heap(timing->comm.nbins * sizeof(uint64_t));
    for (uint32_t i = 0; i < timing->npairs; i++)
        bytes += heap(timing->pair[i].comp.nbins * sizeof(uint64_t)) +
                 2 * sizeof(sx_timing_pair);
    return bytes;
}

/* The bytes of the stack's nodes. Only the newest of those that were there all the time may have changed. */
static size_t weigh(sx_compress *compress)
{
    uint32_t from = compress->spill.weighed;
    if (from > compress->n)
        from = compress->n;
    size_t below = from ? compress->progress[--from].below : 0;
    for (uint32_t i = from; i < compress->n; i++) {
        compress->progress[i].below = below;
        below += node_bytes(compress->stack[i]);
    }
    compress->spill.weighed = compress->n;
    return below;
}

static bool put(FILE *file, const void *from, size_t size, size_t n)
{
    return n == 0 || fwrite(from, size, n, file) == n;
}

static bool get(FILE *file, void *to, size_t size, size_t n)
{
    return n == 0 || fread(to, size, n, file) == n;
}

/* New memory for what is next in the file; NULL as well when there is no more. */
static void *get_new(FILE *file, size_t size, size_t n)
{
    void *to = calloc(n ? n : 1, size);
    if (to && get(file, to, size, n))
        return to;
    free(to);
    return NULL;
}

static bool put_runs(FILE *file, const sx_series_run *run, uint32_t n)
{
    bool done = put(file, run, sizeof *run, n);
    for (uint32_t i = 0; done && i < n; i++)
        done = !run[i].body || (put(file, run[i].body, sizeof *run[i].body, 1) &&
                                put_runs(file, run[i].body->run, run[i].body->n));
    return done;
}

/* Runs that are not there yet have no body. */
static sx_series_run *get_runs(FILE *file, uint32_t n, bool *done)
{
    sx_series_run *run = get_new(file, sizeof *run, n);
    *done = *done && run;
    for (uint32_t i = 0; run && i < n; i++) {
        if (!run[i].body)
            continue;
        run[i].body = *done ? get_new(file, sizeof *run[i].body, 1) : NULL;
        *done = *done && run[i].body;
        if (run[i].body)
            run[i].body->run = get_runs(file, run[i].body->n, done);
        if (run[i].body && !run[i].body->run)
            run[i].body->n = 0;
    }
    return run;
}

static bool put_series(FILE *file, const sx_series *series)
{
    return put(file, series, sizeof *series, 1) && put_runs(file, series->run, series->n);
}

static bool get_series(FILE *file, sx_series *series)
{
    bool done = get(file, series, sizeof *series, 1);
    uint32_t n = done ? series->n : 0;
    series->fold = NULL;
    series->run = done && n ? get_runs(file, n, &done) : NULL;
    series->n = series->capacity = series->run ? n : 0;
    return done;
}

static bool get_tally(FILE *file, sx_tally *tally)
{
    tally->bin = tally->nbins ? get_new(file, sizeof *tally->bin, tally->nbins) : NULL;
    return tally->bin || !tally->nbins;
}

static bool put_timing(FILE *file, const sx_timing *timing)
{
    bool done = put(file, timing, sizeof *timing, 1) &&
                put(file, timing->comm.bin, sizeof(uint64_t), timing->comm.nbins) &&
                put(file, timing->pair, sizeof *timing->pair, timing->npairs);
    for (uint32_t i = 0; done && i < timing->npairs; i++)
        done = put(file, timing->pair[i].comp.bin, sizeof(uint64_t),
                   timing->pair[i].comp.nbins);
    return done;
}

static bool get_timing(FILE *file, sx_timing *timing)
{
    sx_timing there;
    if (!get(file, &there, sizeof there, 1))
        return false;
    *timing = there;
    timing->npairs = 0;
    timing->pair = NULL;
    bool done = get_tally(file, &timing->comm);
    if (done && there.npairs)
        timing->pair = get_new(file, sizeof *timing->pair, there.npairs);
    while (done && timing->pair && timing->npairs < there.npairs)
        done = get_tally(file, &timing->pair[timing->npairs++].comp);
    return done && timing->npairs == there.npairs;
}

static bool put_event(FILE *file, const node *x)
{
    if (x->hits && !(put(file, &x->hits->n, sizeof x->hits->n, 1) &&
                     put(file, x->hits->hit, sizeof x->hits->hit[0], x->hits->n)))
        return false;
    bool done = !x->history || put_timing(file, &x->history->timing);
    for (uint32_t i = 0; done && x->history && i < x->n; i++)
        done = put_series(file, &x->history->series[i]);
    return done;
}

static bool get_hits(FILE *file, node *x)
{
    uint32_t n;
    bool done = get(file, &n, sizeof n, 1);
    for (uint32_t i = 0; done && i < n; i++) {
        sx_hit hit;
        done = get(file, &hit, sizeof hit, 1) && sx_hits_add(&x->hits, &hit);
    }
    return done;
}

static bool get_event(const sx_compress *compress, FILE *file, node *x, bool hits,
                      bool past)
{
    if (hits && !get_hits(file, x))
        return false;
    if (!past)
        return true;
    bool done =
        sx_compress_new_history(compress, x) && get_timing(file, &x->history->timing);
    for (uint32_t i = 0; done && i < x->n; i++)
        done = get_series(file, &x->history->series[i]);
    return done;
}

/* Of an event the values it does not have are left out. */
static size_t node_size(const node *x)
{
    return is_loop(x) ? offsetof(node, key)
                      : offsetof(node, value) + x->n * sizeof x->value[0];
}

static bool put_node(FILE *file, const node *x)
{
    if (!put(file, &x->structure, sizeof x->structure, 1) ||
        !put(file, &x->n, sizeof x->n, 1) || !put(file, x, node_size(x), 1))
        return false;
    if (!is_loop(x))
        return put_event(file, x);
    bool done = put_series(file, &x->trips);
    for (uint32_t i = 0; done && x->body && i < x->n; i++)
        done = put_node(file, x->body[i]);
    return done;
}

static node *get_node(sx_compress *compress, FILE *file);

static bool get_loop(sx_compress *compress, FILE *file, node *x)
{
    bool body = x->body;
    uint32_t n = x->n;
    x->body = NULL;
    x->n = 0;
    memset(&x->trips, 0, sizeof x->trips);
    if (!get_series(file, &x->trips))
        return false;
    if (body && !(x->body = calloc(n, sizeof(node *))))
        return false;
    while (body && x->n < n) {
        if (!(x->body[x->n] = get_node(compress, file)))
            return false;
        x->n++;
    }
    x->n = n;
    return true;
}

static node *get_node(sx_compress *compress, FILE *file)
{
    node *x = sx_compress_node(compress);
    if (!x)
        return NULL;
    if (!get(file, &x->structure, sizeof x->structure, 1) ||
        !get(file, &x->n, sizeof x->n, 1) || !get(file, x, node_size(x), 1)) {
        free(x);
        return NULL;
    }
    bool done, hits = !is_loop(x) && x->hits, past = !is_loop(x) && x->history;
    if (!is_loop(x)) {
        x->hits = NULL;
        x->history = NULL;
    }
    done = is_loop(x) ? get_loop(compress, file, x)
                      : get_event(compress, file, x, hits, past);
    if (done)
        return x;
    sx_compress_release(compress, x);
    return NULL;
}

void sx_spill_rewind(sx_spill *spill)
{
    if (spill->file)
        rewind(spill->file);
}

struct node *sx_spill_next(sx_compress *compress)
{
    return get_node(compress, compress->spill.file);
}

/* What was below is no more: the positions change, and the fold index with them. */
static bool lower(sx_compress *compress, uint32_t by)
{
    uint32_t n = compress->n - by, low = compress->fold.low;
    node **stack = compress->stack + by;
    const progress *was = compress->progress + by;
    sx_fold_finish(&compress->fold);
    compress->n = 0;
    for (uint32_t i = 0; i < n; i++) {
        progress at = was[i];
        at.alive = at.alive && at.position >= by;
        at.position -= at.alive ? by : 0;
        if (!sx_compress_push(compress, stack[i], at)) {
            memmove(compress->stack + i, stack + i, (n - i) * sizeof *stack);
            compress->n = n;
            return false;
        }
    }
    compress->fold.low = low > by ? low - by : 0;
    compress->looked = compress->looked > by ? compress->looked - by : 0;
    compress->spill.weighed = 0;
    sx_predict_lower(compress->predict, by);
    return true;
}

/* Where the file takes no more, the nodes stay, and there is no limit from then on. */
static bool spill_nodes(sx_compress *compress, uint32_t n)
{
    sx_spill *spill = &compress->spill;
    off_t end = ftello(spill->file);
    bool done = end >= 0;
    for (uint32_t i = 0; i < n && done; i++)
        done = put_node(spill->file, compress->stack[i]);
    if (!done || fflush(spill->file) != 0) {
        spill->limit = 0;
        return end >= 0 && fseeko(spill->file, end, SEEK_SET) == 0;
    }
    for (uint32_t i = 0; i < n; i++)
        sx_compress_release(compress, compress->stack[i]);
    spill->n += n;
    return lower(compress, n);
}

/* Where it cannot be made, there is no limit. */
static bool make_file(sx_spill *spill)
{
    if (!spill->file && spill->path) {
        spill->file = fopen(spill->path, "w+xe");
        if (spill->file)
            unlink(spill->path);
    }
    if (!spill->file)
        spill->limit = 0;
    return spill->file;
}

bool sx_spill_look(sx_compress *compress)
{
    sx_spill *spill = &compress->spill;
    if (compress->fold.low < spill->weighed)
        spill->weighed = compress->fold.low;
    if (!spill->limit || ++spill->events < spill->kept)
        return true;
    spill->events = 0;
    size_t each = sizeof(node *) + sizeof(progress);
    size_t nodes = weigh(compress);
    size_t index = sx_fold_bytes(&compress->fold) + compress->capacity * each;
    if (nodes + index <= spill->limit || compress->n <= spill->kept)
        return true;
    uint32_t n = 0, most = compress->n - spill->kept;
    size_t share = (nodes + index) / 2;
    while (n < most && compress->progress[n].below < share)
        n++;
    return n == 0 || !make_file(spill) || spill_nodes(compress, n);
}
