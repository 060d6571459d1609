/* What is halved from trip to trip, and leaves no rest in any input: it may come in pieces of as much as the last trip has, or less, that are
 * not halved any more. */
#include "law/lookalikes/parts.h"

typedef struct halves {
    sx_arena *arena;
    const sx_samples *samples;
    sx_evidence *evidence;
} halves;

/* The last trip that a sample is of. */
static int64_t last_trip(const sx_samples *samples, uint32_t counter)
{
    int64_t last = 0;
    for (size_t i = 0; i < samples->n; i++) {
        const int64_t trip = samples->sample[i].counter[counter];
        last = trip > last ? trip : last;
    }
    return last;
}

/* Is it a number divided by two to the power of a counter? */
static bool is_halved(const halves *h, const sx_expr *expr)
{
    if (expr->op != SX_EXPR_DIV || expr->arg[0]->op != SX_EXPR_INT ||
        expr->arg[1]->op != SX_EXPR_POW)
        return false;
    const sx_expr *base = expr->arg[1]->arg[0], *power = expr->arg[1]->arg[1];
    return sx_expr_is_int(base, 2) && power->op == SX_EXPR_VAR &&
           power->var == SX_VAR_COUNTER && power->axis >= h->samples->first_counter &&
           power->axis - h->samples->first_counter < h->samples->ncounters;
}

/* False when out of memory. */
static bool doubt(halves *h, const sx_expr *part)
{
    static const char reason[] = "what is halved may come in pieces that are not, in "
                                 "trips that no input makes: add one with more";
    enum { MOST = 62 };
    const sx_expr *counter = part->arg[1]->arg[1];
    const int64_t whole = part->arg[0]->value,
                  last = last_trip(h->samples, counter->axis - h->samples->first_counter);
    if (last > MOST || whole % (INT64_C(1) << last) != 0 || whole >> last == 1)
        return true;
    const sx_expr *here = sx_expr_two(
        h->arena, SX_EXPR_AND,
        sx_expr_two(h->arena, SX_EXPR_GT, counter, sx_expr_int(h->arena, last)),
        sx_expr_two(h->arena, SX_EXPR_NE, part, sx_expr_int(h->arena, 0)));
    *h->evidence = sx_evidence_join(
        h->arena, *h->evidence,
        (sx_evidence) { .label = SX_LABEL_PROVED, .reason = reason, .doubt = here });
    return here != NULL;
}

static bool doubt_parts(halves *h, const sx_expr *expr)
{
    bool fine = !is_halved(h, expr) || doubt(h, expr);
    for (int i = 0; i < 3 && expr->arg[i] && fine; i++)
        fine = doubt_parts(h, expr->arg[i]);
    return fine;
}

sx_status sx_lookalikes_of_halves(sx_arena *arena, const sx_samples *samples, sx_law *law,
                                  sx_error *err)
{
    halves h = { arena, samples, &law->evidence };
    const bool may_be =
        law->expr && law->evidence.label == SX_LABEL_PROVED && !samples->is_rank;
    return !may_be || doubt_parts(&h, law->expr)
               ? SX_OK
               : sx_fail(err, SX_NOMEM, "out of memory");
}
