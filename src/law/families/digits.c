/* Ranks in groups of a fixed number, in turn or in rows: the digits of a rank in a small base, who has one of them, how many have the own
 * one, how many come before and after; colours of places, (c1 + c2) mod 2; and ranks in two halves. The number of ranks need not be a
 * multiple. */
#include "law/column.h"
#include "law/forms.h"
#include "law/imagine.h"
#include "law/law.h"

#include "base/checked.h"
#include "law/lookalikes.h"

enum { LARGEST_BASE = 16, LARGEST_DIGIT = 8, LARGEST_COLOURS = 4, FITS = 8, WHOLE = 0 };

/* A form that all samples have, and the numbers in it. */
typedef struct fit {
    const sx_expr *expr;
    int64_t base,
        width; /* it comes back after base * width ranks of the row; WHOLE: it does not */
    const sx_row *row;
    bool seldom; /* it may as well be the remainder of a block distribution */
} fit;

typedef struct digits {
    sx_arena *arena;
    sx_runs *runs;
    const sx_samples *samples;
    sx_samples probe;
    int64_t *at; /* of the probe */
    int64_t one, other; /* the values, where there are two */
    bool are_two;
    bool seldom; /* the forms at hand are */
    size_t n;
    fit fit[FITS];
    bool failed; /* out of memory */
} digits;

static const sx_expr *number(const digits *d, int64_t value)
{
    return sx_expr_int(d->arena, value);
}

static const sx_expr *two(const digits *d, sx_expr_op op, const sx_expr *a,
                          const sx_expr *b)
{
    return sx_expr_two(d->arena, op, a, b);
}

/* ---- trying a form ---- */

static void keep(digits *d, const sx_expr *expr, int64_t base, int64_t width,
                 const sx_row *row)
{
    size_t first;
    d->failed = d->failed || !expr;
    if (expr && d->n < FITS && sx_column_matches(d->runs, d->samples, expr, &first))
        d->fit[d->n++] = (fit) { expr, base, width, row, d->seldom };
}

/* a * form + b with the integers that the probe asks for, if it has any. */
static bool is_line(const digits *d, int64_t *a, int64_t *b)
{
    const sx_sample *sample = d->probe.sample;
    size_t k = 1;
    while (k < d->probe.n && d->at[k] == d->at[0])
        k++;
    if (k == d->probe.n || sx_is_special(sample[0].value) ||
        sx_is_special(sample[k].value))
        return false;
    int64_t rise, at_first, here;
    const int64_t run = d->at[k] - d->at[0];
    if (sx_sub_overflows(sample[k].value, sample[0].value, &rise) || rise == 0 ||
        rise % run)
        return false;
    *a = rise / run;
    if (sx_mul_overflows(*a, d->at[0], &at_first) ||
        sx_sub_overflows(sample[0].value, at_first, b))
        return false;
    for (size_t i = 0; i < d->probe.n; i++)
        if (sx_is_special(sample[i].value) || sx_mul_overflows(*a, d->at[i], &here) ||
            sx_add_overflows(here, *b, &here) || here != sample[i].value)
            return false;
    return true;
}

static const sx_expr *line(const digits *d, const sx_expr *form, int64_t a, int64_t b)
{
    const sx_expr *times =
        a == 1 || a == -1 ? form : two(d, SX_EXPR_MUL, number(d, a < 0 ? -a : a), form);
    if (a < 0)
        return two(d, SX_EXPR_SUB, number(d, b), times);
    return sx_expr_plus(d->arena, times, b);
}

static void try_form(digits *d, const sx_expr *form, int64_t base, int64_t width,
                     const sx_row *row)
{
    int64_t a, b;
    d->failed = d->failed || !form;
    if (!d->failed && sx_column_values(d->runs, &d->probe, form, d->at) &&
        is_line(d, &a, &b))
        keep(d, line(d, form, a, b), base, width, row);
}

/* One value where the digit is c, the other one elsewhere. */
static void try_choices(digits *d, const sx_expr *digit, int64_t base, int64_t width,
                        const sx_row *row)
{
    const sx_sample *sample = d->probe.sample;
    d->failed = d->failed || !digit;
    if (!d->are_two || d->failed || !sx_column_values(d->runs, &d->probe, digit, d->at))
        return;
    for (int64_t c = 0; c < base; c++) {
        int64_t there = d->one;
        bool holds = true;
        for (size_t i = 0; i < d->probe.n; i++)
            if (d->at[i] == c)
                there = sample[i].value;
        int64_t elsewhere = there == d->one ? d->other : d->one;
        for (size_t i = 0; i < d->probe.n && holds; i++)
            holds = sample[i].value == (d->at[i] == c ? there : elsewhere);
        if (!holds)
            continue;
        const sx_expr *is = two(d, SX_EXPR_EQ, digit, number(d, c));
        bool truth = there == 1 && elsewhere == 0;
        keep(d,
             truth ? is
                   : sx_expr_make(d->arena, SX_EXPR_IF, is, number(d, there),
                                  number(d, elsewhere)),
             base, width, row);
    }
}

static void try_digit(digits *d, const sx_expr *digit, int64_t base, int64_t width,
                      const sx_row *row)
{
    try_form(d, digit, base, width, row);
    try_choices(d, digit, base, width, row);
}

/* ---- the forms ---- */

/* In groups of k in a row, and in k groups in turn: the own number in it, how many there are, and how many come after. */
static void try_groups(digits *d, const sx_row *row, int64_t k)
{
    const sx_expr *base = number(d, k), *one = number(d, 1);
    const sx_expr *rest = two(d, SX_EXPR_MOD, row->index, base),
                  *part = two(d, SX_EXPR_DIV, row->index, base);
    const sx_expr *last = two(d, SX_EXPR_SUB, row->extent, one);
    const sx_expr *first = two(d, SX_EXPR_MUL, base, part);
    const sx_expr *size =
        two(d, SX_EXPR_MIN, base, two(d, SX_EXPR_SUB, row->extent, first));
    try_digit(d, rest, k, 1, row);
    try_form(d, part, k, 1, row);
    try_form(d, two(d, SX_EXPR_DIV, two(d, SX_EXPR_SUB, last, row->index), base), k, 1,
             row);
    try_form(d, two(d, SX_EXPR_DIV, two(d, SX_EXPR_SUB, last, rest), base), k, 1, row);
    try_form(d, size, k, 1, row);
    try_form(d, two(d, SX_EXPR_SUB, size, rest), k, 1, row);
}

/* Every k-th rank of a row, beginning or ending with the first, apart from all others: the own number on its side, and how many are there. */
static void try_sides(digits *d, const sx_row *row, int64_t k, int64_t c)
{
    const sx_expr *base = number(d, k), *up = number(d, k - 1 - c);
    const sx_expr *is =
        two(d, SX_EXPR_EQ, two(d, SX_EXPR_MOD, row->index, base), number(d, c));
    const sx_expr *before =
        two(d, SX_EXPR_DIV, two(d, SX_EXPR_ADD, row->index, up), base);
    const sx_expr *all = two(d, SX_EXPR_DIV, two(d, SX_EXPR_ADD, row->extent, up), base);
    try_form(d,
             sx_expr_make(d->arena, SX_EXPR_IF, is, before,
                          two(d, SX_EXPR_SUB, row->index, before)),
             k, 1, row);
    try_form(d,
             sx_expr_make(d->arena, SX_EXPR_IF, is, all,
                          two(d, SX_EXPR_SUB, row->extent, all)),
             k, 1, row);
}

/* In two halves, the first of which is rounded down or up: the own number in it, how many there are, and the other rank. */
static void try_halves(digits *d, const sx_row *row)
{
    const sx_expr *x = row->index, *n = row->extent, *base = number(d, 2);
    for (int64_t up = 0; up < 2; up++) {
        const sx_expr *half =
            two(d, SX_EXPR_DIV, up ? two(d, SX_EXPR_ADD, n, number(d, 1)) : n, base);
        const sx_expr *below = two(d, SX_EXPR_LT, x, half),
                      *back = two(d, SX_EXPR_SUB, x, half);
        d->seldom = true;
        try_digit(d, below, 2, WHOLE, row);
        d->seldom = false;
        try_form(d, sx_expr_make(d->arena, SX_EXPR_IF, below, x, back), 2, WHOLE, row);
        try_form(
            d,
            sx_expr_make(d->arena, SX_EXPR_IF, below, half, two(d, SX_EXPR_SUB, n, half)),
            2, WHOLE, row);
        if (d->samples->is_rank)
            try_form(d,
                     sx_expr_make(d->arena, SX_EXPR_IF, below,
                                  two(d, SX_EXPR_ADD, x, half), back),
                     2, WHOLE, row);
    }
}

static void try_row(digits *d, const sx_row *row)
{
    try_halves(d, row);
    for (int64_t k = 2; k <= LARGEST_BASE; k++) {
        try_groups(d, row, k);
        try_sides(d, row, k, 0);
        try_sides(d, row, k, k - 1);
    }
    for (int64_t h = 2; h <= LARGEST_DIGIT; h++)
        for (int64_t g = 2; g <= LARGEST_DIGIT; g++)
            try_digit(d,
                      two(d, SX_EXPR_MOD, two(d, SX_EXPR_DIV, row->index, number(d, h)),
                          number(d, g)),
                      g, h, row);
}

/* Colours of places of a grid, neighbours on any of its axes having others. */
static void try_colours(digits *d, const sx_rows *rows, uint32_t g)
{
    const sx_expr *sum = NULL;
    const sx_row *row = NULL;
    for (size_t i = 0; i < rows->n; i++) {
        if (rows->row[i].grid != g)
            continue;
        sum = sum ? two(d, SX_EXPR_ADD, sum, rows->row[i].index) : rows->row[i].index;
        if (row)
            for (int64_t k = 2; k <= LARGEST_COLOURS; k++)
                try_digit(d, two(d, SX_EXPR_MOD, sum, number(d, k)), k, 1, row);
        row = &rows->row[i];
    }
}

/* ---- evidence ---- */

static const char may_be_wider[] = "a number of ranks that is the same in all inputs may "
                                   "be an extent, and another here: "
                                   "add an input";

static bool are_several(uint64_t set)
{
    return (set & (set - 1)) != 0;
}

/* In how many inputs do places whose digits differ come back, so that they show them twice, and more than one value with them? */
static size_t showing(const digits *d, const fit *f)
{
    const int64_t period = f->base * (f->width ? f->width : 1);
    uint64_t early = 0, late = 0;
    int64_t again = 0;
    bool differ = false;
    size_t n = 0, run = SX_RUNS;
    for (size_t i = 0; i < d->samples->n; i++) {
        const sx_sample *s = &d->samples->sample[i];
        int64_t counter[SX_MAX_DEPTH + SX_SAMPLE_LOOPS], index;
        sx_expr_env env = sx_sample_env(d->runs, d->samples, i, counter);
        if (i == 0 || s->run != s[-1].run) {
            early = late = 0;
            differ = false;
        }
        if (sx_expr_eval(f->row->index, &env, &index, NULL) || index < 0)
            continue;
        if (index >= period) {
            again = late ? again : s->value;
            differ = differ || s->value != again;
        }
        *(index < period ? &early : &late) |= UINT64_C(1) << index % period;
        if (s->run != run && differ && index + 1 >= 2 * period &&
            are_several(early & late)) {
            run = s->run;
            n++;
        }
    }
    return n;
}

/* Is no place beyond the first period? Then nothing comes back, and the digit is the place. */
static bool is_of_one_period(const digits *d, const fit *f)
{
    if (f->width == WHOLE)
        return false;
    for (size_t i = 0; i < d->samples->n; i++) {
        int64_t counter[SX_MAX_DEPTH + SX_SAMPLE_LOOPS], index;
        sx_expr_env env = sx_sample_env(d->runs, d->samples, i, counter);
        if (!sx_expr_eval(f->row->index, &env, &index, NULL) &&
            index >= f->base * f->width)
            return false;
    }
    return true;
}

/* What programs make of a number of ranks when they cut it: the root, the logarithm, a part, each rounded down or up. */
static int64_t of_scale(int64_t p, int way)
{
    enum { ROOT, LOGARITHM, PART };
    const int64_t add = way % 2, which = way / 2;
    int64_t x = 0;
    if (which == ROOT)
        while ((x + 1) * (x + 1) <= p - add)
            x++;
    else if (which == LOGARITHM)
        while (INT64_C(2) << x <= p - add)
            x++;
    else
        x = (p - add) / (which - PART + 2);
    return x + add;
}

/* Is the number also one of these in all inputs? */
static bool may_be_of_scale(const sx_runs *runs, int64_t value)
{
    enum { WAYS = 34 };
    bool may = false;
    for (int way = 0; way < WAYS && !may; way++) {
        may = true;
        for (size_t run = 0; run < runs->n && may; run++)
            may = of_scale(runs->p[run], way) == value;
    }
    return may;
}

/* Is it the width of a grid in all inputs, or another number of the scale? */
static bool may_differ(const digits *d, const fit *f, int64_t value)
{
    return may_be_of_scale(d->runs, value) ||
           (f->row->grid == UINT32_MAX &&
            sx_lookalikes_are_wide(d->runs, 1, value, value));
}

static sx_evidence judge(const digits *d, const fit *f)
{
    enum { ENOUGH = 2, TELLING = 3 };
    if (f->seldom)
        return (sx_evidence) { .label = SX_LABEL_EXACT,
                               .reason = "which half of the ranks it is may be what is "
                                         "left of a division: add an input" };
    if ((f->width != WHOLE && may_differ(d, f, f->base)) ||
        (f->width > 1 &&
         (may_differ(d, f, f->width) || may_differ(d, f, f->base * f->width))))
        return (sx_evidence) { .label = SX_LABEL_EXACT, .reason = may_be_wider };
    if (showing(d, f) < ENOUGH || sx_samples_runs(d->samples) < TELLING)
        return (sx_evidence) {
            .label = SX_LABEL_EXACT,
            .reason = "a digit of the ranks shows where it comes back in two inputs of "
                      "three: add an input with more ranks"
        };
    return (sx_evidence) { .label = SX_LABEL_PROVED };
}

/* The shortest, in doubt wherever another one differs. */
static sx_status choose(const digits *d, sx_law *ret_law, sx_error *err)
{
    size_t best = 0;
    if (!sx_imagine_places(d->arena, d->runs))
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 1; i < d->n; i++)
        if (sx_law_cost(d->fit[i].expr) < sx_law_cost(d->fit[best].expr))
            best = i;
    sx_law law = { d->fit[best].expr, judge(d, &d->fit[best]) };
    const uint64_t own = sx_imagined_signature(d->runs, d->fit[best].expr);
    for (size_t i = 0; i < d->n; i++) {
        if (sx_imagined_signature(d->runs, d->fit[i].expr) == own)
            continue;
        sx_status st =
            sx_law_doubt_rival(d->arena, d->fit[i].expr,
                               "another digit of the ranks fits all inputs, and "
                               "differs here: add an input",
                               &law, err);
        if (st)
            return st;
    }
    if (!is_of_one_period(d, &d->fit[best]) &&
        (law.evidence.label == SX_LABEL_PROVED || !d->samples->beat))
        *ret_law = law;
    return SX_OK;
}

/* ---- ---- */

/* Only values that are not the same for all ranks of some run tell of places. Notes whether there are two of them. */
static bool differ_by_rank(digits *d)
{
    const sx_sample *sample = d->samples->sample;
    bool differ = false;
    d->are_two = true;
    d->one = d->other = sample[0].value;
    for (size_t i = 1; i < d->samples->n; i++) {
        const int64_t value = sample[i].value;
        differ = differ ||
                 (sample[i].run == sample[i - 1].run && value != sample[i - 1].value);
        if (d->one == d->other)
            d->other = value;
        d->are_two = d->are_two && (value == d->one || value == d->other);
    }
    return differ;
}

sx_status sx_law_digits(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                        sx_law *ret_law, sx_error *err)
{
    digits d = { .arena = arena, .runs = runs, .samples = samples };
    if (sx_samples_runs(samples) < 2 || samples->lists || samples->varying ||
        !differ_by_rank(&d))
        return SX_OK;
    sx_rows rows;
    sx_rows_find(arena, runs, samples, &rows);
    d.probe = sx_samples_probe(arena, samples);
    d.at = SX_NEW_ARRAY(arena, int64_t, d.probe.n);
    if (!d.probe.sample || !d.at)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 0; i < rows.n; i++)
        try_row(&d, &rows.row[i]);
    for (uint32_t g = 0; g < runs->ngrids; g++)
        try_colours(&d, &rows, g);
    if (d.failed)
        return sx_fail(err, SX_NOMEM, "out of memory");
    return d.n ? choose(&d, ret_law, err) : SX_OK;
}
