/* Packed sequences in a merge: where values are needed after all, the trace is the one that comes of runs. */
#include "base/checked.h"
#include "io/text.h"
#include "tap.h"
#include "trace/merge.h"

#include <stdlib.h>
#include <string.h>

enum { TRIPS = 300, RANKS = 2 };

/* Rank r's trace: random trips, in which an event counts them, another has sizes without a law, and another types, which
 * have other numbers on each rank. */
static char *text_of(sx_arena *arena, int r)
{
    sx_buffer out = SX_BUFFER_INIT, trips = SX_BUFFER_INIT, line = SX_BUFFER_INIT;
    sx_buffer random = SX_BUFFER_INIT, type = SX_BUFFER_INIT;
    const char *const name[] = { "int", "char", "double" };
    uint64_t n = 0;
    for (uint64_t i = 0; i < TRIPS; i++) {
        uint64_t length = 2 + sx_hash_mix(i + 7 * (uint64_t)r) % 9;
        sx_buffer_printf(&trips, "%s%d", i ? "," : "", (int)length);
        for (uint64_t k = 0; k < length; k++, n++) {
            const char *comma = n ? "," : "";
            sx_buffer_printf(&line, "%s%d", comma, (int)(17 * i + 3 * k));
            sx_buffer_printf(&random, "%s%d", comma, (int)(sx_hash_mix(n + 99) % 50000));
            sx_buffer_printf(&type, "%s%d", comma,
                             ((int)(sx_hash_mix(n + 9) % 3) + r) % 3);
        }
    }
    sx_buffer_printf(
        &out, "scalatrace 1\nranks 2\nmodule 0 \"app\"\nsite 0 0+0x1\ncomm 0 world\n"
              "comm 1 self\n");
    for (int i = 0; i < 3; i++)
        sx_buffer_printf(&out, "type %d \"%s\" 4\n", i, name[(i + 3 - r) % 3]);
    sx_buffer_printf(&out,
                     "program\nloop %d ranks=<0 %d> {\n  loop (%s) {\n"
                     "    Send site=0 comm=0 peer=0 count=(%s) type=(%s) tag=(%s)\n"
                     "  }\n}\nend\n",
                     TRIPS, r, trips.data, line.data, type.data, random.data);
    char *text = sx_arena_string(arena, out.data, out.size);
    sx_buffer *const all[] = { &out, &trips, &line, &random, &type };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        sx_buffer_finish(all[i]);
    return text;
}

/* The trace of both ranks as text; from messages, or from what is in runs throughout. */
static char *merged(sx_arena *arena, bool messages, bool *ret_packed)
{
    const sx_merge_options options = { .pool_times = true };
    sx_trace trace[RANKS], both;
    sx_error err = { .text = "" };
    sx_buffer out = SX_BUFFER_INIT;
    *ret_packed = true;
    for (int r = 0; r < RANKS; r++) {
        char *text = text_of(arena, r);
        sx_status status =
            sx_text_read(arena, "rank", text, strlen(text), &trace[r], &err);
        ok(!status, "rank %d is read: line %ld: %s", r, err.line, err.text);
        if (!messages)
            continue;
        sx_buffer message = SX_BUFFER_INIT;
        sx_text_write_message(&message, &trace[r]);
        text = sx_arena_string(arena, message.data, message.size);
        status = sx_text_read_message(arena, "rank", text, message.size, &trace[r], &err);
        ok(!status, "its message is read: line %ld: %s", err.line, err.text);
        const sx_node *loop = trace[r].program.node[0]->body.node[0];
        *ret_packed = *ret_packed && sx_seq_is_packed(loop->trips.piece->seq);
        for (uint32_t k = 2; k < loop->body.node[0]->nparams; k++)
            *ret_packed = *ret_packed &&
                          sx_seq_is_packed(loop->body.node[0]->param[k].value.piece->seq);
        sx_buffer_finish(&message);
    }
    sx_status status = sx_trace_merge(arena, &trace[0], &trace[1], &options, &both, &err);
    if (!status)
        status = sx_trace_canonical(arena, &both, &err);
    ok(!status, "both ranks are merged: %s", err.text);
    if (!status)
        sx_text_write(&out, &both);
    char *text = sx_arena_string(arena, out.data ? out.data : "", out.size);
    sx_buffer_finish(&out);
    return text;
}

static void same_trace(void)
{
    bool packed;
    sx_arena *arena = sx_arena_create();
    const char *plain = merged(arena, false, &packed);
    const char *passed = merged(arena, true, &packed);
    ok(packed, "messages have trips, counts, types and tags packed");
    ok(strcmp(passed, plain) == 0, "the merged trace is the same");
    ok(strstr(plain, "count={17 * i1 + 3 * i2}"), "the line in the counters is found");
    sx_arena_destroy(arena);
}

static void equal(void)
{
    sx_arena *arena = sx_arena_create();
    int64_t value[TRIPS];
    for (uint64_t i = 0; i < TRIPS; i++)
        value[i] = (int64_t)(sx_hash_mix(i) % 1000);
    const sx_seq *runs = sx_seq_from_values(arena, value, TRIPS, true);
    const sx_seq *packed = sx_text_pack(arena, runs);
    const sx_seq *copy = sx_seq_copy(arena, packed), *plain = sx_seq_plain(arena, packed);
    value[7]++;
    const sx_seq *other =
        sx_text_pack(arena, sx_seq_from_values(arena, value, TRIPS, true));
    ok(sx_seq_is_packed(packed) && sx_seq_is_packed(copy) && sx_seq_is_packed(other) &&
           !sx_seq_is_packed(plain),
       "long sequences without a pattern are packed, and unpacked");
    ok(sx_seq_equal(packed, runs) && sx_seq_equal(runs, packed) &&
           sx_seq_equal(packed, copy) && sx_seq_equal(packed, plain),
       "packed or not, equal values are equal");
    ok(!sx_seq_equal(packed, other) && !sx_seq_equal(other, runs), "and others are not");
    ok(sx_seq_weight(packed) == sx_seq_weight(runs) && packed->length == runs->length &&
           !sx_seq_is_constant(packed),
       "weight and length are those of the runs");
    sx_arena_destroy(arena);
}

int main(void)
{
    same_trace();
    equal();
    return tap_done();
}
