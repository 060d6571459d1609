/* End points that fit all samples as well as the law: in each grid, and along the communicator as a whole, what programs do with a
 * coordinate, on one axis or on two at once. */
#include "law/atoms.h"
#include "law/column.h"
#include "law/lookalikes/parts.h"

#include "base/checked.h"

#include <stdlib.h>

enum { STEPS = 2, NEAR = 3, LARGEST_BRANCHES = 8, DIGITS = 200, MOST_RIVALS = 12 };

/* A coordinate of the peer: as it is, or only where it is on the axis. */
typedef struct digit {
    const sx_expr *expr;
    bool open;
    bool plain; /* tried together with those of another axis */
} digit;

typedef struct axis {
    const sx_expr *v, *end,
        *stride; /* the own coordinate, its range, and how far apart in ranks */
    size_t n;
    digit digit[DIGITS];
} axis;

typedef struct search {
    sx_arena *arena, *scratch;
    const sx_runs *runs;
    const sx_samples *samples;
    const sx_samples *screen;
    sx_law *law;
    unsigned rivals;
    bool failed;
} search;

static const sx_expr *number(const search *s, int64_t value)
{
    return sx_expr_int(s->scratch, value);
}

static const sx_expr *two(const search *s, sx_expr_op op, const sx_expr *a,
                          const sx_expr *b)
{
    return sx_expr_two(s->scratch, op, a, b);
}

/* ---- coordinates ---- */

static void add(axis *x, const sx_expr *expr, bool open, bool plain)
{
    if (expr && x->n < DIGITS)
        x->digit[x->n++] = (digit) { expr, open, plain };
}

static void add_around(const search *s, axis *x, const sx_expr *expr, bool plain)
{
    add(x, two(s, SX_EXPR_MOD, expr, x->end), false, plain);
}

static void add_steps(const search *s, axis *x, int64_t most)
{
    for (int64_t k = -most; k <= most; k++) {
        const sx_expr *at = two(s, SX_EXPR_ADD, x->v, number(s, k));
        if (k == 0)
            continue;
        add(x, at, true, true);
        add_around(s, x, at, true);
    }
}

/* Either end, also of the others alone where some have nobody, and the mirrored place. */
static void add_ends(const search *s, axis *x)
{
    const sx_expr *zero = number(s, 0), *last = two(s, SX_EXPR_SUB, x->end, number(s, 1));
    if (sx_samples_have_special(s->samples)) {
        const sx_expr *is_first = two(s, SX_EXPR_EQ, x->v, zero);
        add(x, two(s, SX_EXPR_SUB, zero, is_first), true, false);
        add(x, two(s, SX_EXPR_ADD, last, two(s, SX_EXPR_EQ, x->v, last)), true, false);
    }
    add(x, zero, false, true);
    add(x, last, false, true);
    add(x, two(s, SX_EXPR_SUB, last, x->v), false, false);
}

/* What is done with ranks as such. */
static void add_places(const search *s, axis *x)
{
    add(x, two(s, SX_EXPR_XOR, x->v, two(s, SX_EXPR_SUB, x->end, number(s, 1))), true,
        false);
    for (int64_t k = 1; k <= NEAR; k++) {
        add(x, number(s, k), true, false);
        add(x, two(s, SX_EXPR_SUB, x->end, number(s, k + 1)), true, false);
        add(x, two(s, SX_EXPR_XOR, x->v, number(s, k)), true, false);
        for (int64_t a = -NEAR; a <= NEAR; a++) {
            const sx_expr *by = two(s, SX_EXPR_MUL, number(s, a), x->v);
            if (a == 0 || a == 1)
                continue;
            add_around(s, x, two(s, SX_EXPR_ADD, by, number(s, k - 1)), false);
            add_around(s, x, two(s, SX_EXPR_SUB, by, number(s, k)), false);
        }
    }
    for (int64_t k = 2; k <= LARGEST_BRANCHES; k++)
        for (int64_t less = 0; less <= 1; less++)
            add(x,
                two(s, SX_EXPR_DIV, two(s, SX_EXPR_SUB, x->v, number(s, less)),
                    number(s, k)),
                true, false);
}

/* Parents and children in binary trees: the number without its lowest or its highest digit, or in breadth-first order. */
static void add_trees(const search *s, axis *x)
{
    const sx_expr *one = number(s, 1), *base = number(s, 2);
    const sx_expr *below = two(s, SX_EXPR_SUB, x->v, one),
                  *twice = two(s, SX_EXPR_MUL, base, x->v);
    const sx_expr *lowest = two(s, SX_EXPR_XOR, x->v, below);
    lowest = two(s, SX_EXPR_DIV, two(s, SX_EXPR_ADD, lowest, one), base);
    add(x, two(s, SX_EXPR_SUB, x->v, lowest), false, false);
    add(x,
        two(s, SX_EXPR_SUB, x->v,
            two(s, SX_EXPR_POW, base, two(s, SX_EXPR_LOG, base, x->v))),
        false, false);
    add(x, two(s, SX_EXPR_DIV, below, base), true, false);
    add(x, two(s, SX_EXPR_ADD, twice, one), true, false);
    add(x, two(s, SX_EXPR_ADD, twice, base), true, false);
}

/* At a distance, either way, around, open or by exclusive or. */
static void add_distance(const search *s, axis *x, const sx_expr *distance)
{
    const sx_expr *up = two(s, SX_EXPR_ADD, x->v, distance),
                  *down = two(s, SX_EXPR_SUB, x->v, distance);
    add(x, up, true, false);
    add(x, down, true, false);
    add_around(s, x, up, false);
    add_around(s, x, down, false);
    add(x, two(s, SX_EXPR_XOR, x->v, distance), true, false);
}

/* Is it one number in all samples with more than one place? */
static bool is_one(const search *s, const axis *x, const sx_expr *expr)
{
    int64_t counter[SX_MAX_DEPTH + SX_SAMPLE_LOOPS], first = 0, value, extent;
    bool is = true, any = false;
    for (size_t i = 0; i < s->screen->n && is; i++) {
        const sx_expr_env env = sx_sample_env(s->runs, s->screen, i, counter);
        if (sx_expr_eval(x->end, &env, &extent, NULL) || extent == 1)
            continue;
        is = !sx_expr_eval(expr, &env, &value, NULL) && (!any || value == first);
        first = value;
        any = true;
    }
    return is;
}

/* A part of the axis around, either way. */
static void add_part(search *s, axis *x, int64_t n, int64_t d)
{
    const sx_expr *part =
        two(s, SX_EXPR_DIV, two(s, SX_EXPR_MUL, number(s, n), x->end), number(s, d));
    s->failed = s->failed || !part;
    if (s->failed || is_one(s, x, part))
        return;
    add_around(s, x, two(s, SX_EXPR_ADD, x->v, part), false);
    add_around(s, x, two(s, SX_EXPR_SUB, x->v, part), false);
}

/* At a half, a third .. of all around, for a law with a number that no step has, or with the largest power of two; more than a half is less the other way, but for how it is rounded. */
static void add_parts(search *s, axis *x)
{
    enum { SMALLEST = 6 };
    if (!sx_lookalikes_has_number_above(s->law->expr, STEPS) &&
        !sx_expr_contains(s->law->expr, sx_expr_power_in(s->scratch, x->end)))
        return;
    for (int64_t d = 2; d <= SMALLEST; d++)
        for (int64_t n = 1; n < d; n++)
            if (sx_gcd(n, d) == 1)
                add_part(s, x, n, d);
}

static void add_counters(const search *s, axis *x, bool whole)
{
    for (uint32_t c = 0; c < s->samples->ncounters; c++) {
        if (!(s->samples->varying >> c & 1))
            continue;
        const sx_expr *i =
            sx_expr_var(s->scratch, SX_VAR_COUNTER, 0, s->samples->first_counter + c);
        const sx_expr *one = number(s, 1), *next = two(s, SX_EXPR_ADD, i, one);
        const sx_expr *base = number(s, 2);
        if (whole) {
            add_distance(s, x, i);
            add_distance(s, x, next);
        }
        add_distance(s, x, two(s, SX_EXPR_POW, base, i));
        add_distance(s, x, two(s, SX_EXPR_DIV, x->end, two(s, SX_EXPR_POW, base, next)));
        add_around(s, x, i, false);
    }
}

static axis axis_of(search *s, const sx_expr *v, const sx_expr *end,
                    const sx_expr *stride)
{
    axis x = { .v = v, .end = end, .stride = stride };
    add_steps(s, &x, STEPS);
    add_ends(s, &x);
    add(&x, two(s, SX_EXPR_XOR, v, number(s, 1)), true, false);
    add_part(s, &x, 1, 2);
    add_counters(s, &x, false);
    return x;
}

/* The ranks of the communicator in a row. */
static axis line_of(search *s)
{
    axis x = { .v = sx_expr_var(s->scratch, SX_VAR_COMM_RANK, 0, 0),
               .end = sx_expr_var(s->scratch, SX_VAR_COMM_SIZE, 0, 0),
               .stride = number(s, 1) };
    add_steps(s, &x, NEAR);
    add_ends(s, &x);
    add_places(s, &x);
    add_distance(s, &x, two(s, SX_EXPR_DIV, x.end, number(s, 2)));
    add_parts(s, &x);
    add_trees(s, &x);
    add_counters(s, &x, true);
    return x;
}

/* ---- rivals ---- */

static void note(search *s, const sx_expr *rival)
{
    uint64_t asked;
    sx_expr_uses(s->law->expr, NULL, &asked);
    const sx_contest contest = { s->arena,
                                 s->scratch,
                                 s->runs,
                                 s->samples,
                                 MOST_RIVALS,
                                 "another end point fits all inputs as well, and "
                                 "differs here: add an input",
                                 ~asked };
    const sx_expr *here = sx_expr_two(s->arena, SX_EXPR_NE, s->law->expr, rival);
    here = here ? sx_atoms_on_world(s->arena, s->samples, here) : NULL;
    s->failed = s->failed || !here;
    if (!s->failed)
        sx_lookalikes_contest(&contest, here, &s->rivals, &s->law->evidence);
}

static void try_peer(search *s, const sx_expr *inside, const sx_expr *peer)
{
    size_t first;
    if (inside)
        peer = sx_expr_make(s->scratch, SX_EXPR_IF, inside, peer, number(s, SX_NULL));
    s->failed = s->failed || !peer;
    if (!s->failed && s->rivals <= MOST_RIVALS &&
        sx_column_matches(s->runs, s->screen, peer, &first) &&
        sx_column_matches(s->runs, s->samples, peer, &first))
        note(s, sx_expr_copy(s->arena, peer));
}

/* Conditions that a digit is on its axis, and the step to it. */
static const sx_expr *inside_of(const search *s, const axis *x, const digit *d,
                                const sx_expr *inside)
{
    if (!d->open)
        return inside;
    const sx_expr *here = two(s, SX_EXPR_AND, two(s, SX_EXPR_GE, d->expr, number(s, 0)),
                              two(s, SX_EXPR_LT, d->expr, x->end));
    return inside ? two(s, SX_EXPR_AND, inside, here) : here;
}

static const sx_expr *step_to(const search *s, const axis *x, const digit *d,
                              const sx_expr *from)
{
    const sx_expr *by = two(s, SX_EXPR_SUB, d->expr, x->v);
    return two(s, SX_EXPR_ADD, from, two(s, SX_EXPR_MUL, by, x->stride));
}

static void try_axis(search *s, const axis *x, const sx_expr *own)
{
    for (size_t i = 0; i < x->n; i++)
        try_peer(s, inside_of(s, x, &x->digit[i], NULL),
                 step_to(s, x, &x->digit[i], own));
}

/* Distances of one rank and two are the beginning of a line, and of powers of two: the other of these, for a law that follows
 * counters, whichever way they count. */
static void try_powers(search *s, const sx_expr *own)
{
    const sx_expr *one = number(s, 1), *base = number(s, 2);
    if (!(sx_expr_uses(s->law->expr, NULL, NULL) & 1u << SX_VAR_COUNTER))
        return;
    for (int down = 0; down <= 1; down++) {
        const sx_expr_op towards = down ? SX_EXPR_SUB : SX_EXPR_ADD;
        const sx_expr *far = down ? two(s, SX_EXPR_SUB, own, s->law->expr)
                                  : two(s, SX_EXPR_SUB, s->law->expr, own);
        const sx_expr *before =
            two(s, SX_EXPR_MAX, number(s, 0), two(s, SX_EXPR_SUB, far, one));
        try_peer(s, NULL, two(s, towards, own, two(s, SX_EXPR_POW, base, before)));
        far = two(s, SX_EXPR_MAX, one, far);
        try_peer(s, NULL,
                 two(s, towards, own,
                     two(s, SX_EXPR_ADD, one, two(s, SX_EXPR_LOG, base, far))));
    }
}

static void try_axes(search *s, const axis *x, const axis *y, const sx_expr *own)
{
    for (size_t i = 0; i < x->n; i++)
        for (size_t j = 0; x->digit[i].plain && j < y->n; j++) {
            const digit *d = &x->digit[i], *e = &y->digit[j];
            if (e->plain)
                try_peer(s, inside_of(s, y, e, inside_of(s, x, d, NULL)),
                         step_to(s, y, e, step_to(s, x, d, own)));
        }
}

static void try_grid(search *s, uint32_t g, const sx_expr *own)
{
    axis *x = calloc(SX_MAX_DIMS, sizeof *x);
    const sx_expr *stride = number(s, 1);
    uint32_t ndims = s->runs->grid[g].ndims;
    s->failed = s->failed || !x;
    for (uint32_t a = 0; !s->failed && a < ndims; a++) {
        const sx_expr *dim = sx_expr_var(s->scratch, SX_VAR_DIM, g, a);
        x[a] = axis_of(s, sx_expr_var(s->scratch, SX_VAR_COORD, g, a), dim, stride);
        stride = two(s, SX_EXPR_MUL, stride, dim);
        try_axis(s, &x[a], own);
        for (uint32_t b = 0; b < a; b++)
            try_axes(s, &x[b], &x[a], own);
    }
    free(x);
}

/* One rank that all have who are at one number of the communicator themselves may be as far from them elsewhere. */
static void try_step_to(search *s, int64_t peer)
{
    const sx_sample *first = &s->samples->sample[0];
    const int64_t own = s->runs->comm_rank[first->comm][first->rank];
    if (!sx_is_special(peer))
        try_peer(s, NULL,
                 two(s, SX_EXPR_ADD, sx_expr_var(s->scratch, SX_VAR_COMM_RANK, 0, 0),
                     number(s, peer - own)));
}

static void try_all(search *s)
{
    axis line = line_of(s);
    try_axis(s, &line, line.v);
    try_powers(s, line.v);
    for (uint32_t g = 0; !s->failed && g < s->runs->ngrids; g++)
        if (s->samples->sample[0].comm == s->runs->grid[g].comm &&
            s->runs->grid[g].ndims > 1)
            try_grid(s, g, line.v);
}

/* ---- oneself ---- */

/* Odd and no prime: neither one nor two to an axis of two. */
static bool has_no_short_axis(int64_t ranks)
{
    bool composite = false;
    for (int64_t d = 3; !composite && d * d <= ranks; d += 2)
        composite = ranks % d == 0;
    return ranks % 2 == 1 && composite;
}

/* May the own rank be a neighbour, around an axis with one place or two in all inputs? */
static bool may_be_neighbour(const sx_runs *runs, const sx_samples *samples)
{
    const sx_sample *last = NULL;
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        if (last && last->run == s->run && last->comm == s->comm)
            continue;
        if (has_no_short_axis(runs->comm_size[s->comm][s->rank]))
            return false;
        last = s;
    }
    return true;
}

static bool is_nobody(const sx_expr *law)
{
    return law->op == SX_EXPR_INT && law->value == SX_NULL;
}

static bool is_own_rank(const sx_expr *law)
{
    return law->op == SX_EXPR_VAR &&
           (law->var == SX_VAR_COMM_RANK || law->var == SX_VAR_RANK);
}

/* The own rank, or nobody, may be what is next along an axis with few places in all inputs. */
static sx_status doubt_short_axes(sx_arena *arena, const sx_runs *runs,
                                  const sx_samples *samples, sx_law *law, sx_error *err)
{
    static const char
        around[] =
            "the own rank may be a neighbour around an axis with one place or two in all "
            "inputs: add an odd number of ranks that is no prime",
        open[] = "nobody may be a neighbour along an axis with one place in all inputs: "
                 "add one in which it has more";
    const bool is_own = is_own_rank(law->expr),
               may_be = is_own && may_be_neighbour(runs, samples);
    if (!samples->is_peer || (!is_own && !is_nobody(law->expr)))
        return SX_OK;
    if (sx_samples_in_world(samples))
        return sx_lookalikes_of_short_axes(arena, runs, samples, may_be, is_own ? 2 : 1,
                                           is_own ? around : open, &law->evidence)
                   ? SX_OK
                   : sx_fail(err, SX_NOMEM, "out of memory");
    if (may_be)
        law->evidence = (sx_evidence) { .label = SX_LABEL_EXACT, .reason = around };
    return SX_OK;
}

sx_status sx_lookalikes_of_end_points(sx_arena *arena, const sx_runs *runs,
                                      const sx_samples *samples, sx_law *law,
                                      sx_error *err)
{
    if (!law->expr || law->evidence.label != SX_LABEL_PROVED || !samples->is_rank ||
        samples->n == 0)
        return SX_OK;
    const sx_status st = doubt_short_axes(arena, runs, samples, law, err);
    if (st || law->evidence.label != SX_LABEL_PROVED)
        return st;
    sx_arena *scratch = sx_arena_create();
    sx_samples screen = { 0 };
    search s = { .arena = arena,
                 .scratch = scratch,
                 .runs = runs,
                 .samples = samples,
                 .screen = &screen,
                 .law = law };
    if (scratch)
        screen = sx_samples_probe(scratch, samples);
    s.failed = !screen.sample;
    if (!s.failed && law->expr->op == SX_EXPR_INT)
        try_step_to(&s, law->expr->value);
    else if (!s.failed)
        try_all(&s);
    sx_arena_destroy(scratch);
    return s.failed ? sx_fail(err, SX_NOMEM, "out of memory") : SX_OK;
}
