#include "base/checked.h"
#include "io/text_reader.h"

#include <stdlib.h>
#include <string.h>

/* A term with its strides descending. They nest: each is larger than the extent of all
 * that it repeats, so that the ranks of one iteration of any dimension are an interval
 * apart from those of the next. */
typedef struct nest {
    int64_t start, last;
    uint32_t n;
    struct sx_ranklist_dim dim[SX_RANKLIST_DIMS];
} nest;

static nest sorted(const sx_ranklist_term *term)
{
    nest t = { .start = term->start, .last = term->start, .n = term->ndims };
    for (uint32_t i = 0; i < t.n; i++) {
        uint32_t at = i;
        for (; at > 0 && t.dim[at - 1].stride < term->dim[i].stride; at--)
            t.dim[at] = t.dim[at - 1];
        t.dim[at] = term->dim[i];
        t.last += (term->dim[i].iters - 1) * term->dim[i].stride;
    }
    return t;
}

static bool nests(const nest *t)
{
    int64_t extent = 0;
    for (uint32_t i = t->n; i > 0; i--) {
        if (t->dim[i - 1].stride <= extent)
            return false;
        extent += (t->dim[i - 1].iters - 1) * t->dim[i - 1].stride;
    }
    return true;
}

static bool read_dimension(sx_text_reader *r, int64_t limit, int64_t *last,
                           struct sx_ranklist_dim *ret)
{
    if (!sx_text_need(r, " ") ||
        !sx_text_int(r, "an iteration count", 2, limit, &ret->iters) ||
        !sx_text_need(r, " ") || !sx_text_int(r, "a stride", 1, limit, &ret->stride))
        return false;
    /* Both are below 2^31: no overflow. */
    *last += (ret->iters - 1) * ret->stride;
    return *last < limit ||
           sx_text_fail(r, SX_PARSE, "expected ranks below %lld, found %lld",
                        (long long)limit, (long long)*last);
}

static int64_t rank_limit(const sx_text_reader *r)
{
    return r->trace->p ? r->trace->p : SX_TEXT_MAX_RANKS;
}

bool sx_text_term(sx_text_reader *r)
{
    sx_ranklist_term term = { 0 };
    int64_t ndims, limit = rank_limit(r);
    if (!sx_text_need(r, "<") ||
        !sx_text_int(r, "a number of dimensions", 0, SX_RANKLIST_DIMS, &ndims) ||
        !sx_text_need(r, " ") || !sx_text_int(r, "a rank", 0, limit - 1, &term.start))
        return false;
    int64_t last = term.start;
    for (; term.ndims < ndims; term.ndims++)
        if (!read_dimension(r, limit, &last, &term.dim[term.ndims]))
            return false;
    nest t = sorted(&term);
    if (!nests(&t))
        return sx_text_fail(r, SX_PARSE,
                            "expected strides that are larger than what they repeat");
    return sx_text_need(r, ">") && sx_text_push(r, &r->terms, &term, sizeof term);
}

bool sx_text_at_name(const sx_text_reader *r)
{
    return r->end - r->at >= 2 && r->at[0] == 's' && r->at[1] >= '0' && r->at[1] <= '9';
}

/* The terms are pushed for the check that sets are disjoint, which is paid from the reader's
 * work: a short name may stand for many. */
static bool read_name(sx_text_reader *r, sx_ranklist *ret)
{
    uint32_t index;
    r->at++;
    if (!sx_text_index(r, "the number of a set", r->nnamed, &index))
        return false;
    const sx_ranklist *list = &r->named[index];
    for (size_t i = 0; i < list->n; i++, r->work--)
        if (r->work == 0)
            return sx_text_fail(r, SX_LIMIT, "sets too large and too often used");
        else if (!sx_text_push(r, &r->terms, &list->term[i], sizeof list->term[i]))
            return false;
    *ret = *list;
    return true;
}

static bool read_terms(sx_text_reader *r, sx_ranklist *ret)
{
    size_t mark = r->terms.n;
    sx_ranklist list = { 0 };
    do {
        if (!sx_text_term(r))
            return false;
        const sx_ranklist_term *term = (const sx_ranklist_term *)(void *)r->terms.data;
        int64_t count = 1;
        for (uint32_t i = 0; i < term[r->terms.n - 1].ndims; i++)
            count *=
                term[r->terms.n - 1].dim[i].iters; /* they nest: at most 2^31 ranks */
        list.count += count;
    } while (r->at < r->end && *r->at == '<');
    list.n = r->terms.n - mark;
    list.term = sx_text_pop(r, &r->terms, mark, sizeof *list.term);
    r->terms.n = mark + list.n;
    *ret = list;
    return list.term != NULL;
}

bool sx_text_terms(sx_text_reader *r, sx_ranklist *ret)
{
    return sx_text_at_name(r) ? read_name(r, ret) : read_terms(r, ret);
}

/* The first and the last iteration of `dim`, begun at `start` and each `extent` long,
 * that reach into [first, last]. */
static void overlap(const struct sx_ranklist_dim *dim, int64_t start, int64_t extent,
                    int64_t first, int64_t last, int64_t *ret_from, int64_t *ret_to)
{
    int64_t from = -sx_floor_div(-(first - extent - start), dim->stride);
    int64_t to = sx_floor_div(last - start, dim->stride);
    *ret_from = from > 0 ? from : 0;
    *ret_to = to < dim->iters - 1 ? to : dim->iters - 1;
}

/* Two arithmetic progressions, by the Chinese remainder theorem. Everything is below
 * 2^31. */
static bool progressions_meet(const nest *a, const nest *b)
{
    int64_t s = a->dim[0].stride, t = b->dim[0].stride;
    int64_t g = sx_gcd(s, t), difference = b->start - a->start;
    if (difference % g)
        return false;
    /* k: the inverse of s/g modulo t/g, by Euclid; then the iteration of a that b also
     * reaches. */
    int64_t m = t / g, x = sx_floor_mod(s / g, m), y = m, k = 1, next = 0;
    while (x > 1) {
        int64_t q = x / y, swap = x % y;
        x = y;
        y = swap;
        swap = k - q * next;
        k = next;
        next = swap;
    }
    k = m == 1 ? 0
               : sx_floor_mod(sx_floor_mod(difference / g, m) * sx_floor_mod(k, m), m);
    int64_t meeting = a->start + k * s, period = s * m;
    if (meeting < b->start)
        meeting -= sx_floor_div(meeting - b->start, period) * period;
    return meeting <= (a->last < b->last ? a->last : b->last);
}

/* Iteration k of the outermost dimension. */
static nest inner(const nest *t, int64_t k)
{
    nest in = { .n = t->n - 1 };
    in.start = t->start + k * t->dim[0].stride;
    in.last = in.start;
    for (uint32_t i = 0; i < in.n; i++) {
        in.dim[i] = t->dim[i + 1];
        in.last += (in.dim[i].iters - 1) * in.dim[i].stride;
    }
    return in;
}

/* Have the two a rank in common? Exact; true, and the reader's work used up, when it
 * would take too long. Splits the dimension of the larger stride into those iterations
 * that reach the other term; with equal strides only neighbouring iterations matter,
 * whichever pair it is. */
static bool meet(sx_text_reader *r, const nest *a, const nest *b)
{
    if (r->work == 0)
        return true;
    r->work--;
    if (a->last < b->start || b->last < a->start)
        return false;
    if (a->n + b->n == 0)
        return true;
    if (a->n == 1 && b->n == 1)
        return progressions_meet(a, b);
    if (a->n == 0 || (b->n > 0 && b->dim[0].stride > a->dim[0].stride)) {
        const nest *swap = a;
        a = b;
        b = swap;
    }
    nest in = inner(a, 0);
    int64_t extent = in.last - in.start, from, to;
    if (b->n && b->dim[0].stride == a->dim[0].stride) {
        nest other = inner(b, 0);
        int64_t stride = a->dim[0].stride, length = other.last - other.start;
        /* Iteration k of a and l of b are as far apart as iterations 0 and d = l - k. */
        struct sx_ranklist_dim apart = { a->dim[0].iters + b->dim[0].iters - 1, stride };
        int64_t begin = other.start - (a->dim[0].iters - 1) * stride;
        overlap(&apart, begin, length, in.start, in.last, &from, &to);
        for (int64_t d = from; d <= to; d++) {
            nest moved = inner(b, d - (a->dim[0].iters - 1));
            if (meet(r, &in, &moved))
                return true;
        }
        return false;
    }
    overlap(&a->dim[0], a->start, extent, b->start, b->last, &from, &to);
    for (int64_t k = from; k <= to; k++) {
        in = inner(a, k);
        if (meet(r, &in, b))
            return true;
    }
    return false;
}

static int by_start(const void *a, const void *b)
{
    int64_t x = ((const nest *)a)->start, y = ((const nest *)b)->start;
    return (x > y) - (x < y);
}

/* A sweep over the terms in order of their first ranks: only those whose intervals
 * overlap are compared. */
static bool sweep(sx_text_reader *r, nest *t, size_t n)
{
    qsort(t, n, sizeof *t, by_start);
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n && t[j].start <= t[i].last; j++)
            if (meet(r, &t[i], &t[j]))
                return r->work
                           ? sx_text_fail(r, SX_PARSE,
                                          "expected disjoint sets of ranks, found two "
                                          "that both hold some between %lld and %lld",
                                          (long long)t[j].start, (long long)t[i].last)
                           : sx_text_fail(r, SX_LIMIT,
                                          "ranklists too many and too "
                                          "entangled to be compared");
    return true;
}

/* Marks its ranks; false where one was. */
static bool mark_ranks(const nest *t, bool *is_marked)
{
    if (t->n > 1) {
        for (int64_t k = 0; k < t->dim[0].iters; k++) {
            const nest in = inner(t, k);
            if (!mark_ranks(&in, is_marked))
                return false;
        }
        return true;
    }
    int64_t iters = t->n ? t->dim[0].iters : 1, stride = t->n ? t->dim[0].stride : 0;
    for (int64_t k = 0; k < iters; k++) {
        if (is_marked[t->start + k * stride])
            return false;
        is_marked[t->start + k * stride] = true;
    }
    return true;
}

/* Many terms of few ranks are shown to be disjoint by marking these. False where that shows nothing. */
static bool show_disjoint(const nest *t, size_t n)
{
    enum { MARKS = 1 << 14, WORTH = 8 };
    bool is_marked[MARKS];
    int64_t last = 0;
    for (size_t i = 0; i < n; i++)
        last = t[i].last > last ? t[i].last : last;
    if (last >= MARKS || n < WORTH || n * n < (size_t)last / WORTH)
        return false;
    memset(is_marked, 0, (size_t)last + 1);
    for (size_t i = 0; i < n; i++)
        if (!mark_ranks(&t[i], is_marked))
            return false;
    return true;
}

bool sx_text_disjoint(sx_text_reader *r, size_t mark)
{
    size_t n = r->terms.n - mark;
    const sx_ranklist_term *term = (const sx_ranklist_term *)(void *)r->terms.data;
    r->terms.n = mark;
    if (n < 2)
        return true;
    nest *t = malloc(n * sizeof *t);
    if (!t)
        return sx_text_fail(r, SX_NOMEM, "out of memory");
    for (size_t i = 0; i < n; i++)
        t[i] = sorted(&term[mark + i]);
    bool disjoint = show_disjoint(t, n) || sweep(r, t, n);
    free(t);
    return disjoint;
}

bool sx_text_ranklist(sx_text_reader *r, sx_ranklist *ret)
{
    size_t mark = r->terms.n;
    return sx_text_terms(r, ret) && sx_text_disjoint(r, mark);
}
