#include "topology/slot_law.h"

#include "base/checked.h"
#include "topology/digits.h"

enum { MAX_CHOICES = 256 };

/* One hypothesis about one digit: peer digit = sign * c[from] + D with D the same on all
 * ranks of a run, exactly or modulo the extent. sign 0 has no coordinate in it. */
typedef struct tracker {
    uint32_t from;
    int sign;
    bool exact, wrap; /* not contradicted so far */
    bool seen; /* in this run */
    int64_t first; /* D of this run */
    bool any; /* in an earlier run */
    bool from_low, from_end; /* D, D - extent was the same in all runs */
    int64_t low, end;
    int64_t *residue; /* nruns: D modulo the extent; -1 where nothing was seen */
} tracker;

typedef struct axis_state {
    size_t n;
    tracker track[2 * SX_MAX_DIMS + 1];
} axis_state;

typedef struct choice {
    sx_digit_law law;
    unsigned weight;
} choice;

typedef struct choices {
    size_t n;
    choice item[3 * (2 * SX_MAX_DIMS + 1)];
} choices;

static void init(axis_state *axes, const sx_topology_grid *grid, int64_t *residue)
{
    for (uint32_t a = 0; a < grid->ndims; a++) {
        axes[a].n = 0;
        for (uint32_t k = 0; k <= 2 * grid->ndims; k++) {
            bool constant = k == 2 * grid->ndims;
            axes[a].track[axes[a].n++] =
                (tracker) { .from = constant ? a : k / 2,
                            .sign = constant ? 0 : (k % 2 ? -1 : 1),
                            .exact = true,
                            .wrap = !constant,
                            .residue = residue };
            residue += grid->nruns;
        }
    }
}

static bool is_alive(const tracker *t)
{
    return t->exact || t->wrap;
}

static void drop(axis_state *axis, size_t k)
{
    axis->track[k] = axis->track[--axis->n];
}

/* The rank with coordinates c has a peer with the digit `digit` on this axis. */
static void see(axis_state *axis, const int64_t *c, int64_t digit, int64_t extent)
{
    for (size_t k = axis->n; k-- > 0;) {
        tracker *t = &axis->track[k];
        int64_t d = digit - t->sign * c[t->from];
        if (!t->seen) {
            t->seen = true;
            t->first = d;
        } else if (d != t->first) {
            t->exact = false;
            t->wrap = t->wrap && (d - t->first) % extent == 0;
            if (!t->wrap)
                drop(axis, k);
        }
    }
}

/* Compares what was seen in this run with the runs before. */
static void end_run(axis_state *axis, size_t run, int64_t extent)
{
    for (size_t k = axis->n; k-- > 0;) {
        tracker *t = &axis->track[k];
        t->residue[run] = t->seen ? sx_floor_mod(t->first, extent) : -1;
        if (!t->seen)
            continue;
        if (!t->any) {
            t->from_low = t->from_end = true;
            t->low = t->first;
            t->end = t->first - extent;
        }
        t->from_low = t->from_low && t->low == t->first;
        t->from_end = t->from_end && t->end == t->first - extent;
        t->exact = t->exact && (t->from_low || t->from_end);
        t->any = true;
        t->seen = false;
        if (!is_alive(t))
            drop(axis, k);
    }
}

/* Looks at all ranks. False as soon as some digit has no law left, and when no rank has a
 * peer. */
static bool scan(const sx_topology_grid *grid, size_t slot, axis_state *axes)
{
    bool any = false;
    for (size_t i = 0; i < grid->nruns; i++) {
        const int64_t *peer = grid->run[i].peer[slot], *coord = grid->coord[i];
        uint32_t ndims = grid->ndims;
        for (int64_t r = 0; r < grid->run[i].p; r++) {
            if (peer[r] == SX_NONE || peer[r] == SX_NULL)
                continue;
            if (sx_is_special(peer[r]))
                return false;
            any = true;
            for (uint32_t a = 0; a < ndims; a++) {
                see(&axes[a], coord + r * ndims, coord[peer[r] * ndims + a],
                    grid->dim[i][a]);
                if (axes[a].n == 0)
                    return false;
            }
        }
        for (uint32_t a = 0; a < ndims; a++) {
            end_run(&axes[a], i, grid->dim[i][a]);
            if (axes[a].n == 0)
                return false;
        }
    }
    return any;
}

static int64_t magnitude(int64_t x)
{
    return x < 0 ? -x : x;
}

static unsigned weigh(const sx_digit_law *law, uint32_t axis)
{
    unsigned weight = magnitude(law->shift) > 1 ? 1 : 0;
    if (law->kind == SX_DIGIT_CONSTANT)
        return weight + 2;
    if (law->kind == SX_DIGIT_WRAP)
        weight += 2;
    else
        weight += law->shift != 0 ? 1 : 0;
    weight += law->end ? 1 : 0;
    weight += law->from != axis ? 3 : 0;
    weight += law->sign < 0 ? 2 : 0;
    return weight;
}

static void add(choices *list, sx_digit_law law, uint32_t axis)
{
    list->item[list->n++] = (choice) { law, weigh(&law, axis) };
}

static void add_exact(choices *list, const tracker *t, uint32_t axis)
{
    sx_digit_law law = { .kind = t->sign ? SX_DIGIT_OPEN : SX_DIGIT_CONSTANT,
                         .from = t->from,
                         .sign = t->sign,
                         .end = !t->from_low,
                         .shift = t->from_low ? t->low : t->end,
                         .ambiguous = t->from_low && t->from_end };
    if (law.ambiguous) {
        law.end = magnitude(t->end) < magnitude(t->low);
        law.shift = law.end ? t->end : t->low;
        law.other_end = !law.end;
        law.other_shift = law.end ? t->low : t->end;
    }
    add(list, law, axis);
}

static bool fits(const tracker *t, const sx_topology_grid *grid, uint32_t axis,
                 int64_t shift)
{
    for (size_t i = 0; i < grid->nruns; i++)
        if (t->residue[i] >= 0 &&
            sx_floor_mod(shift, grid->dim[i][axis]) != t->residue[i])
            return false;
    return true;
}

/* Farther than the next places but one, and past a whole axis of several in some run: neighbours in a grid of more axes are seen so where two of its axes are taken for
 * one. On a line it is a distance between ranks. */
static bool goes_past(const tracker *t, const sx_topology_grid *grid, uint32_t axis,
                      int64_t shift)
{
    enum { NEAR = 2 };
    bool past = false;
    for (size_t i = 0; i < grid->nruns; i++)
        past = past || (t->residue[i] >= 0 && grid->dim[i][axis] > 1 &&
                        magnitude(shift) > grid->dim[i][axis]);
    return past && grid->ndims > 1 && magnitude(shift) > NEAR;
}

/* The signed shifts that the run with the largest extent allows, as far as all others
 * agree. */
static void add_wrap(choices *list, const tracker *t, const sx_topology_grid *grid,
                     uint32_t axis)
{
    int64_t extent = 0, up = 0;
    for (size_t i = 0; i < grid->nruns; i++)
        if (t->residue[i] >= 0 && grid->dim[i][axis] > extent) {
            extent = grid->dim[i][axis];
            up = t->residue[i];
        }
    int64_t down = up - extent, shift = up <= -down ? up : down,
            other = up + down - shift;
    const bool fit = fits(t, grid, axis, shift), other_fit = fits(t, grid, axis, other),
               is_first = fit && !goes_past(t, grid, axis, shift),
               is_other = other_fit && !goes_past(t, grid, axis, other);
    sx_digit_law law = { .kind = SX_DIGIT_WRAP,
                         .from = t->from,
                         .sign = t->sign,
                         .shift = is_first ? shift : other,
                         .ambiguous = fit && other_fit,
                         .other_shift = !fit || !other_fit ? 0
                                        : is_first         ? other
                                                           : shift };
    if (is_first || is_other)
        add(list, law, axis);
}

/* Where an exact shift counted from the low end fits, going around was never seen and is
 * no choice: being open can only explain more (ranks that would leave the grid never have
 * a peer). */
static void collect(const axis_state *state, const sx_topology_grid *grid, uint32_t axis,
                    choices *list)
{
    list->n = 0;
    for (size_t k = 0; k < state->n; k++) {
        const tracker *t = &state->track[k];
        if (t->exact)
            add_exact(list, t, axis);
        if (t->wrap && !(t->exact && t->from_low))
            add_wrap(list, t, grid, axis);
    }
    for (size_t i = 1; i < list->n; i++)
        for (size_t j = i; j > 0 && list->item[j].weight < list->item[j - 1].weight;
             j--) {
            choice swap = list->item[j];
            list->item[j] = list->item[j - 1];
            list->item[j - 1] = swap;
        }
}

/* The digit before a wrap: outside [0, extent) where an open law leaves the grid. */
static int64_t digit_at(const sx_digit_law *law, const int64_t *c, int64_t extent)
{
    return law->sign * c[law->from] + law->shift + (law->end ? extent : 0);
}

static bool leaves_axis(const sx_digit_law *law, const int64_t *c, int64_t extent)
{
    int64_t digit = digit_at(law, c, extent);
    return law->kind != SX_DIGIT_WRAP && (digit < 0 || digit >= extent);
}

static bool leaves(const sx_slot_law *law, uint32_t ndims, const int64_t *dim,
                   const int64_t *c)
{
    for (uint32_t a = 0; a < ndims; a++)
        if (leaves_axis(&law->axis[a], c, dim[a]))
            return true;
    return false;
}

/* A step over the own axis's boundary, which is why a rank takes no part. That a
 * mirrored or foreign digit leaves its axis can fit as well, by accident: -c does for
 * everybody but c = 0. */
static bool steps_out(const sx_slot_law *law, uint32_t ndims, const int64_t *dim,
                      const int64_t *c)
{
    for (uint32_t a = 0; a < ndims; a++)
        if (law->axis[a].from == a && law->axis[a].sign > 0 &&
            leaves_axis(&law->axis[a], c, dim[a]))
            return true;
    return false;
}

/* Are null peers exactly outside? Sets the law's domain. */
static bool explains_absence(const sx_topology_grid *grid, size_t slot, sx_slot_law *law)
{
    bool none = false, null = false, stray = false;
    for (size_t i = 0; i < grid->nruns; i++)
        for (int64_t r = 0; r < grid->run[i].p; r++) {
            int64_t peer = grid->run[i].peer[slot][r];
            if (!sx_is_special(peer) || (peer == SX_NONE && stray))
                continue;
            const int64_t *c = grid->coord[i] + r * grid->ndims;
            if (peer == SX_NULL && !leaves(law, grid->ndims, grid->dim[i], c))
                return false;
            none = none || peer == SX_NONE;
            null = null || peer == SX_NULL;
            stray = stray || !steps_out(law, grid->ndims, grid->dim[i], c);
        }
    law->domain = !none ? SX_SLOT_ALL : stray || null ? SX_SLOT_OTHER : SX_SLOT_INSIDE;
    return true;
}

/* Tries the combinations of the digits' laws: the lightest with a domain, else the
 * lightest. */
static bool choose(const sx_topology_grid *grid, size_t slot, const choices *lists,
                   sx_slot_law *ret_law, unsigned *ret_weight)
{
    size_t at[SX_MAX_DIMS] = { 0 };
    bool found = false;
    for (size_t tried = 0; tried < MAX_CHOICES; tried++) {
        sx_slot_law law = { .explained = true };
        unsigned weight = 0;
        for (uint32_t a = 0; a < grid->ndims; a++) {
            law.axis[a] = lists[a].item[at[a]].law;
            weight += lists[a].item[at[a]].weight;
        }
        bool may_win = !found || ret_law->domain == SX_SLOT_OTHER || weight < *ret_weight;
        if (may_win && explains_absence(grid, slot, &law)) {
            bool other = law.domain == SX_SLOT_OTHER;
            bool best_other = found && ret_law->domain == SX_SLOT_OTHER;
            if (!found || other < best_other ||
                (other == best_other && weight < *ret_weight)) {
                *ret_law = law;
                *ret_weight = weight;
                found = true;
            }
            /* Everybody has a peer: no other combination can explain more. */
            if (tried == 0 && law.domain != SX_SLOT_OTHER)
                return true;
        }
        uint32_t a = 0;
        while (a < grid->ndims && ++at[a] == lists[a].n)
            at[a++] = 0;
        if (a == grid->ndims)
            break;
    }
    return found;
}

bool sx_slot_law_find(const sx_topology_grid *grid, size_t slot, int64_t *residue,
                      sx_slot_law *ret_law, unsigned *ret_weight)
{
    axis_state axes[SX_MAX_DIMS];
    choices lists[SX_MAX_DIMS];
    init(axes, grid, residue);
    if (!scan(grid, slot, axes))
        return false;
    for (uint32_t a = 0; a < grid->ndims; a++) {
        collect(&axes[a], grid, a, &lists[a]);
        if (lists[a].n == 0)
            return false;
    }
    return choose(grid, slot, lists, ret_law, ret_weight);
}

int64_t sx_slot_law_peer(const sx_slot_law *law, uint32_t ndims, const int64_t *dim,
                         int64_t rank)
{
    int64_t c[SX_MAX_DIMS] = { 0 }, peer = 0, stride = 1;
    sx_digits_of(rank, ndims, dim, c);
    if (leaves(law, ndims, dim, c))
        return SX_NULL;
    for (uint32_t a = 0; a < ndims; a++) {
        int64_t digit = digit_at(&law->axis[a], c, dim[a]);
        peer += stride * (law->axis[a].kind == SX_DIGIT_WRAP ? sx_floor_mod(digit, dim[a])
                                                             : digit);
        stride *= dim[a];
    }
    return peer;
}
