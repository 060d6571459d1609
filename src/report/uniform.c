#include "report/uniform.h"

#include "base/checked.h"

static bool number_of(const sx_place_of *place, const sx_expr *expr, int64_t *ret_value)
{
    const unsigned everywhere =
        1u << SX_VAR_P | 1u << SX_VAR_DIM | 1u << SX_VAR_CONSTANT | 1u << SX_VAR_TERM;
    if (sx_expr_uses(expr, NULL, NULL) & ~everywhere)
        return false;
    sx_expr_env env = sx_place_env(place, 0, NULL, 0);
    return sx_expr_eval(expr, &env, ret_value, NULL) == SX_OK;
}

bool sx_uniform_value(const sx_place_of *place, const sx_value *value, int64_t *ret_value)
{
    if (value->kind == SX_VALUE_EXPR)
        return number_of(place, value->expr, ret_value);
    if (value->kind != SX_VALUE_PIECES || value->npieces != 1 || !value->piece[0].all ||
        value->piece[0].seq->length != 1)
        return false;
    int64_t number = sx_seq_at(value->piece[0].seq, 0);
    if (value->relative && !sx_is_special(number))
        return false;
    *ret_value = number;
    return true;
}

bool sx_line_sum(int64_t first, int64_t stride, uint64_t n, int64_t *ret_sum)
{
    uint64_t half =
        n % 2 ? (n - 1) / 2 : n / 2; /* with `rest`: n (n - 1) / 2 = half * rest */
    uint64_t rest = n % 2 ? n : n - 1;
    int64_t slope, base;
    if (n == 0) {
        *ret_sum = 0;
        return true;
    }
    return !sx_mul_overflows(half, rest, &slope) &&
           !sx_mul_overflows(slope, stride, &slope) &&
           !sx_mul_overflows(first, n, &base) && !sx_add_overflows(base, slope, ret_sum);
}

static bool has_special(const sx_seq *seq)
{
    bool found = false;
    for (uint32_t i = 0; i < seq->n && !found; i++)
        found = seq->run[i].sub ? has_special(seq->run[i].sub)
                                : sx_is_special(seq->run[i].first);
    return found;
}

bool sx_uniform_covers(const sx_place_of *place, const sx_value *value, int64_t nranks,
                       uint64_t times)
{
    int64_t number;
    sx_rank covered = 0;
    if (value->kind == SX_VALUE_EXPR)
        return number_of(place, value->expr, &number) && !sx_is_special(number);
    if (value->kind != SX_VALUE_PIECES || value->relative || times > INT64_MAX)
        return false;
    for (size_t i = 0; i < value->npieces; i++) {
        const sx_piece *piece = &value->piece[i];
        if (has_special(piece->seq))
            return false;
        covered += piece->all ? nranks : piece->ranks.count;
    }
    return covered == nranks; /* else some piece's ranks do not take part */
}

/* The first n values of a sequence, cyclically, on their way to the sink. */
typedef struct line_feed {
    const sx_ranklist *set;
    sx_line_sink sink;
    void *context;
} line_feed;

static sx_status feed_seq(const line_feed *f, const sx_seq *seq, uint64_t n,
                          uint64_t times);

/* The first n values of one run, each `times` times. */
static sx_status feed_run(const line_feed *f, const sx_run *run, uint64_t n,
                          uint64_t times)
{
    if (run->sub)
        return feed_seq(f, run->sub, n, times);
    sx_line line = { .set = f->set, .first = run->first, .stride = run->stride };
    line.steps = run->stride ? n : 1;
    line.times = run->stride ? times : n * times;
    return f->sink(f->context, &line);
}

/* Products of counts stay below the number of executions, so that none overflows. */
static sx_status feed_seq(const line_feed *f, const sx_seq *seq, uint64_t n,
                          uint64_t times)
{
    uint64_t whole = n / seq->length, left = n % seq->length;
    sx_status status = SX_OK;
    for (uint32_t i = 0; i < seq->n && !status; i++) {
        const sx_run *run = &seq->run[i];
        uint64_t count = run->sub ? run->count * run->sub->length : run->count;
        uint64_t taken = count < left ? count : left;
        if (whole)
            status = feed_run(f, run, count, times * whole);
        if (taken && !status)
            status = feed_run(f, run, taken, times);
        left -= taken;
    }
    return status;
}

sx_status sx_uniform_lines(const sx_place_of *place, const sx_value *value,
                           uint64_t times, sx_line_sink sink, void *context)
{
    sx_status status = SX_OK;
    if (value->kind == SX_VALUE_EXPR) {
        sx_line line = { .steps = 1, .times = times };
        return number_of(place, value->expr, &line.first) ? sink(context, &line)
                                                          : SX_INVALID;
    }
    for (size_t i = 0; i < value->npieces && !status; i++) {
        const sx_piece *piece = &value->piece[i];
        line_feed feed = { piece->all ? NULL : &piece->ranks, sink, context };
        status = feed_seq(&feed, piece->seq, times, 1);
    }
    return status;
}

static bool box_ranks(const sx_place_of *place, const sx_box *box, int64_t *ret_ranks)
{
    int64_t ranks = 1, other;
    if (!number_of(place, box->start, &other))
        return false;
    for (uint32_t i = 0; i < box->ndims; i++) {
        int64_t iters;
        if (!number_of(place, box->dim[i].iters, &iters) ||
            !number_of(place, box->dim[i].stride, &other))
            return false;
        if (sx_mul_overflows(ranks, iters > 0 ? iters : 0, &ranks))
            return false;
    }
    *ret_ranks = ranks;
    return true;
}

bool sx_uniform_ranks(const sx_place_of *place, const sx_domain *domain,
                      const sx_domain *outer_domain, int64_t outer, int64_t *ret_ranks)
{
    int64_t ranks = 0, box = 0;
    if (domain->kind == SX_DOMAIN_ALL || sx_domain_equal(domain, outer_domain)) {
        *ret_ranks = outer;
        return true;
    }
    if (outer_domain->kind != SX_DOMAIN_ALL || domain->kind == SX_DOMAIN_WHERE)
        return false;
    if (domain->kind == SX_DOMAIN_RANKS)
        ranks = domain->ranks.count;
    for (size_t i = 0; domain->kind == SX_DOMAIN_BOXES && i < domain->nboxes; i++) {
        if (!box_ranks(place, &domain->box[i], &box) ||
            sx_add_overflows(ranks, box, &ranks))
            return false;
    }
    *ret_ranks = ranks;
    return true;
}

static bool box_term(const sx_place_of *place, const sx_box *box,
                     sx_ranklist_term *ret_term, sx_rank *ret_count)
{
    sx_ranklist_term term = { .ndims = 0 };
    *ret_count = 1;
    if (!number_of(place, box->start, &term.start))
        return false;
    for (uint32_t i = 0; i < box->ndims; i++) {
        int64_t iters, stride;
        if (!number_of(place, box->dim[i].iters, &iters) ||
            !number_of(place, box->dim[i].stride, &stride))
            return false;
        *ret_count *= iters > 0 ? iters : 0;
        if (iters > 1)
            term.dim[term.ndims++] = (struct sx_ranklist_dim) { iters, stride };
    }
    *ret_term = term;
    return true;
}

const sx_ranklist *sx_uniform_set(sx_arena *arena, const sx_place_of *place,
                                  const sx_domain *domain)
{
    if (domain->kind != SX_DOMAIN_BOXES)
        return &domain->ranks;
    sx_ranklist *set = SX_NEW(arena, sx_ranklist);
    sx_ranklist_term *term = SX_NEW_ARRAY(arena, sx_ranklist_term, domain->nboxes);
    if (!set || !term)
        return NULL;
    set->term = term;
    for (size_t i = 0; i < domain->nboxes; i++) {
        sx_rank count;
        if (!box_term(place, &domain->box[i], &term[set->n], &count))
            return NULL;
        set->count += count;
        set->n += count > 0;
    }
    return set;
}

/* Operators, variables and numbers that an evaluation meets, at most. */
static uint64_t steps_of(const sx_place_of *place, const sx_expr *expr)
{
    uint64_t steps = 1, inner;
    int64_t terms;
    if (!expr)
        return 0;
    if (expr->op == SX_EXPR_SUM) {
        inner = steps_of(place, expr->arg[1]);
        if (!number_of(place, expr->arg[0], &terms) || terms < 1)
            terms = 1;
        return sx_mul_overflows(inner, (uint64_t)terms, &inner) ? UINT64_MAX / 4 : inner;
    }
    for (int i = 0; i < 3 && steps < UINT64_MAX / 4; i++)
        steps += steps_of(place, expr->arg[i]);
    return steps;
}

uint64_t sx_uniform_effort(const sx_place_of *place, const sx_node *node)
{
    enum { SHORT = 8 };
    uint64_t effort = 1;
    for (uint32_t i = 0; i < node->nparams; i++) {
        sx_param_id id = node->param[i].id;
        const sx_value *value = &node->param[i].value;
        if (value->kind == SX_VALUE_EXPR && (id == SX_PARAM_PEER || id == SX_PARAM_COUNT))
            effort += steps_of(place, value->expr) / SHORT;
    }
    return effort;
}

static bool boxes_equal(const sx_box *a, const sx_box *b)
{
    bool equal = a->ndims == b->ndims && sx_expr_equal(a->start, b->start);
    for (uint32_t i = 0; equal && i < a->ndims; i++)
        equal = sx_expr_equal(a->dim[i].iters, b->dim[i].iters) &&
                sx_expr_equal(a->dim[i].stride, b->dim[i].stride);
    return equal;
}

bool sx_domain_equal(const sx_domain *a, const sx_domain *b)
{
    if (a->kind != b->kind)
        return false;
    if (a->kind == SX_DOMAIN_RANKS)
        return sx_ranklist_equal(&a->ranks, &b->ranks);
    if (a->kind == SX_DOMAIN_WHERE)
        return sx_expr_equal(a->where, b->where);
    if (a->kind == SX_DOMAIN_ALL)
        return true;
    bool equal = a->nboxes == b->nboxes;
    for (size_t i = 0; equal && i < a->nboxes; i++)
        equal = boxes_equal(&a->box[i], &b->box[i]);
    return equal;
}
