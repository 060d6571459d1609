/* Values of events and loops as expressions of C. */
#include "generate/c_writer.h"

#include <inttypes.h>

/* ---- sequences: a function of the number of the execution ---- */

static const char *number(sx_c_writer *w, int64_t value, const sx_c_special *special)
{
    sx_expr of = { .op = SX_EXPR_INT, .value = value };
    return sx_c_operand(w, &of, special);
}

/* The rank that is so far away. */
static const char *absolute(sx_c_writer *w, const char *distance)
{
    sx_c_need(w, SX_C_MODULO);
    return sx_c_text(w->arena, "modulo(%s + %s, %s)", sx_c_comm_rank_name(w, w->comm),
                     distance, sx_c_comm_size_name(w, w->comm));
}

/* How the elements of a sequence are written. */
typedef struct element_form {
    const sx_c_special *special;
    bool relative; /* distances are made ranks, one by one: others are names */
} element_form;

static uint32_t sequence_function(sx_c_writer *w, const sx_seq *seq, element_form form);

static const char *run_value(sx_c_writer *w, const sx_run *run, element_form form)
{
    if (run->sub)
        return sx_c_text(w->arena, "sequence%" PRIu32 "(k)",
                         sequence_function(w, run->sub, form));
    if (run->stride == 0) {
        const char *text = number(w, run->first, form.special);
        return form.relative && !sx_is_special(run->first) ? absolute(w, text) : text;
    }
    const char *sign = run->stride < 0 ? "-" : "+";
    int64_t step = run->stride < 0 ? -run->stride : run->stride;
    const char *times = step == 1 ? "k" : sx_c_text(w->arena, "%" PRId64 " * k", step);
    if (run->first != 0 || run->stride < 0)
        times = sx_c_text(w->arena, "%" PRId64 " %s %s", run->first, sign, times);
    return form.relative ? absolute(w, times) : times;
}

static uint64_t run_length(const sx_run *run)
{
    return run->sub ? run->count * run->sub->length : run->count;
}

static uint32_t sequence_function(sx_c_writer *w, const sx_seq *seq, element_form form)
{
    const char *text = "";
    for (uint32_t i = 0; i < seq->n; i++) {
        const char *value = run_value(w, &seq->run[i], form);
        if (i + 1 == seq->n)
            text = sx_c_text(w->arena, "%s    return %s;\n", text, value);
        else
            text = sx_c_text(w->arena,
                             "%s    if (k < %" PRIu64 ")\n        return %s;\n    k -= "
                             "%" PRIu64 ";\n",
                             text, run_length(&seq->run[i]), value,
                             run_length(&seq->run[i]));
    }
    text = sx_c_text(w->arena, "(long k)\n{\n    k %%= %" PRIu64 ";\n%s}\n", seq->length,
                     text);
    return sx_c_function_number(w, "sequence", text);
}

static bool has_names(const sx_seq *seq)
{
    for (uint32_t i = 0; i < seq->n; i++)
        if (seq->run[i].sub ? has_names(seq->run[i].sub)
                            : sx_is_special(seq->run[i].first))
            return true;
    return false;
}

static const char *sequence(sx_c_writer *w, const sx_seq *seq, bool relative,
                            const char *execution, const sx_c_special *special)
{
    const sx_seq *plain = sx_seq_plain(w->arena, seq);
    if (!plain)
        return NULL;
    if (plain->length == 1 || sx_seq_is_constant(plain)) {
        int64_t value = sx_seq_at(plain, 0);
        const char *text = number(w, value, special);
        return relative && !sx_is_special(value) ? absolute(w, text) : text;
    }
    element_form form = { special, relative && has_names(plain) };
    if (form.relative && w->comm_rank)
        sx_c_fail(w, "partners that are none now and then, on communicators that differ, "
                     "cannot be generated yet");
    const char *text = sx_c_text(w->arena, "sequence%" PRIu32 "(%s)",
                                 sequence_function(w, plain, form), execution);
    return relative && !form.relative ? absolute(w, text) : text;
}

/* ---- values ---- */

const char *sx_c_times(sx_c_writer *w, const sx_node *node)
{
    return sx_c_text(w->arena, "times%" PRIu32, node->id);
}

static const char *pieces(sx_c_writer *w, const sx_value *value, const char *execution,
                          const sx_c_special *special)
{
    const char *text = NULL;
    for (size_t i = value->npieces; i > 0; i--) {
        const sx_piece *of = &value->piece[i - 1];
        const char *own = sequence(w, of->seq, value->relative, execution, special);
        text = text ? sx_c_text(w->arena, "%s ? %s : %s",
                                sx_c_ranks_condition(w, &of->ranks), own, text)
                    : own;
    }
    return text && value->npieces > 1 ? sx_c_text(w->arena, "(%s)", text) : text;
}

/* Those of a run, as pieces: one for each different sequence. */
static bool to_pieces(sx_c_writer *w, const sx_value *value, const sx_domain *around,
                      sx_value *ret_value)
{
    sx_ranklist ranks = around->ranks;
    if (w->trace->p == 0 || around->kind == SX_DOMAIN_WHERE ||
        around->kind == SX_DOMAIN_BOXES) {
        sx_c_fail(w, "a value is listed by rank where no ranks are");
        return false;
    }
    if (around->kind == SX_DOMAIN_ALL &&
        sx_ranklist_range(w->arena, 0, w->trace->p, &ranks, w->err)) {
        w->status = SX_NOMEM;
        return false;
    }
    sx_status status = sx_value_to_pieces(w->arena, value, &ranks, ret_value, w->err);
    if (status)
        w->status = status;
    return !status;
}

const char *sx_c_value(sx_c_writer *w, const sx_value *value, const sx_domain *around,
                       const char *execution, const sx_c_special *special)
{
    sx_value of = *value;
    if (value->kind == SX_VALUE_EXPR)
        return sx_c_expr(w, value->expr, special);
    if (value->kind == SX_VALUE_DRAWN) {
        sx_c_fail(w, "values that are drawn from a set cannot be generated yet");
        return "0";
    }
    if (value->kind != SX_VALUE_PIECES && !to_pieces(w, value, around, &of))
        return "0";
    const char *text = pieces(w, &of, execution, special);
    return text ? text : "0";
}

bool sx_c_value_counts(const sx_value *value)
{
    if (value->kind == SX_VALUE_EXPR || value->kind == SX_VALUE_BY_RANK)
        return false;
    for (size_t i = 0; value->kind == SX_VALUE_PIECES && i < value->npieces; i++)
        if (value->piece[i].seq->length > 1)
            return true;
    return value->kind == SX_VALUE_BY_STEP;
}

bool sx_c_value_is_int(const sx_value *value, int64_t *ret_value)
{
    if (value->kind == SX_VALUE_EXPR && value->expr->op == SX_EXPR_INT) {
        *ret_value = value->expr->value;
        return true;
    }
    if (value->kind != SX_VALUE_PIECES || value->npieces != 1 || !value->piece[0].all ||
        value->relative || value->piece[0].seq->length != 1)
        return false;
    *ret_value = sx_seq_at(value->piece[0].seq, 0);
    return true;
}
