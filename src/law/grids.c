#include "law/grids/parts.h"

#include "law/directions.h"
#include "law/law.h"
#include "law/lookalikes.h"
#include "law/slots.h"
#include "trace/policy.h"

#include <stdlib.h>
#include <string.h>

/* ---- from digit laws to an expression ---- */

static const sx_expr *digit_expr(sx_arena *arena, uint32_t g, uint32_t a,
                                 const sx_digit_law *law)
{
    const sx_expr *dim = sx_expr_var(arena, SX_VAR_DIM, g, a);
    const sx_expr *digit = sx_expr_int(arena, 0);
    if (law->kind != SX_DIGIT_CONSTANT && law->sign) {
        const sx_expr *c = sx_expr_var(arena, SX_VAR_COORD, g, law->from);
        digit = law->sign > 0 ? c : sx_expr_make(arena, SX_EXPR_SUB, digit, c, NULL);
    }
    if (law->end)
        digit = sx_expr_make(arena, SX_EXPR_ADD, digit, dim, NULL);
    if (law->shift)
        digit = sx_expr_make(
            arena, law->shift > 0 ? SX_EXPR_ADD : SX_EXPR_SUB, digit,
            sx_expr_int(arena, law->shift > 0 ? law->shift : -law->shift), NULL);
    if (law->kind == SX_DIGIT_WRAP && (law->shift || law->sign != 1 || law->from != a))
        digit = sx_expr_make(arena, SX_EXPR_MOD, digit, dim, NULL);
    return digit;
}

/* May the digit leave the grid for some rank that takes part? */
static bool may_leave(const sx_digit_law *law, uint32_t a, sx_slot_domain domain)
{
    return law->kind == SX_DIGIT_OPEN && !sx_grids_is_own_digit(law, a) &&
           domain != SX_SLOT_INSIDE;
}

static const sx_expr *inside_condition(sx_arena *arena, uint32_t g, uint32_t a,
                                       const sx_expr *digit)
{
    const sx_expr *dim = sx_expr_var(arena, SX_VAR_DIM, g, a);
    return sx_expr_make(
        arena, SX_EXPR_AND,
        sx_expr_make(arena, SX_EXPR_GE, digit, sx_expr_int(arena, 0), NULL),
        sx_expr_make(arena, SX_EXPR_LT, digit, dim, NULL), NULL);
}

/* m + (digit - c) * stride for every axis that changes, inside the grid; else null. */
static const sx_expr *peer_expr(sx_arena *arena, uint32_t g, uint32_t ndims,
                                const sx_slot_law *law)
{
    const sx_expr *peer = sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0);
    const sx_expr *inside = NULL;
    for (uint32_t a = 0; a < ndims; a++) {
        const sx_digit_law *axis = &law->axis[a];
        if (!sx_grids_is_own_digit(axis, a)) {
            const sx_expr *digit = digit_expr(arena, g, a, axis);
            const sx_expr *by;
            if (axis->kind == SX_DIGIT_OPEN && axis->from == a && axis->sign == 1 &&
                !axis->end)
                by = sx_expr_int(arena, axis->shift);
            else
                by = sx_expr_make(arena, SX_EXPR_SUB, digit,
                                  sx_expr_var(arena, SX_VAR_COORD, g, a), NULL);
            peer = sx_expr_make(
                arena, SX_EXPR_ADD, peer,
                sx_expr_make(arena, SX_EXPR_MUL, by, sx_expr_stride(arena, g, a), NULL),
                NULL);
            if (may_leave(axis, a, law->domain)) {
                const sx_expr *here = inside_condition(arena, g, a, digit);
                inside =
                    inside ? sx_expr_make(arena, SX_EXPR_AND, inside, here, NULL) : here;
            }
        }
    }
    return inside ? sx_expr_make(arena, SX_EXPR_IF, inside, peer,
                                 sx_expr_int(arena, SX_NULL))
                  : peer;
}

/* Places away from the own one on an axis: how far neighbours are looked for. */
enum { STEP = 2 };

/* A step along the axes, or a fixed place on them: what programs do, and what little data can prove. Mirrors,
 * transposes and distances from the far end have more ways to fit by accident. */
static bool is_step(const sx_slot_law *law, uint32_t ndims)
{
    bool moves = false;
    for (uint32_t a = 0; a < ndims; a++) {
        const sx_digit_law *axis = &law->axis[a];
        bool fixed = axis->kind == SX_DIGIT_CONSTANT && !axis->end;
        bool own = axis->kind != SX_DIGIT_CONSTANT && axis->from == a &&
                   axis->sign == 1 && !axis->end && llabs(axis->shift) <= STEP;
        if (!fixed && !own)
            return false;
        moves = moves || own;
    }
    return moves;
}

/* The slots that are open, as the topology room wants them. */
typedef struct open_slots {
    size_t n, *which;
    sx_topology_run *run;
} open_slots;

/* Does somebody go around the axis by that many places where it has no multiple of them? No rows of so many lie in it. */
static bool goes_around(const sx_runs *runs, uint32_t g, uint32_t a,
                        const sx_digit_law *axis, const sx_topology_run *run, size_t slot)
{
    bool goes = false;
    for (size_t i = 0; i < runs->n && axis->kind == SX_DIGIT_WRAP; i++) {
        const struct sx_place *place = &runs->place[runs->offset[i] * SX_MAX_GRIDS + g];
        const int64_t dim = place->dim[a];
        for (int64_t r = 0; r < runs->p[i] && dim % axis->shift != 0 && !goes; r++) {
            const int64_t to = place[r * SX_MAX_GRIDS].coord[a] + axis->shift;
            goes = !sx_is_special(run[i].peer[slot][r]) && (to < 0 || to >= dim);
        }
    }
    return goes;
}

/* May a step of several places along an axis be one to the next row of a grid of more axes that has as many in all inputs? */
static bool may_be_row(const sx_runs *runs, uint32_t g, uint32_t ndims, uint32_t a,
                       const sx_digit_law *axis)
{
    return axis->kind != SX_DIGIT_CONSTANT && llabs(axis->shift) > 1 &&
           sx_lookalikes_are_rows(runs, g, ndims, a, llabs(axis->shift));
}

/* Two shifts around an axis that are one in all inputs are one wherever the extent divides their difference; two that are
 * counted from either end are one where the extent is their difference. Those that go further than neighbours are looked for
 * are no rivals of the next place, nor, of three inputs and more, of any. Of what is counted from the far end, only the last place and
 * the way from the first to it are. */
static sx_evidence ambiguity(sx_arena *arena, const sx_runs *runs, uint32_t g, uint32_t a,
                             const sx_digit_law *axis)
{
    long long one = axis->shift, other = axis->other_shift;
    enum { FEW = 2 };
    const sx_expr *apart = sx_expr_int(arena, llabs(one - other)),
                  *dim = sx_expr_var(arena, SX_VAR_DIM, g, a);
    const bool from_end = axis->kind != SX_DIGIT_WRAP && axis->other_end;
    sx_evidence e = { .label = SX_LABEL_PROVED };
    if (llabs(other) > STEP && (runs->n > FEW || llabs(one) <= 1))
        return e;
    if (from_end && other < -1 && llabs(one) <= 1)
        return e;
    e.reason =
        sx_arena_printf(arena,
                        "shifts by %lld and %lld cannot be told apart in any input: "
                        "add one with larger dims",
                        one, other);
    e.doubt =
        axis->kind == SX_DIGIT_WRAP
            ? sx_expr_two(arena, SX_EXPR_NE, sx_expr_two(arena, SX_EXPR_MOD, apart, dim),
                          sx_expr_int(arena, 0))
            : sx_expr_two(arena, SX_EXPR_NE, dim, apart);
    e.label = e.doubt ? SX_LABEL_PROVED : SX_LABEL_EXACT;
    return e;
}

/* Or the last place on one, where the ends of three inputs tell it from a number. */
static bool is_step_or_end(const sx_runs *runs, const sx_slot_law *law, uint32_t ndims)
{
    enum { INPUTS = 3 };
    sx_slot_law other = *law;
    for (uint32_t a = 0; a < ndims && runs->n >= INPUTS; a++)
        if (other.axis[a].kind == SX_DIGIT_CONSTANT && other.axis[a].shift == -1)
            other.axis[a].end = false;
    return is_step(&other, ndims);
}

static sx_evidence slot_evidence(sx_arena *arena, const sx_runs *runs, uint32_t g,
                                 const open_slots *slots, size_t k,
                                 const sx_grid_law *grid)
{
    const sx_slot_law *law = &grid->slot[k];
    const uint32_t ndims = grid->ndims;
    bool provable = runs->n > 1 && is_step_or_end(runs, law, ndims);
    sx_evidence e = { .label = provable ? SX_LABEL_PROVED : SX_LABEL_EXACT };
    for (uint32_t a = 0; a < ndims && provable; a++)
        if (may_be_row(runs, g, ndims, a, &law->axis[a]) &&
            !goes_around(runs, g, a, &law->axis[a], slots->run, k))
            e = (sx_evidence) {
                .label = SX_LABEL_EXACT,
                .reason = "a step of several ranks may be an extent that is the "
                          "same in all inputs"
            };
    for (uint32_t a = 0; a < ndims; a++)
        if (law->axis[a].ambiguous)
            e = sx_evidence_join(arena, e, ambiguity(arena, runs, g, a, &law->axis[a]));
    return e;
}

/* ---- grids, one after another ---- */

static sx_status add_neighbour(sx_arena *arena, sx_runs *runs, uint32_t g,
                               const open_slots *slots, size_t k, const sx_grid_law *law,
                               sx_error *err)
{
    sx_neighbour one = { peer_expr(arena, g, law->ndims, &law->slot[k]),
                         slot_evidence(arena, runs, g, slots, k, law),
                         law->slot[k].domain == SX_SLOT_ALL };
    if (!one.peer)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 0; i < runs->nneighbours; i++)
        if (sx_expr_equal(runs->neighbour[i].peer, one.peer)) {
            runs->neighbour[i].evidence =
                sx_evidence_join(arena, runs->neighbour[i].evidence, one.evidence);
            runs->neighbour[i].of_all = runs->neighbour[i].of_all || one.of_all;
            return SX_OK;
        }
    runs->neighbour[runs->nneighbours++] = one;
    return SX_OK;
}

static sx_status gather(sx_arena *arena, const sx_runs *runs, const sx_slot_table *table,
                        const bool *open, open_slots *ret, sx_error *err)
{
    open_slots slots = { .which = SX_NEW_ARRAY(arena, size_t, table->n),
                         .run = SX_NEW_ARRAY(arena, sx_topology_run, runs->n) };
    if (!slots.which || !slots.run)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t k = 0; k < table->n; k++)
        if (open[k])
            slots.which[slots.n++] = k;
    for (size_t i = 0; i < runs->n; i++) {
        const int64_t **peer = SX_NEW_ARRAY(arena, const int64_t *, slots.n);
        if (!peer)
            return sx_fail(err, SX_NOMEM, "out of memory");
        for (size_t k = 0; k < slots.n; k++)
            peer[k] = table->peer[i][slots.which[k]];
        const sx_grid *told = sx_runs_told(runs, i);
        slots.run[i] = (sx_topology_run) { .p = runs->p[i],
                                           .peer = peer,
                                           .known_ndims = table->cart_ndims,
                                           .known = table->cart[i] };
        if (told) {
            slots.run[i].told_ndims = told->ndims;
            slots.run[i].told = told->dim;
        }
    }
    *ret = slots;
    return SX_OK;
}

/* A step around the last of three axes or more, there or back: one distance around all ranks, in each input, that says nothing of the other axes. */
static bool is_around_all(const sx_slot_law *law, uint32_t ndims)
{
    enum { AXES = 3 };
    bool around = ndims >= AXES && law->axis[ndims - 1].kind == SX_DIGIT_WRAP &&
                  !sx_grids_is_own_digit(&law->axis[ndims - 1], ndims - 1);
    for (uint32_t a = 0; a + 1 < ndims && around; a++)
        around = sx_grids_is_own_digit(&law->axis[a], a);
    return around;
}

/* Are two end points steps in it, or is a communicator a line of it? One end point alone is a step in some
 * grid or other by accident, and so is the way back from it. */
static bool has_steps(const sx_grid_law *law, const sx_slot_table *table,
                      const open_slots *slots)
{
    enum { STEPS = 2 };
    unsigned steps = 0, around = 0;
    for (size_t k = 0; k < slots->n; k++) {
        if (!law->slot[k].explained || !is_step(&law->slot[k], law->ndims))
            continue;
        if (table->of_comm[slots->which[k]])
            steps += STEPS;
        else if (is_around_all(&law->slot[k], law->ndims))
            around = 1;
        else
            steps++;
    }
    return steps + around >= STEPS;
}

/* Takes the laws of the slots that grid g explains, and closes them. */
static sx_status take_slots(sx_arena *arena, sx_runs *runs, uint32_t g,
                            const sx_grid_law *law, const open_slots *slots, bool *open,
                            sx_error *err)
{
    sx_status st = SX_OK;
    for (size_t k = 0; !st && k < slots->n; k++)
        if (law->slot[k].explained) {
            open[slots->which[k]] = false;
            st = add_neighbour(arena, runs, g, slots, k, law, err);
        }
    return st;
}

/* A step of several ranks on a line, which may be one to the next row. */
static bool is_far(const sx_grid_law *law, size_t k)
{
    const sx_digit_law *axis = &law->slot[k].axis[0];
    return law->ndims == 1 && axis->kind != SX_DIGIT_CONSTANT && axis->sign == 1 &&
           !axis->end && llabs(axis->shift) > 1;
}

/* Is one of these slots, which no grid explains so far, a step? */
static bool explains_new(const sx_grid_law *law, const open_slots *slots,
                         const bool *unexplained)
{
    for (size_t k = 0; k < slots->n; k++)
        if (unexplained[slots->which[k]] && law->slot[k].explained &&
            is_step(&law->slot[k], law->ndims))
            return true;
    return false;
}

/* Would it be a grid beside others that goes another way beyond so many ranks, for end points of a few? These explain many by accident. */
static bool is_of_few(const sx_runs *runs, const sx_grid_law *law,
                      const open_slots *slots)
{
    bool few = runs->ngrids > 0 && sx_policy_switches(law->policy);
    for (size_t k = 0; few && k < slots->n; k++)
        few = !law->slot[k].explained || law->slot[k].domain != SX_SLOT_ALL;
    return few;
}

static size_t without_lines(sx_policy *policy, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (policy[i].ndims > 1)
            policy[kept++] = policy[i];
    return kept;
}

/* The rows that one end point shows, to which others that are far on a line are steps: both together tell of the grid. `far`: these. */
static sx_status grid_of_rows(sx_arena *arena, sx_runs *runs, sx_slot_table *table,
                              bool *open, bool *far, bool *ret_more, sx_error *err)
{
    open_slots slots;
    const sx_grid_law *law = NULL;
    size_t nlaws = 0, npolicies;
    uint32_t g = 0;
    bool *either = SX_NEW_ARRAY(arena, bool, table->n);
    sx_policy *policy = sx_grids_policies(arena, runs, 0, &npolicies);
    if (!either || !policy)
        return sx_fail(err, SX_NOMEM, "out of memory");
    npolicies = without_lines(policy, npolicies);
    for (size_t k = 0; k < table->n; k++)
        either[k] = open[k] || far[k];
    sx_status st = gather(arena, runs, table, either, &slots, err);
    if (!st && slots.n > 0)
        st = sx_topology_law(arena, slots.run, runs->n, slots.n, policy, npolicies, &law,
                             &nlaws, err);
    *ret_more = !st && nlaws > 0 && has_steps(law, table, &slots) &&
                explains_new(law, &slots, open) && !is_of_few(runs, law, &slots) &&
                runs->ngrids < SX_MAX_GRIDS;
    if (*ret_more)
        st = sx_grids_take(arena, runs, law, nlaws,
                           sx_grids_walked(law, table, slots.which, slots.n), &g, err);
    if (*ret_more && !st)
        st = take_slots(arena, runs, g, law, &slots, either, err);
    for (size_t k = 0; k < table->n; k++) {
        open[k] = open[k] && either[k];
        far[k] = far[k] && either[k];
    }
    return st;
}

/* Looks for the grid that explains most of the open slots; notes which of them are far on a line. */
static sx_status next_grid(sx_arena *arena, sx_runs *runs, sx_slot_table *table,
                           bool *open, bool *far, bool *ret_more, sx_error *err)
{
    open_slots slots;
    const sx_grid_law *law = NULL;
    size_t nlaws = 0;
    uint32_t g = 0;
    sx_status st = gather(arena, runs, table, open, &slots, err);
    size_t npolicies;
    const sx_policy *policy = sx_grids_policies(arena, runs, 0, &npolicies);
    if (!st && !policy)
        st = sx_fail(err, SX_NOMEM, "out of memory");
    if (!st && slots.n > 0)
        st = sx_topology_law(arena, slots.run, runs->n, slots.n, policy, npolicies, &law,
                             &nlaws, err);
    if (!st && slots.n > 0)
        st = sx_grids_by_sides(arena, runs, table, slots.run, slots.which, slots.n, &law,
                               &nlaws, err);
    *ret_more = !st && nlaws > 0 && has_steps(law, table, &slots) &&
                !is_of_few(runs, law, &slots) && runs->ngrids < SX_MAX_GRIDS;
    if (*ret_more)
        st = sx_grids_take(arena, runs, law, nlaws,
                           sx_grids_walked(law, table, slots.which, slots.n), &g, err);
    for (size_t k = 0; *ret_more && k < slots.n; k++)
        far[slots.which[k]] = law->slot[k].explained && is_far(law, k);
    return *ret_more && !st ? take_slots(arena, runs, g, law, &slots, open, err) : st;
}

/* The grid of a Cartesian communicator, before others are looked for. */
static sx_status cart_grid(sx_arena *arena, sx_runs *runs, sx_slot_table *table,
                           bool *open, sx_error *err)
{
    open_slots slots;
    const sx_grid_law *law = NULL;
    bool found = false;
    uint32_t g = 0;
    if (table->cart_ndims < 2 || runs->ngrids == SX_MAX_GRIDS)
        return SX_OK;
    sx_status st = gather(arena, runs, table, open, &slots, err);
    if (!st && slots.n > 0)
        st = sx_grids_from_cart(arena, runs, table, slots.run, slots.n, &law, &g, &found,
                                err);
    return found && !st ? take_slots(arena, runs, g, law, &slots, open, err) : st;
}

/* What of the open slots a grid explains that others have shown to be there. */
static sx_status explain_more(sx_arena *arena, sx_runs *runs, uint32_t g,
                              sx_slot_table *table, bool *open, sx_error *err)
{
    open_slots slots;
    const sx_grid_law *law = NULL;
    size_t nlaws = 0;
    const sx_policy *policy = sx_policy_named(runs->grid[g].law);
    sx_status st = gather(arena, runs, table, open, &slots, err);
    for (size_t i = 0; !st && sx_policy_is_stated(policy) && i < runs->n; i++) {
        slots.run[i].told_ndims = runs->stated_ndims;
        slots.run[i].told = runs->stated[i];
    }
    if (!st && slots.n > 0 && policy && !policy->has_arg)
        st = sx_topology_law(arena, slots.run, runs->n, slots.n, policy, 1, &law, &nlaws,
                             err);
    return nlaws > 0 && !st ? take_slots(arena, runs, g, law, &slots, open, err) : st;
}

/* ---- loops over the neighbours there are ---- */

/* Tries the directions of one event in the grids found, then in those of every policy. */
static sx_status try_directions(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                                sx_error *err)
{
    int64_t(*dims)[SX_MAX_DIMS] = sx_arena_alloc(arena, runs->n, sizeof *dims);
    if (!dims)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_directions *to = &runs->directions[runs->ndirections];
    bool found = false;
    sx_status st = SX_OK;
    for (uint32_t g = 0; g < runs->ngrids && !st && !found; g++) {
        for (size_t i = 0; i < runs->n; i++)
            memcpy(dims[i], runs->place[runs->offset[i] * SX_MAX_GRIDS + g].dim,
                   sizeof dims[i]);
        st = sx_directions_find(arena, runs, samples, dims, runs->grid[g].ndims, g, to,
                                &found, err);
    }
    size_t npolicies;
    const sx_policy *policy = sx_grids_policies(arena, runs, 0, &npolicies);
    sx_grid_law *law = SX_NEW_ARRAY(arena, sx_grid_law, sx_policy_count);
    if (!policy || !law)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t k = 0; k < npolicies && !st && !found && runs->ngrids < SX_MAX_GRIDS;
         k++) {
        if (policy[k].has_arg || !sx_grids_dims(runs, &policy[k], 0, dims))
            continue;
        st = sx_directions_find(arena, runs, samples, dims, policy[k].ndims, runs->ngrids,
                                to, &found, err);
        size_t n = 0;
        for (size_t i = k; found && i < npolicies; i++)
            if (!policy[i].has_arg)
                law[n++] =
                    (sx_grid_law) { .policy = &policy[i], .ndims = policy[i].ndims };
        uint32_t g;
        if (!st && found)
            st = sx_grids_take(arena, runs, law, n, (sx_walked) { 0 }, &g, err);
    }
    runs->ndirections += !st && found;
    return st;
}

static sx_status find_directions(sx_arena *arena, sx_runs *runs,
                                 const sx_slot_table *table, sx_error *err)
{
    sx_status st = SX_OK;
    for (size_t i = 0;
         i < table->nuneven && !st && runs->ndirections < SX_DIRECTION_LISTS; i++)
        st = try_directions(arena, runs, &table->uneven[i], err);
    return st;
}

/* Do enough ranks take part in a slot for its peers to tell of a grid? Few fit into any. */
static bool is_telling(const sx_runs *runs, const sx_slot_table *table, size_t k)
{
    enum { RANKS = 6, RUNS = 2 };
    int64_t total = 0;
    size_t runs_with_some = 0;
    for (size_t i = 0; i < runs->n; i++) {
        int64_t n = 0;
        for (int64_t r = 0; r < runs->p[i]; r++)
            n += table->peer[i][k][r] != SX_NONE;
        total += n;
        runs_with_some += n > 1;
    }
    return total >= RANKS && (runs_with_some >= RUNS || runs->n < RUNS);
}

/* Is a message's end point nobody, or the own rank, for all who have it, some of every run? So it is along an axis of one rank. */
static bool goes_nowhere(const sx_runs *runs, const sx_slot_table *table, size_t k)
{
    bool nowhere = !table->of_comm[k];
    for (size_t i = 0; i < runs->n && nowhere; i++) {
        bool any = false;
        for (int64_t r = 0; r < runs->p[i] && nowhere; r++) {
            const int64_t peer = table->peer[i][k][r];
            any = any || peer != SX_NONE;
            nowhere = peer == SX_NONE || peer == SX_NULL || peer == r;
        }
        nowhere = nowhere && any;
    }
    return nowhere;
}

sx_status sx_grids_find(sx_arena *arena, sx_runs *runs, sx_error *err)
{
    sx_slot_table table;
    sx_status st = sx_slots_collect(arena, runs, &table, err);
    if (st)
        return st;
    bool *open = SX_NEW_ARRAY(arena, bool, table.n);
    bool *far = SX_NEW_ARRAY(arena, bool, table.n);
    runs->neighbour = SX_NEW_ARRAY(arena, sx_neighbour, 3 * table.n);
    runs->directions = SX_NEW_ARRAY(arena, sx_directions, SX_DIRECTION_LISTS);
    if (!open || !far || !runs->neighbour || !runs->directions)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t k = 0; k < table.n; k++) {
        open[k] = is_telling(runs, &table, k);
        runs->goes_nowhere = runs->goes_nowhere || goes_nowhere(runs, &table, k);
    }
    st = sx_grids_from_doubling(arena, runs, &table, open, err);
    sx_grids_close_transpositions(runs, &table, open);
    if (!st)
        st = cart_grid(arena, runs, &table, open, err);
    if (!st)
        st = sx_grids_from_around(arena, runs, &table, open, err);
    bool more = true;
    while (!st && more)
        st = next_grid(arena, runs, &table, open, far, &more, err);
    for (more = true; !st && more;)
        st = grid_of_rows(arena, runs, &table, open, far, &more, err);
    if (!st) /* and in the grids that these are */
        st = sx_grids_from_around(arena, runs, &table, open, err);
    memset(open, 1, table.n);
    for (uint32_t g = 0; !st && g < runs->ngrids; g++)
        st = explain_more(arena, runs, g, &table, open, err);
    if (!st)
        st = sx_grids_doubt_groups(arena, runs, &table, err);
    if (!st)
        st = sx_grids_doubt_boxes(arena, runs, &table, err);
    return st ? st : find_directions(arena, runs, &table, err);
}
