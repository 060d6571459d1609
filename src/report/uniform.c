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

static bool seq_sum(const sx_seq *seq, uint64_t n, int64_t *ret_sum);

/* first + (first + stride) + .. of n values. */
static bool line_sum(const sx_run *run, uint64_t n, int64_t *ret_sum)
{
    uint64_t half =
        n % 2 ? (n - 1) / 2 : n / 2; /* with `rest`: n (n - 1) / 2 = half * rest */
    uint64_t rest = n % 2 ? n : n - 1;
    int64_t slope, base;
    if (n == 0) {
        *ret_sum = 0;
        return true;
    }
    return !sx_is_special(run->first) && !sx_mul_overflows(half, rest, &slope) &&
           !sx_mul_overflows(slope, run->stride, &slope) &&
           !sx_mul_overflows(run->first, n, &base) &&
           !sx_add_overflows(base, slope, ret_sum);
}

/* The first n values of one run, n at most as many as it has. */
static bool run_sum(const sx_run *run, uint64_t n, int64_t *ret_sum)
{
    return run->sub ? seq_sum(run->sub, n, ret_sum) : line_sum(run, n, ret_sum);
}

/* The first n values, cyclically. */
static bool seq_sum(const sx_seq *seq, uint64_t n, int64_t *ret_sum)
{
    int64_t total = 0, part;
    uint64_t left = n % seq->length;
    if (n >= seq->length) {
        uint64_t periods = n / seq->length;
        for (uint32_t i = 0; i < seq->n; i++) {
            const sx_run *run = &seq->run[i];
            uint64_t count = run->sub ? run->count * run->sub->length : run->count;
            if (!run_sum(run, count, &part) || sx_add_overflows(total, part, &total))
                return false;
        }
        if (sx_mul_overflows(total, periods, &total))
            return false;
    }
    for (uint32_t i = 0; i < seq->n && left > 0; i++) {
        const sx_run *run = &seq->run[i];
        uint64_t count = run->sub ? run->count * run->sub->length : run->count;
        uint64_t taken = count < left ? count : left;
        if (!run_sum(run, taken, &part) || sx_add_overflows(total, part, &total))
            return false;
        left -= taken;
    }
    *ret_sum = total;
    return true;
}

static bool piece_sum(const sx_piece *piece, int64_t ranks, uint64_t times,
                      int64_t *ret_sum)
{
    int64_t sum;
    return seq_sum(piece->seq, times, &sum) && !sx_mul_overflows(sum, ranks, ret_sum);
}

bool sx_uniform_sum(const sx_place_of *place, const sx_value *value, int64_t nranks,
                    uint64_t times, int64_t *ret_sum)
{
    int64_t number, total = 0;
    sx_rank covered = 0;
    if (value->kind == SX_VALUE_EXPR)
        return number_of(place, value->expr, &number) && !sx_is_special(number) &&
               !sx_mul_overflows(number, nranks, &number) &&
               !sx_mul_overflows(number, times, ret_sum);
    if (value->kind != SX_VALUE_PIECES || value->relative)
        return false;
    for (size_t i = 0; i < value->npieces; i++) {
        const sx_piece *piece = &value->piece[i];
        int64_t ranks = piece->all ? nranks : piece->ranks.count;
        if (!piece_sum(piece, ranks, times, &number) ||
            sx_add_overflows(total, number, &total))
            return false;
        covered += ranks;
    }
    *ret_sum = total;
    return covered == nranks; /* else some piece's ranks do not take part */
}

static bool box_ranks(const sx_place_of *place, const sx_box *box, int64_t *ret_ranks)
{
    int64_t ranks = 1;
    for (uint32_t i = 0; i < box->ndims; i++) {
        int64_t iters;
        if (!number_of(place, box->dim[i].iters, &iters))
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
