#include "record/split_parts.h"

#include <string.h>

enum {
    GAIN = 1 << 24, /* executions, for a choice that weighs nothing any more */
    JUMP = 16, /* this part of its weight may be added for a while */
    JUMPS = 4
};

static void lighten(search *s, choice *c, uint64_t weight)
{
    s->work += GAIN * (c->weight - weight) / c->weight;
    c->weight = weight;
}

/* Partitions of a call, of which the lightest is kept. */
typedef struct trial {
    search *s;
    choice *c;
    sx_arena *arena; /* of what is tried */
    uint32_t call, n; /* its executions */
    partition best;
    uint64_t least;
} trial;

static bool has_time(const search *s)
{
    return s->work >= s->executed->n;
}

static bool begin(trial *t, search *s, choice *c, uint32_t call)
{
    *t = (trial) { .s = s, .c = c, .call = call, .least = c->weight };
    t->n = s->executed->call[call].n;
    return (t->arena = sx_arena_create());
}

/* Takes what was lightest, if it is lighter than what was there. False when out of memory, or *done was. */
static bool end(trial *t, bool done, bool *better)
{
    if (done && t->least < t->c->weight) {
        sx_arena *arena = t->s->arena;
        partition *kept = sx_arena_copy(arena, &t->best, 1, sizeof *kept);
        done = kept && (kept->class = sx_arena_copy(arena, t->best.class, t->n, 1)) &&
               sx_split_count(t->s, arena, t->call, kept);
        *better = true;
        t->c->of[t->call] = done ? kept : t->c->of[t->call];
        lighten(t->s, t->c, t->least);
    }
    sx_arena_destroy(t->arena);
    return done;
}

static bool try_partition(trial *t, partition *new)
{
    const partition *old = t->c->of[t->call];
    if (!new->class || !sx_split_count(t->s, t->arena, t->call, new))
        return false;
    t->c->of[t->call] = new;
    uint64_t weight = sx_split_weigh(t->s, t->c, t->least);
    t->c->of[t->call] = old;
    if (weight < t->least) {
        t->least = weight;
        t->best = *new;
    }
    return true;
}

/* One class told apart further. */
static bool try_finer(trial *t, const subset *in, const partition *by)
{
    const partition *old = t->c->of[t->call];
    partition new = { .nclasses = old->nclasses + by->nclasses - 1 };
    if (new.nclasses > SX_CLASSES_MOST)
        return true;
    new.class = sx_arena_copy(t->arena, old->class, t->n, 1);
    for (uint32_t k = 0; new.class &&k < in->n; k++)
        if (by->class[k])
            new.class[in->of[k]] = (uint8_t)(old->nclasses + by->class[k] - 1);
    return try_partition(t, &new);
}

static bool try_all_finer(trial *t, uint32_t class)
{
    const partition *old = t->c->of[t->call];
    uint32_t *list = SX_NEW_ARRAY(t->arena, uint32_t, t->n);
    uint32_t *symbol = SX_NEW_ARRAY(t->arena, uint32_t, t->s->executed->n);
    options *ways = SX_NEW(t->arena, options);
    if (!list || !symbol || !ways)
        return false;
    subset in = { t->call, 0, list };
    for (uint32_t k = 0; k < t->n; k++)
        if (old->class[k] == class)
            list[in.n++] = k;
    sx_split_number(t->s, t->c, symbol);
    bool done = sx_split_ways(t->s, t->arena, &in, symbol, ways);
    for (uint32_t i = 1; done && i < ways->n; i++)
        done = try_finer(t, &in, &ways->of[i]);
    return done;
}

/* Two classes are one. */
static bool try_merged(trial *t, uint32_t a, uint32_t b)
{
    const partition *old = t->c->of[t->call];
    partition new = { .nclasses = old->nclasses - 1,
                      .class = SX_NEW_ARRAY(t->arena, uint8_t, t->n) };
    for (uint32_t k = 0; new.class &&k < t->n; k++) {
        uint32_t c = old->class[k] == b ? a : old->class[k];
        new.class[k] = (uint8_t)(c - (c > b));
    }
    return try_partition(t, &new);
}

static bool try_all_merged(trial *t, uint32_t b)
{
    bool done = true;
    for (uint32_t a = 0; a < b && done && has_time(t->s); a++)
        done = try_merged(t, a, b);
    return done;
}

/* Classes that are new are looked at, too. */
static bool refine_call(search *s, choice *c, uint32_t call, bool *better)
{
    trial t;
    bool done = true;
    for (uint32_t i = 0; done && i < c->of[call]->nclasses && has_time(s); i++)
        done = begin(&t, s, c, call) && end(&t, try_all_finer(&t, i), better);
    for (uint32_t i = c->of[call]->nclasses; done && i-- > 1 && has_time(s);)
        done = begin(&t, s, c, call) && end(&t, try_all_merged(&t, i), better);
    return done;
}

/* ---- cuts ---- */

/* A call with what comes from an entry on apart. *of stays as it is where nothing is, or that makes too many classes. */
static bool cut_call(search *s, sx_arena *arena, uint32_t call, uint32_t entry,
                     const partition **of)
{
    enum { NONE = 0xff };
    const sx_executed_call *from = &s->executed->call[call];
    uint8_t name[2 * SX_CLASSES_MOST];
    if (from->at[0] >= entry || from->at[from->n - 1] < entry)
        return true;
    partition *new = SX_NEW(arena, partition);
    if (!new || !(new->class = SX_NEW_ARRAY(arena, uint8_t, from->n)))
        return false;
    memset(name, NONE, sizeof name);
    for (uint32_t k = 0; k < from->n; k++) {
        uint8_t *to = &name[2 * (*of)->class[k] + (from->at[k] >= entry)];
        if (*to == NONE && new->nclasses == SX_CLASSES_MOST)
            return true;
        if (*to == NONE)
            *to = (uint8_t) new->nclasses++;
        new->class[k] = *to;
    }
    *of = new;
    return sx_split_count(s, arena, call, new);
}

/* All calls. */
static bool cut_calls(search *s, sx_arena *arena, uint32_t entry, const partition **of)
{
    bool done = true;
    for (uint32_t i = 0; done && i < s->executed->ncalls; i++)
        done = cut_call(s, arena, i, entry, &of[i]);
    return done;
}

/* The program is two, one behind the other. */
static bool try_cut(search *s, choice *c, uint32_t entry, bool *better)
{
    size_t ncalls = s->executed->ncalls;
    sx_arena *arena = sx_arena_create();
    choice new = { .of = arena ? sx_arena_copy(arena, c->of, ncalls, sizeof *c->of)
                               : NULL };
    bool done = new.of &&cut_calls(s, arena, entry, new.of);
    if (done && memcmp(new.of, c->of, ncalls * sizeof *c->of) != 0)
        new.weight = sx_split_weigh(s, &new, c->weight);
    else
        new.weight = c->weight;
    if (done && new.weight < c->weight) {
        lighten(s, c, new.weight);
        *better = true;
        done = cut_calls(s, s->arena, entry, c->of);
    }
    sx_arena_destroy(arena);
    return done;
}

/* Where the executions of a class begin or end. */
static bool try_cuts(search *s, choice *c, uint32_t call, uint32_t class, bool *better)
{
    const sx_executed_call *of = &s->executed->call[call];
    uint32_t n = 0, first = 0, last = 0;
    for (uint32_t k = 0; k < of->n; k++) {
        if (c->of[call]->class[k] != class)
            continue;
        first = n++ ? first : of->at[k];
        last = of->at[k];
    }
    return n == 0 || (try_cut(s, c, first, better) && try_cut(s, c, first + 1, better) &&
                      try_cut(s, c, last, better) && try_cut(s, c, last + 1, better));
}

static bool refine(search *s, choice *c)
{
    bool better = true, done = true;
    while (better && done && has_time(s)) {
        better = false;
        for (uint32_t call = 0; call < s->executed->ncalls; call++)
            for (uint32_t k = 0; done && k < c->of[call]->nclasses; k++)
                done = try_cuts(s, c, call, k, &better);
        for (uint32_t call = 0; done && call < s->executed->ncalls; call++)
            done = refine_call(s, c, call, &better);
    }
    return done;
}

/* ---- ways out of where no single step helps ---- */

/* The most irregular class of all. */
static void find_heaviest(const search *s, const choice *c, uint32_t *ret_call,
                          uint32_t *ret_class)
{
    uint64_t most = 0;
    for (uint32_t i = 0; i < s->executed->ncalls; i++)
        for (uint32_t k = 0; k < c->of[i]->nclasses; k++) {
            uint32_t nparams = s->executed->call[i].nparams;
            uint64_t sum = 0;
            for (uint32_t p = 0; p < nparams; p++)
                sum += c->of[i]->surprises[k * nparams + p];
            if (sum < most)
                continue;
            most = sum;
            *ret_call = i;
            *ret_class = k;
        }
}

/* Takes the lightest way to tell that one apart, which is heavier than what there is, and goes on from there. */
static bool jump(search *s, choice *c, bool *better)
{
    uint32_t call = 0, class = 0;
    choice old = { .of =
                       sx_arena_copy(s->arena, c->of, s->executed->ncalls, sizeof *c->of),
                   .weight = c->weight };
    trial t;
    bool done = old.of;
    find_heaviest(s, c, &call, &class);
    c->weight += c->weight / JUMP;
    done = done && begin(&t, s, c, call) && end(&t, try_all_finer(&t, class), better);
    if (done && *better)
        done = refine(s, c);
    *better = done && c->weight < old.weight;
    if (!*better && old.of)
        *c = old;
    return done;
}

bool sx_split_refine(search *s, choice *c)
{
    bool done = refine(s, c), better = true;
    for (int i = 0; i < JUMPS && done && better && has_time(s); i++) {
        better = false;
        done = jump(s, c, &better);
    }
    return done;
}
