#include "trace/seq_fold.h"

#include "base/checked.h"

#include <stdlib.h>
#include <string.h>

/* From left to right, what covers most from here on: the arithmetic run, or the repetition
 * of a block, which is folded in the same way itself. Ties go to the run, then to the
 * shortest block. */
typedef struct folder {
    sx_arena *arena;
    sx_run *run; /* made so far */
    uint32_t n, capacity;
    const sx_repeat *
        *active; /* repetitions that begin before here and still hold two blocks */
    uint64_t nactive;
} folder;

static const sx_seq *fold(sx_arena *arena, const int64_t *value, uint64_t n,
                          unsigned depth);

/* The smallest period of the n values that divides n. False when out of memory. O(n), by the
 * failure function of Knuth, Morris and Pratt. */
static bool smallest_period(const int64_t *value, uint64_t n, uint64_t *ret_period)
{
    uint64_t *border = calloc(n, sizeof *border);
    if (!border)
        return false;
    for (uint64_t i = 1, k = 0; i < n; i++) {
        while (k > 0 && value[i] != value[k])
            k = border[k - 1];
        if (value[i] == value[k])
            k++;
        border[i] = k;
    }
    uint64_t period = n - border[n - 1];
    *ret_period = n % period == 0 ? period : n;
    free(border);
    return true;
}

/* How many values from value[0] on make one run: constant, or at least 3 of one stride. */
static uint64_t arithmetic_run(const int64_t *value, uint64_t n, int64_t *ret_stride)
{
    int64_t stride = 0, step;
    uint64_t length = 1;
    *ret_stride = 0;
    if (n < 2 || sx_sub_overflows(value[1], value[0], &stride))
        return 1;
    if (stride != 0 && sx_is_special(value[0]))
        return 1;
    while (length < n && !sx_sub_overflows(value[length], value[length - 1], &step) &&
           step == stride && (stride == 0 || !sx_is_special(value[length])))
        length++;
    if (stride != 0 && length < 3)
        return 1;
    *ret_stride = stride;
    return length;
}

static bool append(folder *f, sx_run run)
{
    if (f->n == f->capacity) {
        uint32_t capacity = f->capacity ? 2 * f->capacity : 16;
        sx_run *bigger =
            capacity > f->capacity ? realloc(f->run, capacity * sizeof run) : NULL;
        if (!bigger)
            return false;
        f->run = bigger;
        f->capacity = capacity;
    }
    f->run[f->n++] = run;
    return true;
}

/* Takes up the repetitions that begin at or before `at`, drops those with less than two blocks left,
 * and returns the one that covers most from there; NULL when there is none. Few are active
 * at a time: squares that start at one place number O(log n). */
static const sx_repeat *best_repeat(folder *f, uint64_t at, const sx_repeat **next,
                                    const sx_repeat *end, uint64_t *ret_cover)
{
    const sx_repeat *best = NULL;
    uint64_t kept = 0;
    *ret_cover = 0;
    for (; *next < end && (*next)->begin <= at; (*next)++)
        f->active[f->nactive++] = *next;
    for (uint64_t i = 0; i < f->nactive; i++) {
        const sx_repeat *r = f->active[i];
        if (r->end < at + 2 * r->period)
            continue;
        f->active[kept++] = r;
        uint64_t cover = (r->end - at) / r->period * r->period;
        if (cover > *ret_cover || (cover == *ret_cover && r->period < best->period)) {
            best = r;
            *ret_cover = cover;
        }
    }
    f->nactive = kept;
    return best;
}

/* Appends the repetition of value[0 .. period) over `cover` values. */
static bool append_repeat(folder *f, const int64_t *value, uint64_t period,
                          uint64_t cover, unsigned depth)
{
    const sx_seq *block = fold(f->arena, value, period, depth + 1);
    return block && append(f, (sx_run) { 0, 0, cover / period, block });
}

static bool fold_values(folder *f, const int64_t *value, uint64_t n,
                        const sx_repeat *repeat, uint64_t nrepeats, unsigned depth)
{
    const sx_repeat *next = repeat, *end = nrepeats ? repeat + nrepeats : repeat;
    for (uint64_t at = 0; at < n;) {
        int64_t stride;
        uint64_t cover, length = arithmetic_run(value + at, n - at, &stride);
        const sx_repeat *best = best_repeat(f, at, &next, end, &cover);
        bool repeats = best && cover > length &&
                       memcmp(value + at, value + at + best->period,
                              (cover - best->period) * sizeof *value) == 0;
        if (repeats && !append_repeat(f, value + at, best->period, cover, depth))
            return false;
        if (!repeats && !append(f, (sx_run) { value[at], stride, length, NULL }))
            return false;
        at += repeats ? cover : length;
    }
    return true;
}

/* The canonical sequence of n values, not cyclic. Blocks have at most half the length of what they
 * repeat, so that all levels together cost as much as two. */
static const sx_seq *fold(sx_arena *arena, const int64_t *value, uint64_t n,
                          unsigned depth)
{
    folder f = { .arena = arena };
    sx_repeat *repeat = NULL;
    uint64_t nrepeats = 0;
    int64_t stride;
    bool fits = true;
    if (arithmetic_run(value, n, &stride) < n && n >= 4 && depth < SX_SEQ_DEPTH) {
        fits = sx_repeats_find(value, n, &repeat, &nrepeats);
        f.active = fits ? calloc(nrepeats + 1, sizeof *f.active) : NULL;
        fits = f.active != NULL;
    }
    fits = fits && fold_values(&f, value, n, repeat, nrepeats, depth);
    const sx_run *run = fits ? sx_arena_copy(arena, f.run, f.n, sizeof *run) : NULL;
    free(f.run);
    free(f.active);
    free(repeat);
    return run ? sx_seq_of_runs(arena, run, f.n) : NULL;
}

const sx_seq *sx_seq_from_values(sx_arena *arena, const int64_t *value, uint64_t n,
                                 bool cyclic)
{
    uint64_t same = 1;
    while (same < n && value[same] == value[0])
        same++;
    if (same == n && (cyclic || n == 1))
        return sx_seq_constant(arena, value[0]);
    if (cyclic && !smallest_period(value, n, &n))
        return NULL;
    return fold(arena, value, n, 1);
}

bool sx_run_extend(sx_run *open, int64_t value)
{
    int64_t step, last = open->first + (int64_t)(open->count - 1) * open->stride;
    if (open->count == 0) {
        *open = (sx_run) { value, 0, 1, NULL };
        return true;
    }
    if (sx_sub_overflows(value, last, &step) || (open->count > 1 && step != open->stride))
        return false;
    if (step != 0 && (sx_is_special(last) || sx_is_special(value)))
        return false;
    open->stride = step;
    open->count++;
    return true;
}

sx_run sx_run_cut(sx_run *open)
{
    sx_run run = *open;
    *open = (sx_run) { 0, 0, 0, NULL };
    if (run.count == 2 && run.stride != 0) {
        *open = (sx_run) { run.first + run.stride, 0, 1, NULL };
        run = (sx_run) { run.first, 0, 1, NULL };
    }
    return run;
}

const sx_seq *sx_seq_literal(sx_arena *arena, const int64_t *value, uint64_t n)
{
    folder f = { .arena = arena };
    sx_run open = { .count = 0 };
    bool fits = true;
    for (uint64_t k = 0; k < n && fits; k++)
        while (fits && !sx_run_extend(&open, value[k]))
            fits = append(&f, sx_run_cut(&open));
    while (fits && open.count)
        fits = append(&f, sx_run_cut(&open));
    const sx_run *run = fits ? sx_arena_copy(arena, f.run, f.n, sizeof *run) : NULL;
    free(f.run);
    return run ? sx_seq_of_runs(arena, run, f.n) : NULL;
}
