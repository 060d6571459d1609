#include "match/findings.h"

#include "base/checked.h"

#include <stdlib.h>

static bool alike(const sx_mismatch *a, const sx_mismatch *b)
{
    return a->kind == b->kind && a->comm == b->comm && a->node[0] == b->node[0] &&
           a->node[1] == b->node[1];
}

sx_status sx_findings_add(sx_findings *findings, const sx_mismatch *found, sx_error *err)
{
    for (size_t i = 0; i < findings->n; i++) {
        sx_mismatch *known = &findings->mismatch[i];
        if (!alike(known, found))
            continue;
        if (sx_add_overflows(known->cases, found->cases, &known->cases))
            known->cases = UINT64_MAX;
        return SX_OK;
    }
    if (findings->n == findings->capacity) {
        size_t capacity = findings->capacity ? 2 * findings->capacity : 16;
        sx_mismatch *grown = SX_NEW_ARRAY(findings->arena, sx_mismatch, capacity);
        if (!grown)
            return sx_fail(err, SX_NOMEM, "out of memory");
        for (size_t i = 0; i < findings->n; i++)
            grown[i] = findings->mismatch[i];
        findings->mismatch = grown;
        findings->capacity = capacity;
    }
    findings->mismatch[findings->n++] = *found;
    return SX_OK;
}

static uint32_t begins(const sx_mismatch *m)
{
    uint32_t first = UINT32_MAX;
    for (int side = 0; side < 2; side++)
        if (m->node[side] && m->node[side]->id < first)
            first = m->node[side]->id;
    return first;
}

static int by_place(const void *a, const void *b)
{
    const sx_mismatch *x = a, *y = b;
    if (begins(x) != begins(y))
        return begins(x) < begins(y) ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return (x->rank[0] > y->rank[0]) - (x->rank[0] < y->rank[0]);
}

void sx_findings_sort(sx_findings *findings)
{
    if (findings->n)
        qsort(findings->mismatch, findings->n, sizeof *findings->mismatch, by_place);
}
