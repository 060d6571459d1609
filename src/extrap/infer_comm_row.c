/* Communicators of which the scale decides how many there are: halves of halves, butterflies, one for each row of a grid. One call in a
 * loop makes them, so that those of one input say together what each of them is by its number. */
#include "extrap/infer_parts.h"
#include "law/column.h"
#include "trace/comm_row.h"

#include <stdlib.h>
#include <string.h>

/* Inputs show so many, of which the last ones are what the first ones foretell. */
enum { SHOWN = 3 };

/* The call, in its loop. */
typedef struct making {
    const sx_value *trips; /* of the loop, by the formula */
    bool by_rank; /* ranks leave it one after the other, or some never enter it */
    sx_value count; /* how many there are at a scale */
    uint32_t loop; /* its depth */
    uint32_t first, every, n; /* entries of the table */
    uint32_t step; /* as of sx_comm_row */
    sx_samples made; /* the numbers that it makes */
    sx_comm laws; /* of all of them, by their index */
} making;

/* Those that there are. */
enum { ROWS = 4 };

typedef struct rows {
    uint32_t n;
    making row[ROWS];
} rows;

static sx_status nomem(const inference *inf)
{
    return sx_fail(inf->err, SX_NOMEM, "out of memory");
}

/* By how much numbers grow from trip to trip; 0 where some do not grow alike. */
static int64_t growth_of(const sx_samples *made, uint32_t c)
{
    const sx_sample *first = NULL;
    int64_t every = 0;
    for (size_t i = 0; i < made->n; i++) {
        const sx_sample *s = &made->sample[i];
        if (s->value == SX_NULL)
            continue;
        if (sx_is_special(s->value))
            return 0;
        first = first ? first : s;
        const int64_t trips = s->counter[c] - first->counter[c];
        if (every == 0 && trips != 0)
            every = (s->value - first->value) / trips;
        if (s->value - first->value != every * trips)
            return 0;
    }
    return every;
}

/* Does each trip make an entry of the table, so many behind the one before it, or none, and are there more of them in one run than in another? */
static bool makes_row(const inference *inf, making *m)
{
    const uint32_t c = m->made.ncounters - 1;
    int64_t first = SX_NULL, last[SX_RUNS] = { 0 }, longest = 0, shortest = INT64_MAX;
    if (m->made.ncounters == 0 || m->made.varying != 1u << c)
        return false;
    const int64_t every = growth_of(&m->made, c);
    if (every < 1 || every > ROWS)
        return false;
    for (size_t i = 0; i < m->made.n; i++) {
        const sx_sample *s = &m->made.sample[i];
        if (s->value == SX_NULL)
            continue;
        first = s->value - every * s->counter[c];
        last[s->run] = s->value > last[s->run] ? s->value : last[s->run];
    }
    for (size_t run = 0; run < inf->runs->n; run++) {
        longest = last[run] > longest ? last[run] : longest;
        shortest = last[run] < shortest ? last[run] : shortest;
    }
    if (first < 2 || shortest < first || shortest == longest)
        return false;
    m->first = (uint32_t)first;
    m->every = (uint32_t)every;
    m->n = (uint32_t)((longest - first) / every + 1);
    return m->n >= SHOWN;
}

/* Is it as much from each serial number to the next, in all runs? */
static bool have_step(const sx_runs *runs, making *m)
{
    int64_t step = 0;
    for (size_t run = 0; run < runs->n; run++)
        for (uint32_t k = 1; k < m->n; k++) {
            const int64_t own = runs->comm_serial[m->first + k * m->every][run];
            const int64_t before = runs->comm_serial[m->first + (k - 1) * m->every][run];
            if (own < 0 || before < 0)
                continue;
            if (own <= before || (step && own - before != step))
                return false;
            step = own - before;
        }
    m->step = (uint32_t)step;
    return step > 0;
}

/* How many a run makes is the number of trips, if that is one for all ranks; else it has a law of its own. */
static sx_status find_count(inference *inf, making *m)
{
    const sx_runs *runs = inf->runs;
    sx_sample *sample = SX_NEW_ARRAY(inf->arena, sx_sample, runs->n);
    sx_samples samples = { .n = runs->n, .sample = sample, .is_size = true };
    sx_law law = { 0 };
    m->count = *m->trips;
    if (!m->by_rank)
        return SX_OK;
    for (size_t run = 0; sample && run < runs->n; run++) {
        int64_t n = 0;
        for (uint32_t k = 0; k < m->n; k++)
            n += runs->comm_serial[m->first + k * m->every][run] >= 0;
        sample[run] =
            (sx_sample) { .run = (uint32_t)run, .rank = runs->offset[run], .value = n };
    }
    sx_status st = sample ? sx_infer_law(inf, &samples, &law) : nomem(inf);
    if (!st && law.expr)
        law.expr = sx_infer_over_world(inf, law.expr);
    m->count = sx_value_expr(law.expr, law.evidence);
    return st ? st : law.expr && sx_infer_is_of_scale(law.expr) ? SX_OK : SX_NOTFOUND;
}

/* Is each made of the one before it, or are all of them made of one, one after the other? */
static bool is_in_row(const sx_runs *runs, making *m)
{
    const sx_comm *first = &runs->merged.comm[m->first];
    bool nested = true, flat = true;
    for (uint32_t k = 1; k < m->n; k++) {
        const uint32_t at = m->first + k * m->every;
        const sx_comm *own = &runs->merged.comm[at];
        if (own->kind != first->kind)
            return false;
        nested = nested && own->parent == at - m->every && own->serial == 0;
        flat = flat && own->parent == first->parent;
    }
    m->step = 0;
    return nested || (flat && have_step(runs, m));
}

/* Who says how large they are, or the own rank in them: one sample for each member of each of them, by its index as the first counter. */
static bool gather(const inference *inf, const making *m, bool is_rank,
                   sx_samples *ret_samples)
{
    const sx_runs *runs = inf->runs;
    sx_sample *sample = SX_NEW_ARRAY(inf->arena, sx_sample, (size_t)runs->total * m->n);
    size_t n = 0;
    if (!sample)
        return false;
    for (int64_t R = 0; R < runs->total; R++)
        for (uint32_t k = 0; k < m->n; k++) {
            const uint32_t c = m->first + k * m->every;
            if (runs->comm_size[c][R] < 1)
                continue;
            sample[n] = (sx_sample) { .run = runs->run_of[R],
                                      .comm = runs->merged.comm[c].parent,
                                      .rank = R,
                                      .value = is_rank ? runs->comm_rank[c][R]
                                                       : runs->comm_size[c][R] };
            sample[n++].counter[0] = (int32_t)k;
        }
    *ret_samples = (sx_samples) { .n = n,
                                  .sample = sample,
                                  .ncounters = 1,
                                  .varying = 1,
                                  .is_rank = is_rank,
                                  .is_size = !is_rank };
    return true;
}

/* Which trips make one for a rank, as a condition on the counter; NULL: all of them do. False where no law says that. */
static bool condition_of(inference *inf, const making *m, sx_evidence *evidence,
                         const sx_expr **ret_where, sx_status *ret_status)
{
    sx_law law = { 0 };
    *ret_where = NULL;
    if (!sx_samples_have_special(&m->made))
        return true;
    *ret_status = sx_infer_law(inf, &m->made, &law);
    if (*ret_status || !law.expr || law.expr->op != SX_EXPR_IF)
        return false;
    const bool then = sx_expr_is_int(law.expr->arg[2], SX_NULL);
    if (!then && !sx_expr_is_int(law.expr->arg[1], SX_NULL))
        return false;
    *ret_where = then ? law.expr->arg[0]
                      : sx_expr_two(inf->arena, SX_EXPR_EQ, law.expr->arg[0],
                                    sx_expr_int(inf->arena, 0));
    *evidence = sx_evidence_join(inf->arena, *evidence, law.evidence);
    return *ret_where;
}

/* Does it say of everybody who is in which of them? */
static bool says_members(const inference *inf, const making *m, const sx_expr *where)
{
    const sx_runs *runs = inf->runs;
    bool says = where;
    for (int64_t R = 0; R < runs->total && says; R++)
        for (uint32_t k = 0; k < m->n && says; k++) {
            const uint32_t c = m->first + k * m->every;
            const int64_t index[SX_MAX_DEPTH] = { k };
            sx_expr_env env = sx_runs_env(runs, R, runs->merged.comm[c].parent);
            int64_t in;
            env.counter = index;
            env.ncounters = 1;
            says = !sx_expr_eval(where, &env, &in, NULL) &&
                   (in != 0) == (runs->comm_size[c][R] > 0) && sx_runs_spend(runs, 1);
        }
    return says;
}

/* Who is in the one with that index. */
static sx_status members_of(inference *inf, const making *m, sx_domain *ret_members,
                            bool *ret_found)
{
    sx_status st = SX_OK;
    const sx_expr *where, *index = sx_expr_var(inf->arena, SX_VAR_COUNTER, 0, 0);
    const sx_expr *trips = sx_infer_over_world(inf, m->trips->expr);
    sx_evidence evidence = m->trips->evidence;
    *ret_found = condition_of(inf, m, &evidence, &where, &st);
    if (!*ret_found)
        return st;
    const sx_expr *made = sx_expr_two(inf->arena, SX_EXPR_LT, index, trips);
    if (where)
        made = sx_expr_two(
            inf->arena, SX_EXPR_AND, made,
            sx_expr_replace(inf->arena, where,
                            sx_expr_var(inf->arena, SX_VAR_COUNTER, 0, m->loop), index));
    *ret_members =
        (sx_domain) { .kind = SX_DOMAIN_WHERE, .where = made, .evidence = evidence };
    *ret_found = says_members(inf, m, made);
    return made ? SX_OK : nomem(inf);
}

/* A number that grows by as much from one to the next, or doubles; NULL where this one does neither, or out of memory. */
static const sx_expr *number_by_index(sx_arena *arena, const sx_expr *const *expr,
                                      size_t n)
{
    const sx_expr *index = sx_expr_var(arena, SX_VAR_COUNTER, 0, 0);
    const int64_t from = expr[0]->value, step = expr[1]->value - from;
    bool grows = true, doubles = from > 0;
    for (size_t k = 1; k < n; k++) {
        grows = grows && expr[k]->value - expr[k - 1]->value == step;
        doubles = doubles && expr[k]->value / 2 == expr[k - 1]->value &&
                  expr[k]->value % 2 == 0;
    }
    if (grows)
        return sx_expr_two(
            arena, SX_EXPR_ADD,
            sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, step), index),
            sx_expr_int(arena, from));
    const sx_expr *two = sx_expr_int(arena, 2);
    return doubles ? sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, from),
                                 sx_expr_two(arena, SX_EXPR_POW, two, index))
                   : NULL;
}

/* What n laws of one form say by their index; NULL where they have none, or out of memory. */
static const sx_expr *form_of(sx_arena *arena, const sx_expr *const *expr, size_t n)
{
    sx_expr form = *expr[0];
    bool alike = true, same = true;
    for (size_t k = 1; k < n; k++) {
        alike = alike && expr[k]->op == form.op &&
                (form.op != SX_EXPR_VAR || sx_expr_equal(expr[0], expr[k]));
        same = same && sx_expr_equal(expr[0], expr[k]);
    }
    if (same || !alike || form.op == SX_EXPR_INT)
        return same ? expr[0] : alike ? number_by_index(arena, expr, n) : NULL;
    for (int i = 0; i < 3 && form.arg[i]; i++) {
        const sx_expr **arg = SX_NEW_ARRAY(arena, const sx_expr *, n);
        for (size_t k = 0; arg && k < n; k++)
            if (!(arg[k] = expr[k]->arg[i]))
                return NULL;
        form.arg[i] = arg ? form_of(arena, arg, n) : NULL;
        if (!form.arg[i])
            return NULL;
    }
    return sx_expr_make(arena, form.op, form.arg[0], form.arg[1], form.arg[2]);
}

static const sx_value *law_of(const sx_comm *comm, bool is_rank)
{
    return is_rank ? &comm->rank : &comm->size;
}

static size_t runs_with(const sx_runs *runs, uint32_t c)
{
    size_t n = 0;
    for (size_t run = 0; run < runs->n; run++)
        n += runs->comm_serial[c][run] >= 0;
    return n;
}

/* How many of them two inputs show, and so more than one scale. */
static uint32_t well_shown(const sx_runs *runs, const making *m)
{
    enum { TWO = 2 };
    uint32_t n = 0;
    while (n < m->n && runs_with(runs, m->first + n * m->every) >= TWO)
        n++;
    return n;
}

/* A law that one of them has and all of them follow, or that theirs are by their index. */
static sx_status find_alike(inference *inf, const making *m, const sx_comm *comm,
                            const sx_samples *samples, sx_law *law)
{
    static const char few[] = "what communicators are by their number shows in a few of "
                              "them: add an input that has more";
    const bool is_rank = samples->is_rank;
    const sx_expr **expr = SX_NEW_ARRAY(inf->arena, const sx_expr *, m->n);
    const uint32_t shown = well_shown(inf->runs, m);
    size_t first;
    if (!expr)
        return nomem(inf);
    for (uint32_t k = 0; k < m->n; k++) {
        const sx_value *own = law_of(&comm[m->first + k * m->every], is_rank);
        const sx_evidence *evidence = &own->evidence;
        expr[k] = own->expr;
        if (evidence->label == SX_LABEL_REFUSED ||
            !sx_column_matches(inf->runs, samples, own->expr, &first) ||
            (law->expr && !sx_evidence_better(evidence, &law->evidence)))
            continue;
        *law = (sx_law) { own->expr, *evidence };
    }
    if (law->expr || shown < SHOWN)
        return SX_OK;
    const sx_expr *form = form_of(inf->arena, expr, shown);
    if (form && sx_column_matches(inf->runs, samples, form, &first))
        *law = (sx_law) { form, { .label = SX_LABEL_EXACT, .reason = few } };
    return SX_OK;
}

/* The laws that all of them have, by their index; SX_NOTFOUND where there are none. */
static sx_status find_laws(inference *inf, making *m, const sx_comm *comm)
{
    sx_comm *ret_comm = &m->laws;
    sx_value *value[] = { &ret_comm->size, &ret_comm->rank };
    bool found;
    ret_comm->kind = inf->runs->merged.comm[m->first].kind;
    sx_status st = members_of(inf, m, &ret_comm->members, &found);
    for (int i = 0; !st && found && i < 2; i++) {
        sx_samples samples;
        sx_law law = { 0 };
        if (!gather(inf, m, i == 1, &samples))
            return nomem(inf);
        samples.trips = m->by_rank ? NULL : m->trips->expr;
        samples.trips_evidence = m->by_rank ? NULL : &m->trips->evidence;
        st = find_alike(inf, m, comm, &samples, &law);
        if (!st && !law.expr)
            st = sx_infer_law(inf, &samples, &law);
        found = law.expr;
        if (!st && found)
            *value[i] = sx_value_expr(law.expr, law.evidence);
    }
    return st ? st : found ? SX_OK : SX_NOTFOUND;
}

/* Are size and rank in it, of which each stands on the other, as well founded by the row as by what the inputs say of it alone? */
static bool is_as_good(const sx_comm *of_row, const sx_comm *own)
{
    return !sx_evidence_better(&own->size.evidence, &of_row->size.evidence) &&
           !sx_evidence_better(&own->rank.evidence, &of_row->rank.evidence);
}

/* Those that inputs show are what the row says, where that is no worse founded. */
static void take(const sx_comm *of_row, sx_comm *to)
{
    if (!sx_evidence_better(&to->members.evidence, &of_row->members.evidence))
        to->members = of_row->members;
    if (is_as_good(of_row, to)) {
        to->size = of_row->size;
        to->rank = of_row->rank;
    }
}

static sx_status add_row(inference *inf, making *m, sx_trace *formula)
{
    sx_comm_row *row = SX_NEW(inf->arena, sx_comm_row);
    const sx_comm *first = &formula->comm[m->first];
    sx_comm *entry = &formula->comm[formula->ncomms++];
    if (!row)
        return nomem(inf);
    *row = (sx_comm_row) { m->first, m->every, m->step, m->count };
    *entry = m->laws;
    entry->parent = m->step ? first->parent : m->first + (m->n - 1) * m->every;
    entry->serial = first->serial;
    entry->row = row;
    for (uint32_t k = 0; k < m->n; k++) {
        sx_comm own;
        sx_status st = sx_comm_row_entry(inf->arena, entry, k, &own, inf->err);
        if (st)
            return st;
        take(&own, &formula->comm[m->first + k * m->every]);
    }
    return SX_OK;
}

/* Rows end the table, by turns, all of them as long as each other. */
static bool end_table(const inference *inf, const rows *found)
{
    const size_t n = inf->runs->merged.ncomms;
    uint32_t turns = 0;
    for (uint32_t i = 0; i < found->n; i++) {
        const making *m = &found->row[i];
        const size_t behind = n - m->first, turn = behind - (m->n - 1) * m->every;
        if (m->every != found->n || m->first >= n || turn < 1 || turn > found->n)
            return false;
        turns |= 1u << turn;
    }
    return found->n > 0 && turns == ((1u << found->n) - 1) << 1;
}

static int by_first(const void *a, const void *b)
{
    const making *x = a, *y = b;
    return x->first < y->first ? -1 : x->first > y->first;
}

static sx_status add_rows(inference *inf, rows *found, sx_trace *formula)
{
    const size_t n = formula->ncomms;
    sx_comm *comm = SX_NEW_ARRAY(inf->arena, sx_comm, n + found->n);
    sx_status st = comm ? SX_OK : nomem(inf);
    if (!end_table(inf, found))
        return SX_OK;
    qsort(found->row, found->n, sizeof *found->row, by_first);
    for (uint32_t i = 0; i < found->n && !st; i++)
        st = find_laws(inf, &found->row[i], formula->comm);
    if (st)
        return st == SX_NOTFOUND ? SX_OK : st;
    memcpy(comm, formula->comm, n * sizeof *comm);
    formula->comm = comm;
    for (uint32_t i = 0; i < found->n && !st; i++)
        st = add_row(inf, &found->row[i], formula);
    return st;
}

/* Is it a call in a loop that makes a row? */
static sx_status try_call(inference *inf, const sx_node *call, const sx_nest *nest,
                          const bool *in, rows *found)
{
    const sx_param *made = sx_node_param(call, SX_PARAM_NEWCOMM),
                   *comm = sx_node_param(call, SX_PARAM_COMM);
    const sx_value *trips = nest->depth ? nest->law[nest->depth - 1] : NULL;
    if (!made || !comm || !trips || trips->kind != SX_VALUE_EXPR ||
        trips->evidence.label == SX_LABEL_REFUSED || found->n == ROWS)
        return SX_OK;
    making m = { .trips = trips,
                 .loop = nest->depth - 1,
                 .by_rank = !sx_infer_is_of_scale(trips->expr) };
    for (int64_t R = 0; R < inf->runs->total; R++)
        m.by_rank = m.by_rank || !in[R];
    const sx_sampling how = { .nest = nest, .in = in, .comm = &comm->value };
    sx_status st = sx_infer_collect(inf, &how, &made->value, &m.made);
    if (st || m.made.trouble || !makes_row(inf, &m) || !is_in_row(inf->runs, &m))
        return st;
    m.made.sample =
        sx_arena_copy(inf->arena, m.made.sample, m.made.n, sizeof *m.made.sample);
    st = m.made.sample ? find_count(inf, &m) : nomem(inf);
    if (!st)
        found->row[found->n++] = m;
    return st == SX_NOTFOUND ? SX_OK : st;
}

static sx_status look_through(inference *inf, const sx_block *from, const sx_block *to,
                              const sx_nest *nest, rows *found)
{
    sx_status st = SX_OK;
    for (size_t i = 0; i < from->n && !st; i++) {
        const sx_node *node = from->node[i];
        const bool *in = sx_runs_members(inf->arena, inf->runs, &node->ranks, nest->in);
        sx_nest inner;
        if (!in)
            return nomem(inf);
        if (node->kind == SX_NODE_EVENT) {
            st = try_call(inf, node, nest, in, found);
            continue;
        }
        st = sx_nest_enter(inf->arena, inf->runs, nest, node, in, &inner, inf->err);
        if (!st) {
            inner.law[inner.depth - 1] = &to->node[i]->trips;
            st = look_through(inf, &node->body, &to->node[i]->body, &inner, found);
        }
    }
    return st;
}

size_t sx_infer_growing_comms(const sx_trace *merged)
{
    size_t n = 0;
    for (size_t c = 0; c < merged->ncomms; c++)
        n += merged->comm[c].grows;
    return n;
}

sx_status sx_infer_comm_rows(inference *inf, const bool *all, sx_trace *formula)
{
    const sx_nest nest = { .in = all, .around = all };
    rows found = { .n = 0 };
    if (sx_comm_rows(formula) > 0 || sx_infer_growing_comms(&inf->runs->merged) == 0)
        return SX_OK;
    sx_status st =
        look_through(inf, &inf->runs->merged.program, &formula->program, &nest, &found);
    return st ? st : add_rows(inf, &found, formula);
}
