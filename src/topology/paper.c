#include "topology/digits.h"

#include <stdlib.h>
#include <string.h>

static int by_value(const void *left, const void *right)
{
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return (a > b) - (a < b);
}

/* (peer - rank) mod p, in (-p/2, p/2]. */
static int64_t relative(int64_t peer, int64_t rank, int64_t p)
{
    int64_t offset = peer - rank;
    if (offset > p / 2)
        offset -= p;
    return 2 * offset <= -p ? offset + p : offset;
}

sx_status sx_topology_adjacency(sx_arena *arena, const sx_topology_run *run,
                                const size_t *which, size_t n, sx_adjacency *ret,
                                sx_error *err)
{
    size_t *start = run->p < 1 ? NULL : SX_NEW_ARRAY(arena, size_t, (size_t)run->p + 1);
    int64_t *offset = NULL;
    size_t cells;
    if (start && !__builtin_mul_overflow((size_t)run->p, n, &cells))
        offset = SX_NEW_ARRAY(arena, int64_t, cells);
    if (!offset)
        return sx_fail(err, run->p < 1 ? SX_INVALID : SX_NOMEM,
                       "no adjacency lists of %lld ranks", (long long)run->p);
    size_t end = 0;
    for (int64_t r = 0; r < run->p; r++) {
        start[r] = end;
        for (size_t k = 0; k < n; k++) {
            int64_t peer = run->peer[which ? which[k] : k][r];
            if (sx_is_special(peer))
                continue;
            if (peer < 0 || peer >= run->p)
                return sx_fail(err, SX_INVALID, "rank %lld of %lld has the peer %lld",
                               (long long)r, (long long)run->p, (long long)peer);
            offset[end++] = relative(peer, r, run->p);
        }
        qsort(offset + start[r], end - start[r], sizeof *offset, by_value);
        size_t kept = start[r];
        for (size_t i = start[r]; i < end; i++)
            if (kept == start[r] || offset[i] != offset[kept - 1])
                offset[kept++] = offset[i];
        end = kept;
    }
    start[run->p] = end;
    *ret = (sx_adjacency) { .p = run->p, .start = start, .offset = offset };
    return SX_OK;
}

static int compare_lists(const sx_adjacency *lists, int64_t a, int64_t b)
{
    size_t na = lists->start[a + 1] - lists->start[a],
           nb = lists->start[b + 1] - lists->start[b];
    if (na != nb)
        return na < nb ? -1 : 1;
    return na == 0 ? 0
                   : memcmp(lists->offset + lists->start[a],
                            lists->offset + lists->start[b], na * sizeof *lists->offset);
}

static int by_list(const void *left, const void *right, void *lists)
{
    int order = compare_lists(lists, *(const int64_t *)left, *(const int64_t *)right);
    return order ? order : by_value(left, right);
}

/* Step 1: groups of ranks with one list, numbered by their first rank. */
static bool group_ranks(sx_arena *arena, const sx_adjacency *lists,
                        sx_topology_paper_result *ret)
{
    size_t p = (size_t)lists->p;
    int64_t *sorted = malloc(p * sizeof *sorted), *first = malloc(p * sizeof *first);
    ret->group = SX_NEW_ARRAY(arena, int64_t, p);
    ret->group_size = SX_NEW_ARRAY(arena, int64_t, p);
    bool done = sorted && first && ret->group && ret->group_size;
    for (size_t r = 0; done && r < p; r++)
        sorted[r] = (int64_t)r;
    if (done)
        qsort_r(sorted, p, sizeof *sorted, by_list, (void *)lists);
    for (size_t i = 0; done && i < p; i++)
        first[sorted[i]] = i > 0 && compare_lists(lists, sorted[i], sorted[i - 1]) == 0
                               ? first[sorted[i - 1]]
                               : sorted[i];
    for (size_t r = 0; done && r < p; r++) {
        ret->group[r] =
            first[r] == (int64_t)r ? (int64_t)ret->ngroups++ : ret->group[first[r]];
        ret->group_size[ret->group[r]]++;
    }
    free(sorted);
    free(first);
    return done;
}

static bool repeats_after(const sx_topology_paper_result *ret, int64_t p, int64_t length)
{
    return memcmp(ret->group, ret->group + length,
                  (size_t)(p - length) * sizeof *ret->group) == 0;
}

/* How many o there are with both +o and -o in the list. */
static size_t count_pairs(const sx_adjacency *lists, int64_t rank)
{
    size_t low = lists->start[rank], high = lists->start[rank + 1], pairs = 0;
    while (low < high && lists->offset[low] <= 0) {
        int64_t sum = lists->offset[low] + lists->offset[high - 1];
        pairs += sum == 0;
        if (sum > 0)
            high--;
        else
            low++;
    }
    return pairs;
}

/* Step 2: the loop over all ranks, and the critical nodes. */
static bool find_critical(sx_arena *arena, const sx_adjacency *lists,
                          sx_topology_paper_result *ret)
{
    int64_t p = lists->p, length = 1;
    while (p % length != 0 || !repeats_after(ret, p, length))
        length++;
    ret->loop_length = length;
    ret->critical_group_size = p / length;
    ret->critical = SX_NEW_ARRAY(arena, int64_t, (size_t)p);
    size_t pairs = count_pairs(lists, 0);
    for (int64_t r = 0; ret->critical && r < p; r++)
        if (ret->group_size[ret->group[r]] == ret->critical_group_size &&
            count_pairs(lists, r) == pairs)
            ret->critical[ret->ncritical++] = r;
    return ret->critical != NULL;
}

/* The number of dims: critical nodes are the corners of one iteration of the loop. 0:
 * there is none. */
static uint32_t count_dims(const sx_topology_paper_result *ret, int64_t p)
{
    size_t corners = 0;
    while (corners < ret->ncritical && ret->critical[corners] < ret->loop_length)
        corners++;
    if (corners == 0 || ret->critical[0] != 0 || (corners & (corners - 1)) != 0)
        return 0;
    unsigned n = (unsigned)__builtin_ctzll(corners) + (ret->loop_length < p);
    return n == 0 ? 1 : n <= SX_MAX_DIMS ? n : 0;
}

/* Step 3: n_i and s_i. */
static sx_status size_dims(sx_topology_paper_result *ret, int64_t p, sx_error *err)
{
    ret->ndims = count_dims(ret, p);
    if (ret->ndims == 0)
        return sx_fail(err, SX_NOTFOUND,
                       "%zu critical nodes in loops of %lld ranks are no grid",
                       ret->ncritical, (long long)ret->loop_length);
    int64_t before = 1;
    for (uint32_t i = 0; i < ret->ndims; i++) {
        size_t corner = (size_t)1 << (i + 1);
        ret->nodes[i] = i + 1 == ret->ndims ? p : ret->critical[corner - 1] + 1;
        if (ret->nodes[i] % before != 0)
            return sx_fail(err, SX_NOTFOUND, "dimension %u would have %lld/%lld places",
                           i + 1, (long long)ret->nodes[i], (long long)before);
        ret->dim[i] = ret->nodes[i] / before;
        before = ret->nodes[i];
    }
    return SX_OK;
}

sx_status sx_topology_paper(sx_arena *arena, const sx_adjacency *lists,
                            sx_topology_paper_result *ret, sx_error *err)
{
    sx_topology_paper_result result = { 0 };
    if (!group_ranks(arena, lists, &result) || !find_critical(arena, lists, &result))
        return sx_fail(err, SX_NOMEM, "no memory for the groups of %lld ranks",
                       (long long)lists->p);
    sx_status status = size_dims(&result, lists->p, err);
    if (!status)
        *ret = result;
    return status;
}
