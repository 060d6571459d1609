#include "law/border.h"
#include "law/lookalikes/parts.h"

#include "law/imagine.h"

#include "base/checked.h"

#include <stdlib.h>
#include <string.h>

enum {
    LARGEST_DIVISOR = 16,
    LARGEST_MULTIPLE = 1 << 20,
    COMMON_FACTOR = 16, /* of remainders; parts of the scale have none */
    ANY_FACTOR = COMMON_FACTOR + 1, /* of lines and logarithms: bytes, columns */
    ARGUMENTS = 2 + SX_MAX_GRIDS * SX_MAX_DIMS
};

/* ---- numbers of the scale ---- */

/* The first sample of each run that has some, and its value. */
typedef struct scales {
    size_t n, sample[SX_RUNS];
    int64_t value[SX_RUNS];
} scales;

/* What the law is without the own rank; false where it is no number. */
static bool number_of(const sx_runs *runs, const sx_samples *samples, size_t i,
                      int64_t *ret_number)
{
    const sx_sample *s = &samples->sample[i];
    const int64_t own = samples->is_rank ? runs->comm_rank[s->comm][s->rank] : 0;
    return !sx_is_special(s->value) && !sx_sub_overflows(s->value, own, ret_number);
}

/* False when a run has several values, or, of end points, distances, or all runs have one. */
static bool read_scales(const sx_runs *runs, const sx_samples *samples, scales *s)
{
    bool differs = false;
    s->n = 0;
    for (size_t i = 0; i < samples->n; i++) {
        int64_t value;
        if (!number_of(runs, samples, i, &value))
            return false;
        if (i == 0 || samples->sample[i].run != samples->sample[i - 1].run) {
            s->sample[s->n] = i;
            s->value[s->n++] = value;
        }
        if (value != s->value[s->n - 1])
            return false;
        differs = differs || value != s->value[0];
    }
    return differs;
}

/* Of two numbers any others are a line. */
static bool are_three(const int64_t *at, size_t n)
{
    size_t other = 0;
    while (other < n && at[other] == at[0])
        other++;
    for (size_t k = other; k < n; k++)
        if (at[k] != at[0] && at[k] != at[other])
            return true;
    return false;
}

/* (x + add) div k, as the parts that are tried are? */
static bool is_part(const sx_expr *f)
{
    return f->op == SX_EXPR_DIV && f->arg[1]->op == SX_EXPR_INT &&
           f->arg[0]->op == SX_EXPR_ADD && f->arg[0]->arg[1]->op == SX_EXPR_INT;
}

/* The a, not 0, and b with which a * at + b is the value of each scale; false where there are none. */
static bool line_through(const scales *s, const int64_t *at, int64_t *ret_a,
                         int64_t *ret_b)
{
    size_t k = 1;
    int64_t part, value;
    while (k < s->n && at[k] == at[0])
        k++;
    bool fits =
        k < s->n && sx_line_through(at[0], s->value[0], at[k], s->value[k], ret_a, ret_b);
    for (k = 0; k < s->n && fits; k++)
        fits = !sx_mul_overflows(*ret_a, at[k], &part) &&
               !sx_add_overflows(part, *ret_b, &value) && value == s->value[k];
    return fits;
}

/* a * f + b, with the a and b that the scales ask for; NULL when none do, or a is larger than that, or, of any factor, than 16 with two numbers alone. */
static const sx_expr *fitted(sx_arena *arena, const sx_runs *runs,
                             const sx_samples *samples, const scales *s, const sx_expr *f,
                             int64_t largest)
{
    int64_t at[SX_RUNS], counter[SX_MAX_DEPTH + SX_SAMPLE_LOOPS];
    for (size_t k = 0; k < s->n; k++) {
        sx_expr_env env = sx_sample_env(runs, samples, s->sample[k], counter);
        if (sx_expr_eval(f, &env, &at[k], NULL))
            return NULL;
    }
    int64_t a, b, within;
    if (!line_through(s, at, &a, &b) ||
        (llabs(a) > largest && (largest != ANY_FACTOR || !are_three(at, s->n))))
        return NULL;
    if (a == 1 && is_part(f) && !sx_mul_overflows(b, f->arg[1]->value, &within) &&
        !sx_add_overflows(within, f->arg[0]->arg[1]->value, &within))
        return sx_expr_two(arena, SX_EXPR_DIV,
                           sx_expr_plus(arena, f->arg[0]->arg[0], within), f->arg[1]);
    return sx_expr_two(arena, SX_EXPR_ADD,
                       sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, a), f),
                       sx_expr_int(arena, b));
}

/* ---- doubts ---- */

typedef struct search {
    sx_arena *arena;
    const sx_runs *runs;
    const sx_samples *samples;
    scales scales;
    const sx_expr *some; /* who makes trips, where others make none; else NULL */
    sx_law *law;
} search;

/* Are both divided by the same number? */
static bool are_parts_alike(const sx_expr *a, const sx_expr *b)
{
    return a->op == SX_EXPR_DIV && b->op == SX_EXPR_DIV && a->arg[1]->op == SX_EXPR_INT &&
           sx_expr_equal(a->arg[1], b->arg[1]);
}

static bool try_rival(search *r, const sx_expr *f, int64_t largest)
{
    static const char reason[] =
        "another part or logarithm of the scale fits all inputs, and "
        "differs here: add an input";
    sx_law *law = r->law;
    const sx_expr *rival = fitted(r->arena, r->runs, r->samples, &r->scales, f, largest);
    if (!rival || law->evidence.label != SX_LABEL_PROVED)
        return true;
    if (r->samples->is_rank)
        rival = sx_expr_two(r->arena, SX_EXPR_ADD,
                            sx_expr_var(r->arena, SX_VAR_COMM_RANK, 0, 0), rival);
    const sx_expr *differs = sx_expr_two(r->arena, SX_EXPR_NE, law->expr, rival);
    if (r->some)
        differs = sx_expr_two(r->arena, SX_EXPR_AND, r->some, differs);
    if (!differs)
        return false;
    if (sx_imagine_vanishes(r->runs, differs))
        return true;
    const bool never =
        !r->some && !r->samples->is_rank && sx_lookalikes_is_of_place(law->expr);
    const sx_evidence doubt = { .label = never ? SX_LABEL_EXACT : SX_LABEL_PROVED,
                                .reason = reason,
                                .doubt = never ? NULL : differs };
    law->evidence = sx_evidence_join(r->arena, law->evidence, doubt);
    if (!never && are_parts_alike(rival, law->expr) &&
        sx_law_cost(rival) < sx_law_cost(law->expr))
        law->expr = rival; /* of two that fit, the shorter */
    return true;
}

/* (x + add) div k. */
static const sx_expr *part(sx_arena *arena, const sx_expr *x, int64_t add, int64_t k)
{
    return sx_expr_two(arena, SX_EXPR_DIV,
                       sx_expr_two(arena, SX_EXPR_ADD, x, sx_expr_int(arena, add)),
                       sx_expr_int(arena, k));
}

static bool is_whole(const search *r, const sx_expr *x, int64_t k)
{
    int64_t counter[SX_MAX_DEPTH + SX_SAMPLE_LOOPS], value;
    for (size_t i = 0; i < r->scales.n; i++) {
        sx_expr_env env =
            sx_sample_env(r->runs, r->samples, r->scales.sample[i], counter);
        if (sx_expr_eval(x, &env, &value, NULL) || value % k != 0)
            return false;
    }
    return true;
}

/* Are there inputs on either side of a multiple of k, other than 0? Between two of these a remainder is a line. */
static bool passes(const search *r, const sx_expr *x, int64_t k)
{
    int64_t counter[SX_MAX_DEPTH + SX_SAMPLE_LOOPS], value, first = 0;
    bool any = false;
    for (size_t i = 0; i < r->scales.n; i++) {
        sx_expr_env env =
            sx_sample_env(r->runs, r->samples, r->scales.sample[i], counter);
        if (sx_expr_eval(x, &env, &value, NULL))
            continue;
        if (any && value / k != first)
            return true;
        first = value / k;
        any = true;
    }
    return false;
}

/* Where all inputs are multiples of a number, parts by its divisors differ from a line nowhere else than its own does,
 * and rounding up nowhere else than down. */
static bool try_parts(search *r, const sx_expr *x)
{
    int64_t whole = 0;
    for (int64_t k = LARGEST_DIVISOR; k >= 2; k--) {
        bool is = is_whole(r, x, k);
        if (is && whole && whole % k == 0)
            continue;
        whole = is && !whole ? k : whole;
        if (!try_rival(r, part(r->arena, x, 0, k), 1) ||
            (!is && !try_rival(r, part(r->arena, x, k - 1, k), 1)))
            return false;
    }
    return true;
}

/* What is left of it, or of the last rank of as many. */
static bool try_remainders(search *r, const sx_expr *x)
{
    for (int64_t k = 2; k <= LARGEST_DIVISOR; k++)
        for (int64_t less = 0; less <= (k > 2); less++) {
            const sx_expr *of =
                sx_expr_two(r->arena, SX_EXPR_SUB, x, sx_expr_int(r->arena, less));
            if (passes(r, of, k) &&
                !try_rival(
                    r, sx_expr_two(r->arena, SX_EXPR_MOD, of, sx_expr_int(r->arena, k)),
                    COMMON_FACTOR))
                return false;
        }
    return true;
}

/* The least that all inputs divide: 1 where that is beyond counting. */
static int64_t common_multiple(const search *r, const sx_expr *x)
{
    int64_t counter[SX_MAX_DEPTH + SX_SAMPLE_LOOPS], all = 1, value;
    for (size_t i = 0; i < r->scales.n; i++) {
        sx_expr_env env =
            sx_sample_env(r->runs, r->samples, r->scales.sample[i], counter);
        if (sx_expr_eval(x, &env, &value, NULL) || value <= 0)
            return 1;
        int64_t a = all, b = value;
        while (b) {
            const int64_t rest = a % b;
            a = b;
            b = rest;
        }
        if (__builtin_mul_overflow(all, value / a, &all) || all > LARGEST_MULTIPLE)
            return 1;
    }
    return all;
}

/* So many points that none is left in any input, so many times each, and a rim. */
static bool try_shares(search *r, const sx_expr *x)
{
    const int64_t points = common_multiple(r, x);
    return points == 1 ||
           try_rival(r,
                     sx_expr_two(r->arena, SX_EXPR_DIV, sx_expr_int(r->arena, points), x),
                     ANY_FACTOR);
}

static bool try_argument(search *r, const sx_expr *x)
{
    const sx_expr *two = sx_expr_int(r->arena, 2);
    const sx_expr *up =
        sx_expr_two(r->arena, SX_EXPR_SUB, sx_expr_two(r->arena, SX_EXPR_MUL, two, x),
                    sx_expr_int(r->arena, 1));
    const sx_expr *line[] = { x, sx_expr_two(r->arena, SX_EXPR_LOG, two, x),
                              sx_expr_two(r->arena, SX_EXPR_LOG, two, up) };
    for (size_t i = 0; i < sizeof line / sizeof *line; i++)
        if (!line[i] || !try_rival(r, line[i], ANY_FACTOR))
            return false;
    return try_shares(r, x) && try_parts(r, x) && try_remainders(r, x);
}

static sx_status contest_fraction(void *context, const sx_expr *part, sx_error *err)
{
    search *r = context;
    (void)err;
    return try_rival(r, part, 1) ? SX_OK : SX_NOMEM;
}

/* So many times the number of ranks, divided: two thirds of them, and a number. */
static bool try_fractions(search *r)
{
    enum { LARGEST_RIM = 2 };
    int64_t at[SX_RUNS];
    if (r->samples->is_rank || r->scales.n != r->runs->n || r->some)
        return true;
    for (int64_t rim = 0; rim <= LARGEST_RIM; rim++) {
        for (size_t i = 0; i < r->scales.n; i++)
            if (sx_sub_overflows(r->scales.value[i], rim,
                                 &at[r->samples->sample[r->scales.sample[i]].run]))
                return true;
        if (sx_border_each_part(r->arena, r->runs, at, contest_fraction, r, NULL))
            return false;
    }
    return true;
}

/* Is the law made of a parameter of the program? Those are given, and no accident. */
static bool is_of_parameter(const sx_runs *runs, const sx_expr *expr)
{
    if (expr->op == SX_EXPR_VAR && expr->var == SX_VAR_CONSTANT)
        return expr->axis < runs->nparams;
    for (int i = 0; i < 3; i++)
        if (expr->arg[i] && is_of_parameter(runs, expr->arg[i]))
            return true;
    return false;
}

/* ---- products that are sums ---- */

/* Two extents, and a number for each such that in every input with samples one of them is its number: (x - a) (y - b) is 0, and x y
 * a sum of both. False when there are none. */
static bool find_corner(const search *r, uint32_t g, int64_t ret_at[2])
{
    int64_t dim[SX_RUNS][2];
    for (size_t i = 0; i < r->scales.n; i++) {
        const sx_sample *s = &r->samples->sample[r->scales.sample[i]];
        memcpy(dim[i], r->runs->place[s->rank * SX_MAX_GRIDS + g].dim, sizeof dim[i]);
    }
    bool found = false;
    for (size_t i = 0; i < r->scales.n && !found; i++) {
        int64_t other = 0;
        found = true;
        for (size_t k = 0; k < r->scales.n && found; k++) {
            if (dim[k][0] == dim[i][0])
                continue;
            found = !other || dim[k][1] == other;
            other = dim[k][1];
        }
        found = found && other;
        ret_at[0] = dim[i][0];
        ret_at[1] = other;
    }
    return found;
}

/* A hidden number and the number of ranks is no less accidental than one and multiples of both extents. */
static bool try_corners(search *r)
{
    static const char reason[] =
        "in each input one of two extents is the same as in another, so that "
        "their product may be a sum of both: add an input";
    const sx_expr *law = r->law->expr;
    if (r->law->evidence.label != SX_LABEL_PROVED ||
        !sx_lookalikes_has_hidden_number(law) ||
        !(sx_expr_uses(law, NULL, NULL) & 1u << SX_VAR_P))
        return true;
    for (uint32_t g = 0; g < r->runs->ngrids; g++) {
        int64_t at[2];
        if (r->runs->grid[g].comm != 0 || r->runs->grid[g].ndims != 2 ||
            !find_corner(r, g, at))
            continue;
        const sx_expr *apart[2];
        for (uint32_t a = 0; a < 2; a++)
            apart[a] =
                sx_expr_two(r->arena, SX_EXPR_NE, sx_expr_var(r->arena, SX_VAR_DIM, g, a),
                            sx_expr_int(r->arena, at[a]));
        const sx_evidence doubt = { .label = SX_LABEL_PROVED,
                                    .reason = reason,
                                    .doubt = sx_expr_two(r->arena, SX_EXPR_AND, apart[0],
                                                         apart[1]) };
        if (!doubt.doubt)
            return false;
        r->law->evidence = sx_evidence_join(r->arena, r->law->evidence, doubt);
    }
    return true;
}

/* A distance to another rank in which a number is chosen: steps in a grid, and the last rank, have none. */
static bool has_chosen_number(const sx_expr *expr)
{
    enum { STEP = 1 };
    return sx_lookalikes_has_number_above(expr, STEP);
}

/* Those of ranks that make trips. NULL .sample when out of memory. */
static sx_samples made(sx_arena *arena, const sx_samples *trips)
{
    size_t *index = SX_NEW_ARRAY(arena, size_t, trips->n), n = 0;
    for (size_t i = 0; index && i < trips->n; i++)
        if (trips->sample[i].value > 0)
            index[n++] = i;
    return index ? sx_samples_subset(arena, trips, index, n) : (sx_samples) { 0 };
}

/* Who makes no trip does not tell how many the others make: these are asked alone. */
static sx_status ask_who_makes_some(search *r, sx_samples *some, sx_error *err)
{
    const sx_samples *all = r->samples;
    if (!all->is_trips || sx_samples_have_special(all))
        return SX_OK;
    *some = made(r->arena, all);
    if (!some->sample)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (some->n == all->n || some->n == 0)
        return SX_OK;
    r->samples = some;
    r->some = sx_expr_two(r->arena, SX_EXPR_GT, r->law->expr, sx_expr_int(r->arena, 0));
    return r->some ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
}

sx_status sx_lookalikes_of_scale(sx_arena *arena, const sx_runs *runs,
                                 const sx_samples *samples, sx_law *law, sx_error *err)
{
    search r = { .arena = arena, .runs = runs, .samples = samples, .law = law };
    sx_samples some;
    if (!law->expr || law->evidence.label != SX_LABEL_PROVED ||
        is_of_parameter(runs, law->expr) ||
        (samples->is_rank && !has_chosen_number(law->expr)))
        return SX_OK;
    sx_status st = ask_who_makes_some(&r, &some, err);
    if (st || !read_scales(runs, r.samples, &r.scales))
        return st;
    const sx_expr *x[ARGUMENTS];
    size_t n = 0;
    x[n++] = sx_expr_var(arena, SX_VAR_P, 0, 0);
    if (!sx_samples_in_world(samples))
        x[n++] = sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0);
    for (uint32_t g = 0; g < runs->ngrids; g++)
        for (uint32_t a = 0; a < runs->grid[g].ndims; a++)
            x[n++] = sx_expr_var(arena, SX_VAR_DIM, g, a);
    for (size_t i = 0; i < n; i++)
        if (!x[i] || !try_argument(&r, x[i]))
            return sx_fail(err, SX_NOMEM, "out of memory");
    return try_fractions(&r) && try_corners(&r) ? SX_OK
                                                : sx_fail(err, SX_NOMEM, "out of memory");
}

/* ---- extents that are the same where a value shows ---- */

/* The runs with samples; with `counter`, those in which that one goes beyond its first trip. */
static uint64_t runs_with(const sx_samples *samples, int counter)
{
    uint64_t set = 0;
    for (size_t i = 0; i < samples->n; i++)
        if (counter < 0 || samples->sample[i].counter[counter] > 0)
            set |= UINT64_C(1) << samples->sample[i].run;
    return set;
}

/* The extent in the runs of the set, or 0 when there are several or it is that in all runs. */
static int64_t extent_in(const sx_runs *runs, uint64_t set, uint32_t g, uint32_t a)
{
    int64_t extent = 0;
    bool elsewhere = false;
    for (size_t pass = 0; pass < 2; pass++)
        for (size_t run = 0; run < runs->n; run++) {
            int64_t dim = runs->place[runs->offset[run] * SX_MAX_GRIDS + g].dim[a];
            bool in = set >> run & 1;
            if (pass == 0 && in && extent && dim != extent)
                return 0;
            if (pass == 0 && in)
                extent = dim;
            elsewhere = elsewhere || (pass == 1 && dim != extent);
        }
    return elsewhere ? extent : 0;
}

/* Is it an end point without a grid, and without a number that a long extent could be; and is it no trip alone? */
static bool has_no_extent(const sx_samples *samples, const sx_expr *law)
{
    const unsigned of_counters = 1u << SX_VAR_COUNTER | 1u << SX_VAR_ELEMENT;
    uint64_t grids;
    const unsigned uses = sx_expr_uses(law, NULL, &grids);
    return samples->is_rank && grids == 0 && !has_chosen_number(law) &&
           (sx_expr_is_int(law, 0) || (uses & ~of_counters));
}

/* Of extents of no more places than that. */
static sx_status doubt_extents(sx_arena *arena, const sx_runs *runs, uint64_t set,
                               int64_t most, sx_law *law, sx_error *err)
{
    for (uint32_t g = 0; set && g < runs->ngrids; g++)
        for (uint32_t a = 0; a < runs->grid[g].ndims; a++) {
            int64_t extent = extent_in(runs, set, g, a);
            if (!extent || extent > most || runs->grid[g].comm != 0)
                continue;
            const sx_expr *other =
                sx_expr_two(arena, SX_EXPR_NE, sx_expr_var(arena, SX_VAR_DIM, g, a),
                            sx_expr_int(arena, extent));
            if (!other)
                return sx_fail(err, SX_NOMEM, "out of memory");
            law->evidence = sx_evidence_join(
                arena, law->evidence,
                (sx_evidence) { .label = SX_LABEL_PROVED,
                                .reason = "an extent is the same in all inputs that show "
                                          "this: add one where it is another",
                                .doubt = other });
        }
    return SX_OK;
}

sx_status sx_lookalikes_of_extents(sx_arena *arena, const sx_runs *runs,
                                   const sx_samples *samples, sx_law *law, sx_error *err)
{
    if (!law->expr || law->evidence.label != SX_LABEL_PROVED)
        return SX_OK;
    enum { SHORT = 2 };
    const int64_t most = has_no_extent(samples, law->expr) ? SHORT : INT64_MAX;
    sx_status st = doubt_extents(arena, runs, runs_with(samples, -1), most, law, err);
    uint64_t counters, grids;
    sx_expr_uses(law->expr, &counters, &grids);
    for (uint32_t c = 0; !st && c < samples->ncounters; c++)
        if (counters >> (samples->first_counter + c) & 1)
            st = doubt_extents(arena, runs, runs_with(samples, (int)c), most, law, err);
    return st;
}

/* ---- ranks beyond the last ---- */

static const char no_such_rank[] =
    "there are not so many ranks: what then is, shows in no input";

/* Is one of several laws of counters alone? Nothing bounds that. */
static bool has_counted(const sx_expr *law)
{
    const unsigned of_counters = 1u << SX_VAR_COUNTER | 1u << SX_VAR_ELEMENT;
    if (law->op == SX_EXPR_IF)
        return has_counted(law->arg[1]) || has_counted(law->arg[2]);
    const unsigned uses = sx_expr_uses(law, NULL, NULL);
    return uses & of_counters && !(uses & ~of_counters);
}

static sx_status doubt_beyond(sx_arena *arena, sx_law *law, sx_error *err)
{
    const sx_expr *size = sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0);
    const sx_evidence beyond = {
        .label = SX_LABEL_PROVED,
        .reason = no_such_rank,
        .doubt = sx_expr_two(arena, SX_EXPR_GE, law->expr, size),
    };
    if (!beyond.doubt)
        return sx_fail(err, SX_NOMEM, "out of memory");
    law->evidence = sx_evidence_join(arena, law->evidence, beyond);
    return SX_OK;
}

sx_status sx_lookalikes_of_ranks(sx_arena *arena, const sx_samples *samples, sx_law *law,
                                 sx_error *err)
{
    const unsigned of_counters = 1u << SX_VAR_COUNTER | 1u << SX_VAR_ELEMENT;
    int64_t most = 0;
    if (!law->expr || law->evidence.label != SX_LABEL_PROVED || !samples->is_rank)
        return SX_OK;
    if (law->expr->op == SX_EXPR_IF && has_counted(law->expr))
        return doubt_beyond(arena, law, err);
    if (sx_expr_uses(law->expr, NULL, NULL) & ~of_counters)
        return SX_OK;
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        if (s->comm != 0)
            return SX_OK;
        if (!sx_is_special(s->value) && s->value > most)
            most = s->value;
    }
    if (most == 0)
        return SX_OK;
    const sx_expr *beyond = sx_expr_two(
        arena, SX_EXPR_LE, sx_expr_var(arena, SX_VAR_P, 0, 0), sx_expr_int(arena, most));
    if (!beyond)
        return sx_fail(err, SX_NOMEM, "out of memory");
    law->evidence = sx_evidence_join(arena, law->evidence,
                                     (sx_evidence) { .label = SX_LABEL_PROVED,
                                                     .reason = no_such_rank,
                                                     .doubt = beyond });
    return SX_OK;
}
