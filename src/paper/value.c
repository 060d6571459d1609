#include "paper/value.h"

#include "paper/number.h"
#include "trace/draw.h"

/* What the group has: entry j is that of sample from + j of its first rank in each run. */
typedef struct valuation {
    sx_arena *arena;
    const sx_runs *runs;
    const sx_paper_space *space;
    const sx_paper_reading *reading;
    const sx_paper_group *group;
    bool by_curve; /* a size, or a number of trips */
    size_t base; /* the largest run that has the group */
    size_t nentries;
    bool averaged;
    const char *why; /* the method has nothing to say; or NULL */
    sx_error *err;
} valuation;

static sx_status nomem(const valuation *v)
{
    return sx_fail(v->err, SX_NOMEM, "out of memory");
}

static int64_t rank_at(const valuation *v, size_t run, size_t i)
{
    return v->runs->offset[run] + v->group->rank[run][i];
}

static size_t length_of(const valuation *v, int64_t rank)
{
    return v->reading->to[rank] - v->reading->from[rank];
}

static int64_t value_at(const valuation *v, int64_t rank, size_t entry)
{
    return sx_paper_reading_value(v->runs, v->reading, v->reading->from[rank] + entry);
}

/* One value in each run, in all its ranks and executions? */
static bool is_one_value(const valuation *v)
{
    for (size_t run = 0; run < v->runs->n; run++) {
        int64_t first = value_at(v, rank_at(v, run, 0), 0);
        for (size_t i = 0; i < v->group->n[run]; i++) {
            int64_t rank = rank_at(v, run, i);
            if (value_at(v, rank, 0) != first ||
                !sx_paper_reading_is_constant(v->runs, v->reading, v->reading->from[rank],
                                              v->reading->to[rank]))
                return false;
        }
    }
    return true;
}

static bool same_position(const valuation *v, size_t i, size_t j)
{
    const sx_samples *s = &v->reading->samples;
    bool same = s->sample[i].element == s->sample[j].element;
    for (uint32_t c = 0; c < s->ncounters; c++)
        if (s->varying >> c & 1)
            same = same && s->sample[i].counter[c] == s->sample[j].counter[c];
    return same;
}

/* The same executions and elements on all ranks of all runs? */
static bool same_entries(const valuation *v)
{
    int64_t like = rank_at(v, v->base, 0);
    for (size_t run = 0; run < v->runs->n; run++)
        for (size_t i = 0; i < v->group->n[run]; i++) {
            int64_t rank = rank_at(v, run, i);
            if (length_of(v, rank) != length_of(v, like))
                return false;
            for (size_t j = 0; j < length_of(v, rank); j++)
                if (!same_position(v, v->reading->from[rank] + j,
                                   v->reading->from[like] + j))
                    return false;
        }
    return true;
}

/* Have all ranks of the group the same entries' values, run by run? */
static bool same_values(const valuation *v)
{
    for (size_t run = 0; run < v->runs->n; run++)
        for (size_t i = 1; i < v->group->n[run]; i++)
            for (size_t j = 0; j < v->nentries; j++)
                if (value_at(v, rank_at(v, run, i), j) !=
                    value_at(v, rank_at(v, run, 0), j))
                    return false;
    return true;
}

/* Decides what the entries are. */
static void settle(valuation *v)
{
    v->nentries = 1;
    if (is_one_value(v))
        return;
    bool many = true;
    if (same_entries(v)) {
        v->nentries = length_of(v, rank_at(v, v->base, 0));
        many = v->nentries > SX_PAPER_ENTRIES || v->reading->whole;
    }
    bool alike = !many && same_values(v);
    if (alike)
        return;
    if (v->by_curve && v->reading->id != SX_PARAM_NONE) {
        v->averaged = true;
        v->nentries = many ? 1 : v->nentries;
        return;
    }
    v->why = many ? "it changes from execution to execution, otherwise in each input"
                  : "ranks fall into other groups in each input";
    v->nentries = 1;
}

/* Elements of a list that are added up: a node's volume is averaged, and dealt out evenly. */
static double elements_of(const valuation *v, int64_t rank)
{
    const sx_sample *s = &v->reading->samples.sample[v->reading->from[rank]];
    return v->reading->whole ? (double)v->runs->comm_size[s->comm][rank] : 1;
}

/* Over all ranks that take part, of whatever group, so that what is sent and what is received agree; of one entry, over those
 * that have as many. */
static double average(const valuation *v, size_t run, size_t entry)
{
    size_t length = length_of(v, rank_at(v, run, 0));
    double sum = 0, n = 0;
    for (int64_t r = 0; r < v->runs->p[run]; r++) {
        int64_t rank = v->runs->offset[run] + r;
        size_t first = v->nentries > 1 ? entry : 0;
        size_t last = v->nentries > 1 ? entry + 1 : length_of(v, rank);
        if (length_of(v, rank) == 0 || (v->nentries > 1 && length_of(v, rank) != length))
            continue;
        for (size_t j = first; j < last; j++) {
            int64_t value = value_at(v, rank, j);
            sum += sx_is_special(value) ? 0 : (double)value;
        }
        n += (double)(last - first) / elements_of(v, rank);
    }
    return n > 0 ? sum / n : 0;
}

/* A node's volume, divided by the size of the communicator and rounded to the nearest. */
static const sx_expr *dealt_out(sx_arena *arena, const sx_expr *volume)
{
    const sx_expr *size = sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0);
    const sx_expr *twice = sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, 2), volume);
    return sx_expr_two(arena, SX_EXPR_DIV, sx_expr_two(arena, SX_EXPR_ADD, twice, size),
                       sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, 2), size));
}

static sx_status entry_law(valuation *v, size_t entry, sx_law *ret_law)
{
    int64_t *number = SX_NEW_ARRAY(v->arena, int64_t, v->runs->n);
    double *size = SX_NEW_ARRAY(v->arena, double, v->runs->n);
    if (!number || !size)
        return nomem(v);
    for (size_t run = 0; run < v->runs->n; run++) {
        number[run] = value_at(v, rank_at(v, run, 0), entry);
        size[run] = v->averaged ? average(v, run, entry) : (double)number[run];
        if (sx_is_special(number[run]) && !v->averaged)
            size[0] = -1; /* no size: a rank of some kind */
    }
    bool curve = v->by_curve && size[0] >= 0;
    sx_status st =
        curve ? sx_paper_size(v->arena, v->runs, v->space, size, v->reading->is_size,
                              ret_law, v->err)
              : sx_paper_number(v->arena, v->runs, v->space, number, ret_law, v->err);
    if (st || !v->averaged || ret_law->evidence.label == SX_LABEL_REFUSED)
        return st;
    bool fitted = ret_law->evidence.label == SX_LABEL_FITTED;
    ret_law->evidence.label = SX_LABEL_FITTED;
    ret_law->evidence.reason =
        sx_arena_printf(v->arena, "averaged over ranks and executions%s%s",
                        fitted ? "; " : "", fitted ? ret_law->evidence.reason : "");
    return ret_law->evidence.reason ? SX_OK : nomem(v);
}

/* A rank that is kept relative is (m + distance) mod s. */
static const sx_expr *absolute(const valuation *v, const sx_expr *expr)
{
    bool is_special = expr && expr->op == SX_EXPR_INT && sx_is_special(expr->value);
    if (!v->reading->relative || is_special)
        return expr;
    const sx_expr *own = sx_expr_var(v->arena, SX_VAR_COMM_RANK, 0, 0);
    if (expr && sx_expr_is_int(expr, 0))
        return own;
    return sx_expr_two(v->arena, SX_EXPR_MOD,
                       sx_expr_two(v->arena, SX_EXPR_ADD, own, expr),
                       sx_expr_var(v->arena, SX_VAR_COMM_SIZE, 0, 0));
}

/* It is the execution and the element of this sample. */
static const sx_expr *is_entry(const valuation *v, size_t i)
{
    const sx_samples *s = &v->reading->samples;
    const sx_expr *all = NULL;
    for (uint32_t c = 0; c <= s->ncounters; c++) {
        bool is_element = c == s->ncounters;
        if (is_element ? !s->lists : !(s->varying >> c & 1))
            continue;
        const sx_expr *var =
            is_element ? sx_expr_var(v->arena, SX_VAR_ELEMENT, 0, 0)
                       : sx_expr_var(v->arena, SX_VAR_COUNTER, 0, s->first_counter + c);
        int64_t value = is_element ? s->sample[i].element : s->sample[i].counter[c];
        const sx_expr *one =
            sx_expr_two(v->arena, SX_EXPR_EQ, var, sx_expr_int(v->arena, value));
        all = all ? sx_expr_two(v->arena, SX_EXPR_AND, all, one) : one;
    }
    return all ? all : sx_expr_int(v->arena, 1);
}

/* if(first entry, .., if(second entry, .., ..)). */
static sx_status assemble(valuation *v, sx_value *ret_value)
{
    const sx_expr *expr = NULL;
    sx_evidence evidence = { .label = SX_LABEL_EXACT };
    int64_t like = rank_at(v, v->base, 0);
    for (size_t j = v->nentries; j-- > 0;) {
        sx_law law;
        sx_status st = entry_law(v, j, &law);
        if (st)
            return st;
        if (!law.expr)
            law.expr = sx_expr_int(v->arena, value_at(v, like, j));
        if (v->averaged && v->reading->whole)
            law.expr = dealt_out(v->arena, law.expr);
        const sx_expr *entry = absolute(v, law.expr);
        const sx_expr *here = is_entry(v, v->reading->from[like] + j);
        if (!entry || !here)
            return nomem(v);
        evidence =
            expr ? sx_evidence_join(v->arena, evidence, law.evidence) : law.evidence;
        if (!expr || sx_expr_equal(expr, entry))
            expr = entry;
        else
            expr = sx_expr_make(v->arena, SX_EXPR_IF, here, entry, expr);
        if (!expr)
            return nomem(v);
    }
    bool row = v->reading->id != SX_PARAM_NONE && sx_param_is_index(v->reading->id);
    if (row && expr->op != SX_EXPR_INT && evidence.label != SX_LABEL_REFUSED)
        evidence = (sx_evidence) { .label = SX_LABEL_REFUSED,
                                   .reason = "rows of tables are no numbers" };
    *ret_value = sx_value_expr(expr, evidence);
    return SX_OK;
}

/* What no samples tell of: on average, or in the first rank. */
static sx_status unsampled(valuation *v, const sx_value *value, sx_value *ret_value)
{
    int64_t number = 0;
    const char *trouble = v->reading->samples.trouble;
    if (value->kind == SX_VALUE_DRAWN)
        number = sx_draw_typical(value, v->by_curve);
    const sx_expr *expr = sx_expr_int(v->arena, number);
    *ret_value = sx_value_expr(
        expr, (sx_evidence) { .label = SX_LABEL_REFUSED,
                              .reason = trouble ? trouble : "nobody executes it" });
    return expr ? SX_OK : nomem(v);
}

/* No input may be without it. */
static const char *missing(const valuation *v)
{
    for (size_t run = 0; run < v->runs->n; run++)
        if (v->group->n[run] == 0 || length_of(v, rank_at(v, run, 0)) == 0)
            return "an input is without it";
    return NULL;
}

sx_status sx_paper_value(sx_arena *arena, const sx_runs *runs,
                         const sx_paper_space *space, const sx_paper_reading *reading,
                         const sx_paper_group *group, const sx_value *value,
                         sx_value *ret_value, sx_error *err)
{
    valuation v = { .arena = arena,
                    .runs = runs,
                    .space = space,
                    .reading = reading,
                    .group = group,
                    .by_curve = reading->is_size || reading->id == SX_PARAM_NONE,
                    .base = runs->n - 1,
                    .nentries = 1,
                    .err = err };
    if (reading->claimed.expr) {
        *ret_value = sx_value_expr(reading->claimed.expr, reading->claimed.evidence);
        return SX_OK;
    }
    while (v.base > 0 && group->n[v.base] == 0)
        v.base--;
    if (reading->samples.trouble || group->n[v.base] == 0 ||
        length_of(&v, rank_at(&v, v.base, 0)) == 0)
        return unsampled(&v, value, ret_value);
    v.why = missing(&v);
    if (!v.why)
        settle(&v);
    if (!v.why)
        return assemble(&v, ret_value);
    const sx_expr *expr =
        absolute(&v, sx_expr_int(arena, value_at(&v, rank_at(&v, v.base, 0), 0)));
    *ret_value =
        sx_value_expr(expr, (sx_evidence) { .label = SX_LABEL_REFUSED, .reason = v.why });
    return expr ? SX_OK : nomem(&v);
}
