/* End points by rank alone, for rings, exchanges with every other rank in turn, and work dealt out in turn:
 * sign * m + (sum of signs of counters) + k, around the communicator or with an open end where the peer is null,
 * among all its ranks or all but the first or the last or both; and m xor (sum of signs of counters + k). Around the communicator counters may count
 * several times: the trips of two loops as one number, or steps of several ranks, as many as the second trip says. */
#include "law/column.h"
#include "law/law.h"
#include "law/lookalikes.h"

#include "base/checked.h"

#include <stdlib.h>

enum { COUNTERS = 2, SIGNS = 3, WAYS = 5 };

typedef enum manner { AROUND, OPEN, XOR, MANNERS } manner;

typedef struct shape {
    manner manner;
    int sign, counter[COUNTERS]; /* innermost counter first */
    uint32_t ncounters, at[COUNTERS]; /* index in sx_sample.counter of each */
    int64_t times[COUNTERS]; /* that it counts */
    int first,
        last; /* ranks at the ends that are no peers: the first number of peers, and how many at the end */
    int64_t k;
} shape;

/* ---- values ---- */

/* Without m where that is not added. */
static int64_t steps(const sx_samples *samples, size_t i, const shape *s)
{
    int64_t value = s->k;
    for (uint32_t c = 0; c < s->ncounters; c++)
        value += s->counter[c] * s->times[c] * samples->sample[i].counter[s->at[c]];
    return value;
}

/* The number that is brought into the range of peers. */
static int64_t raw(const sx_runs *runs, const sx_samples *samples, size_t i,
                   const shape *s)
{
    const sx_sample *x = &samples->sample[i];
    int64_t m = runs->comm_rank[x->comm][x->rank], by = steps(samples, i, s);
    return s->manner == XOR ? m ^ by : s->sign * m + by;
}

static int64_t size_of(const sx_runs *runs, const sx_sample *x)
{
    return runs->comm_size[x->comm][x->rank];
}

static bool holds(const sx_runs *runs, const sx_samples *samples, const shape *s)
{
    for (size_t i = 0; i < samples->n; i++) {
        int64_t size = size_of(runs, &samples->sample[i]), end = size - s->last,
                value = raw(runs, samples, i, s);
        if (end <= s->first)
            return false;
        if (s->manner == AROUND)
            value = s->first + sx_floor_mod(value - s->first, end - s->first);
        else if (value < s->first || value >= end)
            value = SX_NULL;
        if (value != samples->sample[i].value)
            return false;
    }
    return true;
}

/* ---- the expression ---- */

/* sum + signs of counters + k. */
static const sx_expr *add_steps(sx_arena *arena, const sx_samples *samples,
                                const shape *s, const sx_expr *sum, int64_t k)
{
    for (uint32_t c = 0; c < s->ncounters; c++)
        if (s->counter[c])
            sum = sx_expr_two(
                arena, s->counter[c] > 0 ? SX_EXPR_ADD : SX_EXPR_SUB, sum,
                sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, s->times[c]),
                            sx_expr_var(arena, SX_VAR_COUNTER, 0,
                                        samples->first_counter + s->at[c])));
    return sx_expr_plus(arena, sum, k);
}

static const sx_expr *shape_expr(sx_arena *arena, const sx_samples *samples,
                                 const shape *s)
{
    const sx_expr *m = sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0);
    const sx_expr *zero = sx_expr_int(arena, 0), *first = sx_expr_int(arena, s->first);
    const sx_expr *end =
        sx_expr_plus(arena, sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0), -s->last);
    if (s->manner == AROUND) {
        const sx_expr *own = s->sign > 0 ? m
                             : s->sign   ? sx_expr_two(arena, SX_EXPR_SUB, zero, m)
                                         : zero;
        const sx_expr *from = add_steps(arena, samples, s, own, s->k - s->first);
        const sx_expr *range = sx_expr_two(arena, SX_EXPR_SUB, end, first);
        return sx_expr_two(arena, SX_EXPR_ADD,
                           sx_expr_two(arena, SX_EXPR_MOD, from, range), first);
    }
    const sx_expr *other =
        s->manner == XOR
            ? sx_expr_two(arena, SX_EXPR_XOR, m, add_steps(arena, samples, s, zero, s->k))
            : add_steps(arena, samples, s,
                        s->sign > 0 ? m
                        : s->sign   ? sx_expr_two(arena, SX_EXPR_SUB, zero, m)
                                    : zero,
                        s->k);
    const sx_expr *inside =
        sx_expr_two(arena, SX_EXPR_AND, sx_expr_two(arena, SX_EXPR_GE, other, first),
                    sx_expr_two(arena, SX_EXPR_LT, other, end));
    return sx_expr_make(arena, SX_EXPR_IF, inside, other, sx_expr_int(arena, SX_NULL));
}

/* ---- evidence ---- */

static bool shows_null(const sx_samples *samples)
{
    for (size_t i = 0; i < samples->n; i++)
        if (samples->sample[i].value == SX_NULL)
            return true;
    return false;
}

static bool sizes_differ(const sx_runs *runs, const sx_samples *samples)
{
    for (size_t i = 1; i < samples->n; i++)
        if (size_of(runs, &samples->sample[i]) != size_of(runs, &samples->sample[0]))
            return true;
    return false;
}

/* The same distance the other way around the largest communicator. */
static int64_t other_way(const sx_runs *runs, const sx_samples *samples,
                         const shape *taken)
{
    int64_t most = 0;
    for (size_t i = 0; i < samples->n; i++) {
        const int64_t size = size_of(runs, &samples->sample[i]);
        most = size > most ? size : most;
    }
    most -= taken->first + taken->last;
    return taken->k > 0 ? taken->k - most : taken->k + most;
}

/* Other small distances that give every sample too are a doubt wherever they differ; so is the other way around where the distance is
 * beyond the next places. */
static sx_status doubt_distances(sx_arena *arena, const sx_runs *runs,
                                 const sx_samples *samples, const shape *taken,
                                 sx_law *law, sx_error *err)
{
    enum { NEXT = 2, NEAR = 4 };
    const int64_t back = other_way(runs, samples, taken);
    const bool far = taken->manner == AROUND && taken->sign && llabs(taken->k) > NEXT;
    for (int64_t n = -NEAR; n <= NEAR + far; n++) {
        shape other = *taken;
        const int64_t k = n > NEAR ? back : n;
        other.k = k;
        if (k == taken->k || !holds(runs, samples, &other))
            continue;
        sx_status st =
            sx_law_doubt_rival(arena, shape_expr(arena, samples, &other),
                               "another distance around the communicator fits all "
                               "inputs, and differs here: add a larger one",
                               law, err);
        if (st)
            return st;
    }
    return SX_OK;
}

/* Numbers of ranks that are no power of two have ranks without another one; what they do shows only there. */
static sx_status doubt_missing(sx_arena *arena, const sx_samples *samples, sx_law *law,
                               sx_error *err)
{
    if (shows_null(samples))
        return SX_OK;
    const sx_evidence missing = {
        SX_LABEL_PROVED,
        "no input has a rank whose other one does not exist: add one "
        "whose number of ranks is no power of two",
        sx_expr_two(arena, SX_EXPR_EQ, law->expr, sx_expr_int(arena, SX_NULL))
    };
    law->evidence = sx_evidence_join(arena, law->evidence, missing);
    return missing.doubt ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
}

/* Do the counters that are used go through three numbers each? Two follow any law. */
static bool counts_far(const sx_samples *samples, const shape *s)
{
    enum { TRIPS = 3 };
    for (uint32_t c = 0; c < s->ncounters; c++)
        if (s->counter[c] && sx_samples_trips(samples, s->at[c], TRIPS) < TRIPS)
            return false;
    return true;
}

static const char *weakness(const sx_runs *runs, const sx_samples *samples,
                            const shape *s)
{
    enum { TELLING = 12 };
    if (samples->n < TELLING || !sizes_differ(runs, samples))
        return "too few ranks, or one size of the communicator only: add an input";
    if (!counts_far(samples, s))
        return "a distance that changes from trip to trip shows in three trips: add an "
               "input "
               "with more";
    if (s->manner == XOR && s->k == 1 && !s->counter[0] && !s->counter[1] &&
        sx_lookalikes_are_wide(runs, 1, 2, 0))
        return "pairs of ranks may be rows of a grid that is two wide in all inputs";
    return NULL;
}

static sx_status judge(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                       const shape *s, sx_law *law, sx_error *err)
{
    const char *weak = weakness(runs, samples, s);
    law->evidence = (sx_evidence) { .label = weak ? SX_LABEL_EXACT : SX_LABEL_PROVED,
                                    .reason = weak };
    if (!weak && !sx_lookalikes_of_rows(arena, runs, samples, s->k, &law->evidence))
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (s->manner == XOR)
        return weak ? SX_OK : doubt_missing(arena, samples, law, err);
    return doubt_distances(arena, runs, samples, s, law, err);
}

/* ---- the search ---- */

/* The sample with a peer in the largest communicator, where most distances are other ones; the number of samples where none has. */
static size_t most_telling(const sx_runs *runs, const sx_samples *samples)
{
    size_t best = samples->n;
    for (size_t i = samples->n; i-- > 0;)
        if (!sx_is_special(samples->sample[i].value) &&
            (best == samples->n ||
             size_of(runs, &samples->sample[i]) > size_of(runs, &samples->sample[best])))
            best = i;
    return best;
}

/* The k that sample i asks for, in (-size/2, size/2]: a small distance either way. */
static bool set_distance(const sx_runs *runs, const sx_samples *samples, size_t i,
                         shape *s)
{
    const sx_sample *x = &samples->sample[i];
    int64_t range = size_of(runs, x) - s->first - s->last;
    s->k = 0;
    if (range <= 0)
        return false;
    if (s->manner == XOR) {
        s->k = (x->value ^ runs->comm_rank[x->comm][x->rank]) - steps(samples, i, s);
        return true;
    }
    s->k = x->value - raw(runs, samples, i, s);
    if (s->manner == AROUND) {
        s->k = sx_floor_mod(s->k, range);
        s->k = s->k > range / 2 ? s->k - range : s->k;
    }
    return true;
}

/* The least k, either way, that each run's first end point asks for, where a number as small as that seldom does so by accident: further around than some inputs have
 * ranks. False where there is none. */
static bool set_far(const sx_runs *runs, const sx_samples *samples, shape *s)
{
    enum { LARGEST = 4096, SELDOM = 8 };
    int64_t least = 0, step = 1;
    s->k = 0;
    for (size_t i = 0; i < samples->n && step <= LARGEST * SELDOM; i++) {
        const sx_sample *x = &samples->sample[i];
        const int64_t range = size_of(runs, x) - s->first - s->last;
        if (i > 0 && x->run == x[-1].run)
            continue;
        if (range <= 0 || x->value < 0 || x->value >= size_of(runs, x))
            return false;
        const int64_t rest = sx_floor_mod(x->value - raw(runs, samples, i, s), range);
        if (!sx_leave_rest(range, rest, &least, &step))
            return false;
    }
    s->k = least <= step / 2 ? least : least - step;
    return llabs(s->k) <= LARGEST && llabs(s->k) <= step / SELDOM;
}

/* Turns that go back begin at the last of a number of trips that all inputs have, rather than at a rank so far from the end, where
 * both fit: the other is a doubt. */
static void count_from_last(const sx_runs *runs, const sx_samples *samples, shape *s)
{
    for (uint32_t c = 0; c < s->ncounters; c++) {
        shape last = *s;
        if (s->manner != AROUND || s->sign || s->counter[c] >= 0 || s->counter[1 - c])
            continue;
        last.k = sx_samples_last_trip(samples, s->at[c]);
        if (last.k > s->k && holds(runs, samples, &last))
            *s = last;
    }
}

/* Is the value of some rank another in the first trips of the loops within, where this counter alone is? */
static bool changes_with(const sx_samples *samples, uint32_t counter)
{
    const sx_sample *before = NULL;
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        bool inner = s->element != 0, outer = false;
        for (uint32_t c = counter + 1; c < samples->ncounters; c++)
            inner = inner || s->counter[c] != 0;
        if (inner)
            continue;
        for (uint32_t c = 0; before && c < counter; c++)
            outer = outer || s->counter[c] != before->counter[c];
        if (before && before->rank == s->rank && !outer && before->value != s->value)
            return true;
        before = s;
    }
    return false;
}

/* The innermost counters that values change with, and the innermost of the others where these are fewer. */
static void choose_counters(const sx_samples *samples, shape *ret)
{
    bool taken[SX_SAMPLE_LOOPS] = { false };
    for (int all = 0; all < 2; all++)
        for (uint32_t c = samples->ncounters; c-- > 0 && ret->ncounters < COUNTERS;)
            if (!taken[c] && (all || changes_with(samples, c))) {
                taken[c] = true;
                ret->at[ret->ncounters++] = c;
            }
    if (ret->ncounters == COUNTERS && ret->at[0] < ret->at[1]) {
        const uint32_t inner = ret->at[1];
        ret->at[1] = ret->at[0];
        ret->at[0] = inner;
    }
}

/* The shape of this number, the simplest first; false when it says nothing of the ranks. */
static bool shape_of(unsigned code, const shape *counters, shape *ret)
{
    static const int sign[SIGNS] = { 0, 1, -1 };
    shape s = *counters;
    s.manner = (manner)(code % MANNERS);
    code /= MANNERS;
    s.counter[0] = sign[code % SIGNS];
    s.counter[1] = sign[code / SIGNS % SIGNS];
    code /= SIGNS * SIGNS;
    s.sign = sign[(code + 1) % SIGNS];
    s.first = code / SIGNS == 1 || code / SIGNS == 3;
    s.last = code / SIGNS >= 2;
    *ret = s;
    if (s.manner == XOR)
        return s.sign > 0 && !s.first && !s.last;
    return s.sign || (s.manner == AROUND && (s.counter[0] || s.counter[1]));
}

/* Without ranks, and without the counters that it would be over, a number around the communicator is any number of each input: but for the
 * first few, and the last. */
static bool is_any_number(const shape *s)
{
    enum { FEW = 2 };
    bool counts = false;
    for (uint32_t c = 0; c < s->ncounters; c++)
        counts = counts || s->counter[c];
    return !s->sign && !counts && (s->first || s->last || llabs(s->k) > FEW);
}

/* Is it of the rank and the first trip of all loops, but for trip `trip` of this counter? */
static bool is_of_trip(const sx_samples *samples, const sx_sample *s, int64_t rank,
                       uint32_t counter, int32_t trip)
{
    bool is = s->rank == rank && s->element == 0;
    for (uint32_t c = 0; c < samples->ncounters && is; c++)
        is = s->counter[c] == (c == counter ? trip : 0);
    return is;
}

/* By how much a rank's end point goes on in the second trip of a loop, around the communicator: the shorter way, or the other; 1 where it does
 * not say. */
static int64_t step_of(const sx_runs *runs, const sx_samples *samples, size_t telling,
                       uint32_t counter, bool longer)
{
    const sx_sample *of = &samples->sample[telling];
    const int64_t size = size_of(runs, of);
    int64_t value[2] = { SX_NULL, SX_NULL };
    for (size_t i = 0; i < samples->n; i++)
        for (int32_t trip = 0; trip < 2; trip++)
            if (samples->sample[i].run == of->run &&
                is_of_trip(samples, &samples->sample[i], of->rank, counter, trip))
                value[trip] = samples->sample[i].value;
    if (sx_is_special(value[0]) || sx_is_special(value[1]) || size < 2)
        return 1;
    const int64_t up = sx_floor_mod(value[1] - value[0], size), down = size - up;
    return (up <= down) != longer ? up : down;
}

/* How often counters count in the w-th way: once each first, then the shorter way around or the other for each. */
static void set_times(const sx_runs *runs, const sx_samples *samples, size_t telling,
                      unsigned w, shape *counters)
{
    for (uint32_t c = 0; c < counters->ncounters; c++)
        counters->times[c] =
            w ? step_of(runs, samples, telling, counters->at[c], (w - 1) >> c & 1) : 1;
}

/* Does some counter count several times? The first way has the others. */
static bool is_of_way(const shape *s, unsigned w)
{
    bool several = false;
    for (uint32_t c = 0; c < s->ncounters; c++)
        several = several || (s->counter[c] && s->times[c] > 1);
    return !w || (several && s->manner == AROUND);
}

/* So many steps are as many less around the largest communicator: a doubt where that fits the others as well. */
static sx_status doubt_times(sx_arena *arena, const sx_runs *runs,
                             const sx_samples *samples, size_t telling, const shape *s,
                             sx_law *law, sx_error *err)
{
    sx_status st = SX_OK;
    for (uint32_t c = 0; c < s->ncounters && !st; c++) {
        shape other = *s;
        other.times[c] -= size_of(runs, &samples->sample[telling]);
        if (s->times[c] > 1 && s->counter[c] && holds(runs, samples, &other))
            st = sx_law_doubt_rival(arena, shape_expr(arena, samples, &other),
                                    "as many steps the other way around fit all inputs, "
                                    "and differ here: add a larger one",
                                    law, err);
    }
    return st;
}

/* Takes the law of this shape, if it gives all samples. */
static sx_status try_shape(sx_arena *arena, const sx_runs *runs,
                           const sx_samples *samples, size_t telling, shape *s,
                           sx_law *ret_law, sx_error *err)
{
    bool far = false;
    if (!set_distance(runs, samples, telling, s) || is_any_number(s))
        return SX_OK;
    if (!holds(runs, samples, s)) {
        far = s->manner == AROUND && set_far(runs, samples, s);
        if (!far || !holds(runs, samples, s))
            return SX_OK;
    }
    count_from_last(runs, samples, s);
    sx_law law = { .expr = shape_expr(arena, samples, s) };
    size_t first;
    if (!law.expr)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (!sx_column_matches(runs, samples, law.expr, &first))
        return SX_OK;
    sx_status st = judge(arena, runs, samples, s, &law, err);
    if (!st)
        st = doubt_times(arena, runs, samples, telling, s, &law, err);
    if (far)
        law.evidence = sx_evidence_join(
            arena, law.evidence,
            (sx_evidence) { SX_LABEL_EXACT,
                            "a number beyond the ranks of some inputs may be another: "
                            "add an input",
                            NULL });
    if (!st)
        *ret_law = law;
    return st;
}

sx_status sx_law_shift(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                       sx_law *ret_law, sx_error *err)
{
    enum { CODES = MANNERS * SIGNS * SIGNS * SIGNS * 4 };
    if (!samples->is_rank || samples->n == 0 || sx_samples_runs(samples) < 2)
        return SX_OK;
    const size_t telling = most_telling(runs, samples);
    shape counters = { 0 };
    sx_status st = SX_OK;
    choose_counters(samples, &counters);
    for (unsigned way = 0; telling < samples->n && way < WAYS; way++) {
        set_times(runs, samples, telling, way, &counters);
        for (unsigned code = 0; code < CODES; code++) {
            shape s;
            if (shape_of(code, &counters, &s) && is_of_way(&s, way))
                st = try_shape(arena, runs, samples, telling, &s, ret_law, err);
            if (st || ret_law->expr)
                return st;
        }
    }
    return SX_OK;
}
