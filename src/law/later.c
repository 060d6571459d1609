#include "law/later.h"

sx_status sx_later_doubt(sx_arena *arena, const sx_samples *samples, const sx_nest *nest,
                         sx_law *law, sx_error *err)
{
    static const char reason[] =
        "trips beyond the first show in one input at most: add another that has them";
    uint64_t counters = 0;
    if (!law->expr || law->evidence.label != SX_LABEL_PROVED)
        return SX_OK;
    sx_expr_uses(law->expr, &counters, NULL);
    if (counters && samples->is_rank)
        return SX_OK;
    for (uint32_t d = 0; d < nest->depth; d++) {
        const uint64_t again = nest->again[d];
        const bool is_shown = law->expr->op == SX_EXPR_INT ? again & (again - 1) : again;
        if (is_shown || (counters >> d & 1))
            continue;
        const sx_expr *later =
            sx_expr_two(arena, SX_EXPR_GT, sx_expr_var(arena, SX_VAR_COUNTER, 0, d),
                        sx_expr_int(arena, 0));
        if (!later)
            return sx_fail(err, SX_NOMEM, "out of memory");
        law->evidence = sx_evidence_join(
            arena, law->evidence, (sx_evidence) { SX_LABEL_PROVED, reason, later });
    }
    return SX_OK;
}
