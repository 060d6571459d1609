#include "record/split_parts.h"

#include "base/checked.h"
#include "record/intern.h"

#include <stdlib.h>
#include <string.h>

enum {
    SINGLE_PARAMS = 3,
    ROW = 8 /* places in a row that are told apart */
};

/* What is looked for: ways to tell the executions of a subset apart. */
typedef struct finder {
    search *s;
    sx_arena *arena;
    const subset *in;
    const sx_executed_call *call;
    uint32_t *key, **name; /* scratch: by execution of the subset, and parameter */
    options *to;
} finder;

/* Classes are numbered by their first executions; SX_CLASSES_MOST and more of them are none at all. */
static bool renumber(const uint32_t *key, uint32_t n, uint8_t *class,
                     uint32_t *ret_classes)
{
    uint32_t known[SX_CLASSES_MOST], nclasses = 0;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t c = 0;
        while (c < nclasses && known[c] != key[k])
            c++;
        if (c == SX_CLASSES_MOST)
            return false;
        known[c] = key[k];
        nclasses += c == nclasses;
        class[k] = (uint8_t)c;
    }
    *ret_classes = nclasses;
    return true;
}

/* Adds what the keys tell apart, if it is new. */
static bool add_partition(finder *f)
{
    options *to = f->to;
    uint32_t n = f->in->n;
    partition new = { .class = SX_NEW_ARRAY(f->arena, uint8_t, n) };
    if (!new.class)
        return false;
    if (to->n == SPLIT_WAYS || (to->n && f->s->work < n) ||
        !renumber(f->key, n, new.class, &new.nclasses))
        return true;
    f->s->work -= f->s->work < n ? f->s->work : n;
    for (uint32_t k = 0; k < n; k++)
        new.hash = sx_hash_add(new.hash, new.class[k]);
    for (uint32_t i = 0; i < to->n; i++)
        if (to->of[i].hash == new.hash)
            return true;
    to->of[to->n++] = new;
    return true;
}

static bool add_values(finder *f, uint32_t first, uint32_t nparams,
                       const sx_classes_way *way)
{
    uint32_t classes;
    return sx_classes_find(f->in->n, nparams, (const uint32_t *const *)f->name + first,
                           *way, f->key, &classes) &&
           add_partition(f);
}

static bool add_all_values(finder *f)
{
    static const sx_classes_way way[] = {
        { SX_CLASSES_TURNS, false, false },  { SX_CLASSES_PERIODS, false, false },
        { SX_CLASSES_TURNS, false, true },   { SX_CLASSES_TURNS, true, false },
        { SX_CLASSES_PERIODS, false, true }, { SX_CLASSES_EACH, false, false },
        { SX_CLASSES_PERIODS, true, false }, { SX_CLASSES_TURNS, true, true },
        { SX_CLASSES_PERIODS, true, true },  { SX_CLASSES_EACH, false, true },
    };
    static const sx_classes_way single[] = { { SX_CLASSES_TURNS, false, false },
                                             { SX_CLASSES_PERIODS, false, true },
                                             { SX_CLASSES_EACH, false, true } };
    uint32_t nparams = f->call->nparams;
    bool done = true;
    for (size_t i = 0; done && i < sizeof way / sizeof way[0]; i++)
        done = add_values(f, 0, nparams, &way[i]);
    for (uint32_t p = 0; nparams > 1 && p < nparams && p < SINGLE_PARAMS; p++)
        for (size_t i = 0; done && i < sizeof single / sizeof single[0]; i++)
            done = add_values(f, p, 1, &single[i]);
    return done;
}

/* How often each value comes back after others, by its name here: the key. The most often. */
static bool count_returns(finder *f, uint32_t p, uint32_t *count, uint32_t *ret_most)
{
    sx_intern names = { 0 };
    uint32_t most = 0;
    bool done = true;
    for (uint32_t k = 0; done && k < f->in->n; k++) {
        uint32_t value = f->name[p][k];
        int64_t name = sx_intern_name(&names, &value, sizeof value);
        done = name != SX_INTERN_FULL;
        f->key[k] = done ? (uint32_t)name : 0;
        count[f->key[k]] += !k || value != f->name[p][k - 1];
        most = count[f->key[k]] > most ? count[f->key[k]] : most;
    }
    sx_intern_finish(&names);
    *ret_most = most;
    return done;
}

/* Values that come back almost as often as any, each by itself or together, and the others: a constant among lines. */
static bool add_returns(finder *f, uint32_t p)
{
    static const uint32_t parts[] = { 2, 8 };
    uint32_t n = f->in->n, most;
    uint32_t *name = SX_NEW_ARRAY(f->arena, uint32_t, n);
    uint32_t *count = SX_NEW_ARRAY(f->arena, uint32_t, n);
    bool done = name && count && count_returns(f, p, count, &most);
    if (done)
        memcpy(name, f->key, n * sizeof *name);
    for (uint32_t i = 0; i < 2 * sizeof parts / sizeof parts[0] && done; i++) {
        for (uint32_t k = 0; k < n; k++) {
            bool often = (uint64_t)count[name[k]] * parts[i / 2] >= most;
            f->key[k] = often ? (i % 2 ? 1 : name[k] + 1) : 0;
        }
        done = add_partition(f);
    }
    return done;
}

static bool add_all_returns(finder *f)
{
    bool done = true;
    for (uint32_t p = 0; p < f->call->nparams && p < SINGLE_PARAMS && done; p++)
        done = add_returns(f, p);
    return done;
}

/* Of an entry behind or before another one: its call, or what it is told apart as. */
static uint32_t call_at(const finder *f, const uint32_t *symbol, uint32_t from,
                        int32_t by)
{
    const sx_executed *e = f->s->executed;
    int64_t at = (int64_t)from + by;
    if (at < 0 || at >= e->n)
        return e->n;
    return symbol ? symbol[at] : e->event[e->entry[at].node].call;
}

/* By what is around. */
static bool add_contexts(finder *f, const uint32_t *symbol)
{
    static const int32_t around[][2] = {
        { -1, 0 }, { 1, 0 }, { -1, 1 }, { -1, -2 }, { 1, 2 }
    };
    bool done = true;
    for (size_t i = 0; done && i < sizeof around / sizeof around[0]; i++) {
        for (uint32_t k = 0; k < f->in->n; k++) {
            uint32_t at = f->call->at[f->in->of[k]];
            f->key[k] = call_at(f, symbol, at, around[i][0]) * (f->s->executed->n + 1);
            f->key[k] += call_at(f, symbol, at, around[i][1]);
        }
        done = add_partition(f);
    }
    return done;
}

/* By the place in a row of executions of this call, from either end. */
static void find_rows(const finder *f, bool behind, uint32_t *key)
{
    uint32_t n = f->in->n;
    const uint32_t *at = f->call->at, *of = f->in->of;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t k = behind ? n - 1 - i : i, last = behind ? k + 1 : k - 1;
        bool follows = i && at[of[k]] - at[of[last]] == (behind ? -1u : 1u);
        key[k] = follows ? key[last] + 1 : 0;
    }
}

static bool add_rows(finder *f)
{
    enum { MOST_TURN = 4 };
    bool done = true;
    uint32_t n = f->in->n, *key = f->key;
    for (uint32_t turn = 2; done && turn <= MOST_TURN; turn++) {
        for (uint32_t k = 0; k < n; k++)
            key[k] = k % turn;
        done = add_partition(f);
        find_rows(f, false, key);
        for (uint32_t k = 0; k < n; k++)
            key[k] %= turn;
        done = done && add_partition(f);
    }
    for (int behind = 0; done && behind < 2; behind++) {
        for (uint32_t most = 1; done && most <= ROW; most *= ROW) {
            find_rows(f, behind, key);
            for (uint32_t k = 0; k < n; k++)
                key[k] = key[k] < most ? key[k] : most;
            done = add_partition(f);
        }
    }
    return done;
}

static bool add_nodes(finder *f)
{
    for (uint32_t k = 0; k < f->in->n; k++)
        f->key[k] = f->s->executed->entry[f->call->at[f->in->of[k]]].node;
    return add_partition(f);
}

static bool name_values(finder *f)
{
    f->key = SX_NEW_ARRAY(f->arena, uint32_t, f->in->n);
    f->name = SX_NEW_ARRAY(f->arena, uint32_t *, f->call->nparams);
    for (uint32_t p = 0; p < f->call->nparams; p++) {
        f->name[p] = f->name ? SX_NEW_ARRAY(f->arena, uint32_t, f->in->n) : NULL;
        if (!f->name[p])
            return false;
        for (uint32_t k = 0; k < f->in->n; k++)
            f->name[p][k] = f->call->name[p][f->in->of[k]];
    }
    return f->key;
}

bool sx_split_ways(search *s, sx_arena *arena, const subset *in, const uint32_t *symbol,
                   options *to)
{
    finder f = {
        .s = s, .arena = arena, .in = in, .call = &s->executed->call[in->call], .to = to
    };
    bool done = name_values(&f);
    if (done)
        memset(f.key, 0, in->n * sizeof *f.key);
    done = done && add_partition(&f) && add_all_values(&f) && add_contexts(&f, NULL) &&
           add_rows(&f) && add_nodes(&f);
    if (symbol)
        done = done && add_all_returns(&f) && add_contexts(&f, symbol);
    return done;
}
