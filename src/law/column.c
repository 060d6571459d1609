#include "law/column.h"

#include "trace/expr_op.h"

#include <string.h>

#ifdef __OPTIMIZE__
#pragma GCC optimize("O3") /* loops over lanes are for vectors */
#endif

#define LANES SX_COLUMN_LANES

void sx_column_init(sx_column *column, const sx_runs *runs, const sx_samples *samples)
{
    column->runs = runs;
    column->samples = samples;
    column->from = column->n = 0;
    column->nkept = 0;
    column->has_sums = false;
}

static size_t move(sx_column *column, size_t from, size_t most)
{
    size_t rest = column->samples->n - from;
    column->from = from;
    column->nkept = 0;
    column->n = rest < most ? rest : most;
    return column->n;
}

void sx_column_move(sx_column *column, size_t from, size_t *ret_n)
{
    *ret_n = move(column, from, LANES);
}

static uint64_t lanes(size_t n)
{
    return n < LANES ? (UINT64_C(1) << n) - 1 : UINT64_MAX;
}

/* ---- variables ---- */

static uint64_t same(const sx_column *column, int64_t number, int64_t *value)
{
    for (size_t i = 0; i < column->n; i++)
        value[i] = number;
    return UINT64_MAX;
}

static uint64_t counter(const sx_column *column, uint32_t depth, int64_t *value)
{
    const sx_samples *samples = column->samples;
    if (depth >= samples->first_counter + samples->ncounters)
        return 0;
    if (depth < samples->first_counter)
        return same(column, 0, value);
    for (size_t i = 0; i < column->n; i++)
        value[i] =
            samples->sample[column->from + i].counter[depth - samples->first_counter];
    return UINT64_MAX;
}

static uint64_t in_grid(const sx_column *column, const sx_expr *expr, int64_t *value)
{
    const sx_runs *runs = column->runs;
    const sx_sample *s = &column->samples->sample[column->from];
    if (expr->grid >= runs->ngrids || expr->axis >= runs->grid[expr->grid].ndims)
        return 0;
    const struct sx_place *place = &runs->place[expr->grid];
    const bool is_dim = expr->var == SX_VAR_DIM;
    uint64_t ok = 0;
    bool has = false;
    for (size_t i = 0; i < column->n; i++) {
        if (i > 0 && s[i].rank == s[i - 1].rank) {
            value[i] = value[i - 1];
        } else {
            const struct sx_place *at = &place[s[i].rank * SX_MAX_GRIDS];
            value[i] = is_dim ? at->dim[expr->axis] : at->coord[expr->axis];
            has = is_dim || at->coord[0] >= 0;
        }
        ok |= (uint64_t)has << i;
    }
    return ok;
}

static int64_t of_rank(const sx_runs *runs, const sx_sample *s, sx_var_kind var)
{
    switch (var) {
    case SX_VAR_P:
        return runs->p[s->run];
    case SX_VAR_RANK:
        return s->rank - runs->offset[s->run];
    case SX_VAR_COMM_SIZE:
        return runs->comm_size[s->comm][s->rank];
    case SX_VAR_COMM_RANK:
        return runs->comm_rank[s->comm][s->rank];
    default:
        return s->element;
    }
}

static uint64_t constant(const sx_column *column, uint32_t index, int64_t *value)
{
    const sx_runs *runs = column->runs;
    if (index >= runs->nconstants)
        return 0;
    const sx_sample *s = &column->samples->sample[column->from];
    for (size_t i = 0; i < column->n; i++)
        value[i] = runs->constant_value[s[i].run][index];
    return UINT64_MAX;
}

static uint64_t extent(const sx_column *column, const sx_expr *expr, int64_t *value)
{
    uint64_t ok = 0;
    for (size_t i = 0; i < column->n; i++) {
        const sx_sample *s = &column->samples->sample[column->from + i];
        const sx_expr_env env = { .p = column->runs->p[s->run] };
        ok |= (uint64_t)!sx_expr_eval(expr, &env, &value[i], NULL) << i;
    }
    return ok;
}

static uint64_t look_up(const sx_column *column, const sx_expr *expr, int64_t *value)
{
    const sx_runs *runs = column->runs;
    switch (expr->var) {
    case SX_VAR_DIM:
    case SX_VAR_COORD:
        return in_grid(column, expr, value);
    case SX_VAR_COUNTER:
        return counter(column, expr->axis, value);
    case SX_VAR_CONSTANT:
        return constant(column, expr->axis, value);
    case SX_VAR_TERM:
        return same(column, 0, value);
    case SX_VAR_EXTENT:
        return extent(column, expr, value);
    default:
        for (size_t i = 0; i < column->n; i++)
            value[i] =
                of_rank(runs, &column->samples->sample[column->from + i], expr->var);
        return UINT64_MAX;
    }
}

static uint64_t variable(sx_column *column, const sx_expr *expr, int64_t *value)
{
    size_t k = 0;
    while (k < column->nkept &&
           (column->kept[k].var != expr->var || column->kept[k].axis != expr->axis ||
            column->kept[k].grid != expr->grid))
        k++;
    if (k == SX_COLUMN_KEPT)
        return look_up(column, expr, value);
    struct sx_column_variable *kept = &column->kept[k];
    if (k == column->nkept) {
        kept->var = expr->var;
        kept->grid = expr->grid;
        kept->axis = expr->axis;
        kept->ok = look_up(column, expr, kept->value);
        column->nkept++;
    }
    memcpy(value, kept->value, column->n * sizeof *value);
    return kept->ok;
}

/* ---- operators ---- */

/* So small that no operator overflows, and not special. The number of lanes is mostly a constant, for the compiler's sake. */
static inline __attribute__((always_inline)) bool are_small(const int64_t *value,
                                                            size_t n)
{
    uint64_t all = 0;
    for (size_t i = 0; i < n; i++)
        all |= (uint64_t)value[i] + (UINT64_C(1) << 30);
    return all < UINT64_C(1) << 31;
}

static inline __attribute__((always_inline)) bool are_positive(const int64_t *value,
                                                               size_t n)
{
    int64_t any = 0;
    for (size_t i = 0; i < n; i++)
        any |= value[i] - 1;
    return any >= 0;
}

/* As sx_floor_div and sx_floor_mod, of a positive divisor. */
static inline int64_t quotient(int64_t a, int64_t b)
{
    return a / b + ((a % b) >> 63);
}

static inline int64_t remainder_of(int64_t a, int64_t b)
{
    int64_t m = a % b;
    return m + (b & (m >> 63));
}

#define EACH_SMALL(OP, RESULT)                                                           \
    case SX_EXPR_##OP:                                                                   \
        for (size_t i = 0; i < n; i++)                                                   \
            value[i] = (RESULT);                                                         \
        return true;

/* What sx_expr_apply gives for small numbers; false where it has to be asked. */
static inline __attribute__((always_inline)) bool
small_binary(sx_expr_op op, const int64_t *a, const int64_t *b, size_t n, int64_t *value)
{
    if (!are_small(a, n) || !are_small(b, n) ||
        ((op == SX_EXPR_DIV || op == SX_EXPR_MOD) && !are_positive(b, n)))
        return false;
    switch (op) {
        EACH_SMALL(EQ, a[i] == b[i])
        EACH_SMALL(NE, a[i] != b[i])
        EACH_SMALL(LT, a[i] < b[i])
        EACH_SMALL(LE, a[i] <= b[i])
        EACH_SMALL(GT, a[i] > b[i])
        EACH_SMALL(GE, a[i] >= b[i])
        EACH_SMALL(ADD, a[i] + b[i])
        EACH_SMALL(SUB, a[i] - b[i])
        EACH_SMALL(MUL, a[i] * b[i])
        EACH_SMALL(DIV, quotient(a[i], b[i]))
        EACH_SMALL(MOD, remainder_of(a[i], b[i]))
        EACH_SMALL(XOR, a[i] ^ b[i])
        EACH_SMALL(MIN, a[i] < b[i] ? a[i] : b[i])
        EACH_SMALL(MAX, a[i] > b[i] ? a[i] : b[i])
    default:
        return false;
    }
}

/* The operator is a constant here, so that each gets a loop of its own. */
#define EACH_LANE(OP)                                                                    \
    case SX_EXPR_##OP:                                                                   \
        for (size_t i = 0; i < column->n; i++) {                                         \
            value[i] = 0;                                                                \
            ok |= (uint64_t)sx_expr_apply(SX_EXPR_##OP, a[i], b[i], &value[i]) << i;     \
        }                                                                                \
        break;

static uint64_t binary(sx_column *column, const sx_expr *expr, uint64_t want,
                       int64_t *value)
{
    int64_t a[LANES], b[LANES];
    uint64_t ok = 0;
    want = sx_column_eval(column, expr->arg[0], want, a);
    want = sx_column_eval(column, expr->arg[1], want, b);
    if (!want)
        return 0;
    if (column->n == LANES ? small_binary(expr->op, a, b, LANES, value)
                           : small_binary(expr->op, a, b, column->n, value))
        return want;
    switch (expr->op) {
        EACH_LANE(EQ)
        EACH_LANE(NE)
        EACH_LANE(LT)
        EACH_LANE(LE)
        EACH_LANE(GT)
        EACH_LANE(GE)
        EACH_LANE(ADD)
        EACH_LANE(SUB)
        EACH_LANE(MUL)
        EACH_LANE(DIV)
        EACH_LANE(MOD)
        EACH_LANE(XOR)
        EACH_LANE(MIN)
        EACH_LANE(MAX)
        EACH_LANE(POW)
        EACH_LANE(LOG)
    default:
        break;
    }
    return ok & want;
}

static inline __attribute__((always_inline)) bool
small_block(const int64_t *n, const int64_t *q, const int64_t *c, size_t lanes,
            int64_t *value)
{
    if (!are_small(n, lanes) || !are_small(q, lanes) || !are_small(c, lanes) ||
        !are_positive(q, lanes))
        return false;
    for (size_t i = 0; i < lanes; i++)
        value[i] = quotient(n[i], q[i]) + (c[i] < remainder_of(n[i], q[i]));
    return true;
}

static uint64_t ternary(sx_column *column, const sx_expr *expr, uint64_t want,
                        int64_t *value)
{
    int64_t n[LANES], q[LANES], c[LANES];
    uint64_t ok = 0;
    want = sx_column_eval(column, expr->arg[0], want, n);
    want = sx_column_eval(column, expr->arg[1], want, q);
    want = sx_column_eval(column, expr->arg[2], want, c);
    if (!want)
        return 0;
    if (expr->op == SX_EXPR_BLOCK &&
        (column->n == LANES ? small_block(n, q, c, LANES, value)
                            : small_block(n, q, c, column->n, value)))
        return want;
    for (size_t i = 0; i < column->n; i++) {
        value[i] = 0;
        ok |= (uint64_t)sx_expr_apply3(expr->op, n[i], q[i], c[i], &value[i]) << i;
    }
    return ok & want;
}

/* The lanes where a condition can be judged; *ret_holds are those of them where it holds. */
static uint64_t condition(sx_column *column, const sx_expr *expr, uint64_t want,
                          uint64_t *ret_holds)
{
    int64_t value[LANES];
    uint64_t numbers = 0, holds = 0;
    const size_t n = column->n < LANES ? column->n : LANES; // as compilers want to see
    want = sx_column_eval(column, expr, want, value);
    for (size_t i = 0; want && i < n; i++) {
        numbers |= (uint64_t)!sx_is_special(value[i]) << i;
        holds |= (uint64_t)(value[i] != 0) << i;
    }
    *ret_holds = holds & numbers & want;
    return numbers & want;
}

/* Copies the values of some lanes. */
static uint64_t take(const int64_t *from, uint64_t which, int64_t *value)
{
    for (uint64_t rest = which; rest; rest &= rest - 1) {
        int i = __builtin_ctzll(rest);
        value[i] = from[i];
    }
    return which;
}

static uint64_t logical(sx_column *column, const sx_expr *expr, uint64_t want,
                        int64_t *value)
{
    uint64_t first = 0, second = 0, all = expr->op == SX_EXPR_AND;
    uint64_t ok = condition(column, expr->arg[0], want, &first);
    uint64_t open = all ? first : ok & ~first; /* the second one decides */
    uint64_t judged = condition(column, expr->arg[1], open, &second);
    uint64_t holds = all ? second : first | second;
    for (size_t i = 0; i < column->n; i++)
        value[i] = holds >> i & 1;
    return (ok & ~open) | judged;
}

static uint64_t choice(sx_column *column, const sx_expr *expr, uint64_t want,
                       int64_t *value)
{
    int64_t other[LANES];
    uint64_t holds;
    memset(value, 0, column->n * sizeof *value);
    want = condition(column, expr->arg[0], want, &holds);
    uint64_t ok = sx_column_eval(column, expr->arg[1], holds, value);
    uint64_t rest = sx_column_eval(column, expr->arg[2], want & ~holds, other);
    return ok | take(other, rest, value);
}

static uint64_t pick(sx_column *column, const sx_expr *expr, uint64_t want,
                     int64_t *value)
{
    int64_t k[LANES] = { 0 }, passed[LANES] = { 0 }, picked[LANES] = { 0 };
    uint64_t open = sx_column_eval(column, expr->arg[0], want, k), ok = 0;
    const sx_expr *at = expr->arg[1];
    memset(value, 0, column->n * sizeof *value);
    for (; at->op == SX_EXPR_CASE && open; at = at->arg[2]) {
        uint64_t holds, here = 0;
        open = condition(column, at->arg[0], open, &holds);
        for (uint64_t rest = holds; rest; rest &= rest - 1) {
            int i = __builtin_ctzll(rest);
            here |= (uint64_t)(passed[i]++ == k[i]) << i;
        }
        ok |= take(picked, sx_column_eval(column, at->arg[1], here, picked), value);
        open &= ~here;
    }
    return ok | take(picked, sx_column_eval(column, at, open, picked), value);
}

/* ---- sums ---- */

/* The largest parts of a summed expression that have no t in them, and are no numbers, each once. False when
 * there are too many. */
static bool free_parts(const sx_expr *expr, const sx_expr **part, size_t *n)
{
    if (!(sx_expr_uses(expr, NULL, NULL) & 1u << SX_VAR_TERM)) {
        size_t k = 0;
        while (k < *n && !sx_expr_equal(part[k], expr))
            k++;
        if (expr->op == SX_EXPR_INT || k < *n)
            return true;
        if (k == SX_COLUMN_FREE)
            return false;
        part[(*n)++] = expr;
        return true;
    }
    for (size_t i = 0; i < 3 && expr->arg[i]; i++)
        if (!free_parts(expr->arg[i], part, n))
            return false;
    return true;
}

static bool one_sum(const sx_column *column, const sx_expr *expr, size_t lane,
                    int64_t *ret_value)
{
    int64_t counters[SX_MAX_DEPTH + SX_SAMPLE_LOOPS], terms;
    sx_expr_env env =
        sx_sample_env(column->runs, column->samples, column->from + lane, counters);
    return sx_expr_eval(expr->arg[0], &env, &terms, NULL) == SX_OK &&
           sx_runs_spend(column->runs, terms > 0 ? (uint64_t)terms : 1) &&
           sx_expr_eval(expr, &env, ret_value, NULL) == SX_OK;
}

/* Where the sum of these parts is kept, or may be: in one of a few places, the first of them when all have
 * others. */
static struct sx_column_sum *place_of(sx_column *column, const sx_expr *expr,
                                      const int64_t *free)
{
    enum { PLACES = 4 };
    uint64_t h = (uint64_t)(uintptr_t)expr;
    for (size_t k = 0; k < SX_COLUMN_FREE; k++)
        h = (h ^ (uint64_t)free[k]) * UINT64_C(0x9e3779b97f4a7c15);
    h >>= 32;
    for (uint64_t i = 0; i < PLACES; i++) {
        struct sx_column_sum *sum = &column->sum[(h + i) % SX_COLUMN_SUMS];
        if (!sum->expr ||
            (sum->expr == expr && memcmp(sum->free, free, sizeof sum->free) == 0))
            return sum;
    }
    return &column->sum[h % SX_COLUMN_SUMS];
}

static bool kept_sum(sx_column *column, const sx_expr *expr, size_t lane,
                     const int64_t *free, int64_t *ret_value)
{
    if (!column->has_sums)
        for (size_t i = 0; i < SX_COLUMN_SUMS; i++)
            column->sum[i].expr = NULL;
    column->has_sums = true;
    struct sx_column_sum *sum = place_of(column, expr, free);
    if (sum->expr != expr || memcmp(sum->free, free, sizeof sum->free) != 0) {
        int64_t value;
        if (!one_sum(column, expr, lane, &value))
            return false;
        *sum = (struct sx_column_sum) { .expr = expr, .value = value };
        memcpy(sum->free, free, sizeof sum->free);
    }
    *ret_value = sum->value;
    return true;
}

static uint64_t sum(sx_column *column, const sx_expr *expr, uint64_t want, int64_t *value)
{
    const sx_expr *part[SX_COLUMN_FREE];
    int64_t at[SX_COLUMN_FREE][LANES] = { 0 };
    uint64_t ok = 0, known = want;
    size_t n = 0;
    memset(value, 0, column->n * sizeof *value);
    if (!free_parts(expr->arg[0], part, &n) || !free_parts(expr->arg[1], part, &n))
        known = 0;
    for (size_t k = 0; k < n && known; k++)
        known = sx_column_eval(column, part[k], known, at[k]);
    for (uint64_t rest = want; rest; rest &= rest - 1) {
        size_t i = (size_t)__builtin_ctzll(rest);
        int64_t free[SX_COLUMN_FREE];
        for (size_t k = 0; k < SX_COLUMN_FREE; k++)
            free[k] = at[k][i];
        bool has = known >> i & 1 ? kept_sum(column, expr, i, free, &value[i])
                                  : one_sum(column, expr, i, &value[i]);
        ok |= (uint64_t)has << i;
    }
    return ok;
}

/* ---- ---- */

uint64_t sx_column_eval(sx_column *column, const sx_expr *expr, uint64_t want,
                        int64_t value[SX_COLUMN_LANES])
{
    if (!want || !sx_runs_spend(column->runs, column->n))
        return 0;
    switch (expr->op) {
    case SX_EXPR_INT:
        return same(column, expr->value, value) & want;
    case SX_EXPR_VAR:
        return variable(column, expr, value) & want;
    case SX_EXPR_OR:
    case SX_EXPR_AND:
        return logical(column, expr, want, value);
    case SX_EXPR_IF:
        return choice(column, expr, want, value);
    case SX_EXPR_BLOCK:
    case SX_EXPR_SHARE:
        return ternary(column, expr, want, value);
    case SX_EXPR_SUM:
        return sum(column, expr, want, value);
    case SX_EXPR_PICK:
        return pick(column, expr, want, value);
    default:
        return binary(column, expr, want, value);
    }
}

bool sx_column_values(const sx_runs *runs, const sx_samples *samples, const sx_expr *expr,
                      int64_t *ret_value)
{
    sx_column column;
    sx_column_init(&column, runs, samples);
    for (size_t i = 0, n; i < samples->n; i += n) {
        int64_t value[LANES] = { 0 };
        sx_column_move(&column, i, &n);
        if (sx_column_eval(&column, expr, lanes(n), value) != lanes(n))
            return false;
        memcpy(&ret_value[i], value, n * sizeof *value);
    }
    return true;
}

bool sx_column_matches(const sx_runs *runs, const sx_samples *samples,
                       const sx_expr *expr, size_t *ret_first)
{
    enum { FIRST = 8 }; /* most of what is tried fails there */
    sx_column column;
    sx_column_init(&column, runs, samples);
    for (size_t i = 0, n; i < samples->n; i += n) {
        int64_t value[LANES] = { 0 };
        uint64_t right = 0;
        n = move(&column, i, i == 0 ? FIRST : LANES);
        uint64_t ok = sx_column_eval(&column, expr, lanes(n), value);
        for (size_t k = 0; k < n; k++)
            right |= (uint64_t)(value[k] == samples->sample[i + k].value) << k;
        uint64_t wrong = ~(right & ok) & lanes(n);
        if (wrong) {
            *ret_first = i + (size_t)__builtin_ctzll(wrong);
            return false;
        }
    }
    return true;
}
