/* The ranks of a bound trace, with their places; of more than can be looked at a spread: both ends, the middle, that of each side of a
 * grid, and some between. What holds at all of them is taken to hold at all ranks. */
#ifndef SX_EXTRAP_PLACES_H
#define SX_EXTRAP_PLACES_H

#include "trace/place.h"

enum { SX_PLACES = 128, SX_PLACES_TURNS = 8 };

/* The rank that is one place further in along each axis than corner number i of the grids of all ranks, which is often the one with most to do: neighbours on all sides, and
 * one of the larger blocks. Negative where there are no more. */
sx_rank sx_places_inside_corner(const sx_trace *trace, uint64_t i);

typedef struct sx_places {
    size_t n;
    sx_place_of *place[SX_PLACES];
    sx_rank rank[SX_PLACES];
    struct sx_places_kept
        *kept; /* turns of the loops that were asked for last; NULL: none are kept */
} sx_places;

/* How many they are, at most SX_PLACES; the i-th of them. */
size_t sx_places_count(const sx_trace *trace);
sx_rank sx_places_rank(const sx_trace *trace, uint64_t i);

/* The trace is bound, and outlives them; the trips of loops do not change while they are asked for. sx_places_close also after a failure. Errors: SX_NOMEM, of evaluation. */
sx_status sx_places_open(const sx_trace *trace, sx_places *ret_places, sx_error *err);
void sx_places_close(sx_places *places);

/* Counters of the `depth` loops around an event, outermost first, in turn number 0 .. SX_PLACES_TURNS - 1: the first
 * trips, the last ones, and some between, all of a short innermost loop, as many as the loops make there. `counter` has SX_MAX_DEPTH elements. */
void sx_places_counters(const sx_places *places, size_t i, const sx_node *const *around,
                        uint32_t depth, unsigned turn, int64_t *ret_counter);

/* Those of the first turn in which the event is made, as far as trips are proved; false where that is none. */
bool sx_places_first(const sx_places *places, size_t i, const sx_node *const *around,
                     uint32_t depth, int64_t *ret_counter);

/* What a condition of an event on `comm` in these loops says at a place. */
typedef enum sx_places_says {
    SX_PLACES_ABSENT, /* some loop around makes no trip there, in all turns */
    SX_PLACES_NOWHERE,
    SX_PLACES_UNKNOWN,
    SX_PLACES_HOLDS
} sx_places_says;

/* Whether it holds in some turn in which the event is made, as far as trips are proved; UNKNOWN where it does not, and cannot be evaluated in one. */
sx_places_says sx_places_ask(const sx_places *places, size_t i, const sx_expr *condition,
                             uint32_t comm, const sx_node *const *around, uint32_t depth);

/* Takes the flags from those who are not in the domain. Where that cannot be told, they stay. */
void sx_places_narrow(const sx_places *places, const sx_domain *domain, bool *in);

/* May it hold at one of those flagged? */
bool sx_places_may_hold(const sx_places *places, const bool *in, const sx_expr *condition,
                        uint32_t comm, const sx_node *const *around, uint32_t depth);

/* Has it a value at all of those flagged, in all turns in which the event is made, whether trips are proved or not? */
bool sx_places_evaluate(const sx_places *places, const bool *in, const sx_expr *expr,
                        uint32_t comm, const sx_node *const *around, uint32_t depth);

/* Turns after which those of this expression come again: 1 for one without counters. */
unsigned sx_places_turns(const sx_expr *expr);

#endif
