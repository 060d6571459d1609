#include "extrap/together.h"

#include "extrap/places.h"

enum { RANKS = 4096, STEPS = 1 << 20 };

typedef struct search {
    sx_arena *arena;
    sx_trace *trace;
    unsigned char *mended; /* by communicator, how often; NULL: none yet */
    sx_error *err;
} search;

static sx_status nomem(const search *s)
{
    return sx_fail(s->err, SX_NOMEM, "out of memory");
}

static bool fails_among(const search *s, sx_rank rank, size_t ncomms)
{
    sx_trace part = *s->trace;
    part.ncomms = ncomms;
    sx_place_of *place = sx_place_create(&part);
    const bool fails = !place || sx_place_move(place, rank, NULL);
    sx_place_destroy(place);
    return fails;
}

/* The first communicator in which the rank has no place: among those up to it, it has none, either. */
static size_t failing(const search *s, sx_rank rank)
{
    size_t holds = 2, fails = s->trace->ncomms;
    while (fails - holds > 1) {
        const size_t middle = holds + (fails - holds) / 2;
        if (fails_among(s, rank, middle))
            fails = middle;
        else
            holds = middle;
    }
    return fails - 1;
}

/* At least one rank, and the own one is none beyond them. */
static void keep_within(const search *s, const sx_comm *comm, const sx_expr **ret_size,
                        const sx_expr **ret_rank)
{
    const sx_expr *one = sx_expr_int(s->arena, 1), *none = sx_expr_int(s->arena, 0);
    *ret_size = sx_expr_two(s->arena, SX_EXPR_MAX, one, comm->size.expr);
    const sx_expr *last = sx_expr_two(s->arena, SX_EXPR_SUB, *ret_size, one);
    *ret_rank = sx_expr_two(s->arena, SX_EXPR_MAX, none,
                            sx_expr_two(s->arena, SX_EXPR_MIN, comm->rank.expr, last));
}

static sx_status mend(search *s, size_t c, const char *why)
{
    sx_comm *comm = &s->trace->comm[c];
    const bool is_first = s->mended[c]++ == 0,
               is_law = comm->size.expr && comm->rank.expr;
    const sx_expr *size = sx_expr_var(s->arena, SX_VAR_COMM_SIZE, 0, 0),
                  *rank = sx_expr_var(s->arena, SX_VAR_COMM_RANK, 0, 0);
    const char *reason = comm->size.evidence.reason;
    if (is_first)
        reason = sx_arena_printf(
            s->arena, "laws of a communicator do not go together here (%s): add an input",
            why);
    const sx_evidence refused = { .label = SX_LABEL_REFUSED, .reason = reason };
    if (is_first && is_law)
        keep_within(s, comm, &size, &rank);
    else
        comm->members = (sx_domain) { .kind = SX_DOMAIN_ALL, .evidence = refused };
    comm->size = sx_value_expr(size, refused);
    comm->rank = sx_value_expr(rank, refused);
    return size && rank && reason ? SX_OK : nomem(s);
}

/* Before anything is changed. */
static sx_status begin(search *s)
{
    const size_t n = s->trace->ncomms;
    s->trace->comm = sx_arena_copy(s->arena, s->trace->comm, n, sizeof *s->trace->comm);
    s->mended = SX_NEW_ARRAY(s->arena, unsigned char, n);
    return s->trace->comm && s->mended ? SX_OK : nomem(s);
}

static sx_status judge_rank(search *s, sx_place_of *place, sx_rank rank)
{
    enum { WAYS = 2 };
    sx_error why = { 0 };
    sx_status st = SX_OK;
    while (!st && sx_place_move(place, rank, &why)) {
        if (!s->mended)
            st = begin(s);
        const size_t c = failing(s, rank);
        if (!st && s->mended[c] == WAYS)
            st = sx_fail(s->err, why.status, "%s", why.text);
        st = st ? st : mend(s, c, why.text);
    }
    return st;
}

sx_status sx_together_judge(sx_arena *arena, sx_trace *trace, sx_error *err)
{
    search s = { .arena = arena, .trace = trace, .err = err };
    const bool all = trace->p <= RANKS && trace->p * (int64_t)trace->ncomms <= STEPS;
    const int64_t n = all ? trace->p : (int64_t)sx_places_count(trace);
    sx_place_of *place = sx_place_create(trace);
    sx_status st = place ? SX_OK : nomem(&s);
    for (int64_t i = 0; !st && i < n; i++)
        st = judge_rank(&s, place, all ? i : sx_places_rank(trace, (uint64_t)i));
    sx_place_destroy(place);
    return st;
}
