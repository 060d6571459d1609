/* What a program says of the original's call sites is a comment, whatever they are called. */
#include "tap.h"

#include "generate/generate.h"

static sx_node barrier = { .kind = SX_NODE_EVENT, .op = SX_OP_Barrier };
static sx_node *node[] = { &barrier };
static sx_site site = { 0 };
static sx_comm comm[] = { { .kind = SX_COMM_WORLD }, { .kind = SX_COMM_SELF } };

/* The program of one call at a site of that name; in the buffer. */
static const char *program_of(const char *name, sx_buffer *ret_text)
{
    sx_arena *arena = sx_arena_create();
    sx_generate_options options = { .site = &name };
    sx_trace trace = { .p = 4, .nsites = 1, .site = &site, .ncomms = 2, .comm = comm };
    size_t missing = 0;
    sx_error err = { .text = "" };
    trace.program = (sx_block) { 1, node };
    sx_trace_number(&trace);
    *ret_text = (sx_buffer)SX_BUFFER_INIT;
    sx_status status =
        sx_backend_named("c")->emit(arena, &trace, &options, ret_text, &missing, &err);
    is_int(status, SX_OK, err.text);
    sx_arena_destroy(arena);
    return ret_text->data ? ret_text->data : "";
}

static void check(const char *name, const char *want)
{
    sx_buffer text;
    const char *program = program_of(name, &text);
    ok(strstr(program, want) != NULL, "the line for a site of %d characters",
       (int)strlen(name)); /* names have line ends */
    ok(!strstr(program, "int flag;"), "a variable for a word in a comment");
    ok(!strchr(program, '\1'), "a mark is left");
    sx_buffer_finish(&text);
}

int main(void)
{
    check("sweep at adi.c:404", "    /* sweep at adi.c:404 */\n    MPI_Barrier(");
    check("a */ exit(1); /* b", "    /* a __ exit(1); __ b */\n");
    check("a\n#error \\\n?\?/", "    /* a_#error _____ */\n");
    check("flag", "    /* flag */\n");
    check("a name of more than seventy-two characters, which would make a comment of any "
          "length",
          "    /* a name of more than seventy-two characters, which would make a comment "
          "o */\n");
    sx_buffer text;
    ok(!strstr(program_of(NULL, &text), "    /* "), "a comment without a site");
    sx_buffer_finish(&text);
    return tap_done();
}
