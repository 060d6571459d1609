/* Parts of the scale that leave the same rest in all inputs: nothing tells how they are rounded where they leave another. */
#include "law/lookalikes.h"

typedef struct rests {
    sx_arena *arena;
    const sx_runs *runs;
    const sx_samples *samples;
    sx_law *law;
} rests;

/* What the first sample of each run leaves of it; false where that is not one number. */
static bool is_one_rest(const rests *r, const sx_expr *rest, int64_t *ret_rest)
{
    bool any = false;
    for (size_t i = 0; i < r->samples->n; i++) {
        int64_t counter[SX_MAX_DEPTH + SX_SAMPLE_LOOPS], value;
        if (i > 0 && r->samples->sample[i].run == r->samples->sample[i - 1].run)
            continue;
        sx_expr_env env = sx_sample_env(r->runs, r->samples, i, counter);
        if (sx_expr_eval(rest, &env, &value, NULL) || (any && value != *ret_rest))
            return false;
        *ret_rest = value;
        any = true;
    }
    return any;
}

static bool doubt_parts(const rests *r, const sx_expr *expr)
{
    const unsigned scale = 1u << SX_VAR_P | 1u << SX_VAR_COMM_SIZE | 1u << SX_VAR_DIM;
    int64_t value;
    for (int i = 0; i < 3 && expr->arg[i]; i++)
        if (!doubt_parts(r, expr->arg[i]))
            return false;
    if (expr->op != SX_EXPR_DIV || expr->arg[1]->op != SX_EXPR_INT ||
        expr->arg[1]->value < 2 || expr->arg[0]->op == SX_EXPR_INT ||
        (sx_expr_uses(expr->arg[0], NULL, NULL) & ~scale))
        return true;
    const sx_expr *rest = sx_expr_two(r->arena, SX_EXPR_MOD, expr->arg[0], expr->arg[1]);
    if (!rest || !is_one_rest(r, rest, &value))
        return rest != NULL;
    const sx_evidence other = {
        .label = SX_LABEL_PROVED,
        .reason = "a part of the scale leaves one rest in all inputs, and another here: "
                  "add an input",
        .doubt = sx_expr_two(r->arena, SX_EXPR_NE, rest, sx_expr_int(r->arena, value))
    };
    r->law->evidence = sx_evidence_join(r->arena, r->law->evidence, other);
    return other.doubt && r->law->evidence.doubt;
}

sx_status sx_lookalikes_of_rests(sx_arena *arena, const sx_runs *runs,
                                 const sx_samples *samples, sx_law *law, sx_error *err)
{
    const rests r = { arena, runs, samples, law };
    if (!law->expr || law->evidence.label != SX_LABEL_PROVED)
        return SX_OK;
    return doubt_parts(&r, law->expr) ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
}
