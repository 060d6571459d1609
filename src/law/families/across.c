/* Lists with an element for each rank of a communicator, such as what each sends to every other: one of the laws before for each kind of
 * other rank, which is the own one, so many places below or above it, open or around, a neighbour in a grid, or any further one, below
 * or above. Halo exchanges by one collective are of this kind, and triangles. */
#include "law/column.h"
#include "law/law.h"

#include <stdlib.h>
#include <string.h>

enum { NEAR = 2, KINDS = 1 + 2 * SX_MAX_DIMS, ABOVE = KINDS, BELOW, ALL };

_Static_assert(2 * NEAR < KINDS, "neighbours on a line");

/* Along an axis messages may go around that others do not. */
enum { AROUND, OPEN, AS_OTHERS, WAYS, CHOICES = 1 + 2 * NEAR + WAYS * SX_MAX_GRIDS };

/* Who counts as near: so many places on a line, or neighbours in a grid. */
typedef struct choice {
    uint32_t
        group; /* of choices on a line, or in one grid: the first has most that are near */
    uint32_t n;
    const sx_expr
        *near[KINDS]; /* the rank itself, and others; null where there is none */
    sx_label label; /* of the law by this choice; RECORDED: there is none */
    unsigned cost;
} choice;

typedef struct across {
    sx_arena *arena, *scratch; /* of laws; of the samples of a choice */
    sx_runs *runs;
    const sx_samples *samples;
    const sx_expr *element, *own, *size;
    choice choice[CHOICES];
    size_t n;
    uint8_t *kind; /* of each sample */
    sx_law law[ALL];
    bool lawless; /* what several inputs have further away */
} across;

static const sx_expr *two(const across *a, sx_expr_op op, const sx_expr *x,
                          const sx_expr *y)
{
    return sx_expr_two(a->arena, op, x, y);
}

static choice *open_choice(across *a, uint32_t group)
{
    choice *c = &a->choice[a->n++];
    *c = (choice) { .group = group, .n = 1, .near = { a->own } };
    return c;
}

/* So far above it on all ranks in a row, which are open or go around. */
static void add_on_line(const across *a, choice *c, int64_t distance, bool around)
{
    const sx_expr *rank = sx_expr_plus(a->arena, a->own, distance);
    c->near[c->n++] = around ? two(a, SX_EXPR_MOD, rank, a->size) : rank;
}

/* The next place on an axis, open or around. */
static void add_in_grid(const across *a, choice *c, uint32_t g, uint32_t axis, int64_t by,
                        bool around)
{
    const sx_expr *next =
        sx_expr_plus(a->arena, sx_expr_var(a->arena, SX_VAR_COORD, g, axis), by);
    const sx_expr *rank = sx_expr_around(a->arena, g, axis, next);
    const sx_expr *there =
        by < 0 ? two(a, SX_EXPR_GE, next, sx_expr_int(a->arena, 0))
               : two(a, SX_EXPR_LT, next, sx_expr_var(a->arena, SX_VAR_DIM, g, axis));
    c->near[c->n++] = around ? rank
                             : sx_expr_make(a->arena, SX_EXPR_IF, there, rank,
                                            sx_expr_int(a->arena, SX_NULL));
}

/* The kind of each sample; false where an expression says nothing of one, or when out of memory. */
static bool tell_kinds(across *a, const choice *c)
{
    int64_t *rank = SX_NEW_ARRAY(a->scratch, int64_t, a->samples->n);
    if (!rank)
        return false;
    for (size_t i = 0; i < a->samples->n; i++)
        a->kind[i] = ALL;
    for (uint32_t k = 0; k < c->n; k++) {
        if (!c->near[k] || !sx_column_values(a->runs, a->samples, c->near[k], rank))
            return false;
        for (size_t i = 0; i < a->samples->n; i++)
            if (a->kind[i] == ALL && a->samples->sample[i].element == rank[i])
                a->kind[i] = (uint8_t)k;
    }
    if (!sx_column_values(a->runs, a->samples, a->own, rank))
        return false;
    for (size_t i = 0; i < a->samples->n; i++)
        if (a->kind[i] == ALL)
            a->kind[i] = a->samples->sample[i].element > rank[i] ? ABOVE : BELOW;
    return true;
}

/* Those of one kind. Each list has one element that is near in one way: a number by itself. NULL .sample when out of memory. */
static sx_samples of_kind(const across *a, uint8_t kind)
{
    sx_samples part = *a->samples;
    size_t count = 0;
    for (size_t i = 0; i < part.n; i++)
        count += a->kind[i] == kind;
    sx_sample *sample = SX_NEW_ARRAY(a->scratch, sx_sample, count);
    part.n = 0;
    for (size_t i = 0; sample && i < a->samples->n; i++) {
        if (a->kind[i] != kind)
            continue;
        sample[part.n] = a->samples->sample[i];
        if (kind < KINDS)
            sample[part.n].element = 0;
        part.n++;
    }
    part.sample = sample;
    part.lists = kind >= KINDS;
    part.beat = NULL;
    part.beaten = NULL;
    return part;
}

/* The law of one kind, if samples show it; *ret_has: there is one, or need not be. */
static sx_status find_one(across *a, uint8_t kind, bool *ret_has, sx_error *err)
{
    const sx_samples part = of_kind(a, kind);
    *ret_has = true;
    if (!part.sample)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (part.n == 0)
        return SX_OK;
    sx_status st =
        sx_law_find_among(a->arena, a->runs, &part,
                          part.lists ? SX_LAW_WHOLE : SX_LAW_LAST, &a->law[kind], err);
    *ret_has = a->law[kind].expr != NULL;
    a->lawless = a->lawless || (!*ret_has && kind >= KINDS && sx_samples_runs(&part) > 1);
    if (!st && *ret_has && sx_samples_runs(&part) == 1)
        a->law[kind].evidence = sx_evidence_join(
            a->arena, a->law[kind].evidence,
            (sx_evidence) {
                SX_LABEL_EXACT,
                "one input alone has elements so far from the own one: add an "
                "input",
                NULL });
    return st;
}

/* What is further away has a law, or one on either side; before those, what is near has others. */
static sx_law put_together(const across *a, const choice *c)
{
    const sx_law *above = &a->law[ABOVE], *below = &a->law[BELOW];
    sx_law law = *above;
    law.evidence = sx_evidence_join(a->arena, above->evidence, below->evidence);
    if (!sx_expr_equal(above->expr, below->expr))
        law.expr =
            sx_expr_make(a->arena, SX_EXPR_IF, two(a, SX_EXPR_LT, a->own, a->element),
                         above->expr, below->expr);
    for (uint32_t k = c->n; k-- > 0;) {
        const sx_law *near = &a->law[k];
        if (!near->expr)
            continue;
        law.evidence = sx_evidence_join(a->arena, law.evidence, near->evidence);
        if (!law.expr || !sx_expr_equal(near->expr, law.expr))
            law.expr = sx_expr_make(a->arena, SX_EXPR_IF,
                                    two(a, SX_EXPR_EQ, a->element, c->near[k]),
                                    near->expr, law.expr);
    }
    return law;
}

/* The law by a choice of who is near, if there is one. */
static sx_status find_law(across *a, const choice *c, sx_law *ret_law, sx_error *err)
{
    size_t first;
    bool has = true;
    memset(a->law, 0, sizeof a->law);
    a->lawless = false;
    sx_arena_clear(a->scratch);
    if (!tell_kinds(a, c))
        return SX_OK;
    sx_status st = SX_OK;
    for (uint8_t k = ALL; k-- > 0 && !st && has;)
        if (k < c->n || k >= KINDS)
            st = find_one(a, k, &has, err);
    if (st || !has || !a->law[ABOVE].expr || !a->law[BELOW].expr)
        return st;
    const sx_law law = put_together(a, c);
    if (!law.expr)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (sx_column_matches(a->runs, a->samples, law.expr, &first))
        *ret_law = law;
    return SX_OK;
}

static void choose_lines(across *a)
{
    for (int64_t near = NEAR; near >= 0; near--)
        for (int around = near > 0; around >= 0; around--) {
            choice *c = open_choice(a, 0);
            for (int64_t d = 1; d <= near; d++) {
                add_on_line(a, c, d, around);
                add_on_line(a, c, -d, around);
            }
        }
}

static bool are_all(const sx_grid *grid, bool periodic)
{
    bool all = true;
    for (uint32_t axis = 0; axis < grid->ndims; axis++)
        all = all && grid->periodic[axis] == periodic;
    return all;
}

static void choose_in_grid(across *a, uint32_t g)
{
    const sx_grid *grid = &a->runs->grid[g];
    const int ways = are_all(grid, false) || are_all(grid, true) ? AS_OTHERS : WAYS;
    for (int way = AROUND; way < ways; way++) {
        choice *c = open_choice(a, 1 + g);
        for (uint32_t axis = 0; axis < grid->ndims; axis++)
            for (int64_t by = 1; by >= -1; by -= 2)
                add_in_grid(a, c, g, axis, by,
                            way == AS_OTHERS ? grid->periodic[axis] : way == AROUND);
    }
}

static void choose_in_grids(across *a)
{
    const bool of_world = sx_samples_are_of_world(a->runs, a->samples);
    for (uint32_t g = 0; g < a->runs->ngrids; g++) {
        const uint32_t comm = a->runs->grid[g].comm;
        if ((comm == a->samples->sample[0].comm || (comm == 0 && of_world)) &&
            a->runs->grid[g].ndims > 1)
            choose_in_grid(a, g);
    }
}

/* What law each choice has; constants that it would need are not kept. Where what is further away has none by the first of a group, it has
 * none by the others, which leave more of it. */
static sx_status try_choices(across *a, sx_error *err)
{
    sx_status st = SX_OK;
    uint32_t lawless = UINT32_MAX; /* group */
    for (choice *c = a->choice; c < a->choice + a->n && !st; c++) {
        const uint32_t constants = a->runs->nconstants;
        sx_law law = { 0 };
        if (c->group == lawless)
            continue;
        st = find_law(a, c, &law, err);
        if (a->lawless)
            lawless = c->group;
        if (!st && law.expr) {
            c->label = law.evidence.label;
            c->cost = sx_law_cost(law.expr);
        }
        a->runs->nconstants = constants;
    }
    return st;
}

/* The best founded one, of these the shortest. Others that are proved, too, are rivals. */
static sx_status take_best(across *a, sx_law *ret_law, sx_error *err)
{
    static const char others[] =
        "others may be near that have these elements: another choice of them fits all "
        "inputs, and differs here; add an input";
    const choice *best = NULL;
    for (const choice *c = a->choice; c < a->choice + a->n; c++)
        if (c->label != SX_LABEL_RECORDED &&
            (!best || c->label < best->label ||
             (c->label == best->label && c->cost < best->cost)))
            best = c;
    sx_status st = best ? find_law(a, best, ret_law, err) : SX_OK;
    for (const choice *c = a->choice; c < a->choice + a->n && !st && best; c++) {
        sx_law rival = { 0 };
        if (c == best || c->label != SX_LABEL_PROVED)
            continue;
        const uint32_t constants = a->runs->nconstants;
        const sx_expr *before = ret_law->evidence.doubt;
        st = find_law(a, c, &rival, err);
        if (!st && rival.expr)
            st = sx_law_doubt_other(a->arena, a->runs, rival.expr, others, ret_law, err);
        if (ret_law->evidence.doubt == before)
            a->runs->nconstants = constants;
    }
    return st;
}

/* Has each list an element for each rank of its communicator? */
static bool are_of_ranks(const across *a)
{
    const sx_samples *s = a->samples;
    int64_t *size = SX_NEW_ARRAY(a->scratch, int64_t, s->n);
    bool are = size && sx_column_values(a->runs, s, a->size, size);
    for (size_t i = 0; i < s->n && are; i++) {
        const bool last = i + 1 == s->n || s->sample[i + 1].element == 0;
        are = last ? s->sample[i].element == size[i] - 1
                   : s->sample[i + 1].element == s->sample[i].element + 1;
    }
    return are;
}

static sx_status search(across *a, sx_law *ret_law, sx_error *err)
{
    a->kind = malloc(a->samples->n * sizeof *a->kind);
    if (!a->element || !a->own || !a->size || !a->kind)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (!are_of_ranks(a))
        return SX_OK;
    choose_lines(a);
    choose_in_grids(a);
    sx_status st = try_choices(a, err);
    return st ? st : take_best(a, ret_law, err);
}

sx_status sx_law_across(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                        sx_law *ret_law, sx_error *err)
{
    if (!samples->is_size || !samples->lists || samples->length || samples->n == 0 ||
        sx_samples_runs(samples) < 2)
        return SX_OK;
    across a = { .arena = arena,
                 .scratch = sx_arena_create(),
                 .runs = runs,
                 .samples = samples,
                 .element = sx_expr_var(arena, SX_VAR_ELEMENT, 0, 0),
                 .own = sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0),
                 .size = sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0) };
    sx_status st =
        a.scratch ? search(&a, ret_law, err) : sx_fail(err, SX_NOMEM, "out of memory");
    free(a.kind);
    sx_arena_destroy(a.scratch);
    return st;
}
