/* Whether something happens from a trip on, or up to it, or from one to another, that follow the place: a pipeline of corrections that reaches one more
 * rank in each trip, rows that are done with, stages that a batch goes through by the clock. 0 or 1. */
#include "law/column.h"
#include "law/forms.h"
#include "law/law.h"

/* It happens where `trip` is at least `place` + `from`, or (ends) at most. */
typedef struct since {
    const sx_expr *trip, *place;
    bool ends;
    int64_t from;
    int64_t
        gap; /* to what it is at the nearest sample where it does not happen: 1 tells the number */
} since;

typedef struct search {
    sx_arena *arena;
    const sx_runs *runs;
    const sx_samples *samples;
    size_t shown; /* in so many runs it happens, and does not */
    int64_t *value;
    sx_law law;
    sx_status status;
    sx_error *err;
} search;

static bool find_since(const search *s, since *of)
{
    int64_t least[2] = { INT64_MAX, INT64_MAX }, most[2] = { INT64_MIN, INT64_MIN };
    for (size_t i = 0; i < s->samples->n; i++) {
        const int64_t happens = s->samples->sample[i].value, x = s->value[i];
        least[happens] = x < least[happens] ? x : least[happens];
        most[happens] = x > most[happens] ? x : most[happens];
    }
    of->ends = most[1] < least[0];
    of->from = of->ends ? most[1] : least[1];
    of->gap = of->ends ? least[0] - most[1] : least[1] - most[0];
    return of->ends || most[0] < least[1];
}

static const sx_expr *expr_of(const search *s, const since *of, int64_t from)
{
    return sx_expr_two(s->arena, of->ends ? SX_EXPR_LE : SX_EXPR_GE, of->trip,
                       sx_expr_plus(s->arena, of->place, from));
}

static void fail(search *s)
{
    s->status = sx_fail(s->err, SX_NOMEM, "out of memory");
}

/* The first law, with a doubt wherever another one that holds differs. */
static void add(search *s, const sx_expr *expr)
{
    enum { LEAST = 2 };
    if (!expr) {
        fail(s);
    } else if (s->law.expr) {
        s->status = sx_law_doubt_other(s->arena, s->runs, expr,
                                       "from when on it happens can be counted otherwise "
                                       "in all inputs: add one with other trips",
                                       &s->law, s->err);
    } else {
        s->law = (sx_law) { expr, { .label = SX_LABEL_PROVED } };
        if (s->shown < LEAST)
            s->law.evidence = (sx_evidence) { SX_LABEL_EXACT,
                                              "one input alone shows when it begins or "
                                              "ends: add another like it",
                                              NULL };
    }
}

/* From place + `from` to place + `until`, with trips before and behind in which it does not happen, so far away. */
typedef struct window {
    int64_t from, until, before, behind;
    uint64_t begins, ends; /* the runs that show it, a bit each */
} window;

static bool find_window(const search *s, window *of)
{
    *of = (window) { INT64_MAX, INT64_MIN, INT64_MIN, INT64_MAX, 0, 0 };
    for (size_t i = 0; i < s->samples->n; i++)
        if (s->samples->sample[i].value) {
            of->from = s->value[i] < of->from ? s->value[i] : of->from;
            of->until = s->value[i] > of->until ? s->value[i] : of->until;
        }
    for (size_t i = 0; i < s->samples->n; i++) {
        const int64_t x = s->value[i];
        const uint64_t run = UINT64_C(1) << s->samples->sample[i].run;
        if (s->samples->sample[i].value)
            continue;
        if (x >= of->from && x <= of->until)
            return false;
        if (x < of->from) {
            of->before = x > of->before ? x : of->before;
            of->begins |= run;
        } else {
            of->behind = x < of->behind ? x : of->behind;
            of->ends |= run;
        }
    }
    return of->before != INT64_MIN && of->behind != INT64_MAX;
}

static const sx_expr *window_expr(const search *s, const sx_expr *trip,
                                  const sx_expr *place, int64_t from, int64_t until)
{
    const since begins = { .trip = trip, .place = place },
                ends = { .trip = trip, .place = place, .ends = true };
    return sx_expr_two(s->arena, SX_EXPR_AND, expr_of(s, &begins, from),
                       expr_of(s, &ends, until));
}

static bool shows_twice(uint64_t runs)
{
    return (runs & (runs - 1)) != 0;
}

static void try_window(search *s, const sx_expr *trip, const sx_expr *place)
{
    window of;
    const bool is_new = !s->law.expr;
    if (!find_window(s, &of))
        return;
    add(s, window_expr(s, trip, place, of.from, of.until));
    if (is_new && !s->status && !(shows_twice(of.begins) && shows_twice(of.ends)))
        s->law.evidence = (sx_evidence) { SX_LABEL_EXACT,
                                          "one input alone shows when it begins or ends: "
                                          "add another like it",
                                          NULL };
    if (!s->status && of.from - of.before > 1)
        add(s, window_expr(s, trip, place, of.before + 1, of.until));
    if (!s->status && of.behind - of.until > 1)
        add(s, window_expr(s, trip, place, of.from, of.behind - 1));
}

static void try_place(search *s, const sx_expr *trip, const sx_expr *place)
{
    since of = { .trip = trip, .place = place };
    const sx_expr *what = sx_expr_two(s->arena, SX_EXPR_SUB, trip, place);
    if (s->status)
        return;
    if (!what) {
        fail(s);
        return;
    }
    if (!sx_column_values(s->runs, s->samples, what, s->value))
        return;
    if (!find_since(s, &of)) {
        try_window(s, trip, place);
        return;
    }
    add(s, expr_of(s, &of, of.from));
    if (!s->status && of.gap > 1)
        add(s, expr_of(s, &of, of.ends ? of.from + of.gap - 1 : of.from - of.gap + 1));
}

/* Half of the ranks, or of a row: the last trip of two phases in turn is over after one of them where they are odd. */
static void try_half(search *s, const sx_rows *rows, uint32_t c)
{
    const sx_expr *trip =
        sx_expr_var(s->arena, SX_VAR_COUNTER, 0, s->samples->first_counter + c);
    for (size_t i = 0; i < rows->n && !s->status; i++)
        try_place(s, trip,
                  sx_expr_two(s->arena, SX_EXPR_DIV, rows->row[i].extent,
                              sx_expr_int(s->arena, 2)));
    if (s->law.expr)
        s->law.evidence.label = SX_LABEL_EXACT;
    if (s->law.expr && !s->law.evidence.reason)
        s->law.evidence.reason = "half of the ranks fits by accident, too: add an input";
}

/* A counter against a place, counted from the first or from the last, and against the other counters. */
static void try_counter(search *s, const sx_rows *rows, uint32_t c)
{
    const sx_samples *samples = s->samples;
    const sx_expr *zero = sx_expr_int(s->arena, 0);
    const sx_expr *trip =
        sx_expr_var(s->arena, SX_VAR_COUNTER, 0, samples->first_counter + c);
    for (size_t i = 0; i < rows->n; i++) {
        const sx_row *on = &rows->row[i];
        const sx_expr *after = sx_expr_two(s->arena, SX_EXPR_SUB, on->extent, on->index);
        try_place(s, trip, on->index);
        try_place(s, trip, after);
    }
    for (uint32_t d = 0; d < c; d++)
        if (samples->varying >> d & 1) {
            const sx_expr *outer =
                sx_expr_var(s->arena, SX_VAR_COUNTER, 0, samples->first_counter + d);
            try_place(s, trip, outer);
            try_place(s, trip, sx_expr_two(s->arena, SX_EXPR_SUB, zero, outer));
        }
}

sx_status sx_law_since(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                       sx_law *ret_law, sx_error *err)
{
    sx_rows rows;
    search s = { .arena = arena, .runs = runs, .samples = samples, .err = err };
    if (!samples->is_size || !samples->varying || !sx_samples_are_truth(samples))
        return SX_OK;
    s.shown = sx_samples_runs_with_both(samples);
    s.value = SX_NEW_ARRAY(arena, int64_t, samples->n);
    if (!s.value)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_rows_find(arena, runs, samples, &rows);
    for (uint32_t c = samples->ncounters; c-- > 0;)
        if (samples->varying >> c & 1)
            try_counter(&s, &rows, c);
    for (uint32_t c = samples->ncounters; c-- > 0 && !s.law.expr && !s.status;)
        if (samples->varying >> c & 1)
            try_half(&s, &rows, c);
    *ret_law = s.law;
    return s.status;
}
