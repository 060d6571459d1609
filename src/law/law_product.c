/* Sizes that are a product of what the place has and of what the trip has: a face by so many planes of a pipeline, whose last
 * step has what is left of them. One law for the places, in a trip, and one for the trips, at a place. */
#include "law/column.h"
#include "law/law.h"

#include "base/checked.h"
#include "base/rational.h"

enum { TRIPS = 1 << 12 };

/* Groups are executions by one rank in one entry of the innermost loop that tells samples apart. Both factors are found up to a
 * number, 0 where a factor is not known yet. */
typedef struct factors {
    const sx_samples *samples;
    uint32_t counter;
    size_t n; /* trips */
    sx_rational trip[TRIPS];
    sx_rational *place; /* by sample, the same within a group */
} factors;

static bool is_known(sx_rational a)
{
    return a.num != 0;
}

static bool divide(int64_t value, sx_rational by, sx_rational *ret)
{
    return sx_rational_mul(sx_rational_make(value, 1), sx_rational_make(by.den, by.num),
                           ret);
}

static size_t trip_of(const factors *f, size_t i)
{
    return (size_t)f->samples->sample[i].counter[f->counter];
}

/* What the group from `from` on adds to what is known. False when it contradicts. */
static bool join_group(factors *f, size_t from, size_t end, bool *ret_more)
{
    const sx_sample *s = f->samples->sample;
    sx_rational *place = &f->place[from], trip;
    for (size_t i = from; i < end && !is_known(*place); i++)
        if (is_known(f->trip[trip_of(f, i)]) &&
            !divide(s[i].value, f->trip[trip_of(f, i)], place))
            return false;
    for (size_t i = from; i < end && is_known(*place); i++) {
        sx_rational *here = &f->trip[trip_of(f, i)];
        if (!divide(s[i].value, *place, &trip) ||
            (is_known(*here) && !sx_rational_equal(*here, trip)))
            return false;
        *ret_more = *ret_more || !is_known(*here);
        *here = trip;
        f->place[i] = *place;
    }
    return true;
}

/* Both factors of all samples, up to a number. */
static bool find_factors(factors *f)
{
    f->place[0] = sx_rational_make(1, 1);
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0, end; i < f->samples->n; i = end) {
            end = sx_samples_end_of_entry(f->samples, i, f->counter);
            if (!join_group(f, i, end, &more))
                return false;
        }
    }
    for (size_t i = 0; i < f->samples->n; i++)
        if (!is_known(f->place[i]))
            return false;
    return true;
}

/* Makes the trips' factors the smallest integers. There may be trips in which nobody takes part. */
static bool make_integers(factors *f)
{
    int64_t by = 1, common = 0;
    for (size_t t = 0; t < f->n; t++) {
        int64_t den = f->trip[t].den;
        if (is_known(f->trip[t]) && sx_mul_overflows(by, den / sx_gcd(by, den), &by))
            return false;
    }
    for (size_t t = 0; t < f->n; t++) {
        int64_t num = f->trip[t].num;
        if (!is_known(f->trip[t]))
            continue;
        if (sx_mul_overflows(num, by / f->trip[t].den, &num))
            return false;
        f->trip[t] = (sx_rational) { num, 1 };
        common = sx_gcd(common, num);
    }
    for (size_t t = 0; t < f->n; t++)
        f->trip[t].num /= common;
    return true;
}

/* Does each factor change at all? */
static bool both_change(const factors *f)
{
    const sx_sample *s = f->samples->sample;
    int64_t first = f->trip[trip_of(f, 0)].num, place = s[0].value / first;
    bool trips = false, places = false;
    for (size_t i = 1; i < f->samples->n; i++) {
        int64_t here = f->trip[trip_of(f, i)].num;
        trips = trips || here != first;
        places = places || s[i].value / here != place;
    }
    return trips && places;
}

/* Sizes above 0, in trips that are few. */
static bool are_sizes(factors *f)
{
    for (size_t i = 0; i < f->samples->n; i++) {
        const sx_sample *s = &f->samples->sample[i];
        if (sx_is_special(s->value) || s->value < 1 || s->counter[f->counter] < 0 ||
            s->counter[f->counter] >= TRIPS)
            return false;
        f->n = trip_of(f, i) >= f->n ? trip_of(f, i) + 1 : f->n;
    }
    return true;
}

/* The samples of one factor: by place, one of each group; else all of them. */
static sx_samples part_of(sx_arena *arena, const factors *f, bool by_place)
{
    const sx_samples *all = f->samples;
    size_t *index = SX_NEW_ARRAY(arena, size_t, all->n), n = 0;
    for (size_t i = 0; index && i < all->n;
         i = by_place ? sx_samples_end_of_entry(all, i, f->counter) : i + 1)
        index[n++] = i;
    sx_samples part = { 0 };
    if (!index)
        return part;
    part = sx_samples_subset(arena, all, index, n);
    sx_sample *sample = sx_arena_copy(arena, part.sample, n, sizeof *sample);
    for (size_t i = 0; sample && i < n; i++) {
        int64_t trip = f->trip[trip_of(f, index[i])].num;
        sample[i].value = by_place ? sample[i].value / trip : trip;
        if (by_place)
            sample[i].counter[f->counter] = 0;
    }
    part.sample = sample;
    part.beat = NULL;
    if (by_place) {
        part.varying &= ~(UINT32_C(1) << f->counter);
        part.trips = NULL;
    }
    return part;
}

/* What the trips have: one law, what is left in the last, or a law for each of a few. */
static sx_status find_of_trips(sx_arena *arena, sx_runs *runs, const sx_samples *part,
                               sx_law *ret_law, sx_error *err)
{
    sx_status st = sx_law_find_among(arena, runs, part, SX_LAW_OF_PIECES, ret_law, err);
    if (!st && !ret_law->expr)
        st = sx_law_rest(arena, runs, part, ret_law, err);
    return st || ret_law->expr ? st : sx_law_switch(arena, runs, part, ret_law, err);
}

sx_status sx_law_product(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                         sx_law *ret_law, sx_error *err)
{
    bool has_law = samples->beat != NULL; /* what one piece gives is no product */
    sx_law place = { 0 }, trip = { 0 };
    size_t first;
    if (has_law || !samples->is_size || samples->lists || !samples->varying)
        return SX_OK;
    factors *f = SX_NEW(arena, factors);
    sx_rational *of_place = SX_NEW_ARRAY(arena, sx_rational, samples->n);
    if (!f || !of_place)
        return sx_fail(err, SX_NOMEM, "out of memory");
    f->samples = samples;
    f->place = of_place;
    f->counter = sx_samples_innermost(samples);
    if (!are_sizes(f) || !find_factors(f) || !make_integers(f) || !both_change(f))
        return SX_OK;
    sx_samples places = part_of(arena, f, true), trips = part_of(arena, f, false);
    if (!places.sample || !trips.sample)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_status st = find_of_trips(arena, runs, &trips, &trip, err);
    if (!st && trip.expr)
        st = sx_law_find_among(arena, runs, &places, SX_LAW_OF_PIECES, &place, err);
    if (st || !trip.expr || !place.expr)
        return st;
    sx_law product = { sx_expr_two(arena, SX_EXPR_MUL, place.expr, trip.expr),
                       sx_evidence_join(arena, place.evidence, trip.evidence) };
    if (!product.expr)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (sx_column_matches(runs, samples, product.expr, &first))
        *ret_law = product;
    return SX_OK;
}
