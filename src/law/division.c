#include "law/division.h"

#include "base/checked.h"

/* The samples of one run as a block: ranks x executions x elements of a list, of equal numbers. */
typedef struct block {
    size_t from; /* its first sample */
    int64_t ranks, executions, elements;
    const int64_t *world; /* by rank in the communicator: the rank in the run */
} block;

static bool is_list(sx_division_kind kind)
{
    return kind != SX_DIVISION_ACROSS;
}

static size_t at(const block *b, int64_t rank, int64_t execution, int64_t element)
{
    return b->from + (size_t)((rank * b->executions + execution) * b->elements + element);
}

/* Are the n samples from `from` on such a block of all ranks of a run, in the order in which samples stand? */
static bool is_block(const sx_runs *runs, const sx_samples *samples, size_t n, block *b)
{
    const sx_sample *first = &samples->sample[b->from];
    const int64_t offset = runs->offset[first->run];
    if (runs->comm_size[first->comm][first->rank] != b->ranks ||
        n % (size_t)(b->ranks * b->elements) != 0)
        return false;
    b->executions = (int64_t)(n / (size_t)(b->ranks * b->elements));
    for (int64_t r = 0; r < b->ranks; r++)
        for (int64_t k = 0; k < b->executions; k++)
            for (int64_t e = 0; e < b->elements; e++) {
                const sx_sample *s = &samples->sample[at(b, r, k, e)];
                if (s->rank != offset + r || s->element != e || s->comm != first->comm)
                    return false;
            }
    return true;
}

/* By rank in the communicator, the rank in the run. NULL when out of memory. */
static const int64_t *world_ranks(sx_arena *arena, const sx_runs *runs,
                                  const sx_sample *first, int64_t ranks)
{
    int64_t *world = SX_NEW_ARRAY(arena, int64_t, (size_t)ranks);
    for (int64_t r = 0; world && r < ranks; r++)
        world[r] = r;
    for (int64_t r = 0; world && r < ranks; r++) {
        int64_t m = runs->comm_rank[first->comm][runs->offset[first->run] + r];
        if (m >= 0 && m < ranks)
            world[m] = r;
    }
    return world;
}

/* ---- filling ---- */

typedef struct filler {
    sx_arena *arena;
    const sx_runs *runs;
    const sx_samples *samples;
    sx_division_kind kind;
    size_t ndivisions, nparts;
    int64_t *part;
    size_t *first;
    sx_sample *total;
} filler;

/* Opens a division whose total stands at this sample. */
static void begin(filler *f, const sx_sample *owner)
{
    f->first[f->ndivisions] = f->nparts;
    f->total[f->ndivisions] = *owner;
    f->total[f->ndivisions].element = 0;
    f->total[f->ndivisions++].value = 0;
}

/* False when it is no part: negative, or a total that does not fit. */
static bool add(filler *f, int64_t value)
{
    int64_t *total = &f->total[f->ndivisions - 1].value;
    f->part[f->nparts++] = value;
    return value >= 0 && !sx_is_special(value) && !sx_add_overflows(*total, value, total);
}

static bool same_lists(const filler *f, const block *b)
{
    for (int64_t r = 1; r < b->ranks; r++)
        for (int64_t k = 0; k < b->executions; k++)
            for (int64_t e = 0; e < b->elements; e++)
                if (f->samples->sample[at(b, r, k, e)].value !=
                    f->samples->sample[at(b, 0, k, e)].value)
                    return false;
    return true;
}

/* The divisions of a run that all ranks have together, or of each rank what the others have of it. */
static bool fill_block(filler *f, const block *b)
{
    const sx_sample *sample = f->samples->sample;
    const int64_t owners = f->kind == SX_DIVISION_BY_RANK ? b->ranks : 1;
    if (f->kind == SX_DIVISION_SHARED && !same_lists(f, b))
        return false;
    for (int64_t o = 0; o < owners; o++)
        for (int64_t k = 0; k < b->executions; k++) {
            begin(f, &sample[at(b, b->world[o], k, 0)]);
            for (int64_t m = 0; m < b->ranks; m++) {
                size_t i = f->kind == SX_DIVISION_SHARED ? at(b, 0, k, m)
                                                         : at(b, b->world[m], k, o);
                if (!add(f, sample[i].value))
                    return false;
            }
        }
    return true;
}

static sx_status fill_blocks(filler *f, bool *ret_filled, sx_error *err)
{
    const sx_samples *samples = f->samples;
    *ret_filled = false;
    for (size_t from = 0, to; from < samples->n; from = to) {
        const sx_sample *first = &samples->sample[from];
        for (to = from; to < samples->n && samples->sample[to].run == first->run;)
            to++;
        int64_t ranks = f->runs->p[first->run];
        block b = { .from = from,
                    .ranks = ranks,
                    .elements = is_list(f->kind) ? ranks : 1 };
        if (!is_block(f->runs, samples, to - from, &b))
            return SX_OK;
        b.world = world_ranks(f->arena, f->runs, first, ranks);
        if (!b.world)
            return sx_fail(err, SX_NOMEM, "out of memory");
        if (!fill_block(f, &b))
            return SX_OK;
    }
    *ret_filled = true;
    return SX_OK;
}

/* The divisions of single ranks: the samples as they stand. */
static bool fill_rows(filler *f)
{
    const sx_samples *samples = f->samples;
    for (size_t i = 0, n = 0; i < samples->n; i += n) {
        const sx_sample *s = &samples->sample[i];
        n = (size_t)f->runs->comm_size[s->comm][s->rank];
        if (n == 0 || n > samples->n - i)
            return false;
        begin(f, s);
        for (size_t e = 0; e < n; e++) {
            const sx_sample *part = &samples->sample[i + e];
            if (part->element != (int64_t)e || part->rank != s->rank ||
                !add(f, part->value))
                return false;
        }
    }
    return true;
}

/* The totals of each run's divisions at every rank of the run. NULL when out of memory. */
static const sx_sample *at_every_rank(const filler *f, size_t *ret_n)
{
    sx_sample *total = SX_NEW_ARRAY(f->arena, sx_sample, f->samples->n);
    size_t n = 0;
    for (size_t from = 0, to; total && from < f->ndivisions; from = to) {
        uint32_t run = f->total[from].run;
        for (to = from; to < f->ndivisions && f->total[to].run == run;)
            to++;
        for (int64_t r = 0; r < f->runs->p[run]; r++)
            for (size_t i = from; i < to; i++) {
                total[n] = f->total[i];
                total[n++].rank = f->runs->offset[run] + r;
            }
    }
    *ret_n = n;
    return total;
}

sx_status sx_divisions_make(sx_arena *arena, const sx_runs *runs,
                            const sx_samples *samples, sx_division_kind kind,
                            sx_divisions *ret_divisions, sx_error *err)
{
    filler f = { .arena = arena, .runs = runs, .samples = samples, .kind = kind };
    f.part = SX_NEW_ARRAY(arena, int64_t, samples->n);
    f.first = SX_NEW_ARRAY(arena, size_t, samples->n + 1);
    f.total = SX_NEW_ARRAY(arena, sx_sample, samples->n);
    if (!f.part || !f.first || !f.total)
        return sx_fail(err, SX_NOMEM, "out of memory");
    bool filled = false;
    sx_status st = SX_OK;
    *ret_divisions = (sx_divisions) { .kind = kind };
    if (samples->lists != is_list(kind))
        return SX_OK;
    if (kind == SX_DIVISION_OF_RANK)
        filled = fill_rows(&f);
    else
        st = fill_blocks(&f, &filled, err);
    if (st || !filled)
        return st;
    f.first[f.ndivisions] = f.nparts;
    sx_samples totals = *samples;
    totals.n = f.ndivisions;
    totals.sample = f.total;
    if (kind == SX_DIVISION_SHARED || kind == SX_DIVISION_ACROSS)
        totals.sample = at_every_rank(&f, &totals.n);
    if (!totals.sample)
        return sx_fail(err, SX_NOMEM, "out of memory");
    totals.lists = totals.is_rank = totals.is_dealt = false;
    totals.length = NULL;
    totals.beat = NULL;
    *ret_divisions =
        (sx_divisions) { kind, f.ndivisions, f.part, f.first, f.total, totals };
    return SX_OK;
}

/* ---- expressions ---- */

/* A coordinate of the rank with this element's index. */
static const sx_expr *coord_of_element(sx_arena *arena, unsigned grid, unsigned axis)
{
    return sx_expr_two(arena, SX_EXPR_MOD,
                       sx_expr_two(arena, SX_EXPR_DIV,
                                   sx_expr_var(arena, SX_VAR_ELEMENT, 0, 0),
                                   sx_expr_stride(arena, grid, axis)),
                       sx_expr_var(arena, SX_VAR_DIM, grid, axis));
}

const sx_expr *sx_division_seen(sx_arena *arena, const sx_expr *law, bool world)
{
    if (law->op == SX_EXPR_INT)
        return law;
    if (law->op == SX_EXPR_VAR) {
        if (law->var == SX_VAR_COMM_RANK || (world && law->var == SX_VAR_RANK))
            return sx_expr_var(arena, SX_VAR_ELEMENT, 0, 0);
        if (world && law->var == SX_VAR_COORD)
            return coord_of_element(arena, law->grid, law->axis);
        return law->var == SX_VAR_RANK || law->var == SX_VAR_COORD ? NULL : law;
    }
    const sx_expr *arg[3] = { 0 };
    for (int i = 0; i < 3 && law->arg[i]; i++)
        if (!(arg[i] = sx_division_seen(arena, law->arg[i], world)))
            return NULL;
    return sx_expr_make(arena, law->op, arg[0], arg[1], arg[2]);
}

/* Does it give each total where the element is the owner? Ranks may be in no grid, or be numbered otherwise. */
static bool gives_totals(const sx_runs *runs, const sx_samples *totals,
                         const sx_expr *expr)
{
    int64_t counter[SX_MAX_DEPTH], value;
    bool fits = true;
    for (size_t i = 0; i < totals->n && fits; i++) {
        sx_expr_env env = sx_sample_env(runs, totals, i, counter);
        env.element = env.comm_rank;
        fits = sx_expr_eval(expr, &env, &value, NULL) == SX_OK &&
               value == totals->sample[i].value;
    }
    return fits;
}

const sx_expr *sx_division_total(sx_arena *arena, const sx_runs *runs,
                                 const sx_divisions *divisions, const sx_expr *law)
{
    const unsigned of_owner =
        1u << SX_VAR_RANK | 1u << SX_VAR_COMM_RANK | 1u << SX_VAR_COORD;
    const sx_samples *totals = &divisions->totals;
    if (divisions->kind == SX_DIVISION_OF_RANK)
        return law;
    if (divisions->kind == SX_DIVISION_BY_RANK) {
        const sx_expr *seen = sx_division_seen(arena, law, sx_samples_in_world(totals));
        return seen && gives_totals(runs, totals, seen) ? seen : NULL;
    }
    return sx_expr_uses(law, NULL, NULL) & of_owner ? NULL : law;
}

const sx_expr *sx_division_part(sx_arena *arena, sx_division_kind kind)
{
    bool element = kind == SX_DIVISION_OF_RANK || kind == SX_DIVISION_SHARED;
    return sx_expr_var(arena, element ? SX_VAR_ELEMENT : SX_VAR_COMM_RANK, 0, 0);
}

const sx_expr *sx_division_owner(sx_arena *arena, sx_division_kind kind)
{
    if (kind == SX_DIVISION_OF_RANK)
        return sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0);
    if (kind == SX_DIVISION_BY_RANK)
        return sx_expr_var(arena, SX_VAR_ELEMENT, 0, 0);
    return sx_expr_int(arena, 0);
}
