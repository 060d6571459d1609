#include "law/border.h"

#include "base/checked.h"

/* Said of the world, whatever communicator somebody asks in. */
static sx_status on_world(sx_arena *arena, sx_law *law, sx_error *err)
{
    const sx_expr *size = sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0),
                  *all = sx_expr_var(arena, SX_VAR_P, 0, 0);
    return sx_law_replace(arena, law, size, all)
               ? SX_OK
               : sx_fail(err, SX_NOMEM, "out of memory");
}

/* Is it no number of ranks anywhere, or one, or all of them but a few, in all? */
static bool is_plain(const sx_runs *runs, const int64_t *at)
{
    enum { FEW = 2 };
    bool same = true, rest = runs->p[0] - at[0] <= FEW;
    for (size_t run = 0; run < runs->n; run++) {
        if (at[run] < 0 || at[run] > runs->p[run])
            return true;
        same = same && at[run] == at[0];
        rest = rest && runs->p[run] - at[run] == runs->p[0] - at[0];
    }
    return same || rest;
}

/* n P div d, or one part of one rank less, or of two, rounded down or up. */
static sx_status visit_part(sx_arena *arena, const sx_runs *runs, const int64_t *at,
                            int64_t n, int64_t d, sx_part_visitor visit, void *context,
                            sx_error *err)
{
    const int64_t add[] = { 0, d - 1, -1, d - 2, -2, d - 3 };
    sx_status st = SX_OK;
    for (size_t way = 0; way < (n == 1 ? 6 : 2) && !st; way++) {
        size_t run = 0;
        while (run < runs->n && sx_floor_div(n * runs->p[run] + add[way], d) == at[run])
            run++;
        if (run < runs->n)
            continue;
        const sx_expr *all = sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, n),
                                         sx_expr_var(arena, SX_VAR_P, 0, 0));
        const sx_expr *part =
            all ? sx_expr_two(arena, SX_EXPR_DIV, sx_expr_plus(arena, all, add[way]),
                              sx_expr_int(arena, d))
                : NULL;
        st = part ? visit(context, part, err) : sx_fail(err, SX_NOMEM, "out of memory");
    }
    return st;
}

sx_status sx_border_each_part(sx_arena *arena, const sx_runs *runs, const int64_t *at,
                              sx_part_visitor visit, void *context, sx_error *err)
{
    static const int64_t denominator[] = { 2, 3, 4, 5, 6, 8 };
    sx_status st = SX_OK;
    if (is_plain(runs, at))
        return SX_OK;
    for (size_t i = 0; i < sizeof denominator / sizeof *denominator; i++)
        for (int64_t n = 1; n < denominator[i] && !st; n++)
            if (sx_gcd(n, denominator[i]) == 1)
                st = visit_part(arena, runs, at, n, denominator[i], visit, context, err);
    return st;
}

const char sx_border_other_part[] =
    "another part of the ranks fits all inputs, too, and differs here: add an input";

/* A border that is proved, and other parts are in doubt of. */
typedef struct proved {
    sx_arena *arena;
    const sx_runs *runs;
    sx_law *border;
} proved;

static sx_status doubt_part(void *context, const sx_expr *part, sx_error *err)
{
    const proved *p = context;
    return sx_law_doubt_other(p->arena, p->runs, part, sx_border_other_part, p->border,
                              err);
}

sx_status sx_border_find(sx_arena *arena, sx_runs *runs, const int64_t *at,
                         sx_law *ret_border, sx_error *err)
{
    sx_sample *sample = SX_NEW_ARRAY(arena, sx_sample, runs->n);
    if (!sample)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t run = 0; run < runs->n; run++)
        sample[run] = (sx_sample) { .run = (uint32_t)run,
                                    .rank = runs->offset[run],
                                    .value = at[run] };
    const sx_samples samples = { .n = runs->n, .sample = sample, .is_size = true };
    sx_law law = { 0 }, part = { 0 };
    sx_status st = sx_law_find(arena, runs, &samples, &law, err);
    if (!st && (!law.expr || law.evidence.label != SX_LABEL_PROVED))
        st = sx_law_ratio(arena, runs, &samples, &part, err);
    if (st)
        return st;
    *ret_border = part.expr ? part : law;
    st = ret_border->expr ? on_world(arena, ret_border, err) : SX_OK;
    proved p = { arena, runs, ret_border };
    return !st && ret_border->expr && ret_border->evidence.label == SX_LABEL_PROVED
               ? sx_border_each_part(arena, runs, at, doubt_part, &p, err)
               : st;
}

sx_status sx_borders_find(sx_arena *arena, sx_runs *runs, int64_t (*at)[SX_RUNS],
                          size_t n, sx_law *ret_border, sx_evidence *ret_evidence,
                          bool *ret_found, sx_error *err)
{
    enum { ENOUGH_RUNS = 3 };
    *ret_found = false;
    *ret_evidence = (sx_evidence) { .label = SX_LABEL_PROVED };
    if (runs->n < ENOUGH_RUNS)
        *ret_evidence = (sx_evidence) {
            .label = SX_LABEL_EXACT,
            .reason = "where ranks in a row begin shows in three inputs: add an input"
        };
    for (size_t k = 1; k < n; k++) {
        sx_status st = sx_border_find(arena, runs, at[k], &ret_border[k], err);
        if (st || !ret_border[k].expr)
            return st;
        *ret_evidence = sx_evidence_join(arena, *ret_evidence, ret_border[k].evidence);
    }
    *ret_found = true;
    return SX_OK;
}
