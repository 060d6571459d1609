/* Laws: expressions that have the value of every sample of every run, with the evidence for them.
 * The families that are searched are rows of a table, from the simplest; each is one file. */
#ifndef SX_LAW_LAW_H
#define SX_LAW_LAW_H

#include "law/sample.h"

typedef struct sx_law {
    const sx_expr *expr; /* NULL: none found */
    sx_evidence evidence;
} sx_law;

/* Leaves ret_law->expr NULL when the family does not explain the samples. A law that it returns has
 * been verified on all samples. Errors: SX_NOMEM and the like only. */
typedef sx_status sx_law_finder(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                                sx_law *ret_law, sx_error *err);

/* What else may use a family; one may do what those after it may not. */
typedef enum sx_law_scope {
    SX_LAW_OF_LEVELS, /* laws of one level of a hierarchy */
    SX_LAW_OF_PIECES, /* laws that are put together of pieces */
    SX_LAW_WHOLE, /* nothing else: one formula for all samples */
    SX_LAW_COMPOUND, /* nothing else, and bends as what is put together of pieces does */
    SX_LAW_LAST /* the same, of one piece, and needs every input */
} sx_law_scope;

/* Is a law with this evidence of use: better founded than samples->beat? */
bool sx_law_wanted(const sx_samples *samples, const sx_evidence *evidence);

/* The first law of the table that is proved without a doubt, else the best founded one; expr NULL when no family has
 * one, with the reason in the evidence. */
sx_status sx_law_find(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                      sx_law *ret_law, sx_error *err);

/* The same among families whose scope is at most that; expr NULL and no reason when none has a law that is wanted. */
sx_status sx_law_find_among(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                            sx_law_scope scope, sx_law *ret_law, sx_error *err);

/* A stronger label, or both proved and only b with a doubt. */
bool sx_evidence_better(const sx_evidence *a, const sx_evidence *b);

/* Description length: the tree, and the digits of its numbers. */
unsigned sx_law_cost(const sx_expr *expr);

/* Does it deal out points over an extent? */
bool sx_law_deals_out(const sx_expr *expr);

/* Of a number to the base 4; none of 0, 1 and -1. */
unsigned sx_law_digits_of(int64_t number);

/* How many numbers are in it that may have been chosen to fit: neither 0, 1, -1 nor null. */
unsigned sx_law_numbers_in(const sx_expr *expr);

/* Has it a number that is another in other inputs, by a law of its own? */
bool sx_law_grows(const sx_runs *runs, const sx_expr *expr);

/* Evidence for a value made of two: the weaker label, either reason, either doubt. */
sx_evidence sx_evidence_join(sx_arena *arena, sx_evidence a, sx_evidence b);

/* Another expression that has the value of every sample, too: nothing is proved wherever it differs from the law. NULL is one that
 * there was no memory for. */
sx_status sx_law_doubt_rival(sx_arena *arena, const sx_expr *rival, const char *reason,
                             sx_law *law, sx_error *err);

/* The same, where it differs anywhere: else it is the law in other words. */
sx_status sx_law_doubt_other(sx_arena *arena, const sx_runs *runs, const sx_expr *rival,
                             const char *reason, sx_law *law, sx_error *err);

/* Puts `by` in the place of each part that is `part`, in the law and in its doubts. False when out of memory, also where `by` is NULL. */
bool sx_law_replace(sx_arena *arena, sx_law *law, const sx_expr *part, const sx_expr *by);

/* The law of `indexed`, which are samples with an index in the place of their counter c, with `index` written for it, if that gives all samples; expr NULL else. Families up
 * to `scope` are asked. Errors: SX_NOMEM, also where `index` is NULL. */
sx_status sx_law_by_index(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                          const sx_samples *indexed, uint32_t c, const sx_expr *index,
                          sx_law_scope scope, sx_law *ret_law, sx_error *err);

/* Either doubt, each of their parts once; NULL where both are, or when out of memory. */
const sx_expr *sx_doubt_either(sx_arena *arena, const sx_expr *a, const sx_expr *b);

/* What goes with directions around a grid: a law for each, where the event's end point is in them, and how many there are. expr NULL
 * where that is none. */
sx_law_finder sx_law_around;

/* Who has another rank as far above, or below (other than 0), as the lowest digit of its number says that is 1, ranks numbered from 0 or from 1 on:
 * whom a rank is between in a binary tree. 0 or 1, for who takes part. */
sx_law_finder sx_law_between;

/* Of the family "powers": 0 or 1, for who takes part, by one law where the number of ranks is even, and another where it is odd. */
sx_law_finder sx_law_even;

/* Of the family "holder": 0 or 1, for who takes part, one rank of each run: whose one item is. */
sx_law_finder sx_law_alone;

/* The families, in their own files; each as its row of the table describes. */
sx_law_finder sx_law_extents, sx_law_constant, sx_law_neighbour, sx_law_transposition,
    sx_law_doubling, sx_law_ratio, sx_law_logarithm, sx_law_linear, sx_law_shift,
    sx_law_turn, sx_law_bits, sx_law_heap, sx_law_blocks, sx_law_dealt, sx_law_distance,
    sx_law_radix, sx_law_alive, sx_law_active, sx_law_across, sx_law_fewer, sx_law_levels,
    sx_law_rims, sx_law_quotient, sx_law_nested, sx_law_skewed, sx_law_side, sx_law_sides,
    sx_law_forms, sx_law_digits, sx_law_form, sx_law_root, sx_law_skip, sx_law_numbered,
    sx_law_folded, sx_law_reach, sx_law_powers, sx_law_rest, sx_law_cyclic,
    sx_law_separable, sx_law_until, sx_law_directions, sx_law_switch, sx_law_classes,
    sx_law_limited, sx_law_owner, sx_law_since, sx_law_holder, sx_law_shares,
    sx_law_in_turn, sx_law_both, sx_law_pairs, sx_law_phases, sx_law_partner,
    sx_law_perhaps, sx_law_interpolation, sx_law_share, sx_law_multiple, sx_law_turned,
    sx_law_skew, sx_law_whose, sx_law_holes, sx_law_beside, sx_law_scaled, sx_law_stretch,
    sx_law_halved, sx_law_apart, sx_law_far, sx_law_several, sx_law_steps,
    sx_law_other_end, sx_law_quadratic, sx_law_list_halves, sx_law_stays, sx_law_item,
    sx_law_counted, sx_law_away;

/* Sizes that are halved from trip to trip by a law that is proved, as many times as ranks have digits: halves of which one has one more, which the
 * ranks' digits say, are a doubt where they fit. Of the family "halved". */
sx_status sx_law_halved_doubt(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                              sx_law *law, sx_error *err);

/* Sizes that have one factor for each of these axes (a bit each) of the grids in samples->grids: of the family "rims". */
sx_status sx_law_face(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                      uint32_t axes, sx_law *ret_law, sx_error *err);

#endif
