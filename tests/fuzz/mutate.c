#include "mutate.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct text {
    char *at;
    size_t size, most;
    uint64_t random;
} text;

typedef struct span {
    size_t from, to;
} span;

static uint64_t draw(text *t, uint64_t n)
{
    t->random ^= t->random << 13;
    t->random ^= t->random >> 7;
    t->random ^= t->random << 17;
    return n ? (t->random >> 11) % n : 0;
}

/* Puts `size` bytes, which are not in the text, in place of a span. */
static void put(text *t, span s, const char *bytes, size_t size)
{
    if (t->size - (s.to - s.from) + size > t->most)
        return;
    memmove(t->at + s.from + size, t->at + s.to, t->size - s.to);
    memcpy(t->at + s.from, bytes, size);
    t->size = t->size - (s.to - s.from) + size;
}

static void put_copy(text *t, span to, span from)
{
    size_t size = from.to - from.from;
    char *copy = malloc(size + 1);
    if (!copy)
        return;
    memcpy(copy, t->at + from.from, size);
    put(t, to, copy, size);
    free(copy);
}

static void swap(text *t, span a, span b)
{
    if (a.from > b.from) {
        span c = a;
        a = b;
        b = c;
    }
    if (a.to > b.from)
        return;
    size_t size = a.to - a.from;
    char *copy = malloc(size + 1);
    if (!copy)
        return;
    memcpy(copy, t->at + a.from, size);
    if (t->size - size + (b.to - b.from) <= t->most) { /* between both */
        put_copy(t, a, b);
        size_t moved = (b.to - b.from) - size; /* wraps back where it is negative */
        put(t, (span) { b.from + moved, b.to + moved }, copy, size);
    }
    free(copy);
}

/* ---- what there is ---- */

static span line_at(const text *t, size_t at)
{
    span s = { at, at };
    while (s.from > 0 && t->at[s.from - 1] != '\n')
        s.from--;
    while (s.to < t->size && t->at[s.to] != '\n')
        s.to++;
    s.to += s.to < t->size;
    return s;
}

static size_t indent(const text *t, span line)
{
    size_t n = 0;
    while (line.from + n < line.to && t->at[line.from + n] == ' ')
        n++;
    return n;
}

/* The line at a place and what is indented below it; for a loop, its end, too. */
static span node_at(const text *t, size_t at)
{
    span s = line_at(t, at);
    size_t depth = indent(t, s);
    while (s.to < t->size) {
        span next = line_at(t, s.to);
        bool closes = indent(t, next) == depth && t->at[next.from + depth] == '}';
        if (!closes && indent(t, next) <= depth)
            break;
        s.to = next.to;
        if (closes)
            break;
    }
    return s;
}

/* Some line of a program: an event or a loop. {0, 0} where none is met. */
static span some_node(text *t)
{
    for (int tries = 0; tries < 30; tries++) {
        span s = line_at(t, (size_t)draw(t, t->size));
        size_t first = s.from + indent(t, s);
        if (first >= t->size)
            continue;
        size_t left = s.to - first;
        if (isupper((unsigned char)t->at[first]) ||
            (left > 5 && memcmp(t->at + first, "loop ", 5) == 0))
            return node_at(t, s.from);
    }
    return (span) { 0, 0 };
}

static bool is_digit(const text *t, size_t at)
{
    return at < t->size && isdigit((unsigned char)t->at[at]);
}

static span some_number(text *t)
{
    for (int tries = 0; tries < 200; tries++) {
        size_t at = (size_t)draw(t, t->size);
        if (!is_digit(t, at))
            continue;
        span s = { at, at };
        while (s.from > 0 && is_digit(t, s.from - 1))
            s.from--;
        while (is_digit(t, s.to))
            s.to++;
        if (s.from > 0 && t->at[s.from - 1] == '-')
            s.from--;
        return s;
    }
    return (span) { 0, 0 };
}

/* The value behind a '=', of some attribute, or of one with the same key as another. */
static span some_value(text *t, const span *like)
{
    size_t key = 0;
    if (like)
        while (key < like->from && t->at[like->from - key - 1] != ' ')
            key++;
    for (int tries = 0; tries < 400; tries++) {
        size_t at = (size_t)draw(t, t->size);
        while (at < t->size && t->at[at] != '=')
            at++;
        span s = { at + 1, at + 1 };
        if (s.from >= t->size ||
            (like && (s.from < key ||
                      memcmp(t->at + s.from - key, t->at + like->from - key, key) != 0)))
            continue;
        while (s.to < t->size && t->at[s.to] != ' ' && t->at[s.to] != '\n')
            s.to++;
        return s;
    }
    return (span) { 0, 0 };
}

static span some_trace(text *t)
{
    static const char version[] = "scalatrace 1\n";
    span s = { (size_t)draw(t, t->size), t->size };
    while (s.from > 0 && (t->size - s.from < sizeof version - 1 ||
                          memcmp(t->at + s.from, version, sizeof version - 1) != 0))
        s.from--;
    char *next = s.from ? memmem(t->at + s.from + 1, t->size - s.from - 1, version,
                                 sizeof version - 1)
                        : NULL;
    s.to = s.from == 0 ? 0 : next ? (size_t)(next - t->at) : t->size;
    return s;
}

/* ---- mutations ---- */

static void put_number(text *t, span s, int64_t value)
{
    char word[32];
    int n = snprintf(word, sizeof word, "%lld", (long long)value);
    put(t, s, word, (size_t)n);
}

static void alter_number(text *t)
{
    static const int64_t interesting[] = {
        0,         1,         -1,        2,         3,
        4,         7,         16,        64,        255,
        1024,      65537,     1 << 20,   INT32_MAX, INT32_MIN,
        1LL << 31, 1LL << 40, 1LL << 62, INT64_MAX, INT64_MIN + 4
    };
    span s = some_number(t);
    if (s.to == 0)
        return;
    int64_t value = strtoll(t->at + s.from, NULL, 10);
    int64_t half = value / 2, twice = half * 2;
    switch (draw(t, 6)) {
    case 0:
        value = half;
        break;
    case 1:
        value = value < 1 << 30 && value > -(1 << 30) ? value * 2 : twice;
        break;
    case 2:
        value = value < INT64_MAX ? value + 1 : value;
        break;
    case 3:
        value = value > INT64_MIN + 4 ? value - 1 : value;
        break;
    default:
        value = interesting[draw(t, sizeof interesting / sizeof *interesting)];
    }
    put_number(t, s, value);
}

static void copy_number(text *t)
{
    span to = some_number(t), from = some_number(t);
    if (to.to && from.to)
        put_copy(t, to, from);
}

static void copy_value(text *t)
{
    span to = some_value(t, NULL);
    if (to.to == 0)
        return;
    span from = some_value(t, &to);
    if (from.to)
        put_copy(t, to, from);
}

static void swap_values(text *t)
{
    span a = some_value(t, NULL);
    if (a.to == 0)
        return;
    span b = some_value(t, &a);
    if (b.to)
        swap(t, a, b);
}

static void write_value(text *t)
{
    static const char *const value[] = {
        "0",
        "1",
        "any",
        "null",
        "~1",
        "~-1",
        "%0..3",
        "(0,1)",
        "(1,2,3)",
        "[1;2]",
        "%(1,2,3,4)",
        "{P}",
        "{r}",
        "{i1}",
        "{P div 2}",
        "1@<0 0>|2@<1 1 3 1>",
        "{max(0,r-1)}",
        "{block(100,P,r)}",
        "{pow(2,i1)}",
        "{r xor 1}",
        "9223372036854775807",
        "{log(2,P)}",
        "0..1000000",
        "1*1000000",
    };
    span s = some_value(t, NULL);
    const char *word = value[draw(t, sizeof value / sizeof *value)];
    if (s.to)
        put(t, s, word, strlen(word));
}

static void remove_node(text *t)
{
    span s = some_node(t);
    put(t, s, "", 0);
}

static void double_node(text *t)
{
    span s = some_node(t);
    if (s.to)
        put_copy(t, (span) { s.to, s.to }, s);
}

static void move_node(text *t)
{
    span from = some_node(t), to = some_node(t);
    if (from.to && to.to)
        put_copy(t, (span) { to.from, to.from }, from);
}

static void swap_nodes(text *t)
{
    span a = some_node(t), b = some_node(t);
    if (a.to && b.to)
        swap(t, a, b);
}

static void wrap_node(text *t)
{
    span s = some_node(t);
    if (s.to == 0)
        return;
    char head[64];
    int n = snprintf(head, sizeof head, "loop %llu {\n", (unsigned long long)draw(t, 9));
    put(t, (span) { s.to, s.to }, "}\n", 2);
    put(t, (span) { s.from, s.from }, head, (size_t)n);
}

/* Some ranks only, for an event. */
static void restrict_node(text *t)
{
    span s = some_node(t);
    if (s.to == 0)
        return;
    char word[96];
    int n = draw(t, 2) ? snprintf(word, sizeof word, " ranks=<1 %llu %llu %llu>",
                                  (unsigned long long)draw(t, 4),
                                  2 + (unsigned long long)draw(t, 6),
                                  1 + (unsigned long long)draw(t, 4))
                       : snprintf(word, sizeof word, " ranks=<0 %llu>",
                                  (unsigned long long)draw(t, 16));
    char *site = memmem(t->at + s.from, s.to - s.from, " comm=", 6);
    if (site)
        put(t, (span) { (size_t)(site - t->at), (size_t)(site - t->at) }, word,
            (size_t)n);
}

static void double_trace(text *t)
{
    span s = some_trace(t);
    if (s.to)
        put_copy(t, (span) { s.to, s.to }, s);
}

static void remove_trace(text *t)
{
    put(t, some_trace(t), "", 0);
}

static void change_ranks(text *t)
{
    static const int64_t some[] = { 1,  2,  3,  4,  5,  6,    8,     9,       12,
                                    16, 25, 27, 36, 64, 1000, 65536, 1 << 24, INT32_MAX };
    span s = some_trace(t);
    char *ranks = s.to ? memmem(t->at + s.from, s.to - s.from, "\nranks ", 7) : NULL;
    if (!ranks)
        return;
    size_t from = (size_t)(ranks - t->at) + 7, to = from;
    while (is_digit(t, to))
        to++;
    put_number(t, (span) { from, to }, some[draw(t, sizeof some / sizeof *some)]);
}

static void change_target(text *t)
{
    static const char *const what[] = { "", " explain", " advise", " explain advise" };
    static const int64_t some[] = { 1,   2,    7,    16,      36,       64,
                                    100, 1024, 4097, 1 << 20, INT32_MAX };
    char line[64];
    int n =
        snprintf(line, sizeof line, "target %lld%s\n",
                 (long long)some[draw(t, sizeof some / sizeof *some)], what[draw(t, 4)]);
    put(t, line_at(t, 0), line, (size_t)n);
}

typedef void mutation(text *t);

static mutation *const mutations[] = {
    alter_number,  alter_number, alter_number, copy_number,  copy_value,
    copy_value,    swap_values,  write_value,  write_value,  remove_node,
    double_node,   move_node,    swap_nodes,   wrap_node,    wrap_node,
    restrict_node, double_trace, remove_trace, change_ranks, change_target,
};

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    text t = { (char *)data, size, max_size, seed * UINT64_C(0x9e3779b97f4a7c15) + 1 };
    if (draw(&t, 50) == 0)
        return LLVMFuzzerMutate(data, size, max_size);
    for (uint64_t n = 1 + draw(&t, 4); n > 0; n--)
        mutations[draw(&t, sizeof mutations / sizeof *mutations)](&t);
    return t.size;
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b,
                                 size_t b_size, uint8_t *out, size_t max_size,
                                 unsigned seed)
{
    text t = { (char *)out, a_size, max_size, seed * UINT64_C(0x9e3779b97f4a7c15) + 1 };
    text from = { (char *)(uintptr_t)b, b_size, b_size, t.random };
    if (a_size > max_size)
        return 0;
    memcpy(out, a, a_size);
    span s = some_trace(&from), to = some_trace(&t);
    if (s.to && to.to)
        put(&t, draw(&t, 2) ? to : (span) { to.to, to.to }, from.at + s.from,
            s.to - s.from);
    return t.size;
}
