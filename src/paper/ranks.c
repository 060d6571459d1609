#include "paper/ranks.h"

#include "paper/number.h"

typedef struct lists {
    sx_arena *arena;
    const sx_runs *runs;
    const sx_paper_space *space;
    sx_ranklist *list; /* by run */
    int64_t *value; /* by run: of one field */
    const char *why;
} lists;

static sx_status nomem(sx_error *err)
{
    return sx_fail(err, SX_NOMEM, "out of memory");
}

static bool is_everybody(const sx_runs *runs, const sx_paper_group *group,
                         const bool *within)
{
    for (size_t run = 0; run < runs->n; run++) {
        size_t n = 0;
        for (int64_t r = 0; r < runs->p[run]; r++)
            n += within[runs->offset[run] + r];
        if (n != group->n[run])
            return false;
    }
    return true;
}

/* Same terms, each with as many dimensions, in all runs? */
static bool same_structure(const lists *l)
{
    for (size_t run = 1; run < l->runs->n; run++) {
        if (l->list[run].n != l->list[0].n)
            return false;
        for (size_t t = 0; t < l->list[0].n; t++)
            if (l->list[run].term[t].ndims != l->list[0].term[t].ndims)
                return false;
    }
    return true;
}

/* NULL, with l->why, where no system has the values. */
static const sx_expr *field(lists *l, sx_status *st, sx_error *err)
{
    sx_law law = { 0 };
    if (!*st && !l->why)
        *st = sx_paper_number(l->arena, l->runs, l->space, l->value, &law, err);
    if (!*st && !l->why && law.evidence.label != SX_LABEL_EXACT)
        l->why = law.evidence.reason;
    return law.expr;
}

static sx_status box_of(lists *l, size_t t, sx_box *box, sx_error *err)
{
    sx_status st = SX_OK;
    box->ndims = l->list[0].term[t].ndims;
    for (size_t run = 0; run < l->runs->n; run++)
        l->value[run] = l->list[run].term[t].start;
    box->start = field(l, &st, err);
    for (uint32_t d = 0; d < box->ndims; d++) {
        for (size_t run = 0; run < l->runs->n; run++)
            l->value[run] = l->list[run].term[t].dim[d].iters;
        box->dim[d].iters = field(l, &st, err);
        for (size_t run = 0; run < l->runs->n; run++)
            l->value[run] = l->list[run].term[t].dim[d].stride;
        box->dim[d].stride = field(l, &st, err);
    }
    return st;
}

/* Boxes of the ranklists; why is set where there are none. */
static sx_status boxes_of(lists *l, sx_domain *domain, sx_error *err)
{
    sx_status st = SX_OK;
    sx_box *box = SX_NEW_ARRAY(l->arena, sx_box, l->list[0].n);
    if (!box)
        return nomem(err);
    l->why = same_structure(l) ? NULL : "ranklists are of another form in each input";
    for (size_t t = 0; !st && !l->why && t < l->list[0].n; t++)
        st = box_of(l, t, &box[t], err);
    domain->kind = SX_DOMAIN_BOXES;
    domain->nboxes = l->list[0].n;
    domain->box = box;
    domain->evidence.label = SX_LABEL_EXACT;
    return st;
}

sx_status sx_paper_ranks(sx_arena *arena, const sx_runs *runs,
                         const sx_paper_space *space, const sx_paper_group *group,
                         const bool *within, sx_domain *ret_domain, sx_error *err)
{
    static sx_status (*const form[])(sx_arena *, const sx_rank *, size_t, sx_ranklist *,
                                     sx_error *) = { sx_ranklist_from_ranks,
                                                     sx_ranklist_boxes };
    lists l = { .arena = arena,
                .runs = runs,
                .space = space,
                .list = SX_NEW_ARRAY(arena, sx_ranklist, runs->n),
                .value = SX_NEW_ARRAY(arena, int64_t, runs->n) };
    *ret_domain = (sx_domain) { .kind = SX_DOMAIN_ALL, .evidence.label = SX_LABEL_EXACT };
    if (is_everybody(runs, group, within))
        return SX_OK;
    if (!l.list || !l.value)
        return nomem(err);
    for (size_t f = 0; f < sizeof form / sizeof *form; f++) {
        sx_status st = SX_OK;
        for (size_t run = 0; !st && run < runs->n; run++)
            st = form[f](arena, group->rank[run], group->n[run], &l.list[run], err);
        if (!st)
            st = boxes_of(&l, ret_domain, err);
        if (st || !l.why)
            return st;
    }
    *ret_domain =
        (sx_domain) { .kind = SX_DOMAIN_RANKS,
                      .ranks = l.list[runs->n - 1],
                      .evidence = { .label = SX_LABEL_REFUSED, .reason = l.why } };
    return SX_OK;
}
