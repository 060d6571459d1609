#include "trace/expr.h"

#include "trace/policy.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { FUNCTION = 9 };

static const struct {
    const char *text;
    uint8_t arity, precedence;
} ops[SX_EXPR_OPS] = {
#define OP(name, text, args, prec) [SX_EXPR_##name] = { text, args, prec },
    SX_EXPR_OP_LIST(OP)
#undef OP
};

static const struct {
    const char *text;
    int64_t value;
} specials[] = { { "null", SX_NULL }, { "any", SX_ANY }, { "root", SX_ROOT } };
enum { SPECIALS = sizeof specials / sizeof *specials };

/* The variables that are one letter. */
static const struct {
    char text;
    sx_var_kind var;
} letters[] = {
    { 'P', SX_VAR_P },         { 'r', SX_VAR_RANK },    { 's', SX_VAR_COMM_SIZE },
    { 'm', SX_VAR_COMM_RANK }, { 'e', SX_VAR_ELEMENT }, { 't', SX_VAR_TERM },
};
enum { LETTERS = sizeof letters / sizeof *letters };

/* Printing */

static void print_number(sx_buffer *out, int64_t value)
{
    for (int i = 0; i < SPECIALS; i++)
        if (specials[i].value == value) {
            sx_buffer_puts(out, specials[i].text);
            return;
        }
    sx_buffer_printf(out, "%" PRId64, value);
}

static void print_variable(sx_buffer *out, const sx_expr *expr,
                           const sx_expr_names *names)
{
    for (int i = 0; i < LETTERS; i++)
        if (letters[i].var == expr->var) {
            sx_buffer_append(out, &letters[i].text, 1);
            return;
        }
    unsigned axis = expr->axis, grid = expr->grid;
    if (expr->var == SX_VAR_COUNTER)
        sx_buffer_printf(out, "i%u", axis + 1);
    else if (expr->var == SX_VAR_CONSTANT && names && axis < names->nconstants)
        sx_buffer_puts(out, names->constant[axis]);
    else if (expr->var == SX_VAR_CONSTANT)
        sx_buffer_printf(out, "N%u", axis + 1);
    else {
        if (expr->var == SX_VAR_EXTENT)
            sx_buffer_printf(out, "P.%s", sx_policies[grid].name);
        else if (names && grid < names->ngrids)
            sx_buffer_puts(out, names->grid[grid]);
        else
            sx_buffer_printf(out, "g%u", grid + 1);
        sx_buffer_printf(out, ".%c%u", expr->var == SX_VAR_COORD ? 'c' : 'd', axis + 1);
    }
}

/* Is it in parentheses as an operand where what binds less than `precedence` needs them? */
static bool in_parentheses(const sx_expr *expr, int precedence)
{
    return ops[expr->op].arity && ops[expr->op].precedence < precedence;
}

static void print_operand(sx_buffer *out, const sx_expr *expr, const sx_expr_names *names,
                          int precedence)
{
    bool parentheses = in_parentheses(expr, precedence);
    if (parentheses)
        sx_buffer_puts(out, "(");
    sx_expr_print(out, expr, names);
    if (parentheses)
        sx_buffer_puts(out, ")");
}

void sx_expr_print(sx_buffer *out, const sx_expr *expr, const sx_expr_names *names)
{
    if (expr->op == SX_EXPR_INT) {
        print_number(out, expr->value);
    } else if (expr->op == SX_EXPR_VAR) {
        print_variable(out, expr, names);
    } else if (expr->op == SX_EXPR_PICK) {
        sx_buffer_puts(out, "pick(");
        sx_expr_print(out, expr->arg[0], names);
        for (const sx_expr *at = expr->arg[1]; at->op == SX_EXPR_CASE; at = at->arg[2])
            for (int i = 0; i < 2; i++) {
                sx_buffer_puts(out, ", ");
                sx_expr_print(out, at->arg[i], names);
            }
        sx_buffer_puts(out, ")");
    } else if (ops[expr->op].precedence == FUNCTION) {
        sx_buffer_puts(out, ops[expr->op].text);
        for (unsigned i = 0; i < ops[expr->op].arity; i++) {
            sx_buffer_puts(out, i ? ", " : "(");
            sx_expr_print(out, expr->arg[i], names);
        }
        sx_buffer_puts(out, ")");
    } else {
        print_operand(out, expr->arg[0], names, ops[expr->op].precedence);
        sx_buffer_printf(out, " %s ", ops[expr->op].text);
        print_operand(out, expr->arg[1], names, ops[expr->op].precedence + 1);
    }
}

static unsigned larger(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

/* Pairs of parentheses around what is deepest in its text. */
static unsigned depth_of(const sx_expr *expr)
{
    unsigned depth = 0, cases = 0;
    if (expr->op == SX_EXPR_PICK) {
        depth = 1 + depth_of(expr->arg[0]);
        for (const sx_expr *at = expr->arg[1]; at->op == SX_EXPR_CASE;
             at = at->arg[2], cases++)
            for (int i = 0; i < 2; i++)
                depth = larger(depth, cases + 1 + depth_of(at->arg[i]));
        return larger(depth, cases);
    }
    for (unsigned i = 0; i < ops[expr->op].arity; i++) {
        int precedence = ops[expr->op].precedence + (int)i;
        bool deeper = ops[expr->op].precedence == FUNCTION ||
                      in_parentheses(expr->arg[i], precedence);
        depth = larger(depth, deeper + depth_of(expr->arg[i]));
    }
    return depth;
}

unsigned sx_expr_nesting(const sx_expr *expr)
{
    return 1 + depth_of(expr);
}

/* Parsing, by recursive descent. Every function leaves `at` behind what it took, and
 * returns NULL after it has filled the error. The tree is as the text says: nothing is
 * folded. */

typedef struct parser {
    sx_arena *arena;
    const sx_expr_names *names;
    const char *text;
    size_t length, at;
    unsigned nesting, nodes;
    bool in_sum, in_terms; /* inside of any argument of a sum; of its second */
    sx_error *err;
    sx_status status;
} parser;

__attribute__((format(printf, 3, 4))) static const sx_expr *
fail(parser *p, sx_status status, const char *format, ...)
{
    char text[200];
    va_list ap;
    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    p->status = sx_fail_at(p->err, status, "", (long)p->at + 1, "%s", text);
    return NULL;
}

static const sx_expr *parse_binary(parser *p, int precedence);

static void skip_spaces(parser *p)
{
    while (p->at < p->length && p->text[p->at] == ' ')
        p->at++;
}

static bool take(parser *p, char c)
{
    skip_spaces(p);
    if (p->at >= p->length || p->text[p->at] != c)
        return false;
    p->at++;
    return true;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* The length of the word that begins at `at`; 0 when none does. */
static size_t word_length(const parser *p)
{
    size_t end = p->at;
    if (end < p->length && is_letter(p->text[end]))
        while (end < p->length && (is_letter(p->text[end]) || is_digit(p->text[end])))
            end++;
    return end - p->at;
}

static bool is_word(const char *word, size_t length, const char *text)
{
    return strlen(text) == length && memcmp(word, text, length) == 0;
}

static const sx_expr *new_node(parser *p, sx_expr node)
{
    if (++p->nodes > SX_EXPR_NODES)
        return fail(p, SX_LIMIT, "expression of more than %d parts", SX_EXPR_NODES);
    const sx_expr *made = sx_arena_copy(p->arena, &node, 1, sizeof node);
    return made ? made : fail(p, SX_NOMEM, "out of memory");
}

static const sx_expr *new_variable(parser *p, sx_var_kind var, unsigned grid,
                                   unsigned axis)
{
    return new_node(p, (sx_expr) { .op = SX_EXPR_VAR,
                                   .var = var,
                                   .grid = (uint16_t)grid,
                                   .axis = (uint16_t)axis });
}

static const sx_expr *parse_number(parser *p, bool negative)
{
    int64_t value = 0;
    size_t begin = p->at;
    for (; p->at < p->length && is_digit(p->text[p->at]); p->at++) {
        int digit = p->text[p->at] - '0';
        if (__builtin_mul_overflow(value, 10, &value) ||
            __builtin_add_overflow(value, negative ? -digit : digit, &value) ||
            sx_is_special(value)) {
            p->at = begin;
            return fail(p, SX_OVERFLOW, "number does not fit in 64 bits");
        }
    }
    return new_node(p, (sx_expr) { .op = SX_EXPR_INT, .value = value });
}

/* 1 .. max without a leading zero, as 0 .. max - 1; -1 when it is not that. */
static int parse_index(const char *text, size_t length, int max)
{
    int value = 0;
    if (length == 0 || length > 4 || text[0] == '0')
        return -1;
    for (size_t i = 0; i < length; i++) {
        if (!is_digit(text[i]))
            return -1;
        value = value * 10 + (text[i] - '0');
    }
    return value <= max ? value - 1 : -1;
}

static const sx_expr *parse_grid(parser *p, const char *word, size_t length)
{
    unsigned grid = 0, ngrids = p->names ? p->names->ngrids : 0;
    while (grid < ngrids && !is_word(word, length, p->names->grid[grid]))
        grid++;
    if (grid == ngrids)
        return fail(p, SX_PARSE, "expected the name of a grid, found '%.*s'",
                    length < 40 ? (int)length : 40, word);
    p->at += length + 1; /* the dot */
    const char *field = p->text + p->at;
    size_t field_length = word_length(p);
    int axis = field_length ? parse_index(field + 1, field_length - 1, SX_MAX_DIMS) : -1;
    if (axis < 0 || (field[0] != 'd' && field[0] != 'c'))
        return fail(p, SX_PARSE, "expected d1 .. d%d or c1 .. c%d of a grid", SX_MAX_DIMS,
                    SX_MAX_DIMS);
    p->at += field_length;
    return new_variable(p, field[0] == 'd' ? SX_VAR_DIM : SX_VAR_COORD, grid,
                        (unsigned)axis);
}

/* P.POLICY.d1: the name of a policy goes up to the dot. */
static const sx_expr *parse_extent(parser *p)
{
    p->at += 2;
    const char *word = p->text + p->at;
    const char *dot = memchr(word, '.', p->length - p->at);
    unsigned row = 0;
    while (dot && row < sx_policy_count &&
           !is_word(word, (size_t)(dot - word), sx_policies[row].name))
        row++;
    if (!dot || row == sx_policy_count || sx_policies[row].has_arg)
        return fail(p, SX_PARSE, "expected a policy without a number after 'P.'");
    p->at += (size_t)(dot - word) + 1;
    const char *field = p->text + p->at;
    const size_t length = word_length(p);
    const int axis =
        length ? parse_index(field + 1, length - 1, (int)sx_policies[row].ndims) : -1;
    if (axis < 0 || field[0] != 'd')
        return fail(p, SX_PARSE, "expected d1 .. d%u of a policy",
                    sx_policies[row].ndims);
    p->at += length;
    return new_variable(p, SX_VAR_EXTENT, row, (unsigned)axis);
}

static const sx_expr *parse_variable(parser *p, const char *word, size_t length)
{
    if (length == 1)
        for (int i = 0; i < LETTERS; i++)
            if (letters[i].text == word[0]) {
                if (letters[i].var == SX_VAR_TERM && !p->in_terms)
                    return fail(p, SX_PARSE, "t outside of the terms of a sum");
                p->at += length;
                return new_variable(p, letters[i].var, 0, 0);
            }
    int depth = word[0] == 'i' ? parse_index(word + 1, length - 1, SX_MAX_DEPTH) : -1;
    if (depth >= 0) {
        p->at += length;
        return new_variable(p, SX_VAR_COUNTER, 0, (unsigned)depth);
    }
    for (unsigned i = 0; p->names && i < p->names->nconstants; i++)
        if (is_word(word, length, p->names->constant[i])) {
            p->at += length;
            return new_variable(p, SX_VAR_CONSTANT, 0, i);
        }
    return fail(p, SX_PARSE,
                "expected a variable, a constant or a function, found '%.*s'",
                length < 40 ? (int)length : 40, word);
}

static const sx_expr *parse_function(parser *p, sx_expr_op op)
{
    sx_expr node = { .op = op };
    bool is_sum = op == SX_EXPR_SUM;
    if (is_sum && p->in_sum)
        return fail(p, SX_PARSE, "a sum within a sum");
    p->at += strlen(ops[op].text);
    for (unsigned i = 0; i < ops[op].arity; i++) {
        if (!take(p, i ? ',' : '('))
            return fail(p, SX_PARSE, "expected '%c' of %s with %u arguments",
                        i ? ',' : '(', ops[op].text, ops[op].arity);
        p->in_sum |= is_sum;
        p->in_terms |= is_sum && i == 1;
        node.arg[i] = parse_binary(p, 1);
        if (!node.arg[i])
            return NULL;
    }
    if (is_sum)
        p->in_sum = p->in_terms = false;
    if (!take(p, ')'))
        return fail(p, SX_PARSE, "expected ')' of %s with %u arguments", ops[op].text,
                    ops[op].arity);
    return new_node(p, node);
}

/* Conditions and values up to the closing parenthesis. */
static const sx_expr *parse_cases(parser *p)
{
    if (take(p, ')'))
        return new_node(p, (sx_expr) { .op = SX_EXPR_INT, .value = SX_NULL });
    sx_expr node = { .op = SX_EXPR_CASE };
    for (int i = 0; i < 2; i++) {
        if (!take(p, ','))
            return fail(p, SX_PARSE,
                        "expected ',' of pick with pairs of a condition and a value");
        node.arg[i] = parse_binary(p, 1);
        if (!node.arg[i])
            return NULL;
    }
    if (++p->nesting > SX_EXPR_NESTING)
        return fail(p, SX_LIMIT, "expression nested deeper than %d", SX_EXPR_NESTING);
    node.arg[2] = parse_cases(p);
    p->nesting--;
    return node.arg[2] ? new_node(p, node) : NULL;
}

static const sx_expr *parse_pick(parser *p)
{
    sx_expr node = { .op = SX_EXPR_PICK };
    p->at += strlen(ops[SX_EXPR_PICK].text);
    if (!take(p, '('))
        return fail(p, SX_PARSE, "expected '(' of pick");
    node.arg[0] = parse_binary(p, 1);
    node.arg[1] = node.arg[0] ? parse_cases(p) : NULL;
    if (node.arg[1] && node.arg[1]->op != SX_EXPR_CASE)
        return fail(p, SX_PARSE,
                    "expected ',' of pick with pairs of a condition and a value");
    return node.arg[1] ? new_node(p, node) : NULL;
}

static const sx_expr *parse_word(parser *p, size_t length)
{
    const char *word = p->text + p->at;
    if (p->at + length < p->length && word[length] == '.')
        return is_word(word, length, "P") ? parse_extent(p) : parse_grid(p, word, length);
    for (int i = 0; i < SPECIALS; i++)
        if (is_word(word, length, specials[i].text)) {
            p->at += length;
            return new_node(p,
                            (sx_expr) { .op = SX_EXPR_INT, .value = specials[i].value });
        }
    for (int op = 0; op < SX_EXPR_OPS; op++)
        if (ops[op].precedence == FUNCTION && is_word(word, length, ops[op].text))
            return op == SX_EXPR_PICK ? parse_pick(p) : parse_function(p, (sx_expr_op)op);
    return parse_variable(p, word, length);
}

static const sx_expr *parse_primary(parser *p)
{
    skip_spaces(p);
    if (p->at < p->length && is_digit(p->text[p->at]))
        return parse_number(p, false);
    if (take(p, '(')) {
        const sx_expr *inner = parse_binary(p, 1);
        if (inner && !take(p, ')'))
            return fail(p, SX_PARSE, "expected ')'");
        return inner;
    }
    size_t length = word_length(p);
    return length ? parse_word(p, length)
                  : fail(p, SX_PARSE, "expected a number, a name or '('");
}

static bool enter(parser *p)
{
    if (++p->nesting > SX_EXPR_NESTING)
        fail(p, SX_LIMIT, "expression nested deeper than %d", SX_EXPR_NESTING);
    return p->nesting <= SX_EXPR_NESTING;
}

/* -3 is a number; - before anything else is 0 minus that, which may need parentheses when
 * it is printed and so counts as nesting. */
static const sx_expr *parse_unary(parser *p)
{
    if (!take(p, '-'))
        return parse_primary(p);
    skip_spaces(p);
    if (p->at < p->length && is_digit(p->text[p->at]))
        return parse_number(p, true);
    const sx_expr *zero = new_node(p, (sx_expr) { .op = SX_EXPR_INT });
    const sx_expr *of = zero && enter(p) ? parse_primary(p) : NULL;
    p->nesting--;
    return of ? new_node(p, (sx_expr) { .op = SX_EXPR_SUB, .arg = { zero, of } }) : NULL;
}

/* The binary operator at `at`, or SX_EXPR_OPS: the longest that fits, and a word only
 * whole. */
static sx_expr_op operator_at(parser *p)
{
    skip_spaces(p);
    int best = SX_EXPR_OPS;
    size_t word = word_length(p);
    for (int op = 0; op < SX_EXPR_OPS; op++) {
        size_t length = strlen(ops[op].text);
        if (ops[op].arity != 2 || ops[op].precedence == FUNCTION ||
            length > p->length - p->at || (word && word != length) ||
            memcmp(p->text + p->at, ops[op].text, length) != 0)
            continue;
        if (best == SX_EXPR_OPS || length > strlen(ops[best].text))
            best = op;
    }
    return (sx_expr_op)best;
}

/* Operands joined by operators that bind at least as `precedence`; all associate to the
 * left. */
static const sx_expr *parse_binary(parser *p, int precedence)
{
    if (precedence == 1 && !enter(p))
        return NULL;
    const sx_expr *left = parse_unary(p);
    while (left) {
        sx_expr_op op = operator_at(p);
        if (op == SX_EXPR_OPS || ops[op].precedence < precedence)
            break;
        p->at += strlen(ops[op].text);
        const sx_expr *right = parse_binary(p, ops[op].precedence + 1);
        left = right ? new_node(p, (sx_expr) { .op = op, .arg = { left, right } }) : NULL;
    }
    p->nesting -= precedence == 1;
    return left;
}

sx_status sx_expr_parse(sx_arena *arena, const char *text, size_t length,
                        const sx_expr_names *names, const sx_expr **ret_expr,
                        sx_error *err)
{
    parser p = {
        .arena = arena, .names = names, .text = text, .length = length, .err = err
    };
    const sx_expr *expr = parse_binary(&p, 1);
    if (!expr)
        return p.status;
    skip_spaces(&p);
    if (p.at < length) {
        fail(&p, SX_PARSE, "expected an operator or the end of the expression");
        return p.status;
    }
    *ret_expr = expr;
    return SX_OK;
}

bool sx_expr_is_name(const char *word, size_t length)
{
    parser p = { .text = word, .length = length };
    if (length == 0 || length > SX_EXPR_NAME || *word == '_' || word_length(&p) != length)
        return false;
    for (int i = 0; i < LETTERS; i++)
        if (length == 1 && letters[i].text == *word)
            return false;
    for (int i = 0; i < SPECIALS; i++)
        if (is_word(word, length, specials[i].text))
            return false;
    for (int op = 0; op < SX_EXPR_OPS; op++)
        if (is_word(word, length, ops[op].text))
            return false;
    return *word != 'i' || parse_index(word + 1, length - 1, SX_MAX_DEPTH) < 0;
}
