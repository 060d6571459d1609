/* Lists, or loops, that have a slot for each of some things, null where that is not there, and else a number that counts those that come after it: the
 * requests of an array with a slot for each neighbour, posted where there is one. Who has a thing is a set of ranks, as that of who takes part in a
 * call. */
#include "law/column.h"
#include "law/directions.h"
#include "law/domain.h"
#include "law/law.h"

#include "base/checked.h"

enum { MOST_REQUESTS = 1 << 20 };

typedef struct holes {
    sx_arena *arena;
    sx_runs *runs;
    const sx_samples *samples;
    uint32_t
        counter; /* whose trips the slots are; ncounters: they are the elements of a list */
    const sx_expr *slot; /* the element, or the counter */
    size_t n; /* slots, alike in all lists */
    bool *in,
        *within; /* [n][ranks of all runs]: has it the thing of that slot; does it make such lists? */
    uint64_t
        after[SX_DIRECTIONS]; /* of a slot: those whose things come after it somewhere */
    int64_t place[SX_DIRECTIONS]; /* of a slot, in the order in which things come */
    const sx_expr *has[SX_DIRECTIONS]; /* of a slot: who has its thing */
} holes;

static const sx_sample *list_at(const holes *h, size_t i)
{
    return &h->samples->sample[i];
}

static int64_t slot_of(const holes *h, size_t i)
{
    const sx_sample *s = list_at(h, i);
    return h->counter < h->samples->ncounters ? s->counter[h->counter] : s->element;
}

/* Slots are the elements, or else the trips of the innermost loop in which something changes. False where there is none. */
static bool find_slots(holes *h)
{
    const sx_samples *samples = h->samples;
    if (!samples->lists && !samples->varying)
        return false;
    h->counter = samples->lists ? samples->ncounters : sx_samples_innermost(samples);
    h->slot = samples->lists ? sx_expr_var(h->arena, SX_VAR_ELEMENT, 0, 0)
                             : sx_expr_var(h->arena, SX_VAR_COUNTER, 0,
                                           samples->first_counter + h->counter);
    return true;
}

/* Are the samples lists of so many slots, some of them null, others none? */
static bool are_lists(holes *h)
{
    const sx_samples *samples = h->samples;
    bool some = false, null = false, whole = true;
    while (h->n < samples->n && slot_of(h, h->n) == (int64_t)h->n)
        h->n++;
    if (h->n < 2 || h->n > SX_DIRECTIONS || samples->n % h->n)
        return false;
    for (size_t i = 0; i < samples->n && whole; i++) {
        const sx_sample *s = list_at(h, i);
        whole = slot_of(h, i) == (int64_t)(i % h->n) &&
                (s->value == SX_NULL ||
                 (s->value >= -MOST_REQUESTS && s->value <= MOST_REQUESTS));
        null = null || s->value == SX_NULL;
        some = some || s->value != SX_NULL;
    }
    return whole && some && null;
}

/* Notes who has what, and what comes after what. False where that changes from list to list of a rank. */
static bool take_lists(holes *h)
{
    const size_t ranks = (size_t)h->runs->total;
    for (size_t i = 0; i < h->samples->n; i += h->n) {
        const sx_sample *list = list_at(h, i);
        const size_t rank = (size_t)list->rank;
        for (size_t a = 0; a < h->n; a++) {
            const bool has = list[a].value != SX_NULL;
            if (h->within[rank] && h->in[a * ranks + rank] != has)
                return false;
            h->in[a * ranks + rank] = has;
            for (size_t b = 0; has && b < h->n; b++)
                if (list[b].value != SX_NULL && list[b].value < list[a].value)
                    h->after[a] |= UINT64_C(1) << b;
        }
        h->within[rank] = true;
    }
    return true;
}

/* What comes after what follows from what comes after that. */
static void close_order(holes *h)
{
    for (size_t through = 0; through < h->n; through++)
        for (size_t a = 0; a < h->n; a++)
            if (h->after[a] >> through & 1)
                h->after[a] |= h->after[through];
}

static bool find_order(holes *h)
{
    uint8_t order[SX_DIRECTIONS];
    close_order(h);
    if (!sx_directions_order(h->after, h->n, order))
        return false;
    for (size_t k = 0; k < h->n; k++)
        h->place[order[k]] = (int64_t)k;
    return true;
}

/* Two things that no list has together come in any order: a doubt where a place has both. */
static void doubt_order(holes *h, sx_law *law)
{
    static const char reason[] = "no input shows in which order some of a list come that "
                                 "are there together: add an input";
    const sx_expr *both = NULL;
    for (size_t a = 0; a < h->n; a++)
        for (size_t b = a + 1; b < h->n; b++) {
            if (h->after[a] >> b & 1 || h->after[b] >> a & 1)
                continue;
            both = sx_doubt_either(
                h->arena, both, sx_expr_two(h->arena, SX_EXPR_AND, h->has[a], h->has[b]));
        }
    if (both)
        law->evidence = sx_evidence_join(h->arena, law->evidence,
                                         (sx_evidence) { SX_LABEL_PROVED, reason, both });
}

/* Slots do not tell what is beyond them, where trips, or lengths of lists, have a law. */
static void doubt_beyond(const holes *h, sx_law *law)
{
    static const char reason[] = "there are more slots than in any input";
    const bool lists = h->samples->lists;
    const sx_expr *many = lists ? h->samples->length : h->samples->trips;
    if (!many || (lists && many->op == SX_EXPR_INT))
        return;
    const sx_expr *n = sx_expr_int(h->arena, (int64_t)h->n);
    const sx_expr *beyond = lists ? sx_expr_two(h->arena, SX_EXPR_NE, many, n)
                                  : sx_expr_two(h->arena, SX_EXPR_GE, h->slot, n);
    law->evidence = sx_evidence_join(h->arena, law->evidence,
                                     (sx_evidence) { SX_LABEL_PROVED, reason, beyond });
}

/* Who has the thing of each slot; *ret_evidence is for all of them. */
static sx_status find_owners(holes *h, sx_evidence *ret_evidence, bool *ret_found,
                             sx_error *err)
{
    const size_t ranks = (size_t)h->runs->total;
    sx_evidence evidence = { .label = SX_LABEL_PROVED };
    for (size_t slot = 0; slot < h->n; slot++) {
        sx_law law = { 0 };
        sx_status st = sx_domain_find_law(h->arena, h->runs, h->in + slot * ranks,
                                          h->within, &law, err);
        if (st || !law.expr)
            return st;
        h->has[slot] = law.expr;
        evidence = sx_evidence_join(h->arena, evidence, law.evidence);
    }
    *ret_evidence = evidence;
    *ret_found = true;
    return SX_OK;
}

/* ---- what is not counted: those that come later than all of the list ---- */

/* What all numbers of a list are above those of a list with nothing after it: `each` for each thing that is there, and `fixed`. */
typedef struct above {
    int64_t each, fixed;
    size_t lengths; /* how many different numbers of things lists have */
} above;

static void count_list(const holes *h, const sx_sample *list, int64_t *ret_things,
                       int64_t *ret_least)
{
    *ret_things = 0;
    *ret_least = INT64_MAX;
    for (size_t a = 0; a < h->n; a++) {
        if (list[a].value == SX_NULL)
            continue;
        ++*ret_things;
        *ret_least = list[a].value < *ret_least ? list[a].value : *ret_least;
    }
}

/* By two lists of different length; that all others agree shows when the law is tried. */
static above find_above(const holes *h)
{
    above found = { 0 };
    uint64_t seen[2] = { 0 };
    int64_t things, least, first_things = 0, first_least = 0;
    for (size_t i = 0; i < h->samples->n; i += h->n) {
        count_list(h, list_at(h, i), &things, &least);
        if (things == 0 || seen[things / 64] >> things % 64 & 1)
            continue;
        seen[things / 64] |= UINT64_C(1) << things % 64;
        if (found.lengths++ == 0) {
            first_things = things;
            first_least = least;
            found.fixed = least;
        } else if (found.lengths == 2) {
            found.each = (least - first_least) / (things - first_things);
            found.fixed = first_least - found.each * first_things;
        }
    }
    return found;
}

/* A line through two lengths is one where it says so by itself: as many again, once for each, and nothing else. */
static sx_evidence evidence_of(const above *found)
{
    const bool itself = found->fixed == 0 && found->each >= -2 && found->each <= 2;
    const size_t enough = itself ? 1 + (found->each != 0) : 3;
    return found->lengths >= enough
               ? (sx_evidence) { .label = SX_LABEL_PROVED }
               : (sx_evidence) { .label = SX_LABEL_EXACT,
                                 .reason = "too few lists of different length show what "
                                           "comes after all of a list: add an input" };
}

/* ---- the law ---- */

/* After how many slots those who have their things come again, at most all. */
static size_t period_of(const holes *h)
{
    for (size_t period = 1; period < h->n; period++) {
        bool again = h->n % period == 0;
        for (size_t slot = period; slot < h->n && again; slot++)
            again = sx_expr_equal(h->has[slot], h->has[slot - period]);
        if (again)
            return period;
    }
    return h->n;
}

static const sx_expr *modulo(sx_arena *arena, const sx_expr *slot, size_t by)
{
    return sx_expr_two(arena, SX_EXPR_MOD, slot, sx_expr_int(arena, (int64_t)by));
}

/* Is the thing of that slot there? */
static const sx_expr *there(const holes *h, const sx_expr *slot)
{
    const size_t period = period_of(h);
    const sx_expr *law = h->has[period - 1];
    if (period < h->n)
        slot = modulo(h->arena, slot, period);
    for (size_t k = period - 1; k-- > 0;)
        if (!sx_expr_equal(h->has[k], law) || k + 2 < period)
            law = sx_expr_make(h->arena, SX_EXPR_IF,
                               sx_expr_two(h->arena, SX_EXPR_EQ, slot,
                                           sx_expr_int(h->arena, (int64_t)k)),
                               h->has[k], law);
    return law;
}

/* The place of that slot in the order: a line in the slot's number in its part and the number of the part, where there are parts in which that is so; else one
 * number for each. */
static const sx_expr *place_of(const holes *h, const sx_expr *slot)
{
    sx_arena *arena = h->arena;
    for (size_t part = h->n; part > 1; part--) {
        const int64_t within = h->place[1] - h->place[0],
                      between = part < h->n ? h->place[part] - h->place[0] : 0;
        bool line = h->n % part == 0;
        for (size_t k = 0; k < h->n && line; k++)
            line = h->place[k] == h->place[0] + within * (int64_t)(k % part) +
                                      between * (int64_t)(k / part);
        if (!line)
            continue;
        const sx_expr *number = sx_expr_int(arena, (int64_t)part);
        const sx_expr *in = part < h->n ? modulo(arena, slot, part) : slot;
        const sx_expr *of = sx_expr_two(arena, SX_EXPR_DIV, slot, number);
        const sx_expr *sum =
            sx_expr_two(arena, SX_EXPR_ADD,
                        sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, within), in),
                        sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, between), of));
        return sum ? sx_expr_plus(arena, sum, h->place[0]) : NULL;
    }
    const sx_expr *law = sx_expr_int(arena, h->place[h->n - 1]);
    for (size_t k = h->n - 1; k-- > 0;)
        law = sx_expr_make(
            arena, SX_EXPR_IF,
            sx_expr_two(arena, SX_EXPR_EQ, slot, sx_expr_int(arena, (int64_t)k)),
            sx_expr_int(arena, h->place[k]), law);
    return law;
}

static bool is_in_order(const holes *h)
{
    bool in_order = true;
    for (size_t k = 0; k < h->n; k++)
        in_order = in_order && h->place[k] == (int64_t)k;
    return in_order;
}

/* How many things are there whose slots come after this. */
static const sx_expr *how_many_after(const holes *h)
{
    sx_arena *arena = h->arena;
    const sx_expr *term = sx_expr_var(arena, SX_VAR_TERM, 0, 0);
    if (!is_in_order(h)) {
        const sx_expr *later =
            sx_expr_two(arena, SX_EXPR_GT, place_of(h, term), place_of(h, h->slot));
        return sx_expr_two(arena, SX_EXPR_SUM, sx_expr_int(arena, (int64_t)h->n),
                           sx_expr_two(arena, SX_EXPR_AND, there(h, term), later));
    }
    const sx_expr *next = sx_expr_two(arena, SX_EXPR_ADD, h->slot, term);
    const sx_expr *left =
        sx_expr_two(arena, SX_EXPR_SUB, sx_expr_int(arena, (int64_t)h->n - 1), h->slot);
    return next ? sx_expr_two(arena, SX_EXPR_SUM, left,
                              there(h, sx_expr_plus(arena, next, 1)))
                : NULL;
}

static const sx_expr *law_of(const holes *h, const above *found)
{
    sx_arena *arena = h->arena;
    const sx_expr *value = how_many_after(h);
    if (found->each) {
        const sx_expr *all =
            sx_expr_two(arena, SX_EXPR_SUM, sx_expr_int(arena, (int64_t)h->n),
                        there(h, sx_expr_var(arena, SX_VAR_TERM, 0, 0)));
        value = sx_expr_two(
            arena, SX_EXPR_ADD, value,
            sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, found->each), all));
    }
    return value ? sx_expr_make(arena, SX_EXPR_IF, there(h, h->slot),
                                sx_expr_plus(arena, value, found->fixed),
                                sx_expr_int(arena, SX_NULL))
                 : NULL;
}

static bool make_room(holes *h)
{
    const size_t ranks = (size_t)h->runs->total;
    h->in = SX_NEW_ARRAY(h->arena, bool, h->n *ranks);
    h->within = SX_NEW_ARRAY(h->arena, bool, ranks);
    return h->in && h->within;
}

sx_status sx_law_holes(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                       sx_law *ret_law, sx_error *err)
{
    holes h = { .arena = arena, .runs = runs, .samples = samples };
    sx_law law = { 0 };
    size_t first;
    bool found = false;
    if (samples->is_rank || samples->is_size || sx_samples_runs(samples) < 2 ||
        !find_slots(&h) || !are_lists(&h))
        return SX_OK;
    if (!make_room(&h))
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (!take_lists(&h) || !find_order(&h))
        return SX_OK;
    sx_status st = find_owners(&h, &law.evidence, &found, err);
    if (st || !found)
        return st;
    const above what = find_above(&h);
    law.expr = law_of(&h, &what);
    if (!law.expr)
        return sx_fail(err, SX_NOMEM, "out of memory");
    law.evidence = sx_evidence_join(arena, law.evidence, evidence_of(&what));
    doubt_order(&h, &law);
    doubt_beyond(&h, &law);
    if (sx_column_matches(runs, samples, law.expr, &first))
        *ret_law = law;
    return SX_OK;
}
