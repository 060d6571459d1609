#include "programs.h"

#include "match/by_law.h"
#include "match/progress.h"
#include "tap.h"
#include "trace/policy.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { NODES = 64 };

static sx_arena *arena;

static sx_value parse(const char *text, size_t length)
{
    static const char *const grids[] = { "g1" }, *const constants[] = { "N1" };
    const sx_expr_names names = {
        .ngrids = 1, .grid = grids, .nconstants = 1, .constant = constants
    };
    const sx_expr *expr = NULL;
    sx_error err = { 0 };
    if (sx_expr_parse(arena, text, length, &names, &expr, &err))
        ok(false, "%.*s does not parse: %s", (int)length, text, err.text);
    return sx_value_expr(expr, (sx_evidence) { .label = SX_LABEL_PROVED });
}

static const char *skip(const char *at)
{
    return at + strspn(at, " ");
}

static void add(sx_node *node, sx_param_id id, sx_value value)
{
    uint32_t i = node->nparams++;
    while (i > 0 && node->param[i - 1].id > id) {
        node->param[i] = node->param[i - 1];
        i--;
    }
    node->param[i] = (sx_param) { id, value };
}

/* "[START | NUMBER | STRIDE ..", of length n. */
static const sx_box *parse_box(const char *at, size_t n)
{
    sx_box *box = SX_NEW(arena, sx_box);
    const char *end = at + n;
    for (int i = 0; at < end; i++) {
        size_t length = strcspn(at + 1, "|;\n");
        length = at + 1 + length > end ? (size_t)(end - at - 1) : length;
        size_t used = length;
        while (used && (at[used] == ' ' || at[used] == ']'))
            used--;
        const sx_expr *expr =
            parse(skip(at + 1), used - (size_t)(skip(at + 1) - at - 1)).expr;
        if (i == 0)
            box->start = expr;
        else if (i % 2)
            box->dim[box->ndims].iters = expr;
        else
            box->dim[box->ndims++].stride = expr;
        at += 1 + length;
    }
    return box;
}

/* One KEY = EXPRESSION, or ? CONDITION, of length n. */
static void field(sx_node *node, const char *at, size_t n)
{
    if (*at == '?' && *skip(at + 1) == '[') {
        const char *box = skip(at + 1);
        node->ranks = (sx_domain) { .kind = SX_DOMAIN_BOXES,
                                    .nboxes = 1,
                                    .box = parse_box(box, (size_t)(at + n - box)) };
        return;
    }
    if (*at == '?') {
        node->ranks = (sx_domain) { .kind = SX_DOMAIN_WHERE,
                                    .where = parse(skip(at + 1), n - 2).expr };
        return;
    }
    size_t key = strcspn(at, " =");
    const char *value = strchr(at, '=') + 1;
    sx_param_id id = sx_param_keyed(at, key);
    if (id == SX_PARAMS)
        ok(false, "%.*s is no parameter", (int)key, at);
    add(node, id, parse(skip(value), (size_t)(at + n - skip(value))));
}

static void defaults(sx_node *node)
{
    bool none = node->op == SX_OP_Wait || node->op == SX_OP_Start ||
                node->op == SX_OP_Request_free || node->op == SX_OP_Cancel;
    if (!sx_node_param(node, SX_PARAM_COMM) && !none)
        add(node, SX_PARAM_COMM, parse("0", 1));
    if ((sx_node_param(node, SX_PARAM_COUNT) || sx_node_param(node, SX_PARAM_COUNTS)) &&
        !sx_node_param(node, SX_PARAM_TYPE))
        add(node, SX_PARAM_TYPE, parse("0", 1));
    if ((sx_node_param(node, SX_PARAM_RCOUNT) || sx_node_param(node, SX_PARAM_RCOUNTS)) &&
        !sx_node_param(node, SX_PARAM_RTYPE))
        add(node, SX_PARAM_RTYPE, parse("0", 1));
}

static sx_node *event(const char *line, size_t length, uint32_t site)
{
    sx_node *node = SX_NEW(arena, sx_node);
    node->param = SX_NEW_ARRAY(arena, sx_param, SX_PARAMS);
    size_t word = strcspn(line, " \n");
    node->op = sx_op_named(line, word);
    node->site = site;
    if (node->op == SX_OPS)
        ok(false, "%.*s is no operation", (int)word, line);
    const char *end = line + length;
    for (const char *at = skip(line + word); at < end;) {
        size_t n = strcspn(at, ";\n"), used = n;
        while (used && at[used - 1] == ' ')
            used--;
        field(node, at, used);
        at = at[n] == ';' ? skip(at + n + 1) : end;
    }
    defaults(node);
    return node;
}

/* Lines up to "end" or the end of the text. */
static const char *block(const char *text, sx_block *ret_block, uint32_t *sites)
{
    *ret_block = (sx_block) { 0, SX_NEW_ARRAY(arena, sx_node *, NODES) };
    for (const char *line = skip(text); *line;) {
        size_t n = strcspn(line, "\n");
        const char *next = skip(line + n + (line[n] == '\n'));
        if (strncmp(line, "end", 3) == 0)
            return next;
        sx_node *node;
        if (strncmp(line, "loop ", 5) == 0) {
            node = SX_NEW(arena, sx_node);
            node->kind = SX_NODE_LOOP;
            node->trips = parse(line + 5, n - 5);
            next = block(next, &node->body, sites);
        } else if (strncmp(line, "rows", 4) == 0) {
            node = event("Comm_split newcomm = 2 ; color = r div 4 ; key = r", 48,
                         (*sites)++);
        } else {
            node = event(line, n, (*sites)++);
        }
        ret_block->node[ret_block->n++] = node;
        line = next;
    }
    return "";
}

sx_trace program_formula(sx_arena *in, const char *text, const char *law, int64_t arg)
{
    sx_trace trace = { .ncomms = 3, .ntypes = 2 };
    uint32_t sites = 0;
    arena = in;
    trace.comm = SX_NEW_ARRAY(arena, sx_comm, 3);
    trace.comm[1].kind = SX_COMM_SELF;
    trace.comm[2] = (sx_comm) { .kind = SX_COMM_SPLIT,
                                .size = parse("4", 1),
                                .rank = parse("r mod 4", 7) };
    trace.ngrids = 1;
    trace.grid = SX_NEW_ARRAY(arena, sx_grid, 1);
    trace.grid[0] = (sx_grid) {
        .name = "g1", .ndims = sx_policy_named(law)->ndims, .law = law, .law_arg = arg
    };
    trace.nconstants = 1;
    trace.constant = SX_NEW(arena, sx_constant);
    *trace.constant = (sx_constant) { .name = "N1", .is_param = true, .value = 7 };
    trace.type = SX_NEW_ARRAY(arena, sx_type, 2);
    trace.type[0] = (sx_type) { .name = "MPI_DOUBLE", .size = 8 };
    trace.type[1] = (sx_type) { .name = "MPI_INT", .size = 4 };
    block(text, &trace.program, &sites);
    trace.nsites = sites;
    trace.site = SX_NEW_ARRAY(arena, sx_site, sites);
    sx_trace_number(&trace);
    return trace;
}

sx_trace program_trace(sx_arena *in, const char *text, sx_rank p)
{
    sx_trace trace = program_formula(in, text, "fixed-x-2d", 4), bound = { 0 };
    sx_error err = { 0 };
    trace.p = p;
    trace.grid[0].dim[0] = 4;
    trace.grid[0].dim[1] = p / 4;
    if (sx_trace_bind(arena, &trace, p, NULL, 0, &bound, &err))
        ok(false, "%s", err.text);
    return bound;
}

sx_matching program_match(sx_arena *in, const char *text, sx_rank p)
{
    sx_trace trace = program_trace(in, text, p);
    sx_matching matching = { 0 };
    sx_error err = { 0 };
    const sx_match_options how = { false, 4096, UINT64_MAX };
    if (sx_match(in, &trace, &how, &matching, &err))
        ok(false, "%s", err.text);
    return matching;
}

bool program_is_fine(const sx_trace *formula, sx_rank p)
{
    const sx_match_options how = { false, 4096, UINT64_MAX };
    sx_arena *own = sx_arena_create();
    sx_trace bound;
    sx_matching matching;
    sx_progress progress;
    bool fine = true;
    if (!sx_trace_bind(own, formula, p, NULL, 0, &bound, NULL))
        fine = !sx_match(own, &bound, &how, &matching, NULL) &&
               !sx_progress_check(own, &bound, &sx_progress_defaults, &progress, NULL) &&
               matching.way == SX_MATCH_BY_RANK && matching.nmismatches == 0 &&
               progress.verdict == SX_PROGRESS_FREE && progress.every;
    sx_arena_destroy(own);
    return fine;
}

bool program_agrees(sx_arena *in, const char *text, sx_rank p)
{
    sx_trace trace = program_trace(in, text, p);
    const sx_node *undecided = NULL;
    sx_error err = { 0 };
    if (sx_match_by_law(&trace, &undecided, &err))
        ok(false, "%s", err.text);
    return !undecided;
}

/* An LCG, so that the programs are the same everywhere. */
int program_draw(program_draft *draft, int n)
{
    draft->state = draft->state * 6364136223846793005u + 1442695040888963407u;
    return (int)((draft->state >> 33) % (unsigned)n);
}

void program_put(program_draft *draft, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    draft->size += (size_t)vsnprintf(draft->text + draft->size,
                                     sizeof draft->text - draft->size, format, ap);
    va_end(ap);
    if (draft->size >= sizeof draft->text)
        abort();
}
