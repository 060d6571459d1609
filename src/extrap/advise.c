#include "extrap/advise.h"

#include "extrap/deciding.h"
#include "extrap/inferred.h"
#include "extrap/instantiate.h"
#include "extrap/plain.h"
#include "trace/comm_row.h"

#include <stdlib.h>
#include <string.h>

/* Scales that are looked at: none larger than this, or the target. */
enum { LARGEST = 1024, SMALLEST_TRIED = 6, DOUBTS = 64 };

/* What was undecided with some of the scales to try, a bit each. */
typedef struct trial {
    uint32_t scales;
    size_t undecided;
} trial;

enum { TRIALS = 64 };

typedef struct advising {
    sx_arena *arena; /* of a trial */
    const sx_trace *const *trace;
    const char *const *name;
    size_t n;
    const sx_trace *formula;
    int64_t target;
    const sx_settings *settings; /* of the target */
    size_t ntried;
    int64_t tried[SX_ADVICE_TRIED]; /* ascending; complete before the first trial */
    size_t ntrials;
    trial trial[TRIALS]; /* the first ones */
    sx_error *err;
} advising;

/* ---- what is open ---- */

static sx_status count_open(sx_arena *arena, const sx_trace *formula, int64_t target,
                            sx_advice *ret_counts, sx_error *err)
{
    sx_trace there;
    const sx_inferred *value;
    size_t n, count[SX_LABELS] = { 0 };
    sx_status st = sx_instantiate(arena, formula, target, NULL, 0, &there, err);
    if (!st)
        st = sx_inferred_list(arena, &there, &value, &n, err);
    if (st)
        return st;
    for (size_t i = 0; i < n; i++)
        count[value[i].evidence->label]++;
    ret_counts->undecided = count[SX_LABEL_EXACT];
    ret_counts->fitted = count[SX_LABEL_FITTED];
    ret_counts->refused = count[SX_LABEL_REFUSED];
    return SX_OK;
}

/* ---- scales to try ---- */

static bool is_input(const advising *a, int64_t p)
{
    for (size_t i = 0; i < a->n; i++)
        if (a->trace[i]->p == p)
            return true;
    return false;
}

static void add_scale(advising *a, int64_t p)
{
    size_t at = 0;
    while (at < a->ntried && a->tried[at] < p)
        at++;
    bool known = at < a->ntried && a->tried[at] == p;
    if (p < 2 || p >= a->target || p > LARGEST || known || is_input(a, p) ||
        a->ntried == SX_ADVICE_TRIED)
        return;
    memmove(&a->tried[at + 1], &a->tried[at], (a->ntried - at) * sizeof *a->tried);
    a->tried[at] = p;
    a->ntried++;
}

/* Those at which laws that fit the inputs differ. */
static sx_status add_deciding(advising *a)
{
    const sx_expr *seen[DOUBTS];
    const sx_inferred *law, *here;
    sx_trace there, same;
    size_t n, nseen = 0;
    sx_status st =
        sx_instantiate(a->arena, a->formula, a->target, NULL, 0, &there, a->err);
    if (!st)
        st = sx_comm_row_as(a->arena, a->formula, &there, &same, a->err);
    if (!st)
        st = sx_inferred_list(a->arena, &same, &law, &n, a->err);
    if (!st)
        st = sx_inferred_list(a->arena, &there, &here, &n, a->err);
    for (size_t g = 0; !st && g < a->formula->ngrids; g++)
        for (uint32_t i = 0; i < a->formula->grid[g].nrivals; i++)
            if (sx_deciding_differ(&a->formula->grid[g], i, a->target))
                add_scale(a, sx_deciding_dims(&a->formula->grid[g], i));
    for (size_t i = 0; !st && i < n && nseen < DOUBTS; i++) {
        const sx_expr *doubt = law[i].evidence->doubt;
        size_t k = 0;
        while (doubt && k < nseen && !sx_expr_equal(seen[k], doubt))
            k++;
        if (!doubt || k < nseen || here[i].evidence->label != SX_LABEL_EXACT)
            continue;
        seen[nseen++] = doubt;
        const sx_open_question question = { doubt, law[i].on, law[i].depth,
                                            law[i].around };
        add_scale(a, sx_deciding_scale(a->formula, &question, a->target));
    }
    return st;
}

static bool is_power(int64_t p, int k)
{
    int64_t q = 1, power = 0;
    for (; power < p; q++) {
        power = 1;
        for (int i = 0; i < k; i++)
            power *= q;
    }
    return power == p;
}

/* A power of two where all inputs are, a square or a cube where they are: programs without a grid want such, too. */
static bool is_like_inputs(const advising *a, int64_t p)
{
    bool two = true, square = true, cube = true;
    for (size_t i = 0; i < a->n; i++) {
        two = two && (a->trace[i]->p & (a->trace[i]->p - 1)) == 0;
        square = square && is_power(a->trace[i]->p, 2);
        cube = cube && is_power(a->trace[i]->p, 3);
    }
    return (!two || (p & (p - 1)) == 0) && (!square || is_power(p, 2)) &&
           (!cube || is_power(p, 3));
}

/* And the smallest: like the inputs and with grids by all policies that fit, else with those, else by the laws. */
static void add_smallest(advising *a)
{
    for (int strict = 2; strict >= 0; strict--) {
        size_t added = 0;
        for (int64_t p = 2; p < a->target && p <= LARGEST && added < SMALLEST_TRIED;
             p++) {
            sx_trace bound;
            size_t before = a->ntried;
            if ((strict < 2 || is_like_inputs(a, p)) &&
                sx_deciding_valid(a->arena, a->formula, p, strict > 0, &bound))
                add_scale(a, p);
            added += a->ntried > before;
        }
        if (added)
            return;
    }
}

/* ---- trials ---- */

/* What is undecided with these scales among the inputs; SIZE_MAX where that cannot be told. */
static sx_status infer_with(advising *a, const int64_t *scale, size_t n,
                            size_t *ret_undecided)
{
    size_t all = a->n + n;
    sx_advice counts = { 0 };
    sx_infer_options options = { 0 };
    sx_trace formula;
    sx_arena_clear(a->arena);
    const sx_trace **input = SX_NEW_ARRAY(a->arena, const sx_trace *, all);
    const char **name = SX_NEW_ARRAY(a->arena, const char *, all);
    sx_trace *more = SX_NEW_ARRAY(a->arena, sx_trace, n);
    if (!input || !name || !more)
        return sx_fail(a->err, SX_NOMEM, "out of memory");
    memcpy(input, a->trace, a->n * sizeof *input);
    memcpy(name, a->name, a->n * sizeof *name);
    sx_status st = SX_OK;
    for (size_t i = 0; !st && i < n; i++) {
        sx_trace there;
        st = sx_instantiate(a->arena, a->formula, scale[i], NULL, 0, &there, a->err);
        if (!st)
            st = sx_plain_trace(a->arena, &there, &more[i], a->err);
        input[a->n + i] = &more[i];
        name[a->n + i] = "the trace that the laws give";
    }
    if (!st)
        st = sx_infer(a->arena, input, name, all, &options, &formula, a->err);
    if (!st)
        st = sx_trace_give(a->arena, &formula, a->settings, &formula, a->err);
    if (!st)
        st = count_open(a->arena, &formula, a->target, &counts, a->err);
    *ret_undecided = counts.undecided;
    if (st && st != SX_NOMEM) {
        *ret_undecided = SIZE_MAX;
        st = SX_OK;
    }
    return st;
}

/* The same, without a second inference from the same inputs. */
static sx_status try_scales(advising *a, const int64_t *scale, size_t n,
                            size_t *ret_undecided)
{
    uint32_t scales = 0;
    for (size_t i = 0; i < a->ntried; i++)
        for (size_t k = 0; k < n; k++)
            scales |= (uint32_t)(a->tried[i] == scale[k]) << i;
    for (size_t i = 0; i < a->ntrials; i++)
        if (a->trial[i].scales == scales) {
            *ret_undecided = a->trial[i].undecided;
            return SX_OK;
        }
    sx_status st = infer_with(a, scale, n, ret_undecided);
    if (!st && a->ntrials < TRIALS)
        a->trial[a->ntrials++] = (trial) { scales, *ret_undecided };
    return st;
}

/* The scales to try, those like the inputs first; how many. */
static size_t in_order(const advising *a, const sx_advice *advice, int64_t *ret_scale)
{
    size_t n = 0;
    for (int like = 1; like >= 0; like--)
        for (size_t i = 0; i < a->ntried; i++) {
            size_t k = 0;
            while (k < advice->n && advice->scale[k] != a->tried[i])
                k++;
            if (k == advice->n && is_like_inputs(a, a->tried[i]) == like)
                ret_scale[n++] = a->tried[i];
        }
    return n;
}

/* One more scale: that with which the least is undecided, of equal ones one like the inputs, and then the smallest. Where
 * none has helped so far, the first of these, since some values need two. */
static sx_status add_best(advising *a, sx_advice *advice)
{
    size_t best = advice->then;
    int64_t take = 0, first = 0, scale[SX_ADVICE_TRIED];
    size_t n = in_order(a, advice, scale);
    for (size_t i = 0; i < n && best > 0; i++) {
        size_t then;
        advice->scale[advice->n] = scale[i];
        sx_status st = try_scales(a, advice->scale, advice->n + 1, &then);
        if (st)
            return st;
        if (!first && then != SIZE_MAX)
            first = scale[i];
        if (then < best) {
            best = then;
            take = scale[i];
        }
    }
    if (!take && advice->then == advice->undecided)
        take = first;
    if (take)
        advice->scale[advice->n++] = take;
    advice->then = best;
    return SX_OK;
}

/* Without those that change nothing. */
static sx_status prune(advising *a, sx_advice *advice)
{
    for (size_t i = advice->n; i-- > 0;) {
        int64_t rest[SX_ADVICE];
        size_t n = 0, then = advice->undecided;
        for (size_t k = 0; k < advice->n; k++)
            if (k != i)
                rest[n++] = advice->scale[k];
        sx_status st = n ? try_scales(a, rest, n, &then) : SX_OK;
        if (st)
            return st;
        if (then > advice->then)
            continue;
        memcpy(advice->scale, rest, sizeof rest);
        advice->n = n;
    }
    return SX_OK;
}

static int ascending(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static sx_status advise(advising *a, sx_advice *advice)
{
    sx_status st = count_open(a->arena, a->formula, a->target, advice, a->err);
    advice->then = advice->undecided;
    if (st || advice->undecided == 0)
        return st;
    st = add_deciding(a);
    if (st)
        return st;
    if (a->n == 0) {
        memcpy(advice->scale, a->tried, a->ntried * sizeof *a->tried);
        advice->n = a->ntried;
        return SX_OK;
    }
    add_smallest(a);
    for (size_t before = SIZE_MAX;
         !st && advice->then > 0 && advice->n < SX_ADVICE && advice->n != before;) {
        before = advice->n;
        st = add_best(a, advice);
    }
    if (!st && advice->n > 1)
        st = prune(a, advice);
    if (advice->then == advice->undecided)
        advice->n = 0;
    qsort(advice->scale, advice->n, sizeof *advice->scale, ascending);
    return st;
}

sx_status sx_advise(const sx_trace *const *trace, const char *const *name, size_t n,
                    const sx_trace *formula, int64_t target, const sx_settings *settings,
                    sx_advice *ret_advice, sx_error *err)
{
    advising a = { .arena = sx_arena_create(),
                   .trace = trace,
                   .name = name,
                   .n = n,
                   .target = target,
                   .settings = settings,
                   .err = err };
    sx_advice advice = { 0 };
    sx_arena *arena = sx_arena_create();
    sx_trace given;
    sx_status st = a.arena && arena ? sx_trace_give(arena, formula, settings, &given, err)
                                    : sx_fail(err, SX_NOMEM, "out of memory");
    a.formula = &given;
    if (!st)
        st = advise(&a, &advice);
    sx_arena_destroy(arena);
    sx_arena_destroy(a.arena);
    if (!st)
        *ret_advice = advice;
    return st;
}
