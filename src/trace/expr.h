/* Integer expressions over the scale, a rank's place, loop counters and named constants:
 * what a formula trace has where a trace of one run has numbers. Exact: every overflow, division
 * by zero and use of a special value in arithmetic is an error, never a wrong number. */
#ifndef SX_TRACE_EXPR_H
#define SX_TRACE_EXPR_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/status.h"
#include "trace/seq.h"

enum {
    SX_MAX_DIMS = 8,
    SX_MAX_DEPTH = 64,
    SX_MAX_GRIDS = 16,
    SX_MAX_CONSTANTS = 1024,
    SX_MAX_PARAMS = 8
};

/* X(name, text, arguments, precedence): text is the operator or the function name. */
#define SX_EXPR_OP_LIST(X)                                                                 \
    X(INT, "", 0, 0) /* a number, or any, null, root */                                    \
    X(VAR, "", 0, 0)                                                                       \
    X(OR, "||", 2, 1)                                                                      \
    X(AND, "&&", 2, 2)                                                                     \
    X(EQ, "==", 2, 3)                                                                      \
    X(NE, "!=", 2, 3)                                                                      \
    X(LT, "<", 2, 3)                                                                       \
    X(LE, "<=", 2, 3)                                                                      \
    X(GT, ">", 2, 3)                                                                       \
    X(GE, ">=", 2, 3)                                                                      \
    X(ADD, "+", 2, 4)                                                                      \
    X(SUB, "-", 2, 4)                                                                      \
    X(MUL, "*", 2, 5)                                                                      \
    X(DIV, "div", 2, 5) /* rounds towards minus infinity */                                \
    X(MOD, "mod", 2, 5) /* has the sign of the divisor */                                  \
    X(XOR, "xor", 2, 5)                                                                    \
    X(MIN, "min", 2, 9)                                                                    \
    X(MAX, "max", 2, 9)                                                                    \
    X(POW, "pow", 2, 9) /* pow(b, k): b to the power k >= 0 */                             \
    X(LOG, "log", 2, 9) /* log(b, x): the largest k such that pow(b, k) <= x */            \
    X(BLOCK, "block", 3, 9) /* block(N,q,c) = N div q + (c < N mod q) */                   \
    X(SHARE, "share", 3,                                                                   \
      9) /* share(T,n,k): T dealt out to n by chance (trace/share.h) */                    \
    X(IF, "if", 3, 9) /* if(condition, then, else); only the chosen one is evaluated */    \
    X(SUM, "sum", 2, 9) /* sum(n, e): e summed over t = 0 .. n - 1; not nested */          \
    /* pick(k, c1, v1, c2, v2, ..): the value of the k-th (from 0) condition that holds; \
       null when fewer do. A tree of PICK(k, CASE(c1, v1, CASE(.., null))). */ \
    X(PICK, "pick", 2, 9)                                                                  \
    X(CASE, "", 3, 0)

typedef enum sx_expr_op {
#define SX_EXPR_ENUM(name, text, args, prec) SX_EXPR_##name,
    SX_EXPR_OP_LIST(SX_EXPR_ENUM)
#undef SX_EXPR_ENUM
        SX_EXPR_OPS
} sx_expr_op;

typedef enum sx_var_kind {
    SX_VAR_P, /* P: ranks of the program */
    SX_VAR_RANK, /* r: the rank in the world */
    SX_VAR_COMM_SIZE, /* s: size of the event's communicator (in a communicator: of its parent) */
    SX_VAR_COMM_RANK, /* m: the rank in it */
    SX_VAR_DIM, /* g1.d2: extent of axis 2 of grid 1 */
    SX_VAR_COORD, /* g1.c2: the rank's coordinate on it */
    SX_VAR_COUNTER, /* i1: counter of the outermost loop around, from 0; i2 of the next */
    SX_VAR_ELEMENT, /* e: index in a list, from 0 */
    SX_VAR_TERM, /* t: the summation variable */
    SX_VAR_CONSTANT, /* N1: named constant of the trace's table, by its index */
    SX_VAR_EXTENT /* P.cube.d2: extent of axis 2 that P ranks have by a policy without a number (trace/policy.h), the row `grid` of the
                     table, be there such a grid or not: what doubts ask */
} sx_var_kind;

typedef struct sx_expr {
    sx_expr_op op;
    sx_var_kind var; /* of a VAR */
    uint16_t grid,
        axis; /* DIM, COORD, EXTENT: both from 0; COUNTER: axis = depth from 0; CONSTANT: axis */
    int64_t value; /* of an INT */
    const struct sx_expr *arg[3];
} sx_expr;

/* The names that grids and constants have in a text, for reading and printing. */
typedef struct sx_expr_names {
    uint32_t ngrids, nconstants;
    const char *const *grid;
    const char *const *constant;
} sx_expr_names;

/* Where an expression is evaluated. Pointers may be NULL where no such variable occurs; a variable
 * that is not there is an error SX_NOTFOUND. */
typedef struct sx_expr_env {
    int64_t p, rank, comm_size, comm_rank, element, term;
    const int64_t *counter;
    uint32_t ncounters;
    uint32_t ngrids, nconstants;
    const struct sx_place {
        uint32_t ndims;
        int64_t dim[SX_MAX_DIMS], coord[SX_MAX_DIMS];
    } * grid; /* coord[0] is -1 where the rank has no place in this grid */
    const int64_t *constant;
} sx_expr_env;

/* Constructors; NULL when out of memory or when an argument is NULL, so that they nest. They fold
 * constants and drop neutral elements (x + 0, x * 1), and nothing else. */
const sx_expr *sx_expr_int(sx_arena *arena, int64_t value);
const sx_expr *sx_expr_var(sx_arena *arena, sx_var_kind var, unsigned grid,
                           unsigned axis);
const sx_expr *sx_expr_make(sx_arena *arena, sx_expr_op op, const sx_expr *a,
                            const sx_expr *b, const sx_expr *c);

/* The largest power of two that is no more than it, pow(2, log(2, a)). */
const sx_expr *sx_expr_power_in(sx_arena *arena, const sx_expr *a);

/* What the rank grows by with a place along the axis: the product of the extents of the axes before it, 1 for the first. */
const sx_expr *sx_expr_stride(sx_arena *arena, unsigned grid, unsigned axis);

/* The rank at that place along the axis, counted around it, where the other axes stay as they are: m + ((place mod extent) - c) * stride. */
const sx_expr *sx_expr_around(sx_arena *arena, unsigned grid, unsigned axis,
                              const sx_expr *place);

/* Of the operators that have two operands, which are most. */
static inline const sx_expr *sx_expr_two(sx_arena *arena, sx_expr_op op, const sx_expr *a,
                                         const sx_expr *b)
{
    return sx_expr_make(arena, op, a, b, NULL);
}

/* a + k, as a - (-k) where k is negative. */
static inline const sx_expr *sx_expr_plus(sx_arena *arena, const sx_expr *a, int64_t k)
{
    return sx_expr_two(arena, k < 0 ? SX_EXPR_SUB : SX_EXPR_ADD, a,
                       sx_expr_int(arena, k < 0 ? -k : k));
}

/* Errors: SX_OVERFLOW, SX_INVALID (division by zero, special value in arithmetic), SX_NOTFOUND,
 * SX_LIMIT (a sum of more than 2^24 terms). Comparisons of special values are by identity.
 * An IF or a comparison may have special values; arithmetic may not. */
sx_status sx_expr_eval(const sx_expr *expr, const sx_expr_env *env, int64_t *ret_value,
                       sx_error *err);

/* Which variables occur: a bit per sx_var_kind; counters additionally as a bit mask of depths,
 * grids likewise. */
unsigned sx_expr_uses(const sx_expr *expr, uint64_t *ret_counters, uint64_t *ret_grids);

/* May the word be the name of a parameter: a letter, then letters, digits and '_', at most SX_EXPR_NAME of them,
 * and nothing that means something in an expression? */
enum { SX_EXPR_NAME = 32 };
bool sx_expr_is_name(const char *word, size_t length);

/* The expression with `by` in place of each part that is `part`; itself where there is none. NULL: out of memory. */
const sx_expr *sx_expr_replace(sx_arena *arena, const sx_expr *expr, const sx_expr *part,
                               const sx_expr *by);

/* The largest index of a constant in it; -1 when there is none. */
int64_t sx_expr_last_constant(const sx_expr *expr);

bool sx_expr_equal(const sx_expr *a, const sx_expr *b);

/* Is it that number, written as one? */
bool sx_expr_is_int(const sx_expr *expr, int64_t value);

/* Is it a condition, 0 or 1? */
bool sx_expr_is_truth(const sx_expr *expr);

/* Is a part of it a sum? */
bool sx_expr_has_sum(const sx_expr *expr);

/* Is a part of it, or all of it, equal to that? */
bool sx_expr_contains(const sx_expr *expr, const sx_expr *part);

/* The same tree in another arena; NULL when out of memory. */
const sx_expr *sx_expr_copy(sx_arena *arena, const sx_expr *expr);

/* Number of operators, variables and numbers: the description length that selection compares. */
unsigned sx_expr_weight(const sx_expr *expr);

/* The canonical text, without braces, with as few parentheses as parse back to the same tree. */
void sx_expr_print(sx_buffer *out, const sx_expr *expr, const sx_expr_names *names);

/* How deep that text nests: 1, and 1 more in each pair of parentheses, and for each case of a pick. */
unsigned sx_expr_nesting(const sx_expr *expr);

/* Limits of a text: how deep it nests, and its weight. */
enum { SX_EXPR_NESTING = 200, SX_EXPR_NODES = 10000 };

/* Parses the text[0 .. length): all of it. On failure the error's text names what was expected and
 * err->line is the column, from 1. */
sx_status sx_expr_parse(sx_arena *arena, const char *text, size_t length,
                        const sx_expr_names *names, const sx_expr **ret_expr,
                        sx_error *err);

#endif
