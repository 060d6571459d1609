#include "base/checked.h"
#include "io/pack.h"
#include "io/pack_digits.h"
#include "io/text_reader.h"

#include <stdlib.h>
#include <string.h>

enum {
    OF_SCALE = 1 << SX_VAR_P | 1 << SX_VAR_DIM | 1 << SX_VAR_CONSTANT,
    OF_PLACE = OF_SCALE | 1 << SX_VAR_RANK | 1 << SX_VAR_COMM_SIZE |
               1 << SX_VAR_COMM_RANK | 1 << SX_VAR_COORD,
    OF_TIME = 1 << SX_VAR_COUNTER,
    OF_DOUBT = OF_PLACE | OF_TIME | 1 << SX_VAR_ELEMENT | 1 << SX_VAR_EXTENT
};

/* Expressions */

/* {expression} over variables of the mask `vars`, and counters of the loops around. */
static bool read_expr(sx_text_reader *r, unsigned vars, const sx_expr **ret)
{
    sx_error why;
    if (!sx_text_need(r, "{"))
        return false;
    const char *close = memchr(r->at, '}', (size_t)(r->end - r->at));
    if (!close)
        return sx_text_fail(r, SX_PARSE, "expected '}' after an expression");
    sx_status status =
        sx_expr_parse(r->arena, r->at, (size_t)(close - r->at), &r->names, ret, &why);
    if (status)
        return sx_text_fail(r, status, "column %ld of the expression {%.*s}: %s",
                            why.line, close - r->at < 60 ? (int)(close - r->at) : 60,
                            r->at, why.text);
    if (!sx_text_parts_in_place(r, ret))
        return false;
    uint64_t counters;
    unsigned wrong = sx_expr_uses(*ret, &counters, NULL) & ~(vars | 1u << SX_VAR_TERM);
    if (wrong & 1u << SX_VAR_ELEMENT)
        return sx_text_expected(r, "e only where there is a list");
    if (wrong)
        return sx_text_expected(r, "only %s in this expression",
                                vars & 1u << SX_VAR_RANK
                                    ? "the scale and the rank's place"
                                    : "P, dims and constants");
    if (r->loops < 64 && counters >> r->loops)
        return sx_text_expected(r, "counters of the %u loops around only", r->loops);
    r->at = close + 1;
    return true;
}

bool sx_text_scale(sx_text_reader *r, const sx_expr **ret)
{
    return read_expr(r, OF_SCALE, ret);
}

bool sx_text_place(sx_text_reader *r, const sx_expr **ret)
{
    return read_expr(r, OF_PLACE, ret);
}

bool sx_text_any_expr(sx_text_reader *r, const sx_expr **ret)
{
    return read_expr(r, OF_DOUBT, ret);
}

/* Sequences */

static bool read_special(sx_text_reader *r, int64_t *ret)
{
    static const struct {
        const char *text;
        int64_t value;
    } specials[] = { { "null", SX_NULL }, { "any", SX_ANY }, { "root", SX_ROOT } };
    for (size_t i = 0; i < sizeof specials / sizeof *specials; i++)
        if (sx_text_try(r, specials[i].text)) {
            *ret = specials[i].value;
            return true;
        }
    return false;
}

static bool read_count(sx_text_reader *r, uint64_t *ret)
{
    int64_t count;
    if (!sx_text_int(r, "a repetition count", 1, INT64_MAX, &count))
        return false;
    *ret = (uint64_t)count;
    return true;
}

/* What follows first.. */
static bool read_stride(sx_text_reader *r, const sx_text_rule *rule, sx_run *run)
{
    int64_t last, span;
    if (!sx_text_int(r, "the last value of a run", rule->low, rule->high, &last))
        return false;
    run->stride = 1;
    if (sx_text_try(r, "/") &&
        !sx_text_int(r, "a stride", SX_ROOT + 1, INT64_MAX, &run->stride))
        return false;
    if (run->stride == 0 || sx_sub_overflows(last, run->first, &span) ||
        span % run->stride || span / run->stride < 1)
        return sx_text_fail(r, SX_PARSE,
                            "expected a run whose stride leads from its first value "
                            "to another last one");
    run->count = (uint64_t)(span / run->stride) + 1;
    return true;
}

static bool read_seq_of(sx_text_reader *r, size_t mark, const sx_seq **ret)
{
    sx_error why;
    sx_run *runs = (sx_run *)(void *)r->runs.data;
    sx_status status =
        sx_seq_from_runs(r->arena, runs + mark, (uint32_t)(r->runs.n - mark), ret, &why);
    r->runs.n = mark;
    return !status || sx_text_fail(r, status, "%s", why.text);
}

static bool read_items(sx_text_reader *r, const sx_text_rule *rule, unsigned depth);

static bool in_rule(const sx_text_rule *rule, int64_t value)
{
    return sx_is_special(value) ? rule->special
                                : value >= rule->low && value <= rule->high;
}

/* /weight/hash=payload of n numbers, behind its first slash. */
static bool read_passed(sx_text_reader *r, int64_t n, const sx_seq **ret)
{
    int64_t weight;
    uint64_t hash;
    if (!sx_text_int(r, "a weight", 1, INT64_MAX, &weight) || !sx_text_need(r, "/") ||
        !sx_text_hex(r, &hash) || !sx_text_need(r, "="))
        return false;
    const sx_packed packed = { .payload = r->at,
                               .size = sx_digits_span(r->at, r->end),
                               .weight = (uint64_t)weight,
                               .unpack = sx_unpack_some };
    r->at += packed.size;
    *ret = sx_seq_from_packed(r->arena, (uint64_t)n, hash, &packed);
    return *ret || sx_text_fail(r, SX_NOMEM, "out of memory");
}

/* length=payload behind its #, as is written, or length:payload, as was; where a message passes them on,
 * length/weight/hash=payload. */
static bool read_packed(sx_text_reader *r, const sx_text_rule *rule, const sx_seq **ret)
{
    int64_t n, *value;
    sx_error why;
    if (!sx_text_int(r, "the length of a packed sequence", 2, UINT32_MAX - 1, &n))
        return false;
    if (rule->passed && sx_text_try(r, "/"))
        return read_passed(r, n, ret);
    sx_pack_form form = sx_text_try(r, ":") ? SX_PACK_WIDE : SX_PACK_LEAN;
    if (form == SX_PACK_LEAN && !sx_text_need(r, "="))
        return false;
    size_t size = sx_digits_span(r->at, r->end);
    if ((uint64_t)n > SX_PACK_MOST(size))
        return sx_text_fail(r, SX_LIMIT, "%zu characters cannot stand for %lld values",
                            size, (long long)n);
    value = calloc((size_t)n, sizeof *value);
    if (!value)
        return sx_text_fail(r, SX_NOMEM, "out of memory");
    sx_status status = sx_unpack(form, r->at, size, (uint64_t)n, value, &why);
    bool right = !status || sx_text_fail(r, status, "%s", why.text);
    for (int64_t i = 0; right && i < n; i++)
        right = in_rule(rule, value[i]) ||
                sx_text_fail(r, SX_PARSE, "a packed sequence has a value out of range");
    *ret = right ? sx_seq_literal(r->arena, value, (uint64_t)n) : NULL;
    free(value);
    r->at += size;
    return right && (*ret || sx_text_fail(r, SX_NOMEM, "out of memory"));
}

/* (items) or a packed sequence, if one of them comes next; else *ret_found is false. */
static bool read_group(sx_text_reader *r, const sx_text_rule *rule, unsigned depth,
                       bool *ret_found, const sx_seq **ret)
{
    size_t mark = r->runs.n;
    *ret_found = true;
    if (sx_text_try(r, "#"))
        return read_packed(r, rule, ret);
    if (sx_text_try(r, "("))
        return read_items(r, rule, depth) && read_seq_of(r, mark, ret);
    *ret_found = false;
    return true;
}

/* A number with what may follow it, or (items)*count; pushed on the runs. */
static bool read_item(sx_text_reader *r, const sx_text_rule *rule, unsigned depth)
{
    sx_run run = { .count = 1 };
    bool group;
    if (!read_group(r, rule, depth + 1, &group, &run.sub))
        return false;
    if (group)
        return sx_text_need(r, "*") && read_count(r, &run.count) &&
               sx_text_push(r, &r->runs, &run, sizeof run);
    bool special = rule->special && read_special(r, &run.first);
    if (!special && !sx_text_int(r, "a value", rule->low, rule->high, &run.first))
        return false;
    if (sx_text_try(r, "*")) {
        if (!read_count(r, &run.count))
            return false;
    } else if (!special && sx_text_try(r, "..") && !read_stride(r, rule, &run)) {
        return false;
    }
    return sx_text_push(r, &r->runs, &run, sizeof run);
}

/* item {,item}) behind its opening parenthesis. */
static bool read_items(sx_text_reader *r, const sx_text_rule *rule, unsigned depth)
{
    if (depth > SX_SEQ_DEPTH)
        return sx_text_fail(r, SX_LIMIT, "sequence nested deeper than %d", SX_SEQ_DEPTH);
    do {
        if (!read_item(r, rule, depth))
            return false;
    } while (sx_text_try(r, ","));
    return sx_text_try(r, ")") || sx_text_expected(r, "',' or ')' in a sequence");
}

/* A group is the whole sequence, or an item that is repeated. */
static bool read_seq(sx_text_reader *r, const sx_text_rule *rule, const sx_seq **ret)
{
    size_t mark = r->runs.n;
    sx_run run = { 0 };
    bool group;
    if (!read_group(r, rule, 1, &group, ret))
        return false;
    if (!group)
        return read_item(r, rule, 0) && read_seq_of(r, mark, ret);
    if (!sx_text_try(r, "*"))
        return true;
    run.sub = *ret;
    return read_count(r, &run.count) && sx_text_push(r, &r->runs, &run, sizeof run) &&
           read_seq_of(r, mark, ret);
}

/* Values */

static bool is_ascending(const sx_seq *seq)
{
    int64_t last = INT64_MIN;
    for (uint32_t i = 0; i < seq->n; i++) {
        const sx_run *run = &seq->run[i];
        if (run->sub || run->stride < 0 || run->first < last)
            return false;
        last = run->first + (int64_t)(run->count - 1) * run->stride;
    }
    return true;
}

/* A sequence, or values behind a mark that says that their order is not known. */
static bool read_ordered(sx_text_reader *r, const sx_text_rule *rule, sx_piece *piece)
{
    piece->order = SX_ORDER_KEPT;
    if (rule->drawn && sx_text_try(r, "&"))
        piece->order = SX_ORDER_DEALT;
    else if (rule->drawn && sx_text_try(r, "?"))
        piece->order = SX_ORDER_DRAWN;
    if (!read_seq(r, rule, &piece->seq))
        return false;
    return piece->order == SX_ORDER_KEPT || is_ascending(piece->seq) ||
           sx_text_expected(r, "ascending values where there is no order");
}

/* What is dealt out is for ranks that are named, and comes out even. */
static bool check_deal(sx_text_reader *r, const sx_piece *piece)
{
    if (piece->order != SX_ORDER_DEALT)
        return true;
    if (piece->all)
        return sx_text_expected(r, "'@' and the ranks that share the values");
    return piece->seq->length % (uint64_t)piece->ranks.count == 0 ||
           sx_text_expected(r, "as many values for each of the ranks that share them");
}

static bool read_pieces(sx_text_reader *r, const sx_text_rule *rule, sx_value *ret)
{
    size_t mark = r->pieces.n, terms = r->terms.n;
    sx_piece piece = { .all = true };
    ret->kind = SX_VALUE_PIECES;
    do {
        if (!read_ordered(r, rule, &piece))
            return false;
        if (piece.order != SX_ORDER_KEPT)
            ret->kind = SX_VALUE_DRAWN;
        if (sx_text_try(r, "@"))
            piece.all = false;
        else if (!piece.all)
            return sx_text_expected(r, "'@' and the ranks of a piece");
        if ((!piece.all && !sx_text_terms(r, &piece.ranks)) || !check_deal(r, &piece) ||
            !sx_text_push(r, &r->pieces, &piece, sizeof piece))
            return false;
    } while (!piece.all && sx_text_try(r, "|"));
    if (!sx_text_disjoint(r, terms))
        return false;
    ret->npieces = r->pieces.n - mark;
    ret->piece = sx_text_pop(r, &r->pieces, mark, sizeof piece);
    return ret->piece != NULL;
}

/* What is the same at every execution, or with `varies` may be a sequence of them. */
static bool read_listed(sx_text_reader *r, const sx_text_rule *rule, bool varies,
                        sx_value *ret)
{
    bool listed = sx_text_try(r, "%");
    if (listed)
        ret->kind = SX_VALUE_BY_RANK;
    if (listed ? !read_seq(r, rule, &ret->by_rank) : !read_pieces(r, rule, ret))
        return false;
    for (size_t i = 0; !listed && !varies && i < ret->npieces; i++)
        if (ret->piece[i].seq->length != 1)
            return sx_text_fail(r, SX_PARSE,
                                "expected one number for each rank in a step");
    return true;
}

/* step {; step} ] behind its opening bracket. */
static bool read_steps(sx_text_reader *r, const sx_text_rule *rule, sx_value *ret)
{
    sx_value step[SX_VALUE_STEPS];
    sx_text_rule each = *rule;
    uint32_t n = 0;
    each.drawn = false;
    do {
        if (n == SX_VALUE_STEPS)
            return sx_text_fail(r, SX_LIMIT, "more than %d steps", SX_VALUE_STEPS);
        step[n] = (sx_value) { .relative = false };
        if (!read_listed(r, &each, false, &step[n++]))
            return false;
    } while (sx_text_try(r, ";"));
    if (n < 2 || !sx_text_try(r, "]"))
        return sx_text_expected(r, n < 2 ? "';' and a second step" : "';' or ']'");
    ret->kind = SX_VALUE_BY_STEP;
    ret->nsteps = n;
    ret->step = sx_arena_copy(r->arena, step, n, sizeof *step);
    return ret->step || sx_text_fail(r, SX_NOMEM, "out of memory");
}

/* ---- laws with a name ---- */

static bool at_law(const sx_text_reader *r)
{
    return r->end - r->at >= 2 && r->at[0] == 'l' && r->at[1] >= '0' && r->at[1] <= '9';
}

/* Goes on in the text that the name at hand stands for, which is paid from the reader's work; *ret_back is where to return. */
static bool enter_law(sx_text_reader *r, sx_text_law *ret_back)
{
    uint32_t index;
    r->at++;
    if (!sx_text_index(r, "the number of a law", r->nlaws, &index))
        return false;
    const sx_text_law *law = &r->law[index];
    const uint64_t length = (uint64_t)(law->end - law->at);
    if (r->work < length)
        return sx_text_fail(r, SX_LIMIT, "laws too long and too often used");
    r->work -= length;
    *ret_back = (sx_text_law) { r->at, r->end };
    r->at = law->at;
    r->end = law->end;
    return true;
}

static void leave_law(sx_text_reader *r, const sx_text_law *back)
{
    r->at = back->at;
    r->end = back->end;
}

bool sx_text_law_text(sx_text_reader *r, sx_text_law *ret)
{
    const sx_text_law text = { r->at, r->end };
    sx_evidence evidence;
    if (sx_text_try(r, "all")) {
        *ret = text;
        return sx_text_evidence(r, &evidence);
    }
    const sx_text_rule any = { .low = INT64_MIN, .high = INT64_MAX, .list = true };
    const uint32_t loops = r->loops;
    sx_value value;
    if (r->at == r->end || *r->at != '{')
        return sx_text_expected(r, "the expression of a law");
    r->loops = SX_MAX_DEPTH;
    bool read = sx_text_value(r, &any, &value);
    r->loops = loops;
    *ret = text;
    return read;
}

bool sx_text_value(sx_text_reader *r, const sx_text_rule *rule, sx_value *ret)
{
    sx_text_law back;
    if (at_law(r)) {
        if (!enter_law(r, &back) || !sx_text_value(r, rule, ret))
            return false;
        leave_law(r, &back);
        return true;
    }
    const sx_text_rule any_number = { .low = SX_ROOT + 1,
                                      .high = INT64_MAX,
                                      .special = true,
                                      .drawn = rule->drawn,
                                      .passed = rule->passed };
    sx_value value = { .relative = false };
    if (r->at < r->end && *r->at == '{') {
        unsigned vars = OF_PLACE | OF_TIME | (rule->list ? 1u << SX_VAR_ELEMENT : 0);
        value.kind = SX_VALUE_EXPR;
        if (!read_expr(r, vars, &value.expr))
            return false;
    } else {
        if (rule->relative && sx_text_try(r, "~"))
            value.relative = true;
        const sx_text_rule *numbers = value.relative ? &any_number : rule;
        bool read = !rule->list && sx_text_try(r, "[")
                        ? read_steps(r, numbers, &value)
                        : read_listed(r, numbers, true, &value);
        if (!read)
            return false;
    }
    if (!sx_text_evidence(r, &value.evidence))
        return false;
    *ret = value;
    return true;
}

bool sx_text_evidence(sx_text_reader *r, sx_evidence *ret)
{
    sx_evidence evidence = { .label = SX_LABEL_RECORDED };
    if (sx_text_try(r, " !")) {
        size_t length = sx_text_word(r, "");
        for (int label = 1; label < SX_LABELS; label++) {
            const char *name = sx_label_name((sx_label)label);
            if (strlen(name) == length && memcmp(name, r->at, length) == 0)
                evidence.label = (sx_label)label;
        }
        if (evidence.label == SX_LABEL_RECORDED)
            return sx_text_expected(r, "proved, exact, fitted or refused");
        r->at += length;
        if (sx_text_try(r, " unless ") && !read_expr(r, OF_DOUBT, &evidence.doubt))
            return false;
    }
    if (!sx_text_reason(r, &evidence.reason))
        return false;
    *ret = evidence;
    return true;
}

/* Domains */

/* <ndims {start} ({iters} {stride})*> */
static bool read_box(sx_text_reader *r)
{
    sx_box box = { 0 };
    int64_t ndims;
    if (!sx_text_need(r, "<") ||
        !sx_text_int(r, "a number of dimensions", 0, SX_RANKLIST_DIMS, &ndims) ||
        !sx_text_need(r, " ") || !read_expr(r, OF_SCALE, &box.start))
        return false;
    for (; box.ndims < ndims; box.ndims++) {
        struct sx_box_dim *dim = &box.dim[box.ndims];
        if (!sx_text_need(r, " ") || !read_expr(r, OF_SCALE, &dim->iters) ||
            !sx_text_need(r, " ") || !read_expr(r, OF_SCALE, &dim->stride))
            return false;
    }
    return sx_text_need(r, ">") && sx_text_push(r, &r->boxes, &box, sizeof box);
}

static bool read_boxes(sx_text_reader *r, sx_domain *ret)
{
    size_t mark = r->boxes.n;
    do {
        if (!read_box(r))
            return false;
    } while (r->at < r->end && *r->at == '<');
    ret->kind = SX_DOMAIN_BOXES;
    ret->nboxes = r->boxes.n - mark;
    ret->box = sx_text_pop(r, &r->boxes, mark, sizeof *ret->box);
    return ret->box != NULL;
}

/* Is the term that begins here one of expressions? */
static bool at_box(const sx_text_reader *r)
{
    const char *space = memchr(r->at, ' ', (size_t)(r->end - r->at));
    return space && space + 1 < r->end && space[1] == '{';
}

/* Over these variables. */
static bool read_domain(sx_text_reader *r, unsigned vars, sx_domain *ret)
{
    sx_domain domain = { .kind = SX_DOMAIN_ALL };
    sx_text_law back;
    if (at_law(r)) {
        if (!enter_law(r, &back) || !read_domain(r, vars, ret))
            return false;
        leave_law(r, &back);
        return true;
    }
    char first = r->at < r->end ? *r->at : '\0';
    if (first == '{') {
        domain.kind = SX_DOMAIN_WHERE;
        if (!read_expr(r, vars, &domain.where))
            return false;
    } else if (first == '<' && at_box(r)) {
        if (!read_boxes(r, &domain))
            return false;
    } else if (first == '<' || sx_text_at_name(r)) {
        domain.kind = SX_DOMAIN_RANKS;
        if (!sx_text_ranklist(r, &domain.ranks))
            return false;
    } else if (!sx_text_try(r, "all")) {
        return sx_text_expected(r, "all, a ranklist or a condition");
    }
    if (!sx_text_evidence(r, &domain.evidence))
        return false;
    *ret = domain;
    return true;
}

bool sx_text_domain(sx_text_reader *r, sx_domain *ret)
{
    return read_domain(r, OF_PLACE, ret);
}

bool sx_text_domain_of_row(sx_text_reader *r, sx_domain *ret)
{
    return read_domain(r, OF_PLACE | OF_TIME, ret);
}
