/* Sets of ranks as few boxes. The greedy ranklist begins at the smallest rank and takes the longest run from there, which
 * tears the edges and faces of a grid apart. Here a set is cut into rows of a likely width; rows that hold the
 * same are taken together, and so are the numbers of these rows, which are a set again. */
#include "trace/ranklist.h"

#include "base/checked.h"

#include <stdlib.h>

enum {
    LEAST = 6, /* ranks of a set that is worth the trouble */
    DEPTH = 4, /* cuts within cuts */
    WINDOW = 4, /* a row may begin up to so many runs of ranks behind the one before */
    WIDTHS = 12 /* tried at the outermost cut; half as many at each cut within */
};

/* A row: the ranks from + 0 .. n - 1 of the set, all in the same multiple of the width. */
typedef struct row {
    size_t from, n;
    uint64_t hash;
    sx_rank number;
} row;

static uint64_t weight_of(const sx_ranklist *list)
{
    uint64_t weight = 0;
    for (size_t i = 0; i < list->n; i++)
        weight += 1 + list->term[i].ndims;
    return weight;
}

static int by_value(const void *a, const void *b)
{
    const sx_rank *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* How far apart runs of consecutive ranks begin, of runs that are up to WINDOW apart; ascending. */
static size_t distances(const sx_rank *rank, size_t n, sx_rank *distance)
{
    sx_rank begin[WINDOW] = { 0 };
    size_t runs = 0, found = 0;
    for (size_t i = 0; i < n; i++) {
        if (i > 0 && rank[i] == rank[i - 1] + 1)
            continue;
        for (size_t back = 1; back <= WINDOW && back <= runs; back++)
            distance[found++] = rank[i] - begin[(runs - back) % WINDOW];
        begin[runs++ % WINDOW] = rank[i];
    }
    qsort(distance, found, sizeof *distance, by_value);
    return found;
}

/* The most frequent distances, at most `most` of them: likely widths of rows. Returns how many. */
static size_t likely_widths(const sx_rank *rank, size_t n, size_t most, sx_rank *distance,
                            sx_rank *ret_width)
{
    size_t found = distances(rank, n, distance), widths = 0, end;
    size_t frequency[WIDTHS] = { 0 };
    for (size_t i = 0; i < found; i = end) {
        for (end = i + 1; end < found && distance[end] == distance[i]; end++) {
        }
        size_t at = widths < most ? widths++ : most;
        for (; at > 0 && frequency[at - 1] < end - i; at--)
            if (at < most) {
                frequency[at] = frequency[at - 1];
                ret_width[at] = ret_width[at - 1];
            }
        if (at < most) {
            frequency[at] = end - i;
            ret_width[at] = distance[i];
        }
    }
    return widths;
}

static int by_content(const void *a, const void *b)
{
    const row *x = a, *y = b;
    if (x->n != y->n)
        return x->n < y->n ? -1 : 1;
    if (x->hash != y->hash)
        return x->hash < y->hash ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

static bool rows_equal(const sx_rank *rank, sx_rank width, const row *a, const row *b)
{
    bool equal = a->n == b->n && a->hash == b->hash;
    for (size_t i = 0; equal && i < a->n; i++)
        equal = rank[a->from + i] % width == rank[b->from + i] % width;
    return equal;
}

static size_t cut(const sx_rank *rank, size_t n, sx_rank width, row *ret_row)
{
    size_t rows = 0;
    for (size_t i = 0; i < n; i++) {
        sx_rank number = rank[i] / width;
        if (rows == 0 || ret_row[rows - 1].number != number)
            ret_row[rows++] = (row) { .from = i, .number = number };
        row *last = &ret_row[rows - 1];
        last->hash = sx_hash_add(last->hash, (uint64_t)(rank[i] % width));
        last->n++;
    }
    qsort(ret_row, rows, sizeof *ret_row, by_content);
    return rows;
}

/* Appends a dimension within those that are there; two that continue each other are one. */
static bool add_dim(sx_ranklist_term *term, struct sx_ranklist_dim dim)
{
    struct sx_ranklist_dim *last = term->ndims ? &term->dim[term->ndims - 1] : NULL;
    if (last && last->stride == dim.iters * dim.stride) {
        last->iters *= dim.iters;
        last->stride = dim.stride;
        return true;
    }
    if (term->ndims == SX_RANKLIST_DIMS)
        return false;
    term->dim[term->ndims++] = dim;
    return true;
}

/* Every term of the numbers of rows with every term of what the rows hold. */
static bool multiply(const sx_ranklist *numbers, sx_rank width, const sx_ranklist *within,
                     sx_ranklist_term *out)
{
    bool fits = true;
    for (size_t i = 0; i < numbers->n; i++)
        for (size_t j = 0; j < within->n && fits; j++, out++) {
            const sx_ranklist_term *outer = &numbers->term[i], *inner = &within->term[j];
            *out = (sx_ranklist_term) { .start = outer->start * width + inner->start };
            for (uint32_t d = 0; d < outer->ndims && fits; d++)
                fits =
                    add_dim(out, (struct sx_ranklist_dim) {
                                     outer->dim[d].iters, outer->dim[d].stride * width });
            for (uint32_t d = 0; d < inner->ndims && fits; d++)
                fits = add_dim(out, inner->dim[d]);
        }
    return fits;
}

static sx_status boxes(sx_arena *arena, const sx_rank *rank, size_t n, int depth,
                       sx_ranklist *ret_list, sx_error *err);

/* The rows of one content: *ret_list has `fits` false when they take too many dims. */
static sx_status group(sx_arena *arena, const sx_rank *rank, sx_rank width,
                       const row *rows, size_t nrows, int depth, sx_rank *scratch,
                       sx_ranklist *ret_list, bool *ret_fits, sx_error *err)
{
    sx_ranklist numbers, within;
    for (size_t i = 0; i < nrows; i++)
        scratch[i] = rows[i].number;
    sx_status status = boxes(arena, scratch, nrows, depth, &numbers, err);
    for (size_t i = 0; i < rows->n; i++)
        scratch[i] = rank[rows->from + i] % width;
    if (!status)
        status = boxes(arena, scratch, rows->n, depth, &within, err);
    if (status)
        return status;
    sx_ranklist_term *term = SX_NEW_ARRAY(arena, sx_ranklist_term, numbers.n * within.n);
    if (!term)
        return sx_fail(err, SX_NOMEM, "out of memory");
    *ret_fits = multiply(&numbers, width, &within, term);
    *ret_list =
        (sx_ranklist) { numbers.n * within.n, term, numbers.count * within.count };
    return SX_OK;
}

/* Appends b's terms to a's. */
static sx_status append(sx_arena *arena, sx_ranklist *a, const sx_ranklist *b,
                        sx_error *err)
{
    sx_ranklist_term *term = SX_NEW_ARRAY(arena, sx_ranklist_term, a->n + b->n);
    if (!term)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 0; i < a->n + b->n; i++)
        term[i] = i < a->n ? a->term[i] : b->term[i - a->n];
    *a = (sx_ranklist) { a->n + b->n, term, a->count + b->count };
    return SX_OK;
}

/* Takes the set cut into rows of this width instead of *best where that is shorter. `rows` and `scratch` have
 * room for n. */
static sx_status try_width(sx_arena *arena, const sx_rank *rank, size_t n, sx_rank width,
                           int depth, row *rows, sx_rank *scratch, sx_ranklist *best,
                           sx_error *err)
{
    size_t nrows = cut(rank, n, width, rows), end;
    sx_ranklist list = { 0, NULL, 0 };
    bool fits = nrows > 1;
    for (size_t i = 0; i < nrows && fits; i = end) {
        sx_ranklist some = { 0, NULL, 0 };
        for (end = i + 1; end < nrows && rows_equal(rank, width, &rows[i], &rows[end]);
             end++) {
        }
        sx_status status = group(arena, rank, width, rows + i, end - i, depth + 1,
                                 scratch, &some, &fits, err);
        if (!status && fits)
            status = append(arena, &list, &some, err);
        if (status)
            return status;
        fits = fits && weight_of(&list) < weight_of(best);
    }
    if (fits)
        *best = list;
    return SX_OK;
}

static sx_status boxes(sx_arena *arena, const sx_rank *rank, size_t n, int depth,
                       sx_ranklist *ret_list, sx_error *err)
{
    sx_ranklist best;
    sx_rank width[WIDTHS];
    sx_status status = sx_ranklist_from_ranks(arena, rank, n, &best, err);
    if (status || best.n < 2 || n < LEAST || depth == DEPTH) {
        if (!status)
            *ret_list = best;
        return status;
    }
    row *rows = calloc(n, sizeof *rows);
    sx_rank *scratch = calloc(WINDOW * n, sizeof *scratch);
    if (!rows || !scratch)
        status = sx_fail(err, SX_NOMEM, "out of memory");
    size_t most = (size_t)WIDTHS >> depth, widths = 0;
    if (!status)
        widths = likely_widths(rank, n, most, scratch, width);
    for (size_t i = 0; i < widths && !status; i++)
        status = try_width(arena, rank, n, width[i], depth, rows, scratch, &best, err);
    free(rows);
    free(scratch);
    if (!status)
        *ret_list = best;
    return status;
}

static int by_start(const void *a, const void *b)
{
    const sx_ranklist_term *x = a, *y = b;
    return (x->start > y->start) - (x->start < y->start);
}

sx_status sx_ranklist_boxes(sx_arena *arena, const sx_rank *rank, size_t n,
                            sx_ranklist *ret_list, sx_error *err)
{
    sx_arena *scratch = sx_arena_create();
    sx_ranklist best;
    sx_status status = scratch ? boxes(scratch, rank, n, 0, &best, err)
                               : sx_fail(err, SX_NOMEM, "out of memory");
    sx_ranklist_term *term = NULL;
    if (!status) {
        term = sx_arena_copy(arena, best.term, best.n, sizeof *term);
        status = term ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
    }
    sx_arena_destroy(scratch);
    if (status)
        return status;
    qsort(term, best.n, sizeof *term, by_start);
    *ret_list = (sx_ranklist) { best.n, best.n ? term : NULL, best.count };
    return SX_OK;
}
