/* Programs of sequences of symbols: loops that are entered once, or not at all, at first; and whatever the sequence is, its
 * program goes through it. */
#include "record/flow.h"

#include "compress_tools.h"
#include "record/surprise.h"
#include "tests/tap.h"

#include <string.h>

enum { MOST = 4000 };

typedef struct sequence {
    uint32_t n, symbol[MOST];
} sequence;

static void add(sequence *s, uint32_t symbol)
{
    if (s->n < MOST)
        s->symbol[s->n++] = symbol;
}

/* Where a program is, by node. */
typedef struct runner {
    const uint32_t *symbol;
    uint32_t n, at;
    uint64_t entry[MOST];
} runner;

static bool goes(runner *r, const sx_block *block)
{
    bool same = true;
    for (size_t i = 0; i < block->n && same; i++) {
        const sx_node *node = block->node[i];
        if (node->kind == SX_NODE_EVENT) {
            same = r->at < r->n && r->symbol[r->at++] == node->site;
            continue;
        }
        int64_t trips = sx_seq_at(node->trips.piece[0].seq, r->entry[node->id]++);
        for (int64_t k = 0; k < trips && same; k++)
            same = goes(r, &node->body);
    }
    return same;
}

/* The program as text: events are letters. */
static void say(const sx_block *block, char *text)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        size_t n = strlen(text);
        text[n] = node->kind == SX_NODE_LOOP ? '(' : (char)('a' + node->site);
        text[n + 1] = 0;
        if (node->kind == SX_NODE_LOOP) {
            say(&node->body, text);
            strcat(text, ")");
        }
    }
}

static bool comes_back(const sequence *s, uint32_t symbols, bool thorough, char *text)
{
    sx_arena *arena = sx_arena_create();
    sx_trace trace = { .p = 1 };
    static runner r;
    r = (runner) { .symbol = s->symbol, .n = s->n };
    sx_flow_input input = { s->symbol, s->n, symbols, thorough ? UINT64_MAX : 0, { 0 } };
    bool same = sx_flow_program(arena, &input, &trace.program);
    sx_trace_number(&trace);
    same = same && trace.nnodes < MOST && goes(&r, &trace.program) && r.at == r.n;
    if (text) {
        *text = 0;
        say(&trace.program, text);
    }
    sx_arena_destroy(arena);
    return same;
}

static void test_triangle(uint32_t first)
{
    sequence s = { 0 };
    char text[100];
    for (uint32_t i = 0; i < 12; i++) {
        add(&s, 0);
        for (uint32_t k = 0; k < i + first; k++) {
            add(&s, 1);
            for (uint32_t m = 0; m < i + k; m++)
                add(&s, 2);
        }
        add(&s, 3);
    }
    ok(comes_back(&s, 4, true, text), "a triangle from %u comes back", first);
    ok(strcmp(text, "(a(b(c))d)") == 0, "a triangle from %u is %s", first, text);
}

static void test_optional(void)
{
    sequence s = { 0 };
    char text[100];
    for (uint32_t i = 0; i < 20; i++) {
        add(&s, 0);
        for (uint32_t k = 1; k < 3 && i % 3 == 1; k++)
            add(&s, k);
        add(&s, 3);
    }
    ok(comes_back(&s, 4, true, text) && strcmp(text, "(a(bc)d)") == 0,
       "what is left out together is one loop: %s", text);
}

/* The loop around begins and ends with loops of their own, so that what begins it also comes within. */
static void test_inner_ends(void)
{
    sequence s = { 0 };
    char text[100];
    for (uint32_t i = 0; i < 40; i++) {
        for (uint32_t k = 0; k < 5; k++)
            add(&s, 0);
        add(&s, 1);
        for (uint32_t k = 0; k < 3; k++)
            add(&s, 2);
    }
    ok(comes_back(&s, 3, true, text) && strcmp(text, "((a)b(c))") == 0,
       "a loop with loops at its ends is %s", text);
}

static void test_line(void)
{
    enum { N = 5 * 7 };
    uint32_t outer[N], inner[N], at[N], n = 0, terms;
    int64_t line[N], other[N];
    sx_line_counters counters = { 2, { outer, inner } };
    for (uint32_t i = 0; i < 5; i++)
        for (uint32_t k = i; k < 7; k++, n++) {
            outer[n] = i;
            at[n] = n;
            inner[n] = k - i;
            line[n] = 100 - 30 * (int64_t)i + 4 * (int64_t)inner[n];
            other[n] = line[n] + (n == 20);
        }
    ok(sx_line_fits(&counters, at, line, n, &terms) && terms == 2,
       "a line in two counters, with trips that differ, has two terms");
    ok(!sx_line_fits(&counters, at, other, n, &terms), "one other number is no line");
    counters.n = 1;
    ok(!sx_line_fits(&counters, at, line, n, &terms), "nor is one counter enough");
}

static void test_random(void)
{
    uint32_t wrong = 0, refused = 0;
    seed_random(7);
    for (uint32_t program = 0; program < 600; program++) {
        sequence s = { 0 };
        uint32_t symbols = 1 + (uint32_t)random_below(9),
                 n = 1 + (uint32_t)random_below(300);
        for (uint32_t i = 0; i < n; i++)
            add(&s, (uint32_t)random_below(random_below(2) ? symbols : 1 + i % symbols));
        for (int thorough = 0; thorough < 2; thorough++) {
            sx_flow_input input = {
                s.symbol, s.n, symbols, thorough ? UINT64_MAX : 0, { 0 }
            };
            uint64_t weight;
            refused += !sx_flow_weigh(&input, UINT64_MAX, &weight);
            wrong += !comes_back(&s, symbols, thorough, NULL);
        }
    }
    ok(wrong == 0 && refused == 0,
       "random sequences: %u of 1,200 come back changed, %u have no weight", wrong,
       refused);
}

static void test_surprise(void)
{
    int64_t line[600], period[600], random[600];
    for (int i = 0; i < 600; i++) {
        line[i] = 5 * (i / 12) + 2 * (i % 12);
        period[i] = (i % 3) * (i % 3 - 7) + i % 2;
        random[i] = (int64_t)random_below(1000);
    }
    uint64_t of_line = sx_surprise_count(line, 600),
             of_period = sx_surprise_count(period, 600);
    ok(of_line <= 100 && of_period < 10 && sx_surprise_count(random, 600) > 500,
       "lines and periods are no surprise (%llu, %llu)", (unsigned long long)of_line,
       (unsigned long long)of_period);
}

int main(void)
{
    test_triangle(0);
    test_triangle(1);
    test_triangle(2);
    test_optional();
    test_inner_ends();
    test_line();
    test_random();
    test_surprise();
    return tap_done();
}
