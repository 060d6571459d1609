/* Versions of which some input is predicted by the others: what a form says of those with any numbers that fit them is what it has. */
#include "law/versions_foretold.h"

#include "law/column.h"

#include "base/checked.h"

/* Is it a number, whatever it is called? */
static bool is_number(const sx_expr *expr)
{
    return expr->op == SX_EXPR_INT ||
           (expr->op == SX_EXPR_VAR && expr->var == SX_VAR_CONSTANT);
}

/* Without what is added, and what it is multiplied by. */
static const sx_expr *form_of(const sx_expr *law)
{
    if ((law->op == SX_EXPR_ADD || law->op == SX_EXPR_SUB) && is_number(law->arg[1]))
        law = law->arg[0];
    while (law->op == SX_EXPR_MUL && is_number(law->arg[0]))
        law = law->arg[1];
    return law;
}

/* Do they differ in numbers alone? */
static bool are_alike(const sx_expr *a, const sx_expr *b)
{
    if (is_number(a) || is_number(b))
        return is_number(a) && is_number(b);
    if (a->op != b->op ||
        (a->op == SX_EXPR_VAR &&
         (a->var != b->var || a->grid != b->grid || a->axis != b->axis)))
        return false;
    for (int i = 0; i < 3; i++)
        if (!a->arg[i] != !b->arg[i] || (a->arg[i] && !are_alike(a->arg[i], b->arg[i])))
            return false;
    return true;
}

/* Of these samples those of one input, or of all others. NULL .sample when out of memory. */
static sx_samples of_input(const sx_versions *v, const sx_samples *all, uint32_t run,
                           bool others)
{
    size_t *index = SX_ROOM_ARRAY(v->scratch, size_t, all->n), n = 0;
    for (size_t i = 0; index && i < all->n; i++)
        if ((all->sample[i].run == run) != others)
            index[n++] = i;
    return index ? sx_samples_subset(v->scratch, all, index, n) : (sx_samples) { 0 };
}

/* Do all laws of the others that are like this one say what the input has, and is there one? */
static bool tell(const sx_versions *others, const sx_version *law,
                 const sx_samples *left_out)
{
    bool any = false;
    for (size_t i = 0; i < others->n; i++) {
        size_t first;
        const sx_expr *other = others->version[i].expr;
        if (!are_alike(form_of(law->expr), form_of(other)))
            continue;
        if (!sx_column_matches(others->runs, left_out, other, &first))
            return false;
        any = true;
    }
    return any;
}

/* Notes of which versions this input is predicted. */
static void leave_out(sx_versions *v, const sx_samples *some, uint32_t run,
                      sx_versions_search *search)
{
    const sx_samples left_out = of_input(v, some, run, false),
                     rest = of_input(v, some, run, true);
    sx_versions others;
    v->failed = v->failed || !left_out.sample || !rest.sample ||
                !sx_versions_init(&others, v->arena, v->scratch, v->runs, &rest);
    if (v->failed || left_out.n == 0)
        return;
    search(&others);
    v->failed = others.failed;
    for (size_t i = 0; i < v->n && !v->failed && !others.too_many; i++) {
        sx_version *law = &v->version[i];
        law->provable = law->provable || (law->usual && tell(&others, law, &left_out));
    }
}

/* Do two inputs have two numbers, each on several ranks? One rank that differs may be one by itself. */
static bool show_places(const sx_versions *v)
{
    enum { INPUTS = 2 };
    int64_t value[SX_RUNS * SX_SAMPLE_PROBE];
    size_t n = 0;
    for (size_t i = 0; i < v->nrows; i++)
        value[i] = v->row[i]->value;
    for (uint32_t run = 0; run < v->runs->n; run++)
        n += sx_versions_shows_two(v, value, run);
    return n >= INPUTS;
}

/* How many digits of base 4 have the different values, from the least on and but for a common factor? */
static size_t digits_shown(const sx_versions *v)
{
    int64_t least = v->row[0]->value, factor = 0;
    size_t digits = 0;
    for (size_t i = 0; i < v->nrows; i++)
        least = v->row[i]->value < least ? v->row[i]->value : least;
    for (size_t i = 0; i < v->nrows; i++)
        factor = sx_gcd(factor, v->row[i]->value - least);
    for (size_t i = 0; i < v->nrows && factor > 0; i++) {
        size_t k = 0;
        while (v->row[k]->value != v->row[i]->value)
            k++;
        digits += k == i ? sx_law_digits_of((v->row[i]->value - least) / factor) : 0;
    }
    return digits;
}

/* Is there a law that programs have? */
static bool has_usual(const sx_versions *v)
{
    bool has = false;
    for (size_t i = 0; i < v->n; i++)
        has = has || v->version[i].usual;
    return has;
}

void sx_versions_foretell(sx_versions *v, sx_versions_search *search)
{
    enum {
        LEAST = 3, /* inputs: two that are left are the least that numbers come from */
        DIGITS = 6, /* of base 4: one in 4,096 */
        SOME =
            256 /* samples of each run: what more of them would tell apart may only predict less */
    };
    if (v->inputs < LEAST || !has_usual(v) || !show_places(v) || digits_shown(v) < DIGITS)
        return;
    const sx_samples some = sx_samples_spread(v->scratch, v->samples, SOME);
    v->failed = v->failed || !some.sample;
    for (uint32_t run = 0; run < v->runs->n && !v->failed; run++)
        leave_out(v, &some, run, search);
}
