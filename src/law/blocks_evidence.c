/* What inputs leave open of a law of blocks: other extents and other products that give every sample, and remainders
 * that no input has. */
#include "law/blocks.h"
#include "law/imagine.h"
#include "law/lookalikes/parts.h"
#include "law/points.h"

#include "base/checked.h"
#include "base/rational.h"

#include <string.h>

enum { RIVALS = 8, EXTENTS_NEEDED = 3, EXTENTS_SHOWING = 2 };

/* Places at which parts are told apart. Where indices of blocks differ, most places show it; where boundaries do, one
 * in twenty. A sum is evaluated cell by cell. */
enum { PLACES = 150, PLACES_OF_SUMS = 60, PLACES_OF_INDICES = 24 };

/* Samples, seen along the axes that somebody looked along. */
typedef struct sight {
    sx_samples samples;
    sx_extent_view *view; /* .run NULL: not yet */
} sight;

typedef struct weighing {
    sx_block_hunt *h;
    sight some, ranks, all; /* a spread; one of each rank; all of them */
    const sx_extent *form; /* of all rules by which points are dealt out */
    size_t nforms;
    const sx_expr *doubt;
    size_t nrivals;
    uint64_t rival[RIVALS]; /* signatures */
    bool too_many, loose, failed; /* .loose: other numbers of points fit, too */
} weighing;

static const char of_rivals[] =
    "other extents of blocks fit all inputs, and differ here: add an input";
static const char of_remainders[] = "no input leaves such a remainder, or has extents in "
                                    "this ratio: what blocks are here "
                                    "is not known";

static void add_doubt(weighing *w, const sx_expr *here)
{
    w->doubt = sx_doubt_either(w->h->arena, w->doubt, here);
    w->failed = w->failed || !here || !w->doubt;
}

/* A part of the law, and where it is told from others. */
typedef struct law_part {
    const sx_expr *expr;
    size_t places;
    uint64_t signature;
} law_part;

static law_part part_of(weighing *w, const sx_expr *expr, size_t places)
{
    w->failed = w->failed || !expr;
    return (law_part) { expr, places,
                        expr ? sx_imagine_signature(w->h->runs, expr, places) : 0 };
}

/* Is it another part than the law's own, and than those before? */
static bool is_new(weighing *w, const law_part *own, const law_part *other)
{
    bool is_known = w->failed || other->signature == own->signature;
    for (size_t i = 0; i < w->nrivals && !is_known; i++)
        is_known = w->rival[i] == other->signature;
    return !is_known;
}

/* Another part that gives the same samples. */
static void add_rival(weighing *w, const law_part *own, const law_part *other)
{
    if (w->nrivals == RIVALS) {
        w->too_many = true;
        return;
    }
    w->rival[w->nrivals++] = other->signature;
    add_doubt(w, sx_expr_make(w->h->arena, SX_EXPR_NE, own->expr, other->expr, NULL));
}

/* False when out of memory. */
static bool look_along(weighing *w, sight *at, uint32_t axis)
{
    const sx_block_hunt *h = w->h;
    if (!at->view[axis].run) {
        const sx_extent_view *view =
            sx_extent_views(h->scratch, h->runs, &at->samples, &h->axis[axis], 1);
        if (view)
            at->view[axis] = *view;
    }
    w->failed = w->failed || !at->view[axis].run;
    return !w->failed;
}

/* ---- other extents ---- */

/* An extent of the law. */
typedef struct own_extent {
    const sx_extent *extent;
    law_part part;
    int64_t *at_probe, *at_some, *at_all; /* NULL: nobody asked yet */
} own_extent;

/* Is it what the own extent is, at these samples? */
static bool gives_same(weighing *w, sight *at, const own_extent *own, int64_t **value,
                       const sx_extent *other)
{
    const sx_block_hunt *h = w->h;
    const size_t n = at->samples.n;
    if (!look_along(w, at, own->extent->axis) || !look_along(w, at, other->axis))
        return false;
    if (!*value) {
        *value = SX_ROOM_ARRAY(h->scratch, int64_t, n);
        w->failed = w->failed || !*value;
        if (w->failed)
            return false;
        sx_extent_column(own->extent, h->axis, at->view, n, *value);
    }
    return sx_extent_gives(other, h->axis, at->view, n, *value) &&
           sx_runs_spend(h->runs, n);
}

/* All samples are looked at last: what gives some of them is mostly the own extent in other words. */
static void weigh_form(weighing *w, own_extent *own, const sx_extent *other,
                       const sx_expr *points)
{
    const sx_block_hunt *h = w->h;
    if (!sx_extent_gives(other, h->axis, h->view, h->probe.n, own->at_probe) ||
        !gives_same(w, &w->some, own, &own->at_some, other))
        return;
    const law_part part =
        part_of(w, sx_extent_expr(h->arena, other, h->axis, points), own->part.places);
    if (is_new(w, &own->part, &part) && gives_same(w, &w->all, own, &own->at_all, other))
        add_rival(w, &own->part, &part);
}

/* A block less at the edges is one of as many points fewer on other places, but for remainders. */
static int64_t edges_of(const sx_extent *x)
{
    return (int64_t)x->first_less + x->last_less;
}

/* N, with `more` points; NULL when out of memory. */
static const int64_t *with_more(sx_block_hunt *h, const int64_t *n, int64_t more)
{
    int64_t *value = SX_NEW_ARRAY(h->scratch, int64_t, h->runs->n);
    for (size_t run = 0; value && run < h->runs->n; run++)
        value[run] = n[run] + more;
    return value;
}

static void weigh_forms(weighing *w, own_extent *own, const sx_extent *form, size_t n,
                        int64_t more)
{
    sx_block_hunt *h = w->h;
    const int64_t *points = more ? with_more(h, own->extent->n, more) : own->extent->n;
    const sx_expr *expr = sx_points_number(h->arena, h->runs, own->extent->n);
    if (more)
        expr =
            sx_expr_make(h->arena, SX_EXPR_ADD, expr, sx_expr_int(h->arena, more), NULL);
    w->failed = w->failed || !points || !expr;
    for (size_t f = 0; f < n && !w->failed; f++) {
        sx_extent other = form[f];
        other.n = points;
        if (!more || edges_of(&other) - edges_of(own->extent) == more)
            weigh_form(w, own, &other, expr);
    }
}

/* The last number of points that way which gives all samples, too; 0 where the next one does not. */
static int64_t points_until(weighing *w, own_extent *own, int64_t way)
{
    sx_extent other = *own->extent;
    for (int64_t more = way;; more += way) {
        other.n = with_more(w->h, own->extent->n, more);
        w->failed = w->failed || !other.n;
        if (w->failed || other.n[0] < 1 ||
            !gives_same(w, &w->some, own, &own->at_some, &other) ||
            !gives_same(w, &w->all, own, &own->at_all, &other))
            return more - way;
    }
}

/* Where some ranks alone show their blocks, there may be more points, or fewer, than the law has. Those that others show are not in doubt. */
static void weigh_points(weighing *w, own_extent *own)
{
    const sx_block_hunt *h = w->h;
    const int64_t *n = own->extent->n;
    if (!sx_block_is_one_number(h, n) || sx_runs_is_settled(h->runs, n[0]))
        return;
    for (int64_t way = -1; way <= 1 && !w->failed; way += 2) {
        const int64_t more = points_until(w, own, way);
        if (more == 0)
            continue;
        const sx_expr *other = sx_extent_expr(h->arena, own->extent, h->axis,
                                              sx_expr_int(h->arena, n[0] + more));
        add_doubt(w, sx_expr_two(h->arena, SX_EXPR_NE, own->part.expr, other));
        w->loose = true;
    }
}

static void weigh_extent(weighing *w, const sx_extent *extent)
{
    enum { EDGES = 2 };
    sx_block_hunt *h = w->h;
    const sx_expr *points = sx_points_number(h->arena, h->runs, extent->n);
    own_extent own = { .extent = extent };
    own.part = part_of(w, sx_extent_expr(h->arena, extent, h->axis, points), PLACES);
    own.at_probe = SX_NEW_ARRAY(h->scratch, int64_t, h->probe.n);
    w->failed = w->failed || !own.at_probe;
    if (w->failed)
        return;
    sx_extent_column(extent, h->axis, h->view, h->probe.n, own.at_probe);
    for (int64_t more = -EDGES; more <= EDGES; more++)
        weigh_forms(w, &own, h->form, h->nforms, more);
    weigh_forms(w, &own, w->form, w->nforms, 0);
    weigh_points(w, &own);
}

static bool same_diagonals(weighing *w, sight *at, const struct sx_diagonal *a,
                           const struct sx_diagonal *b)
{
    if (!look_along(w, at, a->at.axis) || !look_along(w, at, b->at.axis))
        return false;
    for (size_t i = 0; i < at->samples.n; i++)
        if (sx_diagonal_at(w->h, at->view, a, i) != sx_diagonal_at(w->h, at->view, b, i))
            return false;
    return sx_runs_spend(w->h->runs, at->samples.n);
}

static void weigh_diagonal(weighing *w, const struct sx_diagonal *own)
{
    sx_block_hunt *h = w->h;
    const law_part part = part_of(w, sx_diagonal_expr(h, own), PLACES_OF_INDICES);
    for (size_t f = 0; f < h->nforms; f++)
        for (int sign = -1; sign <= 1 && !w->failed; sign += 2) {
            struct sx_diagonal other = { h->form[f], sign };
            other.at.n = own->at.n;
            if (!sx_diagonal_goes_along(h, &other.at) ||
                !same_diagonals(w, &w->some, own, &other))
                continue;
            const law_part there = part_of(w, sx_diagonal_expr(h, &other), part.places);
            if (is_new(w, &part, &there) && same_diagonals(w, &w->all, own, &other))
                add_rival(w, &part, &there);
        }
}

/* ---- other products ---- */

static int64_t hit_at(const weighing *w, const sx_product *hit, size_t i)
{
    const sx_block_hunt *h = w->h;
    int64_t product = hit->factors || !hit->has_sum;
    for (uint32_t f = 0; f < hit->factors; f++)
        product *= sx_extent_at(&h->block[hit->block[f]], h->axis, w->all.view, i);
    if (hit->has_sum)
        product = sx_diagonal_at(h, w->all.view, &h->sum[hit->sum], i) - product;
    return hit->factor * product;
}

static bool gives_all(weighing *w, const sx_product *hit)
{
    for (uint32_t f = 0; f < hit->factors; f++)
        if (!look_along(w, &w->all, w->h->block[hit->block[f]].axis))
            return false;
    if (hit->has_sum && !look_along(w, &w->all, w->h->sum[hit->sum].at.axis))
        return false;
    for (size_t i = 0; i < w->h->samples->n; i++)
        if (hit_at(w, hit, i) != w->h->samples->sample[i].value)
            return false;
    return sx_runs_spend(w->h->runs, w->h->samples->n);
}

static void weigh_hits(weighing *w, const sx_product *hit, size_t n, size_t taken,
                       const sx_expr *expr)
{
    const law_part law = part_of(w, expr, hit[taken].has_sum ? PLACES_OF_SUMS : PLACES);
    for (size_t i = 0; i < n && !w->failed; i++) {
        uint32_t constants = w->h->runs->nconstants;
        size_t before = w->nrivals;
        if (i != taken && sx_block_believable(w->h, &hit[i]) && gives_all(w, &hit[i])) {
            const law_part other =
                part_of(w, sx_block_hit_expr(w->h, &hit[i]), law.places);
            if (is_new(w, &law, &other))
                add_rival(w, &law, &other);
        }
        if (w->nrivals == before)
            w->h->runs->nconstants = constants;
    }
}

/* ---- remainders ---- */

enum { DIFFERENT = 8 };

/* Which remainders of N over an axis the inputs show: how many points are dealt out beside the blocks. */
typedef struct remainders {
    bool one, all_but_one, other;
    size_t extents, showing; /* different ones; of those, that leave a remainder */
    int64_t extent[DIFFERENT];
    int64_t points,
        multiple; /* the most in an input; of all extents, 0 where it is too large */
} remainders;

static remainders remainders_of(const weighing *w, const int64_t *n, uint32_t axis)
{
    remainders seen = { .multiple = 1 };
    const sx_extent_view *view = &w->ranks.view[axis];
    for (size_t i = 0; i < w->ranks.samples.n && seen.extents < DIFFERENT; i++) {
        int64_t dim = view->dim[i], rest = n[view->run[i]] % dim;
        size_t k = 0;
        while (k < seen.extents && seen.extent[k] != dim)
            k++;
        if (k < seen.extents)
            continue;
        seen.extent[seen.extents++] = dim;
        if (n[view->run[i]] > seen.points)
            seen.points = n[view->run[i]];
        if (seen.multiple &&
            sx_mul_overflows(seen.multiple, dim / sx_gcd(seen.multiple, dim),
                             &seen.multiple))
            seen.multiple = 0;
        seen.showing += rest > 0;
        seen.one = seen.one || rest == 1;
        seen.all_but_one = seen.all_but_one || (rest > 0 && rest == dim - 1);
        seen.other = seen.other || (rest > 1 && rest < dim - 1);
    }
    return seen;
}

/* Pieces of several points, dealt out in turn, leave as much in all inputs where these are as many for each place, or one fewer, everywhere: in doubt is where
 * they are not. */
static void weigh_pieces(weighing *w, const sx_expr *dim, const remainders *seen)
{
    enum { LEAST_PIECE = 2 };
    sx_arena *arena = w->h->arena;
    if (seen->multiple && (seen->points + 1) / seen->multiple >= LEAST_PIECE)
        add_doubt(w, sx_expr_two(arena, SX_EXPR_NE,
                                 sx_expr_two(arena, SX_EXPR_MOD,
                                             sx_expr_int(arena, seen->multiple), dim),
                                 sx_expr_int(arena, 0)));
}

/* One larger block may be the first or hold the whole rest; so may one smaller one, and where a block is so many times a number it may be
 * smaller by less than that. Only a remainder between tells that larger blocks come one point larger, and first. Returns whether there are enough different extents. */
static bool weigh_remainders(weighing *w, const int64_t *n, uint32_t axis, int64_t factor)
{
    sx_arena *arena = w->h->arena;
    remainders seen = remainders_of(w, n, axis);
    bool enough = seen.extents >= EXTENTS_NEEDED && seen.showing >= EXTENTS_SHOWING;
    if (seen.other)
        return enough;
    const sx_expr *dim = w->h->axis[axis].dim;
    const sx_expr *rest = sx_expr_make(
        arena, SX_EXPR_MOD, sx_points_number(w->h->arena, w->h->runs, n), dim, NULL);
    const sx_expr *here =
        sx_expr_make(arena, SX_EXPR_GT, rest, sx_expr_int(arena, seen.one), NULL);
    const sx_expr *fewer =
        sx_expr_two(arena, SX_EXPR_LT, rest, sx_expr_plus(arena, dim, -1));
    if (factor != 1)
        fewer =
            sx_expr_two(arena, SX_EXPR_OR, fewer,
                        sx_lookalikes_is_none_of(arena, dim, seen.extent, seen.extents));
    if (seen.all_but_one)
        here = sx_expr_two(arena, SX_EXPR_AND, here, fewer);
    add_doubt(w, here);
    weigh_pieces(w, dim, &seen);
    return enough;
}

/* ---- blocks of other places ---- */

static bool is_own_place(const sx_block_hunt *h, const sx_extent *x)
{
    bool is = x->add == 0 && x->sign[0] == 1;
    for (uint32_t v = 1; v < h->axis[x->axis].nvars && is; v++)
        is = x->sign[v] == 0;
    return is;
}

/* How many samples from the first one on are of its run, and whether they show all places of the axis but one, which may be that of a root. */
static size_t run_shows_places(weighing *w, const sight *at, const sx_extent *x,
                               size_t first, bool *ret_all)
{
    const sx_extent_view *view = &at->view[x->axis];
    const int64_t q = view->dim[first];
    bool *seen = SX_ROOM_ARRAY(w->h->scratch, bool, (size_t)q);
    int64_t places = 0;
    size_t i = first;
    w->failed = w->failed || !seen;
    if (seen)
        memset(seen, 0, (size_t)q);
    for (; !w->failed && i < at->samples.n && view->run[i] == view->run[first] &&
           view->dim[i] == q;
         i++) {
        if (places >= q - 1)
            continue;
        const int64_t place = sx_extent_index(x, w->h->axis, at->view, i);
        places += !seen[place];
        seen[place] = true;
    }
    *ret_all = places >= q - 1;
    return w->failed ? at->samples.n : i - first;
}

/* Where those who show them are on some places alone, a block of another place may be one of the own, of another number of points or with a rim. */
static bool is_of_part(weighing *w, const sx_extent *x)
{
    const sx_samples *samples = w->h->samples;
    sight *at = samples->varying || samples->lists ? &w->all : &w->ranks;
    size_t all = 0, i = 0;
    if (is_own_place(w->h, x) || !look_along(w, at, x->axis))
        return false;
    while (i < at->samples.n && all < EXTENTS_SHOWING) {
        bool shows;
        i += run_shows_places(w, at, x, i, &shows);
        all += shows;
    }
    return all < EXTENTS_SHOWING;
}

/* ---- ---- */

/* Runs in which it is not the same everywhere. */
static size_t varying_runs(const sx_samples *samples)
{
    size_t n = 0, last = SIZE_MAX;
    for (size_t i = 1; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        if (s->run == s[-1].run && s->value != s[-1].value && s->run != last) {
            last = s->run;
            n++;
        }
    }
    return n;
}

/* Do the extents of two axes (of one, and 1) stand in one ratio wherever there is a sample? */
static bool in_one_ratio(const weighing *w, uint32_t g, uint32_t a, uint32_t b,
                         int64_t ratio[2])
{
    const sx_samples *samples = w->h->samples;
    for (size_t i = 0; i < samples->n; i++) {
        if (i > 0 && samples->sample[i].run == samples->sample[i - 1].run)
            continue;
        const int64_t *dim =
            w->h->runs->place[samples->sample[i].rank * SX_MAX_GRIDS + g].dim;
        int64_t here[2] = { dim[a], a == b ? 1 : dim[b] };
        if (i == 0)
            memcpy(ratio, here, sizeof here);
        if (here[0] * ratio[1] != here[1] * ratio[0])
            return false;
    }
    return true;
}

/* Extents of a grid that stand in one ratio in all inputs, or one that is the same in all: what is taken for a constant
 * factor may have them in it. */
static void weigh_extents(weighing *w, uint32_t g)
{
    sx_arena *arena = w->h->arena;
    uint32_t ndims = w->h->runs->grid[g].ndims;
    for (uint32_t a = 0; a < ndims; a++)
        for (uint32_t b = a; b < ndims; b++) {
            int64_t ratio[2];
            if (!in_one_ratio(w, g, a, b, ratio))
                continue;
            const sx_expr *x = sx_expr_var(arena, SX_VAR_DIM, g, a),
                          *y = a == b ? sx_expr_int(arena, 1)
                                      : sx_expr_var(arena, SX_VAR_DIM, g, b);
            x = sx_expr_make(arena, SX_EXPR_MUL, x, sx_expr_int(arena, ratio[1]), NULL);
            y = sx_expr_make(arena, SX_EXPR_MUL, y, sx_expr_int(arena, ratio[0]), NULL);
            add_doubt(w, sx_expr_make(arena, SX_EXPR_NE, x, y, NULL));
        }
}

/* The numbers of points in a law that is proved, where they are one in all runs. */
static void settle_points(sx_block_hunt *h, const sx_product *hit)
{
    for (uint32_t f = 0; f <= hit->factors; f++) {
        const bool is_sum = f == hit->factors;
        const int64_t *n = !is_sum        ? h->block[hit->block[f]].n
                           : hit->has_sum ? h->sum[hit->sum].at.n
                                          : NULL;
        if (n && sx_block_is_one_number(h, n))
            sx_runs_settle(h->runs, n[0]);
    }
}

/* Is N one number in all inputs, or a parameter? Else it is a law itself, which is no better than exact. */
static bool is_known(const weighing *w, const int64_t *n)
{
    const sx_runs *runs = w->h->runs;
    bool same = sx_block_is_one_number(w->h, n);
    for (uint32_t i = 0; i < runs->nparams && !same; i++) {
        size_t run = 0;
        while (run < runs->n && runs->constant_value[run][i] == n[run])
            run++;
        same = run == runs->n;
    }
    return same;
}

/* What one of the blocks leaves open. */
static bool weigh_block(weighing *w, const int64_t *n, uint32_t axis, int64_t factor,
                        uint64_t *grids)
{
    uint32_t g = w->h->axis[axis].grid;
    if (!look_along(w, &w->ranks, axis))
        return false;
    if (g != UINT32_MAX && !(*grids >> g & 1))
        weigh_extents(w, g);
    *grids |= g != UINT32_MAX ? UINT64_C(1) << g : 0;
    return weigh_remainders(w, n, axis, factor) && is_known(w, n);
}

static void weigh(weighing *w, const sx_product *hit, size_t n, size_t taken,
                  const sx_expr *expr, sx_evidence *evidence)
{
    const sx_block_hunt *h = w->h;
    const sx_product *own = &hit[taken];
    const struct sx_diagonal *sum = own->has_sum ? &h->sum[own->sum] : NULL;
    uint64_t grids = 0;
    bool enough = varying_runs(h->samples) >= EXTENTS_SHOWING &&
                  !sx_samples_are_of_trips(h->samples); /* else no extent shows */
    for (uint32_t f = 0; f < own->factors; f++) {
        const sx_extent *x = &h->block[own->block[f]];
        enough = weigh_block(w, x->n, x->axis, own->factor, &grids) && enough;
    }
    if (sum)
        enough = weigh_block(w, sum->at.n, sum->at.axis, own->factor, &grids) && enough;
    bool of_part = false;
    for (uint32_t f = 0; f < own->factors && !of_part; f++)
        of_part = is_of_part(w, &h->block[own->block[f]]);
    const char *reason = w->doubt ? of_remainders : NULL;
    for (uint32_t f = 0; f < own->factors; f++)
        weigh_extent(w, &h->block[own->block[f]]);
    if (sum)
        weigh_diagonal(w, sum);
    weigh_hits(w, hit, n, taken, expr);
    *evidence = (sx_evidence) { .label = SX_LABEL_PROVED,
                                .reason = w->nrivals ? of_rivals : reason,
                                .doubt = w->doubt };
    if (w->too_many)
        *evidence = (sx_evidence) { SX_LABEL_EXACT, of_rivals, w->doubt };
    if (of_part)
        *evidence = (sx_evidence) { SX_LABEL_EXACT,
                                    "blocks of other places show on a part of an axis "
                                    "alone: add an input",
                                    w->doubt };
    if (!enough)
        *evidence = (sx_evidence) { SX_LABEL_EXACT,
                                    "blocks show in three different extents, two of them "
                                    "with a remainder: add an input",
                                    w->doubt };
}

/* The first of each rank on a communicator: extents of grids are the same in all others. NULL .sample when out of memory. */
static sx_samples of_ranks(sx_arena *arena, const sx_samples *samples)
{
    size_t *index = SX_ROOM_ARRAY(arena, size_t, samples->n), n = 0;
    if (!index)
        return (sx_samples) { 0 };
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        if (i == 0 || s->rank != s[-1].rank || s->comm != s[-1].comm)
            index[n++] = i;
    }
    return sx_samples_subset(arena, samples, index, n);
}

sx_status sx_block_evidence(sx_block_hunt *h, const sx_product *hit, size_t n,
                            size_t taken, const sx_expr *expr, sx_evidence *ret_evidence,
                            sx_error *err)
{
    enum { FORMS = 1200, SOME = 512 };
    weighing w = { .h = h, .all.samples = *h->samples };
    sx_status st = sx_extent_rule_forms(h->scratch, h->axis, h->naxes, FORMS, &w.form,
                                        &w.nforms, err);
    if (st)
        return st;
    w.some.samples = sx_samples_spread(h->scratch, h->samples, SOME);
    w.ranks.samples = of_ranks(h->scratch, h->samples);
    sight *each[] = { &w.some, &w.ranks, &w.all };
    for (size_t i = 0; i < 3; i++) {
        each[i]->view = SX_NEW_ARRAY(h->scratch, sx_extent_view, h->naxes);
        if (!each[i]->view || !each[i]->samples.sample)
            return sx_fail(err, SX_NOMEM, "out of memory");
    }
    weigh(&w, hit, n, taken, expr, ret_evidence);
    if (ret_evidence->label == SX_LABEL_PROVED && !w.loose)
        settle_points(h, &hit[taken]);
    return w.failed ? sx_fail(err, SX_NOMEM, "out of memory") : SX_OK;
}
