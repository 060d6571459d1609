#include "law/extent.h"

#include "base/checked.h"
#include "law/column.h"

#include <string.h>

/* Counters that may enter an index: the innermost ones. */
enum { COUNTERS = 2 };

static bool equal_dims(const sx_runs *runs, uint32_t g)
{
    for (int64_t r = 0; r < runs->total; r++) {
        const struct sx_place *place = &runs->place[r * SX_MAX_GRIDS + g];
        for (uint32_t a = 1; a < place->ndims; a++)
            if (place->dim[a] != place->dim[0])
                return false;
    }
    return true;
}

static void add_var(sx_extent_axis *axis, const sx_expr *var)
{
    axis->var[axis->nvars++] = var;
}

static void add_counters(sx_arena *arena, const sx_samples *samples, sx_extent_axis *axis)
{
    axis->ncoords = axis->nvars;
    for (uint32_t d = samples->ncounters, k = 0; d-- > 0 && k < COUNTERS;)
        if (samples->varying >> d & 1) {
            add_var(axis,
                    sx_expr_var(arena, SX_VAR_COUNTER, 0, samples->first_counter + d));
            k++;
        }
}

static sx_extent_axis plain_axis(sx_arena *arena, sx_var_kind dim, sx_var_kind var)
{
    sx_extent_axis axis = { .dim = sx_expr_var(arena, dim, 0, 0), .grid = UINT32_MAX };
    add_var(&axis, sx_expr_var(arena, var, 0, 0));
    return axis;
}

bool sx_extent_is_without(const sx_runs *runs, const sx_samples *samples, bool first)
{
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        const int64_t last = runs->comm_size[s->comm][s->rank] - 1;
        if (runs->comm_rank[s->comm][s->rank] == (first ? 0 : last))
            return false;
    }
    return samples->n > 0;
}

/* All but so many at either end. */
static sx_extent_axis others_axis(sx_arena *arena, int first, int last)
{
    sx_extent_axis axis = plain_axis(arena, SX_VAR_COMM_SIZE, SX_VAR_COMM_RANK);
    axis.dim = axis.dim ? sx_expr_plus(arena, axis.dim, -first - last) : NULL;
    axis.var[0] = axis.var[0] ? sx_expr_plus(arena, axis.var[0], -first) : NULL;
    return axis;
}

bool sx_extent_is_of_one(const sx_samples *samples)
{
    for (size_t i = 1; i < samples->n; i++)
        if (samples->sample[i].run == samples->sample[i - 1].run &&
            samples->sample[i].rank != samples->sample[i - 1].rank)
            return false;
    return samples->n > 0;
}

bool sx_extent_is_dealing(const sx_samples *samples)
{
    const bool one_counter =
        samples->varying && !(samples->varying & (samples->varying - 1));
    return one_counter && !samples->lists && sx_extent_is_of_one(samples);
}

/* As many trips as ranks, in all runs? */
static bool is_over_all(const sx_runs *runs, const sx_samples *samples)
{
    uint32_t c = 0;
    while (!(samples->varying >> c & 1))
        c++;
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        if ((i + 1 == samples->n || s[1].run != s->run) &&
            s->counter[c] != runs->p[s->run] - 1)
            return false;
    }
    return true;
}

/* The trips in which one rank deals out; false where nothing says how many there are. */
static bool trips_axis(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                       sx_extent_axis *ret_axis)
{
    *ret_axis = (sx_extent_axis) { .dim = samples->trips, .grid = UINT32_MAX };
    if (!samples->trips && is_over_all(runs, samples))
        ret_axis->dim = sx_expr_var(arena, SX_VAR_P, 0, 0);
    add_counters(arena, samples, ret_axis);
    ret_axis->ncoords = ret_axis->nvars;
    return ret_axis->dim;
}

static sx_extent_axis grid_axis(sx_arena *arena, const sx_grid *grid, uint32_t g,
                                uint32_t a, bool round)
{
    sx_extent_axis axis = { .dim = sx_expr_var(arena, SX_VAR_DIM, g, a),
                            .grid = g,
                            .round = round };
    add_var(&axis, sx_expr_var(arena, SX_VAR_COORD, g, a));
    for (uint32_t b = 0; round && b < grid->ndims; b++)
        if (b != a)
            add_var(&axis, sx_expr_var(arena, SX_VAR_COORD, g, b));
    return axis;
}

/* Has every sample a place in the grid? One behind the last of a grid, or not in its communicator, has no coordinate. */
static bool have_places(const sx_runs *runs, const sx_samples *samples, uint32_t g)
{
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        if ((i == 0 || s->rank != s[-1].rank) &&
            runs->place[s->rank * SX_MAX_GRIDS + g].coord[0] < 0)
            return false;
    }
    return true;
}

sx_status sx_extent_axes(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                         const sx_extent_axis **ret_axis, uint32_t *ret_n, sx_error *err)
{
    size_t most = 7 + (size_t)runs->ngrids * SX_MAX_DIMS;
    sx_extent_axis *axis = SX_NEW_ARRAY(arena, sx_extent_axis, most);
    if (!axis)
        return sx_fail(err, SX_NOMEM, "out of memory");
    uint32_t n = 0;
    bool world = samples->n == 0 || sx_runs_is_world(runs, samples->sample[0].comm),
         has_line = false;
    for (uint32_t g = 0; g < runs->ngrids; g++) {
        if (!have_places(runs, samples, g))
            continue;
        has_line = has_line || (g == 0 && runs->grid[g].ndims == 1);
        bool round = runs->grid[g].ndims > 1 && equal_dims(runs, g);
        for (uint32_t a = 0; a < runs->grid[g].ndims; a++) {
            axis[n] = grid_axis(arena, &runs->grid[g], g, a, round);
            add_counters(arena, samples, &axis[n++]);
        }
    }
    if (!world) {
        axis[n] = plain_axis(arena, SX_VAR_COMM_SIZE, SX_VAR_COMM_RANK);
        add_counters(arena, samples, &axis[n++]);
    }
    if (samples->lists) {
        axis[n] = plain_axis(arena, SX_VAR_COMM_SIZE, SX_VAR_ELEMENT);
        add_counters(arena, samples, &axis[n++]);
    }
    if (!has_line) {
        axis[n] = plain_axis(arena, SX_VAR_P, SX_VAR_RANK);
        add_counters(arena, samples, &axis[n++]);
    }
    if (sx_extent_is_dealing(samples) && trips_axis(arena, runs, samples, &axis[n]))
        n++;
    const bool but_first = sx_extent_is_without(runs, samples, true),
               but_last = sx_extent_is_without(runs, samples, false);
    for (int of = 1; of <= 3; of++) /* a bit for the first, and one for the last */
        if ((but_first || !(of & 1)) && (but_last || !(of & 2))) {
            axis[n] = others_axis(arena, of & 1, of >> 1);
            add_counters(arena, samples, &axis[n++]);
        }
    *ret_axis = axis;
    *ret_n = n;
    return SX_OK;
}

typedef struct form_list {
    sx_extent *form;
    size_t n, limit;
} form_list;

static void add_form(form_list *forms, const sx_extent *form)
{
    if (forms->n < forms->limit)
        forms->form[forms->n++] = *form;
}

/* The form, or those with one less at the last or at both edges of what an index names. One less at the first edge alone
 * is one point fewer, a place on. */
static void add_edges(form_list *forms, sx_extent form, bool less)
{
    for (unsigned edges = less ? 2 : 0; edges < (less ? 4 : 1); edges++) {
        form.first_less = edges & 1;
        form.last_less = edges >> 1;
        add_form(forms, &form);
    }
}

static void add_own_variants(form_list *forms, sx_extent plain)
{
    static const int8_t grow[] = { -1, 1, -2, 2 };
    sx_extent form = plain;
    for (size_t i = 0; i < sizeof grow; i++) {
        form.grow = grow[i];
        add_form(forms, &form);
    }
    for (unsigned edges = 1; edges < 4; edges++) {
        form = plain;
        form.first_less = edges & 1;
        form.last_less = edges >> 1;
        add_form(forms, &form);
    }
}

static bool is_own(const sx_extent *form)
{
    static const int8_t own[SX_EXTENT_VARS] = { 1 };
    return form->add == 0 && memcmp(form->sign, own, sizeof own) == 0;
}

/* The forms with so many variables among the first `nvars`, but for the own ones, which are there already; plain,
 * or with one less at the edges. */
static void add_mixed(form_list *forms, sx_extent *form, uint32_t nvars, unsigned terms,
                      bool less)
{
    static const int8_t sign[] = { 0, 1, -1 };
    if (terms > nvars || forms->n == forms->limit)
        return;
    if (nvars == 0 && !is_own(form))
        add_edges(forms, *form, less);
    for (size_t i = 0; nvars > 0 && i < sizeof sign; i++) {
        unsigned here = sign[i] != 0;
        form->sign[nvars - 1] = sign[i];
        if (here <= terms)
            add_mixed(forms, form, nvars - 1, terms - here, less);
    }
    if (nvars > 0)
        form->sign[nvars - 1] = 0;
}

sx_status sx_extent_forms(sx_arena *arena, const sx_extent_axis *axis, uint32_t naxes,
                          size_t limit, const sx_extent **ret_form, size_t *ret_n,
                          sx_error *err)
{
    static const int8_t added[] = { 0, 1, -1, 2, -2 };
    form_list forms = { SX_NEW_ARRAY(arena, sx_extent, limit), 0, limit };
    if (!forms.form)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (uint32_t a = 0; a < naxes; a++)
        add_form(&forms, &(sx_extent) { .axis = a, .sign = { 1 } });
    for (uint32_t a = 0; a < naxes; a++)
        add_own_variants(&forms, (sx_extent) { .axis = a, .sign = { 1 } });
    for (int want = 0; want <= SX_EXTENT_VARS + 5; want++)
        for (uint32_t a = 0; a < naxes; a++)
            for (size_t i = 0; i < sizeof added; i++) {
                sx_extent form = { .axis = a, .add = added[i] };
                int terms = want - added[i] * added[i];
                if (terms >= 0)
                    add_mixed(&forms, &form, axis[a].nvars, (unsigned)terms, false);
                if (terms > 0)
                    add_mixed(&forms, &form, axis[a].nvars, (unsigned)terms - 1, true);
            }
    *ret_form = forms.form;
    *ret_n = forms.n;
    return SX_OK;
}

/* By one rule at one place and the places beside it. */
static void add_places(form_list *forms, sx_extent form)
{
    static const int8_t added[] = { 0, 1, -1 }, grow[] = { 0, 1, 2 };
    for (size_t i = 0; i < sizeof added; i++)
        for (size_t k = 0; k < sizeof grow; k++) {
            form.add = added[i];
            form.grow = grow[k];
            add_form(forms, &form);
        }
}

/* By one rule at the place that is another variable away from the first, and beside it: what goes around. */
static void add_skewed(form_list *forms, sx_extent form, uint32_t v)
{
    form.sign[0] = 1;
    for (int8_t sign = -1; sign <= 1; sign += 2)
        for (int8_t add = 2; add >= -2; add--) {
            form.sign[v] = sign;
            form.add = add;
            add_form(forms, &form);
        }
}

sx_status sx_extent_rule_forms(sx_arena *arena, const sx_extent_axis *axis,
                               uint32_t naxes, size_t limit, const sx_extent **ret_form,
                               size_t *ret_n, sx_error *err)
{
    form_list forms = { SX_NEW_ARRAY(arena, sx_extent, limit), 0, limit };
    if (!forms.form)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (uint32_t a = 0; a < naxes; a++)
        for (uint32_t v = 0; v < axis[a].nvars; v++)
            for (int rule = 0; rule < SX_EXTENT_MIRRORED; rule++) {
                sx_extent form = { .axis = a, .rule = (sx_extent_rule)rule };
                form.sign[v] = 1;
                add_places(&forms, form);
            }
    for (uint32_t a = 0; a < naxes; a++)
        for (uint32_t v = 1; v < axis[a].nvars; v++)
            for (int rule = 0; rule < SX_EXTENT_MIRRORED; rule++)
                add_skewed(&forms,
                           (sx_extent) { .axis = a, .rule = (sx_extent_rule)rule }, v);
    *ret_form = forms.form;
    *ret_n = forms.n;
    return SX_OK;
}

static const int64_t *values_of(sx_arena *arena, const sx_runs *runs,
                                const sx_samples *samples, const sx_expr *expr)
{
    int64_t *value = SX_ROOM_ARRAY(arena, int64_t, samples->n);
    return value && sx_column_values(runs, samples, expr, value) ? value : NULL;
}

const sx_extent_view *sx_extent_views(sx_arena *arena, const sx_runs *runs,
                                      const sx_samples *samples,
                                      const sx_extent_axis *axis, uint32_t naxes)
{
    sx_extent_view *view = SX_NEW_ARRAY(arena, sx_extent_view, naxes);
    int64_t *run = SX_ROOM_ARRAY(arena, int64_t, samples->n);
    for (size_t i = 0; run && i < samples->n; i++)
        run[i] = samples->sample[i].run;
    for (uint32_t a = 0; view && a < naxes; a++) {
        view[a].run = run;
        view[a].dim = values_of(arena, runs, samples, axis[a].dim);
        if (!run || !view[a].dim)
            return NULL;
        for (uint32_t v = 0; v < axis[a].nvars; v++)
            if (!(view[a].var[v] = values_of(arena, runs, samples, axis[a].var[v])))
                return NULL;
    }
    return view;
}

bool sx_extent_is_fixed(const sx_extent *extent, const sx_extent_axis *axis)
{
    for (uint32_t v = 0; v < axis[extent->axis].nvars; v++)
        if (extent->sign[v] != 0)
            return false;
    return true;
}

int64_t sx_extent_index(const sx_extent *extent, const sx_extent_axis *axis,
                        const sx_extent_view *view, size_t i)
{
    int64_t index = extent->add;
    for (uint32_t v = 0; v < axis[extent->axis].nvars; v++)
        index += extent->sign[v] * view[extent->axis].var[v][i];
    return sx_floor_mod(index, view[extent->axis].dim[i]);
}

int64_t sx_extent_dealt(sx_extent_rule rule, int64_t n, int64_t q, int64_t c)
{
    int64_t chunk, rest;
    if (q == 0) /* of a communicator that it is not in */
        return 0;
    switch (rule) {
    case SX_EXTENT_SPREAD:
        return (c + 1) * n / q - c * n / q;
    case SX_EXTENT_CHUNK:
        chunk = (n + q - 1) / q;
        rest = n - c * chunk;
        return rest < 0 ? 0 : rest < chunk ? rest : chunk;
    case SX_EXTENT_LAST:
        return c == q - 1 ? n - c * (n / q) : n / q;
    case SX_EXTENT_FIRST:
        return c == 0 ? n - (q - 1) * (n / q) : n / q;
    case SX_EXTENT_MIRRORED:
        return n / q + (q - 1 - c < n % q);
    default:
        return n / q + (c < n % q);
    }
}

/* N and the places that it was dealt to at the sample before: neighbours share them. */
typedef struct points {
    int64_t n, q, each, rest;
} points;

static int64_t dealt_to(const sx_extent *x, points *p, int64_t n, int64_t q,
                        int64_t index)
{
    if (n != p->n || q != p->q)
        *p = (points) { n, q, sx_floor_div(n, q), sx_floor_mod(n, q) };
    int64_t dealt = x->rule == SX_EXTENT_BLOCK ? p->each + (index < p->rest)
                                               : sx_extent_dealt(x->rule, n, q, index);
    return dealt + x->grow - (x->first_less && index == 0) -
           (x->last_less && index == q - 1);
}

int64_t sx_extent_at(const sx_extent *extent, const sx_extent_axis *axis,
                     const sx_extent_view *view, size_t i)
{
    const sx_extent_view *on = &view[extent->axis];
    points p = { 0 };
    return dealt_to(extent, &p, extent->n[on->run[i]], on->dim[i],
                    sx_extent_index(extent, axis, view, i));
}

/* One extent at samples in order. */
typedef struct reading {
    const sx_extent *extent;
    const int64_t *run, *dim, *var[SX_EXTENT_VARS];
    int8_t sign[SX_EXTENT_VARS];
    uint32_t nvars; /* those that are in the index */
    points points;
} reading;

static reading read_extent(const sx_extent *extent, const sx_extent_axis *axis,
                           const sx_extent_view *view)
{
    const sx_extent_view *on = &view[extent->axis];
    reading r = { .extent = extent, .run = on->run, .dim = on->dim };
    for (uint32_t v = 0; v < axis[extent->axis].nvars; v++)
        if (extent->sign[v] != 0) {
            r.var[r.nvars] = on->var[v];
            r.sign[r.nvars++] = extent->sign[v];
        }
    return r;
}

/* As sx_extent_at does. */
static int64_t read_at(reading *r, size_t i)
{
    const sx_extent *x = r->extent;
    int64_t n = x->n[r->run[i]], q = r->dim[i], index = x->add;
    for (uint32_t v = 0; v < r->nvars; v++)
        index += r->sign[v] * r->var[v][i];
    if (index < 0 || index >= q)
        index = sx_floor_mod(index, q);
    return dealt_to(x, &r->points, n, q, index);
}

void sx_extent_column(const sx_extent *extent, const sx_extent_axis *axis,
                      const sx_extent_view *view, size_t n, int64_t *ret_value)
{
    reading r = read_extent(extent, axis, view);
    for (size_t i = 0; i < n; i++)
        ret_value[i] = read_at(&r, i);
}

bool sx_extent_gives(const sx_extent *extent, const sx_extent_axis *axis,
                     const sx_extent_view *view, size_t n, const int64_t *value)
{
    reading r = read_extent(extent, axis, view);
    for (size_t i = 0; i < n; i++)
        if (read_at(&r, i) != value[i])
            return false;
    return true;
}

static int64_t index_at(sx_extent_divisor *d, size_t i)
{
    for (; d->known <= i; d->known++)
        d->index[d->known] = sx_extent_index(&d->extent, d->axis, d->view, d->known);
    return d->index[i];
}

bool sx_extent_divides(sx_extent_divisor *d, const int64_t *multiple, int64_t *ret_value)
{
    const sx_extent_view *on = &d->view[d->extent.axis];
    points p = { 0 };
    for (size_t i = 0; i < d->n; i++) {
        const int64_t index = index_at(d, i);
        const int64_t value = ret_value[i] =
            dealt_to(&d->extent, &p, d->extent.n[on->run[i]], on->dim[i], index);
        const bool again =
            i > 0 && value == ret_value[i - 1] && multiple[i] == multiple[i - 1];
        if (!again && (value <= 0 || multiple[i] % value != 0))
            return false;
    }
    return true;
}

const sx_expr *sx_extent_index_expr(sx_arena *arena, const sx_extent *extent,
                                    const sx_extent_axis *axis)
{
    const sx_extent_axis *on = &axis[extent->axis];
    const sx_expr *sum = NULL;
    bool own = extent->add == 0 && extent->sign[0] == 1;
    for (uint32_t v = 0; v < on->nvars; v++) {
        if (extent->sign[v] == 0)
            continue;
        own = own && v == 0;
        if (!sum && extent->sign[v] < 0)
            sum = sx_expr_int(arena, 0);
        sum = sum ? sx_expr_make(arena, extent->sign[v] > 0 ? SX_EXPR_ADD : SX_EXPR_SUB,
                                 sum, on->var[v], NULL)
                  : on->var[v];
    }
    if (own)
        return sum;
    if (!sum)
        sum = sx_expr_int(arena, extent->add);
    else if (extent->add)
        sum = sx_expr_plus(arena, sum, extent->add);
    return sx_expr_make(arena, SX_EXPR_MOD, sum, on->dim, NULL);
}

static const sx_expr *less_where(sx_arena *arena, const sx_expr *value,
                                 const sx_expr *index, const sx_expr *place)
{
    return sx_expr_two(arena, SX_EXPR_SUB, value,
                       sx_expr_two(arena, SX_EXPR_EQ, index, place));
}

static const sx_expr *spread_expr(sx_arena *arena, const sx_expr *n, const sx_expr *q,
                                  const sx_expr *c)
{
    const sx_expr *end = sx_expr_two(arena, SX_EXPR_MUL, sx_expr_plus(arena, c, 1), n),
                  *begin = sx_expr_two(arena, SX_EXPR_MUL, c, n);
    return sx_expr_two(arena, SX_EXPR_SUB, sx_expr_two(arena, SX_EXPR_DIV, end, q),
                       sx_expr_two(arena, SX_EXPR_DIV, begin, q));
}

static const sx_expr *chunk_expr(sx_arena *arena, const sx_expr *n, const sx_expr *q,
                                 const sx_expr *c)
{
    const sx_expr *most = sx_expr_plus(arena, q, -1);
    const sx_expr *chunk =
        sx_expr_two(arena, SX_EXPR_DIV, sx_expr_two(arena, SX_EXPR_ADD, n, most), q);
    const sx_expr *rest =
        sx_expr_two(arena, SX_EXPR_SUB, n, sx_expr_two(arena, SX_EXPR_MUL, c, chunk));
    rest = sx_expr_two(arena, SX_EXPR_MIN, chunk, rest);
    return sx_expr_two(arena, SX_EXPR_MAX, sx_expr_int(arena, 0), rest);
}

/* One place has the rest. */
static const sx_expr *rest_expr(sx_arena *arena, const sx_expr *n, const sx_expr *q,
                                const sx_expr *c, const sx_expr *place)
{
    const sx_expr *rest =
        sx_expr_two(arena, SX_EXPR_MUL, sx_expr_two(arena, SX_EXPR_EQ, c, place),
                    sx_expr_two(arena, SX_EXPR_MOD, n, q));
    return sx_expr_two(arena, SX_EXPR_ADD, sx_expr_two(arena, SX_EXPR_DIV, n, q), rest);
}

const sx_expr *sx_extent_dealt_expr(sx_arena *arena, sx_extent_rule rule,
                                    const sx_expr *n, const sx_expr *q, const sx_expr *c)
{
    switch (rule) {
    case SX_EXTENT_SPREAD:
        return spread_expr(arena, n, q, c);
    case SX_EXTENT_CHUNK:
        return chunk_expr(arena, n, q, c);
    case SX_EXTENT_LAST:
        return rest_expr(arena, n, q, c,
                         sx_expr_two(arena, SX_EXPR_SUB, q, sx_expr_int(arena, 1)));
    case SX_EXTENT_FIRST:
        return rest_expr(arena, n, q, c, sx_expr_int(arena, 0));
    case SX_EXTENT_MIRRORED:
        c = sx_expr_two(arena, SX_EXPR_SUB, sx_expr_plus(arena, q, -1), c);
        return sx_expr_make(arena, SX_EXPR_BLOCK, n, q, c);
    default:
        return sx_expr_make(arena, SX_EXPR_BLOCK, n, q, c);
    }
}

const sx_expr *sx_extent_expr(sx_arena *arena, const sx_extent *extent,
                              const sx_extent_axis *axis, const sx_expr *n)
{
    const sx_expr *dim = axis[extent->axis].dim;
    const sx_expr *index = sx_extent_index_expr(arena, extent, axis);
    const sx_expr *value = sx_extent_dealt_expr(arena, extent->rule, n, dim, index);
    if (extent->grow)
        value = sx_expr_plus(arena, value, extent->grow);
    if (extent->first_less)
        value = less_where(arena, value, index, sx_expr_int(arena, 0));
    if (extent->last_less)
        value = less_where(arena, value, index, sx_expr_plus(arena, dim, -1));
    return value;
}

const sx_expr *sx_extent_nested_expr(sx_arena *arena, const sx_expr *n,
                                     const sx_extent_nested *nested)
{
    const sx_expr *dim = sx_expr_var(arena, SX_VAR_DIM, nested->g, nested->of),
                  *other = sx_expr_var(arena, SX_VAR_DIM, nested->g, nested->axis),
                  *place = sx_expr_var(arena, SX_VAR_COORD, nested->g, nested->axis);
    const sx_expr *parts = sx_expr_two(arena, SX_EXPR_MAX, sx_expr_int(arena, 1),
                                       sx_expr_two(arena, SX_EXPR_DIV, other, dim));
    const sx_expr *whose = nested->by_group
                               ? sx_expr_two(arena, SX_EXPR_DIV, place, parts)
                               : sx_expr_var(arena, SX_VAR_COORD, nested->g, nested->of);
    const sx_expr *at =
        nested->shift ? sx_expr_two(arena, SX_EXPR_ADD, place, nested->shift) : place;
    const sx_expr *whole = sx_extent_dealt_expr(arena, nested->rule, n, dim, whose);
    return sx_extent_dealt_expr(arena, nested->inner, whole, parts,
                                sx_expr_two(arena, SX_EXPR_MOD, at, parts));
}
