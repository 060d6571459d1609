/* What the files of taking loops apart by tags share, inner to them. */
#ifndef SX_ALIGN_UNTANGLE_PARTS_H
#define SX_ALIGN_UNTANGLE_PARTS_H

#include "align/runs.h"

/* A call of some ranks: what a node, or a trip of it, is on those that have one tag there. */
typedef struct sx_untangle_part {
    sx_node *node;
    const bool *in;
    uint64_t key; /* equal: the same call of the source */
    bool placed;
} sx_untangle_part;

typedef struct sx_untangling {
    sx_arena *arena;
    sx_runs *runs;
    const bool *within;
    size_t n;
    sx_untangle_part *part; /* up to PARTS of them */
} sx_untangling;

/* untangle_stages.c: are there calls whose trips are stages of a tree, or go from rank to rank? Larger scales have more of these, and no axes. */
bool sx_untangle_has_stages(const sx_untangling *u);

#endif
