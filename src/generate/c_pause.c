#include "generate/c_pause.h"

#include <math.h>
#include <stdlib.h>

/* Numbers of ranks at which a formula trace's times are weighed. */
static const double scales[] = { 16, 256 };
enum { SCALES = 2 };

/* Times that make less of a difference than this share of all are not told apart. */
static const double apart = 0.0005;

/* What ranks compute in so many nanoseconds of a whole run is that they compute nothing. */
static const double nothing = 1000;

typedef struct finder {
    sx_c_writer *w;
    sx_c_pauses *pauses;
    double total[SCALES];
    const sx_node *loop[SX_MAX_DEPTH]; /* around */
    unsigned depth;
    const sx_node **event; /* those with times */
    size_t nevents;
} finder;

static double field_at(const finder *f, const sx_hist *hist, sx_hist_field field,
                       int scale)
{
    double at[SX_MODEL_PARAMETERS] = { scales[scale], 1, 1, 1 };
    if (f->w->trace->p || !sx_hist_is_open(hist))
        return hist->field[field];
    return sx_hist_at(hist, at).field[field];
}

static double time_at(const finder *f, const sx_hist *hist, int scale)
{
    return field_at(f, hist, SX_HIST_N, scale) * field_at(f, hist, SX_HIST_MEAN, scale);
}

/* What it would change if one were taken for the other, as a share of all. */
static double difference(const finder *f, const sx_c_time *a, const sx_c_time *b)
{
    double most = 0;
    for (int i = 0; i < SCALES; i++) {
        double n = fmin(field_at(f, &a->hist, SX_HIST_N, i),
                        field_at(f, &b->hist, SX_HIST_N, i));
        double means = field_at(f, &a->hist, SX_HIST_MEAN, i) -
                       field_at(f, &b->hist, SX_HIST_MEAN, i);
        most = fmax(most, n * fabs(means) / fmax(f->total[i], 1));
    }
    return most;
}

/* One for both: of a run pooled, so that their sum stays; of formulas that of the greater number. */
static void join(finder *f, sx_c_time *into, const sx_c_time *other)
{
    sx_hist greater = into->n >= other->n ? into->hist : other->hist;
    into->first = into->first && other->first;
    if (sx_hist_is_open(&into->hist) || sx_hist_is_open(&other->hist))
        into->hist = greater;
    else if (sx_hist_merge(f->w->arena, &into->hist, &other->hist, &into->hist,
                           f->w->err))
        f->w->status = SX_NOMEM;
    into->n += other->n;
}

static void take_out(sx_c_pause *pause, uint32_t i)
{
    for (pause->ntimes--; i < pause->ntimes; i++)
        pause->time[i] = pause->time[i + 1];
}

/* What is negligible, or no different, is not told apart. The greatest number becomes the last. */
static void join_alike(finder *f, sx_c_pause *pause)
{
    for (uint32_t i = 0; i < pause->ntimes; i++)
        for (uint32_t k = i + 1; k < pause->ntimes; k++)
            if (pause->time[i].after == pause->time[k].after &&
                difference(f, &pause->time[i], &pause->time[k]) < apart) {
                join(f, &pause->time[i], &pause->time[k]);
                take_out(pause, k--);
            }
    uint32_t rest = 0, last = pause->ntimes - 1;
    for (uint32_t i = 1; i <= last; i++)
        if (pause->time[i].n > pause->time[rest].n)
            rest = i;
    sx_c_time swap = pause->time[rest];
    pause->time[rest] = pause->time[last];
    pause->time[last] = swap;
    for (uint32_t i = pause->ntimes - 1; i-- > 0;)
        if (difference(f, &pause->time[i], &pause->time[pause->ntimes - 1]) < apart) {
            join(f, &pause->time[pause->ntimes - 1], &pause->time[i]);
            take_out(pause, i);
        }
}

static bool has_site(const sx_block *block, uint32_t site)
{
    for (size_t i = 0; i < block->n; i++)
        if (block->node[i]->kind == SX_NODE_LOOP ? has_site(&block->node[i]->body, site)
                                                 : block->node[i]->site == site)
            return true;
    return false;
}

static bool is_steady(const sx_value *trips)
{
    uint64_t counters, grids;
    int64_t n;
    if (sx_c_value_is_int(trips, &n))
        return true;
    return trips->kind == SX_VALUE_EXPR &&
           !(sx_expr_uses(trips->expr, &counters, &grids) >> SX_VAR_COUNTER & 1);
}

/* The first call in a loop comes behind the last one in it, or behind what is before the loop. */
static void find_levels(finder *f, const sx_node *node, sx_c_pause *pause)
{
    const sx_node *below = node;
    pause->depth = pause->outermost = f->depth;
    pause->steady = true;
    for (unsigned d = 0; d < f->depth; d++)
        pause->steady = pause->steady && is_steady(&f->loop[d]->trips);
    while (pause->outermost > 0 && f->loop[pause->outermost - 1]->body.node[0] == below)
        below = f->loop[--pause->outermost];
    for (uint32_t i = 0; i < pause->ntimes; i++) {
        pause->time[i].level = SX_C_OUTSIDE;
        for (unsigned d = pause->outermost; d < f->depth; d++)
            if (pause->time[i].after != SX_AFTER_ANY &&
                has_site(&f->loop[d]->body, pause->time[i].after))
                pause->time[i].level = (int)d;
    }
}

/* Are there two that counters do not tell apart? */
static bool needs_note(const sx_c_pause *pause)
{
    for (uint32_t i = 0; i < pause->ntimes; i++)
        for (uint32_t k = i + 1; k < pause->ntimes; k++)
            if (pause->time[i].level == pause->time[k].level &&
                pause->time[i].first == pause->time[k].first &&
                pause->time[i].after != pause->time[k].after)
                return true;
    return false;
}

static void look_at_event(finder *f, const sx_node *node)
{
    sx_c_pause *pause = &f->pauses->of[node->id];
    sx_times *times = NULL;
    uint32_t n = 0;
    if (node->ntimes &&
        sx_times_pool(f->w->arena, node->times, node->ntimes, &times, &n, f->w->err))
        f->w->status = SX_NOMEM;
    pause->time = SX_NEW_ARRAY(f->w->arena, sx_c_time, n + 1);
    if (!pause->time) {
        f->w->status = SX_NOMEM;
        return;
    }
    for (uint32_t i = 0; i < n; i++)
        if (times[i].kind == SX_TIMES_COMP) {
            sx_c_time *time = &pause->time[pause->ntimes++];
            *time = (sx_c_time) { .hist = times[i].hist,
                                  .first = times[i].first,
                                  .after = times[i].after };
            time->n = field_at(f, &time->hist, SX_HIST_N, SCALES - 1);
            for (int s = 0; s < SCALES; s++)
                f->total[s] += time_at(f, &time->hist, s);
        }
    find_levels(f, node, pause);
    if (pause->ntimes)
        f->event[f->nevents++] = node;
}

static void look_at(finder *f, const sx_block *block)
{
    for (size_t i = 0; i < block->n && !f->w->status; i++) {
        const sx_node *node = block->node[i];
        if (node->kind == SX_NODE_EVENT) {
            look_at_event(f, node);
        } else if (f->depth < SX_MAX_DEPTH) {
            f->loop[f->depth++] = node;
            look_at(f, &node->body);
            f->depth--;
        }
    }
}

static void set_share(finder *f, sx_c_pause *pause)
{
    for (int s = 0; s < SCALES; s++) {
        double sum = 0;
        for (uint32_t i = 0; i < pause->ntimes; i++)
            sum += time_at(f, &pause->time[i].hist, s);
        pause->share = fmax(pause->share, sum / fmax(f->total[s], 1));
    }
}

typedef struct part {
    double share;
    uint32_t id;
} part;

static int by_share(const void *a, const void *b)
{
    const part *x = a, *y = b;
    return x->share != y->share ? (x->share > y->share) - (x->share < y->share)
                                : (x->id > y->id) - (x->id < y->id);
}

/* What is least of all, as long as all of that together is no more than is to be neglected. */
static void neglect(finder *f)
{
    part *parts = SX_NEW_ARRAY(f->w->arena, part, f->nevents + 1);
    double sum = 0;
    if (!parts) {
        f->w->status = SX_NOMEM;
        return;
    }
    for (size_t i = 0; i < f->nevents; i++) {
        sx_c_pause *pause = &f->pauses->of[f->event[i]->id];
        set_share(f, pause);
        parts[i] = (part) { pause->share, f->event[i]->id };
    }
    qsort(parts, f->nevents, sizeof *parts, by_share);
    bool computes = false;
    for (int s = 0; s < SCALES; s++)
        computes =
            computes ||
            f->total[s] / (f->w->trace->p ? (double)f->w->trace->p : scales[s]) > nothing;
    for (size_t i = 0; i < f->nevents; i++) {
        sum += parts[i].share;
        if (sum <= f->w->options->neglected || parts[i].share == 0 || !computes)
            f->pauses->of[parts[i].id].ntimes = 0;
    }
}

const sx_c_pauses *sx_c_find_pauses(sx_c_writer *w)
{
    sx_arena *arena = w->arena;
    finder f = { .w = w, .pauses = SX_NEW(arena, sx_c_pauses) };
    f.event = SX_NEW_ARRAY(arena, const sx_node *, w->trace->nnodes + 1);
    if (f.pauses) {
        f.pauses->of = SX_NEW_ARRAY(arena, sx_c_pause, w->trace->nnodes + 1);
        f.pauses->noted = SX_NEW_ARRAY(arena, bool, w->trace->nsites + 1);
    }
    if (!f.event || !f.pauses || !f.pauses->of || !f.pauses->noted) {
        w->status = SX_NOMEM;
        return NULL;
    }
    look_at(&f, &w->trace->program);
    neglect(&f);
    for (size_t i = 0; i < f.nevents && !w->status; i++) {
        sx_c_pause *pause = &f.pauses->of[f.event[i]->id];
        if (pause->ntimes == 0)
            continue;
        join_alike(&f, pause);
        pause->by_note = needs_note(pause);
        for (uint32_t k = 0; k < pause->ntimes && pause->by_note; k++)
            if (pause->time[k].after < w->trace->nsites)
                f.pauses->has_notes = f.pauses->noted[pause->time[k].after] = true;
    }
    return f.pauses;
}
