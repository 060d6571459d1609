/* Parts of expressions, and reasons, that a formula trace has several times are given a name. The expressions of all laws, each
 * law once, are one graph in which equal parts are one; what stands in it several times is a candidate. */
#include "io/text_writer.h"

#include <inttypes.h>
#include <string.h>
#include <uthash.h>

/* Characters that a name must save, and one for a short text: less of it is left where it is, for people. */
enum { WORTH = 64, SHORT = 16, MUCH = 256 };

/* An operator or a leaf with the parts under it; a law, whose parts are its expression and its doubt. */
typedef struct shape {
    int64_t value;
    uint32_t op, var, grid, axis, reason;
    uint32_t arg[3]; /* numbers of parts; 0: none */
} shape;

typedef struct part {
    shape shape;
    uint32_t number; /* from 1, behind those in it */
    uint32_t uses;
    bool whole; /* an expression of its own, without sums, which do not nest */
    int64_t name; /* -1: none */
    const char *text; /* of one with a name */
    const sx_expr *expr;
    UT_hash_handle hh;
} part;

typedef struct reason {
    const char *text;
    uint32_t number, uses;
    int64_t name;
    UT_hash_handle hh;
} reason;

struct sx_text_parts {
    sx_arena *arena;
    part *part; /* both in the order of their numbers */
    reason *reason;
    bool failed; /* out of memory */
};

/* ---- the graph ---- */

/* NULL when out of memory. */
static part *part_of(sx_text_parts *parts, const shape *of)
{
    part *found;
    HASH_FIND(hh, parts->part, of, sizeof *of, found);
    if (found)
        return found;
    part *new = SX_NEW(parts->arena, part);
    if (!new) {
        parts->failed = true;
        return NULL;
    }
    *new = (part) { .shape = *of, .number = HASH_COUNT(parts->part) + 1, .name = -1 };
    HASH_ADD(hh, parts->part, shape, sizeof new->shape, new);
    return new;
}

static shape shape_of(const sx_expr *expr)
{
    shape s;
    memset(&s, 0, sizeof s);
    s.value = expr->value;
    s.op = (uint32_t)expr->op;
    s.var = (uint32_t)expr->var;
    s.grid = expr->grid;
    s.axis = expr->axis;
    return s;
}

static part *note_expr(sx_text_parts *parts, const sx_expr *expr)
{
    part *arg[3] = { NULL };
    shape s = shape_of(expr);
    bool whole =
        expr->op != SX_EXPR_SUM && !(expr->op == SX_EXPR_VAR && expr->var == SX_VAR_TERM);
    for (int i = 0; i < 3 && expr->arg[i]; i++) {
        arg[i] = note_expr(parts, expr->arg[i]);
        if (!arg[i])
            return NULL;
        s.arg[i] = arg[i]->number;
        whole = whole && arg[i]->whole;
    }
    part *p = part_of(parts, &s);
    if (p && !p->expr) {
        p->expr = expr;
        p->whole = whole;
        for (int i = 0; i < 3 && arg[i]; i++)
            arg[i]->uses++;
    }
    return p;
}

static void note_use(sx_text_parts *parts, const sx_expr *expr)
{
    part *p = note_expr(parts, expr);
    if (p)
        p->uses++;
}

static reason *reason_of(sx_text_parts *parts, const char *text)
{
    reason *found;
    HASH_FIND_STR(parts->reason, text, found);
    if (found)
        return found;
    reason *new = SX_NEW(parts->arena, reason);
    if (!new) {
        parts->failed = true;
        return NULL;
    }
    *new = (reason) { .text = text, .number = HASH_COUNT(parts->reason) + 1, .name = -1 };
    HASH_ADD_KEYPTR(hh, parts->reason, new->text, strlen(text), new);
    return new;
}

/* `expr` may be NULL: everybody. What is the same law is one, whose text may have a name. */
static void note_law(sx_text_parts *parts, const sx_expr *expr,
                     const sx_evidence *evidence)
{
    const bool doubted = evidence->label != SX_LABEL_RECORDED && evidence->doubt;
    part *law = expr ? note_expr(parts, expr) : NULL;
    part *doubt = doubted ? note_expr(parts, evidence->doubt) : NULL;
    reason *why = evidence->reason ? reason_of(parts, evidence->reason) : NULL;
    shape s;
    memset(&s, 0, sizeof s);
    s.op = SX_EXPR_OPS;
    s.var = (uint32_t)evidence->label;
    s.arg[0] = law ? law->number : 0;
    s.arg[1] = doubt ? doubt->number : 0;
    s.reason = why ? why->number : 0;
    part *p = part_of(parts, &s);
    if (!p || p->uses++)
        return;
    if (law)
        law->uses++;
    if (doubt)
        doubt->uses++;
    if (why)
        why->uses++;
}

static void note_value(sx_text_parts *parts, const sx_value *value)
{
    note_law(parts, value->kind == SX_VALUE_EXPR ? value->expr : NULL, &value->evidence);
}

static void note_domain(sx_text_parts *parts, const sx_domain *domain)
{
    for (size_t i = 0; domain->kind == SX_DOMAIN_BOXES && i < domain->nboxes; i++) {
        const sx_box *box = &domain->box[i];
        note_use(parts, box->start);
        for (uint32_t d = 0; d < box->ndims; d++) {
            note_use(parts, box->dim[d].iters);
            note_use(parts, box->dim[d].stride);
        }
    }
    note_law(parts, domain->kind == SX_DOMAIN_WHERE ? domain->where : NULL,
             &domain->evidence);
}

static void note_block(sx_text_parts *parts, const sx_block *block)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        note_domain(parts, &node->ranks);
        if (node->kind == SX_NODE_LOOP) {
            note_value(parts, &node->trips);
            note_block(parts, &node->body);
            continue;
        }
        for (uint32_t k = 0; k < node->nparams; k++)
            note_value(parts, &node->param[k].value);
    }
}

static void note_laws(sx_text_parts *parts, uint32_t n, const sx_expr *const *law)
{
    for (uint32_t i = 0; i < n; i++)
        note_use(parts, law[i]);
}

static void note_trace(sx_text_parts *parts, const sx_trace *trace)
{
    for (size_t i = 2; i < trace->ncomms; i++) {
        if (trace->comm[i].serials)
            note_value(parts, trace->comm[i].serials);
        if (trace->comm[i].row)
            note_value(parts, &trace->comm[i].row->count);
        note_domain(parts, &trace->comm[i].members);
        note_value(parts, &trace->comm[i].size);
        note_value(parts, &trace->comm[i].rank);
    }
    for (size_t i = 0; i < trace->ngrids; i++)
        note_law(parts, NULL, &trace->grid[i].evidence);
    for (size_t i = 0; i < trace->nconstants; i++) {
        if (trace->constant[i].law)
            note_use(parts, trace->constant[i].law);
        note_law(parts, NULL, &trace->constant[i].evidence);
    }
    if (trace->pace)
        note_use(parts, trace->pace);
    for (size_t i = 0; i < trace->ntypes; i++) {
        const sx_type_law *law = trace->type[i].law;
        note_laws(parts, law ? law->nints : 0, law ? law->ints : NULL);
        note_laws(parts, law ? law->naddresses : 0, law ? law->addresses : NULL);
    }
    note_block(parts, &trace->program);
}

/* ---- names ---- */

/* The expression with names in place of its parts: to the printer they are constants behind those that there are.
 * `as_whole`: may it be such a part itself? *ret_part is what it is, NULL where the graph does not have it. */
static const sx_expr *named(sx_text_writer *w, const sx_expr *expr, bool as_whole,
                            const part **ret_part)
{
    sx_expr copy = *expr;
    shape s = shape_of(expr);
    bool known = true, same = true;
    for (int i = 0; i < 3 && expr->arg[i]; i++) {
        const part *arg = NULL;
        copy.arg[i] = named(w, expr->arg[i], true, &arg);
        known = known && arg && copy.arg[i];
        same = same && copy.arg[i] == expr->arg[i];
        s.arg[i] = arg ? arg->number : 0;
    }
    part *own = NULL;
    if (known)
        HASH_FIND(hh, w->parts->part, &s, sizeof s, own);
    *ret_part = own;
    if (own && own->name >= 0 && as_whole)
        return sx_expr_var(w->parts->arena, SX_VAR_CONSTANT, 0,
                           (unsigned)(w->trace->nconstants + (size_t)own->name));
    return same ? expr : sx_arena_copy(w->parts->arena, &copy, 1, sizeof copy);
}

const sx_expr *sx_text_with_parts(sx_text_writer *w, const sx_expr *expr)
{
    const part *own;
    if (!w->parts)
        return expr;
    const sx_expr *short_one = named(w, expr, true, &own);
    if (!short_one)
        w->out->status = SX_NOMEM;
    return short_one ? short_one : expr;
}

/* Is a name, in a line of so many characters besides the text, worth it? */
static bool is_worth(uint32_t uses, size_t length, size_t name, size_t line)
{
    const size_t least = length < SHORT ? MUCH : WORTH;
    return uses > 1 && length > name && uses * (length - name) > length + line + least;
}

/* Those in a part have their names before it. */
static void name_parts(sx_text_writer *w)
{
    sx_text_parts *parts = w->parts;
    const char **constant =
        SX_NEW_ARRAY(parts->arena, const char *, w->trace->nconstants + SX_TEXT_PARTS);
    sx_buffer text = SX_BUFFER_INIT;
    const part *own;
    int64_t names = 0;
    if (!constant) {
        parts->failed = true;
        return;
    }
    for (size_t i = 0; i < w->trace->nconstants; i++)
        constant[i] = w->names.constant[i];
    w->names.constant = constant;
    for (part *p = parts->part; p && names < SX_TEXT_PARTS; p = p->hh.next) {
        if (p->uses < 2 || !p->whole || !p->expr || !p->expr->arg[0] ||
            p->expr->op == SX_EXPR_CASE)
            continue;
        const sx_expr *expr = named(w, p->expr, false, &own);
        const char *name = sx_arena_printf(parts->arena, "_%" PRId64, names);
        text.size = 0;
        if (expr && name)
            sx_expr_print(&text, expr, &w->names);
        if (!expr || !name || sx_buffer_status(&text)) {
            parts->failed = true;
            break;
        }
        if (!is_worth(p->uses, text.size, strlen(name),
                      strlen("part  {}\n") + strlen(name)))
            continue;
        p->text = sx_arena_string(parts->arena, text.data, text.size);
        parts->failed = parts->failed || !p->text;
        p->name = names++;
        constant[w->names.nconstants++] = name;
    }
    sx_buffer_finish(&text);
}

static void name_reasons(sx_text_parts *parts)
{
    int64_t names = 0;
    for (reason *why = parts->reason; why && names < SX_TEXT_PARTS; why = why->hh.next)
        if (is_worth(why->uses, strlen(why->text) + 2, 3, strlen("why 10 \n")))
            why->name = names++;
}

sx_status sx_text_parts_find(sx_text_writer *w, sx_arena *arena)
{
    if (w->trace->p)
        return SX_OK;
    w->parts = SX_NEW(arena, sx_text_parts);
    if (!w->parts)
        return SX_NOMEM;
    w->parts->arena = arena;
    note_trace(w->parts, w->trace);
    name_parts(w);
    name_reasons(w->parts);
    return w->parts->failed ? SX_NOMEM : SX_OK;
}

void sx_text_parts_finish(sx_text_writer *w)
{
    if (!w->parts)
        return;
    HASH_CLEAR(hh, w->parts->part);
    HASH_CLEAR(hh, w->parts->reason);
}

/* ---- text ---- */

void sx_text_put_reason(sx_text_writer *w, const char *text)
{
    reason *why = NULL;
    if (w->parts)
        HASH_FIND_STR(w->parts->reason, text, why);
    if (why && why->name >= 0)
        sx_buffer_printf(w->out, "w%" PRId64, why->name);
    else
        sx_text_put_string(w->out, text);
}

void sx_text_put_parts(sx_text_writer *w)
{
    for (const part *p = w->parts ? w->parts->part : NULL; p; p = p->hh.next)
        if (p->name >= 0)
            sx_buffer_printf(w->out, "part %" PRId64 " {%s}\n", p->name, p->text);
    for (const reason *why = w->parts ? w->parts->reason : NULL; why;
         why = why->hh.next) {
        if (why->name < 0)
            continue;
        sx_buffer_printf(w->out, "why %" PRId64 " ", why->name);
        sx_text_put_string(w->out, why->text);
        sx_buffer_puts(w->out, "\n");
    }
}
