/* Values that are a number times one form of place and scale (law/forms.h), or of points that are distributed, and a
 * number: all of them that give every sample are kept, the shortest as the law, the others as doubts. */
#include "law/imagine.h"
#include "law/lookalikes.h"
#include "law/versions.h"

#include "base/checked.h"

#include <stdlib.h>

enum { LARGEST = 1 << 30 };

static const char of_versions[] =
    "another law fits all inputs, and differs here: add an input";

/* Is it one number along rows of ranks that are as long in all inputs, which may be those of a grid that does not show? */
static bool may_be_of_rows(const sx_versions *v, const sx_expr *law)
{
    const unsigned ranks = 1u << SX_VAR_RANK | 1u << SX_VAR_COMM_RANK;
    enum { WIDEST = 4 };
    uint32_t ndims = 1;
    for (uint32_t g = 0; g < v->runs->ngrids; g++)
        if (v->runs->grid[g].comm == 0 && v->runs->grid[g].ndims > ndims)
            ndims = v->runs->grid[g].ndims;
    bool is = false;
    for (int64_t wide = 2; !is && wide <= WIDEST; wide++) {
        is = (sx_expr_uses(law, NULL, NULL) & ranks) &&
             sx_lookalikes_are_wide(v->runs, ndims, wide, 0);
        for (size_t i = 0; is && i < v->nrows; i++) {
            sx_expr_env env = v->env[i];
            int64_t value;
            env.rank -= env.rank % wide;
            env.comm_rank -= env.comm_rank % wide;
            is = !sx_expr_eval(law, &env, &value, NULL) && value == v->row[i]->value;
        }
    }
    return is;
}

static bool comes_before(const sx_version *a, const sx_version *b, uint64_t beaten)
{
    if (a->provable != b->provable)
        return a->provable;
    return a->cost < b->cost || (a->cost == b->cost && a->signature == beaten);
}

/* A law without a number that all of it is multiplied by. */
static const sx_expr *without_factor(const sx_expr *law, int64_t *ret_factor)
{
    *ret_factor = 1;
    for (; law->op == SX_EXPR_MUL && law->arg[0]->op == SX_EXPR_INT && law->arg[0]->value;
         law = law->arg[1])
        *ret_factor *= law->arg[0]->value;
    return law;
}

/* Is it the value of an earlier input, too? */
static bool is_again(const int64_t *value, size_t run)
{
    size_t k = 0;
    while (k < run && value[k] != value[run])
        k++;
    return k < run;
}

/* How many digits of base 4 values of one number for each input have, a factor apart, each value once; without the longest of so many. */
static size_t digits_of_inputs(const sx_versions *v, int64_t factor, size_t without)
{
    int64_t value[SX_RUNS] = { 0 };
    size_t all = 0, longest = 0;
    for (size_t i = 0; i < v->nrows; i++)
        value[v->row[i]->run] = v->row[i]->value;
    for (size_t run = 0; run < SX_RUNS; run++) {
        const size_t digits =
            is_again(value, run) ? 0 : sx_law_digits_of(value[run] / factor);
        all += digits;
        longest = digits > longest ? digits : longest;
    }
    return all > without * longest ? all - without * longest : 0;
}

enum { DIGITS = 8 }; /* of base 4: one in 65,536 */

/* Does a law of numbers of scales leave two inputs and more to be predicted, and have all of them enough digits that were not chosen? A number that all of it is multiplied
 * by is one that was chosen, and the digits that it explains are not counted. */
static bool predicts_digits(const sx_versions *v, const sx_version *law)
{
    enum { PREDICTED = 2 };
    int64_t factor;
    without_factor(law->expr, &factor);
    const size_t chosen = law->hidden - (law->hidden > 0 && factor != 1);
    return v->of_scale && law->provable && law->hidden + PREDICTED <= law->inputs &&
           digits_of_inputs(v, factor, chosen) >= DIGITS;
}

/* Is it no rival of the law? What is longer and no usual form is none; nor is what needs as many hidden numbers as there are inputs
 * that differ in what it depends on, and so explains nothing of them, where the law is shorter by some digits that all of them happen to have, or predicts as many. */
static bool is_no_rival(const sx_versions *v, const sx_version *law,
                        const sx_version *other)
{
    if (!other->usual)
        return other->cost > law->cost;
    return v->of_scale && law->provable && sx_version_is_empty(other) &&
           (other->cost >= law->cost + DIGITS || predicts_digits(v, law));
}

/* The digits of the numbers in a law, but for points that other values prove. */
static size_t digits_of_law(const sx_runs *runs, const sx_expr *expr)
{
    int64_t number = 0;
    if (expr->op == SX_EXPR_INT)
        number = expr->value;
    else if (expr->op == SX_EXPR_VAR && expr->var == SX_VAR_CONSTANT)
        number = runs->constant[expr->axis].value;
    size_t digits = sx_runs_is_settled(runs, number) ? 0 : sx_law_digits_of(number);
    for (int i = 0; i < 3 && expr->arg[i]; i++)
        digits += digits_of_law(runs, expr->arg[i]);
    return digits;
}

/* How many numbers of points are dealt out in it: such as an extent divides. */
static size_t points_in(const sx_expr *expr)
{
    if (expr->op == SX_EXPR_BLOCK ||
        (expr->op == SX_EXPR_DIV && expr->arg[1]->op != SX_EXPR_INT))
        return 1;
    size_t n = 0;
    for (int i = 0; i < 3 && expr->arg[i]; i++)
        n += points_in(expr->arg[i]);
    return n;
}

/* Of one number of points. */
static bool is_square(const sx_expr *form)
{
    return form->op == SX_EXPR_MUL && sx_expr_equal(form->arg[0], form->arg[1]);
}

/* Does it deal out points by place over an axis that has few extents where the values are? */
static bool deals_over_few(const sx_versions *v, const sx_expr *form)
{
    enum { FEW = 2 };
    int64_t extent[FEW], value;
    size_t n = 0;
    if (form->op != SX_EXPR_BLOCK) {
        bool does = false;
        for (int i = 0; i < 3 && form->arg[i] && !does; i++)
            does = deals_over_few(v, form->arg[i]);
        return does;
    }
    for (size_t i = 0; i < v->nrows; i++) {
        size_t k = 0;
        if (sx_expr_eval(form->arg[1], &v->env[i], &value, NULL))
            return false;
        while (k < n && extent[k] != value)
            k++;
        if (k == FEW)
            return false;
        if (k == n)
            extent[n++] = value;
    }
    return true;
}

/* Are about as many digits chosen as all values have, in one number of points for one value of each input, or in two that no input foretells? Or as many numbers as
 * there are inputs, over an axis of which these show two extents? */
static bool explains_little(const sx_versions *v, const sx_version *version)
{
    int64_t value[SX_RUNS] = { 0 }, factor;
    const sx_expr *form = without_factor(version->expr, &factor);
    const size_t points = points_in(form);
    const bool foretold =
        version->foretold || is_square(form) || !sx_samples_have_one_value(v->samples);
    size_t explained = 0;
    if (points > 1 && v->inputs <= points + (factor != 1) && !is_square(form) &&
        sx_samples_have_one_value(v->samples) && deals_over_few(v, form))
        return true;
    if (!v->of_scale || points == 0 || (points > 1 && foretold))
        return false;
    for (size_t i = 0; i < v->nrows; i++)
        value[v->row[i]->run] = v->row[i]->value / factor;
    for (size_t run = 0; run < SX_RUNS; run++)
        explained += sx_law_digits_of(value[run]);
    return explained < digits_of_law(v->runs, form) + DIGITS;
}

/* Of a law that may be one along rows of ranks: one as short of places that show, if there is one. */
static size_t of_places(const sx_versions *v, size_t best)
{
    const sx_version *law = &v->version[best];
    size_t other = 0;
    if (!may_be_of_rows(v, law->expr))
        return best;
    while (other < v->n && (v->version[other].cost != law->cost ||
                            v->version[other].provable != law->provable ||
                            may_be_of_rows(v, v->version[other].expr)))
        other++;
    return other < v->n ? other : best;
}

/* It is proved only where more laws than are kept are known to agree, if what is shorter was kept as well. */
static sx_status doubt_crowd(const sx_versions *v, const sx_version *best, sx_law *law,
                             sx_error *err)
{
    const sx_agreement *agreement = predicts_digits(v, best) ? &v->telling : &v->all;
    const bool told = !v->too_many && v->least_lost > best->cost && agreement->n > 0;
    const sx_evidence here = { SX_LABEL_PROVED, of_versions,
                               told ? sx_agreement_doubt(v->arena, agreement) : NULL };
    if (!told)
        law->evidence =
            (sx_evidence) { SX_LABEL_EXACT, of_versions, law->evidence.doubt };
    else if (here.doubt)
        law->evidence = sx_evidence_join(v->arena, law->evidence, here);
    return told && !law->evidence.doubt ? sx_fail(err, SX_NOMEM, "out of memory") : SX_OK;
}

/* Others doubt the law wherever they differ. */
static sx_status doubt_others(const sx_versions *v, size_t best, sx_law *law,
                              sx_error *err)
{
    sx_status st = SX_OK;
    for (size_t i = 0; i < v->n && !st; i++)
        if (i != best && !is_no_rival(v, &v->version[best], &v->version[i]))
            st = sx_law_doubt_rival(v->arena, v->version[i].expr, of_versions, law, err);
    if (!st && (v->too_many || v->crowded))
        st = doubt_crowd(v, &v->version[best], law, err);
    return st;
}

/* The shortest that may be proved, of several what another family found, doubted wherever another one differs. */
static sx_status law_of(const sx_versions *v, sx_law *ret_law, sx_error *err)
{
    size_t best = 0;
    uint64_t beaten = v->samples->beat && v->samples->beaten
                          ? sx_imagined_signature(v->runs, v->samples->beaten)
                          : 0;
    for (size_t i = 1; i < v->n; i++)
        if (comes_before(&v->version[i], &v->version[best], beaten))
            best = i;
    best = of_places(v, best);
    sx_law law = { v->version[best].expr, { .label = SX_LABEL_PROVED } };
    sx_status st = doubt_others(v, best, &law, err);
    if (st)
        return st;
    if (may_be_of_rows(v, law.expr))
        law.evidence = (sx_evidence) { SX_LABEL_EXACT,
                                       "it may follow rows of ranks that are as long in "
                                       "all inputs: add an input",
                                       law.evidence.doubt };
    if (explains_little(v, &v->version[best]))
        law.evidence = (sx_evidence) { SX_LABEL_EXACT,
                                       "as many digits were chosen, but for a few, as "
                                       "the values of all inputs have: "
                                       "add an input",
                                       law.evidence.doubt };
    if (!v->version[best].provable)
        law.evidence = (sx_evidence) {
            SX_LABEL_EXACT,
            "it is seldom so, or some input was needed to determine it: one more would "
            "test it",
            law.evidence.doubt
        };
    *ret_law = law;
    return SX_OK;
}

/* The law that another family found, which is no more than exact: is it no longer than any of these, and none of them? Then it
 * stays. Where it is longer, it is no rival. */
static bool stays(const sx_versions *v)
{
    const sx_expr *beaten = v->samples->beat ? v->samples->beaten : NULL;
    if (!beaten || sx_law_grows(v->runs, beaten))
        return false;
    uint64_t signature = sx_imagined_signature(v->runs, beaten);
    bool shorter = true;
    for (size_t i = 0; i < v->n; i++) {
        if (v->version[i].signature == signature)
            return false;
        shorter = shorter && sx_law_cost(beaten) <= v->version[i].cost;
    }
    return shorter;
}

static bool is_any_provable(const sx_versions *v)
{
    bool any = false;
    for (size_t i = 0; i < v->n && !any; i++)
        any = v->version[i].provable;
    return any;
}

/* Beside a shorter law that is no more than exact, one that may be proved is so where both are one, and what else is as good as the shorter
 * one. */
static sx_status doubt_beaten(const sx_versions *v, sx_law *law, sx_error *err)
{
    const sx_evidence others = { SX_LABEL_PROVED, of_versions, v->samples->beat->doubt };
    sx_status st =
        sx_law_doubt_rival(v->arena, v->samples->beaten, of_versions, law, err);
    if (!st && others.doubt)
        law->evidence = sx_evidence_join(v->arena, law->evidence, others);
    return st;
}

/* Of laws that are more than can be kept none is the one to go on with elsewhere: what another family found stays, and is proved where it and all
 * of them are one. */
static sx_status prove_beaten(const sx_versions *v, sx_law *law, sx_error *err)
{
    if (!v->samples->beat || !v->samples->beaten) {
        law->evidence.label = SX_LABEL_EXACT;
        return SX_OK;
    }
    sx_status st = doubt_beaten(v, law, err);
    law->expr = v->samples->beaten;
    return st;
}

static bool is_number(const sx_samples *samples)
{
    bool differs = false;
    for (size_t i = 0; i < samples->n; i++) {
        int64_t value = samples->sample[i].value;
        if (sx_is_special(value) || value > LARGEST || value < -LARGEST)
            return false;
        differs = differs || value != samples->sample[0].value;
    }
    return differs;
}

/* No less than a number that is not negative? What is left of a division is not, either, and what it is divided by does not tell. */
static bool is_bounded(const sx_expr *expr)
{
    return expr->op == SX_EXPR_MAX && expr->arg[0]->op == SX_EXPR_INT &&
           expr->arg[0]->value >= 0;
}

static bool takes_away(const sx_expr *expr)
{
    if (is_bounded(expr) || expr->op == SX_EXPR_MOD)
        return false;
    if (expr->op == SX_EXPR_SUB || (expr->op == SX_EXPR_INT && expr->value < 0))
        return true;
    const int told = expr->op == SX_EXPR_DIV ? 1 : 3;
    for (int i = 0; i < told; i++)
        if (expr->arg[i] && takes_away(expr->arg[i]))
            return true;
    return false;
}

static const sx_expr *either(sx_arena *arena, const sx_expr *a, const sx_expr *b)
{
    return a ? sx_expr_two(arena, SX_EXPR_OR, a, b) : b;
}

/* Where the law, or a factor of it that something is taken away from, is negative. */
static const sx_expr *negative(sx_arena *arena, const sx_expr *law)
{
    const sx_expr *here = NULL;
    for (int i = 0; law->op == SX_EXPR_MUL && i < 2; i++)
        if (takes_away(law->arg[i]))
            here = either(arena, here, negative(arena, law->arg[i]));
    return here ? here : sx_expr_two(arena, SX_EXPR_LT, law, sx_expr_int(arena, 0));
}

/* A size does not become negative; with counters in it, wherever something is taken away may show that. One that the place
 * shows is nothing there, as far as anybody can tell. */
static sx_status bound(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                       sx_law *law, sx_error *err)
{
    const bool ends = sx_imagine_negative(runs, law->expr, runs->p[runs->n - 1]);
    const bool of_counters = samples->varying && takes_away(law->expr);
    if (!of_counters && !ends)
        return SX_OK;
    if (of_counters || sx_samples_have_one_value(samples)) {
        *law = (sx_law) { 0 };
        return SX_OK;
    }
    const sx_evidence here = {
        SX_LABEL_PROVED,
        "a size becomes negative at some scale: add an input that shows what there is "
        "instead",
        negative(arena, law->expr)
    };
    law->expr = sx_expr_two(arena, SX_EXPR_MAX, law->expr, sx_expr_int(arena, 0));
    law->evidence = sx_evidence_join(arena, law->evidence, here);
    return law->expr && law->evidence.doubt ? SX_OK
                                            : sx_fail(err, SX_NOMEM, "out of memory");
}

static sx_status find(sx_arena *arena, sx_arena *scratch, sx_runs *runs,
                      const sx_samples *samples, sx_law *ret_law, sx_error *err)
{
    sx_forms forms;
    sx_rows rows;
    sx_singles singles;
    sx_versions v;
    if (!sx_versions_init(&v, arena, scratch, runs, samples))
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_rows_find(scratch, runs, samples, &rows);
    sx_singles_find(scratch, samples, &rows, &singles);
    sx_versions_try_pairs(&v, &singles);
    sx_forms_make(scratch, samples, &rows, &forms);
    for (size_t i = 0; !forms.failed && i < forms.n; i++)
        sx_versions_try(&v, forms.form[i], i < forms.usual, 0);
    sx_versions_try_points(&v, &rows);
    sx_versions_try_dealt(&v, &rows);
    sx_versions_try_dealt_products(&v, &rows);
    if (!is_any_provable(&v)) {
        sx_rows_find_others(scratch, runs, samples, &rows);
        sx_versions_try_points(&v, &rows);
    }
    if (forms.failed || v.failed)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_law law = { 0 };
    const bool beside = v.n > 0 && stays(&v);
    sx_status st =
        v.n > 0 && (!beside || is_any_provable(&v)) ? law_of(&v, &law, err) : SX_OK;
    if (!st && law.expr && v.crowded && law.evidence.label == SX_LABEL_PROVED)
        st = prove_beaten(&v, &law, err);
    else if (!st && law.expr && beside)
        st = doubt_beaten(&v, &law, err);
    if (!st && law.expr && samples->is_size)
        st = bound(arena, runs, samples, &law, err);
    if (!st)
        *ret_law = law;
    return st;
}

static sx_status find_any(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                          sx_law *ret_law, sx_error *err)
{
    if (samples->is_rank || samples->lists || !is_number(samples) ||
        sx_samples_runs(samples) < 2)
        return SX_OK;
    sx_arena *scratch = sx_arena_create();
    sx_status st = scratch ? find(arena, scratch, runs, samples, ret_law, err)
                           : sx_fail(err, SX_NOMEM, "out of memory");
    sx_arena_destroy(scratch);
    return st;
}

/* Points in blocks whose number has no name. */
static const sx_expr *nameless_points(const sx_expr *expr)
{
    const sx_expr *found = NULL;
    if (expr->op == SX_EXPR_BLOCK && expr->arg[0]->op == SX_EXPR_INT)
        return expr;
    for (int i = 0; i < 3 && !found && expr->arg[i]; i++)
        found = nameless_points(expr->arg[i]);
    return found;
}

/* Points that a law proves are those of other values, too: what the root has of a gathering says less of them than what each
 * rank sends. */
static sx_status name_points(sx_arena *arena, sx_runs *runs, sx_law *law, sx_error *err)
{
    const sx_expr *points;
    while ((points = nameless_points(law->expr))) {
        const uint32_t constant = sx_runs_constant(arena, runs, points->arg[0]->value);
        if (constant == UINT32_MAX)
            return SX_OK;
        const sx_expr *named = sx_expr_make(
            arena, SX_EXPR_BLOCK, sx_expr_var(arena, SX_VAR_CONSTANT, 0, constant),
            points->arg[1], points->arg[2]);
        if (!sx_law_replace(arena, law, points, named))
            return sx_fail(err, SX_NOMEM, "out of memory");
    }
    return SX_OK;
}

sx_status sx_law_forms(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                       sx_law *ret_law, sx_error *err)
{
    sx_law law = { 0 };
    sx_status st = find_any(arena, runs, samples, &law, err);
    if (st || law.evidence.label != SX_LABEL_PROVED)
        return st;
    if (law.expr != samples->beaten) /* which others did not name */
        st = name_points(arena, runs, &law, err);
    if (!st)
        *ret_law = law;
    return st;
}

sx_status sx_law_form(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                      sx_law *ret_law, sx_error *err)
{
    return samples->beat ? SX_OK : find_any(arena, runs, samples, ret_law, err);
}
