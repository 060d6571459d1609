#include "extrap/type_laws.h"

#include "trace/type_size.h"

#include <string.h>

/* Arguments of one constructor that laws are searched for, and constructors in each other. */
enum { MOST_ARGUMENTS = 64, MOST_NESTED = 64 };

static const uint32_t none = UINT32_MAX;

static sx_status nomem(sx_error *err)
{
    return sx_fail(err, SX_NOMEM, "out of memory");
}

static uint64_t length_of(const sx_seq *list)
{
    return list ? list->length : 0;
}

static const sx_type *type_of(const sx_type_laws *laws, int64_t row)
{
    const sx_trace *merged = &laws->runs->merged;
    return row >= 0 && (uint64_t)row < merged->ntypes ? &merged->type[row] : NULL;
}

/* Is it what its constructor makes of its arguments? */
static bool is_measured(const sx_type_laws *laws, const sx_type *type)
{
    sx_type same = *type;
    return sx_type_measure(laws->runs->merged.type, &same) && same.size == type->size &&
           same.lb == type->lb && same.extent == type->extent;
}

/* Are all samples made in the same way, with as many arguments? */
static bool are_alike(const sx_type_laws *laws, const sx_samples *samples)
{
    const sx_type *first = samples->n ? type_of(laws, samples->sample[0].value) : NULL;
    int64_t before = -1;
    if (!first || first->combiner == SX_COMBINER_UNKNOWN ||
        length_of(first->ints) + length_of(first->addresses) + length_of(first->types) >
            MOST_ARGUMENTS)
        return false;
    for (size_t i = 0; i < samples->n; i++) {
        int64_t row = samples->sample[i].value;
        const sx_type *type = type_of(laws, row);
        if (row == before)
            continue;
        before = row;
        if (!type || type->combiner != first->combiner ||
            strcmp(type->name, first->name) != 0 ||
            length_of(type->ints) != length_of(first->ints) ||
            length_of(type->addresses) != length_of(first->addresses) ||
            length_of(type->types) != length_of(first->types) || !is_measured(laws, type))
            return false;
    }
    return true;
}

static bool is_one(const sx_samples *samples)
{
    for (size_t i = 1; i < samples->n; i++)
        if (samples->sample[i].value != samples->sample[0].value)
            return false;
    return samples->n > 0;
}

typedef enum argument_kind { INTS, ADDRESSES, TYPES } argument_kind;

static const sx_seq *list_of(const sx_type *type, argument_kind part)
{
    return part == INTS ? type->ints : part == ADDRESSES ? type->addresses : type->types;
}

/* The same samples with argument k of their types as values. NULL .sample when out of memory. */
static sx_samples argument(const sx_type_laws *laws, const sx_samples *samples,
                           argument_kind part, uint64_t k)
{
    sx_samples of = *samples;
    sx_sample *sample =
        sx_arena_copy(laws->scratch, samples->sample, samples->n, sizeof *sample);
    for (size_t i = 0; sample && i < of.n; i++)
        sample[i].value =
            sx_seq_at(list_of(type_of(laws, samples->sample[i].value), part), k);
    of.sample = sample;
    of.is_size = part != TYPES;
    return of;
}

/* Can it be evaluated for a rank, without an execution? */
static bool is_of_rank(const sx_expr *expr)
{
    return !(sx_expr_uses(expr, NULL, NULL) &
             (1U << SX_VAR_COUNTER | 1U << SX_VAR_ELEMENT));
}

/* Laws of all arguments of one kind; *ret NULL where one has none. */
static sx_status find_list(sx_type_laws *laws, const sx_samples *samples,
                           argument_kind part, uint32_t *ret_n,
                           const sx_expr *const **ret, sx_evidence *evidence,
                           sx_error *err)
{
    uint64_t n = length_of(list_of(type_of(laws, samples->sample[0].value), part));
    const sx_expr **expr = SX_NEW_ARRAY(laws->arena, const sx_expr *, n);
    *ret = NULL;
    if (!expr)
        return nomem(err);
    for (uint64_t k = 0; k < n; k++) {
        sx_samples of = argument(laws, samples, part, k);
        sx_law law = { 0 };
        sx_status st = of.sample ? laws->find(laws->context, &of, &law) : nomem(err);
        if (st)
            return st;
        if (!law.expr || law.evidence.label == SX_LABEL_REFUSED || !is_of_rank(law.expr))
            return SX_OK;
        expr[k] = law.expr;
        *evidence = sx_evidence_join(laws->arena, *evidence, law.evidence);
    }
    *ret_n = (uint32_t)n;
    *ret = expr;
    return SX_OK;
}

static bool same_laws(uint32_t n, const sx_expr *const *a, const sx_expr *const *b)
{
    for (uint32_t i = 0; i < n; i++)
        if (!sx_expr_equal(a[i], b[i]))
            return false;
    return true;
}

static bool same_row(const sx_type *a, const sx_type *b)
{
    return a->law && a->combiner == b->combiner && strcmp(a->name, b->name) == 0 &&
           a->law->nints == b->law->nints && a->law->naddresses == b->law->naddresses &&
           same_laws(a->law->nints, a->law->ints, b->law->ints) &&
           same_laws(a->law->naddresses, a->law->addresses, b->law->addresses) &&
           sx_seq_equal(a->types, b->types);
}

/* The number of this row, new if there is none. Errors: SX_NOMEM. */
static sx_status add_row(sx_type_laws *laws, const sx_type *row, uint32_t *ret,
                         sx_error *err)
{
    if (!laws->type) {
        const sx_trace *merged = &laws->runs->merged;
        laws->n = laws->capacity = merged->ntypes;
        laws->type = merged->type;
    }
    size_t i = laws->runs->merged.ntypes;
    while (i < laws->n && !same_row(&laws->type[i], row))
        i++;
    if (i == laws->capacity) {
        sx_type *larger = SX_NEW_ARRAY(laws->arena, sx_type, 2 * i);
        if (!larger)
            return nomem(err);
        memcpy(larger, laws->type, i * sizeof *larger);
        laws->type = larger;
        laws->capacity = 2 * i;
    }
    if (i == laws->n)
        laws->type[laws->n++] = *row;
    *ret = (uint32_t)i;
    return SX_OK;
}

static sx_status find_row(sx_type_laws *laws, const sx_samples *samples, uint32_t *ret,
                          sx_evidence *evidence, sx_error *err);

/* The earlier types that it is made of, as a list of rows; *ret NULL where one has no law. */
static sx_status find_types(sx_type_laws *laws, const sx_samples *samples,
                            const sx_seq **ret, sx_evidence *evidence, sx_error *err)
{
    int64_t row[MOST_ARGUMENTS];
    uint64_t n = length_of(type_of(laws, samples->sample[0].value)->types);
    *ret = NULL;
    for (uint64_t k = 0; k < n; k++) {
        sx_samples of = argument(laws, samples, TYPES, k);
        uint32_t found = none;
        if (!of.sample)
            return nomem(err);
        sx_status st = find_row(laws, &of, &found, evidence, err);
        if (st || found == none)
            return st;
        row[k] = found;
    }
    *ret = sx_seq_literal(laws->arena, row, n);
    return *ret ? SX_OK : nomem(err);
}

/* *ret is `none` where there is no law. */
static sx_status find_row(sx_type_laws *laws, const sx_samples *samples, uint32_t *ret,
                          sx_evidence *evidence, sx_error *err)
{
    *ret = none;
    if (is_one(samples) && type_of(laws, samples->sample[0].value)) {
        *ret = (uint32_t)samples->sample[0].value;
        return SX_OK;
    }
    if (++laws->looked_at > MOST_NESTED || !are_alike(laws, samples))
        return SX_OK;
    const sx_type *first = type_of(laws, samples->sample[0].value);
    sx_type row = { .name = first->name, .combiner = first->combiner };
    sx_type_law *law = SX_NEW(laws->arena, sx_type_law);
    if (!law)
        return nomem(err);
    row.law = law;
    sx_status st = find_types(laws, samples, &row.types, evidence, err);
    if (!st && row.types)
        st = find_list(laws, samples, INTS, &law->nints, &law->ints, evidence, err);
    if (!st && law->ints)
        st = find_list(laws, samples, ADDRESSES, &law->naddresses, &law->addresses,
                       evidence, err);
    return !st && law->addresses ? add_row(laws, &row, ret, err) : st;
}

/* The samples that have a type at all; NULL .sample when out of memory. */
static sx_samples typed(const sx_type_laws *laws, const sx_samples *samples)
{
    int64_t *has = SX_NEW_ARRAY(laws->scratch, int64_t, samples->n);
    for (size_t i = 0; has && i < samples->n; i++)
        has[i] = samples->sample[i].value != SX_NULL;
    return has ? sx_samples_with(laws->scratch, samples, has, true) : (sx_samples) { 0 };
}

/* Does it choose between this row and none? */
static bool chooses(const sx_expr *expr, uint32_t row)
{
    if (expr->op == SX_EXPR_IF)
        return chooses(expr->arg[1], row) && chooses(expr->arg[2], row);
    return expr->op == SX_EXPR_INT && (expr->value == row || expr->value == SX_NULL);
}

/* The law of who has the row, where others have no type. */
static sx_status find_who(sx_type_laws *laws, const sx_samples *samples, uint32_t row,
                          sx_law *ret_law, sx_error *err)
{
    sx_samples of = *samples;
    sx_sample *sample =
        sx_arena_copy(laws->scratch, samples->sample, samples->n, sizeof *sample);
    if (!sample)
        return nomem(err);
    for (size_t i = 0; i < of.n; i++)
        if (sample[i].value != SX_NULL)
            sample[i].value = row;
    of.sample = sample;
    sx_status st = laws->find(laws->context, &of, ret_law);
    if (!st && ret_law->expr && !chooses(ret_law->expr, row))
        *ret_law = (sx_law) { 0 };
    return st;
}

/* Of scalars. */
static sx_status find_one(sx_type_laws *laws, const sx_samples *samples, sx_law *ret_law,
                          sx_error *err)
{
    sx_evidence evidence = { .label = SX_LABEL_PROVED };
    sx_law who = { 0 };
    uint32_t row;
    laws->looked_at = 0;
    sx_samples of = typed(laws, samples);
    if (!of.sample)
        return nomem(err);
    if (of.n == 0 || is_one(&of))
        return SX_OK;
    sx_status st = find_row(laws, &of, &row, &evidence, err);
    if (st || row == none)
        return st;
    if (of.n < samples->n) {
        st = find_who(laws, samples, row, &who, err);
        if (st || !who.expr)
            return st;
        evidence = sx_evidence_join(laws->arena, evidence, who.evidence);
    } else {
        who.expr = sx_expr_int(laws->arena, row);
    }
    *ret_law = (sx_law) { who.expr, evidence };
    return ret_law->expr ? SX_OK : nomem(err);
}

/* ---- lists, as of neighbours ---- */

/* How many elements each list has, if all have as many; else 0. */
static size_t elements_of(const sx_samples *samples)
{
    size_t n = 0;
    while (n < samples->n && samples->sample[n].element == (int64_t)n)
        n++;
    for (size_t i = 0; n && i < samples->n; i++)
        if (samples->sample[i].element != (int64_t)(i % n))
            n = 0;
    return n && samples->n % n == 0 ? n : 0;
}

/* The k-th of each list, as scalars; NULL .sample when out of memory. */
static sx_samples element_of(const sx_type_laws *laws, const sx_samples *samples,
                             size_t n, size_t k)
{
    sx_samples of = *samples;
    of.n = samples->n / n;
    of.lists = false;
    of.length = NULL;
    sx_sample *sample = SX_NEW_ARRAY(laws->scratch, sx_sample, of.n);
    for (size_t i = 0; sample && i < of.n; i++) {
        sample[i] = samples->sample[i * n + k];
        sample[i].element = 0;
    }
    of.sample = sample;
    return of;
}

/* Of each element by itself; expr NULL where one has none. */
static sx_status find_elements(sx_type_laws *laws, const sx_samples *samples,
                               sx_law *ret_law, sx_error *err)
{
    enum { MOST_ELEMENTS = 16 };
    const size_t n = elements_of(samples);
    sx_law all = { .evidence = { .label = SX_LABEL_PROVED } };
    for (size_t k = n <= MOST_ELEMENTS ? n : 0; k-- > 0;) {
        const sx_samples of = element_of(laws, samples, n, k);
        sx_law law = { 0 };
        sx_status st = SX_OK;
        if (!of.sample)
            return nomem(err);
        if (is_one(&of))
            law = (sx_law) { sx_expr_int(laws->arena, of.sample[0].value),
                             { .label = SX_LABEL_PROVED } };
        else
            st = find_one(laws, &of, &law, err);
        if (st || !law.expr)
            return st;
        const sx_expr *here = sx_expr_two(laws->arena, SX_EXPR_EQ,
                                          sx_expr_var(laws->arena, SX_VAR_ELEMENT, 0, 0),
                                          sx_expr_int(laws->arena, (int64_t)k));
        all.expr = all.expr
                       ? sx_expr_make(laws->arena, SX_EXPR_IF, here, law.expr, all.expr)
                       : law.expr;
        all.evidence = sx_evidence_join(laws->arena, all.evidence, law.evidence);
        if (!all.expr)
            return nomem(err);
    }
    *ret_law = all;
    return SX_OK;
}

/* ---- trips, as over neighbours ---- */

enum { MOST_TRIPS = 64 }; /* of all loops together */

/* The innermost counter that values change with. */
static uint32_t innermost(const sx_samples *samples)
{
    uint32_t c = samples->ncounters;
    while (c > 0 && !(samples->varying >> (c - 1) & 1))
        c--;
    return c - 1;
}

/* Those of trip t of counter c, for which it is no counter any more; .sample NULL when out of memory. */
static sx_samples in_trip(const sx_type_laws *laws, const sx_samples *samples, uint32_t c,
                          int64_t t)
{
    int64_t *trip = SX_NEW_ARRAY(laws->scratch, int64_t, samples->n);
    for (size_t i = 0; trip && i < samples->n; i++)
        trip[i] = samples->sample[i].counter[c];
    sx_samples of =
        trip ? sx_samples_with(laws->scratch, samples, trip, t) : (sx_samples) { 0 };
    of.varying &= ~(1U << c);
    return of;
}

static int64_t last_trip(const sx_samples *samples, uint32_t c)
{
    int64_t last = 0;
    for (size_t i = 0; i < samples->n; i++)
        last =
            samples->sample[i].counter[c] > last ? samples->sample[i].counter[c] : last;
    return last;
}

/* Have the counters that values change with few enough together? */
static bool are_few_trips(const sx_samples *samples)
{
    int64_t trips = 1;
    for (uint32_t c = 0; c < samples->ncounters && trips <= MOST_TRIPS; c++)
        if (samples->varying >> c & 1)
            trips = last_trip(samples, c) < MOST_TRIPS
                        ? trips * (last_trip(samples, c) + 1)
                        : MOST_TRIPS + 1;
    return trips <= MOST_TRIPS;
}

/* Of each trip by itself, where all inputs have the same; expr NULL where one has none. */
static sx_status find_trips(sx_type_laws *laws, const sx_samples *samples,
                            sx_law *ret_law, sx_error *err)
{
    const uint32_t c = innermost(samples);
    const int64_t last = last_trip(samples, c);
    sx_law all = { .evidence = { .label = SX_LABEL_PROVED } };
    for (int64_t t = last; t >= 0; t--) {
        const sx_samples of = in_trip(laws, samples, c, t);
        sx_law law = { 0 };
        sx_status st = SX_OK;
        if (!of.sample)
            return nomem(err);
        if (sx_samples_runs(&of) < sx_samples_runs(samples))
            return SX_OK;
        if (is_one(&of))
            law = (sx_law) { sx_expr_int(laws->arena, of.sample[0].value),
                             { .label = SX_LABEL_PROVED } };
        else
            st = of.varying ? find_trips(laws, &of, &law, err)
                            : find_one(laws, &of, &law, err);
        if (st || !law.expr)
            return st;
        const sx_expr *here = sx_expr_two(
            laws->arena, SX_EXPR_EQ,
            sx_expr_var(laws->arena, SX_VAR_COUNTER, 0, samples->first_counter + c),
            sx_expr_int(laws->arena, t));
        if (!all.expr)
            all.expr = law.expr;
        else if (!sx_expr_equal(all.expr, law.expr))
            all.expr = sx_expr_make(laws->arena, SX_EXPR_IF, here, law.expr, all.expr);
        all.evidence = sx_evidence_join(laws->arena, all.evidence, law.evidence);
        if (!all.expr)
            return nomem(err);
    }
    *ret_law = all;
    return SX_OK;
}

sx_status sx_type_laws_find(sx_type_laws *laws, const sx_samples *samples,
                            sx_law *ret_law, sx_error *err)
{
    *ret_law = (sx_law) { 0 };
    if (samples->lists)
        return find_elements(laws, samples, ret_law, err);
    sx_status st = find_one(laws, samples, ret_law, err);
    return st || ret_law->expr || !samples->varying || !are_few_trips(samples)
               ? st
               : find_trips(laws, samples, ret_law, err);
}

void sx_type_laws_forget(sx_type_laws *laws)
{
    laws->n = laws->capacity = 0;
    laws->type = NULL;
}

void sx_type_laws_take(const sx_type_laws *laws, sx_trace *formula)
{
    if (!laws->type)
        return;
    formula->type = laws->type;
    formula->ntypes = laws->n;
}
