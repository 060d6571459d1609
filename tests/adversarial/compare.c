#include "compare.h"

#include "lost.h"
#include "trace/walk.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PRINTED = 60 };

/* ---- the labels of a trace ---- */

typedef struct labels {
    sx_label entry[PROGRAM_EVENTS]; /* the weakest of who takes part and how often */
    sx_label value[PROGRAM_EVENTS][SX_PARAMS];
} labels;

static int event_of(const sx_trace *trace, const sx_node *node)
{
    return (int)trace->site[node->site].frame[0].offset / 16;
}

static sx_label weaker(sx_label a, sx_label b)
{
    return a > b ? a : b;
}

/* An event that stands at several places has the weakest of their labels. */
static void read_labels(const sx_trace *trace, const sx_block *block, sx_label around,
                        labels *to)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        sx_label own = node->ranks.evidence.label;
        sx_label entry = weaker(
            around, own || node->ranks.kind != SX_DOMAIN_ALL ? own : SX_LABEL_PROVED);
        if (node->kind == SX_NODE_LOOP) {
            read_labels(trace, &node->body, weaker(entry, node->trips.evidence.label),
                        to);
            continue;
        }
        int e = event_of(trace, node);
        to->entry[e] = weaker(to->entry[e], entry);
        for (uint32_t k = 0; k < node->nparams; k++) {
            sx_label *label = &to->value[e][node->param[k].id];
            *label = weaker(*label, node->param[k].value.evidence.label);
        }
    }
}

/* ---- comparing ---- */

/* One event as the program or the trace has it. */
typedef struct step {
    int event;
    uint32_t depth;
    int64_t counter[2]; /* of the loops around, the outermost first */
    int64_t value[PROGRAM_PARAMS];
} step;

typedef struct steps {
    step *step;
    size_t n, capacity;
} steps;

typedef struct comparison {
    const program *p;
    const sx_trace *laws, *trace;
    judge *judge;
    sx_walk *walk;
    outcome *out;
    labels labels;
    const program_item *item[PROGRAM_EVENTS];
    steps want, got; /* of the rank at hand */
    bool entered_wrongly[PROGRAM_EVENTS], differs[PROGRAM_LAWS];
    int64_t *told[PROGRAM_LAWS]; /* by the trace, over all ranks */
    size_t ntold[PROGRAM_LAWS], capacity[PROGRAM_LAWS];
    char first[PROGRAM_LAWS][96]; /* difference */
} comparison;

static step *add_step(steps *to, int event)
{
    if (to->n == to->capacity) {
        to->capacity = to->capacity ? 2 * to->capacity : 256;
        to->step = realloc(to->step, to->capacity * sizeof *to->step);
    }
    to->step[to->n] = (step) { .event = event };
    return &to->step[to->n++];
}

static bool want_event(void *context, const program_item *item, const law_point *at)
{
    comparison *c = context;
    step *s = add_step(&c->want, item->event);
    for (int around = item->around; around >= 0; around = c->p->item[around].around)
        s->depth++;
    s->counter[0] = at->i;
    s->counter[1] = at->j;
    for (int k = 0; k < item->nparams; k++)
        s->value[k] = law_value(&c->p->law[item->param[k].law], at);
    return true;
}

static bool walk_rank(comparison *c, int64_t r, sx_error *err)
{
    sx_event event;
    bool more = true;
    if (sx_walk_start(c->walk, r, err))
        return false;
    for (c->got.n = 0;;) {
        if (sx_walk_next(c->walk, &event, &more, err))
            return false;
        if (!more)
            return true;
        int e = event_of(c->trace, event.node);
        step *s = add_step(&c->got, e);
        s->depth = event.ncounters;
        for (uint32_t d = 0; d < event.ncounters && d < 2; d++)
            s->counter[d] = event.counter[d];
        for (int k = 0; k < c->item[e]->nparams; k++)
            s->value[k] = event.value[c->item[e]->param[k].id];
    }
}

static void tell(comparison *c, int law, int64_t value)
{
    if (c->ntold[law] == c->capacity[law]) {
        c->capacity[law] = c->capacity[law] ? 2 * c->capacity[law] : 64;
        c->told[law] = realloc(c->told[law], c->capacity[law] * sizeof *c->told[law]);
    }
    c->told[law][c->ntold[law]++] = value;
}

/* `got` NULL: not known. */
static void compare_step(comparison *c, int64_t r, const step *want, const step *got)
{
    const program_item *item = c->item[want->event];
    for (int k = 0; k < item->nparams; k++) {
        int law = item->param[k].law;
        tell(c, law, got ? got->value[k] : JUDGE_UNTOLD);
        if (!got || c->differs[law] || got->value[k] == want->value[k])
            continue;
        c->differs[law] = true;
        snprintf(c->first[law], sizeof c->first[law],
                 "rank %" PRId64 ": %s is %" PRId64 ", want %" PRId64, r,
                 sx_param_key(item->param[k].id), got->value[k], want->value[k]);
    }
}

/* Is it the same trip of the same loops? Where loops are other ones, nobody knows. */
static bool is_same_trip(const step *a, const step *b)
{
    return a->depth != b->depth ||
           (a->counter[0] == b->counter[0] && a->counter[1] == b->counter[1]);
}

/* Ranks whose events, or their trips, are not the right ones tell nothing of values. */
static void compare_rank(comparison *c, int64_t r)
{
    int64_t balance[PROGRAM_EVENTS] = { 0 };
    bool same = c->want.n == c->got.n;
    for (size_t k = 0; k < c->want.n; k++) {
        balance[c->want.step[k].event]++;
        same = same && c->want.step[k].event == c->got.step[k].event &&
               is_same_trip(&c->want.step[k], &c->got.step[k]);
    }
    for (size_t k = 0; k < c->got.n; k++)
        balance[c->got.step[k].event]--;
    for (size_t e = 0; e < c->p->nevents; e++)
        c->entered_wrongly[e] = c->entered_wrongly[e] || balance[e];
    for (size_t k = 0; k < c->want.n; k++)
        compare_step(c, r, &c->want.step[k], same ? &c->got.step[k] : NULL);
}

/* ---- judging ---- */

static void print_program(const comparison *c, const char *kind, const char *what,
                          int event)
{
    const program *p = c->p;
    printf("# %s: seed %" PRIu64 " (%s), %s, inputs", kind, p->seed,
           program_kind_name[p->kind], law_policy_name[p->policy]);
    for (size_t k = 0; k < p->ninputs; k++)
        printf(" %" PRId64, p->input[k]);
    printf(", target %" PRId64 ", event %d: %s\n", c->trace->p, event, what);
}

static void print_expr(const comparison *c, const char *what, const sx_expr *expr)
{
    sx_arena *arena = sx_arena_create();
    sx_buffer text = SX_BUFFER_INIT;
    sx_expr_names names;
    if (expr && !sx_trace_names(arena, c->trace, &names)) {
        sx_expr_print(&text, expr, &names);
        printf("#   %s {%s}\n", what, text.data ? text.data : "");
    }
    sx_buffer_finish(&text);
    sx_arena_destroy(arena);
}

/* The expressions on the way to an event, and its own. */
static void print_path(const comparison *c, const sx_block *block, int event)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        if (node->kind == SX_NODE_LOOP) {
            print_expr(c, "some trips", node->trips.expr);
            print_path(c, &node->body, event);
        } else if (event_of(c->trace, node) != event) {
            continue;
        }
        print_expr(c, "ranks", node->ranks.where);
        for (size_t b = 0; b < node->ranks.nboxes; b++) {
            const sx_box *box = &node->ranks.box[b];
            print_expr(c, "box start", box->start);
            for (uint32_t d = 0; d < box->ndims; d++) {
                print_expr(c, "box iters", box->dim[d].iters);
                print_expr(c, "box stride", box->dim[d].stride);
            }
        }
        for (uint32_t k = 0; node->kind != SX_NODE_LOOP && k < node->nparams; k++)
            print_expr(c, sx_param_key(node->param[k].id), node->param[k].value.expr);
    }
}

static void print_entry_laws(const comparison *c, const program_item *item)
{
    for (;; item = &c->p->item[item->around]) {
        if (item->where >= 0)
            law_print("where", &c->p->law[item->where]);
        if (item->trips >= 0)
            law_print("trips", &c->p->law[item->trips]);
        if (item->around < 0)
            return;
    }
}

static bool may_print(const comparison *c)
{
    return ++c->out->printed <= PRINTED;
}

static bool may_entry_be_invisible(comparison *c, const program_item *item)
{
    for (;; item = &c->p->item[item->around]) {
        if (item->where >= 0 && judge_may_be_invisible(c->judge, item->where))
            return true;
        if (item->trips >= 0 && judge_may_be_invisible(c->judge, item->trips))
            return true;
        if (item->around < 0)
            return false;
    }
}

/* False when it is a proved one that is wrong, and could be seen to be. */
static bool count(tally *t, sx_label label, bool wrong, bool invisible)
{
    *(wrong ? &t->wrong[label] : &t->right[label]) += 1;
    t->invisible += wrong && label == SX_LABEL_PROVED && invisible;
    return !wrong || label != SX_LABEL_PROVED || invisible;
}

static void judge_entry(comparison *c, int e)
{
    bool wrong = c->entered_wrongly[e];
    bool invisible = wrong && may_entry_be_invisible(c, c->item[e]);
    if (count(&c->out->entries, c->labels.entry[e], wrong, invisible) || !may_print(c))
        return;
    print_program(c, "wrong", "executions", e);
    print_entry_laws(c, c->item[e]);
    print_path(c, &c->trace->program, e);
}

static void note_fate(outcome *out, const char *text, bool proved)
{
    size_t k = 0;
    while (k < out->nfates && strcmp(out->fate[k].text, text) != 0)
        k++;
    if (k == out->nfates)
        out->fate[out->nfates++] = (struct fate) { .text = text };
    out->fate[k].decidable++;
    out->fate[k].proved += proved;
}

static void print_lost(const comparison *c, int e, const struct program_param *param)
{
    print_program(c, "lost", c->differs[param->law] ? c->first[param->law] : "right", e);
    law_print(sx_param_key(param->id), &c->p->law[param->law]);
    lost_print(c->laws, c->trace, e, param->id);
}

static void judge_value(comparison *c, int e, const struct program_param *param)
{
    int law = param->law;
    if (c->ntold[law] == 0)
        return;
    sx_label label = c->labels.value[e][param->id];
    bool wrong = c->differs[law];
    bool invisible = wrong && label == SX_LABEL_PROVED &&
                     judge_is_invisible(c->judge, law, c->told[law], c->ntold[law]);
    judge_class class = judge_class_of(c->judge, law);
    if (class == DECIDABLE)
        note_fate(c->out, law_text(&c->p->law[law]), label == SX_LABEL_PROVED);
    if (class == DECIDABLE && label != SX_LABEL_PROVED && c->out->shows_lost)
        print_lost(c, e, param);
    if (!judge_knows(c->judge, law)) {
        c->out->strange++;
        law_print("not known", &c->p->law[law]);
    }
    count(&c->out->kinds[c->p->kind], label, wrong, invisible);
    if (count(&c->out->values[class], label, wrong, invisible) || !may_print(c))
        return;
    print_program(c, "wrong", c->first[law], e);
    law_print("truth", &c->p->law[law]);
    print_entry_laws(c, c->item[e]);
    print_path(c, &c->trace->program, e);
}

static bool compare(comparison *c, sx_error *err)
{
    bool fine = sx_walk_create(c->trace, &c->walk, err) == SX_OK;
    program_visitor visitor = { .event = want_event, .context = c };
    for (int64_t r = 0; fine && r < c->trace->p; r++) {
        c->want.n = 0;
        program_run(c->p, c->trace->p, r, &visitor);
        fine = walk_rank(c, r, err);
        if (fine)
            compare_rank(c, r);
    }
    sx_walk_destroy(c->walk);
    for (size_t e = 0; fine && e < c->p->nevents; e++) {
        judge_entry(c, (int)e);
        for (int k = 0; k < c->item[e]->nparams; k++)
            judge_value(c, (int)e, &c->item[e]->param[k]);
    }
    return fine;
}

bool compare_at(const program *p, judge *j, const sx_trace *laws, const sx_trace *trace,
                outcome *out, sx_error *err)
{
    comparison c = { p, .laws = laws, .trace = trace, .judge = j, .out = out };
    for (size_t k = 0; k < p->nitems; k++)
        if (p->item[k].kind == 'e')
            c.item[p->item[k].event] = &p->item[k];
    read_labels(trace, &trace->program, SX_LABEL_PROVED, &c.labels);
    judge_target(j, trace->p);
    bool fine = compare(&c, err);
    free(c.want.step);
    free(c.got.step);
    for (size_t k = 0; k < PROGRAM_LAWS; k++)
        free(c.told[k]);
    return fine;
}
