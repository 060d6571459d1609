#include "extrap/infer_parts.h"

#include "law/refusal.h"

sx_status sx_infer_collect(inference *inf, const sx_sampling *how, const sx_value *value,
                           sx_samples *ret_samples)
{
    sx_arena_clear(inf->scratch);
    return sx_samples_collect(inf->scratch, inf->runs, how, value, ret_samples, inf->err);
}

void sx_infer_doubt_beyond(const inference *inf, sx_evidence *e)
{
    const sx_evidence there = { .label = SX_LABEL_PROVED,
                                .doubt = inf->beyond,
                                .reason = inf->why };
    if (inf->beyond && e->label == SX_LABEL_PROVED)
        *e = sx_evidence_join(inf->arena, *e, there);
}

/* Of the first values that are refused, but not of row numbers. */
static sx_status explain(inference *inf, sx_known_law *known)
{
    if (known->is_explained || inf->sizes_only || inf->is_row)
        return SX_OK;
    known->is_explained = true;
    return sx_refusal_explain(inf->arena, inf->runs, &known->samples, &known->law,
                              &inf->refusals, inf->err);
}

sx_status sx_infer_law(inference *inf, const sx_samples *samples, sx_law *ret_law)
{
    const size_t constants = sx_known_constants(inf->runs);
    uint64_t hash;
    sx_known_law *known = sx_known_find(&inf->known, samples, &hash);
    if (!known) {
        sx_law law = { 0 };
        sx_status st = sx_law_find(inf->arena, inf->runs, samples, &law, inf->err);
        if (!st) {
            sx_infer_doubt_beyond(inf, &law.evidence);
            st = sx_known_add(inf->arena, &inf->known, samples, hash, &law, constants,
                              &known, inf->err);
        }
        if (st)
            return st;
    }
    sx_status st = explain(inf, known);
    *ret_law = known->law;
    return st;
}

/* What most ranks of the largest run have: written where no law is found, and marked. */
static int64_t fallback(const sx_samples *samples, const sx_runs *runs)
{
    int64_t best = 0;
    size_t most = 0, tried = 0;
    for (size_t i = samples->n; i-- > 0 && tried < 64;) {
        if (samples->sample[i].run != runs->n - 1 && most)
            break;
        size_t same = 0;
        for (size_t j = samples->n; j-- > 0 && samples->n - j < 4096;)
            same += samples->sample[j].value == samples->sample[i].value;
        if (same > most) {
            most = same;
            best = samples->sample[i].value;
        }
        tried++;
    }
    return best;
}

sx_status sx_infer_value(inference *inf, const sx_samples *samples, const sx_law *law,
                         sx_value *ret_value)
{
    const sx_expr *expr = law->expr;
    if (!expr)
        expr = sx_expr_int(inf->arena, fallback(samples, inf->runs));
    if (!expr)
        return sx_fail(inf->err, SX_NOMEM, "out of memory");
    *ret_value = sx_value_expr(expr, law->evidence);
    return SX_OK;
}

bool sx_infer_is_of_scale(const sx_expr *law)
{
    const unsigned scale = 1u << SX_VAR_P | 1u << SX_VAR_DIM | 1u << SX_VAR_CONSTANT;
    return !(sx_expr_uses(law, NULL, NULL) & ~scale);
}

const sx_expr *sx_infer_over_world(const inference *inf, const sx_expr *law)
{
    const sx_expr *size = sx_expr_var(inf->arena, SX_VAR_COMM_SIZE, 0, 0),
                  *rank = sx_expr_var(inf->arena, SX_VAR_COMM_RANK, 0, 0),
                  *all = sx_expr_var(inf->arena, SX_VAR_P, 0, 0),
                  *own = sx_expr_var(inf->arena, SX_VAR_RANK, 0, 0);
    law = size && all ? sx_expr_replace(inf->arena, law, size, all) : NULL;
    return law && rank && own ? sx_expr_replace(inf->arena, law, rank, own) : NULL;
}
