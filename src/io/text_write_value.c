#include "io/pack.h"
#include "io/text_writer.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_int(sx_buffer *out, int64_t value)
{
    if (value == SX_NULL)
        sx_buffer_puts(out, "null");
    else if (value == SX_ANY)
        sx_buffer_puts(out, "any");
    else if (value == SX_ROOT)
        sx_buffer_puts(out, "root");
    else
        sx_buffer_int(out, value);
}

void sx_text_put_string(sx_buffer *out, const char *text)
{
    sx_buffer_puts(out, "\"");
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            sx_buffer_printf(out, "\\%c", *text);
        else if (*text == '\n')
            sx_buffer_puts(out, "\\n");
        else if (*text == '\t')
            sx_buffer_puts(out, "\\t");
        else if (*text < ' ' || *text > '~')
            sx_buffer_printf(out, "\\x%02x", (unsigned)(unsigned char)*text);
        else
            sx_buffer_append(out, text, 1);
    }
    sx_buffer_puts(out, "\"");
}

void sx_text_put_expr(sx_text_writer *w, const sx_expr *expr)
{
    sx_buffer_puts(w->out, "{");
    sx_expr_print(w->out, sx_text_with_parts(w, expr), &w->names);
    sx_buffer_puts(w->out, "}");
}

static void put_group(sx_buffer *out, const sx_seq *seq);

static void put_after(sx_buffer *out, const char *mark, int64_t value)
{
    sx_buffer_puts(out, mark);
    sx_buffer_int(out, value);
}

static void put_run(sx_buffer *out, const sx_run *run)
{
    if (run->sub) {
        put_group(out, run->sub);
        put_after(out, "*", (int64_t)run->count);
        return;
    }
    put_int(out, run->first);
    if (run->count == 1)
        return;
    if (run->stride == 0) {
        put_after(out, "*", (int64_t)run->count);
        return;
    }
    put_after(out, "..", run->first + (int64_t)(run->count - 1) * run->stride);
    if (run->stride != 1)
        put_after(out, "/", run->stride);
}

static void put_items(sx_buffer *out, const sx_seq *seq)
{
    for (uint32_t i = 0; i < seq->n; i++) {
        sx_buffer_puts(out, i ? "," : "(");
        put_run(out, &seq->run[i]);
    }
    sx_buffer_puts(out, ")");
}

/* Shorter texts stay as they are, for people. Those with more values a character than DENSEST, or that
 * repetitions make a FOLDED-th of their length, are regular. */
enum { PACKED_FROM = 200, DENSEST = 8, FOLDED = 4 };

/* `one` is scratch. */
static size_t size_of_run(sx_buffer *one, const sx_run *run)
{
    one->size = 0;
    put_run(one, run);
    return one->size;
}

/* Of a sequence without sub-sequences, which takes no memory; 0 when there is none at all. */
static size_t size_of_items(const sx_seq *seq)
{
    sx_buffer one = SX_BUFFER_INIT;
    size_t size = 1;
    for (uint32_t i = 0; i < seq->n; i++)
        size += 1 + size_of_run(&one, &seq->run[i]);
    size = sx_buffer_status(&one) ? 0 : size;
    sx_buffer_finish(&one);
    return size;
}

/* The sequence, chunk by chunk: seeking costs as many steps as there are runs. */
enum { CHUNK = 1 << 14 };

static void read_seq(const void *context, uint64_t from, uint64_t n, int64_t *ret_value)
{
    sx_seq_expand(context, from, n, ret_value);
}

/* The same numbers as a literal sequence. */
typedef struct literal {
    size_t size; /* of its text */
    uint64_t runs, hash;
} literal;

static void add_run(literal *to, sx_buffer *one, const sx_run *run)
{
    to->size += 1 + size_of_run(one, run);
    to->hash = sx_seq_hash_more(to->hash, run);
    to->runs++;
}

/* False when out of memory. */
static bool measure_literal(const sx_numbers *numbers, literal *ret)
{
    int64_t *chunk = malloc(CHUNK * sizeof *chunk);
    sx_buffer one = SX_BUFFER_INIT;
    sx_run open = { .count = 0 }, done;
    literal made = { .size = 1 };
    for (uint64_t k = 0; chunk && k < numbers->n; k++) {
        uint64_t left = numbers->n - k;
        if (k % CHUNK == 0)
            numbers->read(numbers->context, k, left < CHUNK ? left : CHUNK, chunk);
        while (!sx_run_extend(&open, chunk[k % CHUNK])) {
            done = sx_run_cut(&open);
            add_run(&made, &one, &done);
        }
    }
    while (open.count) {
        done = sx_run_cut(&open);
        add_run(&made, &one, &done);
    }
    bool right = chunk && !sx_buffer_status(&one);
    *ret = made;
    sx_buffer_finish(&one);
    free(chunk);
    return right;
}

/* Appends the payload where, with its length, it takes at most three quarters of the text of the same values, `plain`
 * bytes (0: as a literal sequence). The payload is read back as a literal sequence, so its text decides as well:
 * what is read is then written in the same way. */
static bool put_payload(sx_buffer *out, const sx_numbers *numbers, size_t plain,
                        literal *ret_literal)
{
    size_t before = out->size;
    if (!measure_literal(numbers, ret_literal))
        return false;
    size_t size = ret_literal->size;
    plain = plain ? plain : size;
    if (size < PACKED_FROM || size / FOLDED > plain || numbers->n / DENSEST > plain ||
        !sx_pack(out, numbers))
        return false;
    size_t packed =
        out->size - before + (size_t)snprintf(NULL, 0, "#%" PRIu64 "=", numbers->n);
    bool pack = 4 * packed <= 3 * plain && 4 * packed <= 3 * size;
    if (!pack)
        sx_buffer_cut(out, before);
    return pack;
}

/* #length=payload, or in a message #length/weight/hash=payload. */
static void put_packed(sx_buffer *out, const sx_seq *seq, bool message,
                       const char *payload, size_t size)
{
    sx_buffer_printf(out, "#%" PRIu64, seq->length);
    if (message)
        sx_buffer_printf(out, "/%" PRIu64 "/%" PRIx64, sx_seq_weight(seq), seq->hash);
    sx_buffer_puts(out, "=");
    sx_buffer_append(out, payload, size);
}

/* The payload that the sequence is written as. False when it is not; then ret_plain has its items where these nest:
 * what is below is not written twice. */
static bool choose_payload(const sx_seq *seq, sx_buffer *ret_payload,
                           sx_buffer *ret_plain)
{
    const sx_numbers numbers = { seq->length, read_seq, seq };
    literal measured;
    if (seq->depth > 1)
        put_items(ret_plain, seq);
    size_t plain = seq->depth > 1 ? ret_plain->size : size_of_items(seq);
    return plain >= PACKED_FROM && seq->length / DENSEST <= plain &&
           put_payload(ret_payload, &numbers, plain, &measured);
}

static void put_either(sx_buffer *out, const sx_seq *seq, bool message)
{
    sx_buffer plain = SX_BUFFER_INIT, payload = SX_BUFFER_INIT;
    if (choose_payload(seq, &payload, &plain))
        put_packed(out, seq, message, payload.data, payload.size);
    else if (seq->depth > 1)
        sx_buffer_append(out, plain.data, plain.size);
    else
        put_items(out, seq);
    if (sx_buffer_status(&plain) || sx_buffer_status(&payload))
        out->status = SX_NOMEM;
    sx_buffer_finish(&plain);
    sx_buffer_finish(&payload);
}

static void put_group(sx_buffer *out, const sx_seq *seq)
{
    put_either(out, seq, false);
}

static void put_seq(sx_buffer *out, const sx_seq *seq, bool message)
{
    if (sx_seq_is_packed(seq))
        put_packed(out, seq, message, seq->packed->payload, seq->packed->size);
    else if (seq->n == 1)
        put_run(out, seq->run);
    else
        put_either(out, seq, message);
}

/* Takes over the payload. NULL when out of memory. */
static const sx_seq *packed_seq(sx_arena *arena, sx_buffer *payload, uint64_t length,
                                uint64_t hash, uint64_t weight)
{
    const sx_packed packed = { .payload =
                                   sx_arena_string(arena, payload->data, payload->size),
                               .size = payload->size,
                               .weight = weight,
                               .unpack = sx_unpack_some };
    sx_buffer_finish(payload);
    return packed.payload ? sx_seq_from_packed(arena, length, hash, &packed) : NULL;
}

const sx_seq *sx_text_pack(sx_arena *arena, const sx_seq *seq)
{
    sx_buffer plain = SX_BUFFER_INIT, payload = SX_BUFFER_INIT;
    const sx_seq *result = seq;
    if (seq->n < 2)
        return seq;
    bool packs = choose_payload(seq, &payload, &plain);
    if (sx_buffer_status(&plain) || sx_buffer_status(&payload))
        result = NULL;
    else if (packs)
        result = packed_seq(arena, &payload, seq->length, seq->hash, sx_seq_weight(seq));
    sx_buffer_finish(&plain);
    sx_buffer_finish(&payload);
    return result;
}

sx_status sx_text_pack_numbers(sx_arena *arena, const sx_numbers *numbers,
                               const sx_seq **ret_seq)
{
    sx_buffer payload = SX_BUFFER_INIT;
    literal measured;
    *ret_seq = NULL;
    bool packs = put_payload(&payload, numbers, 0, &measured);
    sx_status status = sx_buffer_status(&payload);
    if (packs && !status) {
        *ret_seq = packed_seq(arena, &payload, numbers->n, measured.hash, measured.runs);
        status = *ret_seq ? SX_OK : SX_NOMEM;
    }
    sx_buffer_finish(&payload);
    return status;
}

void sx_text_put_evidence(sx_text_writer *w, const sx_evidence *evidence)
{
    if (evidence->label != SX_LABEL_RECORDED)
        sx_buffer_printf(w->out, " !%s", sx_label_name(evidence->label));
    if (evidence->label != SX_LABEL_RECORDED && evidence->doubt) {
        sx_buffer_puts(w->out, " unless ");
        sx_text_put_expr(w, evidence->doubt);
    }
    if (evidence->reason) {
        sx_buffer_puts(w->out, " ");
        sx_text_put_reason(w, evidence->reason);
    }
}

static void put_pieces(sx_text_writer *w, const sx_value *value, bool message)
{
    sx_buffer *out = w->out;
    for (size_t i = 0; i < value->npieces; i++) {
        static const char *const prefix[] = {
            [SX_ORDER_KEPT] = "", [SX_ORDER_DRAWN] = "?", [SX_ORDER_DEALT] = "&"
        };
        if (i)
            sx_buffer_puts(out, "|");
        sx_buffer_puts(out, prefix[value->piece[i].order]);
        put_seq(out, value->piece[i].seq,
                message && value->piece[i].order == SX_ORDER_KEPT);
        if (value->piece[i].all)
            break;
        sx_buffer_puts(out, "@");
        sx_text_put_ranklist(w, &value->piece[i].ranks);
    }
}

static void put_listed(sx_text_writer *w, const sx_value *value, bool message)
{
    sx_buffer *out = w->out;
    switch (value->kind) {
    case SX_VALUE_BY_RANK:
        sx_buffer_puts(out, "%");
        put_seq(out, value->by_rank, false);
        break;
    case SX_VALUE_PIECES:
    case SX_VALUE_DRAWN:
        put_pieces(w, value, message);
        break;
    case SX_VALUE_BY_STEP:
        for (uint32_t i = 0; i < value->nsteps; i++) {
            sx_buffer_puts(out, i ? ";" : "[");
            put_listed(w, &value->step[i], false);
        }
        sx_buffer_puts(out, "]");
        break;
    case SX_VALUE_EXPR:
        break;
    }
}

static void put_value(sx_text_writer *w, const sx_value *value, bool message)
{
    if (value->kind == SX_VALUE_EXPR) {
        sx_text_put_law(w, value->expr, &value->evidence);
        return;
    }
    sx_buffer_puts(w->out, value->relative ? "~" : "");
    put_listed(w, value, message);
    sx_text_put_evidence(w, &value->evidence);
}

void sx_text_put_value(sx_text_writer *w, const sx_value *value)
{
    put_value(w, value, false);
}

void sx_text_put_passed(sx_text_writer *w, const sx_value *value)
{
    put_value(w, value, w->message);
}

static void put_box(sx_text_writer *w, const sx_box *box)
{
    sx_buffer_printf(w->out, "<%" PRIu32 " ", box->ndims);
    sx_text_put_expr(w, box->start);
    for (uint32_t d = 0; d < box->ndims; d++) {
        sx_buffer_puts(w->out, " ");
        sx_text_put_expr(w, box->dim[d].iters);
        sx_buffer_puts(w->out, " ");
        sx_text_put_expr(w, box->dim[d].stride);
    }
    sx_buffer_puts(w->out, ">");
}

void sx_text_put_domain(sx_text_writer *w, const sx_domain *domain)
{
    const sx_evidence *evidence = &domain->evidence;
    if (domain->kind == SX_DOMAIN_ALL && evidence->label == SX_LABEL_RECORDED &&
        !evidence->reason)
        return;
    sx_buffer_puts(w->out, " ranks=");
    switch (domain->kind) {
    case SX_DOMAIN_ALL:
        sx_text_put_law(w, NULL, evidence);
        return;
    case SX_DOMAIN_RANKS:
        sx_text_put_ranklist(w, &domain->ranks);
        break;
    case SX_DOMAIN_BOXES:
        for (size_t i = 0; i < domain->nboxes; i++)
            put_box(w, &domain->box[i]);
        break;
    case SX_DOMAIN_WHERE:
        sx_text_put_law(w, domain->where, evidence);
        return;
    }
    sx_text_put_evidence(w, evidence);
}
