#include "random_trace.h"

#include "random_source.h"
#include "trace/draw.h"

static const char *text(source *s)
{
    static const char *const some[] = { "",           "adi",
                                        "MPI_DOUBLE", "a \"b\" \\ c",
                                        "x\ny\tz\r",  "\xc3\xa4\x01\x7f",
                                        "end",        "{ } < > | @ = !exact" };
    return some[below(s, sizeof some / sizeof *some)];
}

/* Expressions: over the scale only, over the rank's place too, and over counters. */
enum { SCALE, PLACE, TIME, ELEMENT };

static const sx_expr *shared(source *s);

static const sx_expr *expr(source *s, int over, unsigned depth)
{
    if (depth > 0 && s->trace.p == 0 && below(s, 4) == 0)
        return shared(s);
    if (depth > 0 && below(s, 3)) {
        sx_expr node = { .op = (sx_expr_op)(SX_EXPR_OR +
                                            (int)below(s, SX_EXPR_IF - SX_EXPR_OR)) };
        for (unsigned i = 0; i < (node.op >= SX_EXPR_BLOCK ? 3 : 2); i++)
            node.arg[i] = expr(s, over, depth - 1);
        return sx_arena_copy(s->arena, &node, 1, sizeof node);
    }
    switch (below(s, over == SCALE ? 4 : over == PLACE ? 7 : 8)) {
    case 0:
        return sx_expr_int(s->arena, (int64_t)below(s, 2000) - 500);
    case 1:
        return sx_expr_var(s->arena, SX_VAR_P, 0, 0);
    case 2:
        return sx_expr_var(s->arena, SX_VAR_DIM, 0, below(s, 2));
    case 3:
        return s->trace.nconstants ? sx_expr_var(s->arena, SX_VAR_CONSTANT, 0, 0)
                                   : sx_expr_int(s->arena, 1);
    case 4:
        return sx_expr_var(s->arena, SX_VAR_COORD, 0, below(s, 2));
    case 5:
        return sx_expr_var(s->arena, maybe(s) ? SX_VAR_RANK : SX_VAR_COMM_RANK, 0, 0);
    case 6:
        return sx_expr_var(s->arena, SX_VAR_COMM_SIZE, 0, 0);
    default:
        if (over == ELEMENT && maybe(s))
            return sx_expr_var(s->arena, SX_VAR_ELEMENT, 0, 0);
        return s->loops ? sx_expr_var(s->arena, SX_VAR_COUNTER, 0, below(s, s->loops))
                        : sx_expr_int(s->arena, SX_NULL);
    }
}

/* The same one of three again and again; there may be earlier ones in it. */
static const sx_expr *shared(source *s)
{
    unsigned which = below(s, 3);
    if (which < s->nparts)
        return s->part[which];
    const sx_expr *made =
        sx_expr_two(s->arena, SX_EXPR_MAX, expr(s, SCALE, 0), expr(s, SCALE, 1));
    if (s->nparts < 3)
        s->part[s->nparts++] = made;
    return made;
}

static sx_evidence evidence(source *s)
{
    sx_evidence e = { .label = (sx_label)below(s, SX_LABELS) };
    if (e.label && maybe(s))
        e.doubt = expr(s, PLACE, 3);
    if (maybe(s))
        e.reason = maybe(s) ? text(s)
                            : "a reason that is long enough to have a name where it is "
                              "given several times";
    return e;
}

/* Long and without a pattern, as the reader leaves what was packed. */
static const sx_seq *literal(source *s, int64_t low, unsigned span)
{
    int64_t value[300];
    uint64_t n = 2 + below(s, 299);
    for (uint64_t k = 0; k < n; k++)
        value[k] = low + (int64_t)below(s, span);
    return sx_seq_literal(s->arena, value, n);
}

static const sx_seq *seq(source *s, int64_t low, int64_t high, unsigned depth)
{
    sx_run run[4];
    uint32_t n = 1 + below(s, 4);
    int64_t span = high - low < 1000 ? high - low + 1 : 1000;
    if (below(s, 60) == 0)
        return literal(s, low, 1 + below(s, (unsigned)span));
    for (uint32_t i = 0; i < n; i++) {
        int64_t first = low + (int64_t)below(s, (unsigned)span);
        int64_t last = low + (int64_t)below(s, (unsigned)span),
                stride = first < last ? 1 : -1;
        run[i] = (sx_run) { .first = first, .count = 1 };
        switch (below(s, depth ? 4 : 3)) {
        case 0:
            run[i].count = 1 + below(s, 100);
            break;
        case 1:
            if (first == last)
                break;
            if ((last - first) % 2 == 0)
                stride *= 2;
            run[i].stride = stride;
            run[i].count = (uint64_t)((last - first) / stride) + 1;
            break;
        case 3:
            run[i].sub = seq(s, low, high, depth - 1);
            run[i].count = 1 + below(s, 9);
            break;
        default:
            break;
        }
    }
    const sx_seq *made = NULL;
    return sx_seq_from_runs(s->arena, run, n, &made, NULL) ? NULL : made;
}

/* Ranks that are `first` modulo `step`: lists of different firsts are disjoint. Half of them are the same where they
 * fit, so that sets recur. */
static sx_ranklist ranks(source *s, int64_t first, int64_t step)
{
    int64_t p = s->trace.p ? s->trace.p : 64;
    sx_ranklist_term term = { .start = first };
    if (first + step < p) {
        term.ndims = 1;
        term.dim[0].stride = step;
        term.dim[0].iters = 2 + below(s, (unsigned)((p - 1 - first) / step));
        if (term.dim[0].iters > (p - 1 - first) / step + 1)
            term.dim[0].iters = 2;
    }
    if (first + 10 * step < p && maybe(s)) {
        term.ndims = 2;
        term.dim[0] = (struct sx_ranklist_dim) { 2, 8 * step };
        term.dim[1] = (struct sx_ranklist_dim) { 3, step };
    }
    return (sx_ranklist) { .n = 1,
                           .term = sx_arena_copy(s->arena, &term, 1, sizeof term),
                           .count = term.ndims == 2 ? 6
                                    : term.ndims    ? term.dim[0].iters
                                                    : 1 };
}

static void pieces(source *s, int64_t low, int64_t high, bool constant, sx_value *v)
{
    v->kind = SX_VALUE_PIECES;
    v->npieces = 1 + below(s, 3);
    sx_piece *piece = SX_NEW_ARRAY(s->arena, sx_piece, v->npieces);
    for (size_t i = 0; i < v->npieces; i++) {
        piece[i].all = v->npieces == 1 && maybe(s);
        piece[i].seq = constant
                           ? sx_seq_constant(s->arena, sx_seq_at(seq(s, low, high, 0), 0))
                           : seq(s, low, high, 2);
        if (!piece[i].all)
            piece[i].ranks = ranks(s, (int64_t)i, 3);
    }
    v->piece = piece;
}

/* The runs of a sequence of values whose order is not known. */
static const sx_seq *ascending(source *s, int64_t low)
{
    sx_run run[4];
    uint32_t n = 1 + below(s, 4);
    for (uint32_t i = 0; i < n; i++, low++) {
        low += below(s, 20);
        run[i] = (sx_run) { .first = low, .count = 1 + below(s, 100) };
        if (run[i].count == 1 || maybe(s))
            continue;
        run[i].stride = 1 + below(s, 3);
        low += run[i].stride * (int64_t)(run[i].count - 1);
    }
    const sx_seq *made = NULL;
    return sx_seq_from_runs(s->arena, run, n, &made, NULL) ? NULL : made;
}

static void drawn(source *s, int64_t low, sx_value *v)
{
    v->kind = SX_VALUE_DRAWN;
    v->npieces = 1 + below(s, 3);
    sx_piece *piece = SX_NEW_ARRAY(s->arena, sx_piece, v->npieces);
    for (size_t i = 0; i < v->npieces; i++) {
        piece[i].seq = ascending(s, low);
        piece[i].ranks = ranks(s, (int64_t)i, 3);
        piece[i].order = i && maybe(s) ? SX_ORDER_KEPT : SX_ORDER_DRAWN;
        if (maybe(s) && piece[i].seq->length % (uint64_t)piece[i].ranks.count == 0)
            piece[i].order = SX_ORDER_DEALT;
    }
    v->piece = piece;
}

static void by_rank(source *s, int64_t low, int64_t high, sx_value *v)
{
    v->kind = SX_VALUE_BY_RANK;
    v->by_rank = seq(s, low, high, 2);
}

static void steps(source *s, int64_t low, int64_t high, sx_value *v)
{
    v->kind = SX_VALUE_BY_STEP;
    v->nsteps = 2 + below(s, 4);
    sx_value *step = SX_NEW_ARRAY(s->arena, sx_value, v->nsteps);
    for (uint32_t i = 0; i < v->nsteps; i++) {
        if (maybe(s))
            by_rank(s, low, high, &step[i]);
        else
            pieces(s, low, high, true, &step[i]);
    }
    v->step = step;
}

/* The same one of two laws again and again, so that they get names. */
static sx_value recurring(source *s)
{
    sx_value *law = &s->law[below(s, 2)];
    if (!law->expr)
        *law = sx_value_expr(expr(s, SCALE, 4), evidence(s));
    return *law;
}

static sx_value value(source *s, int64_t low, int64_t high, bool rank, bool list)
{
    sx_value v = { .evidence = { .label = SX_LABEL_RECORDED } };
    v.relative = rank && maybe(s);
    if (v.relative) {
        low = -500;
        high = 500;
    }
    unsigned kind = below(s, list ? 4 : 5);
    if (kind == 0 && maybe(s))
        v = recurring(s);
    else if (kind == 0)
        v = sx_value_expr(expr(s, list ? ELEMENT : TIME, 4), evidence(s));
    else if (kind == 1)
        by_rank(s, low, high, &v);
    else if (kind == 4)
        steps(s, low, high, &v);
    else
        pieces(s, low, high, false, &v);
    return v;
}

static sx_domain domain(source *s)
{
    sx_domain d = { .kind = (sx_domain_kind)below(s, 4), .evidence = evidence(s) };
    if (d.kind == SX_DOMAIN_RANKS)
        d.ranks = ranks(s, below(s, 3), 1 + below(s, 4));
    if (d.kind == SX_DOMAIN_WHERE && maybe(s))
        d.where = expr(s, PLACE, 4);
    else if (d.kind == SX_DOMAIN_WHERE) {
        sx_value law = recurring(s);
        d.where = law.expr;
        d.evidence = law.evidence;
    }
    if (d.kind == SX_DOMAIN_BOXES) {
        d.nboxes = 1 + below(s, 3);
        sx_box *box = SX_NEW_ARRAY(s->arena, sx_box, d.nboxes);
        for (size_t i = 0; i < d.nboxes; i++) {
            box[i].start = expr(s, SCALE, 2);
            box[i].ndims = below(s, 4);
            for (uint32_t k = 0; k < box[i].ndims; k++) {
                box[i].dim[k].iters = expr(s, SCALE, 2);
                box[i].dim[k].stride = expr(s, SCALE, 2);
            }
        }
        d.box = box;
    }
    return d;
}

static void multisets(source *s, sx_node *node)
{
    node->multiset = SX_NEW_ARRAY(s->arena, sx_multiset, 3 * SX_MULTISETS);
    for (int kind = 0; kind < SX_MULTISETS; kind++) {
        unsigned of_kind = maybe(s) ? 0 : 1 + below(s, 3);
        for (unsigned i = 0; i < of_kind; i++) {
            sx_multiset_item *item = SX_NEW_ARRAY(s->arena, sx_multiset_item, 8);
            sx_multiset *set = &node->multiset[node->nmultisets++];
            *set = (sx_multiset) { .kind = (sx_multiset_kind)kind,
                                   .all = of_kind == 1 && maybe(s),
                                   .n = 1 + below(s, 8),
                                   .item = item };
            if (!set->all)
                set->ranks = ranks(s, i, 3);
            int64_t value = (int64_t)below(s, 9) - 4;
            for (uint32_t k = 0; k < set->n; k++, value += 1 + below(s, 3) / 2)
                item[k] = (sx_multiset_item) { value, 1 + below(s, 2) };
        }
    }
}

static int64_t table_size(const sx_trace *t, sx_param_id id)
{
    switch (id) {
    case SX_PARAM_COMM:
    case SX_PARAM_NEWCOMM:
        return (int64_t)t->ncomms;
    case SX_PARAM_TYPE:
    case SX_PARAM_RTYPE:
    case SX_PARAM_TYPES:
    case SX_PARAM_RTYPES:
        return (int64_t)t->ntypes;
    case SX_PARAM_REDOP:
        return (int64_t)t->nredops;
    case SX_PARAM_REGION:
        return (int64_t)t->nregions;
    default:
        return INT64_C(1) << 40;
    }
}

static void event(source *s, sx_node *node)
{
    node->kind = SX_NODE_EVENT;
    node->op = (sx_op)below(s, SX_OPS);
    node->site = below(s, (unsigned)s->trace.nsites);
    node->param = SX_NEW_ARRAY(s->arena, sx_param, SX_PARAMS);
    for (int id = 0; id < SX_PARAMS; id++) {
        int64_t n = table_size(&s->trace, (sx_param_id)id);
        if (n == 0 || below(s, 4))
            continue;
        sx_param *param = &node->param[node->nparams++];
        param->id = (sx_param_id)id;
        param->value = value(s, 0, n - 1, sx_param_is_rank(param->id),
                             sx_param_list_length(param->id) != SX_PARAM_NONE);
        if (s->trace.p && sx_draw_is_of(param->id) && maybe(s))
            drawn(s, 0, &param->value);
    }
    if (maybe(s))
        multisets(s, node);
    node->times = SX_NEW_ARRAY(s->arena, sx_times, 2 * SX_TIMES_KINDS * 2 * 3);
    for (uint32_t key = 0; key < SX_TIMES_KINDS * 2 * 3; key++) {
        sx_times like = { .kind = (sx_times_kind)(key / 6), .first = key / 3 % 2 == 0 };
        like.after = like.kind == SX_TIMES_COMM || key % 3 == 2 ? SX_AFTER_ANY : key % 3;
        uint32_t scales = below(s, 3);
        if ((like.after != SX_AFTER_ANY && like.after >= s->trace.nsites) ||
            (like.kind == SX_TIMES_COMM && key % 3))
            continue;
        for (uint32_t i = 0; i < scales; i++) {
            sx_times *times = &node->times[node->ntimes++];
            *times = like;
            times->all = scales == 1 && maybe(s);
            if (!times->all)
                times->ranks = ranks(s, i, 2);
            times->hist = random_hist(s);
        }
    }
}

static sx_block block(source *s, unsigned depth)
{
    sx_block b = { .n = below(s, 5) };
    b.node = SX_NEW_ARRAY(s->arena, sx_node *, b.n);
    for (size_t i = 0; i < b.n; i++) {
        sx_node *node = b.node[i] = SX_NEW(s->arena, sx_node);
        node->ranks = domain(s);
        if (depth == 0 || below(s, 3)) {
            event(s, node);
            continue;
        }
        node->kind = SX_NODE_LOOP;
        node->trips = value(s, 0, 1000000, false, false);
        s->loops++;
        node->body = block(s, depth - 1);
        s->loops--;
    }
    return b;
}

/* A parameter, then a constant, which may be a law where the scale is open, and a model over them. */
static void constants(source *s)
{
    static const int64_t seen[] = { 0, 12, INT64_C(1) << 40 };
    sx_trace *t = &s->trace;
    t->constant = SX_NEW_ARRAY(s->arena, sx_constant, 2);
    if (maybe(s)) {
        sx_constant *param = &t->constant[t->nconstants++];
        *param =
            (sx_constant) { .name = "nx_1", .is_param = true, .value = below(s, 900) };
        if (!t->p) {
            param->seen = seen;
            param->nseen = 1 + below(s, 3);
        }
    }
    if (maybe(s)) {
        sx_constant made = { .name = "N1", .value = (int64_t)word(s) / 2 };
        if (!t->p && maybe(s))
            made.law = expr(s, SCALE, 2);
        made.evidence = evidence(s);
        t->constant[t->nconstants++] = made;
    }
    if (!t->p && maybe(s))
        t->common_time = random_model(s);
    if (maybe(s))
        t->pace = expr(s, PLACE, 2);
}

static void grids(source *s)
{
    sx_trace *t = &s->trace;
    int64_t q = 2 + below(s, 5);
    if (t->p)
        t->p = q * q;
    t->ngrids = 1;
    t->grid = SX_NEW(s->arena, sx_grid);
    t->grid[0] = (sx_grid) {
        .name = "g1", .ndims = 2, .law = "given", .law_arg = below(s, 2) * 7
    };
    t->grid[0].periodic[1] = maybe(s);
    if (t->p)
        t->grid[0].dim[0] = t->grid[0].dim[1] = q;
    t->grid[0].evidence = evidence(s);
    static const sx_rival rivals[] = { { "square", 0 }, { "fixed-x-2d", -8 } };
    t->grid[0].nrivals = below(s, 3);
    t->grid[0].rival = rivals;
    constants(s);
}

static const sx_expr *const *laws(source *s, uint32_t n)
{
    const sx_expr **law = SX_NEW_ARRAY(s->arena, const sx_expr *, n);
    for (uint32_t i = 0; i < n; i++)
        law[i] = expr(s, PLACE, 2);
    return law;
}

/* The last types of a formula trace. */
static void types_by_law(source *s, size_t first)
{
    for (size_t i = first; i < s->trace.ntypes; i++) {
        sx_type_law *law = SX_NEW(s->arena, sx_type_law);
        law->nints = below(s, 3);
        law->ints = laws(s, law->nints);
        law->naddresses = below(s, 3);
        law->addresses = laws(s, law->naddresses);
        const int64_t types[3] = { below(s, (unsigned)i), below(s, (unsigned)i), 0 };
        s->trace.type[i] =
            (sx_type) { .name = text(s),
                        .combiner = (sx_combiner)(1 + below(s, SX_COMBINERS - 1)),
                        .types = sx_seq_literal(s->arena, types, 1 + below(s, 3)),
                        .law = law };
    }
}

static void tables(source *s)
{
    sx_trace *t = &s->trace;
    t->nmeta = below(s, 3);
    t->meta = SX_NEW_ARRAY(s->arena, sx_meta, t->nmeta);
    for (size_t i = 0; i < t->nmeta; i++)
        t->meta[i] = (sx_meta) { "recorder.option_0-x", text(s) };
    t->nunrecorded = below(s, 2);
    t->unrecorded = SX_NEW(s->arena, sx_unrecorded);
    t->unrecorded[0] = (sx_unrecorded) { text(s), 1 + (word(s) >> 1) / 2 };
    t->nmodules = 1 + below(s, 2);
    t->module = SX_NEW_ARRAY(s->arena, const char *, t->nmodules);
    for (size_t i = 0; i < t->nmodules; i++)
        t->module[i] = text(s);
    t->nsites = 1 + below(s, 3);
    t->site = SX_NEW_ARRAY(s->arena, sx_site, t->nsites);
    for (size_t i = 0; i < t->nsites; i++) {
        sx_frame *frame = SX_NEW_ARRAY(s->arena, sx_frame, 3);
        t->site[i] = (sx_site) { below(s, 4), frame };
        for (uint32_t f = 0; f < 3; f++)
            frame[f] =
                (sx_frame) { below(s, (unsigned)t->nmodules), word(s) >> below(s, 64) };
    }
    t->ntypes = below(s, 3);
    t->type = SX_NEW_ARRAY(s->arena, sx_type, t->ntypes);
    for (size_t i = 0; i < t->ntypes; i++) {
        t->type[i] = (sx_type) { .name = text(s), .size = below(s, 100) };
        t->type[i].combiner = maybe(s) ? SX_COMBINER_UNKNOWN : below(s, SX_COMBINERS);
        if (t->type[i].combiner == SX_COMBINER_UNKNOWN)
            continue;
        t->type[i].lb = -(int64_t)below(s, 9);
        t->type[i].extent = below(s, 900);
        t->type[i].ints = maybe(s) ? seq(s, -5, 1000, 2) : NULL;
        t->type[i].addresses = maybe(s) ? seq(s, -500, 100000, 2) : NULL;
        t->type[i].types = i && maybe(s) ? seq(s, 0, (int64_t)i - 1, 2) : NULL;
    }
    if (!t->p && t->ntypes > 1)
        types_by_law(s, 1 + below(s, (unsigned)t->ntypes - 1));
    t->nredops = below(s, 2);
    t->redop = SX_NEW(s->arena, const char *);
    t->redop[0] = text(s);
    t->nregions = below(s, 3);
    t->region = SX_NEW_ARRAY(s->arena, const char *, t->nregions);
    for (size_t i = 0; i < t->nregions; i++)
        t->region[i] = text(s);
}

static void comms(source *s)
{
    sx_trace *t = &s->trace;
    t->ncomms = 2 + below(s, 3);
    t->comm = SX_NEW_ARRAY(s->arena, sx_comm, t->ncomms);
    t->comm[1].kind = SX_COMM_SELF;
    for (uint32_t i = 2; i < t->ncomms; i++) {
        t->comm[i].kind =
            (sx_comm_kind)(SX_COMM_DUP + (int)below(s, SX_COMM_KINDS - SX_COMM_DUP));
        t->comm[i].parent = below(s, i);
        t->comm[i].serial = below(s, 10);
        t->comm[i].members = domain(s);
        t->comm[i].size = value(s, 1, 100, false, false);
        t->comm[i].rank = value(s, 0, 100, true, false);
        t->comm[i].name = maybe(s) ? text(s) : NULL;
    }
}

sx_trace random_trace(sx_arena *arena, uint64_t number)
{
    source s = { .arena = arena,
                 .state = number << 32,
                 .trace = { .p = number % 2 ? 0 : 1 } };
    grids(&s);
    tables(&s);
    comms(&s);
    s.trace.program = block(&s, 4);
    sx_trace_number(&s.trace);
    return s.trace;
}
