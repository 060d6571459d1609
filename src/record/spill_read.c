#include "record/spill_read.h"

#include "record/spill_node.h"
#include "record/spill_number.h"

#include <stdlib.h>

void sx_spill_reader_init(sx_spill_reader *reader, const sx_series *series, FILE *file)
{
    *reader = (sx_spill_reader) { .series = series, .file = file };
}

static sx_spill_level *top(sx_spill_reader *reader)
{
    return reader->n ? &reader->level[reader->n - 1] : NULL;
}

/* The level that the file is at, if any. */
static sx_spill_level *in_file(sx_spill_reader *reader)
{
    uint32_t i = reader->n;
    while (i > 0 && !reader->level[i - 1].stored)
        i--;
    return i ? &reader->level[i - 1] : NULL;
}

static void pop(sx_spill_reader *reader)
{
    sx_spill_level *gone = top(reader);
    reader->n--;
    sx_series_finish(&gone->own);
    const sx_spill_level *now = gone->stored ? in_file(reader) : NULL;
    if (now && fseeko(reader->file, now->next, SEEK_SET))
        reader->failed = true;
}

void sx_spill_reader_finish(sx_spill_reader *reader)
{
    while (reader->n)
        pop(reader);
    free(reader->level);
    reader->level = NULL;
    reader->capacity = 0;
}

static void push(sx_spill_reader *reader, sx_spill_level level)
{
    if (reader->n == reader->capacity) {
        uint32_t capacity = reader->capacity ? 2 * reader->capacity : 8;
        sx_spill_level *more = realloc(reader->level, capacity * sizeof *more);
        if (!more) {
            reader->failed = true;
            sx_series_finish(&level.own);
            return;
        }
        reader->level = more;
        reader->capacity = capacity;
    }
    reader->level[reader->n++] = level;
}

static void push_stored(sx_spill_reader *reader, uint64_t place)
{
    sx_spill_level *before = in_file(reader);
    if (before)
        before->next = ftello(reader->file);
    if (!reader->file || fseeko(reader->file, (off_t)place - 1, SEEK_SET)) {
        reader->failed = true;
        return;
    }
    uint32_t n = (uint32_t)get_number(reader->file);
    push(reader, (sx_spill_level) { .stored = true, .n = n });
}

static void push_body(sx_spill_reader *reader, const sx_series_run *run)
{
    push(reader, (sx_spill_level) { .run = run->body->run,
                                    .n = run->body->n,
                                    .again = reader->once ? 0 : run->count - 1 });
}

/* The next run of the file, or, where that is a body, its runs as a level. */
static void read_run(sx_spill_reader *reader, sx_series_run *ret_run)
{
    FILE *file = reader->file;
    sx_series body = { .n = 0 };
    *ret_run = (sx_series_run) { .count = get_number(file) };
    if (ret_run->count) {
        ret_run->first = get_signed(file);
        ret_run->stride = ret_run->count > 1 ? get_signed(file) : 0;
        return;
    }
    uint64_t count = get_number(file), stored = get_number(file);
    if (!sx_spill_get_runs(file, &body.run, &body.n))
        reader->failed = true;
    else if (stored)
        push_stored(reader, stored);
    if (stored || reader->failed)
        sx_series_finish(&body);
    else
        push(reader, (sx_spill_level) { .run = body.run,
                                        .own = body,
                                        .n = body.n,
                                        .again = reader->once ? 0 : count - 1 });
}

/* False at the end. */
static bool next_run(sx_spill_reader *reader, sx_series_run *ret_run)
{
    sx_spill_level *level;
    *ret_run = (sx_series_run) { .count = 0 };
    while (!ret_run->count && !reader->failed && (level = top(reader))) {
        if (level->at == level->n && level->again) {
            level->again--;
            level->at = 0;
        } else if (level->at == level->n) {
            pop(reader);
        } else if (level->stored) {
            level->at++;
            read_run(reader, ret_run);
            reader->failed = reader->failed || !is_right(reader->file);
        } else {
            const sx_series_run *run = &level->run[level->at++];
            if (sx_series_is_stored(run))
                push_stored(reader, run->body->stored);
            else if (run->body)
                push_body(reader, run);
            else
                *ret_run = *run;
        }
    }
    return ret_run->count && !reader->failed;
}

static void rewind_reader(sx_spill_reader *reader)
{
    while (reader->n)
        pop(reader);
    reader->at = 0;
    reader->open.count = 0;
    push(reader, (sx_spill_level) { .run = reader->series->run, .n = reader->series->n });
}

uint64_t sx_spill_reader_runs(sx_spill_reader *reader, uint64_t most)
{
    sx_series_run run;
    uint64_t n = 0;
    reader->once = true;
    rewind_reader(reader);
    while (n < most && next_run(reader, &run))
        n++;
    reader->once = false;
    rewind_reader(reader);
    return n;
}

/* The next n values, left out where ret_value is NULL. */
static void give(sx_spill_reader *reader, uint64_t n, int64_t *ret_value)
{
    sx_series_run *open = &reader->open;
    reader->at += n;
    while (n > 0) {
        if (!open->count && !next_run(reader, open)) {
            reader->failed = true;
            for (; ret_value && n > 0; n--)
                *ret_value++ = 0;
            return;
        }
        for (; n > 0 && open->count; n--, open->count--) {
            if (ret_value)
                *ret_value++ = open->first;
            if (open->count > 1)
                open->first += open->stride;
        }
    }
}

void sx_spill_reader_values(const void *context, uint64_t from, uint64_t n,
                            int64_t *ret_value)
{
    sx_spill_reader *reader = *(sx_spill_reader *const *)context;
    if (from < reader->at || !reader->n)
        rewind_reader(reader);
    give(reader, from - reader->at, NULL);
    give(reader, n, ret_value);
}
