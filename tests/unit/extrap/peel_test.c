/* Calls that one trace has in the last trip of a loop, or the first, and another behind it, or before. */
#include "align/peel.h"

#include "../../tap.h"

#include <string.h>

static sx_arena *arena;

static sx_node *call(sx_op op)
{
    sx_node *node = SX_NEW(arena, sx_node);
    node->op = op;
    return node;
}

static sx_block block(size_t n, sx_node *const *node)
{
    return (sx_block) { n, sx_arena_copy(arena, node, n, sizeof *node) };
}

/* Ranks from `first` on make these trips, each entry as many as the next. */
static sx_node *loop(sx_rank first, const int64_t *trips, uint64_t n, sx_block body)
{
    sx_node *node = SX_NEW(arena, sx_node);
    sx_piece *piece = SX_NEW(arena, sx_piece);
    *piece = (sx_piece) { .all = true, .seq = sx_seq_from_values(arena, trips, n, true) };
    *node = (sx_node) { .kind = SX_NODE_LOOP, .body = body };
    if (first > 0) {
        node->ranks.kind = SX_DOMAIN_RANKS;
        sx_ranklist_range(arena, first, 4 - first, &node->ranks.ranks, NULL);
    }
    node->trips = (sx_value) { .kind = SX_VALUE_PIECES, .npieces = 1, .piece = piece };
    return node;
}

#define LOOP(FIRST, TRIPS, ...)                                                          \
    loop(FIRST, (const int64_t[])TRIPS,                                                  \
         sizeof((const int64_t[])TRIPS) / sizeof(int64_t), __VA_ARGS__)
#define BLOCK(...)                                                                       \
    block(sizeof((sx_node *[]) { __VA_ARGS__ }) / sizeof(sx_node *),                     \
          (sx_node *[]) { __VA_ARGS__ })
#define TRIPS(...)                                                                       \
    {                                                                                    \
        __VA_ARGS__                                                                      \
    }

static sx_trace trace_of(sx_block program)
{
    static sx_site site[1];
    return (sx_trace) { .p = 4, .nsites = 1, .site = site, .program = program };
}

static void peel(sx_trace *a, sx_trace *b)
{
    is_int(sx_peel(arena, (sx_trace *[]) { a, b }, 2, NULL, NULL), SX_OK, "peeled");
}

/* Operations in their order, '(' and ')' around those of a loop. */
static void is_program(const sx_block *of, const char *want, const char *what)
{
    char text[64] = "";
    size_t n = 0;
    for (size_t i = 0; i < of->n && n < 60; i++) {
        const sx_node *node = of->node[i];
        if (node->kind == SX_NODE_EVENT)
            text[n++] = node->op == SX_OP_Send ? 's' : node->op == SX_OP_Recv ? 'r' : 'b';
        else
            for (size_t k = 0; k < node->body.n + 2 && n < 60; k++)
                text[n++] = k == 0                                         ? '('
                            : k > node->body.n                             ? ')'
                            : node->body.node[k - 1]->kind == SX_NODE_LOOP ? 'o'
                                                                           : '.';
    }
    text[n] = '\0';
    ok(strcmp(text, want) == 0, "%s: %s is %s", what, text, want);
}

int main(void)
{
    arena = sx_arena_create();
    sx_node *s = call(SX_OP_Send), *r = call(SX_OP_Recv), *b = call(SX_OP_Barrier);
    sx_trace with = trace_of(
        BLOCK(LOOP(0, TRIPS(4), BLOCK(s, LOOP(0, TRIPS(0, 0, 0, 1), BLOCK(r, b)))), s));
    sx_trace without = trace_of(BLOCK(LOOP(0, TRIPS(6), BLOCK(s)), r, b, s));
    sx_trace again = with;
    peel(&with, &again);
    is_program(&with.program, "(.o)s", "what all traces have stays");
    peel(&with, &without);
    is_program(&with.program, "(.)rbs", "behind the loop as in the other trace");
    is_program(&without.program, "(.)rbs", "which stays");
    is_program(&again.program, "(.o)s", "what was there is not changed");

    sx_trace first = trace_of(
        BLOCK(LOOP(0, TRIPS(3), BLOCK(LOOP(2, TRIPS(5, 0, 0), BLOCK(r)), s, b))));
    sx_trace before =
        trace_of(BLOCK(LOOP(2, TRIPS(5), BLOCK(r)), LOOP(0, TRIPS(2), BLOCK(s, b))));
    peel(&first, &before);
    is_program(&first.program, "(.)(..)", "before it, for those who make it");
    is_int(first.program.node[0]->ranks.kind, SX_DOMAIN_RANKS, "ranks 2 and 3");
    const sx_value *trips = &first.program.node[0]->trips;
    is_int(sx_seq_at(sx_value_seq(trips, 3), 0), 5, "five times");

    sx_trace other = trace_of(
        BLOCK(LOOP(0, TRIPS(4), BLOCK(s, LOOP(0, TRIPS(0, 1, 0, 1), BLOCK(r, b)))), s));
    peel(&other, &without);
    is_program(&other.program, "(.o)s", "what other trips have as well stays");
    sx_trace entries = trace_of(
        BLOCK(LOOP(0, TRIPS(2),
                   BLOCK(b, LOOP(0, TRIPS(3, 2),
                                 BLOCK(s, LOOP(0, TRIPS(0, 0, 1, 0, 0), BLOCK(r))))))));
    sx_trace short_entries =
        trace_of(BLOCK(LOOP(0, TRIPS(2), BLOCK(b, LOOP(0, TRIPS(4), BLOCK(s)), r)), b));
    peel(&entries, &short_entries);
    is_program(&entries.program.node[0]->body, "b(.)(.)", "inside of another loop");
    trips = &entries.program.node[0]->body.node[2]->trips;
    is_int(sx_seq_at(sx_value_seq(trips, 0), 0), 1, "in its first entry");
    is_int(sx_seq_at(sx_value_seq(trips, 0), 1), 0, "and not in its second");
    sx_arena_destroy(arena);
    return tap_done();
}
