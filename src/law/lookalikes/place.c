/* Parts of a law that small functions of the place (law/atoms.h) take the part of in all samples: the law with such a function in place
 * of the part fits all inputs as well. */
#include "law/atoms.h"
#include "law/column.h"
#include "law/lookalikes/parts.h"

#include <stdlib.h>

enum { PARTS = 6, MOST_RIVALS = 6, LARGEST_FACTOR = 64 };

/* The screen: a spread of samples, few enough for one evaluation. */
typedef struct search {
    sx_arena *arena, *scratch;
    const sx_runs *runs;
    const sx_samples *samples;
    sx_samples screen;
    sx_column column;
    uint64_t all; /* lanes of the screen */
    const sx_expr
        *law; /* on the world: ranks and their number are those of the program */
    size_t nparts;
    const sx_expr *part[PARTS];
    int64_t value[PARTS][SX_COLUMN_LANES];
    unsigned rivals;
    sx_evidence *evidence;
    bool failed;
} search;

/* ---- parts ---- */

static bool is_part(const search *s, const sx_expr *expr)
{
    for (size_t k = 0; k < s->nparts; k++)
        if (sx_expr_equal(s->part[k], expr))
            return true;
    return false;
}

static void add_part(search *s, const sx_expr *expr)
{
    if (s->nparts < PARTS && !is_part(s, expr) &&
        sx_column_eval(&s->column, expr, s->all, s->value[s->nparts]) == s->all)
        s->part[s->nparts++] = expr;
}

static void add_variables(search *s, const sx_expr *expr)
{
    if (expr->op == SX_EXPR_VAR && sx_lookalikes_is_of_place(expr))
        add_part(s, expr);
    for (int i = 0; i < 3 && expr->arg[i]; i++)
        add_variables(s, expr->arg[i]);
}

/* ---- rivals ---- */

static void note(search *s, const sx_expr *rival)
{
    const sx_contest contest = { s->arena,
                                 s->scratch,
                                 s->runs,
                                 s->samples,
                                 MOST_RIVALS,
                                 "few places show this, and something else is the same "
                                 "at all of them, and differs here: add an input",
                                 0 };
    const sx_expr *here = rival ? sx_expr_two(s->arena, SX_EXPR_NE, s->law, rival) : NULL;
    s->failed = s->failed || !here;
    if (!s->failed)
        sx_lookalikes_contest(&contest, here, &s->rivals, s->evidence);
}

/* a and b with part = a * atom + b on the screen; false when there are none. */
static bool is_line(const search *s, const int64_t *part, const int64_t *atom, int64_t *a,
                    int64_t *b)
{
    size_t n = s->column.n, k = 0;
    while (k < n && atom[k] == atom[0])
        k++;
    if (k == n || sx_is_special(atom[0]) || sx_is_special(atom[k]))
        return false;
    int64_t step = atom[k] - atom[0], change = part[k] - part[0];
    if (change % step != 0 || change == 0 || llabs(change / step) > LARGEST_FACTOR)
        return false;
    *a = change / step;
    *b = part[0] - *a * atom[0];
    for (k = 0; k < n; k++)
        if (llabs(atom[k]) > INT32_MAX || part[k] != *a * atom[k] + *b)
            return false;
    return true;
}

/* Is the part compared wherever it stands in the law? */
static bool is_compared(const sx_expr *law, const sx_expr *part)
{
    const bool compares = law->op == SX_EXPR_EQ || law->op == SX_EXPR_NE ||
                          law->op == SX_EXPR_LT || law->op == SX_EXPR_LE ||
                          law->op == SX_EXPR_GT || law->op == SX_EXPR_GE;
    bool is = compares || !sx_expr_equal(law, part);
    for (int i = 0; i < 3 && is && !compares && law->arg[i]; i++)
        is = is_compared(law->arg[i], part);
    return is;
}

/* Is it the own place in rows of so many ranks, where those of the grid have another length in some input? It is none that is compared. */
static bool is_of_other_rows(const search *s, const sx_expr *place, const sx_expr *atom)
{
    const sx_expr *rows = atom->arg[1];
    if (place->op != SX_EXPR_VAR || place->var != SX_VAR_COORD || place->axis != 0 ||
        atom->op != SX_EXPR_SUB || atom->arg[0]->op != SX_EXPR_VAR ||
        atom->arg[0]->var != SX_VAR_RANK || rows->op != SX_EXPR_MUL ||
        rows->arg[0]->op != SX_EXPR_INT || rows->arg[1]->op != SX_EXPR_VAR ||
        rows->arg[1]->var != SX_VAR_COORD || rows->arg[1]->grid != place->grid ||
        rows->arg[1]->axis != 1)
        return false;
    bool other = false;
    for (size_t run = 0; run < s->runs->n && !other; run++)
        other =
            s->runs->place[s->runs->offset[run] * SX_MAX_GRIDS + place->grid].dim[0] !=
            rows->arg[0]->value;
    return other && is_compared(s->law, place);
}

static bool see(void *context, const sx_expr *atom)
{
    search *s = context;
    int64_t value[SX_COLUMN_LANES], a, b;
    size_t first;
    if (sx_column_eval(&s->column, atom, s->all, value) != s->all)
        return true;
    for (size_t k = 0; k < s->nparts && !s->failed; k++) {
        if (sx_expr_equal(s->part[k], atom) || is_of_other_rows(s, s->part[k], atom) ||
            !is_line(s, s->value[k], value, &a, &b))
            continue;
        const sx_expr *line = sx_expr_two(
            s->scratch, SX_EXPR_ADD,
            sx_expr_two(s->scratch, SX_EXPR_MUL, sx_expr_int(s->scratch, a), atom),
            sx_expr_int(s->scratch, b));
        const sx_expr *rival =
            line ? sx_expr_replace(s->scratch, s->law, s->part[k], line) : NULL;
        s->failed = !rival;
        if (rival && sx_column_matches(s->runs, s->samples, rival, &first))
            note(s, sx_expr_copy(s->arena, rival));
    }
    return !s->failed && s->rivals <= MOST_RIVALS;
}

/* ---- places beside ---- */

enum { FAR_APART = 8 };

/* How far apart the places are at least that the samples show, up to so far. */
static int64_t least_apart(const search *s, const sx_expr *place)
{
    int64_t least = FAR_APART, counter[SX_MAX_DEPTH + SX_SAMPLE_LOOPS], at, before = 0;
    for (size_t i = 0; i < s->samples->n && least > 1; i++) {
        const sx_expr_env env = sx_sample_env(s->runs, s->samples, i, counter);
        if (sx_expr_eval(place, &env, &at, NULL))
            return 1;
        const bool same =
            i > 0 && s->samples->sample[i].run == s->samples->sample[i - 1].run;
        if (same && at != before && llabs(at - before) < least)
            least = llabs(at - before);
        before = at;
    }
    return least;
}

/* Where those who have a value are some places apart, it may be that of a place between them. */
static void contest_beside(search *s)
{
    size_t first;
    for (size_t k = 0; k < s->nparts && !s->failed; k++) {
        const sx_expr *place = s->part[k];
        if (place->op != SX_EXPR_VAR || place->var == SX_VAR_COUNTER ||
            place->var == SX_VAR_ELEMENT)
            continue;
        const int64_t apart = least_apart(s, place);
        for (int64_t by = 1 - apart; by < apart && !s->failed; by++) {
            const sx_expr *rival =
                by ? sx_expr_replace(s->scratch, s->law, place,
                                     sx_expr_plus(s->scratch, place, by))
                   : NULL;
            s->failed = by && !rival;
            if (rival && sx_column_matches(s->runs, s->samples, rival, &first))
                note(s, sx_expr_copy(s->arena, rival));
        }
    }
}

/* ---- thresholds ---- */

/* Numbers above 1: with them a place is compared. */
static void add_numbers(search *s, const sx_expr *expr)
{
    if (expr->op == SX_EXPR_INT && expr->value > 1)
        add_part(s, expr);
    for (int i = 0; i < 3 && expr->arg[i]; i++)
        add_numbers(s, expr->arg[i]);
}

/* Numbers that are added, beyond the next two places. */
static void add_distances(search *s, const sx_expr *expr)
{
    enum { NEXT = 2 };
    const bool is_sum = expr->op == SX_EXPR_ADD || expr->op == SX_EXPR_SUB;
    for (int i = expr->op == SX_EXPR_IF; i < 3 && expr->arg[i]; i++) {
        const sx_expr *arg = expr->arg[i];
        if (is_sum && arg->op == SX_EXPR_INT && arg->value > NEXT)
            add_part(s, arg);
        else if (is_sum || expr->op == SX_EXPR_MOD || expr->op == SX_EXPR_IF)
            add_distances(s, arg);
    }
}

/* A number that a function of the scale is in all inputs. */
static bool see_scale(void *context, const sx_expr *atom)
{
    search *s = context;
    int64_t value[SX_COLUMN_LANES];
    size_t first;
    if (sx_column_eval(&s->column, atom, s->all, value) != s->all)
        return true;
    for (size_t k = 0; k < s->nparts && !s->failed; k++) {
        size_t i = 0;
        while (i < s->column.n && value[i] == s->value[k][i])
            i++;
        if (i < s->column.n || sx_expr_equal(s->part[k], atom))
            continue;
        const sx_expr *rival = sx_expr_replace(s->scratch, s->law, s->part[k], atom);
        s->failed = !rival;
        if (rival && sx_column_matches(s->runs, s->samples, rival, &first))
            note(s, sx_expr_copy(s->arena, rival));
    }
    return !s->failed && s->rivals <= MOST_RIVALS;
}

static bool has_part(const sx_expr *expr, const sx_expr *part)
{
    bool has = sx_expr_equal(expr, part);
    for (int i = 0; i < 3 && !has && expr->arg[i]; i++)
        has = has_part(expr->arg[i], part);
    return has;
}

/* Are all its variables of the place those of the other? */
static bool is_of_places_of(const sx_expr *expr, const sx_expr *other)
{
    bool is = expr->op != SX_EXPR_VAR || !sx_lookalikes_is_of_place(expr) ||
              has_part(other, expr);
    for (int i = 0; i < 3 && is && expr->arg[i]; i++)
        is = is_of_places_of(expr->arg[i], other);
    return is;
}

/* A border on an axis is contested by others on that axis. */
static bool see_border(void *context, const sx_expr *atom)
{
    const search *s = context;
    return !is_of_places_of(atom, s->law) || see(context, atom);
}

/* Do those who take part, and the others, become more or fewer from input to input? */
static bool has_moving_border(const sx_samples *samples)
{
    size_t count[SX_RUNS][2] = { 0 };
    bool moves[2] = { false };
    for (size_t i = 0; i < samples->n; i++)
        count[samples->sample[i].run][samples->sample[i].value != 0]++;
    const size_t *first = samples->n ? count[samples->sample[0].run] : NULL;
    for (size_t i = 0; i < samples->n; i++)
        for (int side = 0; side < 2; side++)
            moves[side] =
                moves[side] || count[samples->sample[i].run][side] != first[side];
    return moves[0] && moves[1];
}

/* At most SX_COLUMN_LANES of the samples. */
static sx_samples screen_of(sx_arena *arena, const sx_samples *samples)
{
    size_t index[SX_COLUMN_LANES];
    sx_samples probe = sx_samples_probe(arena, samples);
    size_t n = probe.n < SX_COLUMN_LANES ? probe.n : SX_COLUMN_LANES;
    if (!probe.sample)
        return probe;
    for (size_t k = 0; k < n; k++)
        index[k] = n > 1 ? k * (probe.n - 1) / (n - 1) : 0;
    sx_samples screen = sx_samples_subset(arena, &probe, index, n);
    screen.varying = samples->varying;
    screen.lists = samples->lists;
    return screen;
}

/* ---- extents and numbers of ranks beside the place ---- */

/* Those that are added, or so many times one. */
static void add_extents(search *s, const sx_expr *expr)
{
    const bool is_sum = expr->op == SX_EXPR_ADD || expr->op == SX_EXPR_SUB,
               is_times = expr->op == SX_EXPR_MUL && expr->arg[0]->op == SX_EXPR_INT;
    if (expr->op == SX_EXPR_VAR && !sx_lookalikes_is_of_place(expr) &&
        expr->var != SX_VAR_CONSTANT)
        add_part(s, expr);
    for (int i = 0; i < 2 && (is_sum || is_times); i++)
        add_extents(s, expr->arg[i]);
}

/* So many times an extent or a place, or a product of these. */
static bool is_linear(const sx_expr *expr)
{
    bool is =
        expr->op == SX_EXPR_MUL || expr->op == SX_EXPR_VAR || expr->op == SX_EXPR_INT;
    for (int i = 0; i < 3 && is && expr->arg[i]; i++)
        is = is_linear(expr->arg[i]);
    return is;
}

/* Those that are linear: what is compared is one more at most. */
static size_t linear_terms(const sx_expr *expr)
{
    return expr->op == SX_EXPR_ADD || expr->op == SX_EXPR_SUB
               ? linear_terms(expr->arg[0]) + linear_terms(expr->arg[1])
               : expr->op != SX_EXPR_INT && is_linear(expr);
}

/* A logarithm that an extent is in all inputs, or, in a sum of two, that it is on a line over. */
static bool see_logarithm(void *context, const sx_expr *atom)
{
    enum { FEW_TERMS = 2 };
    const search *s = context;
    return atom->op != SX_EXPR_LOG ||
           (linear_terms(s->law) <= FEW_TERMS ? see(context, atom)
                                              : see_scale(context, atom));
}

/* ---- ---- */

static void contest_places(search *s)
{
    add_part(s, s->law);
    add_variables(s, s->law);
    contest_beside(s);
    if (s->failed || !sx_atoms_visit(s->scratch, s->runs, s->samples, see, s))
        return;
    if (has_moving_border(s->samples))
        sx_atoms_visit_borders(s->scratch, s->runs, s->samples, see_border, s);
}

/* Numbers are contested in conditions and end points, extents elsewhere. */
static void run(search *s)
{
    size_t n;
    const bool is_truth = !s->samples->is_rank && sx_samples_are_truth(s->samples);
    s->law = sx_atoms_on_world(s->arena, s->samples, s->law);
    s->screen = screen_of(s->scratch, s->samples);
    s->failed = !s->law || !s->screen.sample;
    if (s->failed)
        return;
    sx_column_init(&s->column, s->runs, &s->screen);
    sx_column_move(&s->column, 0, &n);
    s->all = n < SX_COLUMN_LANES ? (UINT64_C(1) << n) - 1 : UINT64_MAX;
    if (!s->samples->is_rank)
        contest_places(s);
    if (s->failed || s->rivals > MOST_RIVALS)
        return;
    s->nparts = 0;
    if (is_truth)
        add_numbers(s, s->law);
    else if (s->samples->is_rank)
        add_distances(s, s->law);
    else
        add_extents(s, s->law);
    sx_atoms_visit_scale(s->scratch, s->runs, s->samples,
                         is_truth || s->samples->is_rank ? see_scale : see_logarithm, s);
}

sx_status sx_lookalikes_of_place(sx_arena *arena, const sx_runs *runs,
                                 const sx_samples *samples, sx_law *law, sx_error *err)
{
    if (!law->expr || law->evidence.label != SX_LABEL_PROVED || samples->n == 0 ||
        !sx_lookalikes_is_of_place(law->expr) ||
        (!samples->is_rank && sx_samples_have_special(samples)))
        return SX_OK;
    search *s = calloc(1, sizeof *s);
    sx_arena *scratch = sx_arena_create();
    bool failed = !s || !scratch;
    if (!failed) {
        *s = (search) { .arena = arena,
                        .scratch = scratch,
                        .runs = runs,
                        .samples = samples,
                        .law = law->expr,
                        .evidence = &law->evidence };
        run(s);
        failed = s->failed;
    }
    sx_arena_destroy(scratch);
    free(s);
    return failed ? sx_fail(err, SX_NOMEM, "out of memory") : SX_OK;
}
