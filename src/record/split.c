#include "record/split.h"

#include "base/checked.h"
#include "record/classes.h"
#include "record/surprise.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_WORK =
        1
        << 20, /* executions, of all partitions that are made, and of all that are weighed together */
    MOST_PARTITIONS = 48, /* of a call */
    SINGLE_PARAMS = 3,
    ROW = 8, /* places in a row that are told apart */
    ROUNDS = 3
};

/* A way to tell the executions of a call apart. */
typedef struct partition {
    uint8_t *class; /* by execution, below SX_CLASSES_MOST */
    uint32_t nclasses;
    uint64_t hash;
    uint64_t weight; /* of its events and their values */
} partition;

typedef struct options {
    uint32_t n;
    partition of[MOST_PARTITIONS];
    int64_t **value; /* by parameter: a number for each execution */
} options;

/* The one of each call that is taken. */
typedef struct choice {
    const partition **of;
    uint64_t weight;
} choice;

typedef struct search {
    const sx_executed *executed;
    sx_arena *arena;
    options *call;
    uint32_t *symbol; /* scratch */
    int64_t *gathered; /* scratch */
    uint64_t work;
} search;

/* ---- weights ---- */

/* Values of the executions by class, and by parameter. */
static uint64_t weigh_classes(search *s, uint32_t call, const uint8_t *class,
                              uint32_t nclasses)
{
    const sx_executed_call *of = &s->executed->call[call];
    uint32_t begin[SX_CLASSES_MOST + 1] = { 0 }, at[SX_CLASSES_MOST];
    uint64_t weight = SX_FLOW_EVENT * nclasses;
    for (uint32_t k = 0; k < of->n; k++)
        begin[class[k] + 1]++;
    for (uint32_t c = 0; c < nclasses; c++)
        begin[c + 1] += begin[c];
    for (uint32_t p = 0; p < of->nparams; p++) {
        memcpy(at, begin, nclasses * sizeof *at);
        for (uint32_t k = 0; k < of->n; k++)
            s->gathered[at[class[k]]++] = s->call[call].value[p][k];
        for (uint32_t c = 0; c < nclasses; c++)
            weight +=
                2 + sx_surprise_count(s->gathered + begin[c], begin[c + 1] - begin[c]);
    }
    return weight;
}

static uint32_t number(const search *s, const choice *c, uint32_t *symbol)
{
    uint32_t next = 0;
    for (uint32_t i = 0; i < s->executed->ncalls; i++) {
        const sx_executed_call *call = &s->executed->call[i];
        for (uint32_t k = 0; k < call->n; k++)
            symbol[call->at[k]] = next + c->of[i]->class[k];
        next += c->of[i]->nclasses;
    }
    return next;
}

/* Without loops. */
static uint64_t weigh_events(const search *s, const choice *c)
{
    uint64_t weight = 0;
    for (uint32_t i = 0; i < s->executed->ncalls; i++)
        weight += c->of[i]->weight;
    return weight;
}

/* UINT64_MAX where it is not lighter than `most`, or there is no time. */
static uint64_t weigh(search *s, const choice *c, sx_flow_cut cut, uint64_t most)
{
    uint64_t events = weigh_events(s, c), loops;
    if (events >= most || s->work < s->executed->n)
        return UINT64_MAX;
    s->work -= s->executed->n;
    uint32_t symbols = number(s, c, s->symbol), distinct = 0;
    for (uint32_t i = 0; i < s->executed->ncalls; i++)
        distinct += c->of[i]->nclasses;
    if (!sx_flow_weigh(s->symbol, s->executed->n, symbols, cut, &loops))
        return UINT64_MAX;
    return events + loops - SX_FLOW_EVENT * distinct;
}

/* ---- partitions ---- */

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

/* Adds what these keys tell apart, if it is new. */
static bool add_partition(search *s, uint32_t call, const uint32_t *key)
{
    options *to = &s->call[call];
    uint32_t n = s->executed->call[call].n;
    partition new = { .class = SX_NEW_ARRAY(s->arena, uint8_t, n) };
    if (!new.class)
        return false;
    if (to->n == MOST_PARTITIONS || (to->n && s->work < n) ||
        !renumber(key, n, new.class, &new.nclasses))
        return true;
    s->work -= s->work < n ? s->work : n;
    for (uint32_t k = 0; k < n; k++)
        new.hash = sx_hash_add(new.hash, new.class[k]);
    for (uint32_t i = 0; i < to->n; i++)
        if (to->of[i].hash == new.hash)
            return true;
    new.weight = weigh_classes(s, call, new.class, new.nclasses);
    to->of[to->n++] = new;
    return true;
}

static bool add_values(search *s, uint32_t call, uint32_t *key, uint32_t first,
                       uint32_t nparams, const sx_classes_way *way)
{
    const sx_executed_call *of = &s->executed->call[call];
    uint32_t classes;
    return sx_classes_find(of->n, nparams, (const uint32_t *const *)of->name + first,
                           *way, key, &classes) &&
           add_partition(s, call, key);
}

static bool add_all_values(search *s, uint32_t call, uint32_t *key)
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
    const sx_executed_call *of = &s->executed->call[call];
    bool done = true;
    for (size_t i = 0; done && i < sizeof way / sizeof way[0]; i++)
        done = add_values(s, call, key, 0, of->nparams, &way[i]);
    for (uint32_t p = 0; of->nparams > 1 && p < of->nparams && p < SINGLE_PARAMS; p++)
        for (size_t i = 0; done && i < sizeof single / sizeof single[0]; i++)
            done = add_values(s, call, key, p, 1, &single[i]);
    return done;
}

/* Of an entry behind or before another one. */
static uint32_t call_at(const search *s, uint32_t from, int32_t by)
{
    const sx_executed *e = s->executed;
    int64_t at = (int64_t)from + by;
    return at >= 0 && at < e->n ? e->event[e->entry[at].node].call : e->ncalls;
}

/* By the calls around. */
static bool add_contexts(search *s, uint32_t call, uint32_t *key)
{
    static const int32_t around[][2] = {
        { -1, 0 }, { 1, 0 }, { -1, 1 }, { -1, -2 }, { 1, 2 }
    };
    const sx_executed_call *of = &s->executed->call[call];
    bool done = true;
    for (size_t i = 0; done && i < sizeof around / sizeof around[0]; i++) {
        for (uint32_t k = 0; k < of->n; k++) {
            key[k] = call_at(s, of->at[k], around[i][0]) * (s->executed->ncalls + 1);
            key[k] += call_at(s, of->at[k], around[i][1]);
        }
        done = add_partition(s, call, key);
    }
    return done;
}

/* By the place in a row of executions of this call, from either end. */
static void find_rows(const sx_executed_call *of, bool behind, uint32_t *key)
{
    for (uint32_t i = 0; i < of->n; i++) {
        uint32_t k = behind ? of->n - 1 - i : i, last = behind ? k + 1 : k - 1;
        bool follows = i && of->at[k] - of->at[last] == (behind ? -1u : 1u);
        key[k] = follows ? key[last] + 1 : 0;
    }
}

static bool add_rows(search *s, uint32_t call, uint32_t *key)
{
    enum { MOST_TURN = 4 };
    const sx_executed_call *of = &s->executed->call[call];
    bool done = true;
    for (uint32_t turn = 2; done && turn <= MOST_TURN; turn++) {
        for (uint32_t k = 0; k < of->n; k++)
            key[k] = k % turn;
        done = add_partition(s, call, key);
        find_rows(of, false, key);
        for (uint32_t k = 0; k < of->n; k++)
            key[k] %= turn;
        done = done && add_partition(s, call, key);
    }
    for (int behind = 0; done && behind < 2; behind++) {
        find_rows(of, behind, key);
        for (uint32_t k = 0; k < of->n; k++)
            key[k] = key[k] < ROW ? key[k] : ROW;
        done = add_partition(s, call, key);
    }
    return done;
}

static bool add_nodes(search *s, uint32_t call, uint32_t *key)
{
    const sx_executed_call *of = &s->executed->call[call];
    for (uint32_t k = 0; k < of->n; k++)
        key[k] = s->executed->entry[of->at[k]].node;
    return add_partition(s, call, key);
}

/* A number for each execution: of lists a name. */
static bool read_values(search *s, uint32_t call)
{
    const sx_executed_call *of = &s->executed->call[call];
    int64_t **value = s->call[call].value =
        SX_NEW_ARRAY(s->arena, int64_t *, of->nparams);
    for (uint32_t p = 0; value && p < of->nparams; p++) {
        if (!(value[p] = SX_NEW_ARRAY(s->arena, int64_t, of->n)))
            return false;
        for (uint32_t k = 0; k < of->n; k++) {
            const sx_executed_entry *at = &s->executed->entry[of->at[k]];
            bool list = s->executed->event[at->node].begin[p];
            value[p][k] = list ? (int64_t)of->name[p][k]
                               : *sx_executed_value(s->executed, of->at[k], p, 0);
        }
    }
    return value;
}

static bool find_options(search *s)
{
    uint32_t *key = calloc((size_t)s->executed->n + 1, sizeof *key);
    bool done = key;
    for (uint32_t c = 0; done && c < s->executed->ncalls; c++) {
        memset(key, 0, s->executed->n * sizeof *key);
        done = read_values(s, c) && add_partition(s, c, key) &&
               add_all_values(s, c, key) && add_contexts(s, c, key) &&
               add_rows(s, c, key) && add_nodes(s, c, key);
    }
    free(key);
    return done;
}

/* ---- search ---- */

/* With another partition of one call. */
static uint64_t weigh_with(search *s, choice *c, uint32_t call, const partition *other)
{
    const partition *old = c->of[call];
    c->of[call] = other;
    uint64_t weight = weigh(s, c, SX_FLOW_BETWEEN, c->weight);
    c->of[call] = old;
    return weight;
}

/* Goes down to where no other partition of one call is better. */
static void descend(search *s, choice *c)
{
    bool better = true;
    for (int round = 0; better && round < ROUNDS; round++) {
        better = false;
        for (uint32_t call = 0; call < s->executed->ncalls; call++) {
            const options *of = &s->call[call];
            for (uint32_t i = 0; i < of->n; i++) {
                if (&of->of[i] == c->of[call])
                    continue;
                uint64_t weight = weigh_with(s, c, call, &of->of[i]);
                if (weight >= c->weight)
                    continue;
                c->of[call] = &of->of[i];
                c->weight = weight;
                better = true;
            }
        }
    }
}

/* Nothing is told apart. */
static bool begin(search *s, choice *c)
{
    c->of = SX_NEW_ARRAY(s->arena, const partition *, s->executed->ncalls);
    for (uint32_t i = 0; c->of && i < s->executed->ncalls; i++)
        c->of[i] = &s->call[i].of[0];
    if (c->of)
        c->weight = weigh(s, c, SX_FLOW_BETWEEN, UINT64_MAX);
    return c->of;
}

static bool take(search *s, const choice *c, sx_arena *arena, sx_split *ret_split)
{
    sx_split split = { .symbol = SX_NEW_ARRAY(arena, uint32_t, s->executed->n) };
    split.weight = UINT64_MAX;
    if (!split.symbol)
        return false;
    s->work += SX_FLOW_CUTS * (uint64_t)s->executed->n;
    for (sx_flow_cut cut = 0; cut < SX_FLOW_CUTS; cut++) {
        uint64_t weight = weigh(s, c, cut, split.weight);
        split.cut = weight < split.weight ? cut : split.cut;
        split.weight = weight < split.weight ? weight : split.weight;
    }
    split.nsymbols = number(s, c, split.symbol);
    *ret_split = split;
    return true;
}

bool sx_split_find(const sx_executed *executed, sx_arena *arena, sx_split *ret_whole,
                   sx_split *ret_best)
{
    search s = { .executed = executed, .arena = sx_arena_create(), .work = MOST_WORK };
    choice c;
    bool done = s.arena;
    if (done) {
        s.call = SX_NEW_ARRAY(s.arena, options, executed->ncalls);
        s.symbol = SX_NEW_ARRAY(s.arena, uint32_t, executed->n);
        s.gathered = SX_NEW_ARRAY(s.arena, int64_t, executed->n);
        done = s.call && s.symbol && s.gathered && find_options(&s);
    }
    s.work = MOST_WORK;
    done = done && begin(&s, &c) && take(&s, &c, arena, ret_whole);
    if (done)
        descend(&s, &c);
    done = done && take(&s, &c, arena, ret_best);
    sx_arena_destroy(s.arena);
    return done;
}
