/* The parts of the reader of the text format, for each other. Every function that returns
 * bool returns false after it has filled the reader's error; nothing is to be read after
 * that. */
#ifndef SX_IO_TEXT_READER_H
#define SX_IO_TEXT_READER_H

#include "io/text.h"

#include <string.h>

/* The most ranks a program can have: MPI counts them in an int. */
#define SX_TEXT_MAX_RANKS INT32_MAX

/* The most values of a parameter that inputs can have had. */
enum { SX_TEXT_SEEN = 64 };

/* Things of one type whose number is not known yet, on top of those of the lists around.
 */
typedef struct sx_text_stack {
    char *data;
    size_t n, capacity;
} sx_text_stack;

/* The text of a law that has a name. */
typedef struct sx_text_law {
    const char *at, *end;
} sx_text_law;

/* A part of expressions that has a name. */
typedef struct sx_text_part {
    const sx_expr *expr;
    unsigned weight;
} sx_text_part;

typedef struct sx_text_reader {
    sx_arena *arena;
    sx_trace *trace;
    sx_expr_names names;
    sx_error *err;
    sx_status status;
    const char *name; /* of the input */
    const char *at, *end; /* the rest of the current line */
    const char *next, *stop; /* the lines behind it */
    long line;
    bool message; /* what sx_text_write_message wrote */
    bool held; /* the current line is to be given once more */
    uint32_t loops; /* around the current line */
    uint64_t work; /* steps left for showing that sets of ranks are disjoint */
    sx_ranklist *named; /* sets of ranks that have a name */
    size_t nnamed; /* of those read so far */
    sx_text_law *law;
    size_t nlaws; /* of those read so far */
    sx_text_part *part;
    size_t nparts; /* of those read so far */
    const char **
        constant; /* the names of constants, with room for those of parts, which follow them */
    const char **why; /* reasons that have a name */
    size_t nwhys; /* of those read so far */
    size_t nparams; /* parameters of the program, which come before the constants */
    sx_text_stack runs, terms, pieces, boxes, nodes, times, items, sets;
} sx_text_reader;

bool sx_text_push(sx_text_reader *r, sx_text_stack *stack, const void *item, size_t size);
/* Takes what was pushed since the stack had `mark` things; a copy in the arena, NULL on
 * failure. */
void *sx_text_pop(sx_text_reader *r, sx_text_stack *stack, size_t mark, size_t size);

/* text_lexer.c */

/* Fills the error with the place of the current line; always false. */
bool sx_text_fail(sx_text_reader *r, sx_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same: "expected .., found" what is there. */
bool sx_text_expected(sx_text_reader *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Moves to the next line that is no comment; false, without an error, when there is none.
 */
bool sx_text_next_line(sx_text_reader *r);
/* Takes `literal` if it comes next; no error otherwise. */
static inline bool sx_text_try(sx_text_reader *r, const char *literal)
{
    size_t length = strlen(literal); /* the compiler's work, and so is the comparison */
    if ((size_t)(r->end - r->at) < length || memcmp(r->at, literal, length) != 0)
        return false;
    r->at += length;
    return true;
}
static inline bool sx_text_need(sx_text_reader *r, const char *literal)
{
    return sx_text_try(r, literal) || sx_text_expected(r, "'%s'", literal);
}
bool sx_text_need_end(sx_text_reader *r);
/* Takes two spaces a level, exactly. */
bool sx_text_indent(sx_text_reader *r, size_t levels);
/* The length of the word of lower-case letters, digits and any of `more` that comes next.
 */
size_t sx_text_word(const sx_text_reader *r, const char *more);
/* A decimal number in [low, high]; `what` names it. */
bool sx_text_int(sx_text_reader *r, const char *what, int64_t low, int64_t high,
                 int64_t *ret);
/* The same into 32 bits: an index below `n`. */
bool sx_text_index(sx_text_reader *r, const char *what, size_t n, uint32_t *ret);
bool sx_text_hex(sx_text_reader *r, uint64_t *ret);
bool sx_text_string(sx_text_reader *r, const char **ret);
/* A finite decimal fraction, at least `low`. */
bool sx_text_real(sx_text_reader *r, double low, double *ret);

/* text_ranks.c */

/* <ndims start (iters stride)*>, pushed on the terms: in [0, P), and its strides nest. */
bool sx_text_term(sx_text_reader *r);
/* Does the name of a set come next? */
bool sx_text_at_name(const sx_text_reader *r);
/* One or more terms, or the name of a set; all terms stay on the stack as well. */
bool sx_text_terms(sx_text_reader *r, sx_ranklist *ret);
/* No rank is in two of the terms from `mark` on; takes them off the stack. */
bool sx_text_disjoint(sx_text_reader *r, size_t mark);
bool sx_text_ranklist(sx_text_reader *r, sx_ranklist *ret);

/* text_value.c */

/* What a value may be. */
typedef struct sx_text_rule {
    int64_t low, high; /* of its numbers, unless relative */
    bool special; /* may be any, null or root */
    bool relative; /* may be kept relative to the rank */
    bool list; /* has elements */
    bool drawn; /* may have lost its order */
    bool passed; /* in a message: what is packed may stay so */
} sx_text_rule;

bool sx_text_value(sx_text_reader *r, const sx_text_rule *rule, sx_value *ret);
/* A law behind its number in the table. */
bool sx_text_law_text(sx_text_reader *r, sx_text_law *ret);
/* What follows "ranks=". */
bool sx_text_domain(sx_text_reader *r, sx_domain *ret);
/* The same of communicators in a row, by their index in it. */
bool sx_text_domain_of_row(sx_text_reader *r, sx_domain *ret);
bool sx_text_evidence(sx_text_reader *r, sx_evidence *ret);
/* {expression} over P, dims and constants. */
bool sx_text_scale(sx_text_reader *r, const sx_expr **ret);
/* {expression} over those and the rank's place. */
bool sx_text_place(sx_text_reader *r, const sx_expr **ret);
/* {expression} */
bool sx_text_any_expr(sx_text_reader *r, const sx_expr **ret);

/* text_parts.c */

/* The line of a part, or of a reason, behind its number. */
bool sx_text_part_of(sx_text_reader *r, size_t index);
bool sx_text_why(sx_text_reader *r, size_t index);
/* Puts the parts in the place of their names. */
bool sx_text_parts_in_place(sx_text_reader *r, const sx_expr **expr);
/* " " and a string or the name of one, if that comes next; else *ret stays. */
bool sx_text_reason(sx_text_reader *r, const char **ret);

/* text_grid.c: the line of a grid, behind its word. */
bool sx_text_grid(sx_text_reader *r, size_t index);

/* text_tables.c: everything between the line of ranks and that of the program. */
bool sx_text_tables(sx_text_reader *r);
/* The number that an entry begins with: its place in the table. */
bool sx_text_row(sx_text_reader *r, size_t index);

/* text_types.c: one datatype, at its number. */
bool sx_text_type(sx_text_reader *r, size_t index);

/* text_laws.c: a histogram with a law, behind " law ". */
bool sx_text_time_law(sx_text_reader *r, sx_hist *hist);
/* The line of the model that histograms may have shares of, behind its word. */
bool sx_text_common_time(sx_text_reader *r, size_t index);

/* text_times.c: the lines of comp and comm behind an event, which is at `depth` - 1. */
bool sx_text_times(sx_text_reader *r, size_t depth, sx_node *node);

/* text_multiset.c: the lines of multisets, which come before those. */
bool sx_text_multisets(sx_text_reader *r, size_t depth, sx_node *node);

/* text_program.c: everything behind that, up to the end. */
bool sx_text_program(sx_text_reader *r);

#endif
