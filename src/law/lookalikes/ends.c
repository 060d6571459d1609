/* Who takes part may be told by how far a rank is from the last one, or from the largest power of two. */
#include "law/column.h"
#include "law/lookalikes/parts.h"

typedef struct ends {
    sx_arena *arena;
    const sx_runs *runs;
    const sx_samples *samples;
    const sx_expr *rank,
        *all; /* of the world, or of the communicator that the law asks for */
    sx_law *law;
} ends;

static sx_status contest(const ends *e, const sx_expr *rival, sx_error *err)
{
    static const char reason[] =
        "who takes part, told from the last rank or by powers of two, is the same in all "
        "inputs, and others here: add an input";
    size_t first;
    if (!rival)
        return sx_fail(err, SX_NOMEM, "out of memory");
    return sx_column_matches(e->runs, e->samples, rival, &first)
               ? sx_law_doubt_other(e->arena, e->runs, rival, reason, e->law, err)
               : SX_OK;
}

/* The law of ranks counted down from the last one; a grid's places are not looked at. */
static sx_status contest_mirrored(const ends *e, sx_error *err)
{
    uint64_t grids;
    sx_expr_uses(e->law->expr, NULL, &grids);
    if (grids)
        return SX_OK;
    const sx_expr *from_last =
        sx_expr_two(e->arena, SX_EXPR_SUB, sx_expr_plus(e->arena, e->all, -1), e->rank);
    return contest(
        e, from_last ? sx_expr_replace(e->arena, e->law->expr, e->rank, from_last) : NULL,
        err);
}

/* How many of the last ranks of the first input are alike: they take part, or they do not. */
static int64_t alike_at_end(const sx_samples *s)
{
    size_t n = 0;
    while (n < s->n && s->sample[n].run == s->sample[0].run)
        n++;
    int64_t alike = 0;
    while ((size_t)alike < n &&
           s->sample[n - 1 - (size_t)alike].value == s->sample[n - 1].value)
        alike++;
    return alike;
}

/* All up to a border take part, or all from it on. */
static sx_status contest_border(const ends *e, const sx_expr *border, sx_error *err)
{
    if (!border)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_status st = contest(e, sx_expr_two(e->arena, SX_EXPR_LT, e->rank, border), err);
    return st ? st : contest(e, sx_expr_two(e->arena, SX_EXPR_GE, e->rank, border), err);
}

/* The largest power of two of them, or of one less: up to there, and as many as are beyond it. */
static sx_status contest_powers(const ends *e, sx_error *err)
{
    sx_status st = SX_OK;
    for (int64_t less = 0; less <= 1 && !st; less++) {
        const sx_expr *power =
            sx_expr_power_in(e->arena, sx_expr_plus(e->arena, e->all, -less));
        st = contest_border(e, power, err);
        if (!st)
            st =
                contest_border(e, sx_expr_two(e->arena, SX_EXPR_SUB, e->all, power), err);
    }
    return st;
}

sx_status sx_lookalikes_of_ends(sx_arena *arena, const sx_runs *runs,
                                const sx_samples *samples, sx_law *law, sx_error *err)
{
    enum { FEW = 8 };
    const unsigned of_comm = 1u << SX_VAR_COMM_RANK | 1u << SX_VAR_COMM_SIZE;
    const bool in_comm = sx_expr_uses(law->expr, NULL, NULL) & of_comm;
    const ends e = {
        .arena = arena,
        .runs = runs,
        .samples = samples,
        .rank = sx_expr_var(arena, in_comm ? SX_VAR_COMM_RANK : SX_VAR_RANK, 0, 0),
        .all = sx_expr_var(arena, in_comm ? SX_VAR_COMM_SIZE : SX_VAR_P, 0, 0),
        .law = law,
    };
    const int64_t last = alike_at_end(samples);
    sx_status st = contest_mirrored(&e, err);
    if (!st && last <= FEW)
        st = contest_border(&e, sx_expr_plus(arena, e.all, -last), err);
    return st ? st : contest_powers(&e, err);
}
