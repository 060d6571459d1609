#include "record/spill.h"

#include "record/compress_node.h"
#include "record/spill_node.h"

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
    if (!is_loop(x) && x->n > NODE_VALUES)
        bytes += (x->n - NODE_VALUES) * sizeof x->first_value;
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

void sx_spill_rewind(sx_spill *spill)
{
    if (spill->file)
        rewind(spill->file);
}

struct node *sx_spill_next(sx_compress *compress)
{
    return sx_spill_get(compress, compress->spill.file);
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
        sx_spill_put(spill->file, compress->stack[i]);
    if (!done || ferror(spill->file) || fflush(spill->file) != 0) {
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
