#include "record/series.h"

#include "base/checked.h"

#include <stdlib.h>
#include <string.h>

/* So many runs are searched one by one, and have no index. */
enum { UNINDEXED = 8 };

static void free_runs(sx_series_run *run, uint32_t n);

static void free_body(sx_series_body *body)
{
    if (!body)
        return;
    free_runs(body->run, body->n);
    free(body->run);
    free(body);
}

static void free_runs(sx_series_run *run, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        free_body(run[i].body);
}

void sx_series_finish(sx_series *series)
{
    free_runs(series->run, series->n);
    free(series->run);
    if (series->fold) {
        sx_fold_finish(series->fold);
        free(series->fold);
    }
    memset(series, 0, sizeof *series);
}

static uint64_t symbol_of(const sx_series_run *run)
{
    if (run->count == 1 && !run->body)
        return (uint64_t)run->first;
    uint64_t h = sx_hash_mix(run->count);
    if (run->body)
        return sx_hash_add(sx_hash_add(h, 1), run->body->symbol);
    return sx_hash_add(sx_hash_add(h, (uint64_t)run->first), (uint64_t)run->stride);
}

static bool equal_runs(const sx_series_run *a, const sx_series_run *b, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (a[i].count != b[i].count || !a[i].body != !b[i].body)
            return false;
        if (!a[i].body && (a[i].first != b[i].first || a[i].stride != b[i].stride))
            return false;
        if (a[i].body &&
            (a[i].body->symbol != b[i].body->symbol || a[i].body->n != b[i].body->n ||
             !equal_runs(a[i].body->run, b[i].body->run, a[i].body->n)))
            return false;
    }
    return true;
}

bool sx_series_push(sx_series *series, sx_series_run run)
{
    if (series->n == series->capacity) {
        uint32_t capacity =
            series->capacity > 1 ? 2 * series->capacity : 1 + 3 * series->capacity;
        sx_series_run *new = realloc(series->run, capacity * sizeof *new);
        if (!new) {
            free_body(run.body);
            return false;
        }
        series->run = new;
        series->capacity = capacity;
    }
    series->run[series->n++] = run;
    series->inner += sx_series_weight(&run) - 1;
    return true;
}

/* Brings the fold index up to the runs. */
static bool index_runs(sx_series *series)
{
    if (!series->fold && !(series->fold = calloc(1, sizeof *series->fold)))
        return false;
    while (series->fold->n < series->n) {
        const sx_series_run *run = &series->run[series->fold->n];
        if (!sx_fold_push(series->fold, symbol_of(run)) ||
            (run->body && run->body->n &&
             !sx_fold_expect(series->fold, 0, run->body->n, run->body->hash)))
            return false;
    }
    return true;
}

/* Forgets what the index has from run `from` on: it is about to change. */
static void unindex(sx_series *series, uint32_t from)
{
    if (series->fold && series->fold->n > from)
        sx_fold_pop(series->fold, series->fold->n - from);
}

/* Takes the newest `count` runs away; what becomes of their bodies is the caller's. */
static void drop(sx_series *series, uint32_t count)
{
    while (count--)
        series->inner -= sx_series_weight(&series->run[--series->n]) - 1;
    unindex(series, series->n);
}

/* Makes the newest `length` runs the body of a loop. NULL when out of memory. */
static sx_series_body *make_body(const sx_series *series, uint32_t length)
{
    const sx_series_run *from = series->run + series->n - length;
    sx_series_body *body = calloc(1, sizeof *body);
    sx_series_run *run = malloc(length * sizeof *run);
    if (!body || !run) {
        free(body);
        free(run);
        return NULL;
    }
    memcpy(run, from, length * sizeof *run);
    body->n = length;
    body->run = run;
    for (uint32_t i = 0; i < length; i++) {
        uint64_t symbol = symbol_of(&run[i]);
        body->length += run[i].count * (run[i].body ? run[i].body->length : 1);
        body->inner += sx_series_weight(&run[i]);
        body->hash = sx_fold_hash(body->hash, symbol);
        body->symbol = sx_hash_add(body->symbol, symbol);
    }
    return body;
}

/* The body of the loop at `position` is repeated by the runs behind it. */
static bool continues(const sx_series *series, uint32_t position)
{
    const sx_series_run *loop = series->run + position;
    uint32_t length = series->n - 1 - position;
    return loop->body && loop->body->n == length &&
           equal_runs(loop->body->run, loop + 1, length);
}

/* The newest `length` runs are there twice. */
static bool repeats(const sx_series *series, uint32_t length)
{
    const sx_series_run *second = series->run + series->n - length;
    return equal_runs(second - length, second, length);
}

/* The position of the newest loop that goes on, + 1, or 0. */
static uint32_t find_loop(const sx_series *series)
{
    uint32_t position, level;
    if (series->n > UNINDEXED)
        return sx_fold_continues(series->fold, &position, &level) &&
                       continues(series, position)
                   ? position + 1
                   : 0;
    position = series->n - 1;
    while (position > 0 && !continues(series, position - 1))
        position--;
    return position;
}

/* How many of the newest runs are there twice: the fewest, or 0. */
static uint32_t find_repetition(const sx_series *series)
{
    uint32_t length = 1;
    if (series->n > UNINDEXED) {
        length = sx_fold_repeats(series->fold);
        return length && repeats(series, length) ? length : 0;
    }
    while (2 * length <= series->n && !repeats(series, length))
        length++;
    return 2 * length <= series->n ? length : 0;
}

/* The newest `length` runs, and as many before, become a loop of two trips. */
static bool make_loop(sx_series *series, uint32_t length)
{
    sx_series_body *body = make_body(series, length);
    if (!body)
        return false;
    drop(series, 2 * length);
    free_runs(series->run + series->n, length);
    return sx_series_push(series, (sx_series_run) { .count = 2, .body = body });
}

static bool fold(sx_series *series)
{
    while (series->n > 1) {
        if (series->n > UNINDEXED && !index_runs(series))
            return false;
        uint32_t loop = find_loop(series), length = loop ? 0 : find_repetition(series);
        if (loop) {
            uint32_t n = series->n - loop;
            drop(series, n);
            free_runs(series->run + loop, n);
            unindex(series, loop - 1);
            series->run[loop - 1].count++;
        } else if (!length) {
            return true;
        } else if (!make_loop(series, length)) {
            return false;
        }
    }
    return true;
}

/* The distance from the last value of a run to what comes, if it can be one. */
static bool distance(int64_t from, int64_t to, int64_t *ret_stride)
{
    if (from == to) {
        *ret_stride = 0;
        return true;
    }
    return !sx_is_special(from) && !sx_is_special(to) &&
           !sx_sub_overflows(to, from, ret_stride);
}

static int64_t last_value(const sx_series_run *run)
{
    return run->first + run->stride * (int64_t)(run->count - 1);
}

/* Does the plain run b go on where the plain run a ends? Two values alone make a run only when they
 * are equal: three show a stride. */
static bool joins(const sx_series *series, const sx_series_run *a, const sx_series_run *b)
{
    int64_t stride;
    if (!distance(last_value(a), b->first, &stride) || (stride && series->opaque))
        return false;
    if ((a->count > 1 && a->stride != stride) || (b->count > 1 && b->stride != stride))
        return false;
    return a->count > 1 || b->count > 1 || stride == 0;
}

/* Three single values of one stride become a run. */
static void join_three(sx_series *series)
{
    sx_series_run *c = series->run + series->n - 1, *b = c - 1, *a = c - 2;
    int64_t stride, next;
    if (series->opaque || series->n < 3 || a->body || b->body || c->body ||
        a->count > 1 || b->count > 1 || c->count > 1 ||
        !distance(a->first, b->first, &stride) || !distance(b->first, c->first, &next) ||
        stride != next)
        return;
    unindex(series, series->n - 3);
    a->stride = stride;
    a->count = 3;
    series->n -= 2;
}

/* Appends a run, taking over its body. */
static bool add(sx_series *series, sx_series_run run)
{
    sx_series_run *last = series->n ? series->run + series->n - 1 : NULL;
    bool same_body = last && last->body && run.body &&
                     last->body->symbol == run.body->symbol &&
                     last->body->n == run.body->n &&
                     equal_runs(last->body->run, run.body->run, run.body->n);
    if (same_body || (last && !last->body && !run.body && joins(series, last, &run))) {
        unindex(series, series->n - 1);
        if (!same_body)
            last->stride = run.count > 1 || last->count > 1
                               ? (last->count > 1 ? last->stride : run.stride)
                               : 0;
        last->count += run.count;
        free_body(run.body);
    } else {
        if (!sx_series_push(series, run))
            return false;
        join_three(series);
    }
    return fold(series);
}

bool sx_series_append_slowly(sx_series *series, int64_t value)
{
    series->length++;
    return add(series, (sx_series_run) { .first = value, .count = 1 });
}

bool sx_series_repeat(sx_series *series, int64_t value, uint64_t count)
{
    if (!count)
        return true;
    if (!sx_series_append(series, value))
        return false;
    series->length += count - 1;
    return count == 1 ||
           add(series, (sx_series_run) { .first = value, .count = count - 1 });
}

bool sx_series_move(sx_series *series, sx_series *other)
{
    bool done = true;
    if (!series->n) { /* as if they had been appended here */
        sx_series empty = { .opaque = series->opaque };
        sx_series_finish(series);
        *series = *other;
        *other = empty;
        return true;
    }
    series->length += other->length;
    for (uint32_t i = 0; i < other->n; i++) {
        if (done)
            done = add(series, other->run[i]);
        else
            free_body(other->run[i].body);
    }
    other->n = 0;
    sx_series_finish(other);
    return done;
}

bool sx_series_cut(sx_series *series, uint32_t from, uint32_t to, uint64_t place)
{
    sx_series_run *run = series->run;
    sx_series_body *body = calloc(1, sizeof *body);
    if (!body)
        return false;
    body->stored = place;
    body->symbol = sx_hash_add(1, place);
    for (uint32_t i = from; i < to; i++) {
        body->length += run[i].count * (run[i].body ? run[i].body->length : 1);
        series->inner -= sx_series_weight(&run[i]) - 1;
    }
    free_runs(run + from, to - from);
    run[from] = (sx_series_run) { .count = 1, .body = body };
    memmove(run + from + 1, run + to, (series->n - to) * sizeof *run);
    series->n -= to - from - 1;
    series->capacity = series->n;
    run = realloc(run, series->n * sizeof *run);
    if (run)
        series->run = run;
    if (series->fold) {
        sx_fold_finish(series->fold);
        free(series->fold);
        series->fold = NULL;
    }
    return true;
}
