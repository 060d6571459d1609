#include "fit/model_search.h"

#include "base/elementary.h"
#include "base/student.h"
#include "fit/least.h"
#include "fit/model_noise.h"

#include <math.h>
#include <stdlib.h>

/* What a form has of prior weight beside the product of its terms': the constant alone, two terms, those with the
 * constant. */
static const double PRIOR_CONSTANT = 2, PRIOR_TWO = 0.1, PRIOR_THREE = 0.05;

/* Of several parameters, so many terms are tried with all others. */
enum { LEADS = 32, TOGETHER = 4 };

/* Forms whose evidence is less by more than this are not worth weighing. */
static const double FAR = 7;

bool sx_search_init(sx_search *s, const sx_model_places *places)
{
    *s = (sx_search) { .places = places };
    s->term = sx_model_terms(places->parameters, &s->terms);
    if (!s->term)
        return false;
    s->leads = s->terms < LEADS ? s->terms : LEADS;
    s->column = calloc(s->terms * (2 * places->n + 5 + s->leads) +
                           (s->leads + TOGETHER) * places->n,
                       sizeof *s->column);
    s->lead = calloc(s->leads + s->terms, sizeof *s->lead);
    if (!s->column || !s->lead) {
        sx_search_finish(s);
        return false;
    }
    s->turn = s->lead + s->leads;
    s->scaled = s->column + s->terms * places->n;
    s->own = s->scaled + s->terms * places->n;
    s->with_value = s->own + s->terms;
    s->share = s->with_value + s->terms;
    s->rest = s->share + s->terms;
    s->rest_value = s->rest + s->terms;
    s->with = s->rest_value + s->terms;
    s->weighted = s->with + s->leads * s->terms;
    for (size_t i = 0; i < places->n; i++) {
        sx_model_terms_at(s->term, s->terms, places->parameters,
                          places->at + i * places->parameters, s->own);
        for (size_t k = 0; k < s->terms; k++)
            s->column[k * places->n + i] = s->own[k];
    }
    return true;
}

void sx_search_finish(sx_search *s)
{
    free(s->term);
    free(s->column);
    free(s->lead);
    s->term = NULL;
    s->column = NULL;
    s->lead = NULL;
}

static double product(const sx_search *s, const double *a, const double *b)
{
    double sum = 0;
    for (size_t i = 0; i < s->places->n; i++)
        sum += s->places->mass[i] * a[i] * b[i];
    return sum;
}

static void scale_columns(sx_search *s)
{
    const sx_model_places *p = s->places;
    for (size_t k = 0; k < s->terms; k++) {
        double *to = s->scaled + k * p->n, square = 0;
        for (size_t i = 0; i < p->n; i++) {
            to[i] = s->column[k * p->n + i] / p->reference[i];
            square += to[i] * to[i];
        }
        double scale = square > 0 ? 1 / sqrt(square / (double)p->n) : 0;
        for (size_t i = 0; i < p->n; i++)
            to[i] *= scale;
        s->own[k] = product(s, to, to);
        s->with_value[k] = product(s, to, p->mean);
    }
    s->square = product(s, p->mean, p->mean);
}

/* Four rows, one behind the other, times a column: a sum waits for itself, and not for the others. */
static void multiply_four(const double *row, const double *column, size_t n,
                          double ret[TOGETHER])
{
    const double *a = row, *b = a + n, *c = b + n, *d = c + n;
    double first = 0, second = 0, third = 0, fourth = 0;
    for (size_t i = 0; i < n; i++) {
        first += a[i] * column[i];
        second += b[i] * column[i];
        third += c[i] * column[i];
        fourth += d[i] * column[i];
    }
    ret[0] = first;
    ret[1] = second;
    ret[2] = third;
    ret[3] = fourth;
}

/* The products of the rows that lead, of [from, to), with all columns, each of which is read once. */
static void multiply(sx_search *s, size_t from, size_t to)
{
    const size_t n = s->places->n;
    for (size_t lead = from; lead < to; lead++)
        for (size_t i = 0; i < n; i++)
            s->weighted[(lead - from) * n + i] =
                s->places->mass[i] * s->scaled[s->lead[lead] * n + i];
    for (size_t k = 0; k < s->terms; k++)
        for (size_t lead = from; lead < to; lead += TOGETHER) {
            double sum[TOGETHER];
            multiply_four(s->weighted + (lead - from) * n, s->scaled + k * n, n, sum);
            for (size_t i = 0; i < TOGETHER && lead + i < to; i++)
                s->with[(lead + i) * s->terms + k] = sum[i];
        }
}

/* What is left of columns when the constant is taken out of all. */
static void take_constant_out(sx_search *s)
{
    for (size_t k = 0; k < s->terms; k++) {
        double rest = s->own[k] - s->with[k] * s->with[k] / s->own[0];
        s->share[k] = s->with[k] / s->own[0];
        s->rest[k] = rest > SX_COLLINEAR * s->own[k] ? rest : 0;
        s->rest_value[k] = s->with_value[k] - s->share[k] * s->with_value[0];
    }
}

/* The constant, and then the terms that explain most with it. turn: how many terms lead before it. */
static void choose_leads(sx_search *s)
{
    s->lead[0] = 0;
    multiply(s, 0, 1);
    take_constant_out(s);
    for (size_t k = 0; k < s->terms; k++)
        s->turn[k] = k == 0 ? 0 : (uint32_t)s->terms;
    for (size_t n = 1; n < s->leads; n++) {
        double most = -1;
        uint32_t best = 0;
        for (uint32_t k = 1; k < s->terms; k++) {
            double explained =
                s->rest[k] > 0 ? s->rest_value[k] * s->rest_value[k] / s->rest[k] : 0;
            if (s->turn[k] == s->terms && explained > most) {
                most = explained;
                best = k;
            }
        }
        s->lead[n] = best;
        s->turn[best] = (uint32_t)n;
    }
}

/* The score that a form has to be above where no more are kept. */
static double last_score(const sx_found *found)
{
    return found->n < SX_MODEL_FORMS ? -INFINITY : found->form[found->n - 1].score;
}

/* Puts the form in its place, if it has one. */
static void keep(sx_found *found, const sx_found_form *form, double score)
{
    size_t k = found->n;
    if (k == SX_MODEL_FORMS && !(score > found->form[--k].score))
        return;
    for (; k > 0 && score > found->form[k - 1].score; k--)
        found->form[k] = found->form[k - 1];
    found->form[k] = *form;
    found->form[k].score = score;
    found->n += found->n < SX_MODEL_FORMS;
}

void sx_search_consider(sx_search *s, sx_found *found, const sx_found_form *form,
                        double square, double determinant, double prior)
{
    static const double log_two_pi = 0x1.d67f1c864beb4p+0;
    static const double ln2 = 0.6931471806;
    static const double slack = 1e-3; /* of the bound, and of what is asked roughly */
    square = fmax(square, 0) + s->places->within + SX_NOISE_LEAST * s->places->total;
    if (square > s->least * s->far)
        return;
    s->least = fmin(s->least, square);
    const double freedom = s->places->total - (double)s->places->outs - form->terms;
    const double weight = prior * prior / determinant,
                 terms = form->terms * log_two_pi / 2;
    const double near = found->n ? found->form[0].score - FAR : -INFINITY,
                 last = last_score(found);
    const double above =
        ln2 * (sx_log2_about(weight) + SX_LOG2_ABOUT - freedom * sx_log2_about(square)) /
        2;
    if (above + terms + s->gamma[form->terms] + slack < fmax(near, last))
        return;
    double score = sx_log(weight) / 2 + terms;
    double bound = score + s->gamma[form->terms] - freedom / 2 * sx_log(square);
    if (bound < near)
        return;
    if (freedom >= SX_NOISE_MANY)
        score = bound;
    else
        score += sx_noise_evidence(square, fmax(freedom, 0), last - score);
    keep(found, form, score);
}

/* Does a grow without limit against b? In one parameter. */
static bool outgrows(const sx_model_term *a, const sx_model_term *b)
{
    return a->power[0] != b->power[0] ? a->power[0] > b->power[0] : a->log[0] > b->log[0];
}

static void run_ones(sx_search *s, sx_found *found)
{
    for (uint32_t k = 0; k < s->terms; k++)
        if (s->own[k] > 0 && s->with_value[k] > 0)
            sx_search_consider(
                s, found, &(sx_found_form) { .terms = 1, .term = { k } },
                s->square - s->with_value[k] * s->with_value[k] / s->own[k], s->own[k],
                s->term[k].prior * (k == 0 ? PRIOR_CONSTANT : 1));
    for (uint32_t k = 1; k < s->terms; k++) {
        if (!(s->rest[k] > 0))
            continue;
        double slope = s->rest_value[k] / s->rest[k];
        double constant = (s->with_value[0] - slope * s->with[k]) / s->own[0];
        bool grows = outgrows(&s->term[k].term, &s->term[0].term);
        bool positive = slope > 0 && constant > 0;
        if (!positive && (s->places->parameters > 1 || (grows ? slope : constant) <= 0))
            continue;
        sx_search_consider(s, found, &(sx_found_form) { .terms = 2, .term = { 0, k } },
                           s->square - s->with_value[0] * s->with_value[0] / s->own[0] -
                               slope * s->rest_value[k],
                           s->own[0] * s->rest[k],
                           s->term[k].prior * SX_PRIOR_WITH_CONSTANT *
                               (positive ? 1 : SX_PRIOR_NEGATIVE));
    }
}

/* Two terms with products a, b, c and those with the value, x and y: both positive, or not at all. */
static bool solve_two(double a, double b, double c, double x, double y, double *ret_first,
                      double *ret_second, double *ret_determinant)
{
    double determinant = a * c - b * b;
    if (!(determinant > SX_COLLINEAR * a * c))
        return false;
    const double first = c * x - b * y, second = a * y - b * x;
    if (!(first > 0 && second > 0))
        return false;
    *ret_first = first / determinant;
    *ret_second = second / determinant;
    *ret_determinant = determinant;
    return *ret_first > 0 && *ret_second > 0;
}

static void run_two(sx_search *s, sx_found *found, size_t lead, uint32_t k)
{
    uint32_t j = s->lead[lead];
    const double *with = s->with + lead * s->terms;
    double first, second, determinant, prior = s->term[j].prior * s->term[k].prior;
    uint32_t low = j < k ? j : k, high = j < k ? k : j;
    if (solve_two(s->own[j], with[k], s->own[k], s->with_value[j], s->with_value[k],
                  &first, &second, &determinant))
        sx_search_consider(
            s, found, &(sx_found_form) { .terms = 2, .term = { low, high } },
            s->square - first * s->with_value[j] - second * s->with_value[k], determinant,
            prior * PRIOR_TWO);
    double b = with[k] - s->with[j] * s->share[k];
    if (!(s->rest[j] > 0) || !(s->rest[k] > 0) ||
        !solve_two(s->rest[j], b, s->rest[k], s->rest_value[j], s->rest_value[k], &first,
                   &second, &determinant))
        return;
    double constant = s->with_value[0] - first * s->with[j] - second * s->with[k];
    if (constant > 0)
        sx_search_consider(s, found,
                           &(sx_found_form) { .terms = 3, .term = { 0, low, high } },
                           s->square - s->with_value[0] * s->with_value[0] / s->own[0] -
                               first * s->rest_value[j] - second * s->rest_value[k],
                           s->own[0] * determinant, 2 * prior * PRIOR_THREE);
}

void sx_search_run(sx_search *s, sx_found *ret_found)
{
    ret_found->n = 0;
    s->least = INFINITY;
    s->far =
        sx_exp((2 * FAR + 34) / fmax(s->places->total - (double)s->places->outs - 1, 1));
    for (uint32_t k = 1; k <= SX_MODEL_TERMS; k++)
        s->gamma[k] = sx_noise_bound(s->places->total - (double)s->places->outs - k);
    scale_columns(s);
    choose_leads(s);
    run_ones(s, ret_found);
    multiply(s, 1, s->leads);
    for (size_t lead = 1; lead < s->leads; lead++)
        for (uint32_t k = 1; k < s->terms; k++)
            if (s->turn[k] > lead)
                run_two(s, ret_found, lead, k);
}

bool sx_search_fit(const sx_search *s, const sx_found_form *found, double *scratch,
                   sx_model_form *ret_form)
{
    const sx_model_places *p = s->places;
    double *value = scratch + found->terms * p->n, square;
    sx_model_form form = { .terms = found->terms };
    if (p->n - p->outs < found->terms)
        return false;
    for (uint32_t k = 0; k < found->terms; k++) {
        bool before = found->split && k < found->first;
        size_t from = found->split && !before ? found->split : 0;
        size_t to = before ? found->split : p->n;
        form.term[k] = s->term[found->term[k]].term;
        form.term[k].from = from ? p->at[from] : 0;
        form.term[k].to = before ? p->at[to] : 0;
        for (size_t i = 0; i < p->n; i++)
            scratch[k * p->n + i] = 0;
        for (size_t i = from; i < to; i++)
            scratch[k * p->n + i] =
                sqrt(p->mass[i]) / p->reference[i] * s->column[found->term[k] * p->n + i];
    }
    for (size_t i = 0; i < p->n; i++)
        value[i] = sqrt(p->mass[i]) * p->mean[i];
    if (!sx_least_squares(scratch, value, p->n, found->terms, form.coefficient, form.root,
                          &square))
        return false;
    sx_noise noise =
        sx_noise_of(square + p->within, fmax(p->total - (double)p->outs - form.terms, 0));
    form.freedom = noise.freedom;
    form.noise = sqrt(noise.variance);
    for (size_t c = 0; c < SX_MODEL_ROOTS; c++)
        form.root[c] *= form.noise;
    *ret_form = form;
    return true;
}
