/* Points that are dealt out by other rules than blocks: remainders that were not seen do not tell them apart. */
#ifndef SX_LAW_VERSIONS_RULES_H
#define SX_LAW_VERSIONS_RULES_H

#include "law/extent.h"
#include "law/versions.h"

/* Those of extents, and blocks of blocks. */
enum { SX_VERSIONS_RULES = SX_EXTENT_RULES + 1 };

/* What is added to the length of a law for each time that points are dealt out so in it (sx_version_how). */
unsigned sx_versions_seldom(int rule);

/* Has place c of q, of N points by the rule of extents, N div q but for less than one? And how far what it has may be from that. */
bool sx_versions_is_near(sx_extent_rule rule, int64_t q, int64_t c);
int64_t sx_versions_slack(sx_extent_rule rule, int64_t q, int64_t c);

/* So many points: a number that is known has its name. NULL when out of memory. */
const sx_expr *sx_versions_points_expr(const sx_versions *v, int64_t n);

/* A block along an axis of a grid of two, as blocks of the other's where it is the longer one; and so many times the other, if it is so in all inputs: no parts of
 * parts are dealt out elsewhere. Itself where it is along none. NULL when out of memory. */
const sx_expr *sx_versions_nested_expr(sx_arena *arena, const sx_runs *runs,
                                       const sx_expr *block);

/* What a place has of n points by one of these rules. NULL when out of memory. */
const sx_expr *sx_versions_dealt_expr(const sx_versions *v, int rule, int64_t n,
                                      const sx_row *on);

#endif
