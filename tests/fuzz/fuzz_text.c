/* Fuzz target of the reader of the text format. Whatever the bytes are, the reader ends, refuses
 * with a message or reads; what it has read is written to a text that reads back to the same
 * text. With libFuzzer (see tests/fuzz/run), or with the main below over files. */
#include "io/text.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds, const char *what, const sx_error *err)
{
    if (holds)
        return;
    fprintf(stderr, "fuzz_text: %s (line %ld: %s)\n", what, err->line, err->text);
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    sx_arena *arena = sx_arena_create();
    sx_buffer first = SX_BUFFER_INIT, second = SX_BUFFER_INIT;
    sx_trace trace = { 0 }, again = { 0 };
    sx_error err = { 0 };
    sx_status status =
        sx_text_read(arena, "input", (const char *)data, size, &trace, &err);
    if (status) {
        check(err.status == status && err.text[0] != '\0', "refused without a message",
              &err);
    } else {
        sx_text_write(&first, &trace);
        check(sx_buffer_status(&first) == SX_OK, "read, but not written", &err);
        status = sx_text_read(arena, "again", first.data, first.size, &again, &err);
        check(status == SX_OK, "written, but not read again", &err);
        sx_text_write(&second, &again);
        check(first.size == second.size &&
                  memcmp(first.data, second.data, first.size) == 0,
              "written differently the second time", &err);
    }
    check(sx_arena_size(arena) < 65536 + 400 * (size + first.size), "too much memory",
          &err);
    sx_buffer_finish(&first);
    sx_buffer_finish(&second);
    sx_arena_destroy(arena);
    return 0;
}

#ifndef SX_LIBFUZZER
static bool is_trace(const uint8_t *data, size_t size)
{
    sx_arena *arena = sx_arena_create();
    sx_trace trace;
    sx_status status =
        sx_text_read(arena, "input", (const char *)data, size, &trace, NULL);
    sx_arena_destroy(arena);
    return status == SX_OK;
}

/* Each file, which is to be a trace, and each file cut at every place. */
int main(int argc, char **argv)
{
    enum { LARGEST = 1 << 20 };
    int failed = 0;
    for (int i = 1; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        uint8_t *data = malloc(LARGEST);
        size_t size = file && data ? fread(data, 1, LARGEST, file) : 0;
        if (file)
            fclose(file);
        if (!is_trace(data, size)) {
            fprintf(stderr, "%s is no trace\n", argv[i]);
            failed = 1;
        }
        for (size_t cut = 0; cut <= size; cut++)
            LLVMFuzzerTestOneInput(data, cut);
        free(data);
    }
    return failed;
}
#endif
