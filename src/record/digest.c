#include "record/digest.h"

#include <stdlib.h>

enum { MOST_MARKS = 4096 };

/* Two multiplicative hashes with odd constants and different shifts: the state after n words depends on
 * all of them and on their order. */
static void hash_word(sx_mark *mark, uint64_t word)
{
    mark->a = (mark->a ^ word) * 0x9fb21c651e98df25ULL;
    mark->a ^= mark->a >> 31;
    mark->b = (mark->b + word) * 0xd6e8feb86659fd93ULL;
    mark->b ^= mark->b >> 29;
}

void sx_line_init(sx_line *line, sx_op op)
{
    for (int i = 0; i < SX_LINE_FIELDS; i++)
        line->field[i] = SX_LINE_NONE;
    line->field[SX_LINE_OP] = op;
}

void sx_line_add(sx_line *line, sx_line_field field, int64_t element)
{
    sx_mark mark = { (uint64_t)line->field[field], 0 };
    hash_word(&mark, (uint64_t)element);
    line->field[field] = (int64_t)mark.a;
}

int64_t sx_line_name(const char *name)
{
    sx_mark mark = { 0, 0 };
    for (; *name; name++)
        hash_word(&mark, (unsigned char)*name);
    return (int64_t)mark.a;
}

int64_t sx_line_type(const sx_line_datatype *type)
{
    sx_mark mark = { (uint64_t)sx_line_name(type->maker ? type->maker : type->name), 0 };
    hash_word(&mark, (uint64_t)type->size);
    if (!type->maker || !*type->maker)
        return (int64_t)mark.a;
    hash_word(&mark, (uint64_t)type->lb);
    hash_word(&mark, (uint64_t)type->extent);
    for (int i = 0; i < 3; i++)
        hash_word(&mark, (uint64_t)type->n[i]);
    return (int64_t)mark.a;
}

static bool lists_counts(int64_t op)
{
    return op >= 0 && op < SX_OPS && sx_op_parts((sx_op)op) == SX_PARTS_COUNTS;
}

/* Which fields have what may be drawn. Roots may not. */
static bool may_be_drawn(const sx_line *line, sx_line_field field)
{
    switch (field) {
    case SX_LINE_PEER:
        return sx_op_class_of((sx_op)line->field[SX_LINE_OP]) != SX_OP_COLLECTIVE;
    case SX_LINE_BYTES:
    case SX_LINE_TAG:
    case SX_LINE_COUNT:
    case SX_LINE_SOURCE:
    case SX_LINE_RCOUNT:
    case SX_LINE_RTAG:
    case SX_LINE_LISTS:
        return true;
    default:
        return false;
    }
}

static bool is_lost(const sx_digest *digest, const sx_line *line, sx_line_field field)
{
    if (digest->lost & SX_LOST_ORDER && may_be_drawn(line, field))
        return true;
    if (field == SX_LINE_TAG || field == SX_LINE_RTAG)
        return digest->lost & SX_LOST_TAGS;
    return (field == SX_LINE_BYTES || field == SX_LINE_LISTS || field == SX_LINE_COUNT ||
            field == SX_LINE_RCOUNT) &&
           digest->lost & SX_LOST_COUNTS && lists_counts(line->field[SX_LINE_OP]);
}

/* The one place that decides what of two equal streams is equal. */
static void hash_line(sx_digest *digest, const sx_line *line)
{
    for (int i = 0; i < SX_LINE_FIELDS; i++)
        if (!is_lost(digest, line, (sx_line_field)i))
            hash_word(&digest->now, (uint64_t)line->field[i]);
}

/* Every second mark goes, so that they stand twice as far apart. */
static void thin_out(sx_digest *digest)
{
    digest->nmarks /= 2;
    for (uint32_t i = 0; i < digest->nmarks; i++)
        digest->mark[i] = digest->mark[2 * i + 1];
    digest->step *= 2;
}

static bool set_mark(sx_digest *digest)
{
    if (digest->nmarks == digest->capacity) {
        uint32_t capacity = digest->capacity ? 2 * digest->capacity : 64;
        sx_mark *new = realloc(digest->mark, capacity * sizeof *new);
        if (!new)
            return false;
        digest->mark = new;
        digest->capacity = capacity;
    }
    digest->mark[digest->nmarks++] = digest->now;
    if (digest->nmarks == MOST_MARKS)
        thin_out(digest);
    return true;
}

void sx_digest_count(sx_digest *digest, const sx_line *line)
{
    int64_t bytes = line->field[SX_LINE_BYTES];
    bool lost = digest->lost & SX_LOST_COUNTS && lists_counts(line->field[SX_LINE_OP]);
    digest->op[line->field[SX_LINE_OP]].events++;
    if (bytes > 0 && !lost)
        digest->op[line->field[SX_LINE_OP]].bytes += (uint64_t)bytes;
    digest->events++;
    hash_line(digest, line);
}

bool sx_digest_add(sx_digest *digest, const sx_line *line)
{
    if (!digest->step)
        digest->step = 1;
    sx_digest_count(digest, line);
    return digest->events % digest->step != 0 || set_mark(digest);
}

void sx_digest_finish(sx_digest *digest)
{
    free(digest->mark);
    *digest = (sx_digest) { 0 };
}
