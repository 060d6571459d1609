/* Values that differ at boundaries: a law for each class of places (first, interior and last on every
 * axis), classes with one law taken together. */
#include "law/column.h"
#include "law/law.h"
#include "law/position.h"

typedef struct piecewise {
    sx_law law[SX_POSITION_CLASSES]; /* per class */
    bool seen[SX_POSITION_CLASSES], once[SX_POSITION_CLASSES]; /* in one input alone */
} piecewise;

static sx_status find_pieces(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                             uint32_t g, piecewise *p, bool *ret_all, sx_error *err)
{
    const sx_evidence exact = { .label = SX_LABEL_EXACT };
    uint32_t n = sx_position_classes(&runs->grid[g]);
    size_t *index = SX_NEW_ARRAY(arena, size_t, samples->n);
    uint32_t *class = SX_NEW_ARRAY(arena, uint32_t, samples->n);
    if (!index || !class)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 0; i < samples->n; i++)
        class[i] = sx_position_of(runs, samples->sample[i].rank, g);
    *ret_all = false;
    for (uint32_t c = 0; c < n; c++) {
        size_t count = 0;
        for (size_t i = 0; i < samples->n; i++)
            if (class[i] == c)
                index[count++] = i;
        if (count == 0)
            continue;
        p->seen[c] = true;
        sx_samples part = sx_samples_subset(arena, samples, index, count);
        if (!part.sample)
            return sx_fail(err, SX_NOMEM, "out of memory");
        p->once[c] = sx_samples_runs(&part) == 1;
        sx_status st =
            sx_law_find_among(arena, runs, &part, SX_LAW_OF_PIECES, &p->law[c], err);
        if (!st && !p->law[c].expr && sx_law_wanted(&part, &exact))
            st = sx_law_interpolation(arena, runs, &part, &p->law[c], err);
        if (!st && !p->law[c].expr && part.lists && !part.is_size && !part.is_rank)
            st = sx_law_switch(arena, runs, &part, &p->law[c], err);
        if (st || !p->law[c].expr)
            return st;
    }
    *ret_all = true;
    return SX_OK;
}

/* What one input alone tells apart from the law of the others, in places of which more inputs have some, was predicted by none: adds to the
 * doubts where it differs. */
static sx_status doubt_alone(sx_arena *arena, const sx_runs *runs,
                             const sx_samples *samples, const sx_expr *law,
                             sx_evidence *evidence, sx_error *err)
{
    static const char reason[] =
        "only one input tells the law of these places from that of the others: add one";
    if (law->op != SX_EXPR_IF)
        return SX_OK;
    const sx_expr *differs =
        sx_expr_two(arena, SX_EXPR_AND, law->arg[0],
                    sx_expr_two(arena, SX_EXPR_NE, law->arg[1], law->arg[2]));
    int64_t *value = SX_NEW_ARRAY(arena, int64_t, samples->n);
    uint64_t with = 0;
    if (!differs || !value)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (!sx_column_values(runs, samples, differs, value))
        return SX_OK;
    for (size_t i = 0; i < samples->n; i++)
        with |= (uint64_t)(value[i] != 0) << samples->sample[i].run;
    if (with && !(with & (with - 1)))
        *evidence = sx_evidence_join(arena, *evidence,
                                     (sx_evidence) { SX_LABEL_PROVED, reason, differs });
    return doubt_alone(arena, runs, samples, law->arg[2], evidence, err);
}

/* A place that one input alone has, with a law of its own: the next one may have that of the others. */
static sx_evidence seen_once(sx_arena *arena, const sx_runs *runs, uint32_t g, uint32_t c)
{
    static const char reason[] =
        "one input alone has such places: add one that has some, too";
    const bool none[SX_POSITION_CLASSES] = { 0 };
    bool in[SX_POSITION_CLASSES] = { 0 };
    in[c] = true;
    return (sx_evidence) { SX_LABEL_PROVED, reason,
                           sx_position_condition(arena, &runs->grid[g], g, in, none) };
}

/* The law that most classes have is the default; every other one gets a condition. */
static sx_law join(sx_arena *arena, const sx_runs *runs, uint32_t g, const piecewise *p)
{
    uint32_t n = sx_position_classes(&runs->grid[g]), default_class = 0, most = 0;
    bool unseen[SX_POSITION_CLASSES], any_unseen = false;
    for (uint32_t c = 0; c < n; c++) {
        uint32_t same = 0;
        unseen[c] = !p->seen[c];
        any_unseen = any_unseen || unseen[c];
        for (uint32_t d = 0; p->seen[c] && d < n; d++)
            same += p->seen[d] && sx_expr_equal(p->law[c].expr, p->law[d].expr);
        if (same > most) {
            most = same;
            default_class = c;
        }
    }
    sx_law joined = p->law[default_class];
    bool done[SX_POSITION_CLASSES] = { 0 };
    for (uint32_t c = 0; c < n; c++) {
        if (!p->seen[c] || done[c])
            continue;
        joined.evidence = sx_evidence_join(arena, joined.evidence, p->law[c].evidence);
        bool in[SX_POSITION_CLASSES] = { 0 };
        for (uint32_t d = c; d < n; d++) {
            in[d] = p->seen[d] && sx_expr_equal(p->law[c].expr, p->law[d].expr);
            done[d] = done[d] || in[d];
        }
        if (sx_expr_equal(p->law[c].expr, p->law[default_class].expr))
            continue;
        for (uint32_t d = c; d < n; d++)
            if (in[d] && p->once[d])
                joined.evidence = sx_evidence_join(arena, joined.evidence,
                                                   seen_once(arena, runs, g, d));
        const sx_expr *here = sx_position_condition(arena, &runs->grid[g], g, in, unseen);
        joined.expr = sx_expr_make(arena, SX_EXPR_IF, here, p->law[c].expr, joined.expr);
    }
    if (any_unseen) {
        sx_evidence open = {
            .label = SX_LABEL_EXACT,
            .reason = "some kind of place (corner, edge, interior) is in no input: "
                      "add one with larger dims"
        };
        joined.evidence = sx_evidence_join(arena, joined.evidence, open);
    }
    return joined;
}

sx_status sx_law_classes(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                         sx_law *ret_law, sx_error *err)
{
    if (samples->is_size &&
        samples->beat) /* a size has a law: pieces say it in more words */
        return SX_OK;
    piecewise *p = SX_NEW(arena, piecewise);
    if (!p)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (uint32_t g = 0; g < runs->ngrids && !ret_law->expr; g++) {
        if (sx_position_classes(&runs->grid[g]) == 0)
            continue;
        *p = (piecewise) { 0 };
        bool all;
        sx_status st = find_pieces(arena, runs, samples, g, p, &all, err);
        if (st)
            return st;
        if (!all)
            continue;
        sx_law law = join(arena, runs, g, p);
        size_t first;
        if (!law.expr || !sx_column_matches(runs, samples, law.expr, &first))
            continue;
        st = doubt_alone(arena, runs, samples, law.expr, &law.evidence, err);
        if (st)
            return st;
        *ret_law = law;
    }
    return SX_OK;
}
