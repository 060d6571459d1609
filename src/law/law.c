#include "law/law.h"

#include "law/column.h"
#include "law/few_samples.h"
#include "law/imagine.h"
#include "law/kinds.h"
#include "law/levels.h"
#include "law/lookalikes.h"

typedef struct law_family {
    const char *name;
    const char *description;
    sx_law_finder *find;
    sx_label strongest; /* of the laws it gives */
    sx_law_scope scope;
} law_family;

/* In the order in which they are searched. */
static const law_family families[] = {
    { "extents", "lists of the extents of a grid", sx_law_extents, SX_LABEL_PROVED,
      SX_LAW_OF_LEVELS },
    { "constant", "one number", sx_law_constant, SX_LABEL_PROVED, SX_LAW_OF_LEVELS },
    { "neighbour", "the neighbour in a process grid", sx_law_neighbour, SX_LABEL_PROVED,
      SX_LAW_OF_LEVELS },
    { "transposition", "the other side of the diagonal of a 2D grid",
      sx_law_transposition, SX_LABEL_PROVED, SX_LAW_OF_LEVELS },
    { "doubling", "at a distance that doubles or halves from trip to trip",
      sx_law_doubling, SX_LABEL_PROVED, SX_LAW_OF_LEVELS },
    { "logarithm", "the binary logarithm of the number of ranks or of an extent",
      sx_law_logarithm, SX_LABEL_PROVED, SX_LAW_OF_LEVELS },
    { "linear",
      "a linear system over dims, their products, coordinates and counters, of which an "
      "input was predicted",
      sx_law_linear, SX_LABEL_PROVED, SX_LAW_OF_LEVELS },
    { "shift", "another rank of the communicator, at a distance that counters may change",
      sx_law_shift, SX_LABEL_PROVED, SX_LAW_OF_LEVELS },
    { "turn", "whether it is a rank's turn, or the first or last trip", sx_law_turn,
      SX_LABEL_PROVED, SX_LAW_OF_LEVELS },
    { "bits", "stages, partners and distances of trees over the ranks' binary digits",
      sx_law_bits, SX_LABEL_PROVED, SX_LAW_OF_LEVELS },
    { "fewer",
      "levels on which the first ranks alone take part, half as many on each: for how "
      "many trips, and who is near around them",
      sx_law_fewer, SX_LABEL_PROVED, SX_LAW_OF_LEVELS },
    { "heap", "trees of several branches over the ranks in breadth-first order",
      sx_law_heap, SX_LABEL_PROVED, SX_LAW_OF_LEVELS },
    { "radix", "trees over the ranks' digits in a base of three to eight", sx_law_radix,
      SX_LABEL_PROVED, SX_LAW_OF_LEVELS },
    { "beside", "how many neighbours there are along some axes of a grid, times a number",
      sx_law_beside, SX_LABEL_PROVED, SX_LAW_OF_PIECES },
    { "blocks",
      "products of extents of a block distribution, and their sums over a diagonal",
      sx_law_blocks, SX_LABEL_PROVED, SX_LAW_OF_LEVELS },
    { "quotient", "a constant divided by dims", sx_law_quotient, SX_LABEL_PROVED,
      SX_LAW_OF_LEVELS },
    { "distance", "the next active place of a hierarchy of grids", sx_law_distance,
      SX_LABEL_PROVED, SX_LAW_OF_PIECES },
    { "alive", "on how many levels of a hierarchy of grids a place is active",
      sx_law_alive, SX_LABEL_PROVED, SX_LAW_OF_PIECES },
    { "levels", "one of the laws before, doubled or halved from trip to trip",
      sx_law_levels, SX_LABEL_PROVED, SX_LAW_OF_PIECES },
    { "rims", "products of the extents of a level with their rims", sx_law_rims,
      SX_LABEL_PROVED, SX_LAW_OF_PIECES },
    { "nested", "blocks of an axis, divided among places of another that it divides",
      sx_law_nested, SX_LABEL_PROVED, SX_LAW_OF_PIECES },
    { "dealt", "products of extents of points dealt out by other rules than blocks",
      sx_law_dealt, SX_LABEL_EXACT, SX_LAW_OF_PIECES },
    { "in-turn", "points dealt out in blocks, in turn, of which the last is shorter",
      sx_law_in_turn, SX_LABEL_EXACT, SX_LAW_OF_PIECES },
    { "skewed", "linear in indices around the grid that mix coordinates and counters",
      sx_law_skewed, SX_LABEL_PROVED, SX_LAW_OF_PIECES },
    { "turned", "the place on an axis that a counter goes around against the own",
      sx_law_turned, SX_LABEL_EXACT, SX_LAW_OF_PIECES },
    { "skew", "around an axis or a communicator, as far as the place along another axis",
      sx_law_skew, SX_LABEL_EXACT, SX_LAW_OF_PIECES },
    { "forms",
      "a number times one form of place and scale, all of which that fit are weighed",
      sx_law_forms, SX_LABEL_PROVED, SX_LAW_WHOLE },
    { "digits",
      "ranks in groups of a fixed number, in turn or in rows, and colours of places",
      sx_law_digits, SX_LABEL_PROVED, SX_LAW_WHOLE },
    { "quadratic",
      "of the second degree in one number of the scale, of the place or of the trip",
      sx_law_quadratic, SX_LABEL_PROVED, SX_LAW_WHOLE },
    { "active",
      "0 or 1: who is active on a level of a hierarchy of grids, or falls idle there",
      sx_law_active, SX_LABEL_PROVED, SX_LAW_WHOLE },
    { "side", "0 or 1: on which side of a comparison of places a rank is", sx_law_side,
      SX_LABEL_PROVED, SX_LAW_WHOLE },
    { "both",
      "0 or 1: a digit of the ranks, and another rank at a distance or none, at once",
      sx_law_both, SX_LABEL_EXACT, SX_LAW_WHOLE },
    { "phases",
      "0 or 1: who has a partner where neighbours along a line are partners in turn",
      sx_law_phases, SX_LABEL_PROVED, SX_LAW_WHOLE },
    { "pairs", "0 or 1: who has a partner where ranks stand in pairs", sx_law_pairs,
      SX_LABEL_EXACT, SX_LAW_WHOLE },
    { "partner",
      "0 or 1: on which side a partner is where everybody has everybody in turn",
      sx_law_partner, SX_LABEL_PROVED, SX_LAW_WHOLE },
    { "skip",
      "one of the laws before for the other ranks, in a loop that passes over the own",
      sx_law_skip, SX_LABEL_PROVED, SX_LAW_COMPOUND },
    { "numbered",
      "trees and butterflies over ranks counted from a root, or without those that are "
      "folded into others",
      sx_law_numbered, SX_LABEL_PROVED, SX_LAW_COMPOUND },
    { "folded", "who is beyond the largest power of two, or takes those in",
      sx_law_folded, SX_LABEL_PROVED, SX_LAW_COMPOUND },
    { "reach", "who has another rank at a distance that doubles from trip to trip",
      sx_law_reach, SX_LABEL_PROVED, SX_LAW_COMPOUND },
    { "apart", "how far apart the ends of a message are, or the logarithm of that",
      sx_law_apart, SX_LABEL_PROVED, SX_LAW_COMPOUND },
    { "owner", "the place that has the item of a trip, of blocks along an axis",
      sx_law_owner, SX_LABEL_PROVED, SX_LAW_COMPOUND },
    { "whose", "0 or 1: whether the item of a trip is the own, of blocks along an axis",
      sx_law_whose, SX_LABEL_PROVED, SX_LAW_COMPOUND },
    { "holder", "the place that has the item of a trip, of items dealt out in turn",
      sx_law_holder, SX_LABEL_PROVED, SX_LAW_COMPOUND },
    { "since", "whether trips have come to a place, or are up to it", sx_law_since,
      SX_LABEL_PROVED, SX_LAW_COMPOUND },
    { "rest",
      "one of the laws before for all trips but the last, which has what is left of a "
      "total with a law",
      sx_law_rest, SX_LABEL_PROVED, SX_LAW_COMPOUND },
    { "cyclic", "what is left of blocks that are dealt out in turn", sx_law_cyclic,
      SX_LABEL_PROVED, SX_LAW_COMPOUND },
    { "steps",
      "one of the laws before for the first of each list, or trip, and so much more with "
      "each one after it",
      sx_law_steps, SX_LABEL_PROVED, SX_LAW_COMPOUND },
    { "scaled",
      "what a scale has in common, times one of the laws before for place and trip",
      sx_law_scaled, SX_LABEL_PROVED, SX_LAW_COMPOUND },
    { "halved",
      "points that are halved once for each digit of a rank, with an odd one on one side",
      sx_law_halved, SX_LABEL_EXACT, SX_LAW_COMPOUND },
    { "stretch",
      "what several places in a row have of points that are dealt out, and offsets",
      sx_law_stretch, SX_LABEL_PROVED, SX_LAW_COMPOUND },
    { "separable",
      "a product of what a place has along each axis and of what an element has",
      sx_law_separable, SX_LABEL_EXACT, SX_LAW_COMPOUND },
    { "across",
      "one of the laws before for each kind of other rank: the own one, those near it, "
      "those below and above",
      sx_law_across, SX_LABEL_PROVED, SX_LAW_COMPOUND },
    { "root",
      "one of the laws before at the root of a collective, and a number elsewhere, or "
      "the other way round",
      sx_law_root, SX_LABEL_PROVED, SX_LAW_COMPOUND },
    { "holes",
      "lists with a slot for each thing that a rank may have, which count those after it",
      sx_law_holes, SX_LABEL_PROVED, SX_LAW_COMPOUND },
    { "list-halves", "one of the laws before for each half of a list", sx_law_list_halves,
      SX_LABEL_PROVED, SX_LAW_COMPOUND },
    { "item",
      "one of the laws before for the item of a trip, of items that are dealt out in "
      "turn",
      sx_law_item, SX_LABEL_PROVED, SX_LAW_COMPOUND },
    { "stays",
      "one of the laws before for what comes when a value has stayed for so many trips",
      sx_law_stays, SX_LABEL_PROVED, SX_LAW_COMPOUND },
    { "counted",
      "one of the laws before for how often a call was made, where an inner loop makes "
      "one "
      "trip more at first",
      sx_law_counted, SX_LABEL_PROVED, SX_LAW_COMPOUND },
    { "perhaps", "null in some trips, one of the laws before in the others",
      sx_law_perhaps, SX_LABEL_PROVED, SX_LAW_COMPOUND },
    { "until", "lists with a law whose other elements are null", sx_law_until,
      SX_LABEL_PROVED, SX_LAW_COMPOUND },
    { "directions", "one of the laws before for each neighbour that there is",
      sx_law_directions, SX_LABEL_PROVED, SX_LAW_COMPOUND },
    { "switch", "one of the laws before for each value of a short counter or list index",
      sx_law_switch, SX_LABEL_PROVED, SX_LAW_COMPOUND },
    { "classes",
      "one of the laws before for each of first, interior and last coordinates",
      sx_law_classes, SX_LABEL_PROVED, SX_LAW_COMPOUND },
    { "sides",
      "one of the laws before on one side of a comparison of places, another on the "
      "other",
      sx_law_sides, SX_LABEL_PROVED, SX_LAW_COMPOUND },
    { "ratio", "the number of ranks or an extent divided by a number, rounded",
      sx_law_ratio, SX_LABEL_EXACT, SX_LAW_COMPOUND },
    { "powers",
      "one of the laws before for powers of two of ranks, or even numbers, another "
      "elsewhere",
      sx_law_powers, SX_LABEL_PROVED, SX_LAW_COMPOUND },
    { "far", "around a communicator, at a distance that is a law of the scale",
      sx_law_far, SX_LABEL_PROVED, SX_LAW_COMPOUND },
    { "several", "one of others in a row for so many ranks in a row", sx_law_several,
      SX_LABEL_PROVED, SX_LAW_COMPOUND },
    { "limited",
      "a line in scale and place, ends of axes among it, that stops at a number",
      sx_law_limited, SX_LABEL_PROVED, SX_LAW_COMPOUND },
    { "multiple", "a number of points cut, or filled up, to a multiple of the ranks",
      sx_law_multiple, SX_LABEL_EXACT, SX_LAW_COMPOUND },
    { "shares", "what two axes have of numbers of points that are known, and its product",
      sx_law_shares, SX_LABEL_EXACT, SX_LAW_COMPOUND },
    { "other-end", "one of the laws before, of the other end of the message",
      sx_law_other_end, SX_LABEL_PROVED, SX_LAW_COMPOUND },
    { "away", "a number divided by how far away the other end of a message is",
      sx_law_away, SX_LABEL_PROVED, SX_LAW_COMPOUND },
    { "interpolation", "a linear system that needs every input", sx_law_interpolation,
      SX_LABEL_EXACT, SX_LAW_LAST },
    { "form", "the shortest of those forms, be there others or not", sx_law_form,
      SX_LABEL_EXACT, SX_LAW_LAST },
    { "share", "what chance gives each rank of a total that has a law", sx_law_share,
      SX_LABEL_FITTED, SX_LAW_COMPOUND },
};
enum { FAMILIES = sizeof families / sizeof *families };

bool sx_law_wanted(const sx_samples *samples, const sx_evidence *evidence)
{
    return !samples->beat || sx_evidence_better(evidence, samples->beat);
}

/* Of an expression that a formula trace may hold; laws of more parts say nothing, and doubts of more hold everywhere. */
enum { LONGEST = SX_EXPR_NODES / 4 };

/* A law in pieces that is no shorter than one of a piece that gives every sample too is no better founded,
 * whatever its label: pieces bend to anything. */
static bool too_long(const sx_law *law, const sx_law *best, const law_family *family)
{
    const unsigned weight = sx_expr_weight(law->expr);
    return weight > LONGEST || (family->scope >= SX_LAW_COMPOUND && best->expr &&
                                weight >= sx_expr_weight(best->expr));
}

bool sx_law_grows(const sx_runs *runs, const sx_expr *expr)
{
    if (expr->op == SX_EXPR_VAR && expr->var == SX_VAR_CONSTANT)
        for (size_t run = 1; run < runs->n; run++)
            if (runs->constant_value[run][expr->axis] !=
                runs->constant_value[0][expr->axis])
                return expr->axis >= runs->nparams;
    for (int i = 0; i < 3; i++)
        if (expr->arg[i] && sx_law_grows(runs, expr->arg[i]))
            return true;
    return false;
}

/* Is the best law left open, and in pieces, where a family has laws of a piece that need every input, or a sum over a diagonal of points that nothing
 * else shows, or one value for each input, where a number is divided, or a size that falls to a number and no further, or an end point that may be a part of the scale? */
static bool may_be_shorter(const sx_samples *samples, const sx_law *best,
                           const law_family *family)
{
    if (!best->expr || best->evidence.label != SX_LABEL_EXACT)
        return false;
    if (family->find == sx_law_quotient)
        return sx_expr_has_sum(best->expr) || sx_samples_have_one_value(samples);
    if (family->find == sx_law_form && samples->is_size && best->expr->op == SX_EXPR_MAX)
        return true;
    return (samples->is_rank && family->find == sx_law_ratio) ||
           (best->expr->op == SX_EXPR_IF && family->scope == SX_LAW_LAST);
}

/* Takes a shorter law of a piece in place of the best one. */
static sx_status find_shorter(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                              const law_family *family, sx_law *best, sx_error *err)
{
    sx_samples open = *samples;
    sx_law law = { 0 };
    open.beat = NULL;
    open.beaten = NULL;
    sx_status st = family->find(arena, runs, &open, &law, err);
    if (!st && law.expr && law.expr->op != SX_EXPR_IF &&
        sx_law_cost(law.expr) < sx_law_cost(best->expr))
        *best = law;
    return st;
}

unsigned sx_law_numbers_in(const sx_expr *expr)
{
    unsigned n = expr->op == SX_EXPR_INT && expr->value != SX_NULL &&
                 (expr->value > 1 || expr->value < -1);
    for (int i = 0; i < 3 && expr->arg[i]; i++)
        n += sx_law_numbers_in(expr->arg[i]);
    return n;
}

/* Has the law numbers where the best one has none, and is not proved everywhere? */
static bool chooses_more(const sx_law *law, const sx_law *best)
{
    return best->expr && law->evidence.doubt && sx_law_numbers_in(best->expr) == 0 &&
           sx_law_numbers_in(law->expr) > 0;
}

/* Where both say the same, the one without numbers is as well founded as the other. */
static sx_status stand_on(sx_arena *arena, const sx_runs *runs, const sx_law *law,
                          sx_law *best, sx_error *err)
{
    static const char reason[] = "a law with numbers fits as well";
    best->evidence = law->evidence;
    return sx_law_doubt_other(arena, runs, law->expr, reason, best, err);
}

sx_status sx_law_find_among(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                            sx_law_scope scope, sx_law *ret_law, sx_error *err)
{
    enum { SEARCH = 1024 }; /* steps that a search takes, however few the samples */
    sx_law best = { 0 };
    sx_samples open = *samples;
    for (const law_family *family = families; family < families + FAMILIES; family++) {
        const bool wanted =
            sx_law_wanted(&open, &(sx_evidence) { .label = family->strongest });
        if (family->scope > scope || (!wanted && !may_be_shorter(samples, &best, family)))
            continue;
        if (!sx_runs_spend(runs, samples->n + SEARCH))
            return sx_runs_check_steps(runs, err);
        sx_law law = { 0 };
        const uint32_t constants = runs->nconstants;
        bool used = false;
        sx_status st = wanted ? family->find(arena, runs, &open, &law, err) : SX_OK;
        if (st)
            return st;
        if (!law.expr || !sx_law_wanted(&open, &law.evidence)) {
            const sx_expr *before = best.expr;
            if (may_be_shorter(samples, &best, family))
                st = find_shorter(arena, runs, samples, family, &best, err);
            if (st)
                return st;
            used = best.expr != before;
        } else if (!too_long(&law, &best, family)) {
            if (samples->is_rank && chooses_more(&law, &best))
                st = stand_on(arena, runs, &law, &best, err);
            else
                best = law;
            if (st)
                return st;
            open.beat = &best.evidence;
            open.beaten = best.expr;
            used = true; /* or is in doubt of them */
        }
        if (!used)
            runs->nconstants = constants;
    }
    *ret_law = best;
    return SX_OK;
}

/* The very part, not one that is alike. */
static bool has_part(const sx_expr *expr, const sx_expr *part)
{
    bool found = expr == part;
    for (int i = 0; i < 3 && !found && expr->arg[i]; i++)
        found = has_part(expr->arg[i], part);
    return found;
}

/* A tag does not become negative: a law of the scale alone that does at more ranks is an accident, another one where it
 * does. */
static void doubt_negative(sx_arena *arena, const sx_runs *runs,
                           const sx_samples *samples, sx_law *law)
{
    static const char reason[] = "it becomes negative at more ranks: add an input";
    if (!samples->is_tag || !law->expr || law->evidence.label != SX_LABEL_PROVED ||
        sx_samples_have_special(samples) ||
        !sx_imagine_negative(runs, law->expr, runs->p[runs->n - 1]))
        return;
    sx_evidence here = { SX_LABEL_EXACT, reason, NULL };
    if (!sx_samples_have_one_value(samples))
        here = (sx_evidence) { SX_LABEL_PROVED, reason,
                               sx_expr_two(arena, SX_EXPR_LT, law->expr,
                                           sx_expr_int(arena, 0)) };
    law->evidence = sx_evidence_join(arena, law->evidence, here);
}

sx_status sx_law_find(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                      sx_law *ret_law, sx_error *err)
{
    sx_status st = SX_OK;
    sx_law law = { 0 };
    const uint32_t levels = runs->nlevels;
    if (!sx_imagine_places(arena, runs))
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (samples->of_root)
        st = sx_law_root(arena, runs, samples, &law, err);
    if (samples->n > 0 && !st && !law.expr)
        st = sx_law_around(arena, runs, samples, &law, err);
    if (samples->n > 0 && !st && !law.expr)
        st = sx_law_find_among(arena, runs, samples, SX_LAW_LAST, &law, err);
    sx_levels_keep(runs, levels, law.expr);
    if (samples->trips && law.expr && has_part(law.expr, samples->trips))
        law.evidence = sx_evidence_join(arena, law.evidence, *samples->trips_evidence);
    if (!st)
        st = sx_lookalikes_of_scale(arena, runs, samples, &law, err);
    if (!st)
        st = sx_lookalikes_of_roots(arena, runs, samples, &law, err);
    if (!st)
        st = sx_lookalikes_of_rests(arena, runs, samples, &law, err);
    if (!st)
        st = sx_lookalikes_of_items(arena, runs, samples, &law, err);
    if (!st)
        st = sx_lookalikes_of_lines(arena, runs, samples, &law, err);
    if (!st)
        st = sx_lookalikes_of_products(arena, runs, samples, &law, err);
    if (!st)
        st = sx_lookalikes_of_sums(arena, runs, samples, &law, err);
    if (!st)
        st = sx_lookalikes_of_blocks(arena, runs, samples, &law, err);
    if (!st)
        st = sx_lookalikes_of_factors(arena, runs, samples, &law, err);
    if (!st)
        st = sx_lookalikes_of_peer(arena, runs, samples, &law, err);
    if (!st)
        st = sx_lookalikes_of_extents(arena, runs, samples, &law, err);
    if (!st)
        st = sx_lookalikes_of_logarithm(arena, runs, samples, &law, err);
    if (!st)
        st = sx_lookalikes_of_halves(arena, samples, &law, err);
    if (!st)
        st = sx_lookalikes_of_fewer(arena, runs, samples, &law, err);
    if (!st)
        st = sx_law_halved_doubt(arena, runs, samples, &law, err);
    if (!st)
        st = sx_lookalikes_of_levels(arena, runs, samples, &law, err);
    if (!st)
        st = sx_lookalikes_of_coordinates(arena, runs, samples, &law, err);
    if (!st)
        st = sx_lookalikes_of_place(arena, runs, samples, &law, err);
    if (!st)
        st = sx_lookalikes_of_conditions(arena, runs, samples, &law, err);
    if (!st)
        st = sx_lookalikes_of_end_points(arena, runs, samples, &law, err);
    if (!st)
        st = sx_lookalikes_of_ranks(arena, samples, &law, err);
    if (!st)
        st = sx_kinds_doubt(arena, runs, &law, err);
    if (st)
        return st;
    doubt_negative(arena, runs, samples, &law);
    sx_few_samples_doubt(arena, runs, samples, &law);
    if (!law.expr)
        law.evidence = (sx_evidence) { .label = SX_LABEL_REFUSED,
                                       .reason = samples->trouble
                                                     ? samples->trouble
                                                     : "no law that is known gives it" };
    *ret_law = law;
    return SX_OK;
}

bool sx_evidence_better(const sx_evidence *a, const sx_evidence *b)
{
    bool proved = a->label == SX_LABEL_PROVED && b->label == SX_LABEL_PROVED;
    return a->label < b->label || (proved && !a->doubt && b->doubt);
}

static bool is_part(const sx_expr *doubt, const sx_expr *part)
{
    return sx_expr_equal(doubt, part) ||
           (doubt->op == SX_EXPR_OR &&
            (is_part(doubt->arg[0], part) || is_part(doubt->arg[1], part)));
}

const sx_expr *sx_doubt_either(sx_arena *arena, const sx_expr *a, const sx_expr *b)
{
    if (!a || !b)
        return a ? a : b;
    if (sx_expr_weight(a) + sx_expr_weight(b) > LONGEST)
        return sx_expr_int(arena, 1);
    if (b->op == SX_EXPR_OR && !is_part(a, b))
        return sx_doubt_either(arena, sx_doubt_either(arena, a, b->arg[0]), b->arg[1]);
    return is_part(a, b) ? a : sx_expr_two(arena, SX_EXPR_OR, a, b);
}

bool sx_law_deals_out(const sx_expr *expr)
{
    bool deals = expr->op == SX_EXPR_BLOCK ||
                 (expr->op == SX_EXPR_DIV && expr->arg[1]->op != SX_EXPR_INT);
    for (int i = 0; i < 3 && expr->arg[i] && !deals; i++)
        deals = sx_law_deals_out(expr->arg[i]);
    return deals;
}

unsigned sx_law_digits_of(int64_t number)
{
    unsigned digits = 0;
    for (int64_t rest = number; rest > 1 || rest < -1; rest /= 4)
        digits++;
    return digits;
}

unsigned sx_law_cost(const sx_expr *expr)
{
    if (!expr)
        return 0;
    const unsigned digits = expr->op == SX_EXPR_INT ? sx_law_digits_of(expr->value) : 0;
    return 1 + digits + sx_law_cost(expr->arg[0]) + sx_law_cost(expr->arg[1]) +
           sx_law_cost(expr->arg[2]);
}

sx_evidence sx_evidence_join(sx_arena *arena, sx_evidence a, sx_evidence b)
{
    sx_evidence both = b.label > a.label ? b : a;
    if (!both.reason)
        both.reason = a.reason ? a.reason : b.reason;
    both.doubt = sx_doubt_either(arena, a.doubt, b.doubt);
    return both;
}

sx_status sx_law_doubt_rival(sx_arena *arena, const sx_expr *rival, const char *reason,
                             sx_law *law, sx_error *err)
{
    const sx_expr *differ =
        rival ? sx_expr_two(arena, SX_EXPR_NE, law->expr, rival) : NULL;
    if (!differ)
        return sx_fail(err, SX_NOMEM, "out of memory");
    law->evidence = sx_evidence_join(
        arena, law->evidence,
        (sx_evidence) { .label = SX_LABEL_PROVED, .reason = reason, .doubt = differ });
    return law->evidence.doubt ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
}

sx_status sx_law_doubt_other(sx_arena *arena, const sx_runs *runs, const sx_expr *rival,
                             const char *reason, sx_law *law, sx_error *err)
{
    const sx_expr *differ =
        rival ? sx_expr_two(arena, SX_EXPR_NE, law->expr, rival) : NULL;
    return differ && sx_imagine_vanishes(runs, differ)
               ? SX_OK
               : sx_law_doubt_rival(arena, rival, reason, law, err);
}

bool sx_law_replace(sx_arena *arena, sx_law *law, const sx_expr *part, const sx_expr *by)
{
    const sx_expr *doubt = law->evidence.doubt;
    if (!by || !(law->expr = sx_expr_replace(arena, law->expr, part, by)))
        return false;
    if (doubt)
        law->evidence.doubt = sx_expr_replace(arena, doubt, part, by);
    return !doubt || law->evidence.doubt;
}

sx_status sx_law_by_index(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                          const sx_samples *indexed, uint32_t c, const sx_expr *index,
                          sx_law_scope scope, sx_law *ret_law, sx_error *err)
{
    sx_law law = { 0 };
    size_t first;
    sx_status st = sx_law_find_among(arena, runs, indexed, scope, &law, err);
    if (st || !law.expr)
        return st;
    if (!sx_law_replace(arena, &law,
                        sx_expr_var(arena, SX_VAR_COUNTER, 0, samples->first_counter + c),
                        index))
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (sx_column_matches(runs, samples, law.expr, &first))
        *ret_law = law;
    return SX_OK;
}

sx_status sx_law_constant(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                          sx_law *ret_law, sx_error *err)
{
    (void)runs;
    for (size_t i = 1; i < samples->n; i++)
        if (samples->sample[i].value != samples->sample[0].value)
            return SX_OK;
    const sx_expr *expr = sx_expr_int(arena, samples->sample[0].value);
    if (!expr)
        return sx_fail(err, SX_NOMEM, "out of memory");
    bool predicted = sx_samples_runs(samples) > 1;
    *ret_law = (sx_law) { expr,
                          { .label = predicted ? SX_LABEL_PROVED : SX_LABEL_EXACT,
                            .reason = predicted ? NULL : "only one input has it" } };
    return SX_OK;
}
