#include "report/words.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 8 }; /* of a sequence of end points that are told */

/* Tells one stage; false when it has no words. */
typedef bool (*teller)(sx_buffer *out, const sx_stage *stage, void *context);

/* The words that all stages agree on. */
static bool agreed(sx_buffer *out, sx_stages *stages, teller tell, void *context)
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

static const char *axis_name(const sx_stage *stage, uint32_t axis)
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
    const char *name = axis_name(stage, axis);
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
           agreed(out, stages, tell_domain, (void *)domain);
}

/* The end points of all ranks that have one, at one step. */
typedef struct peers {
    const sx_stage *stage;
    bool *in;
    int64_t *of, *rank,
        *size; /* by rank of the world: the end point, and the own rank and
                                  size in the communicator */
    bool any_null;
} peers;

typedef struct peer_question {
    const sx_words_place *place;
    const sx_value *value;
    uint64_t step;
    bool (*form)(sx_buffer *, const peers *);
} peer_question;

/* Which counter the value follows most closely: of the innermost loop. */
static int counter_of(const sx_value *value)
{
    uint64_t counters = 0;
    if (value->kind == SX_VALUE_EXPR)
        sx_expr_uses(value->expr, &counters, NULL);
    return counters ? 63 - __builtin_clzll(counters) : -1;
}

static bool read_peer(const sx_stage *stage, const peer_question *q, sx_rank rank,
                      int64_t *ret_comm, int64_t *ret_value)
{
    int64_t counter[SX_MAX_DEPTH] = { 0 };
    const sx_param *comm = sx_node_param(q->place->node, SX_PARAM_COMM);
    sx_reading reading;
    bool in = false;
    int follows = counter_of(q->value);
    if (follows >= 0 && follows < SX_MAX_DEPTH)
        counter[follows] = (int64_t)q->step;
    *ret_comm = 0;
    if (sx_place_move(stage->place, rank, NULL) ||
        sx_place_in(stage->place, q->place->domain, &in, NULL) || !in)
        return false;
    if (comm &&
        (sx_place_read(stage->place, &comm->value, q->place->domain, &reading, NULL) ||
         sx_place_at(stage->place, &reading, 0, q->step, 0, counter, q->place->ncounters,
                     ret_comm, NULL)))
        return false;
    if (*ret_comm < 0 || (uint64_t)*ret_comm >= stage->trace.ncomms)
        return false;
    return sx_place_read(stage->place, q->value, q->place->domain, &reading, NULL) ==
               SX_OK &&
           sx_place_at(stage->place, &reading, (uint32_t)*ret_comm, q->step, 0, counter,
                       q->place->ncounters, ret_value, NULL) == SX_OK;
}

static bool form_constant(sx_buffer *out, const peers *e)
{
    int64_t p = e->stage->trace.p, value = 0;
    bool found = false;
    for (sx_rank r = 0; r < p; r++) {
        if (!e->in[r])
            continue;
        if (found && e->of[r] != value)
            return false;
        value = e->of[r];
        found = true;
    }
    if (!found)
        return false;
    if (value == SX_NULL)
        sx_buffer_puts(out, "nobody");
    else if (value == SX_ANY)
        sx_buffer_puts(out, "any rank");
    else if (value == SX_ROOT)
        sx_buffer_puts(out, "itself");
    else
        sx_buffer_printf(out, "rank %" PRId64, value);
    return true;
}

static bool skipped(const peers *e, sx_rank r)
{
    return !e->in[r] || e->of[r] == SX_NULL;
}

static bool form_distance(sx_buffer *out, const peers *e)
{
    int64_t distance = 0;
    bool found = false;
    for (sx_rank r = 0; r < e->stage->trace.p; r++) {
        if (skipped(e, r))
            continue;
        if (sx_is_special(e->of[r]) || (found && e->of[r] - e->rank[r] != distance))
            return false;
        distance = e->of[r] - e->rank[r];
        found = true;
    }
    if (found && distance)
        sx_buffer_printf(out, "rank%+" PRId64, distance);
    else if (found)
        sx_buffer_puts(out, "itself");
    return found;
}

static bool form_around(sx_buffer *out, const peers *e)
{
    int64_t distance = 0;
    bool found = false;
    for (sx_rank r = 0; r < e->stage->trace.p; r++) {
        if (skipped(e, r))
            continue;
        if (sx_is_special(e->of[r]) || e->size[r] < 1)
            return false;
        int64_t d = ((e->of[r] - e->rank[r]) % e->size[r] + e->size[r]) % e->size[r];
        d = d > e->size[r] / 2 ? d - e->size[r] : d;
        if (found && d != distance)
            return false;
        distance = d;
        found = true;
    }
    if (found)
        sx_buffer_printf(out, "rank%+" PRId64 " (around)", distance);
    return found;
}

/* On a grid: the same step along the axes for everybody, perhaps around the ends. */
static bool form_shift(sx_buffer *out, const peers *e)
{
    const sx_stage *stage = e->stage;
    int64_t shift[SX_MAX_DIMS] = { 0 };
    bool found = false, around = false, first = true;
    for (sx_rank r = 0; r < stage->trace.p && stage->ndims > 1; r++) {
        int64_t from = r, to = e->of[r];
        if (skipped(e, r))
            continue;
        if (to < 0 || to >= stage->trace.p || e->size[r] != stage->trace.p ||
            e->rank[r] != r)
            return false;
        for (uint32_t axis = 0; axis < stage->ndims; axis++) {
            int64_t n = stage->dim[axis], plain = to % n - from % n;
            int64_t d = (plain + n) % n;
            d = d > n / 2 ? d - n : d;
            if (found && d != shift[axis])
                return false;
            around = around || d != plain;
            shift[axis] = d;
            from /= n;
            to /= n;
        }
        found = true;
    }
    for (uint32_t axis = 0; axis < stage->ndims && found; axis++) {
        if (!shift[axis])
            continue;
        sx_buffer_printf(out, "%s%s%+" PRId64, first ? "" : " ", axis_name(stage, axis),
                         shift[axis]);
        first = false;
    }
    if (found && around)
        sx_buffer_puts(out, " (around)");
    return found && !first;
}

static bool form_xor(sx_buffer *out, const peers *e)
{
    int64_t mask = 0;
    bool found = false;
    for (sx_rank r = 0; r < e->stage->trace.p; r++) {
        if (skipped(e, r))
            continue;
        if (sx_is_special(e->of[r]) || (found && (e->of[r] ^ e->rank[r]) != mask))
            return false;
        mask = e->of[r] ^ e->rank[r];
        found = true;
    }
    if (found)
        sx_buffer_printf(out, "rank xor %" PRId64, mask);
    return found;
}

static bool form_transposed(sx_buffer *out, const peers *e)
{
    const sx_stage *stage = e->stage;
    int64_t n = stage->dim[0];
    if (stage->ndims != 2 || n != stage->dim[1])
        return false;
    for (sx_rank r = 0; r < stage->trace.p; r++) {
        if (!skipped(e, r) && e->of[r] != r % n * n + r / n)
            return false;
    }
    sx_buffer_puts(out, "the transposed place");
    return true;
}

/* From the plainest; of equals, the first that all stages agree on. */
static bool (*const forms[])(sx_buffer *, const peers *) = {
    form_constant, form_distance, form_shift, form_around, form_xor, form_transposed,
};

static bool tell_peer(sx_buffer *out, const sx_stage *stage, void *context)
{
    const peer_question *q = context;
    size_t p = (size_t)stage->trace.p;
    peers e = { .stage = stage,
                .in = calloc(p, sizeof *e.in),
                .of = calloc(p, sizeof *e.of),
                .rank = calloc(p, sizeof *e.rank),
                .size = calloc(p, sizeof *e.size) };
    bool fine = e.in && e.of && e.rank && e.size;
    for (sx_rank r = 0; r < stage->trace.p && fine; r++) {
        int64_t comm;
        e.in[r] = read_peer(stage, q, r, &comm, &e.of[r]);
        if (!e.in[r])
            continue;
        e.any_null = e.any_null || e.of[r] == SX_NULL;
        sx_place_comm(stage->place, (uint32_t)comm, &e.size[r], &e.rank[r]);
    }
    fine = fine && q->form(out, &e);
    if (fine && e.any_null && q->form != form_constant)
        sx_buffer_puts(out, " where there is one");
    free(e.in);
    free(e.of);
    free(e.rank);
    free(e.size);
    return fine;
}

static bool tell_step(sx_buffer *out, sx_stages *stages, const sx_words_place *place,
                      const sx_value *value, uint64_t step)
{
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        peer_question q = { place, value, step, forms[i] };
        if (agreed(out, stages, tell_peer, &q))
            return true;
    }
    return false;
}

/* How many steps there are before they repeat; more than STEPS where that is not known. */
static uint64_t steps_of(const sx_words_place *place, const sx_value *value)
{
    uint64_t steps = 1;
    int follows = counter_of(value);
    if (value->kind == SX_VALUE_BY_STEP)
        return value->nsteps;
    if (value->kind == SX_VALUE_EXPR && follows >= 0) {
        bool known = (uint32_t)follows < place->ncounters && place->trips[follows] > 0;
        return known ? (uint64_t)place->trips[follows] : STEPS + 1;
    }
    for (size_t i = 0; value->kind == SX_VALUE_PIECES && i < value->npieces; i++) {
        uint64_t length = value->piece[i].seq->length;
        steps = length > steps ? length : steps;
    }
    return steps;
}

bool sx_words_peer(sx_buffer *out, sx_stages *stages, const sx_words_place *place,
                   const sx_value *value)
{
    sx_buffer words = SX_BUFFER_INIT, before = SX_BUFFER_INIT;
    uint64_t steps = steps_of(place, value);
    bool fine = true, same = true;
    for (uint64_t k = 0; k < steps && k < STEPS && fine; k++) {
        sx_buffer step = SX_BUFFER_INIT;
        fine = tell_step(&step, stages, place, value, k);
        if (fine && k == 0)
            sx_buffer_append(&before, step.data, step.size);
        same = fine && same && strcmp(step.data, before.data) == 0;
        if (fine && k)
            sx_buffer_puts(&words, ", ");
        if (fine)
            sx_buffer_append(&words, step.data, step.size);
        sx_buffer_finish(&step);
    }
    if (fine && same)
        sx_buffer_append(out, before.data, before.size);
    else if (fine)
        sx_buffer_printf(out, "%s%s in turn", words.data, steps > STEPS ? ", .." : "");
    sx_buffer_finish(&words);
    sx_buffer_finish(&before);
    return fine;
}
