/* Which of the creating calls on its parent makes a communicator: a number, or a law where calls come before that other scales do not make, or make
 * more often. */
#include "extrap/infer_parts.h"
#include "law/column.h"
#include "trace/comm_row.h"

static sx_status nomem(const inference *inf)
{
    return sx_fail(inf->err, SX_NOMEM, "out of memory");
}

/* The serial number in each run that has it, at its first rank. False when out of memory. */
static bool gather(const inference *inf, size_t c, sx_samples *ret_samples)
{
    const sx_runs *runs = inf->runs;
    sx_sample *sample = SX_NEW_ARRAY(inf->arena, sx_sample, runs->n);
    size_t n = 0;
    for (size_t run = 0; sample && run < runs->n; run++)
        if (runs->comm_serial[c][run] >= 0)
            sample[n++] = (sx_sample) { .run = (uint32_t)run,
                                        .rank = runs->offset[run],
                                        .value = runs->comm_serial[c][run] };
    *ret_samples = (sx_samples) { .n = n, .sample = sample, .is_size = true };
    return sample;
}

/* Does this one open a row of those that are all made of one? */
static const sx_comm_row *row_of(const sx_trace *formula, uint32_t first)
{
    for (size_t c = formula->ncomms; c-- > 0 && formula->comm[c].row;)
        if (formula->comm[c].row->first == first && formula->comm[c].row->step)
            return formula->comm[c].row;
    return NULL;
}

/* Is it one of a row, behind the first one? */
static bool is_counted(const sx_trace *formula, uint32_t c)
{
    for (size_t k = formula->ncomms; k-- > 0 && formula->comm[k].row;) {
        const sx_comm_row *row = formula->comm[k].row;
        if (row->step && c > row->first && (c - row->first) % row->every == 0)
            return true;
    }
    return false;
}

/* How many calls make that one, or the row that it opens, at a scale; NULL: one. */
static const sx_expr *calls_of(const inference *inf, const sx_trace *formula, uint32_t c,
                               sx_evidence *evidence)
{
    const sx_domain *members = &formula->comm[c].members;
    const sx_comm_row *row = row_of(formula, c);
    const bool of_scale =
        members->kind == SX_DOMAIN_WHERE && sx_infer_is_of_scale(members->where);
    if (row)
        *evidence = sx_evidence_join(inf->arena, *evidence, row->count.evidence);
    else if (of_scale)
        *evidence = sx_evidence_join(inf->arena, *evidence, members->evidence);
    return row ? row->count.expr : of_scale ? members->where : NULL;
}

/* What is counted: so often each of a few laws. */
enum { LAWS = 8 };

typedef struct counts {
    size_t n;
    int64_t ones;
    const sx_expr *law[LAWS];
    int64_t times[LAWS];
} counts;

/* False where there are too many different ones. */
static bool count(counts *of, const sx_expr *law)
{
    size_t i = 0;
    of->ones += !law;
    while (law && i < of->n && !sx_expr_equal(of->law[i], law))
        i++;
    if (law && i == LAWS)
        return false;
    if (law && i == of->n) {
        of->law[of->n] = law;
        of->times[of->n++] = 0;
    }
    if (law)
        of->times[i]++;
    return true;
}

/* As many as the calls that come before; without an expression where these follow too many laws, or out of memory. */
static sx_value count_before(const inference *inf, const sx_trace *formula, uint32_t c)
{
    const sx_comm *comm = inf->runs->merged.comm;
    sx_evidence evidence = { .label = SX_LABEL_PROVED };
    counts of = { .n = 0 };
    bool few = true;
    for (uint32_t k = 2; k < inf->runs->merged.ncomms && few; k++)
        if (comm[k].parent == comm[c].parent && comm[k].serial < comm[c].serial &&
            !is_counted(formula, k))
            few = count(&of, calls_of(inf, formula, k, &evidence));
    const sx_expr *before = few ? sx_expr_int(inf->arena, of.ones) : NULL;
    for (size_t i = 0; i < of.n && before; i++)
        before =
            sx_expr_two(inf->arena, SX_EXPR_ADD, before,
                        sx_expr_two(inf->arena, SX_EXPR_MUL,
                                    sx_expr_int(inf->arena, of.times[i]), of.law[i]));
    return sx_value_expr(before, evidence);
}

static sx_status find_law(inference *inf, const sx_trace *formula, uint32_t c,
                          const sx_samples *samples, sx_value *ret_serials)
{
    size_t first;
    sx_law law = { 0 };
    *ret_serials = count_before(inf, formula, c);
    if (ret_serials->expr &&
        sx_column_matches(inf->runs, samples, ret_serials->expr, &first))
        return SX_OK;
    sx_status st = sx_infer_law(inf, samples, &law);
    if (!st && law.expr)
        law.expr = sx_infer_over_world(inf, law.expr);
    if (law.expr && !sx_infer_is_of_scale(law.expr))
        law = (sx_law) { NULL, { .label = SX_LABEL_REFUSED } };
    return st ? st : sx_infer_value(inf, samples, &law, ret_serials);
}

/* Those in a row follow the first one. */
static sx_status infer_row(inference *inf, const sx_trace *formula, sx_comm *entry)
{
    const sx_comm_row *row = entry->row;
    if (row->step == 0) { /* the only one that is made of the one before it */
        entry->serial = 0;
        return SX_OK;
    }
    entry->serial = formula->comm[row->first].serial;
    entry->serials = formula->comm[row->first].serials;
    for (uint32_t c = row->first; c < inf->runs->merged.ncomms; c += row->every) {
        sx_comm own;
        sx_status st = sx_comm_row_entry(inf->arena, entry, (c - row->first) / row->every,
                                         &own, inf->err);
        if (st)
            return st;
        formula->comm[c].serial = own.serial;
        formula->comm[c].serials = own.serials;
    }
    return SX_OK;
}

static sx_status infer_serial(inference *inf, const sx_trace *formula, uint32_t c)
{
    sx_comm *to = &formula->comm[c];
    sx_samples samples;
    bool same = true;
    if (!gather(inf, c, &samples))
        return nomem(inf);
    for (size_t i = 0; i < samples.n; i++)
        same = same && samples.sample[i].value == samples.sample[0].value;
    to->serial = sx_runs_serial(inf->runs, c);
    if (same)
        return SX_OK;
    sx_value *serials = SX_NEW(inf->arena, sx_value);
    sx_status st = serials ? find_law(inf, formula, c, &samples, serials) : nomem(inf);
    to->serials = serials;
    if (!st)
        to->members.evidence =
            sx_evidence_join(inf->arena, to->members.evidence, serials->evidence);
    return st;
}

sx_status sx_infer_serials(inference *inf, const sx_trace *formula)
{
    sx_status st = SX_OK;
    for (uint32_t c = 2; c < inf->runs->merged.ncomms && !st; c++)
        if (!is_counted(formula, c))
            st = infer_serial(inf, formula, c);
    for (size_t c = formula->ncomms; c-- > 0 && formula->comm[c].row && !st;)
        st = infer_row(inf, formula, &formula->comm[c]);
    return st;
}
