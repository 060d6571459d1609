/* Sizes that are a product of what a place has along each axis of a grid and of what an element of a list has: counts of the
 * transpositions of pencils, whose points no other value says along one axis alone. What values with one coordinate have in common
 * follows that factor, up to a number, and adjacent blocks have nothing in common: inputs in which all are equal do not tell it. */
#include "base/checked.h"
#include "law/column.h"
#include "law/law.h"

enum { LONGEST = 1 << 10 };

/* What is left of the values, and the factors that were found. */
typedef struct separation {
    sx_arena *arena;
    sx_runs *runs;
    const sx_samples *samples;
    sx_sample *sample; /* what is left */
    const sx_expr *product;
    uint32_t factors;
    sx_evidence evidence;
} separation;

/* What the factor is of: the element of the list, or a coordinate. */
typedef struct variable {
    bool is_element;
    uint32_t grid, axis;
} variable;

static int64_t index_of(const separation *s, const sx_sample *at, const variable *of)
{
    return of->is_element
               ? at->element
               : s->runs->place[at->rank * SX_MAX_GRIDS + of->grid].coord[of->axis];
}

/* The factor of each index in the samples from .. end - 1, those of a run: 0 where there is none; false where all are equal. */
static bool factors_of(const separation *s, size_t from, size_t end, const variable *of,
                       int64_t common[LONGEST])
{
    int64_t all = 0, first = 0;
    bool differ = false;
    for (int64_t k = 0; k < LONGEST; k++)
        common[k] = 0;
    for (size_t i = from; i < end; i++) {
        const int64_t k = index_of(s, &s->sample[i], of);
        if (k < 0 || k >= LONGEST)
            return false;
        common[k] = sx_gcd(common[k], s->sample[i].value);
    }
    for (int64_t k = 0; k < LONGEST; k++)
        all = sx_gcd(all, common[k]);
    for (int64_t k = 0; k < LONGEST; k++) {
        common[k] /= all;
        first = first ? first : common[k];
        differ = differ || (common[k] && common[k] != first);
    }
    return differ;
}

/* The factor as samples, of runs that tell it; n 0 where fewer than two do. NULL .sample when out of memory. */
static sx_samples factor_samples(const separation *s, const variable *of)
{
    sx_samples part = *s->samples;
    int64_t *common = SX_NEW_ARRAY(s->arena, int64_t, LONGEST);
    sx_sample *sample = SX_NEW_ARRAY(s->arena, sx_sample, part.n);
    uint32_t runs = 0;
    part.n = 0;
    for (size_t i = 0, end; common && sample && i < s->samples->n; i = end) {
        end = sx_samples_end_of_run(s->samples, i);
        if (!factors_of(s, i, end, of, common))
            continue;
        runs++;
        for (size_t k = i; k < end; k++) {
            sample[part.n] = s->sample[k];
            sample[part.n].value = common[index_of(s, &s->sample[k], of)];
            if (of->is_element || sample[part.n].element == 0)
                part.n++;
        }
    }
    part.n = runs < 2 ? 0 : part.n;
    part.sample = common ? sample : NULL;
    part.lists = of->is_element;
    part.length = of->is_element ? part.length : NULL;
    return part;
}

/* Divides what is left by the law; false, with nothing changed, where it does not divide. */
static bool divide(separation *s, const sx_expr *law)
{
    int64_t *value = SX_NEW_ARRAY(s->arena, int64_t, s->samples->n);
    if (!value || !sx_column_values(s->runs, s->samples, law, value))
        return false;
    for (size_t i = 0; i < s->samples->n; i++)
        if (value[i] < 1 || s->sample[i].value % value[i] != 0)
            return false;
    for (size_t i = 0; i < s->samples->n; i++)
        s->sample[i].value /= value[i];
    return true;
}

static bool take(separation *s, const sx_law *law)
{
    s->product = s->product ? sx_expr_two(s->arena, SX_EXPR_MUL, s->product, law->expr)
                            : law->expr;
    s->evidence = sx_evidence_join(s->arena, s->evidence, law->evidence);
    return s->product != NULL;
}

static sx_status separate(separation *s, const variable *of, sx_error *err)
{
    sx_samples part = factor_samples(s, of);
    sx_law law = { 0 };
    if (!part.sample)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (part.n == 0)
        return SX_OK;
    sx_status st =
        sx_law_find_among(s->arena, s->runs, &part, SX_LAW_OF_PIECES, &law, err);
    if (st || !law.expr || !divide(s, law.expr))
        return st;
    s->factors++;
    return take(s, &law) ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
}

static bool are_sizes(const sx_samples *samples)
{
    for (size_t i = 0; i < samples->n; i++)
        if (sx_is_special(samples->sample[i].value) || samples->sample[i].value < 1)
            return false;
    return samples->n > 0;
}

/* A law of what is left, and the whole of it checked. */
static sx_status finish(separation *s, sx_law *ret_law, sx_error *err)
{
    sx_samples rest = *s->samples;
    sx_law law = { 0 };
    size_t first;
    rest.sample = s->sample;
    sx_status st = sx_law_constant(s->arena, s->runs, &rest, &law, err);
    if (st || !law.expr)
        return st;
    if (!sx_expr_is_int(law.expr, 1) && !take(s, &law))
        return sx_fail(err, SX_NOMEM, "out of memory");
    const sx_evidence open = { .label = SX_LABEL_EXACT,
                               .reason = "a product of what shows along several axes at "
                                         "once only: add an input" };
    if (sx_column_matches(s->runs, s->samples, s->product, &first))
        *ret_law = (sx_law) { s->product, sx_evidence_join(s->arena, open, s->evidence) };
    return SX_OK;
}

sx_status sx_law_separable(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                           sx_law *ret_law, sx_error *err)
{
    const bool has_law = samples->beat != NULL;
    const uint32_t constants = runs->nconstants;
    const size_t settled = runs->nsettled;
    if (has_law || !samples->is_size || !are_sizes(samples))
        return SX_OK;
    separation s = { arena, runs, samples, .evidence = { .label = SX_LABEL_PROVED } };
    s.sample = sx_arena_copy(arena, samples->sample, samples->n, sizeof *s.sample);
    if (!s.sample)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_status st =
        samples->lists ? separate(&s, &(variable) { .is_element = true }, err) : SX_OK;
    for (variable of = { .grid = 0 }; of.grid < runs->ngrids; of.grid++)
        for (of.axis = 0; of.axis < runs->grid[of.grid].ndims && !st; of.axis++)
            st = separate(&s, &of, err);
    if (!st && s.factors > 1)
        st = finish(&s, ret_law, err);
    runs->nsettled = settled; /* a factor alone proves no number */
    if (!ret_law->expr)
        runs->nconstants = constants; /* nobody will use those of the factors */
    return st;
}
