#include "record/split.h"

#include "record/split_parts.h"
#include "record/surprise.h"

#include <string.h>

enum {
    /* Executions, in all partitions that are made at first, and in all that are weighed. */
    FOUND = 1 << 20,
    REFINED = 1 << 22,
    /* Times all executions: what is weighed to find where loops are cut. */
    CUTS = 8,
    /* Times the events: loops or values that may be torn, so that it is refined. */
    HEAVY = 2,
    ROUNDS = 3
};

/* ---- weights ---- */

/* A parameter; surprises of what is as good as constant. */
enum { PARAM = 2, CONSTANT = 1 };

bool sx_split_count(search *s, sx_arena *arena, uint32_t call, partition *of)
{
    const sx_executed_call *from = &s->executed->call[call];
    uint32_t begin[SX_CLASSES_MOST + 1] = { 0 }, at[SX_CLASSES_MOST];
    of->surprises = SX_NEW_ARRAY(arena, uint32_t, (size_t)of->nclasses * from->nparams);
    of->least = SX_FLOW_EVENT * of->nclasses;
    for (uint32_t k = 0; k < from->n; k++)
        begin[of->class[k] + 1]++;
    for (uint32_t c = 0; c < of->nclasses; c++)
        begin[c + 1] += begin[c];
    for (uint32_t p = 0; of->surprises && p < from->nparams; p++) {
        memcpy(at, begin, of->nclasses * sizeof *at);
        for (uint32_t k = 0; k < from->n; k++)
            s->gathered[at[of->class[k]]++] = s->call[call].value[p][k];
        for (uint32_t c = 0; c < of->nclasses; c++) {
            uint64_t count =
                sx_surprise_count(s->gathered + begin[c], begin[c + 1] - begin[c]);
            of->surprises[c * from->nparams + p] = (uint32_t)count;
            of->least += PARAM + (count < CONSTANT ? count : CONSTANT);
        }
    }
    return of->surprises;
}

/* Of a class, in its loops, beyond the least: what is irregular in a row may be a line in their counters. */
static uint64_t weigh_values(void *context, uint32_t symbol, const uint32_t *at,
                             uint32_t n, const sx_line_counters *counters)
{
    search *s = context;
    uint32_t call = s->call_of[symbol], nparams = s->executed->call[call].nparams;
    const uint32_t *surprises =
        s->weighed->of[call]->surprises + s->class_of[symbol] * nparams;
    uint64_t weight = 0;
    for (uint32_t p = 0; p < nparams; p++) {
        uint32_t least = surprises[p], terms;
        for (uint32_t k = 0; least > CONSTANT && k < n; k++)
            s->gathered[k] = s->call[call].value[p][s->index[at[k]]];
        if (least > CONSTANT && sx_line_fits(counters, at, s->gathered, n, &terms))
            least = terms < least ? terms : least;
        weight += least > CONSTANT ? least - CONSTANT : 0;
    }
    return weight;
}

uint32_t sx_split_number(search *s, const choice *c, uint32_t *symbol)
{
    uint32_t next = 0;
    for (uint32_t i = 0; i < s->executed->ncalls; i++) {
        const sx_executed_call *call = &s->executed->call[i];
        for (uint32_t k = 0; k < call->n; k++)
            symbol[call->at[k]] = next + c->of[i]->class[k];
        for (uint32_t k = 0; k < c->of[i]->nclasses; k++) {
            s->call_of[next] = i;
            s->class_of[next++] = k;
        }
    }
    return next;
}

/* Without loops. */
static uint64_t weigh_events(const search *s, const choice *c)
{
    uint64_t least = 0;
    for (uint32_t i = 0; i < s->executed->ncalls; i++)
        least += c->of[i]->least;
    return least;
}

static sx_flow_input flow_of(search *s, const choice *c, uint32_t *symbol)
{
    s->weighed = c;
    return (sx_flow_input) { .symbol = symbol,
                             .n = s->executed->n,
                             .nsymbols = sx_split_number(s, c, symbol),
                             .tries = CUTS * (uint64_t)s->executed->n,
                             .values = { weigh_values, s } };
}

uint64_t sx_split_weigh(search *s, const choice *c, uint64_t most)
{
    uint64_t least = weigh_events(s, c), more;
    if (least >= most || s->work < s->executed->n)
        return UINT64_MAX;
    s->work -= s->executed->n;
    sx_flow_input input = flow_of(s, c, s->symbol);
    uint64_t tries = input.tries = s->work < input.tries ? s->work : input.tries;
    bool fits = sx_flow_weigh(&input, most - least, &more);
    s->work -= tries - input.tries;
    return fits ? least + more : UINT64_MAX;
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
            s->index[of->at[k]] = k;
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
    uint32_t *all = SX_NEW_ARRAY(s->arena, uint32_t, s->executed->n);
    for (uint32_t i = 0; all && i < s->executed->n; i++)
        all[i] = i;
    for (uint32_t c = 0; c < s->executed->ncalls; c++) {
        options *to = &s->call[c];
        subset in = { c, s->executed->call[c].n, all };
        if (!all || !read_values(s, c) || !sx_split_ways(s, s->arena, &in, NULL, to))
            return false;
        for (uint32_t i = 0; i < to->n; i++)
            if (!sx_split_count(s, s->arena, c, &to->of[i]))
                return false;
    }
    return true;
}

/* ---- search ---- */

/* With another partition of one call. */
static uint64_t weigh_with(search *s, choice *c, uint32_t call, const partition *other)
{
    const partition *old = c->of[call];
    c->of[call] = other;
    uint64_t weight = sx_split_weigh(s, c, c->weight);
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
        c->weight = sx_split_weigh(s, c, UINT64_MAX);
    return c->of;
}

static bool take(search *s, const choice *c, sx_arena *arena, sx_split *ret_split)
{
    sx_split split = { .symbol = SX_NEW_ARRAY(arena, uint32_t, s->executed->n) };
    if (!split.symbol)
        return false;
    split.weight = c->weight;
    sx_flow_input input = flow_of(s, c, split.symbol);
    split.nsymbols = input.nsymbols;
    if (!sx_flow_program(arena, &input, &split.program))
        split.weight = UINT64_MAX;
    *ret_split = split;
    return true;
}

static bool prepare(search *s)
{
    const sx_executed *executed = s->executed;
    s->call = SX_NEW_ARRAY(s->arena, options, executed->ncalls);
    s->symbol = SX_NEW_ARRAY(s->arena, uint32_t, executed->n);
    s->gathered = SX_NEW_ARRAY(s->arena, int64_t, executed->n);
    s->index = SX_NEW_ARRAY(s->arena, uint32_t, executed->n);
    s->call_of = SX_NEW_ARRAY(s->arena, uint32_t, executed->n);
    s->class_of = SX_NEW_ARRAY(s->arena, uint32_t, executed->n);
    s->work = FOUND;
    return s->call && s->symbol && s->gathered && s->index && s->call_of && s->class_of &&
           find_options(s);
}

bool sx_split_find(const sx_executed *executed, sx_arena *arena, sx_split *ret_whole,
                   sx_split *ret_best)
{
    search s = { .executed = executed, .arena = sx_arena_create() };
    choice c;
    bool done = s.arena && prepare(&s);
    s.work = FOUND;
    done = done && begin(&s, &c) && take(&s, &c, arena, ret_whole);
    if (done)
        descend(&s, &c);
    s.work = REFINED;
    if (done && c.weight > HEAVY * weigh_events(&s, &c))
        done = sx_split_refine(&s, &c);
    done = done && take(&s, &c, arena, ret_best);
    sx_arena_destroy(s.arena);
    return done;
}
