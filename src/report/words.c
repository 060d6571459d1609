#include "report/words_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool sx_words_agreed(sx_buffer *out, sx_stages *stages, sx_words_teller tell,
                     void *context)
{
    sx_buffer words[2] = { SX_BUFFER_INIT, SX_BUFFER_INIT };
    bool agree = stages->n > 0;
    for (size_t i = 0; i < stages->n && agree; i++) {
        sx_buffer_puts(&words[i], "");
        agree = tell(&words[i], &stages->at[i], context) &&
                sx_buffer_status(&words[i]) == SX_OK &&
                strcmp(words[i].data ? words[i].data : "",
                       words[0].data ? words[0].data : "") == 0;
    }
    if (agree && words[0].size)
        sx_buffer_append(out, words[0].data, words[0].size);
    sx_buffer_finish(&words[0]);
    sx_buffer_finish(&words[1]);
    return agree;
}

const char *sx_words_axis(const sx_stage *stage, uint32_t axis)
{
    static const char *const flat[] = { "column", "row" };
    static const char *const deep[] = { "x", "y", "z", "w", "v", "u", "t", "s" };
    if (stage->ndims == 1)
        return "rank";
    return stage->ndims == 2 ? flat[axis] : deep[axis];
}

/* Words for the coordinates on one axis: a run from..to of n, which is not all. */
static void put_range(sx_buffer *out, const sx_stage *stage, uint32_t axis, int64_t from,
                      int64_t to, int64_t n)
{
    const char *name = sx_words_axis(stage, axis);
    if (from == to && from == 0 && stage->ndims > 1)
        sx_buffer_printf(out, "the first %s", name);
    else if (from == to && from == n - 1)
        sx_buffer_printf(out, "the last %s", name);
    else if (from == to)
        sx_buffer_printf(out, "%s %" PRId64, name, from);
    else if (from == 1 && to == n - 1)
        sx_buffer_printf(out, "all but the first %s", name);
    else if (from == 0 && to == n - 2)
        sx_buffer_printf(out, "all but the last %s", name);
    else if (from == 1 && to == n - 2)
        sx_buffer_printf(out, "all but the first and the last %s", name);
    else
        sx_buffer_printf(out, "%ss %" PRId64 " to %" PRId64, name, from, to);
}

/* Whether the set is a box on the grid; its corners. */
static bool is_box(const sx_stage *stage, const bool *in, bool wanted, int64_t *from,
                   int64_t *to)
{
    int64_t members = 0, places = 1;
    for (uint32_t axis = 0; axis < stage->ndims; axis++) {
        from[axis] = stage->dim[axis];
        to[axis] = -1;
    }
    for (sx_rank r = 0; r < stage->trace.p; r++) {
        int64_t rest = r;
        if (in[r] != wanted)
            continue;
        members++;
        for (uint32_t axis = 0; axis < stage->ndims; axis++) {
            int64_t c = rest % stage->dim[axis];
            rest /= stage->dim[axis];
            from[axis] = c < from[axis] ? c : from[axis];
            to[axis] = c > to[axis] ? c : to[axis];
        }
    }
    for (uint32_t axis = 0; axis < stage->ndims; axis++)
        places *= to[axis] - from[axis] + 1;
    return members > 0 && members == places;
}

/* A box that is not everything. */
static void put_box(sx_buffer *out, const sx_stage *stage, const int64_t *from,
                    const int64_t *to)
{
    bool first = true;
    for (uint32_t axis = 0; axis < stage->ndims; axis++) {
        if (from[axis] == 0 && to[axis] == stage->dim[axis] - 1)
            continue;
        sx_buffer_puts(out, first ? "" : " of ");
        put_range(out, stage, axis, from[axis], to[axis], stage->dim[axis]);
        first = false;
    }
}

/* Every k-th rank: the ranks first, first + k, .. to the end. */
static bool put_stride(sx_buffer *out, const bool *in, int64_t p)
{
    int64_t first = 0, second, members = 0;
    while (first < p && !in[first])
        first++;
    for (second = first + 1; second < p && !in[second];)
        second++;
    if (second >= p || second - first < 2)
        return false;
    for (sx_rank r = 0; r < p; r++) {
        if (in[r] != (r >= first && (r - first) % (second - first) == 0))
            return false;
        members += in[r];
    }
    if (members < 3)
        return false;
    sx_buffer_printf(out, "every rank %" PRId64 "+%" PRId64 "k", first, second - first);
    return true;
}

static bool put_set(sx_buffer *out, const sx_stage *stage, const bool *in)
{
    int64_t from[SX_MAX_DIMS], to[SX_MAX_DIMS], members = 0, last = 0;
    int64_t p = stage->trace.p;
    const sx_stage line = { .trace = stage->trace, .ndims = 1, .dim = { p } };
    for (sx_rank r = 0; r < p; r++) {
        members += in[r];
        last = in[r] ? r : last;
    }
    if (members == p)
        return true;
    if (members == 0) {
        sx_buffer_puts(out, "nobody");
        return true;
    }
    if (members == 1) {
        if (last == p - 1 && p > 1)
            sx_buffer_puts(out, "the last rank");
        else
            sx_buffer_printf(out, "rank %" PRId64, last);
        return true;
    }
    if (is_box(stage, in, true, from, to)) {
        put_box(out, stage, from, to);
        return true;
    }
    if (is_box(&line, in, true, from, to)) {
        put_box(out, &line, from, to);
        return true;
    }
    if (is_box(stage, in, false, from, to)) {
        sx_buffer_puts(out, p - members == 1 ? "all but rank " : "all but (");
        if (p - members == 1) {
            for (last = 0; in[last];)
                last++;
            sx_buffer_printf(out, "%" PRId64, last);
            return true;
        }
        put_box(out, stage, from, to);
        sx_buffer_puts(out, ")");
        return true;
    }
    return put_stride(out, in, p);
}

static bool tell_domain(sx_buffer *out, const sx_stage *stage, void *context)
{
    const sx_domain *domain = context;
    bool *in = calloc((size_t)stage->trace.p, sizeof *in);
    bool fine = in != NULL;
    for (sx_rank r = 0; r < stage->trace.p && fine; r++)
        fine = sx_place_move(stage->place, r, NULL) == SX_OK &&
               sx_place_in(stage->place, domain, &in[r], NULL) == SX_OK;
    fine = fine && put_set(out, stage, in);
    free(in);
    return fine;
}

bool sx_words_domain(sx_buffer *out, sx_stages *stages, const sx_domain *domain)
{
    return domain->kind == SX_DOMAIN_ALL ||
           sx_words_agreed(out, stages, tell_domain, (void *)domain);
}
