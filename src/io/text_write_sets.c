/* Sets of ranks, and laws of a formula trace with their evidence, that a text holds several times are given a name. Which ones
 * is known at the end only, so the text is first written without them, with a note of what belongs where. */
#include "io/text_writer.h"

#include "base/checked.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Characters: shorter ones stay where they are, for people; short laws too, unless that costs much in a long text. */
enum { NAMED_FROM = 10, LAW_FROM = 24, MUCH = 256, LONG = 1 << 15 };

/* A set of ranks, or the text of a law. */
typedef struct set {
    const sx_ranklist *list; /* NULL: a law */
    char *law;
    size_t length; /* of the law */
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
    for (size_t i = 0; i < sets->nsets; i++)
        free(sets->set[i].law);
    free(sets->set);
    free(sets->place);
    free(sets->slot);
    free(sets);
}

static bool is_same(const set *a, const set *b)
{
    if (a->hash != b->hash || !a->list != !b->list)
        return false;
    return a->list ? sx_ranklist_equal(a->list, b->list)
                   : a->length == b->length && memcmp(a->law, b->law, a->length) == 0;
}

/* Where the index of the set is, or belongs. */
static size_t *slot_of(sx_text_sets *sets, const set *of)
{
    size_t i = of->hash & (sets->nslots - 1);
    for (; sets->slot[i]; i = (i + 1) & (sets->nslots - 1))
        if (is_same(&sets->set[sets->slot[i] - 1], of))
            break;
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
        *slot_of(sets, &sets->set[i]) = i + 1;
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

/* What belongs at this place of the text; takes over the text of a law. */
static bool note(sx_text_sets *sets, size_t at, const set *new)
{
    if (!has_room((void **)&sets->set, sets->nsets, &sets->sets_capacity,
                  sizeof *sets->set) ||
        !has_room((void **)&sets->place, sets->nplaces, &sets->places_capacity,
                  sizeof *sets->place) ||
        !more_slots(sets)) {
        free(new->law);
        return false;
    }
    size_t *slot = slot_of(sets, new);
    if (!*slot) {
        sets->set[sets->nsets++] = *new;
        *slot = sets->nsets;
    } else {
        free(new->law);
    }
    sets->set[*slot - 1].uses++;
    sets->place[sets->nplaces++] = (place) { at, *slot - 1 };
    return true;
}

void sx_text_put_ranklist(sx_text_writer *w, const sx_ranklist *list)
{
    const set new = { .list = list, .hash = sx_ranklist_hash(list), .name = -1 };
    if (!note(w->sets, w->out->size, &new))
        w->out->status = SX_NOMEM;
}

void sx_text_put_law(sx_text_writer *w, const sx_expr *expr, const sx_evidence *evidence)
{
    sx_buffer text = SX_BUFFER_INIT, *out = w->out;
    w->out = w->trace->p ? out : &text;
    if (expr)
        sx_text_put_expr(w, expr);
    else
        sx_buffer_puts(w->out, "all");
    sx_text_put_evidence(w, evidence);
    w->out = out;
    if (w->trace->p)
        return;
    set new = { .length = text.size, .name = -1 };
    new.law = sx_buffer_status(&text) ? NULL : malloc(text.size);
    if (new.law) {
        memcpy(new.law, text.data, text.size);
        for (size_t i = 0; i < text.size; i++)
            new.hash = sx_hash_add(new.hash, (unsigned char)new.law[i]);
    }
    if (!new.law || !note(w->sets, out->size, &new))
        out->status = sx_buffer_status(&text) ? sx_buffer_status(&text) : SX_NOMEM;
    sx_buffer_finish(&text);
}

static void put_terms(sx_buffer *out, const set *s)
{
    const sx_ranklist *list = s->list;
    if (!list) {
        sx_buffer_append(out, s->law, s->length);
        return;
    }
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

/* The line of the set, if it is to be `name` and the text is shorter with one. */
static bool put_name(sx_buffer *out, const set *s, int64_t name, bool is_long_text)
{
    size_t begin = out->size, use = 1 + digits(name);
    sx_buffer_puts(out, s->list ? "set " : "law ");
    sx_buffer_int(out, name);
    sx_buffer_puts(out, " ");
    size_t before = out->size;
    put_terms(out, s);
    size_t length = out->size - before;
    sx_buffer_puts(out, "\n");
    const size_t saved = length > use ? s->uses * (length - use) : 0;
    const bool is_long = length >= (s->list ? NAMED_FROM : LAW_FROM);
    if ((is_long || (!s->list && is_long_text && saved > MUCH)) &&
        saved > out->size - begin)
        return true;
    out->size = begin;
    return false;
}

/* The table of sets, or of laws, of so many characters of text. */
static void put_names(sx_buffer *out, sx_text_sets *sets, bool laws, size_t size)
{
    int64_t names = 0;
    for (size_t i = 0; i < sets->nsets && !sx_buffer_status(out); i++) {
        set *s = &sets->set[i];
        if (!s->list == laws && s->uses > 1 && put_name(out, s, names, size > LONG))
            s->name = names++;
    }
}

void sx_text_put_sets(sx_buffer *out, sx_text_sets *sets, const sx_buffer *text)
{
    size_t at = 0;
    put_names(out, sets, false, text->size);
    put_names(out, sets, true, text->size);
    for (size_t i = 0; i < sets->nplaces && !sx_buffer_status(out); i++) {
        const place *here = &sets->place[i];
        const set *s = &sets->set[here->set];
        sx_buffer_append(out, text->data + at, here->at - at);
        at = here->at;
        if (s->name < 0) {
            put_terms(out, s);
            continue;
        }
        sx_buffer_puts(out, s->list ? "s" : "l");
        sx_buffer_int(out, s->name);
    }
    if (text->size > at)
        sx_buffer_append(out, text->data + at, text->size - at);
}
