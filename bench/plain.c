/* What a formula trace says of a scale, as a recorder would have left it there, as a file: an input of inference of any number of
 * ranks. Usage: plain EXTRAPOLATED TRACE. */
#include "extrap/plain.h"
#include "extrap/instantiate.h"
#include "io/text.h"
#include "trace/policy.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    sx_error err = { 0 };
    sx_trace read, trace, plain;
    if (argc != 3)
        return 2;
    sx_arena *arena = sx_arena_create();
    sx_status status = arena ? sx_text_read_file(arena, argv[1], &read, &err) : SX_NOMEM;
    if (!status)
        status = sx_trace_bind(arena, &read, read.p, NULL, 0, &trace, &err);
    if (!status)
        status = sx_plain_trace(arena, &trace, &plain, &err);
    if (!status)
        status = sx_text_write_file(argv[2], &plain, &err);
    sx_arena_destroy(arena);
    if (status)
        fprintf(stderr, "plain: %s\n", err.text);
    return status != SX_OK;
}
