#include "record/scatter.h"

#include "base/checked.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of squares, more than numbers are rounded by. */
static const double ROUNDING = 1e-9;

void sx_scatter_finish(sx_scatter *scatter)
{
    free(scatter->place);
    free(scatter->slot);
    memset(scatter, 0, sizeof *scatter);
}

static uint32_t slot_of(const sx_scatter *scatter, uint32_t site, uint32_t after)
{
    return (uint32_t)sx_hash_mix((uint64_t)after << 32 | site) & (scatter->nslots - 1);
}

static bool grow(sx_scatter *scatter)
{
    uint32_t nslots = scatter->nslots ? 2 * scatter->nslots : 64;
    uint32_t *slot = calloc(nslots, sizeof *slot);
    sx_scatter_place *place = realloc(scatter->place, nslots / 2 * sizeof *place);
    if (place)
        scatter->place = place;
    if (!slot || !place) {
        free(slot);
        return false;
    }
    free(scatter->slot);
    scatter->slot = slot;
    scatter->nslots = nslots;
    for (uint32_t i = 0; i < scatter->n; i++) {
        uint32_t at = slot_of(scatter, place[i].site, place[i].after);
        while (slot[at])
            at = (at + 1) & (nslots - 1);
        slot[at] = i + 1;
    }
    return true;
}

/* NULL in *ret_place: there are too many. */
static bool find(sx_scatter *scatter, uint32_t site, uint32_t after,
                 sx_scatter_place **ret_place)
{
    if (2 * scatter->n >= scatter->nslots && !grow(scatter))
        return false;
    uint32_t at = slot_of(scatter, site, after), i;
    for (; (i = scatter->slot[at]) > 0; at = (at + 1) & (scatter->nslots - 1))
        if (scatter->place[i - 1].site == site && scatter->place[i - 1].after == after)
            break;
    if (!i && scatter->n < SX_SCATTER_PLACES) {
        scatter->place[scatter->n] = (sx_scatter_place) { .site = site, .after = after };
        scatter->slot[at] = i = ++scatter->n;
    }
    *ret_place = i ? &scatter->place[i - 1] : NULL;
    return true;
}

bool sx_scatter_add(sx_scatter *scatter, uint64_t call, uint32_t site, uint32_t after,
                    uint64_t ns)
{
    sx_scatter_place *place =
        scatter->n > 0 ? &scatter->place[scatter->place[scatter->last].next] : NULL;
    if (!place || place->site != site || place->after != after) {
        if (!find(scatter, site, after, &place))
            return false;
        if (!place)
            return true;
        scatter->place[scatter->last].next = (uint32_t)(place - scatter->place);
    }
    scatter->last = (uint32_t)(place - scatter->place);
    const double off = (double)(int64_t)ns - place->mean,
                 part = 1 / fmax(1, (double)place->n);
    if ((place->n & (place->n - 1)) == 0)
        place->kind = sx_hash_add(place->kind, call);
    if (place->n > 1) {
        const double value = sqrt(1 - part) * off;
        place->part[place->n % SX_SCATTER_PARTS] +=
            sx_hash_mix(place->n) & 1 ? value : -value;
    }
    if (place->n++ > 0)
        place->mean += part * off;
    return true;
}

static double square_of(const double part[SX_SCATTER_PARTS])
{
    double square = 0;
    for (int k = 0; k < SX_SCATTER_PARTS; k++)
        square += part[k] * part[k];
    return square;
}

static uint64_t hash_of(const sx_trace *trace, const uint32_t *index, uint32_t site)
{
    const sx_site *of = &trace->site[index ? index[site] : site];
    uint64_t h = of->n;
    for (uint32_t i = 0; i < of->n; i++) {
        h = sx_hash_add(h, sx_hash_text(trace->module[of->frame[i].module]));
        h = sx_hash_add(h, of->frame[i].offset);
    }
    return h;
}

void sx_scatter_sums_finish(sx_scatter_sums *sums)
{
    free(sums->of);
    *sums = (sx_scatter_sums) { .n = 0 };
}

static int by_key(const void *a, const void *b)
{
    const sx_scatter_sum *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

/* Of b, which is of the same place. */
static void add(sx_scatter_sum *a, const sx_scatter_sum *b)
{
    for (int k = 0; k < SX_SCATTER_PARTS; k++)
        a->part[k] += b->part[k];
    a->length += b->length;
    a->square += b->square;
}

/* Places of one rank that have become one, as call sites may, are one. */
static void unite(sx_scatter_sums *sums)
{
    size_t n = 0;
    for (size_t i = 0; i < sums->n; i++)
        if (n > 0 && sums->of[n - 1].key == sums->of[i].key)
            add(&sums->of[n - 1], &sums->of[i]);
        else
            sums->of[n++] = sums->of[i];
    sums->n = n;
    for (size_t i = 0; i < n; i++) {
        sums->of[i].square = square_of(sums->of[i].part);
        sums->of[i].length = sqrt(sums->of[i].square);
    }
}

bool sx_scatter_sums_of(const sx_scatter *scatter, const sx_trace *trace,
                        const uint32_t *index, sx_scatter_sums *ret_sums)
{
    sx_scatter_sums sums = { .of = calloc(scatter->n + 1, sizeof *sums.of) };
    if (!sums.of)
        return false;
    for (uint32_t i = 0; i < scatter->n; i++) {
        const sx_scatter_place *place = &scatter->place[i];
        if (square_of(place->part) == 0)
            continue;
        sx_scatter_sum *own = &sums.of[sums.n++];
        own->key = sx_hash_add(hash_of(trace, index, place->site),
                               hash_of(trace, index, place->after));
        own->key = sx_hash_add(own->key, place->kind);
        memcpy(own->part, place->part, sizeof own->part);
    }
    qsort(sums.of, sums.n, sizeof *sums.of, by_key);
    unite(&sums);
    *ret_sums = sums;
    return true;
}

bool sx_scatter_sums_add(sx_scatter_sums *sums, const void *bytes, size_t size)
{
    const size_t n = size / sizeof *sums->of;
    sx_scatter_sums both = { .of = calloc(sums->n + n + 1, sizeof *both.of) };
    if (!both.of)
        return false;
    for (size_t i = 0, k = 0; i < sums->n || k < n;) {
        sx_scatter_sum other;
        if (k < n)
            memcpy(&other, (const char *)bytes + k * sizeof other, sizeof other);
        const bool is_other = i == sums->n || (k < n && other.key < sums->of[i].key);
        const sx_scatter_sum *next = is_other ? &other : &sums->of[i];
        if (both.n > 0 && both.of[both.n - 1].key == next->key)
            add(&both.of[both.n - 1], next);
        else
            both.of[both.n++] = *next;
        i += !is_other;
        k += is_other;
    }
    sx_scatter_sums_finish(sums);
    both.n = both.n < SX_SCATTER_SUMS ? both.n : SX_SCATTER_SUMS;
    *sums = both;
    return true;
}

double sx_scatter_own(const sx_scatter_sums *sums)
{
    double shared = 0, most = 0, squares = 0;
    for (size_t i = 0; i < sums->n; i++) {
        const sx_scatter_sum *of = &sums->of[i];
        shared += square_of(of->part) - of->square; /* products of any two ranks */
        most += of->length * of->length - of->square;
        squares += of->square;
    }
    return most > ROUNDING * squares ? 1 - fmin(fmax(shared / most, 0), 1) : -1;
}
