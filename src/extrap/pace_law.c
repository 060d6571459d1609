#include "extrap/pace_law.h"

#include "trace/pace.h"

#include <math.h>

/* As sure as a thousand to one. */
static const double SURE = 6.907755278982137;

/* Ranks whose pace differs by less are alike. */
static const double ALIKE = 1e-3;

/* What a point costs in amounts: others are as many times that. */
static const double POINT = 1000;

/* So much at each call, for each point of a rank, and for each point once for each side. */
typedef struct parts {
    double call, point, at_side;
} parts;

/* ---- expressions ---- */

typedef struct writing {
    sx_arena *arena;
    const sx_local_volume *volume;
} writing;

static const sx_expr *two(const writing *w, sx_expr_op op, const sx_expr *a,
                          const sx_expr *b)
{
    return sx_expr_two(w->arena, op, a, b);
}

static const sx_expr *number(const writing *w, double value)
{
    return sx_expr_int(w->arena, (int64_t)llround(value));
}

/* a * b + c * d .., without what is nothing. NULL in *sum: nothing yet. */
static void add(const writing *w, const sx_expr **sum, double times, const sx_expr *what)
{
    if (llround(times) == 0)
        return;
    const sx_expr *own = two(w, SX_EXPR_MUL, number(w, times), what);
    *sum = *sum ? two(w, SX_EXPR_ADD, *sum, own) : own;
}

/* So much for each of the points of the rank's blocks. */
static const sx_expr *times_points(const writing *w, const sx_expr *each)
{
    for (uint32_t i = 0; i < w->volume->axes; i++)
        each = two(w, SX_EXPR_MUL, each, w->volume->block[i]);
    return each;
}

/* Times so many ranks as have each of the points of their blocks. */
static const sx_expr *times_evens(const writing *w, const sx_expr *of)
{
    for (uint32_t i = 0; i < w->volume->evens; i++)
        of = two(w, SX_EXPR_MUL, of,
                 sx_expr_var(w->arena, SX_VAR_DIM, w->volume->even[i].grid,
                             w->volume->even[i].axis));
    return of;
}

/* Those of all ranks together. */
static const sx_expr *all_points(const writing *w)
{
    const sx_expr *all = sx_expr_int(w->arena, 1);
    for (uint32_t i = 0; i < w->volume->axes; i++)
        all = two(w, SX_EXPR_MUL, all, w->volume->block[i]->arg[0]);
    return all;
}

static const sx_expr *last_of(const writing *w, const sx_expr *extent)
{
    return two(w, SX_EXPR_SUB, extent, sx_expr_int(w->arena, 1));
}

/* How many sides the rank stands on. */
static const sx_expr *sides(const writing *w)
{
    const sx_expr *sum = sx_expr_int(w->arena, 0);
    for (uint32_t i = 0; i < w->volume->axes; i++) {
        const sx_expr *extent = w->volume->block[i]->arg[1],
                      *at = w->volume->block[i]->arg[2];
        sum = two(w, SX_EXPR_ADD, sum, two(w, SX_EXPR_EQ, at, sx_expr_int(w->arena, 0)));
        sum = two(w, SX_EXPR_ADD, sum, two(w, SX_EXPR_EQ, at, last_of(w, extent)));
    }
    return sum;
}

/* The points at all sides of the grid: what both ends of an axis have of it, times all of the others. */
static const sx_expr *points_at_sides(const writing *w)
{
    const sx_expr *sum = sx_expr_int(w->arena, 0);
    for (uint32_t i = 0; i < w->volume->axes; i++) {
        const sx_expr *points = w->volume->block[i]->arg[0],
                      *extent = w->volume->block[i]->arg[1];
        const sx_expr *own = two(
            w, SX_EXPR_ADD,
            sx_expr_make(w->arena, SX_EXPR_BLOCK, points, extent,
                         sx_expr_int(w->arena, 0)),
            sx_expr_make(w->arena, SX_EXPR_BLOCK, points, extent, last_of(w, extent)));
        for (uint32_t k = 0; k < w->volume->axes; k++)
            if (k != i)
                own = two(w, SX_EXPR_MUL, own, w->volume->block[k]->arg[0]);
        sum = two(w, SX_EXPR_ADD, sum, own);
    }
    return sum;
}

/* What is done for each point. */
static const sx_expr *each_point(const writing *w, const parts *of)
{
    const sx_expr *each = number(w, of->point);
    return llround(of->at_side) == 0
               ? each
               : two(w, SX_EXPR_ADD, each,
                     two(w, SX_EXPR_MUL, number(w, of->at_side), sides(w)));
}

static const sx_expr *p_of(const writing *w)
{
    return sx_expr_var(w->arena, SX_VAR_P, 0, 0);
}

/* By parts of the mean: points are those of the rank over those of all on the mean. */
static const sx_expr *by_shares(const writing *w, const parts *of)
{
    const sx_expr *points = times_points(w, each_point(w, of));
    return two(w, SX_EXPR_ADD, number(w, of->call),
               two(w, SX_EXPR_DIV, two(w, SX_EXPR_MUL, points, p_of(w)),
                   times_evens(w, all_points(w))));
}

/* Parts of a whole, which are 1 together, in units of a pace. */
static parts in_units(const parts *of, double whole)
{
    const double unit = (double)SX_PACE_UNIT / whole;
    return (parts) { unit * of->call, unit * of->point, unit * of->at_side };
}

/* What `of` comes to on the mean, where it is of the mean. */
static const sx_expr *mean_share(const writing *w, const parts *of)
{
    return two(w, SX_EXPR_ADD, number(w, of->call + of->point),
               two(w, SX_EXPR_DIV,
                   two(w, SX_EXPR_MUL, number(w, of->at_side), points_at_sides(w)),
                   all_points(w)));
}

static const sx_expr *over_mean(const writing *w, const sx_expr *own, const sx_expr *mean)
{
    return two(w, SX_EXPR_DIV,
               two(w, SX_EXPR_MUL, own, sx_expr_int(w->arena, SX_PACE_UNIT)), mean);
}

/* At any scale, by parts that are the same of the mean at each. */
static const sx_expr *open_shares(const writing *w, const parts *of)
{
    const parts own = in_units(of, of->call + of->point + of->at_side);
    const sx_expr *expr = by_shares(w, &own);
    return llround(own.at_side) ? over_mean(w, expr, mean_share(w, &own)) : expr;
}

/* At any scale, by amounts of time that are the same at each; of all ranks that have a point, as one of them. */
static const sx_expr *open_amounts(const writing *w, const parts *of)
{
    const double unit = POINT / fmax(of->point, of->at_side);
    const parts own = { unit * of->call, unit * of->point, unit * of->at_side };
    const sx_expr *all = NULL, *rank = times_points(w, each_point(w, &own));
    add(w, &rank, own.call, times_evens(w, sx_expr_int(w->arena, 1)));
    add(w, &all, own.call, p_of(w));
    add(w, &all, own.point, all_points(w));
    add(w, &all, own.at_side, points_at_sides(w));
    return over_mean(w, rank, two(w, SX_EXPR_DIV, times_evens(w, all), p_of(w)));
}

/* ---- laws ---- */

/* Is the place of the blocks known to everybody: in a grid on the world, or on the line of all ranks? */
static bool is_on_world(const sx_trace *trace, const sx_local_volume *volume)
{
    uint64_t grids = 0;
    bool is = volume->axes > 0;
    for (uint32_t i = 0; is && i < volume->axes; i++) {
        sx_expr_uses(volume->block[i], NULL, &grids);
        for (size_t g = 0; g < trace->ngrids; g++)
            is = is && !(grids >> g & 1 && trace->grid[g].comm != 0);
    }
    return is;
}

static bool is_told(const sx_forecaster *f, const sx_trace *trace,
                    const sx_local_volume *volume)
{
    return f->uneven.ranks > 0 && f->uneven.gain > SURE && is_on_world(trace, volume);
}

/* What is done for points whatever the number of calls is that of the calls on the mean. */
static parts parts_of(const double per[SX_WORK_KINDS], double calls)
{
    return (parts) { per[SX_WORK_CALLS],
                     per[SX_WORK_POINTS] / calls + per[SX_WORK_CALLED_POINTS],
                     per[SX_WORK_AT_SIDES] };
}

sx_status sx_pace_law_find(sx_arena *arena, const sx_forecaster *f, sx_trace *formula,
                           sx_error *err)
{
    double per[SX_WORK_KINDS];
    sx_local_volume volume;
    const writing w = { arena, &volume };
    sx_status st = sx_local_volume_find(arena, formula, &volume, err);
    if (st || !is_told(f, formula, &volume) || !(f->calls > 0))
        return st;
    const bool amounts = sx_uneven_amounts(&f->uneven, per);
    const parts of = parts_of(per, amounts ? f->calls : 1);
    if (!(of.point + of.at_side > 0))
        return SX_OK;
    formula->pace = amounts ? open_amounts(&w, &of) : open_shares(&w, &of);
    return formula->pace ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
}

/* The pace of a rank of which it is known what it does. */
static double pace_of(const parts *of, const sx_work *work)
{
    const double *amount = work->amount, points = amount[SX_WORK_POINTS];
    const double sides = amount[SX_WORK_CALLED_POINTS] > 0
                             ? amount[SX_WORK_AT_SIDES] / amount[SX_WORK_CALLED_POINTS]
                             : 0;
    return of->call + points * (of->point + of->at_side * sides);
}

sx_status sx_pace_law_settle(sx_arena *arena, const sx_forecaster *f,
                             const sx_local_volume *volume, const sx_busiest *busiest,
                             sx_trace *trace, sx_error *err)
{
    const writing w = { arena, volume };
    const double *mean = busiest->mean_work;
    double per[SX_WORK_KINDS], called = 0, paced = 0, off = 0;
    if (!trace->pace || !is_told(f, trace, volume) || !(mean[SX_WORK_POINTS] > 0))
        return SX_OK;
    sx_uneven_shares(&f->uneven, mean, per);
    const parts of = parts_of(per, mean[SX_WORK_CALLS]);
    for (size_t i = 0; i < busiest->nranks; i++) {
        const sx_work *work = &busiest->work[i];
        called += work->stands_for * work->called_ns;
        paced += work->stands_for * work->called_ns * pace_of(&of, work);
    }
    for (size_t i = 0; i < busiest->nranks; i++)
        off = fmax(off, fabs(pace_of(&of, &busiest->work[i]) * called / paced - 1));
    trace->pace = NULL;
    if (!(off > ALIKE))
        return SX_OK;
    const parts shares = { of.call, of.point * mean[SX_WORK_POINTS],
                           of.at_side * mean[SX_WORK_POINTS] };
    const parts own = in_units(&shares, paced / called);
    trace->pace = by_shares(&w, &own);
    return trace->pace ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
}
