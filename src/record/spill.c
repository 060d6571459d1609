#include "record/spill.h"

#include "record/compress_node.h"
#include "record/spill_node.h"
#include "record/spill_number.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Where all there is to find may not go into the file, every 2^this-th look is enough. */
enum { MOST_IN_VAIN = 8 };

void sx_spill_finish(sx_spill *spill)
{
    if (spill->nodes)
        fclose(spill->nodes);
    if (spill->values)
        fclose(spill->values);
    free(spill->path);
    memset(spill, 0, sizeof *spill);
}

/* What a malloc of so many bytes takes, roughly. */
static size_t heap(size_t bytes)
{
    return bytes ? bytes + 16 : 0;
}

/* O(1): a series that grows is weighed again and again. */
static size_t series_bytes(const sx_series *series)
{
    return heap(series->capacity * sizeof *series->run) +
           series->inner * sizeof *series->run +
           (series->fold ? heap(sizeof *series->fold) + sx_fold_bytes(series->fold) : 0);
}

static size_t node_bytes(const node *x)
{
    size_t bytes = heap(sizeof *x);
    if (!is_loop(x) && x->n > NODE_VALUES)
        bytes += (x->n - NODE_VALUES) * sizeof x->first_value;
    if (is_loop(x)) {
        bytes += series_bytes(&x->trips) + heap(x->body ? x->n * sizeof(node *) : 0);
        for (uint32_t i = 0; x->body && i < x->n; i++)
            bytes += node_bytes(x->body[i]);
        return bytes;
    }
    if (x->hits) /* and as much again while they are sorted */
        bytes += 2 * heap(sizeof *x->hits +
                          (size_t)x->hits->capacity * sizeof x->hits->hit[0]);
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

void sx_spill_rewind(sx_spill *spill)
{
    if (spill->nodes)
        rewind(spill->nodes);
}

struct node *sx_spill_next(sx_compress *compress)
{
    return sx_spill_get(compress, compress->spill.nodes);
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

/* Where the files cannot be made, or take no more, what was to be put into them stays, and there is no limit from
 * then on. What was written before can still be read. */
static void give_up(sx_spill *spill)
{
    spill->limit = 0;
    if (spill->lost)
        spill->lost(spill->context, errno);
    for (int i = 0; i < 2; i++) {
        FILE *file = i ? spill->values : spill->nodes;
        if (file)
            sx_spill_purge(file);
    }
}

static bool spill_nodes(sx_compress *compress, uint32_t n)
{
    sx_spill *spill = &compress->spill;
    for (uint32_t i = 0; i < n; i++)
        sx_spill_put(compress, spill->nodes, compress->stack[i]);
    if (ferror(spill->nodes) || fflush(spill->nodes) != 0) {
        give_up(spill);
        return true;
    }
    for (uint32_t i = 0; i < n; i++)
        sx_compress_release(compress, compress->stack[i]);
    spill->n += n;
    return lower(compress, n);
}

/* Lists in memory may take half of the limit. */
static void spill_lists(sx_compress *compress)
{
    sx_spill *spill = &compress->spill;
    if (sx_lists_bytes(&compress->lists) <= spill->limit / 2)
        return;
    if (sx_lists_put(&compress->lists, spill->values))
        spill->parts++;
    else
        give_up(spill);
}

/* Puts the oldest runs of a series into the file, so that `kept` stay, those in bodies counted; as many at least. */
static bool spill_runs(sx_spill *spill, sx_series *series, uint32_t kept)
{
    uint32_t from = 0, to = series->n;
    uint64_t stay = 0, place;
    if (!spill->limit || series->n + series->inner < 2 * (uint64_t)kept)
        return true;
    while (from < to && sx_series_is_stored(&series->run[from]))
        from++;
    if (to - from + series->inner < 2 * (uint64_t)kept)
        return true;
    while (to > from && (stay += sx_series_weight(&series->run[to - 1])) <= kept)
        to--;
    if (!sx_spill_put_runs(spill->values, series->run + from, to - from, &place)) {
        give_up(spill);
        return true;
    }
    spill->parts++;
    return sx_series_cut(series, from, to, place);
}

/* Puts the hits of an event into the file, if there are so many different ones. */
static bool spill_hits(sx_spill *spill, sx_hits **hits, uint32_t kept)
{
    uint64_t place;
    if (!spill->limit || !*hits || (*hits)->n < kept || !sx_hits_sort(hits) ||
        (*hits)->n < kept)
        return true;
    if (!sx_spill_put_hits(spill->values, *hits, &place)) {
        give_up(spill);
        return true;
    }
    spill->parts++;
    return sx_hits_cut(hits, place);
}

static bool spill_series(sx_spill *spill, node *x, uint32_t kept)
{
    bool done = !is_loop(x) || spill_runs(spill, &x->trips, kept);
    for (uint32_t i = 0; done && is_loop(x) && x->body && i < x->n; i++)
        done = spill_series(spill, x->body[i], kept);
    for (uint32_t i = 0; done && !is_loop(x) && x->history && i < x->n; i++)
        done = spill_runs(spill, &x->history->series[i], kept);
    return done && (is_loop(x) || spill_hits(spill, &x->hits, kept));
}

static FILE *make_file(const char *path)
{
    FILE *file = fopen(path, "w+xe");
    if (file)
        unlink(path);
    return file;
}

static bool make_files(sx_spill *spill)
{
    if (!spill->nodes)
        spill->nodes = make_file(spill->path);
    if (spill->nodes && !spill->values)
        spill->values = make_file(spill->path);
    if (!spill->values)
        give_up(spill);
    return spill->values;
}

static size_t all_bytes(sx_compress *compress)
{
    size_t each = sizeof(node *) + sizeof(progress);
    return weigh(compress) + sx_fold_bytes(&compress->fold) + compress->capacity * each +
           sx_lists_bytes(&compress->lists) + sx_compress_names_bytes(compress) +
           (compress->beside ? *compress->beside : 0);
}

/* Nodes that have half of the memory, but none of the newest, which are kept. */
static bool spill_oldest(sx_compress *compress, size_t bytes)
{
    uint32_t n = 0, kept = compress->spill.kept;
    uint32_t most = compress->n > kept ? compress->n - kept : 0;
    while (n < most && compress->progress[n].below < bytes / 2)
        n++;
    return n == 0 || spill_nodes(compress, n);
}

/* Names may take a quarter of the limit before those that only the file has are forgotten. */
static bool forget_names(sx_compress *compress)
{
    return sx_compress_names_bytes(compress) <= compress->spill.limit / 4 ||
           sx_compress_forget_names(compress);
}

/* The oldest runs of all series that have many, and of those that have fewer if that is not enough. */
static bool spill_values(sx_compress *compress)
{
    sx_spill *spill = &compress->spill;
    bool done = true;
    for (uint32_t kept = spill->kept; done && spill->limit && kept >= SX_SPILL_LEAST &&
                                      all_bytes(compress) > spill->limit;
         kept /= 4) {
        for (uint32_t i = 0; done && i < compress->n; i++)
            done = spill_series(spill, compress->stack[i], kept);
        spill->weighed = 0;
    }
    return done;
}

static bool spill(sx_compress *compress)
{
    sx_spill *to = &compress->spill;
    spill_lists(compress);
    size_t bytes = all_bytes(compress);
    if (bytes > to->limit && to->limit)
        if (!spill_oldest(compress, bytes - sx_compress_names_bytes(compress)) ||
            !forget_names(compress) || !spill_values(compress))
            return false;
    if (all_bytes(compress) <= to->limit)
        to->in_vain = 0;
    else if (to->in_vain < MOST_IN_VAIN)
        to->in_vain++;
    return true;
}

bool sx_spill_look(sx_compress *compress)
{
    sx_spill *to = &compress->spill;
    bool done = all_bytes(compress) <= to->limit || !make_files(to) || spill(compress);
    to->due = to->limit ? compress->bodies.now + ((uint64_t)to->kept << to->in_vain)
                        : UINT64_MAX;
    return done;
}
