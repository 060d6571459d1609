/* Sets of ranks that a text holds several times are given a name. Which ones is known at the end only, so the text is
 * first written without its sets, with a note of what belongs where. */
#include "io/text_writer.h"

#include "base/checked.h"

#include <inttypes.h>
#include <stdlib.h>

enum { NAMED_FROM = 10 }; /* characters: shorter ones stay where they are, for people */

typedef struct set {
    const sx_ranklist *list;
    uint64_t hash;
    size_t uses;
    int64_t name; /* -1: has none */
} set;

typedef struct place {
    size_t at; /* in the text without sets */
    size_t set;
} place;

struct sx_text_sets {
    set *set;
    size_t nsets, sets_capacity;
    place *place;
    size_t nplaces, places_capacity;
    size_t *slot; /* 1 + index of a set, by hash; 0: free */
    size_t nslots; /* a power of two */
};

sx_text_sets *sx_text_sets_create(void)
{
    sx_text_sets *sets = calloc(1, sizeof *sets);
    if (!sets)
        return NULL;
    sets->nslots = 64;
    sets->slot = calloc(sets->nslots, sizeof *sets->slot);
    if (!sets->slot) {
        free(sets);
        return NULL;
    }
    return sets;
}

void sx_text_sets_destroy(sx_text_sets *sets)
{
    if (!sets)
        return;
    free(sets->set);
    free(sets->place);
    free(sets->slot);
    free(sets);
}

/* Where the index of the list is, or belongs. */
static size_t *slot_of(sx_text_sets *sets, const sx_ranklist *list, uint64_t hash)
{
    size_t i = hash & (sets->nslots - 1);
    for (; sets->slot[i]; i = (i + 1) & (sets->nslots - 1)) {
        const set *s = &sets->set[sets->slot[i] - 1];
        if (s->hash == hash && sx_ranklist_equal(s->list, list))
            break;
    }
    return &sets->slot[i];
}

static bool more_slots(sx_text_sets *sets)
{
    if (sets->nsets < sets->nslots / 2)
        return true;
    size_t *bigger = calloc(2 * sets->nslots, sizeof *bigger);
    if (!bigger)
        return false;
    free(sets->slot);
    sets->slot = bigger;
    sets->nslots *= 2;
    for (size_t i = 0; i < sets->nsets; i++)
        *slot_of(sets, sets->set[i].list, sets->set[i].hash) = i + 1;
    return true;
}

static bool has_room(void **array, size_t n, size_t *capacity, size_t size)
{
    if (n < *capacity)
        return true;
    size_t more = *capacity ? 2 * *capacity : 64;
    void *bigger = realloc(*array, more * size);
    if (!bigger)
        return false;
    *array = bigger;
    *capacity = more;
    return true;
}

static bool note(sx_text_sets *sets, size_t at, const sx_ranklist *list)
{
    uint64_t hash = sx_ranklist_hash(list);
    if (!has_room((void **)&sets->set, sets->nsets, &sets->sets_capacity,
                  sizeof *sets->set) ||
        !has_room((void **)&sets->place, sets->nplaces, &sets->places_capacity,
                  sizeof *sets->place) ||
        !more_slots(sets))
        return false;
    size_t *slot = slot_of(sets, list, hash);
    if (!*slot) {
        sets->set[sets->nsets++] = (set) { .list = list, .hash = hash, .name = -1 };
        *slot = sets->nsets;
    }
    sets->set[*slot - 1].uses++;
    sets->place[sets->nplaces++] = (place) { at, *slot - 1 };
    return true;
}

void sx_text_put_ranklist(sx_text_writer *w, const sx_ranklist *list)
{
    if (!note(w->sets, w->out->size, list))
        w->out->status = SX_NOMEM;
}

static void put_terms(sx_buffer *out, const sx_ranklist *list)
{
    for (size_t i = 0; i < list->n; i++) {
        const sx_ranklist_term *term = &list->term[i];
        sx_buffer_puts(out, "<");
        sx_buffer_int(out, term->ndims);
        sx_buffer_puts(out, " ");
        sx_buffer_int(out, term->start);
        for (uint32_t d = 0; d < term->ndims; d++) {
            sx_buffer_puts(out, " ");
            sx_buffer_int(out, term->dim[d].iters);
            sx_buffer_puts(out, " ");
            sx_buffer_int(out, term->dim[d].stride);
        }
        sx_buffer_puts(out, ">");
    }
}

static size_t digits(int64_t number)
{
    size_t n = 1;
    for (; number >= 10; number /= 10)
        n++;
    return n;
}

/* The line of the set, if it is to be `name` and is shorter with one. */
static bool put_name(sx_buffer *out, const set *s, int64_t name)
{
    size_t begin = out->size, use = 1 + digits(name);
    sx_buffer_puts(out, "set ");
    sx_buffer_int(out, name);
    sx_buffer_puts(out, " ");
    size_t before = out->size;
    put_terms(out, s->list);
    size_t length = out->size - before;
    sx_buffer_puts(out, "\n");
    if (length >= NAMED_FROM && s->uses * (length - use) > out->size - begin)
        return true;
    out->size = begin;
    return false;
}

void sx_text_put_sets(sx_buffer *out, sx_text_sets *sets, const sx_buffer *text)
{
    int64_t names = 0;
    size_t at = 0;
    for (size_t i = 0; i < sets->nsets && !sx_buffer_status(out); i++)
        if (sets->set[i].uses > 1 && put_name(out, &sets->set[i], names))
            sets->set[i].name = names++;
    for (size_t i = 0; i < sets->nplaces && !sx_buffer_status(out); i++) {
        const place *here = &sets->place[i];
        const set *s = &sets->set[here->set];
        sx_buffer_append(out, text->data + at, here->at - at);
        at = here->at;
        if (s->name < 0) {
            put_terms(out, s->list);
            continue;
        }
        sx_buffer_puts(out, "s");
        sx_buffer_int(out, s->name);
    }
    if (text->size > at)
        sx_buffer_append(out, text->data + at, text->size - at);
}
