/* The lines behind an event that say how often which value was there, without the order. */
#include "base/checked.h"
#include "io/text_reader.h"

#include <string.h>

/* The kind whose key is the word that comes next; SX_MULTISETS when there is none. */
static sx_multiset_kind next_kind(sx_text_reader *r)
{
    const char *begin = r->at;
    r->at += strspn(r->at, " ");
    size_t length = sx_text_word(r, "");
    int kind = 0;
    for (; kind < SX_MULTISETS; kind++) {
        const char *key = sx_multiset_key((sx_multiset_kind)kind);
        if (strlen(key) == length && memcmp(key, r->at, length) == 0)
            break;
    }
    r->at = begin;
    return (sx_multiset_kind)kind;
}

/* VALUE[..VALUE[/STRIDE]]:COUNT, pushed item by item. */
static bool read_run(sx_text_reader *r, size_t mark, int64_t low)
{
    int64_t first, last, stride = 1, count, span;
    if (!sx_text_int(r, "a larger value", low, INT64_MAX, &first))
        return false;
    last = first;
    if (sx_text_try(r, "..") &&
        (!sx_text_int(r, "the last value of a run", first, INT64_MAX, &last) ||
         (sx_text_try(r, "/") && !sx_text_int(r, "a stride", 1, INT64_MAX, &stride))))
        return false;
    if (sx_sub_overflows(last, first, &span) || span % stride)
        return sx_text_fail(r, SX_PARSE, "expected a run whose stride leads to its end");
    if (span / stride >= SX_MULTISET_ITEMS - (int64_t)(r->items.n - mark))
        return sx_text_fail(r, SX_LIMIT, "more than %d different values",
                            SX_MULTISET_ITEMS);
    if (!sx_text_need(r, ":") || !sx_text_int(r, "a count", 1, INT64_MAX, &count))
        return false;
    for (int64_t i = 0; i <= span / stride; i++) {
        sx_multiset_item item = { first + i * stride, (uint64_t)count };
        if (!sx_text_push(r, &r->items, &item, sizeof item))
            return false;
    }
    return true;
}

static bool read_set(sx_text_reader *r, sx_multiset *set)
{
    size_t mark = r->items.n;
    int64_t low = SX_ROOT + 1;
    r->at += strlen(sx_multiset_key(set->kind));
    set->all = !sx_text_try(r, " ranks=");
    if (!set->all && !sx_text_terms(r, &set->ranks))
        return false;
    do {
        if (low == INT64_MAX)
            return sx_text_expected(r, "the end of the line");
        if (!sx_text_need(r, " ") || !read_run(r, mark, low))
            return false;
        const sx_multiset_item *items = (const void *)r->items.data;
        low = items[r->items.n - 1].value;
        low += low < INT64_MAX;
    } while (r->at < r->end);
    set->n = (uint32_t)(r->items.n - mark);
    set->item = sx_text_pop(r, &r->items, mark, sizeof *set->item);
    return set->item != NULL;
}

bool sx_text_multisets(sx_text_reader *r, size_t depth, sx_node *node)
{
    size_t mark = r->sets.n, terms = r->terms.n;
    sx_multiset last = { .kind = SX_MULTISETS, .all = true };
    for (;;) {
        sx_multiset set = { .all = true };
        if (!sx_text_next_line(r))
            break;
        if ((set.kind = next_kind(r)) == SX_MULTISETS) {
            r->held = true;
            break;
        }
        if (!sx_text_indent(r, depth))
            return false;
        if (last.kind != SX_MULTISETS && set.kind < last.kind)
            return sx_text_expected(r, "'%s' before '%s'", sx_multiset_key(set.kind),
                                    sx_multiset_key(last.kind));
        if (set.kind != last.kind && !sx_text_disjoint(r, terms))
            return false;
        if (!read_set(r, &set))
            return false;
        if (set.kind == last.kind && (set.all || last.all))
            return sx_text_fail(r, SX_PARSE, "a second '%s' of the same ranks",
                                sx_multiset_key(set.kind));
        if (!sx_text_push(r, &r->sets, &set, sizeof set))
            return false;
        last = set;
    }
    node->nmultisets = (uint32_t)(r->sets.n - mark);
    node->multiset = sx_text_pop(r, &r->sets, mark, sizeof *node->multiset);
    return node->multiset != NULL && sx_text_disjoint(r, terms);
}
