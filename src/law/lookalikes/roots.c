/* Numbers of the scale that may be the root of the number of ranks, rounded: programs make groups, and sides, of as many. */
#include "law/lookalikes.h"
#include "law/rounded_root.h"

#include "base/checked.h"

#include <stdlib.h>

enum { LARGEST_FACTOR = 16, TOLD = 3 };

/* What each input with samples has: a number, or how far up (`by` 1) or down (-1) around the communicator another rank is. */
typedef struct numbers {
    bool is_rank;
    int by;
    size_t n;
    int64_t p[SX_RUNS], value[SX_RUNS];
} numbers;

static bool number_at(const sx_runs *runs, const sx_samples *samples, const sx_sample *s,
                      int by, int64_t *ret)
{
    if (!samples->is_rank) {
        *ret = s->value;
        return true;
    }
    int64_t apart;
    if (sx_sub_overflows(s->value, runs->comm_rank[s->comm][s->rank], &apart))
        return false;
    *ret = sx_floor_mod(by * apart, runs->comm_size[s->comm][s->rank]);
    return true;
}

/* False where an input has several. */
static bool read_numbers(const sx_runs *runs, const sx_samples *samples, int by,
                         numbers *ret)
{
    numbers all = { .is_rank = samples->is_rank, .by = by };
    uint32_t last = UINT32_MAX;
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        int64_t value;
        if (samples->is_rank && s->value == SX_NULL)
            continue;
        if (sx_is_special(s->value) || !number_at(runs, samples, s, by, &value))
            return false;
        if (s->run != last) {
            all.p[all.n] = runs->p[s->run];
            all.value[all.n++] = value;
            last = s->run;
        }
        if (value != all.value[all.n - 1])
            return false;
    }
    *ret = all;
    return all.n > 1;
}

/* Programs whose numbers of ranks are powers of two divide these. */
static bool are_powers(const numbers *of)
{
    bool are = true;
    for (size_t i = 0; i < of->n && are; i++)
        are = (of->p[i] & (of->p[i] - 1)) == 0;
    return are;
}

/* a times the root and b: two numbers to choose want three different roots, one alone two. Ranks are the root itself away. */
static bool is_line(const sx_rounded_root *how, const numbers *of, int64_t *ret_a,
                    int64_t *ret_b)
{
    int64_t root[SX_RUNS], a = 0;
    size_t different = 0;
    for (size_t i = 0; i < of->n; i++) {
        size_t k = 0;
        root[i] = sx_root_of(how, of->p[i]);
        while (k < i && root[k] != root[i])
            k++;
        different += k == i;
        if (!a && root[i] != root[0])
            a = (of->value[i] - of->value[0]) / (root[i] - root[0]);
    }
    if (!a || llabs(a) > LARGEST_FACTOR)
        return false;
    *ret_a = a;
    *ret_b = of->value[0] - a * root[0];
    for (size_t i = 0; i < of->n; i++)
        if (a * root[i] + *ret_b != of->value[i])
            return false;
    return *ret_b == 0 ? !of->is_rank || a == 1 : !of->is_rank && different >= TOLD;
}

/* Where what the law gives is not a times the root and b. */
static const sx_expr *differs(sx_arena *arena, const sx_rounded_root *how,
                              const sx_expr *number, int64_t a, int64_t b)
{
    const sx_expr *times = sx_expr_plus(arena, number, -b), *by = sx_expr_int(arena, a);
    const sx_expr *d = sx_expr_two(arena, SX_EXPR_DIV, times, by);
    return sx_expr_two(
        arena, SX_EXPR_OR,
        sx_expr_two(arena, SX_EXPR_NE, sx_expr_two(arena, SX_EXPR_MUL, d, by), times),
        sx_is_no_root(arena, how, d));
}

/* The same number of a law. */
static const sx_expr *number_of(sx_arena *arena, const sx_samples *samples,
                                const sx_expr *law, int by)
{
    const sx_expr *own = sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0);
    if (!samples->is_rank)
        return law;
    return sx_expr_two(arena, SX_EXPR_MOD,
                       by > 0 ? sx_expr_two(arena, SX_EXPR_SUB, law, own)
                              : sx_expr_two(arena, SX_EXPR_SUB, own, law),
                       sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0));
}

static sx_status doubt_roots(sx_arena *arena, const sx_samples *samples,
                             const numbers *of, sx_law *law, sx_error *err)
{
    int64_t a, b;
    for (size_t i = 0; i < SX_ROUNDED_ROOTS; i++) {
        if (!is_line(&sx_rounded_roots[i], of, &a, &b))
            continue;
        const sx_evidence other = {
            .label = SX_LABEL_PROVED,
            .reason =
                "the root of the number of ranks, rounded, fits all inputs: add one "
                "in which it is another",
            .doubt = differs(arena, &sx_rounded_roots[i],
                             number_of(arena, samples, law->expr, of->by), a, b)
        };
        if (!other.doubt)
            return sx_fail(err, SX_NOMEM, "out of memory");
        law->evidence = sx_evidence_join(arena, law->evidence, other);
    }
    return SX_OK;
}

sx_status sx_lookalikes_of_roots(sx_arena *arena, const sx_runs *runs,
                                 const sx_samples *samples, sx_law *law, sx_error *err)
{
    sx_status st = SX_OK;
    numbers of;
    if (!law->expr || law->evidence.label != SX_LABEL_PROVED ||
        (samples->is_rank && sx_expr_uses(law->expr, NULL, NULL) & 1u << SX_VAR_COORD))
        return SX_OK;
    for (int by = 1; by >= (samples->is_rank ? -1 : 1) && !st; by -= 2)
        if (read_numbers(runs, samples, by, &of) && !are_powers(&of))
            st = doubt_roots(arena, samples, &of, law, err);
    return st;
}
