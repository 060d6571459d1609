#include "record/paths.h"

#include <stdlib.h>
#include <string.h>

struct sx_path {
    const uintptr_t *frame;
    uint32_t site, n;
    sx_path_slot slot[];
};

/* What __builtin_frame_address(0) points to: the caller's frame pointer and the return address, above
 * which the caller's frame begins. */
enum { FRAME_BP, FRAME_RETURN, FRAME_END };

void sx_paths_finish(sx_paths *paths)
{
    for (size_t i = 0; i < SX_PATHS_SETS; i++) {
        for (size_t k = 0; k < SX_PATHS_WAYS; k++)
            free(paths->path[i][k]);
    }
    sx_handles_finish(&paths->rules);
    free(paths->rule);
    memset(paths, 0, sizeof *paths);
}

static struct sx_path **set_of(sx_paths *paths, const uintptr_t *frame)
{
    uint64_t h = ((uintptr_t)frame >> 3) + frame[FRAME_RETURN];
    h *= UINT64_C(0x9e3779b97f4a7c15);
    return paths->path[h >> 57];
}

static bool is_same(const struct sx_path *path, const uintptr_t *frame)
{
    if (path->frame != frame)
        return false;
    for (uint32_t i = 0; i < path->n; i++) {
        if (*path->slot[i].where != path->slot[i].holds)
            return false;
    }
    return true;
}

static void __attribute__((noinline)) put_first(struct sx_path **set, size_t k)
{
    struct sx_path *path = set[k];
    memmove(set + 1, set, k * sizeof(struct sx_path *));
    set[0] = path;
}

int64_t sx_paths_find(sx_paths *paths, const uintptr_t *frame)
{
    struct sx_path **set = set_of(paths, frame);
    for (size_t k = 0; k < SX_PATHS_WAYS && set[k]; k++) {
        int64_t site = set[k]->site;
        if (!is_same(set[k], frame))
            continue;
        if (k)
            put_first(set, k);
        return site;
    }
    return -1;
}

/* NULL when out of memory. Valid until the next one is asked for. */
static const sx_frame_rule *rule_for(sx_paths *paths, const void *address)
{
    int64_t index = sx_handles_find(&paths->rules, address);
    if (index != SX_HANDLES_NONE)
        return &paths->rule[index];
    uint32_t n = paths->rules.n;
    if ((n & (n - 1)) == 0) { /* doubled at powers of two */
        sx_frame_rule *rule = realloc(paths->rule, (n ? 2 * n : 1) * sizeof *rule);
        if (!rule)
            return NULL;
        paths->rule = rule;
    }
    paths->rule[n] = sx_frame_rule_of(address);
    return sx_handles_set(&paths->rules, address, n) ? &paths->rule[n] : NULL;
}

const void *sx_paths_function(sx_paths *paths, const void *address)
{
    const sx_frame_rule *rule = rule_for(paths, address);
    return rule ? rule->function : NULL;
}

static uintptr_t add_slot(sx_walk *walk, const uintptr_t *where)
{
    if (walk->nslots < SX_PATHS_SLOTS)
        walk->slot[walk->nslots] = (sx_path_slot) { where, *where };
    walk->nslots++;
    return *where;
}

static const uintptr_t *at_bytes(uintptr_t from, int32_t bytes)
{
    return (const uintptr_t *)(from + (uintptr_t)(intptr_t)bytes);
}

/* The end of the next frame outwards; lists what it depends on. */
static uintptr_t leave(const sx_frame_rule *rule, uintptr_t sp, const uintptr_t **bp,
                       sx_walk *walk)
{
    uintptr_t from = rule->kind == SX_FRAME_FROM_SP ? sp : add_slot(walk, *bp);
    const uintptr_t *end = at_bytes(from, rule->end);
    if (rule->kind == SX_FRAME_AT_BP)
        end = at_bytes(add_slot(walk, end), 0);
    else
        from = (uintptr_t)end;
    if (rule->saves_bp)
        *bp = at_bytes(from, rule->bp);
    return (uintptr_t)end;
}

bool sx_paths_follow(sx_paths *paths, const uintptr_t *frame, uint32_t depth,
                     sx_walk *ret_walk)
{
    uintptr_t sp = (uintptr_t)(frame + FRAME_END);
    const uintptr_t *bp = frame + FRAME_BP;
    ret_walk->frame = frame;
    ret_walk->nslots = 0;
    sx_call_path_init(&ret_walk->path);
    for (;;) {
        uintptr_t address = add_slot(ret_walk, (const uintptr_t *)sp - 1);
        if (!address) /* where a context or a thread begins */
            return ret_walk->path.n > 0;
        const sx_frame_rule *rule = rule_for(paths, (void *)address);
        if (!rule)
            return false;
        if (!sx_call_path_add(&ret_walk->path, (void *)address, rule->function, depth))
            return true;
        if (rule->kind == SX_FRAME_OTHER)
            return false;
        if (rule->kind == SX_FRAME_OUTERMOST)
            return true;
        uintptr_t end = leave(rule, sp, &bp, ret_walk);
        if (end <= sp || end % sizeof end)
            return false;
        sp = end;
    }
}

void sx_paths_keep(sx_paths *paths, const sx_walk *walk, uint32_t site)
{
    if (walk->nslots > SX_PATHS_SLOTS)
        return;
    size_t size = walk->nslots * sizeof *walk->slot;
    struct sx_path *path = malloc(sizeof *path + size);
    struct sx_path **set = set_of(paths, walk->frame);
    if (!path)
        return;
    *path = (struct sx_path) { .frame = walk->frame, .site = site, .n = walk->nslots };
    memcpy(path->slot, walk->slot, size);
    free(set[SX_PATHS_WAYS - 1]);
    memmove(set + 1, set, (SX_PATHS_WAYS - 1) * sizeof(struct sx_path *));
    set[0] = path;
}
