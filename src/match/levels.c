#include "match/levels.h"

#include <stdlib.h>
#include <string.h>

/* A sequence holds what was appended in the innermost loop in which it grew; what it was before is in the log. */
typedef struct cell {
    sx_stream stream;
    uint64_t level; /* a number of its own for each entry into a loop; 0: outside */
} cell;

typedef struct saved {
    size_t index;
    cell before;
} saved;

typedef struct level {
    uint64_t number;
    size_t first; /* in the log */
} level;

struct sx_levels {
    size_t ncells, nlog, log_capacity, depth, level_capacity;
    cell *cell;
    saved *log;
    level *level;
    uint64_t nlevels;
};

sx_levels *sx_levels_create(void)
{
    return calloc(1, sizeof(sx_levels));
}

void sx_levels_destroy(sx_levels *levels)
{
    if (!levels)
        return;
    free(levels->cell);
    free(levels->log);
    free(levels->level);
    free(levels);
}

/* Room for one more of n; the array stays where it is unless there was none. */
static bool grow(void **array, size_t *capacity, size_t n, size_t size)
{
    if (n < *capacity)
        return true;
    size_t wanted = *capacity ? *capacity : 64;
    while (wanted <= n)
        wanted *= 2;
    void *grown = realloc(*array, wanted * size);
    if (!grown)
        return false;
    memset((char *)grown + *capacity * size, 0, (wanted - *capacity) * size);
    *array = grown;
    *capacity = wanted;
    return true;
}

/* The cell as it grows in the innermost loop; NULL when out of memory. */
static cell *touch(sx_levels *l, size_t index)
{
    uint64_t number = l->depth ? l->level[l->depth - 1].number : 0;
    void *cells = l->cell, *log = l->log;
    bool room = grow(&cells, &l->ncells, index, sizeof *l->cell);
    l->cell = cells;
    if (!room)
        return NULL;
    cell *c = &l->cell[index];
    if (c->level == number)
        return c;
    room = grow(&log, &l->log_capacity, l->nlog, sizeof *l->log);
    l->log = log;
    if (!room)
        return NULL;
    l->log[l->nlog++] = (saved) { index, *c };
    *c = (cell) { .level = number };
    return c;
}

sx_status sx_levels_append(sx_levels *levels, size_t index, uint64_t element,
                           sx_error *err)
{
    cell *c = touch(levels, index);
    if (!c)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_stream_append(&c->stream, element);
    return SX_OK;
}

sx_status sx_levels_enter(sx_levels *levels, sx_error *err)
{
    void *array = levels->level;
    bool room =
        grow(&array, &levels->level_capacity, levels->depth, sizeof *levels->level);
    levels->level = array;
    if (!room)
        return sx_fail(err, SX_NOMEM, "out of memory");
    levels->level[levels->depth++] = (level) { ++levels->nlevels, levels->nlog };
    return SX_OK;
}

/* Several cells of the log may have grown in the loop around too, which adds to the end of the log: the entries of
 * this loop are taken out before. */
sx_status sx_levels_leave(sx_levels *levels, uint64_t times, sx_error *err)
{
    size_t first = levels->level[--levels->depth].first, n = levels->nlog - first;
    saved *mine = malloc((n + 1) * sizeof *mine);
    sx_status status = mine ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
    if (mine && n)
        memcpy(mine, levels->log + first, n * sizeof *mine);
    levels->nlog = first;
    for (size_t i = 0; i < n && !status; i++) {
        sx_stream grown = levels->cell[mine[i].index].stream;
        levels->cell[mine[i].index] = mine[i].before;
        cell *around = touch(levels, mine[i].index);
        if (!around)
            status = sx_fail(err, SX_NOMEM, "out of memory");
        else if (!sx_stream_repeat(&grown, times) ||
                 !sx_stream_join(&around->stream, &grown))
            status =
                sx_fail(err, SX_OVERFLOW, "the number of events does not fit in 64 bits");
    }
    free(mine);
    return status;
}

sx_stream sx_levels_stream(const sx_levels *levels, size_t index)
{
    return index < levels->ncells ? levels->cell[index].stream : (sx_stream) { 0, 0 };
}

void sx_levels_reset(sx_levels *levels, size_t index)
{
    if (index < levels->ncells)
        levels->cell[index] = (cell) { .level = 0 };
}
