/* Memory that runs out while a program is generated, at any place: that is an error that is said, and no other program.
 * Arguments: at how many places of each kind; then traces. The arena gives no more than a limit; and one call of malloc and of its
 * like fails, alone (an odd place) or with all that follow. */
#include "generate/generate.h"
#include "io/text.h"
#include "trace/policy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- malloc and its like (the linker's --wrap) ---- */

static size_t calls, fails_at; /* 0: never */
static bool and_all_behind;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

static bool fails(void)
{
    calls++;
    return fails_at && (calls == fails_at || (and_all_behind && calls > fails_at));
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return fails() ? NULL : __real_realloc(old, size);
}

/* ---- programs ---- */

static int wrong;

static void complain(const char *path, const char *what, size_t at)
{
    fprintf(stderr, "%s: %s at %zu\n", path, what, at);
    wrong++;
}

typedef struct sample {
    const char *path;
    const sx_trace *trace;
    sx_buffer whole; /* its program */
} sample;

/* With an arena of `limit` bytes. */
static sx_status generate(const sample *of, size_t limit, sx_buffer *out, sx_error *err)
{
    const sx_generate_options how = { .extent = SX_GENERATE_ALL, .allow_missing = true };
    sx_arena *arena = sx_arena_create();
    size_t missing;
    if (!arena)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_arena_limit(arena, limit);
    sx_status st =
        sx_backend_named("c")->emit(arena, of->trace, &how, out, &missing, err);
    sx_arena_destroy(arena);
    return st;
}

static bool is_whole(const sample *of, const sx_buffer *out)
{
    return out->size == of->whole.size &&
           memcmp(out->data, of->whole.data, out->size) == 0;
}

/* Either it is an error or the whole program. */
static void look(const sample *of, size_t limit, size_t at)
{
    sx_buffer out = SX_BUFFER_INIT;
    sx_error err = { 0 };
    sx_status st = generate(of, limit, &out, &err);
    fails_at = 0;
    if (st && (st != SX_NOMEM || !*err.text))
        complain(of->path, "another error, or none that is said", at);
    if (!st &&
        (out.size != of->whole.size || memcmp(out.data, of->whole.data, out.size) != 0))
        complain(of->path, "another program", at);
    sx_buffer_finish(&out);
}

/* The least limit that suffices. */
static size_t needed(const sample *of)
{
    size_t low = 0, high = (size_t)1 << 30;
    while (low + 1 < high) {
        size_t middle = low + (high - low) / 2;
        sx_buffer out = SX_BUFFER_INIT;
        bool suffices = !generate(of, middle, &out, NULL) && is_whole(of, &out);
        *(suffices ? &high : &low) = middle;
        sx_buffer_finish(&out);
    }
    return high;
}

static void try(const char *path, size_t places)
{
    sx_arena *arena = sx_arena_create();
    sx_trace trace;
    sx_error err = { 0 };
    sample of = { .path = path, .trace = &trace, .whole = SX_BUFFER_INIT };
    if (sx_text_read_file(arena, path, &trace, &err) ||
        (trace.p && sx_trace_bind(arena, &trace, trace.p, NULL, 0, &trace, &err)) ||
        generate(&of, SIZE_MAX, &of.whole, &err)) {
        complain(path, err.text, 0);
    } else {
        const size_t bytes = needed(&of), step = bytes / places + 1;
        calls = 0;
        look(&of, SIZE_MAX, 0);
        const size_t all = calls;
        for (size_t limit = bytes - 1; limit >= step; limit -= step)
            look(&of, limit, limit);
        for (size_t at = 1; at <= all; at += all / places + 1) {
            and_all_behind = at % 2 == 0;
            calls = 0;
            fails_at = at;
            look(&of, SIZE_MAX, at);
        }
        printf("# %s: %zu bytes, %zu calls\n", path, bytes, all);
    }
    sx_buffer_finish(&of.whole);
    sx_arena_destroy(arena);
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    for (int i = 2; i < argc; i++)
        try(argv[i], strtoul(argv[1], NULL, 10));
    return wrong > 0;
}
