/* Expressions of a formula trace as expressions of C. */
#include "generate/c_writer.h"

#include <inttypes.h>
#include <string.h>

const sx_c_special sx_c_numbers = { 0 };
const sx_c_special sx_c_no_row = { "-1", "-1", NULL, false };

static const char *print(sx_c_writer *w, const sx_expr *expr, const sx_c_special *special,
                         int least);

static const char *variable(sx_c_writer *w, const sx_expr *expr)
{
    switch (expr->var) {
    case SX_VAR_P:
        return "nranks";
    case SX_VAR_RANK:
        return "rank";
    case SX_VAR_COMM_SIZE:
        return sx_c_comm_size_name(w, w->comm);
    case SX_VAR_COMM_RANK:
        return sx_c_comm_rank_name(w, w->comm);
    case SX_VAR_DIM:
        w->grids_used |= UINT64_C(1) << expr->grid;
        return sx_c_dim_name(w, expr->grid, expr->axis);
    case SX_VAR_COORD:
        w->grids_used |= UINT64_C(1) << expr->grid;
        return sx_c_coord_name(w, expr->grid, expr->axis);
    case SX_VAR_COUNTER:
        if (w->at_most_one >> expr->axis & 1)
            return "0";
        return sx_c_counter_name(w, expr->axis);
    case SX_VAR_ELEMENT:
        return "e";
    case SX_VAR_TERM:
        return "t";
    case SX_VAR_CONSTANT:
        return sx_c_constant_name(w, expr->axis);
    case SX_VAR_EXTENT: /* in doubts only */
        break;
    }
    return "0";
}

static const char *number(sx_c_writer *w, int64_t value, const sx_c_special *special)
{
    const char *name = value == SX_NULL  ? special->null
                       : value == SX_ANY ? special->any
                                         : special->root;
    if (!sx_is_special(value))
        return sx_c_text(w->arena, "%" PRId64, value);
    if (!name)
        sx_c_fail(w, "a special value stands where a number is wanted");
    return name ? name : "0";
}

/* Never negative, so that / and % are those of the trace. A rank that is not in a grid asks for none of its
 * coordinates. */
static bool is_natural(const sx_c_writer *w, const sx_expr *expr)
{
    const sx_expr *a = expr->arg[0], *b = expr->arg[1], *c = expr->arg[2];
    switch (expr->op) {
    case SX_EXPR_INT:
        return expr->value >= 0;
    case SX_EXPR_VAR:
        return expr->var != SX_VAR_CONSTANT ||
               (!w->trace->constant[expr->axis].law &&
                w->trace->constant[expr->axis].value >= 0);
    case SX_EXPR_ADD:
    case SX_EXPR_MUL:
    case SX_EXPR_DIV:
    case SX_EXPR_MIN:
    case SX_EXPR_XOR:
        return is_natural(w, a) && is_natural(w, b);
    case SX_EXPR_MAX:
        return is_natural(w, a) || is_natural(w, b);
    case SX_EXPR_MOD:
        return is_natural(w, b);
    case SX_EXPR_BLOCK:
        return is_natural(w, a);
    case SX_EXPR_IF:
        return is_natural(w, b) && is_natural(w, c);
    case SX_EXPR_SUM:
        return is_natural(w, b);
    case SX_EXPR_POW:
        return is_natural(w, a);
    default:
        return sx_expr_is_truth(expr);
    }
}

/* C's operators and how tightly they bind, loosest first. */
enum {
    TERNARY = 1,
    OR,
    AND,
    XOR = 5,
    EQUAL = 7,
    LESS,
    SHIFT,
    SUM,
    PRODUCT,
    UNARY,
    PRIMARY
};

static const struct {
    const char *text;
    int binds;
} operators[SX_EXPR_OPS] = {
    [SX_EXPR_OR] = { "||", OR },      [SX_EXPR_AND] = { "&&", AND },
    [SX_EXPR_EQ] = { "==", EQUAL },   [SX_EXPR_NE] = { "!=", EQUAL },
    [SX_EXPR_LT] = { "<", LESS },     [SX_EXPR_LE] = { "<=", LESS },
    [SX_EXPR_GT] = { ">", LESS },     [SX_EXPR_GE] = { ">=", LESS },
    [SX_EXPR_ADD] = { "+", SUM },     [SX_EXPR_SUB] = { "-", SUM },
    [SX_EXPR_MUL] = { "*", PRODUCT }, [SX_EXPR_XOR] = { "^", XOR },
};

static const char *in_parentheses(sx_c_writer *w, const char *text, bool needed)
{
    return needed ? sx_c_text(w->arena, "(%s)", text) : text;
}

static const char *binary(sx_c_writer *w, const char *sign, int binds, const sx_expr *a,
                          const sx_expr *b, const sx_c_special *special)
{
    /* && in ||, sums beside ^, and a < b == c are right without parentheses, and warned of. */
    int left = binds == OR                       ? EQUAL
               : binds == XOR                    ? UNARY
               : binds == EQUAL || binds == LESS ? SHIFT
                                                 : binds;
    int right = binds == SUM || binds == PRODUCT ? binds + 1 : left;
    return sx_c_text(w->arena, "%s %s %s", print(w, a, special, left), sign,
                     print(w, b, special, right));
}

/* x + -1 is x - 1, and -1 * x is -x. */
static const char *sum(sx_c_writer *w, const sx_expr *expr, const sx_c_special *special)
{
    const sx_expr *a = expr->arg[0], *b = expr->arg[1];
    if (a->op == SX_EXPR_SUB && a->arg[0]->op == SX_EXPR_INT && a->arg[0]->value == 0)
        return sx_c_text(w->arena, "%s - %s", print(w, b, special, SUM),
                         print(w, a->arg[1], special, PRODUCT));
    const char *left = print(w, a, special, SUM);
    if (b->op == SX_EXPR_INT && b->value < 0 && b->value > SX_ROOT)
        return sx_c_text(w->arena, "%s - %" PRId64, left, -b->value);
    if (b->op == SX_EXPR_MUL && b->arg[0]->op == SX_EXPR_INT && b->arg[0]->value == -1)
        return sx_c_text(w->arena, "%s - %s", left,
                         print(w, b->arg[1], special, PRODUCT));
    if (a->op == SX_EXPR_MUL && a->arg[0]->op == SX_EXPR_INT && a->arg[0]->value == -1)
        return sx_c_text(w->arena, "%s - %s", print(w, b, special, SUM),
                         print(w, a->arg[1], special, PRODUCT));
    return binary(w, "+", SUM, a, b, special);
}

static const char *call(sx_c_writer *w, sx_c_support function, const char *name,
                        const sx_expr *expr, unsigned nargs, const sx_c_special *special)
{
    sx_c_need(w, function);
    const char *text = sx_c_text(w->arena, "%s(", name);
    for (unsigned i = 0; i < nargs; i++)
        text = sx_c_text(w->arena, "%s%s%s", text, i ? ", " : "",
                         print(w, expr->arg[i], special, TERNARY));
    return sx_c_text(w->arena, "%s)", text);
}

/* The counters that an expression has in the program. */
static uint64_t counters_of(const sx_c_writer *w, const sx_expr *expr)
{
    uint64_t used = 0, grids;
    sx_expr_uses(expr, &used, &grids);
    return used & ~w->at_most_one;
}

void sx_c_parameters(sx_c_writer *w, const sx_expr *expr, const char **ret_parameters,
                     const char **ret_arguments)
{
    uint64_t used, grids, counters = counters_of(w, expr);
    const char *parameters = "", *arguments = "";
    unsigned n = 0;
    if (sx_expr_uses(expr, &used, &grids) >> SX_VAR_ELEMENT & 1) {
        parameters = "long e";
        arguments = "e";
    }
    for (unsigned d = 0; d < SX_MAX_DEPTH; d++) {
        if (!(counters >> d & 1))
            continue;
        const char *comma = *parameters ? ", " : "";
        parameters = sx_c_text(w->arena, "%s%slong %s", parameters, comma,
                               sx_c_counter_name(w, n++));
        arguments =
            sx_c_text(w->arena, "%s%s%s", arguments, comma, sx_c_counter_name(w, d));
    }
    *ret_parameters = *parameters ? parameters : "void";
    *ret_arguments = arguments;
}

typedef struct taken {
    sx_c_writer *w;
    uint64_t counters;
} taken;

static const char *parameter(sx_arena *arena, int counter, const void *how)
{
    const taken *of = how;
    uint64_t before = of->counters & ((UINT64_C(1) << counter) - 1);
    (void)arena;
    return sx_c_counter_name(of->w, (unsigned)__builtin_popcountll(before));
}

const char *sx_c_in_function(sx_c_writer *w, const sx_expr *expr, const char *text)
{
    const taken of = { w, counters_of(w, expr) };
    return text ? sx_c_rename(w->arena, text, parameter, &of) : NULL;
}

uint32_t sx_c_function_number(sx_c_writer *w, const char *kind, const char *text)
{
    for (const sx_c_function *f = w->function; f && text; f = f->next)
        if (strcmp(f->kind, kind) == 0 && strcmp(f->text, text) == 0)
            return f->number;
    sx_c_function *made = SX_NEW(w->arena, sx_c_function);
    if (!made || !text) {
        w->status = SX_NOMEM;
        return 0;
    }
    *made = (sx_c_function) { kind, text, ++w->nfunctions, w->function };
    w->function = made;
    sx_buffer_printf(&w->functions, "\nstatic long %s%" PRIu32 "%s", kind, made->number,
                     text);
    return made->number;
}

static const char *sum_function(sx_c_writer *w, const sx_expr *expr,
                                const sx_c_special *special)
{
    const char *parameters, *arguments;
    sx_c_parameters(w, expr, &parameters, &arguments);
    const char *n = print(w, expr->arg[0], special, LESS + 1);
    const char *term = print(w, expr->arg[1], special, TERNARY);
    const char *text = sx_c_text(
        w->arena,
        "(%s)\n{\n    long sum = 0;\n    for (long t = 0; t < %s; "
        "t++)\n        sum += %s;\n    return sum;\n}\n",
        parameters, sx_c_in_function(w, expr, n), sx_c_in_function(w, expr, term));
    return sx_c_text(w->arena, "sum%" PRIu32 "(%s)", sx_c_function_number(w, "sum", text),
                     arguments);
}

static const char *pick_function(sx_c_writer *w, const sx_expr *expr,
                                 const sx_c_special *special)
{
    const char *parameters, *arguments;
    sx_c_parameters(w, expr, &parameters, &arguments);
    const char *text = sx_c_text(w->arena, "    long left = %s;\n",
                                 print(w, expr->arg[0], special, TERNARY));
    const sx_expr *of = expr->arg[1];
    for (; of->op == SX_EXPR_CASE; of = of->arg[2])
        text = sx_c_text(w->arena, "%s    if (%s && left-- == 0)\n        return %s;\n",
                         text, print(w, of->arg[0], special, EQUAL),
                         print(w, of->arg[1], special, TERNARY));
    text =
        sx_c_text(w->arena, "(%s)\n{\n%s    return %s;\n}\n", parameters,
                  sx_c_in_function(w, expr, text), special->null ? special->null : "0");
    return sx_c_text(w->arena, "pick%" PRIu32 "(%s)",
                     sx_c_function_number(w, "pick", text), arguments);
}

/* 2 to some power: the exponent; else NULL. */
static const sx_expr *shift_of(const sx_expr *expr)
{
    return expr->op == SX_EXPR_POW && sx_expr_is_int(expr->arg[0], 2) ? expr->arg[1]
                                                                      : NULL;
}

static const char *shifted(sx_c_writer *w, const char *left, const char *sign,
                           const sx_expr *by)
{
    return sx_c_text(w->arena, "%s %s %s", left, sign,
                     print(w, by, &sx_c_numbers, PRIMARY));
}

/* (c + 1) n / q - c n / q */
static bool is_cut(const sx_c_writer *w, const sx_expr *more, const sx_expr *less)
{
    if (more->op != SX_EXPR_DIV || less->op != SX_EXPR_DIV ||
        !sx_expr_equal(more->arg[1], less->arg[1]) || more->arg[0]->op != SX_EXPR_MUL ||
        less->arg[0]->op != SX_EXPR_MUL)
        return false;
    const sx_expr *next = more->arg[0]->arg[0], *c = less->arg[0]->arg[0];
    return next->op == SX_EXPR_ADD && next->arg[1]->op == SX_EXPR_INT &&
           next->arg[1]->value == 1 && sx_expr_equal(next->arg[0], c) &&
           sx_expr_equal(more->arg[0]->arg[1], less->arg[0]->arg[1]) &&
           is_natural(w, less->arg[0]) && is_natural(w, less->arg[1]);
}

/* That difference in a sum; NULL where it is none. */
static const char *cut(sx_c_writer *w, const sx_expr *more, const sx_expr *less)
{
    if (less->op == SX_EXPR_MUL && less->arg[0]->op == SX_EXPR_INT &&
        less->arg[0]->value == -1)
        less = less->arg[1];
    if (!is_cut(w, more, less))
        return NULL;
    sx_c_need(w, SX_C_CUT);
    return sx_c_text(w->arena, "cut(%s, %s, %s)",
                     print(w, less->arg[0]->arg[1], &sx_c_numbers, TERNARY),
                     print(w, less->arg[1], &sx_c_numbers, TERNARY),
                     print(w, less->arg[0]->arg[0], &sx_c_numbers, TERNARY));
}

static bool is_negative(const sx_expr *expr)
{
    return expr->op == SX_EXPR_MUL && expr->arg[0]->op == SX_EXPR_INT &&
           expr->arg[0]->value == -1;
}

/* The difference, where a sum is one of these. */
static const char *cut_of(sx_c_writer *w, const sx_expr *expr)
{
    const sx_expr *a = expr->arg[0], *b = expr->arg[1];
    if (expr->op == SX_EXPR_SUB || (expr->op == SX_EXPR_ADD && is_negative(b)))
        return cut(w, a, b);
    return expr->op == SX_EXPR_ADD && is_negative(a) ? cut(w, b, a) : NULL;
}

static const char *division(sx_c_writer *w, const sx_expr *expr,
                            const sx_c_special *special, int *ret_binds)
{
    bool divides = expr->op == SX_EXPR_DIV;
    bool natural = is_natural(w, expr->arg[0]) && is_natural(w, expr->arg[1]);
    *ret_binds = natural ? PRODUCT : PRIMARY;
    const sx_expr *by = shift_of(expr->arg[1]);
    if (natural && divides && by) {
        *ret_binds = SHIFT;
        return shifted(w, print(w, expr->arg[0], special, PRIMARY), ">>", by);
    }
    if (natural)
        return binary(w, divides ? "/" : "%", PRODUCT, expr->arg[0], expr->arg[1],
                      special);
    return divides ? call(w, SX_C_FLOOR, "floor_div", expr, 2, special)
                   : call(w, SX_C_MODULO, "modulo", expr, 2, special);
}

enum { MOST_CASES = 16 };

/* May it be evaluated wherever? Nothing in it is divided by what may be 0, or takes long. */
static bool is_harmless(const sx_expr *expr)
{
    if (expr->op == SX_EXPR_INT || expr->op == SX_EXPR_VAR)
        return true;
    if (expr->op == SX_EXPR_SUM || expr->op == SX_EXPR_PICK ||
        expr->op == SX_EXPR_SHARE || expr->op == SX_EXPR_POW || expr->op == SX_EXPR_LOG)
        return false;
    const sx_expr *by = expr->arg[1];
    if ((expr->op == SX_EXPR_DIV || expr->op == SX_EXPR_MOD ||
         expr->op == SX_EXPR_BLOCK) &&
        !(by->op == SX_EXPR_INT && by->value > 0) &&
        !(by->op == SX_EXPR_VAR && (by->var == SX_VAR_DIM || by->var == SX_VAR_P)))
        return false;
    for (int i = 0; i < 3 && expr->arg[i]; i++)
        if (!is_harmless(expr->arg[i]))
            return false;
    return true;
}

/* Is it the counter's k-th trip? */
static bool is_trip(const sx_expr *expr, unsigned depth, int64_t k)
{
    const sx_expr *a = expr->arg[0], *b = expr->arg[1];
    return expr->op == SX_EXPR_EQ && a->op == SX_EXPR_VAR && a->var == SX_VAR_COUNTER &&
           a->axis == depth && sx_expr_is_int(b, k);
}

/* What is one thing in each trip of a short loop, as `{ .., .. }[counter]`; NULL where it is not. */
static const char *by_trip(sx_c_writer *w, const sx_expr *expr,
                           const sx_c_special *special)
{
    const sx_expr *first = expr->arg[0]->arg[0];
    const char *text = "";
    if (expr->arg[0]->op != SX_EXPR_EQ || first->op != SX_EXPR_VAR ||
        first->var != SX_VAR_COUNTER || w->at_most_one >> first->axis & 1)
        return NULL;
    int64_t trips = w->trips[first->axis], cases = 0;
    if (trips < 3 || trips > MOST_CASES)
        return NULL;
    for (int64_t k = 0; k < trips; k++) {
        bool is_last = expr->op != SX_EXPR_IF;
        if (!is_last && !is_trip(expr->arg[0], first->axis, k))
            return NULL;
        const sx_expr *of = is_last ? expr : expr->arg[1];
        if (!is_harmless(of))
            return NULL;
        text = sx_c_text(w->arena, "%s%s%s", text, k ? ", " : "",
                         print(w, of, special, TERNARY));
        cases += !is_last;
        expr = is_last ? expr : expr->arg[2];
    }
    if (cases < 2)
        return NULL;
    return sx_c_text(w->arena, "((long[]) { %s }[%s])", text,
                     sx_c_counter_name(w, first->axis));
}

static const char *choice(sx_c_writer *w, const sx_expr *expr,
                          const sx_c_special *special)
{
    return sx_c_text(w->arena, "%s ? %s : %s", print(w, expr->arg[0], special, OR),
                     print(w, expr->arg[1], special, OR),
                     print(w, expr->arg[2], special, TERNARY));
}

static const char *power_of_two(sx_c_writer *w, const sx_expr *expr,
                                const sx_c_special *special)
{
    sx_c_need(w, SX_C_LG);
    return sx_c_text(w->arena, "lg(%s)", print(w, expr->arg[1], special, TERNARY));
}

static const char *block_call(sx_c_writer *w, const sx_expr *expr,
                              const sx_c_special *special)
{
    bool natural = is_natural(w, expr->arg[0]) && is_natural(w, expr->arg[1]);
    return call(w, natural ? SX_C_BLOCK_NATURAL : SX_C_BLOCK, "block", expr, 3, special);
}

static const char *any_operator(sx_c_writer *w, const sx_expr *expr,
                                const sx_c_special *special, int *ret_binds)
{
    *ret_binds = PRIMARY;
    const char *own = cut_of(w, expr);
    if (own)
        return own;
    switch (expr->op) {
    case SX_EXPR_INT:
        *ret_binds = expr->value < 0 && !sx_is_special(expr->value) ? UNARY : PRIMARY;
        return number(w, expr->value, special);
    case SX_EXPR_VAR:
        return variable(w, expr);
    case SX_EXPR_ADD:
        *ret_binds = SUM;
        return sum(w, expr, special);
    case SX_EXPR_DIV:
    case SX_EXPR_MOD:
        return division(w, expr, special, ret_binds);
    case SX_EXPR_MIN:
        return call(w, SX_C_MIN, "min", expr, 2, special);
    case SX_EXPR_MAX:
        return call(w, SX_C_MAX, "max", expr, 2, special);
    case SX_EXPR_POW:
        if (shift_of(expr)) {
            *ret_binds = SHIFT;
            return shifted(w, "1L", "<<", shift_of(expr));
        }
        return call(w, SX_C_POWER, "power", expr, 2, special);
    case SX_EXPR_LOG:
        if (sx_expr_is_int(expr->arg[0], 2))
            return power_of_two(w, expr, special);
        return call(w, SX_C_LOGARITHM, "logarithm", expr, 2, special);
    case SX_EXPR_BLOCK:
        return sx_c_extent(w, expr, block_call(w, expr, special));
    case SX_EXPR_IF:
        own = by_trip(w, expr, special);
        *ret_binds = own ? PRIMARY : TERNARY;
        return own ? own : choice(w, expr, special);
    case SX_EXPR_SUM:
        return sum_function(w, expr, special);
    case SX_EXPR_PICK:
        return pick_function(w, expr, special);
    case SX_EXPR_SHARE:
        return call(w, SX_C_SHARE, "share", expr, 3, special);
    default:
        *ret_binds = operators[expr->op].binds;
        return binary(w, operators[expr->op].text, *ret_binds, expr->arg[0], expr->arg[1],
                      special);
    }
}

/* In parentheses where it binds less tightly than `least`. */
static const char *print(sx_c_writer *w, const sx_expr *expr, const sx_c_special *special,
                         int least)
{
    int binds;
    const char *text = any_operator(w, expr, special, &binds);
    const char *neighbour = special->is_rank &&
                                    (expr->op == SX_EXPR_IF || expr->op == SX_EXPR_ADD ||
                                     expr->op == SX_EXPR_SUB) &&
                                    sx_expr_weight(expr) > 4
                                ? sx_c_neighbour(w, expr, text)
                                : NULL;
    if (neighbour)
        return neighbour;
    return in_parentheses(w, text, binds < least);
}

static const char *simplified(sx_c_writer *w, const sx_expr *expr,
                              const sx_c_special *special, int least)
{
    const sx_expr *simple = sx_c_simplify(w->arena, expr);
    if (!simple)
        w->status = SX_NOMEM;
    return print(w, simple ? simple : expr, special, least);
}

const char *sx_c_expr(sx_c_writer *w, const sx_expr *expr, const sx_c_special *special)
{
    return simplified(w, expr, special, TERNARY);
}

const char *sx_c_bound(sx_c_writer *w, const sx_expr *expr, const sx_c_special *special)
{
    return simplified(w, expr, special, SHIFT);
}

const char *sx_c_operand(sx_c_writer *w, const sx_expr *expr, const sx_c_special *special)
{
    return simplified(w, expr, special, PRIMARY);
}
