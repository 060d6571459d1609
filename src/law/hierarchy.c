#include "law/hierarchy.h"

#include "law/column.h"
#include "law/law.h"

uint32_t sx_hierarchy_axes(sx_arena *arena, const sx_runs *runs, uint32_t g,
                           sx_hierarchy_axis *ret_axis)
{
    const sx_expr *stride = sx_expr_int(arena, 1);
    uint32_t n = g < runs->ngrids ? runs->grid[g].ndims : 1;
    for (uint32_t a = 0; a < n; a++) {
        sx_hierarchy_axis axis = { .stride = stride };
        bool line = g == runs->ngrids;
        axis.dim = line ? sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0)
                        : sx_expr_var(arena, SX_VAR_DIM, g, a);
        axis.coord = line ? sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0)
                          : sx_expr_var(arena, SX_VAR_COORD, g, a);
        stride = sx_expr_two(arena, SX_EXPR_MUL, stride, axis.dim);
        if (!stride || !axis.coord)
            return 0;
        ret_axis[a] = axis;
    }
    return n;
}

static bool values_of(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                      const sx_expr *expr, int64_t **ret_value)
{
    *ret_value = SX_NEW_ARRAY(arena, int64_t, samples->n);
    return *ret_value && sx_column_values(runs, samples, expr, *ret_value);
}

bool sx_hierarchy_look(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                       uint32_t g, sx_hierarchy_view *ret_view)
{
    sx_hierarchy_view v = { .samples = samples };
    v.n = sx_hierarchy_axes(arena, runs, g, v.axis);
    v.e = SX_NEW_ARRAY(arena, int64_t, samples->n);
    bool whole = v.e && v.n > 0;
    for (uint32_t a = 0; whole && a < v.n; a++)
        whole = values_of(arena, runs, samples, v.axis[a].dim, &v.dim[a]) &&
                values_of(arena, runs, samples, v.axis[a].coord, &v.coord[a]);
    if (whole)
        *ret_view = v;
    return whole;
}

/* ---- forms ---- */

/* The range of k that a shape is tried with; `most` is the largest exponent. */
static void add_forms(const sx_hierarchy *like, int64_t most, sx_hierarchy *form,
                      size_t *n)
{
    enum { DOUBLES = 3, LEVELS = 8 };
    for (int shape = 0; shape < SX_HIERARCHY_SHAPES; shape++) {
        bool spreads = shape == SX_HIERARCHY_SPREADS;
        if (spreads && !like->counted)
            continue;
        int64_t from = spreads ? most : 0;
        int64_t count = shape == SX_HIERARCHY_DOUBLES ? DOUBLES : LEVELS;
        for (int64_t k = from; k < from + count && *n < SX_HIERARCHY_FORMS; k++) {
            form[*n] = *like;
            form[*n].shape = (sx_hierarchy_shape)shape;
            form[(*n)++].k = k;
        }
    }
}

size_t sx_hierarchy_forms(const sx_samples *samples, sx_hierarchy *ret_form)
{
    size_t n = 0;
    if (!samples->varying)
        add_forms(&(sx_hierarchy) { .counted = false }, 0, ret_form, &n);
    for (uint32_t c = samples->ncounters; c-- > 0;) {
        if (!(samples->varying >> c & 1))
            continue;
        int64_t most = 0;
        for (size_t i = 0; i < samples->n; i++)
            if (samples->sample[i].counter[c] > most)
                most = samples->sample[i].counter[c];
        sx_hierarchy like = { .counted = true, .counter = c };
        add_forms(&like, most, ret_form, &n);
        like.from_last = true;
        if (samples->trips && samples->varying >> c == 1)
            add_forms(&like, most, ret_form, &n);
    }
    return n;
}

static const sx_expr *exponent_expr(sx_arena *arena, const sx_samples *samples,
                                    const sx_hierarchy *form)
{
    return form->counted ? sx_samples_trip(arena, samples, form->counter, form->from_last)
                         : sx_expr_int(arena, 0);
}

bool sx_hierarchy_exponents(sx_arena *arena, const sx_runs *runs,
                            const sx_samples *samples, const sx_hierarchy *form,
                            int64_t *ret_e)
{
    const sx_expr *e = exponent_expr(arena, samples, form);
    return e && sx_column_values(runs, samples, e, ret_e);
}

int64_t sx_hierarchy_distance(const sx_hierarchy *form, int64_t extent, int64_t e)
{
    enum { MOST = 40 };
    int64_t shift = form->shape == SX_HIERARCHY_SPREADS ? form->k - e : form->k + e;
    if (shift < 0 || shift > MOST)
        return 0;
    if (form->shape == SX_HIERARCHY_DOUBLES)
        return INT64_C(1) << shift;
    return extent >> shift > 1 ? extent >> shift : 1;
}

const sx_expr *sx_hierarchy_distance_expr(sx_arena *arena, const sx_samples *samples,
                                          const sx_hierarchy *form, const sx_expr *extent)
{
    const sx_expr *e = exponent_expr(arena, samples, form);
    const sx_expr *k = sx_expr_int(arena, form->k);
    bool spreads = form->shape == SX_HIERARCHY_SPREADS;
    const sx_expr *power = sx_expr_two(arena, SX_EXPR_POW, sx_expr_int(arena, 2),
                                       spreads ? sx_expr_two(arena, SX_EXPR_SUB, k, e)
                                               : sx_expr_two(arena, SX_EXPR_ADD, e, k));
    if (form->shape == SX_HIERARCHY_DOUBLES)
        return power;
    return sx_expr_two(arena, SX_EXPR_MAX, sx_expr_int(arena, 1),
                       sx_expr_two(arena, SX_EXPR_DIV, extent, power));
}

/* ---- evidence ---- */

/* Is the axis as long as in none of the samples? */
static const sx_expr *is_another(sx_arena *arena, const sx_runs *runs,
                                 const sx_samples *samples, const sx_expr *dim)
{
    enum { LENGTHS = 8 };
    int64_t seen[LENGTHS], counter[SX_MAX_DEPTH + SX_SAMPLE_LOOPS], length;
    const sx_expr *another = sx_expr_int(arena, 1);
    size_t n = 0, k;
    for (size_t i = 0; another && i < samples->n; i++) {
        sx_expr_env env = sx_sample_env(runs, samples, i, counter);
        if (sx_expr_eval(dim, &env, &length, NULL))
            continue;
        k = 0;
        while (k < n && seen[k] != length)
            k++;
        if (k < n)
            continue;
        if (n == LENGTHS)
            return sx_expr_int(arena, 1);
        const sx_expr *differs =
            sx_expr_two(arena, SX_EXPR_NE, dim, sx_expr_int(arena, length));
        another = n == 0 ? differs : sx_expr_two(arena, SX_EXPR_AND, another, differs);
        seen[n++] = length;
    }
    return another;
}

/* Is some of these axes of a length that no sample has? NULL when out of memory, and where there are none. */
static const sx_expr *unshown(sx_arena *arena, const sx_runs *runs,
                              const sx_samples *samples, const sx_hierarchy_axis *axis,
                              uint32_t naxes)
{
    const sx_expr *any = NULL;
    for (uint32_t a = 0; a < naxes; a++) {
        const sx_expr *one = is_another(arena, runs, samples, axis[a].dim);
        any = any ? sx_expr_two(arena, SX_EXPR_OR, any, one) : one;
        if (!any)
            return NULL;
    }
    return any;
}

sx_evidence sx_hierarchy_as_shown(sx_arena *arena, const sx_runs *runs,
                                  const sx_samples *samples,
                                  const sx_hierarchy_axis *axis, uint32_t naxes,
                                  const char *reason)
{
    const sx_expr *doubt = unshown(arena, runs, samples, axis, naxes);
    return (sx_evidence) { .label = doubt ? SX_LABEL_PROVED : SX_LABEL_EXACT,
                           .reason = reason,
                           .doubt = doubt };
}

sx_evidence sx_hierarchy_evidence(sx_arena *arena, const sx_runs *runs,
                                  const sx_samples *samples,
                                  const sx_hierarchy_axis *axis, uint32_t naxes,
                                  bool counted, size_t distances)
{
    enum { DISTANCES = 3, TWO = 2, TELLING = 12 };
    static const char reason[] =
        "levels on which ranks fall idle show in three different distances, at two "
        "scales: add an input with more ranks";
    if (sx_samples_runs(samples) < 2 || samples->n < TELLING || distances < TWO)
        return (sx_evidence) { .label = SX_LABEL_EXACT, .reason = reason };
    if (counted && distances >= DISTANCES)
        return (sx_evidence) { .label = SX_LABEL_PROVED };
    return sx_hierarchy_as_shown(arena, runs, samples, axis, naxes, reason);
}

sx_status sx_hierarchy_add(sx_arena *arena, sx_law *law, const sx_expr *expr,
                           sx_evidence evidence, sx_error *err)
{
    if (law->expr)
        return sx_law_doubt_rival(arena, expr,
                                  "which ranks are active on a level can be told "
                                  "otherwise in all inputs: add one with more ranks",
                                  law, err);
    *law = (sx_law) { expr, evidence };
    return SX_OK;
}
