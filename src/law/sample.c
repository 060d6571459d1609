#include "law/sample.h"

#include "base/checked.h"

#include <string.h>

typedef struct collector {
    sx_arena *arena;
    const sx_runs *runs;
    const sx_sampling *how;
    const sx_seq **value, **comm, **length;
    sx_seq_cursor in_comm, in_length; /* of the rank that was begun */
    bool relative;
    uint32_t first; /* depth of the first counter kept */
    bool changes; /* some value changes with the execution */
    bool elsewhere; /* some call is on another communicator than the world */
    size_t n, most; /* of all ranks so far; of any rank */
    sx_sample *sample;
    int64_t *expanded; /* room for the values of a rank */
    const char *trouble;
} collector;

/* Before the first execution of a rank is looked at. */
static void begin_rank(collector *c)
{
    c->in_comm = c->in_length = (sx_seq_cursor) { 0 };
}

/* A trace may name any communicator by an expression, and none: that is trouble. */
static uint32_t comm_at(collector *c, int64_t rank, uint64_t k)
{
    int64_t comm =
        c->comm ? sx_seq_at_cursor(c->comm[rank], &c->in_comm, k) : c->how->fixed_comm;
    if (comm >= 0 && (uint64_t)comm < c->runs->merged.ncomms)
        return (uint32_t)comm;
    c->trouble = "it is on no communicator";
    return 0;
}

static uint64_t length_at(collector *c, int64_t rank, uint64_t k)
{
    if (!c->how->is_list)
        return 1;
    if (c->how->by_comm_size)
        return (uint64_t)c->runs->comm_size[comm_at(c, rank, k)][rank];
    if (!c->length)
        return 1;
    int64_t n = sx_seq_at_cursor(c->length[rank], &c->in_length, k);
    return n < 0 ? 0 : (uint64_t)n;
}

/* Is a participant, and executes it at all: no loop around is entered for no trip. */
static bool takes_part(const collector *c, int64_t rank)
{
    return c->how->in[rank] && !sx_nest_is_idle(c->how->nest, rank);
}

/* The innermost loops after whose whole pass rank's values, communicators and lengths repeat, so that
 * counters outside of them do not matter; more than there are when that is never. */
static uint32_t levels_of(collector *c, int64_t rank)
{
    uint64_t period = c->comm ? c->comm[rank]->length : 1;
    begin_rank(c);
    if (c->length && c->length[rank]->length > period)
        period = c->length[rank]->length;
    for (uint32_t levels = 0; levels <= c->how->nest->depth; levels++) {
        uint64_t total;
        bool repeats;
        if (!sx_nest_pass(c->how->nest, rank, levels, &total, &repeats))
            return UINT32_MAX;
        /* Elements in so many executions, where every execution has as many. */
        uint64_t elements = total * length_at(c, rank, 0);
        bool whole = repeats && elements > 0 && elements % c->value[rank]->length == 0 &&
                     total % period == 0;
        if (c->length && c->length[rank]->length > 1)
            whole = false; /* lengths change: look at all executions */
        if (whole)
            return levels;
    }
    return c->how->nest->depth;
}

/* Do both make the same trips, and have values, communicators and lengths of the same period? Mostly, where ranks are
 * neighbours. */
static bool are_alike(const collector *c, int64_t a, int64_t b)
{
    bool alike = !c->how->is_list && c->value[a] && c->value[b] &&
                 c->value[a]->length == c->value[b]->length;
    if (alike && c->comm)
        alike = c->comm[a] && c->comm[b] && c->comm[a]->length == c->comm[b]->length;
    for (uint32_t d = 0; d < c->how->nest->depth && alike; d++)
        alike = c->how->nest->trips[d][a] == c->how->nest->trips[d][b];
    return alike;
}

/* The most levels that any rank needs: all are sampled alike, so that a rank whose values happen to be
 * constant is still seen at every counter. */
static uint32_t common_levels(collector *c)
{
    uint32_t levels = c->how->levels;
    int64_t before = -1;
    for (int64_t r = 0; r < c->runs->total && !c->trouble; r++) {
        if (!takes_part(c, r) || (before >= 0 && are_alike(c, before, r)))
            continue;
        if (!c->value[r] || (c->comm && !c->comm[r]) || (c->length && !c->length[r])) {
            c->trouble = "not recorded on every rank that takes part";
            break;
        }
        uint32_t own = levels_of(c, r);
        if (own == UINT32_MAX)
            c->trouble = "it changes from execution to execution in no period of the "
                         "loops around it";
        else if (own > levels)
            levels = own;
        before = r;
    }
    return levels;
}

static int64_t absolute(const collector *c, int64_t value, uint32_t comm, int64_t rank)
{
    int64_t size = c->relative ? c->runs->comm_size[comm][rank] : 0;
    if (sx_is_special(value) || size <= 0)
        return value;
    int64_t peer = c->runs->comm_rank[comm][rank] + sx_floor_mod(value, size);
    return peer < size ? peer : peer - size;
}

/* How many samples a rank has; 0 when there is trouble. */
static size_t samples_of_rank(collector *c, int64_t rank, uint32_t levels)
{
    uint64_t executions = 0, n = 0;
    bool repeats;
    begin_rank(c);
    if (!sx_nest_pass(c->how->nest, rank, levels, &executions, &repeats))
        c->trouble = "it changes with a loop which is too long";
    if (!c->how->is_list)
        n = executions;
    for (uint64_t k = 0; c->how->is_list && k < executions && n <= SX_SAMPLE_LIMIT; k++)
        n += length_at(c, rank, k);
    c->changes = c->changes || executions > 1;
    return n;
}

/* Room for all samples, unless there is trouble. */
static sx_status reserve(collector *c, uint32_t levels, sx_error *err)
{
    size_t n = 0, own = 0;
    int64_t before = -1;
    for (int64_t r = 0; r < c->runs->total && !c->trouble; r++) {
        if (!takes_part(c, r))
            continue;
        if (before < 0 || !are_alike(c, before, r))
            own = samples_of_rank(c, r, levels);
        n += own;
        c->most = own > c->most ? own : c->most;
        before = r;
        if (!c->trouble && n > SX_SAMPLE_LIMIT)
            c->trouble = "too many different values";
    }
    if (c->trouble)
        return SX_OK;
    c->sample = SX_ROOM_ARRAY(c->arena, sx_sample, n);
    c->expanded = SX_ROOM_ARRAY(c->arena, int64_t, c->most);
    return c->sample && c->expanded ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
}

static void collect_rank(collector *c, int64_t rank, uint32_t levels)
{
    const uint32_t depth = c->how->nest->depth;
    const sx_seq *value = c->value[rank];
    const size_t period = value->length < c->most ? (size_t)value->length : c->most;
    sx_sample sample = { .run = c->runs->run_of[rank], .rank = rank };
    sx_nest_walk walk;
    begin_rank(c);
    sx_seq_expand(value, 0, period, c->expanded);
    sx_nest_walk_init(&walk, c->how->nest, rank, levels);
    bool one_comm = !c->comm || c->comm[rank]->length == 1;
    size_t at = 0;
    for (uint64_t k = 0; sx_nest_walk_next(&walk); k++) {
        uint64_t n = length_at(c, rank, k);
        if (k == 0 || !one_comm)
            sample.comm = comm_at(c, rank, k);
        c->elsewhere = c->elsewhere || sample.comm != 0;
        for (uint32_t d = c->first; d < depth; d++)
            sample.counter[d - c->first] = (int32_t)walk.counter[d];
        for (uint64_t e = 0; e < n; e++) {
            sample.element = (int64_t)e;
            sample.value = absolute(c, c->expanded[at], sample.comm, rank);
            c->sample[c->n++] = sample;
            at = at + 1 == period ? 0 : at + 1;
        }
    }
}

static void note_varying(sx_samples *samples)
{
    const sx_sample *s = samples->sample;
    size_t i = 1;
    while (i < samples->n && s[i].element == s[0].element)
        i++;
    samples->lists = i < samples->n;
    samples->varying = 0;
    for (uint32_t d = 0; d < samples->ncounters; d++) {
        for (i = 1; i < samples->n && s[i].counter[d] == s[0].counter[d];)
            i++;
        samples->varying |= i < samples->n ? 1U << d : 0;
    }
}

/* Counters of outer loops that are 0 in all samples do not matter: values repeat within their loop. */
static void drop_idle_counters(sx_samples *samples, sx_sample *sample)
{
    while (samples->ncounters > 0) {
        for (size_t i = 0; i < samples->n; i++)
            if (sample[i].counter[0] != 0)
                return;
        for (size_t i = 0; i < samples->n; i++) {
            memmove(sample[i].counter, sample[i].counter + 1,
                    (SX_SAMPLE_LOOPS - 1) * sizeof *sample[i].counter);
            sample[i].counter[SX_SAMPLE_LOOPS - 1] = 0;
        }
        samples->first_counter++;
        samples->ncounters--;
    }
}

sx_status sx_samples_collect(sx_arena *arena, const sx_runs *runs, const sx_sampling *how,
                             const sx_value *value, sx_samples *ret_samples,
                             sx_error *err)
{
    collector c = {
        .arena = arena, .runs = runs, .how = how, .relative = value->relative
    };
    c.first = how->nest->depth > SX_SAMPLE_LOOPS ? how->nest->depth - SX_SAMPLE_LOOPS : 0;
    c.value = sx_runs_sequences(arena, runs, value, how->in);
    if (how->comm)
        c.comm = sx_runs_sequences(arena, runs, how->comm, how->in);
    if (how->length)
        c.length = sx_runs_sequences(arena, runs, how->length, how->in);
    if (!c.value || (how->comm && !c.comm) || (how->length && !c.length))
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (value->kind == SX_VALUE_DRAWN)
        c.trouble = "its order was not recorded (scalatrace --probabilistic)";
    uint32_t levels = common_levels(&c);
    sx_status st = reserve(&c, levels, err);
    if (st)
        return st;
    for (int64_t r = 0; r < runs->total && !c.trouble; r++)
        if (takes_part(&c, r))
            collect_rank(&c, r, levels);
    *ret_samples = (sx_samples) {
        .n = c.trouble ? 0 : c.n,
        .sample = c.sample,
        .first_counter = c.first,
        .ncounters = c.changes || how->levels ? how->nest->depth - c.first : 0,
        .on_world = !c.elsewhere,
        .trouble = c.trouble,
    };
    if (how->levels == 0)
        drop_idle_counters(ret_samples, c.sample);
    note_varying(ret_samples);
    return SX_OK;
}

sx_expr_env sx_sample_env(const sx_runs *runs, const sx_samples *samples, size_t i,
                          int64_t *counter)
{
    const sx_sample *s = &samples->sample[i];
    sx_expr_env env = sx_runs_env(runs, s->rank, s->comm);
    for (uint32_t d = 0; d < samples->first_counter; d++)
        counter[d] = 0;
    for (uint32_t d = 0; d < SX_SAMPLE_LOOPS; d++)
        counter[samples->first_counter + d] = s->counter[d];
    env.counter = counter;
    env.ncounters = samples->first_counter + samples->ncounters;
    env.element = s->element;
    return env;
}

sx_samples sx_samples_subset(sx_arena *arena, const sx_samples *samples,
                             const size_t *index, size_t n)
{
    sx_samples part = *samples;
    sx_sample *sample = SX_ROOM_ARRAY(arena, sx_sample, n);
    for (size_t i = 0; sample && i < n; i++)
        sample[i] = samples->sample[index[i]];
    part.n = n;
    part.sample = sample;
    if (sample)
        note_varying(&part);
    return part;
}

sx_samples sx_samples_with(sx_arena *arena, const sx_samples *samples, const int64_t *key,
                           int64_t wanted)
{
    size_t *index = SX_ROOM_ARRAY(arena, size_t, samples->n), n = 0;
    for (size_t i = 0; index && i < samples->n; i++)
        if (key[i] == wanted)
            index[n++] = i;
    return index ? sx_samples_subset(arena, samples, index, n) : (sx_samples) { 0 };
}

size_t sx_samples_end_of_run(const sx_samples *samples, size_t from)
{
    size_t inside = from, outside = samples->n;
    while (outside - inside > 1) {
        size_t middle = inside + (outside - inside) / 2;
        if (samples->sample[middle].run == samples->sample[from].run)
            inside = middle;
        else
            outside = middle;
    }
    return outside;
}

sx_samples sx_samples_spread(sx_arena *arena, const sx_samples *samples, size_t most)
{
    sx_samples spread = *samples;
    size_t kept = 0;
    for (size_t from = 0, to; from < samples->n; from = to) {
        to = sx_samples_end_of_run(samples, from);
        kept += to - from < most ? to - from : most;
    }
    sx_sample *sample = SX_ROOM_ARRAY(arena, sx_sample, kept);
    kept = 0;
    for (size_t from = 0, to; sample && from < samples->n; from = to) {
        to = sx_samples_end_of_run(samples, from);
        size_t n = to - from, take = n < most ? n : most;
        /* One from each stretch, at no fixed stride: a stride would see few coordinates of a grid. */
        for (size_t i = 0; i < take; i++) {
            size_t first = i * n / take, width = (i + 1) * n / take - first;
            size_t at = i == 0          ? 0
                        : i + 1 == take ? n - 1
                                        : first + sx_hash_mix(i) % width;
            sample[kept++] = samples->sample[from + at];
        }
    }
    spread.n = kept;
    spread.sample = sample;
    return spread;
}

sx_samples sx_samples_probe(sx_arena *arena, const sx_samples *samples)
{
    return sx_samples_spread(arena, samples, SX_SAMPLE_PROBE);
}

size_t sx_samples_runs(const sx_samples *samples)
{
    uint64_t seen = 0;
    size_t count_runs = 0;
    for (size_t i = 0; i < samples->n; i = sx_samples_end_of_run(samples, i)) {
        uint64_t bit = UINT64_C(1) << (samples->sample[i].run & 63);
        count_runs += !(seen & bit);
        seen |= bit;
    }
    return count_runs;
}

bool sx_samples_in_world(const sx_samples *samples)
{
    for (size_t i = 0; !samples->on_world && i < samples->n; i++)
        if (samples->sample[i].comm != 0)
            return false;
    return true;
}

bool sx_samples_are_of_world(const sx_runs *runs, const sx_samples *samples)
{
    for (size_t i = 0; i < samples->n; i++)
        if ((i == 0 || samples->sample[i].comm != samples->sample[i - 1].comm) &&
            !sx_runs_is_world(runs, samples->sample[i].comm))
            return false;
    return true;
}

bool sx_samples_are_truth(const sx_samples *samples)
{
    bool seen[2] = { false, false };
    for (size_t i = 0; i < samples->n; i++) {
        int64_t value = samples->sample[i].value;
        if (value != 0 && value != 1)
            return false;
        seen[value] = true;
    }
    return seen[0] && seen[1];
}

uint32_t sx_samples_innermost(const sx_samples *samples)
{
    uint32_t c = samples->ncounters;
    while (samples->varying && !(samples->varying >> --c & 1))
        continue;
    return c;
}

size_t sx_samples_end_of_entry(const sx_samples *samples, size_t from, uint32_t c)
{
    const sx_sample *s = samples->sample;
    size_t end = from + 1;
    while (end < samples->n && s[end].rank == s[from].rank &&
           sx_samples_number(samples, end, c) > sx_samples_number(samples, end - 1, c))
        end++;
    return end;
}

void sx_samples_take_trips(sx_samples *samples, const sx_nest *nest)
{
    if (!samples->varying)
        return;
    const sx_value *law =
        nest->law[samples->first_counter + sx_samples_innermost(samples)];
    if (law && law->expr && law->expr->op != SX_EXPR_INT &&
        law->expr->op != SX_EXPR_VAR) {
        samples->trips = law->expr;
        samples->trips_evidence = &law->evidence;
    }
}

int64_t sx_samples_last_trip(const sx_samples *samples, uint32_t c)
{
    int64_t all = -1, last = -1;
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        last = s->counter[c] > last ? s->counter[c] : last;
        if (i + 1 < samples->n && s[1].run == s->run)
            continue;
        if (all >= 0 && last != all)
            return -1;
        all = last;
        last = -1;
    }
    return all;
}

const sx_expr *sx_samples_last(sx_arena *arena, const sx_samples *samples, uint32_t c)
{
    if (samples->trips)
        return sx_expr_two(arena, SX_EXPR_SUB, samples->trips, sx_expr_int(arena, 1));
    int64_t last = sx_samples_last_trip(samples, c);
    return last < 0 ? NULL : sx_expr_int(arena, last);
}

bool sx_samples_tell(const sx_samples *samples, const sx_expr *expr)
{
    uint64_t counters;
    sx_expr_uses(expr, &counters, NULL);
    const uint64_t told = ((UINT64_C(1) << samples->ncounters) - 1)
                          << samples->first_counter;
    return (counters & ~told) == 0;
}

const sx_expr *sx_samples_trip(sx_arena *arena, const sx_samples *samples, uint32_t c,
                               bool from_last)
{
    const sx_expr *trip =
        sx_expr_var(arena, SX_VAR_COUNTER, 0, samples->first_counter + c);
    if (!from_last)
        return trip;
    const sx_expr *last =
        sx_expr_two(arena, SX_EXPR_SUB, samples->trips, sx_expr_int(arena, 1));
    return sx_expr_two(arena, SX_EXPR_SUB, last, trip);
}

bool sx_samples_have_special(const sx_samples *samples)
{
    for (size_t i = 0; i < samples->n; i++)
        if (sx_is_special(samples->sample[i].value))
            return true;
    return false;
}

bool sx_samples_have_one_value(const sx_samples *samples)
{
    for (size_t i = 1; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        if (s->run == s[-1].run && s->value != s[-1].value)
            return false;
    }
    return true;
}

static bool is_same_trip(const sx_sample *a, const sx_sample *b)
{
    return a->element == b->element &&
           memcmp(a->counter, b->counter, sizeof a->counter) == 0;
}

bool sx_samples_are_of_trips(const sx_samples *samples)
{
    const sx_sample *seen[SX_SAMPLE_DIFFERENT];
    size_t n = 0;
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        size_t k = 0;
        while (k < n && !is_same_trip(seen[k], s))
            k++;
        if (k < n && seen[k]->value != s->value)
            return false;
        if (k == SX_SAMPLE_DIFFERENT)
            return false;
        if (k == n)
            seen[n++] = s;
    }
    return n > 0;
}

/* Notes a number; returns how many different ones there are. */
static size_t note_different(int64_t *seen, size_t n, int64_t value)
{
    size_t k = 0;
    while (k < n && seen[k] != value)
        k++;
    seen[k] = value;
    return k == n ? n + 1 : n;
}

size_t sx_samples_values(const sx_samples *samples, size_t enough)
{
    int64_t seen[SX_SAMPLE_DIFFERENT];
    size_t n = 0;
    for (size_t i = 0; i < samples->n && n < enough && n < SX_SAMPLE_DIFFERENT; i++)
        n = note_different(seen, n, samples->sample[i].value);
    return n;
}

size_t sx_samples_trips(const sx_samples *samples, uint32_t counter, size_t enough)
{
    int64_t seen[SX_SAMPLE_DIFFERENT];
    size_t n = 0;
    for (size_t i = 0; i < samples->n && n < enough && n < SX_SAMPLE_DIFFERENT; i++)
        n = note_different(seen, n, samples->sample[i].counter[counter]);
    return n;
}

size_t sx_samples_runs_with_both(const sx_samples *samples)
{
    uint64_t seen[2] = { 0 }, both;
    size_t n = 0;
    for (size_t i = 0; i < samples->n; i++)
        seen[samples->sample[i].value] |= UINT64_C(1) << samples->sample[i].run;
    for (both = seen[0] & seen[1]; both; both &= both - 1)
        n++;
    return n;
}

bool sx_samples_are_few(const sx_samples *samples)
{
    enum { FEW = 2 };
    for (size_t i = FEW; i < samples->n; i++)
        if (samples->sample[i].run == samples->sample[i - FEW].run)
            return false;
    return true;
}
