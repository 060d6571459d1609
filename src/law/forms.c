#include "law/forms.h"

#include "law/extent.h"

#include <string.h>

static const sx_expr *number(const sx_forms *f, int64_t value)
{
    return sx_expr_int(f->arena, value);
}

static const sx_expr *two(const sx_forms *f, sx_expr_op op, const sx_expr *a,
                          const sx_expr *b)
{
    return sx_expr_two(f->arena, op, a, b);
}

static const sx_expr *plus(const sx_forms *f, const sx_expr *a, int64_t b)
{
    return sx_expr_plus(f->arena, a, b);
}

static void add(sx_forms *f, const sx_expr *form)
{
    if (form && f->n == f->capacity) {
        size_t capacity = f->capacity ? 2 * f->capacity : 256;
        const sx_expr **grown = SX_NEW_ARRAY(f->arena, const sx_expr *, capacity);
        if (grown && f->n)
            memcpy(grown, f->form, f->n * sizeof *grown);
        f->form = grown;
        f->capacity = grown ? capacity : 0;
        f->failed = f->failed || !grown;
    }
    f->failed = f->failed || !form;
    if (!f->failed)
        f->form[f->n++] = form;
}

static const sx_expr *log2_of(const sx_forms *f, const sx_expr *x, int64_t add_after)
{
    const sx_expr *twice = two(f, SX_EXPR_MUL, number(f, 2), x);
    return two(f, SX_EXPR_LOG, number(f, 2), add_after ? plus(f, twice, add_after) : x);
}

/* Zeros at the end of the index; as many as the extent has digits where it is 0. */
static const sx_expr *zeros_of(const sx_forms *f, const sx_row *on)
{
    const sx_expr *top = two(f, SX_EXPR_POW, number(f, 2), log2_of(f, on->extent, -1));
    const sx_expr *x = two(f, SX_EXPR_ADD, on->index, top);
    return log2_of(f, two(f, SX_EXPR_XOR, x, plus(f, x, -1)), 0);
}

static const sx_expr *last_of(const sx_forms *f, const sx_row *on)
{
    return plus(f, on->extent, -1);
}

/* Of the numbers from the index on there are no more than the extent: what a tree over binary digits has below a place, if
 * it would have so many and its last branches are cut off. */
static void add_left(sx_forms *f, const sx_row *on, const sx_expr *many,
                     const sx_expr *first)
{
    const sx_expr *left = two(f, SX_EXPR_SUB, on->extent, first);
    add(f, two(f, SX_EXPR_MAX, number(f, 0), two(f, SX_EXPR_MIN, many, left)));
}

/* ---- one row ---- */

static void add_ends(sx_forms *f, const sx_row *on)
{
    const sx_expr *last = last_of(f, on), *zero = number(f, 0);
    const sx_expr *above = two(f, SX_EXPR_LT, on->index, last),
                  *below = two(f, SX_EXPR_GT, on->index, zero);
    add(f, two(f, SX_EXPR_EQ, on->index, zero));
    add(f, two(f, SX_EXPR_EQ, on->index, last));
    add(f, two(f, SX_EXPR_ADD, below, above));
    add(f, two(f, SX_EXPR_AND, below, above));
}

static void add_digits(sx_forms *f, const sx_row *on)
{
    add(f, log2_of(f, on->extent, 0));
    add(f, log2_of(f, on->extent, -1));
    add(f, log2_of(f, on->index, 1));
    const sx_expr *zeros = zeros_of(f, on);
    add(f, zeros);
    add_left(f, on, two(f, SX_EXPR_POW, number(f, 2), zeros), on->index);
}

static void add_middle(sx_forms *f, const sx_row *on)
{
    add(f, two(f, SX_EXPR_MOD, on->index, number(f, 2)));
    const sx_expr *half = two(f, SX_EXPR_DIV, on->extent, number(f, 2));
    const sx_expr *back = two(f, SX_EXPR_SUB, last_of(f, on), on->index);
    add(f, two(f, SX_EXPR_LT, on->index, half));
    add(f, two(f, SX_EXPR_EQ, on->index, half));
    add(f, two(f, SX_EXPR_MIN, on->index, back));
    add(f, two(f, SX_EXPR_POW, number(f, 2), zeros_of(f, on)));
}

/* ---- two rows ---- */

static void add_corners(sx_forms *f, const sx_row *x, const sx_row *y)
{
    const sx_expr *zero = number(f, 0);
    const sx_expr *end[2][2] = { { two(f, SX_EXPR_EQ, x->index, zero),
                                   two(f, SX_EXPR_EQ, x->index, last_of(f, x)) },
                                 { two(f, SX_EXPR_EQ, y->index, zero),
                                   two(f, SX_EXPR_EQ, y->index, last_of(f, y)) } };
    for (int i = 0; i < 2; i++) {
        add(f, two(f, SX_EXPR_OR, end[i][0], end[i][1]));
        for (int k = 0; k < 2; k++) {
            add(f, two(f, SX_EXPR_AND, end[0][i], end[1][k]));
            add(f, two(f, SX_EXPR_OR, end[0][i], end[1][k]));
        }
    }
    add(f, two(f, SX_EXPR_OR, two(f, SX_EXPR_OR, end[0][0], end[0][1]),
               two(f, SX_EXPR_OR, end[1][0], end[1][1])));
}

static void add_pair(sx_forms *f, const sx_row *x, const sx_row *y)
{
    add(f, two(f, SX_EXPR_MOD, two(f, SX_EXPR_ADD, x->index, y->index), number(f, 2)));
    add(f, two(f, SX_EXPR_MOD, two(f, SX_EXPR_ADD, x->index, y->index), x->extent));
}

static const sx_expr *neighbours_on(const sx_forms *f, const sx_row *on)
{
    return two(f, SX_EXPR_ADD, two(f, SX_EXPR_GT, on->index, number(f, 0)),
               two(f, SX_EXPR_LT, on->index, last_of(f, on)));
}

/* How many neighbours there are on all axes of a grid. */
static void add_neighbours(sx_forms *f, const sx_rows *on, uint32_t grid)
{
    const sx_expr *all = NULL;
    for (size_t i = 0; i < on->n; i++) {
        if (on->row[i].grid != grid)
            continue;
        const sx_expr *both = neighbours_on(f, &on->row[i]);
        all = all ? two(f, SX_EXPR_ADD, all, both) : both;
    }
    if (all && grid != UINT32_MAX)
        add(f, all);
}

/* And on two of them. */
static void add_neighbours_of_two(sx_forms *f, const sx_row *x, const sx_row *y)
{
    add(f, two(f, SX_EXPR_ADD, neighbours_on(f, x), neighbours_on(f, y)));
}

/* How far the nearer end of an axis is, which of up to four places is as much as neighbours are more than one. */
static const sx_expr *depth_on(const sx_forms *f, const sx_row *on)
{
    return two(f, SX_EXPR_MIN, on->index, two(f, SX_EXPR_SUB, last_of(f, on), on->index));
}

/* How far those of all axes of a grid are. */
static void add_depth(sx_forms *f, const sx_rows *on, uint32_t grid)
{
    const sx_expr *all = NULL;
    for (size_t i = 0; i < on->n; i++)
        if (on->row[i].grid == grid) {
            const sx_expr *own = depth_on(f, &on->row[i]);
            all = all ? two(f, SX_EXPR_ADD, all, own) : own;
        }
    if (all && grid != UINT32_MAX)
        add(f, all);
}

/* ---- counters ---- */

static void add_turns(sx_forms *f, const sx_expr *counter, const sx_row *on)
{
    const sx_expr *round = two(f, SX_EXPR_MOD, counter, on->extent);
    add(f, two(f, SX_EXPR_EQ, round, on->index));
    add(f, round);
    add(f, two(f, SX_EXPR_MOD, two(f, SX_EXPR_ADD, on->index, counter), on->extent));
    add(f, two(f, SX_EXPR_MOD, two(f, SX_EXPR_SUB, on->index, counter), on->extent));
}

static void add_powers(sx_forms *f, const sx_expr *exponent, const sx_rows *on)
{
    const sx_expr *power = two(f, SX_EXPR_POW, number(f, 2), exponent);
    add(f, power);
    for (size_t i = 0; i < on->n; i++) {
        const sx_row *row = &on->row[i];
        add(f, two(f, SX_EXPR_MUL, row->extent, power));
        add_left(f, row, power, two(f, SX_EXPR_ADD, row->index, power));
    }
}

/* How many of the numbers below an extent have the digit of 2^exponent. */
static void add_with_digit(sx_forms *f, const sx_expr *exponent, const sx_rows *on)
{
    const sx_expr *power = two(f, SX_EXPR_POW, number(f, 2), exponent);
    for (size_t i = 0; i < on->n; i++) {
        const sx_expr *n = on->row[i].extent, *parts = two(f, SX_EXPR_DIV, n, power);
        const sx_expr *whole =
            two(f, SX_EXPR_MUL, two(f, SX_EXPR_DIV, parts, number(f, 2)), power);
        const sx_expr *left =
            two(f, SX_EXPR_MUL, two(f, SX_EXPR_MOD, parts, number(f, 2)),
                two(f, SX_EXPR_MOD, n, power));
        add(f, two(f, SX_EXPR_ADD, whole, left));
    }
}

static void add_counter(sx_forms *f, const sx_expr *counter, const sx_expr *trips,
                        const sx_rows *on)
{
    add(f, two(f, SX_EXPR_EQ, counter, number(f, 0)));
    if (trips)
        add(f, two(f, SX_EXPR_EQ, counter, plus(f, trips, -1)));
    for (size_t i = 0; i < on->n; i++)
        add_turns(f, counter, &on->row[i]);
    add_powers(f, counter, on);
    add_with_digit(f, counter, on);
    if (trips)
        add_powers(f, two(f, SX_EXPR_SUB, plus(f, trips, -1), counter), on);
}

/* ---- ---- */

static void add_row(sx_rows *on, const sx_expr *extent, const sx_expr *index,
                    uint32_t grid)
{
    on->row[on->n++] = (sx_row) { extent, index, grid };
}

void sx_rows_find(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                  sx_rows *on)
{
    bool in_world = true;
    for (size_t i = 0; in_world && i < samples->n; i++)
        in_world = samples->sample[i].comm == 0;
    on->n = 0;
    add_row(on, sx_expr_var(arena, SX_VAR_P, 0, 0), sx_expr_var(arena, SX_VAR_RANK, 0, 0),
            UINT32_MAX);
    if (!in_world)
        add_row(on, sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0),
                sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0), UINT32_MAX);
    for (uint32_t g = 0; g < runs->ngrids; g++)
        for (uint32_t a = 0; a < runs->grid[g].ndims; a++)
            add_row(on, sx_expr_var(arena, SX_VAR_DIM, g, a),
                    sx_expr_var(arena, SX_VAR_COORD, g, a), g);
}

void sx_rows_find_others(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                         sx_rows *on)
{
    const sx_expr *own = sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0);
    const sx_expr *others =
        sx_expr_plus(arena, sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0), -1);
    on->n = 0;
    const bool but_first = sx_extent_is_without(runs, samples, true),
               but_last = sx_extent_is_without(runs, samples, false);
    if (but_first)
        add_row(on, others, sx_expr_plus(arena, own, -1), UINT32_MAX);
    if (but_last)
        add_row(on, others, own, UINT32_MAX);
    if (but_first && but_last)
        add_row(on, sx_expr_plus(arena, others, -1), sx_expr_plus(arena, own, -1),
                UINT32_MAX);
}

void sx_singles_find(sx_arena *arena, const sx_samples *samples, const sx_rows *on,
                     sx_singles *s)
{
    *s = (sx_singles) { 0 };
    for (size_t i = 0; i < on->n; i++) {
        s->of[s->n++] = on->row[i].extent;
        s->of[s->n++] = on->row[i].index;
    }
    for (uint32_t d = 0; d < samples->ncounters; d++)
        if (samples->varying >> d & 1) {
            s->of[s->n++] =
                sx_expr_var(arena, SX_VAR_COUNTER, 0, samples->first_counter + d);
            s->ncounters++;
        }
}

static bool are_of_one_grid(const sx_row *a, const sx_row *b)
{
    return a->grid == b->grid && a->grid != UINT32_MAX;
}

static void add_usual(sx_forms *f, const sx_samples *samples, const sx_rows *on,
                      const sx_singles *s)
{
    for (size_t i = 0; i < s->ncounters; i++)
        add_counter(f, s->of[s->n - 1 - i], i == 0 ? samples->trips : NULL, on);
    for (size_t i = 0; i < on->n; i++) {
        add_ends(f, &on->row[i]);
        add_digits(f, &on->row[i]);
        add_neighbours(f, on, on->row[i].grid);
        for (size_t k = i + 1; k < on->n; k++)
            if (are_of_one_grid(&on->row[i], &on->row[k])) {
                add_corners(f, &on->row[i], &on->row[k]);
                add_neighbours_of_two(f, &on->row[i], &on->row[k]);
            }
    }
}

static void add_seldom(sx_forms *f, const sx_rows *on)
{
    for (size_t i = 0; i < on->n; i++) {
        add_middle(f, &on->row[i]);
        add_depth(f, on, on->row[i].grid);
        for (size_t k = i + 1; k < on->n; k++)
            if (are_of_one_grid(&on->row[i], &on->row[k])) {
                add_pair(f, &on->row[i], &on->row[k]);
                add(f, two(f, SX_EXPR_ADD, depth_on(f, &on->row[i]),
                           depth_on(f, &on->row[k])));
            }
    }
}

void sx_forms_make(sx_arena *arena, const sx_samples *samples, const sx_rows *rows,
                   sx_forms *ret_forms)
{
    sx_forms *f = ret_forms;
    sx_singles s;
    *f = (sx_forms) { .arena = arena };
    sx_singles_find(arena, samples, rows, &s);
    add_usual(f, samples, rows, &s);
    f->usual = f->n;
    add_seldom(f, rows);
}
