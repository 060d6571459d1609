#include "report/words_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 8 }; /* of a sequence of end points that are told */

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
        sx_buffer_printf(out, "%s%s%+" PRId64, first ? "" : " ",
                         sx_words_axis(stage, axis), shift[axis]);
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
        if (sx_words_agreed(out, stages, tell_peer, &q))
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
    bool fine = value->kind != SX_VALUE_DRAWN, same = true;
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
