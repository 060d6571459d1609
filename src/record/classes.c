#include "record/classes.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST = SX_CLASSES_MOST,
    NONE = MOST,
    MOST_PERIOD = 8, /* of values of which some come back within it */
    MOST_JOINED = 16 /* groups that are tried for that */
};

/* The executions of one class, and which of its values each has. */
typedef struct members {
    uint32_t n, nvalues;
    uint32_t *execution;
    uint8_t *value;
} members;

/* A bit for each value b in without[a]: two executions of a had none of b in between. */
typedef struct turns {
    uint32_t count[MOST];
    uint64_t without[MOST];
} turns;

static bool find_members(uint32_t n, const uint32_t *class, uint32_t which,
                         const uint32_t *name, members *m)
{
    uint32_t known[MOST];
    m->n = m->nvalues = 0;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t v = 0;
        if (class[k] != which)
            continue;
        while (v < m->nvalues && known[v] != name[k])
            v++;
        if (v == MOST)
            return false;
        known[v] = name[k];
        m->nvalues += v == m->nvalues;
        m->execution[m->n] = k;
        m->value[m->n++] = (uint8_t)v;
    }
    return true;
}

static void find_turns(const members *m, turns *t)
{
    uint64_t since[MOST] = { 0 };
    memset(t, 0, sizeof *t);
    for (uint32_t k = 0; k < m->n; k++) {
        uint32_t a = m->value[k];
        if (t->count[a]++)
            t->without[a] |= ~since[a];
        for (uint32_t b = 0; b < m->nvalues; b++)
            since[b] |= UINT64_C(1) << a;
        since[a] = 0;
    }
}

/* The values of which any two take turns, greedily. What came once takes turns with too much. */
static uint32_t find_groups(const turns *t, uint32_t nvalues, sx_classes_way way,
                            uint32_t *ret_group)
{
    uint64_t in[MOST], without[MOST];
    uint32_t n = 0, once = NONE;
    for (uint32_t a = 0; a < nvalues; a++) {
        uint32_t g = t->count[a] > 1 && way.of != SX_CLASSES_EACH ? 0 : n;
        while (g < n && (g == once || (without[g] >> a & 1) || (t->without[a] & in[g])))
            g++;
        if (t->count[a] == 1 && way.once_together) {
            g = once < NONE ? once : n;
            once = g;
        }
        if (g == n) {
            in[g] = without[g] = 0;
            n++;
        }
        in[g] |= UINT64_C(1) << a;
        without[g] |= t->without[a];
        ret_group[a] = g;
    }
    return n;
}

/* Does what two groups have together come back with a short period, after a whole one of these? */
static bool is_periodic(const members *m, const uint32_t *group, uint32_t a, uint32_t b)
{
    enum { RING = 2 * MOST_PERIOD };
    uint8_t last[RING];
    uint32_t seen = 0, alive = (1u << (MOST_PERIOD + 1)) - 2; /* a bit for each period */
    for (uint32_t k = 0; k < m->n && alive; k++) {
        uint8_t value = m->value[k];
        if (group[value] != a && group[value] != b)
            continue;
        for (uint32_t period = 1; period <= MOST_PERIOD && period <= seen; period++)
            if (last[(seen - period) % RING] != value)
                alive &= ~(1u << period);
        last[seen++ % RING] = value;
    }
    return alive && (seen >= 32 || (alive & ((1u << seen) - 1)));
}

/* Groups of which two are one where some of their values come back within a period. */
static uint32_t join_groups(const members *m, uint32_t n, uint32_t *group)
{
    for (uint32_t a = 0; a < n && n <= MOST_JOINED; a++)
        for (uint32_t b = a + 1; b < n; b++) {
            if (!is_periodic(m, group, a, b))
                continue;
            for (uint32_t v = 0; v < m->nvalues; v++)
                group[v] = group[v] == b ? a : group[v] - (group[v] > b);
            n--;
            b = a;
        }
    return n;
}

/* Splits one class; the first part keeps its number. */
static void split(uint32_t n, uint32_t which, const uint32_t *name, sx_classes_way way,
                  members *m, uint32_t *class, uint32_t *nclasses)
{
    uint32_t group[MOST];
    turns t;
    if (!find_members(n, class, which, name, m) || m->nvalues < 2)
        return;
    find_turns(m, &t);
    uint32_t groups = find_groups(&t, m->nvalues, way, group);
    if (way.of == SX_CLASSES_PERIODS)
        groups = join_groups(m, groups, group);
    if (*nclasses + groups - 1 > MOST)
        return;
    for (uint32_t k = 0; k < m->n; k++)
        if (group[m->value[k]])
            class[m->execution[k]] = *nclasses + group[m->value[k]] - 1;
    *nclasses += groups - 1;
}

bool sx_classes_find(uint32_t n, uint32_t nparams, const uint32_t *const *name,
                     sx_classes_way way, uint32_t *ret_class, uint32_t *ret_classes)
{
    members m = { .execution = calloc(n + 1, sizeof *m.execution),
                  .value = calloc(n + 1, sizeof *m.value) };
    bool fits = m.execution && m.value;
    uint32_t nclasses = 1;
    memset(ret_class, 0, n * sizeof *ret_class);
    for (uint32_t i = 0; fits && i < nparams; i++) {
        const uint32_t *next = name[way.backwards ? nparams - 1 - i : i];
        for (uint32_t which = nclasses; which-- > 0;)
            split(n, which, next, way, &m, ret_class, &nclasses);
    }
    free(m.execution);
    free(m.value);
    *ret_classes = nclasses;
    return fits;
}
