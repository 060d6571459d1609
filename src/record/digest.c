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

void sx_line_list(sx_line *line, int64_t element)
{
    sx_mark mark = { (uint64_t)line->field[SX_LINE_LISTS], 0 };
    hash_word(&mark, (uint64_t)element);
    line->field[SX_LINE_LISTS] = (int64_t)mark.a;
}

/* The one place that decides what of two equal streams is equal. */
static void hash_line(sx_mark *mark, const sx_line *line)
{
    for (int i = 0; i < SX_LINE_FIELDS; i++)
        hash_word(mark, (uint64_t)line->field[i]);
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
    digest->op[line->field[SX_LINE_OP]].events++;
    if (bytes > 0)
        digest->op[line->field[SX_LINE_OP]].bytes += (uint64_t)bytes;
    digest->events++;
    hash_line(&digest->now, line);
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
