#include "fit/model_segments.h"

#include <math.h>

/* Of two pieces together, over all places where one may end. */
static const double PRIOR_SEGMENTED = 0.05;

/* Places for pieces: one with a term and the constant has to have one more. */
enum { FEWEST = 6, BEFORE = 2, AFTER = 3, PIECES = 80, MOST_SPLITS = 32 };

/* The variance of the places' means over that which repeats let expect. */
static const double MISSES = 2.5;

bool sx_segments_suspected(const sx_model_places *p, const sx_found_form *form)
{
    double values = p->total - (double)p->n, between = 0;
    if (p->parameters > 1 || p->n - p->outs < FEWEST)
        return false;
    if (values < (double)p->n)
        return true;
    for (size_t i = 0; i < p->n; i++)
        between += p->mass[i] * (p->mean[i] - 1) * (p->mean[i] - 1);
    return between / (double)(p->n - form->terms) > MISSES * p->within / values &&
           between > 1e-8;
}

/* A constant, a term, or both on some of the places. */
typedef struct piece {
    uint32_t terms, term[2];
    double square, determinant, prior;
} piece;

/* Sums of products of a column with itself, the constant's and the values over the places of a piece. */
typedef struct sums {
    double own, with_constant, with_value, scale;
} sums;

static sums sum_up(const sx_search *s, size_t k, size_t from, size_t to)
{
    const sx_model_places *p = s->places;
    const double *x = s->scaled + k * p->n;
    sums sum = { 0 };
    for (size_t i = from; i < to; i++) {
        sum.scale += x[i] * x[i] / (double)(to - from);
        sum.own += p->mass[i] * x[i] * x[i];
        sum.with_constant += p->mass[i] * x[i] * s->scaled[i];
        sum.with_value += p->mass[i] * x[i] * p->mean[i];
    }
    return sum;
}

static bool grows(const sx_model_term *term)
{
    return term->power[0] > 0 || (term->power[0] == 0 && term->log[0] > 0);
}

/* With the constant, where one of both is positive at least: the one that is more in the end. */
static bool with_constant(const sx_search *s, uint32_t k, const sums *one, const sums *x,
                          double square, piece *ret)
{
    double share = x->with_constant / one->own;
    double rest = x->own - share * x->with_constant;
    if (!(rest > SX_COLLINEAR * x->own))
        return false;
    double rest_value = x->with_value - share * one->with_value;
    double slope = rest_value / rest,
           constant = (one->with_value - slope * x->with_constant) / one->own;
    bool positive = slope > 0 && constant > 0;
    if (!positive && !((grows(&s->term[k].term) ? slope : constant) > 0))
        return false;
    *ret = (piece) {
        2,
        { 0, k },
        square - one->with_value * one->with_value / one->own - slope * rest_value,
        one->own * rest / one->scale / x->scale,
        s->term[k].prior * SX_PRIOR_WITH_CONSTANT * (positive ? 1 : SX_PRIOR_NEGATIVE)
    };
    return true;
}

static size_t find_pieces(const sx_search *s, size_t from, size_t to, piece *ret)
{
    const sx_model_places *p = s->places;
    sums one = sum_up(s, 0, from, to);
    double square = 0;
    size_t n = 0;
    for (size_t i = from; i < to; i++)
        square += p->mass[i] * p->mean[i] * p->mean[i];
    for (uint32_t k = 0; k < s->terms && n + 2 <= PIECES; k++) {
        sums x = sum_up(s, k, from, to);
        if (!(x.own > 0) || !(x.with_value > 0))
            continue;
        ret[n++] = (piece) { 1,
                             { k },
                             square - x.with_value * x.with_value / x.own,
                             x.own / x.scale,
                             s->term[k].prior };
        if (k > 0 && to - from > 2)
            n += with_constant(s, k, &one, &x, square, &ret[n]);
    }
    return n;
}

static bool same_term(const piece *a, const piece *b)
{
    return a->terms == 1 && b->terms == 1 && a->term[0] == b->term[0];
}

static void join(sx_search *s, sx_found *found, const piece *a, const piece *b,
                 size_t split, double prior)
{
    sx_found_form form = { .terms = a->terms + b->terms,
                           .first = a->terms,
                           .split = split };
    for (uint32_t k = 0; k < a->terms; k++)
        form.term[k] = a->term[k];
    for (uint32_t k = 0; k < b->terms; k++)
        form.term[a->terms + k] = b->term[k];
    sx_search_consider(s, found, &form, fmax(a->square, 0) + fmax(b->square, 0),
                       a->determinant * b->determinant, a->prior * b->prior * prior);
}

void sx_segments_search(sx_search *s, sx_found *found)
{
    const size_t n = s->places->n;
    piece before[PIECES], after[PIECES];
    double prior = PRIOR_SEGMENTED / (double)(n - BEFORE - AFTER + 1);
    size_t step = 1 + n / MOST_SPLITS;
    for (size_t split = BEFORE; split + AFTER <= n; split += step) {
        size_t befores = find_pieces(s, 0, split, before);
        size_t afters = find_pieces(s, split, n, after);
        for (size_t a = 0; a < befores; a++)
            for (size_t b = 0; b < afters; b++)
                if (!same_term(&before[a], &after[b]))
                    join(s, found, &before[a], &after[b], split, prior);
    }
}
