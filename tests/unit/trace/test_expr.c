/* Expressions: what they evaluate to, what they refuse, and that their text is their tree. */
#include "tap.h"
#include "trace/expr.h"

#include <inttypes.h>
#include <stdlib.h>

static sx_arena *arena;
static const char *const grid_names[] = { "g1", "halo" };
static const char *const constant_names[] = { "N1", "Width" };
static const sx_expr_names names = { 2, 2, grid_names, constant_names };
static const int64_t counters[] = { 3, 8 };
static const int64_t constants[] = { 404, 7 };
static const struct sx_place places[] = {
    { 2, { 4, 5 }, { 3, 1 } },
    { 3, { 2, 2, 5 }, { -1, 0, 0 } },
};
static const sx_expr_env env = {
    .p = 20,
    .rank = 7,
    .comm_size = 10,
    .comm_rank = 6,
    .element = 2,
    .counter = counters,
    .ncounters = 2,
    .ngrids = 2,
    .nconstants = 2,
    .grid = places,
    .constant = constants,
};

static const sx_expr *parse(const char *text)
{
    const sx_expr *expr = NULL;
    sx_error err;
    if (sx_expr_parse(arena, text, strlen(text), &names, &expr, &err))
        ok(0, "'%s' is an expression, but column %ld: %s", text, err.line, err.text);
    return expr;
}

static void print(sx_buffer *out, const sx_expr *expr)
{
    out->size = 0;
    sx_expr_print(out, expr, &names);
}

static void values(void)
{
    static const struct {
        const char *text;
        int64_t value;
    } cases[] = {
        { "1 + 2 * 3", 7 },
        { "(1 + 2) * 3", 9 },
        { "10 - 3 - 2", 5 },
        { "10 - (3 - 2)", 9 },
        { "100 div 7 div 2", 7 },
        { "-7 div 2", -4 },
        { "-7 mod 2", 1 },
        { "7 mod -2", -1 },
        { "7 div -2", -4 },
        { "5 xor 3", 6 },
        { "pow(2, 0)", 1 },
        { "pow(-3, 3)", -27 },
        { "pow(2, 62)", INT64_C(1) << 62 },
        { "log(2, 1)", 0 },
        { "log(2, 7) + log(2, 8)", 5 },
        { "log(10, 999)", 2 },
        { "2 + 3 xor 1", 4 },
        { "1 == 1 && 2 != 2", 0 },
        { "1 || 0 && 0", 1 },
        { "(1 || 0) && 0", 0 },
        { "1 + 1 < 3", 1 },
        { "2 <= 1", 0 },
        { "2 >= 2", 1 },
        { "3 > 4", 0 },
        { "min(3, -4)", -4 },
        { "max(3, -4)", 3 },
        { "block(10, 4, 1)", 3 },
        { "block(10, 4, 2)", 2 },
        { "share(12, 1, 5)", 12 },
        { "sum(4, share(1000, 4, 8 + t))", 1000 },
        { "if(r == 7, 11, 1 div 0)", 11 },
        { "if(0, 1 div 0, 12)", 12 },
        { "sum(4, t * t)", 14 },
        { "sum(0, 1 div 0)", 0 },
        { "pick(0, 1, 7, 1, 8)", 7 },
        { "pick(1, 1, 7, 0, 9, 1, 8)", 8 },
        { "pick(0, 0, 1 div 0, 1, 8)", 8 },
        { "pick(2, 1, 7, 1, 8) == null", 1 },
        { "pick(pick(0, 1, 1), 1, 7, 1, 8)", 8 },
        { "sum(-3, 1)", 0 },
        { "sum(s, t) + sum(2, t)", 46 },
        { "-(r)", -7 },
        { "-r * 2", -14 },
        { "3 - -2", 5 },
        { "P", 20 },
        { "r", 7 },
        { "s", 10 },
        { "m", 6 },
        { "e", 2 },
        { "i1 * 100 + i2", 308 },
        { "g1.d1 + 10 * g1.d2", 54 },
        { "P.line.d1 + P.divisor-wide.d1 - P.dims_create-3d-reversed.d1", 19 },
        { "g1.c1 + 10 * g1.c2", 13 },
        { "halo.d3", 5 },
        { "N1 + Width", 411 },
        { "null == null", 1 },
        { "null == any", 0 },
        { "root != null", 1 },
        { "null == 3", 0 },
        { "if(1, any, 0) == any", 1 },
        { "0 && 1 div 0", 0 },
        { "1 || 1 div 0", 1 },
        { "5 && -2", 1 },
        { "9223372036854775807", INT64_MAX },
        { "-9223372036854775804", INT64_MIN + 4 },
        { "sum(g1.d2, block(N1, g1.d2, t))", 404 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const sx_expr *expr = parse(cases[i].text);
        int64_t value = -999;
        sx_error err = { 0 };
        if (expr && sx_expr_eval(expr, &env, &value, &err))
            ok(0, "%s has a value, but %s", cases[i].text, err.text);
        is_int(value, cases[i].value, cases[i].text);
    }
}

static void refusals(void)
{
    static const struct {
        const char *text;
        sx_status status;
    } cases[] = {
        { "1 div 0", SX_INVALID },
        { "1 mod (r - 7)", SX_INVALID },
        { "block(1, 0, 1)", SX_INVALID },
        { "null + 1", SX_INVALID },
        { "any < 3", SX_INVALID },
        { "min(root, 1)", SX_INVALID },
        { "if(null, 1, 2)", SX_INVALID },
        { "any && 1", SX_INVALID },
        { "sum(2, null)", SX_INVALID },
        { "sum(any, 1)", SX_INVALID },
        { "block(null, 1, 1)", SX_INVALID },
        { "share(null, 1, 1)", SX_INVALID },
        { "share(-1, 2, 0)", SX_INVALID },
        { "share(1, 0, 0)", SX_INVALID },
        { "share(1, 2, -1)", SX_INVALID },
        { "9223372036854775807 + 1", SX_OVERFLOW },
        { "-9223372036854775804 - 1", SX_OVERFLOW },
        { "4294967296 * 2147483648", SX_OVERFLOW },
        { "sum(3, 4611686018427387904)", SX_OVERFLOW },
        { "block(9223372036854775807, 1, -1)", SX_OVERFLOW },
        { "9223372036854775807 xor -9223372036854775804 xor 3", SX_OK },
        { "-9223372036854775804 xor 4", SX_OVERFLOW },
        { "pow(2, 63)", SX_OVERFLOW },
        { "pow(10, 19)", SX_OVERFLOW },
        { "pow(2, -1)", SX_INVALID },
        { "log(1, 5)", SX_INVALID },
        { "log(2, 0)", SX_INVALID },
        { "pow(any, 2)", SX_INVALID },
        { "sum(16777217, 1)", SX_LIMIT },
        { "i3", SX_NOTFOUND },
        { "g1.d3", SX_NOTFOUND },
        { "P.cube.d1", SX_NOTFOUND },
        { "halo.c1", SX_NOTFOUND },
        { "halo.c3", SX_NOTFOUND },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const sx_expr *expr = parse(cases[i].text);
        int64_t value = -999;
        sx_error err = { 0 };
        sx_status status = expr ? sx_expr_eval(expr, &env, &value, &err) : SX_PARSE;
        ok(status == cases[i].status, "%s: %s", cases[i].text, sx_status_text(status));
        ok(!status || (value == -999 && err.text[0] != '\0'),
           "%s: the result is left alone", cases[i].text);
    }
}

static void syntax(void)
{
    static const struct {
        const char *text;
        long column;
    } cases[] = {
        { "", 1 },
        { "   ", 4 },
        { "1 +", 4 },
        { "(1", 3 },
        { "1)", 2 },
        { "1 2", 3 },
        { "x", 1 },
        { "g1", 1 },
        { "g2.d1", 1 },
        { "g1.d0", 4 },
        { "g1.d9", 4 },
        { "g1.e1", 4 },
        { "g1.", 4 },
        { "g1.d01", 4 },
        { "P.cubes.d1", 3 },
        { "P.fixed-x-2d.d1", 3 },
        { "P.cube.d4", 8 },
        { "i0", 1 },
        { "i65", 1 },
        { "min(1)", 6 },
        { "min(1, 2, 3)", 9 },
        { "min", 4 },
        { "sum(2, sum(2, t))", 8 },
        { "sum(sum(2, t), 1)", 5 },
        { "t", 1 },
        { "sum(t, 1)", 5 },
        { "1 divr", 3 },
        { "r mod2", 3 },
        { "1 = 2", 3 },
        { "1 & 2", 3 },
        { "1 < < 2", 5 },
        { "--3", 2 },
        { "9223372036854775808", 1 },
        { "-9223372036854775805", 2 },
        { "1.5", 2 },
        { "1e3", 2 },
        { "0x10", 2 },
        { "P(1)", 2 },
        { "N2", 1 },
        { "1\t+ 2", 2 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const sx_expr *expr = NULL;
        sx_error err = { 0 };
        sx_status status = sx_expr_parse(arena, cases[i].text, strlen(cases[i].text),
                                         &names, &expr, &err);
        ok(status != SX_OK && !expr && err.line == cases[i].column,
           "'%s' is refused at column %ld, not %ld: %s", cases[i].text, cases[i].column,
           err.line, err.text);
    }
}

static void limits(void)
{
    enum { LONG = 30000 };
    char *text = malloc(LONG + 1);
    sx_error err = { 0 };
    const sx_expr *expr = NULL;
    memset(text, '(', LONG);
    is_int(sx_expr_parse(arena, text, LONG, &names, &expr, &err), SX_LIMIT,
           "parentheses");
    memset(text, '-', LONG);
    is_int(sx_expr_parse(arena, text, LONG, &names, &expr, &err), SX_PARSE,
           "minus signs");
    for (size_t i = 0; i < LONG; i += 2)
        memcpy(text + i, "-(", 2);
    is_int(sx_expr_parse(arena, text, LONG, &names, &expr, &err), SX_LIMIT, "-(-(..");
    for (size_t i = 0; i < LONG; i += 2)
        memcpy(text + i, "1+", 2);
    is_int(sx_expr_parse(arena, text, LONG - 1, &names, &expr, &err), SX_LIMIT,
           "a long sum");
    int64_t value = 0;
    is_int(sx_expr_parse(arena, text, 9999, &names, &expr, &err), SX_OK, "a sum of 5000");
    is_int(sx_expr_eval(expr, &env, &value, &err), SX_OK, "it has a value");
    is_int(value, 5000, "which is right");
    free(text);
}

static void constructors(void)
{
    const sx_expr *r = sx_expr_var(arena, SX_VAR_RANK, 0, 0);
    const sx_expr *zero = sx_expr_int(arena, 0), *one = sx_expr_int(arena, 1);
    const sx_expr *null = sx_expr_int(arena, SX_NULL);
    ok(sx_expr_make(arena, SX_EXPR_ADD, r, zero, NULL) == r, "r + 0 is r");
    ok(sx_expr_make(arena, SX_EXPR_ADD, zero, r, NULL) == r, "0 + r is r");
    ok(sx_expr_make(arena, SX_EXPR_SUB, r, zero, NULL) == r, "r - 0 is r");
    ok(sx_expr_make(arena, SX_EXPR_MUL, one, r, NULL) == r, "1 * r is r");
    ok(sx_expr_make(arena, SX_EXPR_DIV, r, one, NULL) == r, "r div 1 is r");
    ok(sx_expr_make(arena, SX_EXPR_IF, one, r, zero) == r, "if(1, r, 0) is r");
    ok(sx_expr_make(arena, SX_EXPR_SUB, zero, r, NULL)->op == SX_EXPR_SUB,
       "0 - r is not r");
    ok(sx_expr_make(arena, SX_EXPR_DIV, one, zero, NULL)->op == SX_EXPR_DIV,
       "1 div 0 stays what it is");
    ok(sx_expr_make(arena, SX_EXPR_ADD, null, zero, NULL)->op == SX_EXPR_ADD,
       "null + 0 stays wrong");
    const sx_expr *two = sx_expr_make(arena, SX_EXPR_ADD, one, one, NULL);
    ok(two->op == SX_EXPR_INT && two->value == 2, "1 + 1 is folded");
    ok(!sx_expr_make(arena, SX_EXPR_ADD, r, NULL, NULL), "a missing operand gives NULL");
    ok(!sx_expr_make(arena, SX_EXPR_ADD, r, r, r), "one too many, too");
    uint64_t used_counters, used_grids;
    const sx_expr *expr = parse("i2 + halo.d1 * sum(P, t) + N1");
    unsigned uses = sx_expr_uses(expr, &used_counters, &used_grids);
    is_int(uses,
           1 << SX_VAR_COUNTER | 1 << SX_VAR_DIM | 1 << SX_VAR_P | 1 << SX_VAR_TERM |
               1 << SX_VAR_CONSTANT,
           "variables used");
    is_int(used_counters, 2, "counters used");
    is_int(used_grids, 2, "grids used");
    is_int(sx_expr_weight(expr), 9, "weight");
    ok(sx_expr_equal(expr, parse("i2+halo.d1*sum(P,t)+N1")), "equal trees are equal");
    ok(!sx_expr_equal(expr, parse("i2 + halo.d2 * sum(P, t) + N1")),
       "other axes are not");
}

/* A random tree, made without the constructors, so that nothing is folded. */

static uint64_t state;

static unsigned below(unsigned n)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(state >> 33) % n;
}

static const sx_expr *leaf(bool in_sum)
{
    sx_expr *expr = SX_NEW(arena, sx_expr);
    expr->op = below(2) ? SX_EXPR_INT : SX_EXPR_VAR;
    if (expr->op == SX_EXPR_INT) {
        static const int64_t some[] = { 0,       1,      -1,        2,
                                        7,       -13,    INT64_MAX, INT64_MIN + 4,
                                        SX_NULL, SX_ANY, SX_ROOT,   INT64_C(1) << 40 };
        expr->value = below(3) ? (int64_t)below(20) - 6 : some[below(12)];
        return expr;
    }
    expr->var = (sx_var_kind)below(10);
    if (expr->var == SX_VAR_TERM && !in_sum)
        expr->var = SX_VAR_P;
    if (expr->var == SX_VAR_DIM || expr->var == SX_VAR_COORD) {
        expr->grid = (uint16_t)below(2);
        expr->axis = (uint16_t)below(4);
    } else if (expr->var == SX_VAR_COUNTER) {
        expr->axis = (uint16_t)below(3);
    } else if (expr->var == SX_VAR_CONSTANT) {
        expr->axis = (uint16_t)below(2);
    }
    return expr;
}

static const sx_expr *tree(unsigned depth, bool may_sum, bool in_sum)
{
    if (depth == 0 || below(4) == 0)
        return leaf(in_sum);
    sx_expr *expr = SX_NEW(arena, sx_expr);
    do
        expr->op = (sx_expr_op)(SX_EXPR_OR + (int)below(SX_EXPR_PICK - SX_EXPR_OR));
    while ((expr->op == SX_EXPR_SUM && !may_sum) || expr->op == SX_EXPR_SHARE);
    bool is_sum = expr->op == SX_EXPR_SUM;
    unsigned args =
        expr->op == SX_EXPR_BLOCK || expr->op == SX_EXPR_SHARE || expr->op == SX_EXPR_IF
            ? 3
            : 2;
    for (unsigned i = 0; i < args; i++)
        expr->arg[i] = is_sum && i == 0 ? leaf(false)
                                        : tree(depth - 1, may_sum && !is_sum,
                                               in_sum || (is_sum && i == 1));
    return expr;
}

/* An evaluator that shares nothing with the one under test: 128-bit arithmetic, plain C operators.
 * False where there is no value. */
__extension__ typedef __int128 wide;

/* One factor after the other. */
static bool simple_power(sx_expr_op op, wide base, wide x, wide *ret)
{
    wide power = 1, k = 0;
    if (op == SX_EXPR_LOG) {
        if (base < 2 || x < 1)
            return false;
        for (; power * base <= x; power *= base)
            k++;
        *ret = k;
        return true;
    }
    if (x < 0)
        return false;
    if (base >= -1 && base <= 1 && x > 2)
        x = 2 - x % 2;
    for (; k < x && power <= INT64_MAX && power >= INT64_MIN; k++)
        power *= base;
    *ret = power;
    return power > SX_ROOT && power <= INT64_MAX;
}

static bool simple(const sx_expr *x, int64_t term, wide *ret);

static bool number(const sx_expr *x, int64_t term, wide *ret)
{
    return simple(x, term, ret) && *ret > SX_ROOT;
}

static bool simple_variable(const sx_expr *x, int64_t term, wide *ret)
{
    const wide scalars[] = {
        [SX_VAR_P] = 20,        [SX_VAR_RANK] = 7,    [SX_VAR_COMM_SIZE] = 10,
        [SX_VAR_COMM_RANK] = 6, [SX_VAR_ELEMENT] = 2, [SX_VAR_TERM] = term
    };
    static const int64_t dims[2][4] = { { 4, 5, 0, 0 }, { 2, 2, 5, 0 } };
    switch (x->var) {
    case SX_VAR_COUNTER:
        *ret = x->axis == 0 ? 3 : 8;
        return x->axis < 2;
    case SX_VAR_CONSTANT:
        *ret = x->axis == 0 ? 404 : 7;
        return true;
    case SX_VAR_DIM:
        *ret = dims[x->grid][x->axis];
        return *ret != 0;
    case SX_VAR_COORD:
        *ret = x->axis == 0 ? 3 : 1;
        return x->grid == 0 && x->axis < 2;
    default:
        *ret = scalars[x->var];
        return true;
    }
}

static wide floor_div(wide a, wide b)
{
    wide q = a / b;
    return q * b != a && (a < 0) != (b < 0) ? q - 1 : q;
}

static bool simple_function(const sx_expr *x, int64_t term, wide *ret)
{
    wide a, b, c;
    if (x->op == SX_EXPR_IF)
        return number(x->arg[0], term, &a) && simple(x->arg[a != 0 ? 1 : 2], term, ret);
    if (x->op == SX_EXPR_AND || x->op == SX_EXPR_OR) {
        bool is_or = x->op == SX_EXPR_OR;
        if (!number(x->arg[0], term, &a))
            return false;
        *ret = is_or;
        if ((a != 0) == is_or)
            return true;
        if (!number(x->arg[1], term, &b))
            return false;
        *ret = b != 0;
        return true;
    }
    if (!number(x->arg[0], term, &a))
        return false;
    if (x->op == SX_EXPR_SUM) {
        *ret = 0;
        for (wide t = 0; t < a; t++) {
            if (a > 1 << 24 || !number(x->arg[1], (int64_t)t, &b))
                return false;
            *ret += b;
            if (*ret <= SX_ROOT || *ret > INT64_MAX)
                return false;
        }
        return true;
    }
    if (!number(x->arg[1], term, &b) || !number(x->arg[2], term, &c) || b == 0)
        return false;
    *ret = floor_div(a, b) + (c < a - floor_div(a, b) * b);
    return *ret <= INT64_MAX;
}

static bool simple(const sx_expr *x, int64_t term, wide *ret)
{
    wide a, b;
    switch (x->op) {
    case SX_EXPR_INT:
        *ret = x->value;
        return true;
    case SX_EXPR_VAR:
        return simple_variable(x, term, ret);
    case SX_EXPR_EQ:
    case SX_EXPR_NE:
        if (!simple(x->arg[0], term, &a) || !simple(x->arg[1], term, &b))
            return false;
        *ret = (a == b) ^ (x->op == SX_EXPR_NE);
        return true;
    case SX_EXPR_AND:
    case SX_EXPR_OR:
    case SX_EXPR_IF:
    case SX_EXPR_SUM:
    case SX_EXPR_BLOCK:
        return simple_function(x, term, ret);
    default:
        break;
    }
    if (!number(x->arg[0], term, &a) || !number(x->arg[1], term, &b))
        return false;
    if ((x->op == SX_EXPR_DIV || x->op == SX_EXPR_MOD) && b == 0)
        return false;
    if (x->op == SX_EXPR_POW || x->op == SX_EXPR_LOG)
        return simple_power(x->op, a, b, ret);
    *ret = x->op == SX_EXPR_LT    ? a < b
           : x->op == SX_EXPR_LE  ? a <= b
           : x->op == SX_EXPR_GT  ? a > b
           : x->op == SX_EXPR_GE  ? a >= b
           : x->op == SX_EXPR_ADD ? a + b
           : x->op == SX_EXPR_SUB ? a - b
           : x->op == SX_EXPR_MUL ? a * b
           : x->op == SX_EXPR_DIV ? floor_div(a, b)
           : x->op == SX_EXPR_MOD ? a - floor_div(a, b) * b
           : x->op == SX_EXPR_XOR ? a ^ b
           : x->op == SX_EXPR_MIN ? (a < b ? a : b)
                                  : (a > b ? a : b);
    return *ret > SX_ROOT && *ret <= INT64_MAX;
}

/* Reads the text in so many more pairs of parentheses. */
static bool reads_within(const sx_buffer *text, unsigned pairs)
{
    const size_t size = text->size + 2 * pairs;
    char *whole = SX_NEW_ARRAY(arena, char, size);
    const sx_expr *back;
    memset(whole, '(', pairs);
    memcpy(whole + pairs, text->data, text->size);
    memset(whole + pairs + text->size, ')', pairs);
    return sx_expr_parse(arena, whole, size, &names, &back, NULL) == SX_OK;
}

static void nesting(void)
{
    enum { TREES = 1000 };
    int right = 0;
    sx_buffer text = SX_BUFFER_INIT;
    for (int i = 0; i < TREES; i++) {
        const sx_expr *expr = tree(1 + below(6), true, false);
        unsigned left = SX_EXPR_NESTING - sx_expr_nesting(expr);
        print(&text, expr);
        right += reads_within(&text, left) && !reads_within(&text, left + 1);
    }
    is_int(right, TREES, "a text nests as deep as is said of its tree");
    sx_buffer_finish(&text);
}

static void random_trees(void)
{
    enum { TREES = 50000 };
    int texts = 0, agree = 0, valued = 0;
    sx_buffer text = SX_BUFFER_INIT, again = SX_BUFFER_INIT;
    state = 20110212;
    printf("# seed %" PRIu64 "\n", state);
    for (int i = 0; i < TREES; i++) {
        const sx_expr *expr = tree(1 + below(6), true, false), *back = NULL;
        print(&text, expr);
        sx_error err = { 0 };
        if (!sx_expr_parse(arena, text.data, text.size, &names, &back, &err) &&
            sx_expr_equal(expr, back)) {
            print(&again, back);
            texts += strcmp(text.data, again.data) == 0;
        } else if (i - texts < 3) {
            printf("# %s: column %ld: %s\n", text.data, err.line, err.text);
        }
        wide want;
        int64_t got;
        bool has_value = simple(expr, 0, &want);
        bool evaluated = sx_expr_eval(expr, &env, &got, &err) == SX_OK;
        bool same = has_value == evaluated && (!evaluated || got == (int64_t)want);
        agree += same;
        valued += evaluated;
        if (!same && i + 1 - agree < 3)
            printf("# %s: %d %d, got %" PRId64 ", want %" PRId64 " (%s)\n", text.data,
                   evaluated, has_value, got, (int64_t)want, err.text);
    }
    is_int(texts, TREES, "the text of a random tree reads back as that tree");
    is_int(agree, TREES, "its value is that of a simple evaluator");
    ok(valued > TREES / 4, "%d of them have a value", valued);
    sx_buffer_finish(&text);
    sx_buffer_finish(&again);
}

/* The text has the parentheses that its tree needs and no others. */
static void parentheses(void)
{
    static const char *const texts[] = {
        "1 - (2 - 3)",   "(1 + 2) * 3", "1 * (2 div 3)", "1 < 2 == (3 < 4)",
        "(1 || 0) && 1", "1 + (2 + 3)", "(1 == 2) * 3",  "2 * (3 xor 4)",
    };
    sx_buffer text = SX_BUFFER_INIT;
    print(&text, parse("((1) + ((2 * (3)))) - 4"));
    is_text(text.data, "1 + 2 * 3 - 4", "needless parentheses are dropped");
    print(&text, parse("-(r) + -3"));
    is_text(text.data, "0 - r + -3", "unary minus");
    print(&text, parse("((1 < 2) == 3) < 4"));
    is_text(text.data, "1 < 2 == 3 < 4", "comparisons associate to the left");
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        print(&text, parse(texts[i]));
        is_text(text.data, texts[i], "needed parentheses stay");
    }
    sx_buffer_finish(&text);
}

int main(void)
{
    arena = sx_arena_create();
    values();
    refusals();
    syntax();
    limits();
    constructors();
    parentheses();
    random_trees();
    nesting();
    sx_arena_destroy(arena);
    return tap_done();
}
