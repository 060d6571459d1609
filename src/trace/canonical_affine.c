/* Values that are a line in the rank, or in its digits, and the counters of the loops around: one expression for all
 * ranks, where lists grow with their number: `r div 8` is the row of a rank in a grid of rows of 8. */
#include "base/checked.h"
#include "trace/affine.h"
#include "trace/executions.h"
#include "trace/merge_parts.h"
#include "trace/place.h"

#include <stdlib.h>

/* Values of one sequence that are looked at in one go, and of one parameter at the most. */
enum { CHUNK = 1024, VALUES = SX_EXECUTIONS_LIMIT };

/* Values of a packed sequence that are looked at before all are; packed ones have more here. */
enum { FEW = SX_VALUE_STEPS };

/* Values that weigh less than this cannot become shorter: `i1` weighs 1, `r div 8` 3. */
enum { LEAST_LINE = 2, LEAST_DIGITS = 4 };

/* How a rank is written as digits: (rank - first) in a mixed radix, the lowest digit below width[0], all up to the
 * second below width[1], and so on; the last has no bound. Without widths it is the rank itself. */
typedef struct radices {
    int64_t first;
    unsigned nwidths;
    int64_t width[SX_AFFINE_DIGITS - 1];
} radices;

static void write_digits(const radices *radix, int64_t rank, int64_t *ret_digit)
{
    int64_t below = 1, rest = rank - radix->first;
    ret_digit[0] = rank;
    for (unsigned k = 0; k < radix->nwidths; k++) {
        ret_digit[k] = rest % radix->width[k] / below;
        ret_digit[k + 1] = rest / radix->width[k];
        below = radix->width[k];
    }
}

/* Digit k of the rank, which is a variable. */
static const sx_expr *digit_expr(sx_arena *arena, const radices *radix, unsigned k,
                                 const sx_expr *rank)
{
    const sx_expr *digit = rank;
    int64_t below = k ? radix->width[k - 1] : 1;
    if (radix->nwidths == 0)
        return rank;
    if (radix->first)
        digit = sx_expr_make(arena, SX_EXPR_SUB, digit, sx_expr_int(arena, radix->first),
                             NULL);
    if (k)
        digit = sx_expr_make(arena, SX_EXPR_DIV, digit, sx_expr_int(arena, below), NULL);
    if (k < radix->nwidths)
        digit = sx_expr_make(arena, SX_EXPR_MOD, digit,
                             sx_expr_int(arena, radix->width[k] / below), NULL);
    return digit;
}

/* The values lie on a line up to this rank, and not there: the next digit begins to count. False where it cannot. */
static bool add_digit(radices *radix, int64_t rank)
{
    unsigned n = radix->nwidths;
    int64_t width = rank - radix->first, below = n ? radix->width[n - 1] : 1;
    if (n == SX_AFFINE_DIGITS - 1 || width <= below || width % below != 0)
        return false;
    radix->width[radix->nwidths++] = width;
    return true;
}

typedef struct participant {
    sx_rank rank;
    uint32_t piece;
    bool placed; /* size and own are known */
    int64_t size,
        own; /* of end points: of the communicator, 0 where there is none, and the rank in it */
} participant;

typedef struct search {
    const sx_canonical *canonical;
    const sx_value *pieces;
    uint32_t depth; /* loops around; 0 where the value does not change in time */
    const sx_seq **trips[SX_MAX_DEPTH]; /* of each, by rank */
    const sx_seq **comm; /* of end points, by rank: the communicator */
    sx_place_of *place; /* where some are not the world */
    size_t n;
    participant *who; /* by ascending ranks */
    sx_rank *rank; /* scratch of n */
    const sx_seq *
        *plain; /* of each piece that is packed: in runs, once they were needed */
    const participant **seen; /* of each piece: whose executions were gone through last */
    uint32_t first; /* of the span that all ranks are looked at over */
    uint64_t left; /* values that may still be looked at */
    radices radix;
    sx_affine affine;
} search;

static sx_status no_memory(const search *s)
{
    return sx_fail(s->canonical->err, SX_NOMEM, "out of memory");
}

static void finish(search *s)
{
    sx_place_destroy(s->place);
    free(s->who);
    free(s->rank);
    free(s->seen);
    free(s->plain);
}

/* Who has the value, and of which piece. */
static sx_status find_participants(search *s, const sx_ranklist *participants)
{
    s->n = (size_t)participants->count;
    s->who = calloc(s->n, sizeof *s->who);
    s->rank = calloc(s->n, sizeof *s->rank);
    s->seen = calloc(s->pieces->npieces, sizeof *s->seen);
    s->plain = calloc(s->pieces->npieces, sizeof *s->plain);
    if (!s->who || !s->rank || !s->seen || !s->plain)
        return no_memory(s);
    sx_ranklist_expand(participants, s->rank);
    for (size_t i = 0; i < s->n; i++)
        s->who[i] = (participant) { .rank = s->rank[i],
                                    .placed = !s->comm,
                                    .size = s->canonical->trace->p,
                                    .own = s->rank[i] };
    for (size_t i = 0; i < s->pieces->npieces; i++) {
        const sx_ranklist *ranks = &s->pieces->piece[i].ranks;
        sx_ranklist_expand(ranks, s->rank);
        for (sx_rank k = 0; k < ranks->count; k++)
            s->who[sx_ranklist_position(participants, s->rank[k])].piece = (uint32_t)i;
    }
    return SX_OK;
}

/* False where end points are in several communicators, or in none. */
static bool place_of(search *s, participant *who)
{
    const sx_trace *trace = s->canonical->trace;
    if (who->placed)
        return who->size > 0;
    const sx_seq *comm = s->comm[who->rank];
    int64_t index = comm && comm->length == 1 ? sx_seq_at(comm, 0) : -1;
    who->placed = true;
    if (index == 0)
        return true;
    who->size = index == 1;
    who->own = 0;
    if (index < 2 || (uint64_t)index >= trace->ncomms)
        return who->size > 0;
    if (!s->place)
        s->place = sx_place_create(trace);
    if (!s->place || sx_place_move(s->place, who->rank, NULL))
        return false;
    sx_place_comm(s->place, (uint32_t)index, &who->size, &who->own);
    return who->size > 0;
}

/* The loops around, as each rank runs through them. *ret_known is false where that is not known. */
static sx_status find_trips(search *s, bool *ret_known)
{
    const sx_canonical *canonical = s->canonical;
    sx_status status = SX_OK;
    bool known = true;
    for (const sx_canonical_loop *loop = canonical->loop; loop; loop = loop->outer)
        s->depth++;
    uint32_t d = s->depth;
    for (sx_canonical_loop *loop = canonical->loop; loop && known; loop = loop->outer) {
        known = loop->participants && loop->trips.kind == SX_VALUE_PIECES;
        if (known && !loop->by_rank)
            status =
                sx_value_sequences(canonical->arena, &loop->trips, loop->participants,
                                   canonical->trace->p, &loop->by_rank, canonical->err);
        if (status)
            return status;
        s->trips[--d] = loop->by_rank;
    }
    *ret_known = known;
    return SX_OK;
}

/* False where the rank does not enter the loops. */
static bool trips_of(const search *s, sx_rank rank, const sx_seq **ret_trips)
{
    bool enters = true;
    for (uint32_t d = 0; d < s->depth; d++) {
        ret_trips[d] = s->trips[d][rank];
        enters = enters && ret_trips[d];
    }
    return enters;
}

/* Does a rank of the same sequence, which was seen before, go through the loops in the same way? */
static bool seen_alike(const search *s, const participant *who)
{
    const participant *before = s->seen[who->piece];
    bool alike = before != NULL;
    for (uint32_t d = 0; d < s->depth && alike; d++)
        alike = s->trips[d][who->rank] == s->trips[d][before->rank];
    return alike;
}

/* Makes the span that of all ranks: the longest that one needs. False where that is too long. */
static bool find_span(search *s)
{
    const sx_seq *trips[SX_MAX_DEPTH];
    for (size_t i = 0; i < s->n; i++) {
        const participant *who = &s->who[i];
        uint64_t length = s->pieces->piece[who->piece].seq->length;
        sx_span span;
        if (seen_alike(s, who))
            continue;
        if (!trips_of(s, who->rank, trips) ||
            !sx_span_find(trips, s->depth, s->first, length, &span))
            return false;
        s->first = span.n ? span.first : s->first;
        s->seen[who->piece] = who;
    }
    return true;
}

static void forget_seen(search *s)
{
    for (size_t i = 0; i < s->pieces->npieces; i++)
        s->seen[i] = NULL;
}

/* Ranks that came first may need a longer span once it is not their own. */
static bool find_whole_span(search *s)
{
    uint32_t before;
    do {
        before = s->first;
        forget_seen(s);
        if (!find_span(s))
            return false;
    } while (s->first != before);
    return true;
}

/* The values of one rank over its span, which are `seq`, or the first `most` of them. False when they lie on no line
 * with those before. */
static bool take_values(search *s, const participant *who, const sx_seq *seq,
                        const sx_seq *const *trips, uint64_t most)
{
    int64_t chunk[CHUNK], point[SX_AFFINE_AXES];
    uint32_t digits = s->radix.nwidths + 1;
    sx_executions at;
    sx_executions_init(&at, trips, s->depth, s->first);
    write_digits(&s->radix, who->own, point);
    for (uint64_t k = 0; k < most && sx_executions_next(&at); k++) {
        if (k % CHUNK == 0)
            sx_seq_expand(seq, k, CHUNK, chunk);
        for (uint32_t d = 0; d < s->depth; d++)
            point[digits + d] = at.counter[d];
        int64_t value = chunk[k % CHUNK];
        if (s->pieces->relative && !sx_is_special(value))
            value = sx_floor_mod(sx_floor_mod(value, who->size) + who->own, who->size);
        if (s->left == 0 || !sx_affine_take(&s->affine, point, value))
            return false;
        s->left--;
    }
    return true;
}

/* The same of packed values: the first few mostly lie on no line, and only where they do all are unpacked. Where there
 * is no memory for that, there is no line. */
static bool take_packed(search *s, const participant *who, const sx_seq *const *trips,
                        uint64_t most)
{
    const sx_seq *seq = s->pieces->piece[who->piece].seq, *begin;
    const sx_seq **plain = &s->plain[who->piece];
    sx_arena *arena = s->canonical->arena;
    const sx_affine affine = s->affine;
    const uint64_t left = s->left;
    int64_t few[FEW];
    if (!*plain) {
        if (!seq->packed->unpack(seq->packed->payload, seq->packed->size, seq->length,
                                 FEW, few) ||
            !(begin = sx_seq_literal(arena, few, FEW)) ||
            !take_values(s, who, begin, trips, most < FEW ? most : FEW))
            return false;
        if (most <= FEW)
            return true;
        s->affine = affine;
        s->left = left;
        *plain = sx_seq_plain(arena, seq);
    }
    return *plain && take_values(s, who, *plain, trips, most);
}

/* Ranks of one sequence that go through loops alike need but a look at where they begin: what they have in time is
 * the same. */
static bool take_participant(search *s, participant *who)
{
    const sx_seq *trips[SX_MAX_DEPTH];
    sx_span span;
    if (!trips_of(s, who->rank, trips) ||
        !sx_span_find(trips, s->depth, s->first, s->pieces->piece[who->piece].seq->length,
                      &span))
        return false;
    if (span.n == 0)
        return true;
    if (!place_of(s, who) || (s->radix.nwidths > 0 && who->own < s->radix.first))
        return false;
    bool once = seen_alike(s, who) && !s->comm;
    s->seen[who->piece] = who;
    const sx_seq *seq = s->pieces->piece[who->piece].seq;
    uint64_t most = once ? 1 : UINT64_MAX;
    return sx_seq_is_packed(seq) ? take_packed(s, who, trips, most)
                                 : take_values(s, who, seq, trips, most);
}

/* The number of participants, in order, whose values lie on one line. */
static size_t take_all(search *s)
{
    size_t n = 0;
    forget_seen(s);
    s->affine = (sx_affine) { .axes = s->radix.nwidths + 1 + s->depth };
    while (n < s->n && take_participant(s, &s->who[n]))
        n++;
    return n;
}

/* Where the line ends, another digit of the rank begins; digits are those of the distance from `first`. */
static bool fits_digits(search *s, int64_t first)
{
    size_t n;
    s->radix = (radices) { .first = first };
    while ((n = take_all(s)) < s->n)
        if (!s->who[n].placed || !add_digit(&s->radix, s->who[n].own))
            return false;
    return s->affine.started;
}

static const sx_expr *line_expr(const search *s, int64_t origin)
{
    sx_arena *arena = s->canonical->arena;
    sx_var_kind kind = s->pieces->relative ? SX_VAR_COMM_RANK : SX_VAR_RANK;
    const sx_expr *rank = sx_expr_var(arena, kind, 0, 0);
    const sx_expr *axis[SX_AFFINE_AXES] = { NULL };
    unsigned digits = s->radix.nwidths + 1;
    for (unsigned k = 0; k < digits; k++)
        axis[k] = digit_expr(arena, &s->radix, k, rank);
    for (unsigned d = 0; d < s->depth; d++)
        axis[digits + d] = sx_expr_var(arena, SX_VAR_COUNTER, 0, d);
    return sx_affine_expr(arena, &s->affine, origin, axis);
}

static bool covers(const sx_value *pieces, const sx_ranklist *participants)
{
    sx_rank covered = 0;
    for (size_t i = 0; i < pieces->npieces; i++)
        covered += pieces->piece[i].ranks.count;
    return covered == participants->count;
}

static bool varies(const sx_value *pieces)
{
    bool found = false;
    for (size_t i = 0; i < pieces->npieces && !found; i++)
        found = pieces->piece[i].seq->length > 1;
    return found;
}

static sx_status find_line(search *s, sx_value *value)
{
    bool known = true;
    int64_t origin;
    sx_status status = varies(s->pieces) ? find_trips(s, &known) : SX_OK;
    if (status || !known)
        return status;
    s->first = s->depth;
    if (!find_whole_span(s))
        return SX_OK;
    bool fits = fits_digits(s, 0);
    if (!fits && place_of(s, &s->who[0]) && s->who[0].own > 0)
        fits = fits_digits(s, s->who[0].own);
    if (!fits || !sx_affine_origin(&s->affine, &origin))
        return SX_OK;
    const sx_expr *expr = line_expr(s, origin);
    if (!expr)
        return no_memory(s);
    /* A number is what is left where only values that are never executed differ. */
    if (expr->op != SX_EXPR_INT && sx_expr_weight(expr) < sx_value_weight(value))
        *value = sx_value_expr(expr, value->evidence);
    return SX_OK;
}

sx_status sx_canonical_affine(const sx_canonical *canonical,
                              const sx_ranklist *participants, const sx_value *pieces,
                              const sx_value *comm, sx_value *value)
{
    const sx_trace *trace = canonical->trace;
    search s = { .canonical = canonical, .pieces = pieces, .left = VALUES };
    bool in_time = varies(pieces);
    if (sx_value_weight(value) < (in_time ? LEAST_LINE : LEAST_DIGITS) ||
        (in_time && !canonical->loop) || trace->p < 1 || !covers(pieces, participants) ||
        (pieces->relative && (!comm || comm->kind == SX_VALUE_EXPR)))
        return SX_OK;
    sx_status status = SX_OK;
    if (pieces->relative)
        status = sx_value_sequences(canonical->arena, comm, participants, trace->p,
                                    &s.comm, canonical->err);
    if (!status)
        status = find_participants(&s, participants);
    if (!status)
        status = find_line(&s, value);
    finish(&s);
    return status;
}
