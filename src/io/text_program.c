#include "io/text_reader.h"
#include "trace/draw.h"

#include <string.h>

/* Events */

/* What the values of a parameter may be. */
static sx_text_rule rule_of(const sx_text_reader *r, sx_param_id id)
{
    sx_text_rule rule = { .low = 0, .high = INT64_MAX, .special = true };
    rule.relative = sx_param_is_rank(id);
    rule.list = sx_param_list_length(id) != SX_PARAM_NONE;
    rule.drawn = r->trace->p > 0 && sx_draw_is_of(id);
    rule.passed = r->message;
    switch (id) {
    case SX_PARAM_COUNT:
    case SX_PARAM_RCOUNT:
    case SX_PARAM_COUNTS:
    case SX_PARAM_RCOUNTS:
    case SX_PARAM_INPLACE:
    case SX_PARAM_NREQS:
    case SX_PARAM_NRANKS:
    case SX_PARAM_NDIMS:
    case SX_PARAM_NDESTS:
    case SX_PARAM_NSOURCES:
        rule.special = false;
        break;
    case SX_PARAM_COMM:
    case SX_PARAM_NEWCOMM:
        rule.high = (int64_t)r->trace->ncomms - 1;
        break;
    case SX_PARAM_TYPE:
    case SX_PARAM_RTYPE:
    case SX_PARAM_TYPES:
    case SX_PARAM_RTYPES:
        rule.high = (int64_t)r->trace->ntypes - 1;
        break;
    case SX_PARAM_REDOP:
        rule.high = (int64_t)r->trace->nredops - 1;
        break;
    case SX_PARAM_REGION:
        rule.high = (int64_t)r->trace->nregions - 1;
        rule.special = false;
        break;
    case SX_PARAM_TAG:
    case SX_PARAM_RTAG:
    case SX_PARAM_COLOR:
    case SX_PARAM_KEY:
    case SX_PARAM_PERIODS:
    case SX_PARAM_REORDER:
    case SX_PARAM_REMAIN:
    case SX_PARAM_REQS:
    case SX_PARAM_DIMS:
        rule.low = SX_ROOT + 1;
        break;
    default:
        break;
    }
    return rule;
}

static bool read_params(sx_text_reader *r, sx_node *node)
{
    sx_param param[SX_PARAMS];
    sx_param_id last = SX_PARAMS;
    while (sx_text_try(r, " ")) {
        size_t length = sx_text_word(r, "_");
        sx_param_id id = sx_param_keyed(r->at, length);
        if (id == SX_PARAMS)
            return sx_text_expected(r, "the key of a parameter");
        if (last != SX_PARAMS && id <= last)
            return sx_text_fail(r, SX_PARSE,
                                "expected each parameter once and in order, found "
                                "%s behind %s",
                                sx_param_key(id), sx_param_key(last));
        r->at += length;
        sx_text_rule rule = rule_of(r, id);
        param[node->nparams].id = last = id;
        if (!sx_text_need(r, "=") ||
            !sx_text_value(r, &rule, &param[node->nparams].value))
            return false;
        node->nparams++;
    }
    node->param = sx_arena_copy(r->arena, param, node->nparams, sizeof *param);
    return node->param || sx_text_fail(r, SX_NOMEM, "out of memory");
}

static bool read_event(sx_text_reader *r, sx_node *node)
{
    const char *end = memchr(r->at, ' ', (size_t)(r->end - r->at));
    size_t length = (size_t)((end ? end : r->end) - r->at);
    node->kind = SX_NODE_EVENT;
    node->op = sx_op_named(r->at, length);
    if (node->op == SX_OPS)
        return sx_text_expected(r, "an operation or 'loop'");
    r->at += length;
    if (!sx_text_need(r, " site=") ||
        !sx_text_index(r, "a call site", r->trace->nsites, &node->site))
        return false;
    if (sx_text_try(r, " ranks=") && !sx_text_domain(r, &node->ranks))
        return false;
    return read_params(r, node) && sx_text_need_end(r);
}

/* Structure */

static bool read_block(sx_text_reader *r, size_t depth, sx_block *ret);

static bool read_loop(sx_text_reader *r, size_t depth, sx_node *node)
{
    const sx_text_rule trips = { .low = 0, .high = INT64_MAX, .passed = r->message };
    node->kind = SX_NODE_LOOP;
    if (!sx_text_value(r, &trips, &node->trips))
        return false;
    if (sx_text_try(r, " ranks=") && !sx_text_domain(r, &node->ranks))
        return false;
    if (!sx_text_need(r, " {") || !sx_text_need_end(r))
        return false;
    if (depth == SX_MAX_DEPTH)
        return sx_text_fail(r, SX_LIMIT, "loops nested deeper than %d", SX_MAX_DEPTH);
    r->loops++;
    bool done = read_block(r, depth + 1, &node->body);
    r->loops--;
    return done;
}

/* Whether the line ends the block: } of the loop, or the end of the program. */
static bool ends_block(sx_text_reader *r, size_t depth)
{
    const char *begin = r->at;
    r->at += strspn(r->at, " ");
    bool ends = sx_text_try(r, depth ? "}" : "end") && r->at == r->end;
    r->at = begin;
    return ends;
}

/* Nodes up to and including the line that ends the block. */
static bool read_block(sx_text_reader *r, size_t depth, sx_block *ret)
{
    size_t mark = r->nodes.n;
    const char *close = depth ? "}" : "end";
    for (;;) {
        if (!sx_text_next_line(r))
            return sx_text_fail(r, SX_PARSE, "expected '%s', found the end of the file",
                                close);
        if (ends_block(r, depth))
            break;
        sx_node *node = SX_NEW(r->arena, sx_node);
        if (!node)
            return sx_text_fail(r, SX_NOMEM, "out of memory");
        if (!sx_text_indent(r, depth))
            return false;
        if (sx_text_try(r, "loop ")
                ? !read_loop(r, depth, node)
                : !read_event(r, node) || !sx_text_multisets(r, depth + 1, node) ||
                      !sx_text_times(r, depth + 1, node))
            return false;
        if (!sx_text_push(r, &r->nodes, &node, sizeof node))
            return false;
    }
    if (!sx_text_indent(r, depth ? depth - 1 : 0) || !sx_text_need(r, close))
        return false;
    ret->n = r->nodes.n - mark;
    ret->node = sx_text_pop(r, &r->nodes, mark, sizeof *ret->node);
    return ret->node != NULL;
}

bool sx_text_program(sx_text_reader *r)
{
    if (!read_block(r, 0, &r->trace->program))
        return false;
    r->line++;
    return r->next == r->stop ||
           sx_text_fail(r, SX_PARSE, "expected nothing behind the line 'end'");
}
