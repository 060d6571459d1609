#include "law/line_blocks.h"

#include "law/column.h"
#include "law/faces.h"

static bool is_quotient(const sx_expr *expr)
{
    return expr->op == SX_EXPR_DIV && expr->arg[0]->op == SX_EXPR_INT &&
           expr->arg[0]->value > 0 && expr->arg[1]->op == SX_EXPR_VAR;
}

void sx_line_wholes_note(sx_line_wholes *wholes, const sx_expr *law)
{
    for (int i = 0; i < 3 && law->arg[i]; i++)
        sx_line_wholes_note(wholes, law->arg[i]);
    if (!is_quotient(law) || wholes->n == SX_LINE_WHOLES)
        return;
    for (size_t i = 0; i < wholes->n; i++)
        if (wholes->whole[i] == law->arg[0]->value)
            return;
    wholes->whole[wholes->n++] = law->arg[0]->value;
}

typedef struct line {
    sx_arena *arena;
    sx_runs *runs;
    const sx_samples *samples;
    const sx_line_wholes *wholes;
    const sx_expr *extent, *place;
    int64_t *long_, *other; /* the extent at each sample, and what is compared with it */
    int64_t longest;
} line;

/* Is it the extent, at all samples? */
static bool is_extent(const line *l, const sx_expr *divisor)
{
    if (!sx_column_values(l->runs, l->samples, divisor, l->other))
        return false;
    for (size_t i = 0; i < l->samples->n; i++)
        if (l->other[i] != l->long_[i])
            return false;
    return true;
}

/* The least number of points that the whole is a multiple of. */
static int64_t points_of(const line *l, int64_t whole)
{
    int64_t least = whole;
    for (size_t i = 0; i < l->wholes->n; i++) {
        const int64_t points = l->wholes->whole[i];
        if (points < least && points >= l->longest && whole % points == 0)
            least = points;
    }
    return least;
}

/* The law with blocks in place of quotients; itself where there are none. NULL: no memory, or too many constants. */
static const sx_expr *with_blocks(const line *l, const sx_expr *law)
{
    if (is_quotient(law) && is_extent(l, law->arg[1])) {
        const int64_t whole = law->arg[0]->value, points = points_of(l, whole);
        const uint32_t number = sx_runs_constant(l->arena, l->runs, points);
        return number == UINT32_MAX
                   ? NULL
                   : sx_expr_two(
                         l->arena, SX_EXPR_MUL, sx_expr_int(l->arena, whole / points),
                         sx_expr_make(l->arena, SX_EXPR_BLOCK,
                                      sx_expr_var(l->arena, SX_VAR_CONSTANT, 0, number),
                                      l->extent, l->place));
    }
    const sx_expr *arg[3] = { NULL };
    bool same = true;
    for (int i = 0; i < 3 && law->arg[i]; i++) {
        arg[i] = with_blocks(l, law->arg[i]);
        if (!arg[i])
            return NULL;
        same = same && arg[i] == law->arg[i];
    }
    return same ? law : sx_expr_make(l->arena, law->op, arg[0], arg[1], arg[2]);
}

sx_status sx_line_deal_out(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                           const sx_line_wholes *wholes, const sx_expr *extent,
                           const sx_expr *place, sx_law *law, sx_error *err)
{
    line l = { arena, runs, samples, wholes, extent, place, NULL, NULL, 0 };
    size_t first;
    if (!extent || !place || !sx_law_may_be_dealt_out(law))
        return SX_OK;
    l.long_ = SX_NEW_ARRAY(arena, int64_t, samples->n);
    l.other = SX_NEW_ARRAY(arena, int64_t, samples->n);
    if (!l.long_ || !l.other)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (!sx_column_values(runs, samples, extent, l.long_))
        return SX_OK;
    for (size_t i = 0; i < samples->n; i++)
        l.longest = l.long_[i] > l.longest ? l.long_[i] : l.longest;
    const sx_expr *dealt = with_blocks(&l, law->expr);
    if (!dealt || dealt == law->expr || !sx_column_matches(runs, samples, dealt, &first))
        return SX_OK;
    sx_law blocks = { dealt, law->evidence };
    sx_status st =
        sx_law_doubt_other(arena, runs, law->expr,
                           "divides exactly in every input: where it does not, "
                           "the rounding is unknown; add an input that does not "
                           "divide",
                           &blocks, err);
    if (!st)
        *law = blocks;
    return st;
}
