#include "trace/multiset.h"

#include "base/checked.h"

static const struct {
    const char *key;
    bool pooled;
} kinds[] = {
#define KIND_ROW(name, key, pooled) { key, pooled },
    SX_MULTISET_LIST(KIND_ROW)
#undef KIND_ROW
};

const char *sx_multiset_key(sx_multiset_kind kind)
{
    return kinds[kind].key;
}

bool sx_multiset_is_pooled(sx_multiset_kind kind)
{
    return kinds[kind].pooled;
}

bool sx_multiset_same_items(const sx_multiset *a, const sx_multiset *b)
{
    bool same = a->n == b->n;
    for (uint32_t i = 0; same && i < a->n; i++)
        same =
            a->item[i].value == b->item[i].value && a->item[i].count == b->item[i].count;
    return same;
}

sx_status sx_multiset_add(sx_arena *arena, const sx_multiset *a, const sx_multiset *b,
                          sx_multiset *ret_sum, sx_error *err)
{
    sx_multiset_item *item = SX_NEW_ARRAY(arena, sx_multiset_item, (size_t)a->n + b->n);
    uint32_t i = 0, j = 0, n = 0;
    if (!item)
        return sx_fail(err, SX_NOMEM, "out of memory");
    while (i < a->n || j < b->n) {
        if (j == b->n || (i < a->n && a->item[i].value < b->item[j].value)) {
            item[n++] = a->item[i++];
        } else if (i == a->n || b->item[j].value < a->item[i].value) {
            item[n++] = b->item[j++];
        } else {
            item[n] = a->item[i++];
            if (sx_add_overflows(item[n].count, b->item[j++].count, &item[n].count))
                return sx_fail(err, SX_OVERFLOW, "a count does not fit in 64 bits");
            n++;
        }
    }
    *ret_sum = *a;
    ret_sum->n = n;
    ret_sum->item = item;
    return SX_OK;
}

/* Two items alone are a run only when they are neighbours. */
uint32_t sx_multiset_run(const sx_multiset *set, uint32_t at, int64_t *ret_stride)
{
    const sx_multiset_item *item = set->item + at;
    uint32_t left = set->n - at, n = 1;
    int64_t stride = 1, next;
    if (left > 1 && item[1].count == item[0].count &&
        !sx_sub_overflows(item[1].value, item[0].value, &stride)) {
        for (n = 2; n < left && item[n].count == item[0].count &&
                    !sx_sub_overflows(item[n].value, item[n - 1].value, &next) &&
                    next == stride;)
            n++;
    }
    if (n == 2 && stride != 1)
        n = 1;
    *ret_stride = n == 1 ? 1 : stride;
    return n;
}

uint32_t sx_multiset_runs(const sx_multiset *set)
{
    uint32_t runs = 0;
    int64_t stride;
    for (uint32_t at = 0; at < set->n; at += sx_multiset_run(set, at, &stride))
        runs++;
    return runs;
}

uint32_t sx_multisets_choose(sx_multiset *set, uint32_t n)
{
    uint64_t weight[SX_MULTISETS] = { 0 };
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n; i++)
        weight[set[i].kind] +=
            2 + (set[i].all ? 0 : set[i].ranks.n) + sx_multiset_runs(&set[i]);
    if (!weight[SX_MULTISET_FROM] || !weight[SX_MULTISET_OFFSET])
        return n;
    bool ranks = weight[SX_MULTISET_FROM] <= weight[SX_MULTISET_OFFSET];
    for (uint32_t i = 0; i < n; i++) {
        if (set[i].kind != (ranks ? SX_MULTISET_OFFSET : SX_MULTISET_FROM))
            set[kept++] = set[i];
    }
    return kept;
}
