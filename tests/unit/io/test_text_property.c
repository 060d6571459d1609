/* Writing, reading and writing again gives the same bytes, whatever the trace; and no damage to a
 * text makes the reader do worse than to refuse it with a line. */
#include "io/text.h"
#include "random_trace.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>

enum { TRACES = TAP_RANDOM(250), DAMAGES = TAP_RANDOM(2500) };

static bool same_law(const sx_expr *a, const sx_evidence *of_a, const sx_expr *b,
                     const sx_evidence *of_b)
{
    bool doubts = of_a->label && of_a->doubt;
    if (!a != !b || (a && !sx_expr_equal(a, b)) || of_a->label != of_b->label ||
        doubts != (of_b->doubt != NULL) || !of_a->reason != !of_b->reason)
        return false;
    return (!doubts || sx_expr_equal(of_a->doubt, of_b->doubt)) &&
           (!of_a->reason || strcmp(of_a->reason, of_b->reason) == 0);
}

static bool same_value(const sx_value *a, const sx_value *b)
{
    return a->kind == b->kind &&
           same_law(a->kind == SX_VALUE_EXPR ? a->expr : NULL, &a->evidence,
                    b->kind == SX_VALUE_EXPR ? b->expr : NULL, &b->evidence);
}

/* Whatever has a name in the text is itself again. */
static bool same_laws(const sx_block *a, const sx_block *b)
{
    bool same = a->n == b->n;
    for (size_t i = 0; same && i < a->n; i++) {
        const sx_node *of_a = a->node[i], *of_b = b->node[i];
        bool where = of_a->ranks.kind == SX_DOMAIN_WHERE;
        same = of_a->ranks.kind == of_b->ranks.kind &&
               same_law(where ? of_a->ranks.where : NULL, &of_a->ranks.evidence,
                        where ? of_b->ranks.where : NULL, &of_b->ranks.evidence);
        if (of_a->kind == SX_NODE_LOOP)
            same = same && same_value(&of_a->trips, &of_b->trips) &&
                   same_laws(&of_a->body, &of_b->body);
        for (uint32_t k = 0; same && of_a->kind == SX_NODE_EVENT && k < of_a->nparams;
             k++)
            same = same_value(&of_a->param[k].value, &of_b->param[k].value);
    }
    return same;
}

static void same_bytes(void)
{
    int same = 0, formulas = 0, named = 0, parts = 0, reasons = 0, laws = 0;
    size_t bytes = 0;
    printf("# traces 0 .. %d\n", TRACES - 1);
    for (uint64_t i = 0; i < TRACES; i++) {
        sx_arena *arena = sx_arena_create();
        sx_buffer first = SX_BUFFER_INIT, second = SX_BUFFER_INIT;
        sx_trace trace = random_trace(arena, i), back = { 0 };
        sx_error err = { 0 };
        sx_text_write(&first, &trace);
        if (sx_text_read(arena, "first", first.data, first.size, &back, &err)) {
            printf("# trace %d: %s:%ld: %s\n", (int)i, err.file, err.line, err.text);
        } else {
            sx_text_write(&second, &back);
            same += first.size == second.size &&
                    memcmp(first.data, second.data, first.size) == 0 &&
                    back.nnodes == trace.nnodes;
            formulas += back.p == 0;
            named += strstr(first.data, "\nset 0 <") != NULL;
            parts += strstr(first.data, "\npart 1 {") != NULL;
            reasons += strstr(first.data, "\nwhy 0 \"") != NULL;
            laws += same_laws(&trace.program, &back.program);
        }
        bytes += first.size;
        sx_buffer_finish(&first);
        sx_buffer_finish(&second);
        sx_arena_destroy(arena);
    }
    is_int(same, TRACES,
           "random traces, written, read and written again: the same bytes");
    is_int(formulas, TRACES / 2, "half of them formula traces");
    ok(named > TRACES / 4 && named < TRACES, "%d with sets that have names", named);
    is_int(laws, TRACES, "the same laws, with the same evidence");
    ok(parts > TRACES / 10, "%d with parts of expressions that have names", parts);
    ok(reasons > TRACES / 10, "%d with reasons that do", reasons);
    ok(bytes > 1000u * TRACES, "they are not empty: %zu bytes", bytes);
}

/* A message, read and written as text, is the text. Its packed sequences are none of tables. */
static void passed_on(void)
{
    int same = 0, packed = 0;
    for (uint64_t i = 0; i < TRACES; i++) {
        sx_arena *arena = sx_arena_create();
        sx_buffer text = SX_BUFFER_INIT, again = SX_BUFFER_INIT;
        sx_buffer message[2] = { SX_BUFFER_INIT, SX_BUFFER_INIT };
        sx_trace trace = random_trace(arena, i), back = { 0 };
        sx_error err = { 0 };
        sx_text_write(&text, &trace);
        sx_text_write_message(&message[0], &trace);
        if (sx_text_read_message(arena, "message", message[0].data, message[0].size,
                                 &back, &err)) {
            printf("# trace %d: %s:%ld: %s\n", (int)i, err.file, err.line, err.text);
        } else {
            sx_text_write(&again, &back);
            sx_text_write_message(&message[1], &back);
            same += text.size == again.size && message[0].size == message[1].size &&
                    memcmp(text.data, again.data, text.size) == 0 &&
                    memcmp(message[0].data, message[1].data, message[0].size) == 0;
            packed += message[0].size > text.size;
        }
        for (int k = 0; k < 2; k++)
            sx_buffer_finish(&message[k]);
        sx_buffer_finish(&text);
        sx_buffer_finish(&again);
        sx_arena_destroy(arena);
    }
    is_int(same, TRACES, "messages, read and written as text: the same bytes");
    ok(packed > TRACES / 8, "%d of them pass packed sequences on", packed);
}

static unsigned below(unsigned *state, unsigned n)
{
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) % n;
}

/* Some bytes changed, removed or repeated. */
static void damage(sx_buffer *text, unsigned *state)
{
    static const char bytes[] = "0123456789 \n\"{}<>()@|~%!*.,/-+=xPres";
    for (unsigned i = 1 + below(state, 3); i > 0 && text->size > 1; i--) {
        size_t at = below(state, (unsigned)text->size - 1);
        switch (below(state, 3)) {
        case 0:
            text->data[at] = bytes[below(state, sizeof bytes - 1)];
            break;
        case 1:
            memmove(text->data + at, text->data + at + 1, text->size - at - 1);
            text->size--;
            break;
        default:
            text->data[at] = text->data[below(state, (unsigned)text->size - 1)];
        }
    }
}

static void damaged(void)
{
    unsigned state = 42;
    int handled = 0, refused = 0;
    printf("# seed %u\n", state);
    for (int i = 0; i < DAMAGES; i++) {
        sx_arena *arena = sx_arena_create();
        sx_trace trace = random_trace(arena, below(&state, 200)), back = { .p = -1 };
        sx_buffer text = SX_BUFFER_INIT;
        sx_error err = { 0 };
        sx_text_write(&text, &trace);
        damage(&text, &state);
        sx_status status =
            sx_text_read(arena, "damaged", text.data, text.size, &back, &err);
        if (status)
            handled +=
                back.p == -1 && err.status == status && err.line > 0 && err.text[0];
        else
            handled += back.p >= 0;
        refused += status != SX_OK;
        sx_buffer_finish(&text);
        sx_arena_destroy(arena);
    }
    is_int(handled, DAMAGES, "damaged texts are read, or refused with a line");
    ok(refused > DAMAGES / 2, "%d of them are refused", refused);
}

int main(void)
{
    same_bytes();
    passed_on();
    damaged();
    return tap_done();
}
